"""What the runtime in the page raises itself.

OSError
+-- InputUnavailableError     this page cannot wait for an answer
"""

from __future__ import annotations


class InputUnavailableError(OSError):
    """`input()` needs a page that can wait; this one was opened without isolation."""
