"""Findings: what is wrong with a course, and exactly where.

The parser and the checks report findings; nothing else travels between them and the
page, the command line or an editor. Codes are stable:

    CF1xx   the text of a lesson or of course.toml      (the parser)
    CF2xx   translations                                (checks/translations.py)
    CF3xx   links and pictures                          (checks/links.py)
    CF4xx   content: code cells, reading time           (checks/cells.py, ...)
"""

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One complaint.

    Args:
        code: stable, `CF107`.
        severity: an `error` keeps a lesson from being shown, a `warning` does not.
        file: where, as the reader of the message will recognise it.
        line: from 1; 0 when the whole file is meant.
        column: from 1; 0 when the whole line is meant.
        message: what was expected, what came, what to do.
    """

    code: str
    severity: Severity
    file: Path
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        """`file:line:column: CF107 message`, which editors turn into a link."""
        place = str(self.file)
        if self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        return f"{place}: {self.code} {self.message}"


class Notebook:
    """Collects the findings of one file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.findings: list[Finding] = []

    def error(self, code: str, line: int, message: str, *, column: int = 0) -> None:
        """Note something that keeps the file from being shown."""
        self._add(Finding(code, "error", self.file, line, column, message))

    def warning(self, code: str, line: int, message: str, *, column: int = 0) -> None:
        """Note something that the author should look at."""
        self._add(Finding(code, "warning", self.file, line, column, message))

    def _add(self, finding: Finding) -> None:
        # Nested text is read once per language of a fallback, said once.
        if finding not in self.findings:
            self.findings.append(finding)


def did_you_mean(name: str, known: "Iterable[str]") -> str:
    """`; did you mean "x"?` when something known is close to `name`, else nothing."""
    close = get_close_matches(name, list(known), n=1)
    return f'; did you mean "{close[0]}"?' if close else ""
