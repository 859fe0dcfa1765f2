"""The lessons are as long as they say, and written as our style asks."""

import re
from html import unescape
from pathlib import Path

import pytest
from tests.courses import transcript
from tests.courses.transcript import LessonFile

from gradschool.course.lesson import CodeCell, Faq, Margin, Prose, QuickCheck, Recap

FILES = transcript.lesson_files()
FRENCH = [file for file in FILES if file.language == "fr"]

every = pytest.mark.parametrize("file", FILES, ids=str)
french = pytest.mark.parametrize("file", FRENCH, ids=str)

# Technical prose that is read to be understood. The questions at the end are folded
# and read by need; feedback is read by one option at a time: neither is counted.
WORDS_PER_MINUTE = 220
SECONDS_PER_LINE_OF_CODE = 1.5
# Predicting, pressing Run, looking at the output; thinking about an answer.
SECONDS_PER_CELL = 10
SECONDS_PER_CHECK = 15


def source_of(file: LessonFile) -> str:
    folder = next(
        one for one in transcript.course_folders() if one.manifest.id == file.course
    )
    path = folder.file(file.lesson, file.language)
    assert isinstance(path, Path)
    return path.read_text(encoding="utf-8")


def plain(html: str) -> str:
    """The words of some HTML; a formula counts as one, code is left out."""
    html = re.sub(r"<math.*?</math>", " x ", html, flags=re.DOTALL)
    html = re.sub(r"<(code|pre)\b.*?</\1>", " x ", html, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", html))


def words(html: str) -> int:
    html = re.sub(r"<math.*?</math>", " x ", html, flags=re.DOTALL)
    return len(re.findall(r"\w[\w.’'()-]*", unescape(re.sub(r"<[^>]+>", " ", html))))


def texts(file: LessonFile, *kinds: type) -> list[str]:
    """The HTML that a reader meets, of the kinds of blocks asked for."""
    out: list[str] = []
    for section in transcript.read(file).sections:
        for block in section.blocks:
            if not isinstance(block, kinds):
                continue
            match block:
                case Prose() | Margin():
                    out.append(block.html)
                case QuickCheck():
                    out.append(block.question_html)
                    out += [option.html for option in block.options]
                    out += [option.feedback_html for option in block.options]
                    out += [block.right_html, block.wrong_html]
                case Recap():
                    out += block.items_html
                case Faq():
                    for entry in block.entries:
                        out += [entry.question_html, entry.answer_html]
                case _:
                    pass
    return out


ALL = (Prose, Margin, QuickCheck, Recap, Faq)


@every
def test_the_minutes_are_honest(file: LessonFile) -> None:
    lesson = transcript.read(file)
    read = words(" ".join(texts(file, Prose, Margin, Recap)))
    asked = sum(
        words(check.question_html) + sum(words(one.html) for one in check.options)
        for check in lesson.quick_checks
    )
    lines = sum(cell.code.count("\n") + 1 for cell in lesson.cells)
    seconds = (
        SECONDS_PER_LINE_OF_CODE * lines
        + SECONDS_PER_CELL * len(lesson.cells)
        + SECONDS_PER_CHECK * len(lesson.quick_checks)
    )
    estimate = (read + asked) / WORDS_PER_MINUTE + seconds / 60
    assert 5 <= lesson.minutes <= 10
    assert abs(estimate - lesson.minutes) <= 1, f"about {estimate:.1f} minutes"


@every
def test_the_prose_is_700_to_1300_words(file: LessonFile) -> None:
    assert 700 <= words(" ".join(texts(file, Prose, Margin))) <= 1300


@every
def test_a_lesson_has_its_parts(file: LessonFile) -> None:
    lesson = transcript.read(file)
    ids = [section.id for section in lesson.sections]
    assert ids[-2:] == ["recap", "faq"]
    assert 6 <= len(ids) - 2 <= 10
    assert 3 <= len(lesson.quick_checks) <= 5
    assert len({check.kind for check in lesson.quick_checks}) >= 3
    recap = lesson.sections[-2].blocks[-1]
    faq = lesson.sections[-1].blocks[-1]
    assert isinstance(recap, Recap)
    assert isinstance(faq, Faq)
    assert len(recap.items_html) <= 5
    assert 4 <= len(faq.entries) <= 6


@every
def test_most_sections_have_a_cell(file: LessonFile) -> None:
    sections = transcript.read(file).sections[:-2]
    with_cell = [
        section
        for section in sections
        if any(isinstance(block, CodeCell) for block in section.blocks)
    ]
    assert len(with_cell) > len(sections) / 2


@every
def test_torch_is_imported_once_and_first(file: LessonFile) -> None:
    cells = transcript.read(file).cells
    assert cells[0].code.startswith("import torch\n")
    for cell in cells:
        imported = re.findall(r"^(?:import|from) (\w+)", cell.code, re.MULTILINE)
        assert set(imported) <= {"torch", "time"}, cell.id


@every
def test_each_option_says_why(file: LessonFile) -> None:
    for check in transcript.read(file).quick_checks:
        if check.kind in {"single", "multiple"}:
            for option in check.options:
                assert words(option.feedback_html) >= 5, (check.id, option.text)
        else:
            assert words(check.right_html) >= 5, check.id
            assert words(check.wrong_html) >= 5, check.id


@every
def test_code_fits_the_page(file: LessonFile) -> None:
    for cell in transcript.read(file).cells:
        for line in cell.code.split("\n"):
            assert len(line) <= 80, (cell.id, line)


UNWANTED = {
    "en": r"\b(?:simply|just|obviously|of course|easy|easily|trivial|oops|magic)\b",
    "fr": r"\b(?:simplement|évidemment|bien sûr|trivial|facilement|facile|magie)\b",
}


@every
def test_the_words_are_calm(file: LessonFile) -> None:
    text = "\n".join(plain(html) for html in texts(file, *ALL))
    assert "!" not in text
    assert re.findall(r"[\"'].*", text) == [], "write curly quotes in prose"
    assert re.findall(UNWANTED[file.language], text, re.IGNORECASE) == []


@every
def test_prose_has_one_sentence_a_line(file: LessonFile) -> None:
    prose = re.sub(r"```+.*?\n```+", "", source_of(file), flags=re.DOTALL)
    for line in prose.split("\n---\n", 1)[1].split("\n"):
        if line.startswith(("|", "#", "%", "(", "1.", "2.", "3.", "4.", "5.")):
            continue
        bare = re.sub(r"`[^`]*`|\$[^$]*\$|\]\([^)]*\)", "x", line)
        assert not re.search(r"[.?]\s+[A-ZÀ-Ý«]", bare), line


@french
def test_french_has_its_no_break_spaces(file: LessonFile) -> None:
    for html in texts(file, *ALL):
        text = plain(html)
        assert not re.search(r"[^\u202f][;?]", text), text
        assert not re.search(r"[^\u00a0]:(?=\s|$)", text), text
        assert not re.search(r"«[^\u00a0]|[^\u00a0]»", text), text


@every
def test_code_has_plain_spaces(file: LessonFile) -> None:
    for cell in transcript.read(file).cells:
        assert not re.search("[\u00a0\u202f]", cell.code), cell.id
