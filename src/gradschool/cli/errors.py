"""What the command line can fail with.

CommandError        one line on stderr, exit code 2: the call cannot be done
"""


class CommandError(Exception):
    """A call that cannot be done: what was expected, what came, what to do."""
