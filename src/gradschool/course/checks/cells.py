"""Cells and quick checks refer to cells that are there.

| code  | what                                                                    |
| ----- | ----------------------------------------------------------------------- |
| CF401 | `:after:` names a cell that does not exist or does not come before      |
| CF402 | `:cell:` of a predict check names a cell that does not exist            |
| CF403 | `:raises:` names something that is not an exception of Python           |
"""

import builtins
from collections.abc import Iterator

from gradschool.course.blocks import explicit_after
from gradschool.course.checks.reading import lessons
from gradschool.course.findings import Finding, did_you_mean
from gradschool.course.folder import CourseFolder
from gradschool.course.lesson import CodeCell, QuickCheck
from gradschool.course.parse import ParsedLesson


def cells(course: CourseFolder) -> Iterator[Finding]:
    """Follows every reference from a cell or a quick check to a cell."""
    for lesson in lessons(course):
        for code, line, message in _wrong(lesson):
            yield Finding(code, "error", lesson.file, line, 0, message)


def _wrong(lesson: ParsedLesson) -> Iterator[tuple[str, int, str]]:
    blocks = [
        (block, line)
        for section in lesson.sections
        for block, line in zip(section.blocks, section.block_lines, strict=True)
    ]
    known = [block.id for block, _ in blocks if isinstance(block, CodeCell)]
    for block, line in blocks:
        if isinstance(block, CodeCell):
            earlier = known[: known.index(block.id)]
            for name in block.after if explicit_after(block) else ():
                if name not in earlier:
                    hint = did_you_mean(name, earlier)
                    message = f'no cell "{name}" comes before "{block.id}"{hint}'
                    yield "CF401", line, message
            if block.raises and not _is_exception(block.raises):
                hint = did_you_mean(block.raises, _EXCEPTIONS)
                message = f'"{block.raises}" is not an exception of Python{hint}'
                yield "CF403", line, message
        elif isinstance(block, QuickCheck) and block.cell not in {None, *known}:
            hint = did_you_mean(block.cell or "", known)
            yield "CF402", line, f'the lesson has no cell "{block.cell}"{hint}'


_EXCEPTIONS = tuple(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)


def _is_exception(name: str) -> bool:
    # A dotted name is a library's own; only running the cell can tell.
    return "." in name or name in _EXCEPTIONS
