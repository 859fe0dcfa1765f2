"""`sys.stdout`, `sys.stderr` and `sys.stdin` of a cell.

A page cannot hold endless output, so a run has a budget of characters and lines.
What is over it is dropped, the learner is told once, and the program goes on: cutting
a training run short because it was talkative would lose its result.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field

from gradschool.browser.bridge import StreamName

CHARACTER_LIMIT = 1_000_000
LINE_LIMIT = 10_000


@dataclass
class OutputBudget:
    """What one run may still write; shared by its two streams."""

    on_cut: Callable[[], None]
    characters: int = CHARACTER_LIMIT
    lines: int = LINE_LIMIT
    is_cut: bool = field(default=False, init=False)

    def renew(self) -> None:
        """Starts a new run."""
        self.characters = CHARACTER_LIMIT
        self.lines = LINE_LIMIT
        self.is_cut = False

    def take(self, text: str) -> str:
        """The beginning of `text` that is within the budget."""
        if self.is_cut:
            return ""
        kept = text[: self.characters]
        lines = kept.count("\n")
        if lines > self.lines:
            kept = "".join(kept.splitlines(keepends=True)[: self.lines])
            lines = self.lines
        self.characters -= len(kept)
        self.lines -= lines
        return kept

    def close(self) -> None:
        """Notes that text was dropped, and says so the first time."""
        if not self.is_cut:
            self.is_cut = True
            self.on_cut()


class OutputStream(io.TextIOBase):
    """A text stream whose text goes to the page."""

    def __init__(
        self,
        name: StreamName,
        send: Callable[[StreamName, str], None],
        flush: Callable[[], None],
        budget: OutputBudget,
    ) -> None:
        super().__init__()
        self.name = f"<{name}>"
        self._stream: StreamName = name
        self._send = send
        self._flush = flush
        self._budget = budget

    @property
    def encoding(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride] - read-only here
        """Libraries ask for it before they draw with anything but ASCII."""
        return "utf-8"

    @property
    def errors(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride] - read-only here
        """Lone surrogates are shown escaped: JavaScript has no place for them."""
        return "backslashreplace"

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, s: str, /) -> int:
        """Sends text; what is over the budget is dropped."""
        if not isinstance(s, str):  # pyright: ignore[reportUnnecessaryIsInstance] - learners' code is not checked
            kind = type(s).__name__
            raise TypeError(f"write() argument must be str, not {kind}")
        budget = self._budget
        if budget.is_cut:
            return len(s)
        kept = budget.take(s)
        if kept:
            self._send(self._stream, _without_surrogates(kept))
        if len(kept) < len(s):
            budget.close()
        return len(s)

    def flush(self) -> None:
        """Sends what the worker holds back."""
        self._flush()


class InputStream(io.TextIOBase):
    """`sys.stdin`: each line is a question to the learner."""

    def __init__(self, ask: Callable[[str], str | None]) -> None:
        super().__init__()
        self.name = "<stdin>"
        self._ask = ask

    def readable(self) -> bool:
        """It is."""
        return True

    def readline(self, size: int = -1, /) -> str:  # pyright: ignore[reportIncompatibleMethodOverride] - text, not bytes
        """One line with its newline; the empty string at end of file."""
        line = self._ask("")
        if line is None:
            return ""
        return f"{line}\n" if size < 0 else f"{line}\n"[:size]

    def read(self, size: int | None = -1, /) -> str:
        """All lines up to end of file."""
        lines: list[str] = []
        while line := self.readline():
            lines.append(line)
        text = "".join(lines)
        return text if size is None or size < 0 else text[:size]


def _without_surrogates(text: str) -> str:
    if text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
