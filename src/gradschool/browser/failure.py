"""What went wrong in a cell, as data: the exception seen from the learner's code.

A traceback through the session and the engine tells a learner nothing, so it is
limited to the frames of cells. Their file names are `cell <id>`, and `linecache` knows
their text, so Python itself prints the line and marks the place in it.

An exception is a learner's object: its `__str__` and its notes may raise, exit, or be
of any type. Whatever they do, there is a description.
"""

from __future__ import annotations

import linecache
import traceback
from dataclasses import dataclass

from gradschool.browser.explanation import Explanation, explain

CELL_PREFIX = "cell "
MAX_MESSAGE_LENGTH = 20_000
MAX_NAME_LENGTH = 200
MAX_NOTES = 50
MAX_FRAMES = 2_000


@dataclass(frozen=True)
class Failure:
    """An exception, ready to be shown."""

    type: str
    message: str
    line: int | None
    """In the cell that ran, from 1; None when none of its lines took part."""
    column: int | None
    """In that line, from 1, in characters."""
    traceback: str
    notes: tuple[str, ...]
    explanation: Explanation | None


def describe(error: BaseException, file_name: str) -> Failure:
    """Looks at an exception that left the cell with this file name."""
    try:
        return _described(error, file_name)
    except BaseException as problem:  # noqa: BLE001 - also KeyboardInterrupt and SystemExit of a learner's __str__
        name, reason = _type_name(error), type(problem).__name__
        message = f"<its message could not be made: {reason}>"
        return Failure(
            type=name,
            message=message,
            line=_last_line(error, file_name),
            column=None,
            traceback=f"{name}: {message}\n",
            notes=(),
            explanation=None,
        )


def _described(error: BaseException, file_name: str) -> Failure:
    summary = traceback.TracebackException.from_exception(
        error, limit=_limit(error), compact=True
    )
    _keep_cells(summary, seen=set())
    line, column = _place(error, summary, file_name)
    text = "".join(summary.format())
    return Failure(
        type=_type_name(error),
        message=_message(error)[:MAX_MESSAGE_LENGTH],
        line=line,
        column=column,
        traceback=text[:MAX_MESSAGE_LENGTH],
        notes=_notes(error),
        explanation=explain(error),
    )


def _type_name(error: BaseException) -> str:
    return type(error).__name__[:MAX_NAME_LENGTH]


def _notes(error: BaseException) -> tuple[str, ...]:
    notes: object = getattr(error, "__notes__", None)
    if not isinstance(notes, list):
        return ()
    # `add_note` takes text only; what was put there in another way is left out.
    texts = [note for note in notes if isinstance(note, str)]  # pyright: ignore[reportUnknownVariableType] - of a learner's list
    return tuple(text[:MAX_MESSAGE_LENGTH] for text in texts[:MAX_NOTES])


def _last_line(error: BaseException, file_name: str) -> int | None:
    """The innermost line of the cell, without asking the exception for anything."""
    line, entry = None, error.__traceback__
    while entry is not None:
        if entry.tb_frame.f_code.co_filename == file_name:
            line = entry.tb_lineno
        entry = entry.tb_next
    return line


def _limit(error: BaseException) -> int | None:
    """Which frames to read: all, but of a very deep recursion only the innermost.

    Reading the source of a million frames takes longer than a learner waits.
    """
    depth, entry = 0, error.__traceback__
    while entry is not None:
        depth, entry = depth + 1, entry.tb_next
    return None if depth <= MAX_FRAMES else -MAX_FRAMES


def _message(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        # str() of it repeats file and line, which have their own places.
        return error.msg
    try:
        return str(error)
    except Exception as problem:  # noqa: BLE001 - a learner's __str__ may raise anything
        return f"<its message could not be made: {type(problem).__name__}>"


def _keep_cells(summary: traceback.TracebackException, seen: set[int]) -> None:
    """Drops every frame that is not a cell's, in the causes as well."""
    if id(summary) in seen:
        return
    seen.add(id(summary))
    kept = [frame for frame in summary.stack if frame.filename.startswith(CELL_PREFIX)]
    summary.stack[:] = kept
    for other in (summary.__cause__, summary.__context__, *(summary.exceptions or ())):
        if other is not None:
            _keep_cells(other, seen)


def _place(
    error: BaseException, summary: traceback.TracebackException, file_name: str
) -> tuple[int | None, int | None]:
    if isinstance(error, SyntaxError) and error.filename == file_name:
        return error.lineno, error.offset or None
    for frame in reversed(summary.stack):
        # The innermost line of the cell that ran: a function from an earlier cell
        # may be further in, but its line numbers belong to another editor.
        if frame.filename == file_name:
            return frame.lineno, _column(frame)
    return None, None


def _column(frame: traceback.FrameSummary) -> int | None:
    """Python counts columns in bytes of UTF-8; a page counts characters."""
    if frame.colno is None or frame.lineno is None:
        return None
    line = _source_line(frame)
    return len(line.encode()[: frame.colno].decode(errors="replace")) + 1


def _source_line(frame: traceback.FrameSummary) -> str:
    return linecache.getline(frame.filename, frame.lineno or 0)
