"""What the cells of a lesson print: run in order, in one session, as a notebook does.

    stdout   what was printed
    value    `repr` of the last expression, None when there is none or it is None
    error    class and message of the exception that ended the cell

`torch` is whatever `import torch` means at that moment. `tools/record_courses.py` runs
this on the real PyTorch and keeps the result; `test_outputs.py` runs it on the engine.
"""

import ast
import contextlib
import hashlib
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gradschool.course.folder import CourseFolder
from gradschool.course.lesson import CodeCell, Lesson
from gradschool.course.shipped import shipped_courses

RECORDED = Path(__file__).parent / "recorded"


@dataclass(frozen=True)
class Outcome:
    """What one cell did. `error` is (class name, message)."""

    stdout: str
    value: str | None
    error: tuple[str, str] | None


@dataclass(frozen=True)
class LessonFile:
    """One lesson in one language, and where its recording lies."""

    course: str
    lesson: str
    language: str

    @property
    def recording(self) -> Path:
        """The JSON file with what the real PyTorch printed."""
        return RECORDED / self.course / f"{self.lesson}.{self.language}.json"

    def __str__(self) -> str:
        return f"{self.course}/{self.lesson}.{self.language}"


@cache
def course_folders() -> tuple[CourseFolder, ...]:
    """The courses we ship."""
    return tuple(CourseFolder(folder) for folder in shipped_courses())


@cache
def lesson_files() -> tuple[LessonFile, ...]:
    """Every lesson we ship, in every language."""
    return tuple(
        LessonFile(course.manifest.id, lesson_id, language)
        for course in course_folders()
        for lesson_id in course.manifest.lesson_ids
        for language in course.manifest.languages
    )


@cache
def read(file: LessonFile) -> Lesson:
    """The lesson as the page shows it."""
    for course in course_folders():
        if course.manifest.id == file.course:
            return course.lesson(file.lesson, file.language)
    raise LookupError(file)


def run(cells: tuple[CodeCell, ...]) -> Iterator[tuple[CodeCell, Outcome]]:
    """Runs cells one after the other in one fresh session."""
    session: dict[str, object] = {"__name__": "__main__"}
    for cell in cells:
        yield cell, run_cell(cell.code, f"<{cell.id}>", session)


def run_alone(cell: CodeCell, cells: tuple[CodeCell, ...]) -> Outcome:
    """Runs one cell after those that it names in `:after:`, and no others."""
    needed = tuple(one for one in cells if one.id in cell.after)
    *_, (_, outcome) = run((*needed, cell))
    return outcome


def run_cell(code: str, name: str, session: dict[str, object]) -> Outcome:
    """Runs one cell in `session`, which keeps what the cell defines."""
    printed = io.StringIO()
    value: object = None
    error: tuple[str, str] | None = None
    tree = ast.parse(code, name)
    last: ast.Expression | None = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(tree, name, "exec", dont_inherit=True), session)
            if last is not None:
                value = eval(compile(last, name, "eval", dont_inherit=True), session)
            shown = None if value is None else repr(value)
        except Exception as raised:  # noqa: BLE001 - the outcome is what we are after
            error = (type(raised).__name__, str(raised))
            shown = None
    return Outcome(printed.getvalue(), shown, error)


def fingerprint(code: str) -> str:
    """Names the code that a recording was made from."""
    return hashlib.sha256(code.encode()).hexdigest()[:12]


def record(lesson: Lesson, torch_version: str) -> dict[str, object]:
    """The content of a recording: every cell, run on what `torch` is now."""
    cells: dict[str, object] = {}
    for cell, outcome in run(lesson.cells):
        entry: dict[str, object] = {"code": fingerprint(cell.code)}
        if cell.output_varies:
            entry["varies"] = True
        else:
            entry["stdout"] = outcome.stdout
            entry["value"] = outcome.value
        entry["error"] = (
            None
            if outcome.error is None
            else {"type": outcome.error[0], "message": outcome.error[1]}
        )
        cells[cell.id] = entry
    return {"torch": torch_version, "cells": cells}


def as_json(recording: dict[str, object]) -> str:
    """A recording as it stands in its file: readable in a diff."""
    return json.dumps(recording, indent=1, ensure_ascii=False) + "\n"
