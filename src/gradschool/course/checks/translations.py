"""What is translated, what is out of date, and whether both languages ask the same.

| code  | what                                                                        |
| ----- | --------------------------------------------------------------------------- |
| CF201 | a lesson has no file in a language                                          |
| CF202 | a section is missing in the translation                                     |
| CF203 | a section's source has changed since it was translated                      |
| CF204 | a translated section does not say which source it was made from             |
| CF205 | a translation has a section that the source does not have                   |
| CF206 | a translated section has other cells or quick checks than its source        |
| CF207 | the code of a cell differs in more than comments and strings                |
| CF208 | a quick check has another kind, answer or number of options than its source |

A stale section is not compared with its source: that they differ is known already.
"""

import ast
from collections.abc import Iterator

from gradschool.course.assembly import section_state
from gradschool.course.checks.reading import (
    other_languages,
    shown_as,
    sources,
    translations,
)
from gradschool.course.findings import Finding
from gradschool.course.folder import CourseFolder
from gradschool.course.lesson import CodeCell, QuickCheck
from gradschool.course.parse import ParsedLesson, ParsedSection


def translated(course: CourseFolder) -> Iterator[Finding]:
    """Compares every lesson with its translations."""
    for source in sources(course):
        for language in other_languages(course):
            if course.file(source.id, language) is None:
                file = shown_as(course, language, source.file.name)
                message = "the lesson is not translated: readers see the source"
                yield Finding("CF201", "warning", file, 0, 0, message)
    for source, translation in translations(course):
        yield from _missing(source, translation)
        for section in translation.sections:
            original = source.section(section.id)
            if original is None:
                message = f'the source has no section "{section.id}": it is not shown'
                yield Finding(
                    "CF205", "error", translation.file, section.line, 0, message
                )
            else:
                yield from _section(translation, original, section)


def _missing(source: ParsedLesson, translation: ParsedLesson) -> Iterator[Finding]:
    for original in source.sections:
        if translation.section(original.id) is None:
            message = (
                f'the section "{original.id}" ({source.file.name}, line '
                f"{original.line}) is not translated"
            )
            yield Finding("CF202", "warning", translation.file, 0, 0, message)


def _section(
    translation: ParsedLesson, original: ParsedSection, section: ParsedSection
) -> Iterator[Finding]:
    line = section.line
    if section.stamp is None:
        message = (
            f'the section "{section.id}" does not say what it was translated from: put '
            f'a line "% source: {original.hash}" under its heading'
        )
        yield Finding("CF204", "warning", translation.file, line, 0, message)
    elif section_state(original, section) == "stale":
        message = (
            f'the source of "{section.id}" has changed since (now {original.hash}, '
            f"translated from {section.stamp})"
        )
        yield Finding("CF203", "warning", translation.file, line, 0, message)
    else:
        for code, place, message in _differences(original, section):
            yield Finding(code, "error", translation.file, place, 0, message)


def _differences(
    original: ParsedSection, section: ParsedSection
) -> Iterator[tuple[str, int, str]]:
    """(code, line, message) for everything that differs and must not."""
    ours, theirs = _doable(section), _doable(original)
    if list(ours) != list(theirs):
        expected = ", ".join(theirs) or "none"
        message = (
            f'"{section.id}" has other cells or quick checks than its source: '
            f"expected {expected}, got {', '.join(ours) or 'none'}"
        )
        yield "CF206", section.line, message
    for name, (block, line) in ours.items():
        other, _ = theirs.get(name, (None, 0))
        if isinstance(block, CodeCell) and isinstance(other, CodeCell):
            if not same_code(block.code, other.code):
                message = (
                    f'the code of "{name}" differs from its source in more than '
                    "comments and strings"
                )
                yield "CF207", line, message
        elif isinstance(block, QuickCheck) and isinstance(other, QuickCheck):
            if _key(block) != _key(other):
                message = f'"{name}" asks something else than its source'
                yield "CF208", line, message
        elif other is not None:
            message = f'"{name}" is a {block.block_type}, in the source it is not'
            yield "CF206", line, message


def _doable(
    section: ParsedSection,
) -> dict[str, tuple[CodeCell | QuickCheck, int]]:
    return {
        block.id: (block, line)
        for block, line in zip(section.blocks, section.block_lines, strict=True)
        if isinstance(block, CodeCell | QuickCheck)
    }


def _key(check: QuickCheck) -> tuple[object, ...]:
    """What a quick check asks, apart from its words."""
    rights = tuple(option.right for option in check.options)
    answer = check.answer
    if check.kind == "predict" and answer is not None:
        try:
            float(answer)
        except ValueError:
            answer = "text"  # a printed text may be in the reader's language
    return check.kind, rights, answer, check.tolerance, check.cell


def same_code(one: str, other: str) -> bool:
    """Whether two programs differ in comments, strings and layout at most."""
    try:
        return _skeleton(one) == _skeleton(other)
    except SyntaxError:
        # A cell that shows a syntax error: nothing to compare by.
        return one.split() == other.split()


def _skeleton(code: str) -> str:
    return ast.dump(_WithoutWords().visit(ast.parse(code)))


class _WithoutWords(ast.NodeTransformer):
    """Empties every string of a program; bytes and format specs are no words."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        if isinstance(node.value, str):
            node.value = ""
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        # The text between the fields may be longer, shorter or absent.
        node.values = [
            self.visit(one)
            for one in node.values
            if isinstance(one, ast.FormattedValue)
        ]
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.FormattedValue:
        node.value = self.visit(node.value)
        # `:.2f` is a joined string as well, and stays as it is.
        return node
