"""The languages of a course say the same: sections, blocks, code, answers."""

import ast
import re

import pytest
from tests.courses import transcript
from tests.courses.transcript import LessonFile

from gradschool.course.lesson import CodeCell, Faq, Lesson, QuickCheck, Recap

TRANSLATIONS = [
    pytest.param(
        file, LessonFile(file.course, file.lesson, folder.manifest.source_language)
    )
    for folder in transcript.course_folders()
    for file in transcript.lesson_files()
    if file.course == folder.manifest.id
    and file.language != folder.manifest.source_language
]

both = pytest.mark.parametrize(("translation", "source"), TRANSLATIONS, ids=str)


def shape(lesson: Lesson) -> list[object]:
    """Sections and blocks by type and id, without their words."""
    out: list[object] = []
    for section in lesson.sections:
        out.append(section.id)
        for block in section.blocks:
            match block:
                case CodeCell():
                    settings = (block.after, block.raises, block.output_varies)
                    out.append(("cell", block.id, settings, block.time_limit_s))
                case QuickCheck():
                    right = tuple(option.right for option in block.options)
                    answer = (block.answer, block.tolerance, block.cell)
                    out.append(("check", block.id, block.kind, right, answer))
                case Recap():
                    out.append(("recap", len(block.items_html)))
                case Faq():
                    out.append(("faq", len(block.entries)))
                case _:
                    out.append(block.block_type)
    return out


def without_words(code: str) -> str:
    """The code with every string emptied; comments are gone by parsing."""

    class Emptied(ast.NodeTransformer):
        def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
            self.generic_visit(node)
            # Where the words around the numbers end is a matter of the language.
            node.values = [v for v in node.values if isinstance(v, ast.FormattedValue)]
            return node

        def visit_Constant(self, node: ast.Constant) -> ast.Constant:
            return ast.Constant("") if isinstance(node.value, str) else node

    return ast.dump(Emptied().visit(ast.parse(code)))


def marked_numbers(html: str) -> list[tuple[str, str]]:
    """The numbers marked as value or gradient, in the order of the text."""
    return re.findall(r'<span class="([vg])">(.*?)</span>', html)


@both
def test_every_section_is_translated_and_up_to_date(
    translation: LessonFile, source: LessonFile
) -> None:
    states = {
        section.id: section.state for section in transcript.read(translation).sections
    }
    assert states == dict.fromkeys(states, "translated")
    assert list(states) == [section.id for section in transcript.read(source).sections]


@both
def test_the_blocks_are_the_same(translation: LessonFile, source: LessonFile) -> None:
    assert shape(transcript.read(translation)) == shape(transcript.read(source))


@both
def test_the_code_differs_in_words_only(
    translation: LessonFile, source: LessonFile
) -> None:
    pairs = zip(
        transcript.read(translation).cells, transcript.read(source).cells, strict=True
    )
    for ours, theirs in pairs:
        assert without_words(ours.code) == without_words(theirs.code), ours.id


@both
def test_the_marked_numbers_are_the_same(
    translation: LessonFile, source: LessonFile
) -> None:
    pairs = zip(
        transcript.read(translation).sections,
        transcript.read(source).sections,
        strict=True,
    )
    for ours, theirs in pairs:
        assert marked_numbers(repr(ours)) == marked_numbers(repr(theirs)), ours.id


@both
def test_the_front_matter_gives_the_same_minutes(
    translation: LessonFile, source: LessonFile
) -> None:
    minutes = re.compile(r"^minutes: (\d+)$", re.MULTILINE)
    found = []
    for file in (translation, source):
        folder = next(
            one for one in transcript.course_folders() if one.manifest.id == file.course
        )
        path = folder.file(file.lesson, file.language)
        assert path is not None
        found.append(minutes.findall(path.read_text(encoding="utf-8")))
    assert found[0] == found[1]
    assert len(found[0]) == 1
