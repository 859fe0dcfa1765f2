"""The hash that ties a translated section to the text it was made from.

White space between words, line breaks and comments do not count, so a paragraph may
be wrapped anew without making four translations stale. Inside a fence every character
counts but spaces at the ends of lines: there, white space is code.
"""

import hashlib
import re
import unicodedata

LENGTH = 12

_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_COMMENT = re.compile(r"%(?: |$)")


def source_hash(text: str) -> str:
    """Twelve hexadecimal digits for a section's text, its heading included."""
    digest = hashlib.sha256(normalised(text).encode()).hexdigest()
    return digest[:LENGTH]


def normalised(text: str) -> str:
    """The text with everything taken out that does not count."""
    lines: list[str] = []
    words: list[str] = []
    fence = ""
    for line in unicodedata.normalize("NFC", text).splitlines():
        mark = _FENCE.match(line)
        if mark or fence:
            lines.extend([" ".join(words)] if words else [])
            words = []
            lines.append(line.rstrip())
            if mark and not fence:
                fence = mark[1]
            elif mark and line.strip().startswith(fence):
                fence = ""
        elif not _COMMENT.match(line):
            words.extend(line.split())
    lines.extend([" ".join(words)] if words else [])
    return "\n".join(lines)
