import os
from pathlib import Path

import pytest

from gradschool.course.errors import (
    BrokenCourseError,
    BrokenLessonError,
    UnknownLessonError,
)
from gradschool.course.folder import CourseFolder
from gradschool.course.shipped import shipped_courses

FIXTURES = Path(__file__).parent.parent / "fixtures"
LESSON = "---\nid: {}\ntitle: {}\nminutes: 3\nlede: L\n---\n\n(s)=\n## S\n\n{}\n"
TWO = 'lessons = ["one", "two"]'


@pytest.fixture(scope="module")
def partial():
    return CourseFolder(FIXTURES / "partial")


def test_a_course_lists_its_lessons_with_titles_and_minutes(partial):
    course = partial.course("en")
    assert [unit.title for unit in course.units] == ["First unit", "Second unit"]
    assert [(one.number, one.id, one.minutes) for one in course.lessons] == [
        (1, "every-block", 2),
        (2, "whole", 1),
        (3, "source-only", 1),
    ]
    assert course.minutes == 4


def test_a_course_in_another_language_falls_back_title_by_title(partial):
    course = partial.course("fr")
    assert (course.title_language, course.title) == ("fr", "Un cours traduit en partie")
    assert [unit.title for unit in course.units] == ["Première partie", "Second unit"]
    assert [one.language for one in course.lessons] == ["fr", "fr", "en"]


def test_a_course_in_a_language_it_does_not_have_is_the_source(partial):
    course = partial.course("de")
    assert (course.language, course.title_language) == ("de", "en")
    lesson = partial.lesson("whole", "de")
    assert {one.state for one in lesson.sections} == {"missing"}


def test_a_lesson_in_its_source_language_needs_no_notice(partial):
    lesson = partial.lesson("every-block", "en")
    assert {one.state for one in lesson.sections} == {"source"}
    assert (lesson.untranslated, lesson.stale) == ((), ())


def test_a_partial_translation_says_what_each_section_is(partial):
    lesson = partial.lesson("every-block", "fr")
    assert [(one.id, one.state, one.language) for one in lesson.sections] == [
        ("prose", "translated", "fr"),
        ("cells", "stale", "fr"),
        ("checks", "translated", "fr"),
        ("untouched", "missing", "en"),
        ("recap", "translated", "fr"),
        ("faq", "missing", "en"),
    ]
    assert [one.id for one in lesson.untranslated] == ["untouched", "faq"]
    assert [one.id for one in lesson.stale] == ["cells"]
    assert lesson.title == "Chaque bloc de gradschool"


def test_a_lesson_without_a_translation_is_the_source_under_its_own_language(partial):
    lesson = partial.lesson("source-only", "fr")
    assert (lesson.language, lesson.title_language) == ("fr", "en")
    assert [one.id for one in lesson.untranslated] == ["here"]


def test_cells_are_numbered_through_the_page_whatever_the_language(partial):
    lesson = partial.lesson("every-block", "fr")
    assert [(one.number, one.id) for one in lesson.cells] == [
        (1, "first"),
        (2, "fails"),
        (3, "alone"),
        (4, "untouched-cell"),
    ]
    assert [one.number for one in lesson.quick_checks] == [1]


def test_a_cell_comes_after_all_earlier_ones_unless_it_says_otherwise(partial):
    cells = {one.id: one.after for one in partial.lesson("every-block", "fr").cells}
    assert cells == {
        "first": (),
        "fails": ("first",),
        "alone": (),
        "untouched-cell": ("first", "fails", "alone"),
    }


def test_neighbours_run_across_units(partial):
    lesson = partial.lesson("whole", "fr")
    assert lesson.number == 2
    assert (lesson.previous.id, lesson.next.id) == ("every-block", "source-only")
    assert partial.lesson("every-block", "en").previous is None
    assert partial.lesson("source-only", "en").next is None
    assert lesson.unit.id == "first"


def test_an_unknown_lesson_is_an_error_of_its_own(partial):
    with pytest.raises(UnknownLessonError) as caught:
        partial.lesson("nothing", "en")
    assert caught.value.moved_to is None


def test_a_moved_lesson_says_where_it_went(partial):
    with pytest.raises(UnknownLessonError) as caught:
        partial.lesson("old-name", "en")
    assert caught.value.moved_to == "whole"


@pytest.mark.parametrize("name", ["../../etc/passwd", "*", "", "a/b", "\0", "every*"])
def test_a_name_that_is_a_path_or_a_pattern_is_an_unknown_lesson(partial, name):
    with pytest.raises(UnknownLessonError):
        partial.lesson(name, "en")


def test_a_mistake_breaks_its_own_lesson_only():
    broken = CourseFolder(FIXTURES / "broken-lesson")
    assert [one.id for one in broken.course("en").lessons] == ["good", "bad"]
    assert broken.lesson("good", "en").title == "A lesson without a mistake"
    with pytest.raises(BrokenLessonError) as caught:
        broken.lesson("bad", "en")
    assert [(one.code, one.line) for one in caught.value.findings] == [
        ("CF108", 11),
        ("CF107", 17),
        ("CF113", 19),
    ]
    assert str(caught.value.findings[0].file) == str(Path("broken-lesson/en/02-bad.md"))


def test_a_mistake_in_a_translation_leaves_the_source_alone(course):
    bad = LESSON.format("one", "T", "```{nothing}\n```")
    folder = CourseFolder(course({"fr/01-one.md": bad}))
    assert folder.lesson("one", "en").sections
    with pytest.raises(BrokenLessonError, match="CF108"):
        folder.lesson("one", "fr")


def test_a_planned_lesson_without_a_file_is_named(course):
    manifest = (FIXTURES / "broken-lesson/course.toml").read_text("utf-8")
    folder = CourseFolder(course({"en/01-good.md": None}, manifest))
    with pytest.raises(BrokenCourseError, match=r'"good" has no file en/NN-good\.md'):
        folder.course("en")


# Edits show without a restart.


def rewrite(file, text):
    """Writes `text` and moves the file's time on, as a later edit would."""
    before = file.stat().st_mtime_ns
    file.write_text(text, encoding="utf-8")
    os.utime(file, ns=(before + 1_000_000, before + 1_000_000))


def test_an_edited_lesson_is_read_again(course):
    folder = CourseFolder(course())
    assert folder.lesson("one", "en").title == "A title"
    rewrite(folder.folder / "en/01-one.md", LESSON.format("one", "New", "Text."))
    assert folder.lesson("one", "en").title == "New"


def test_a_mistake_shows_and_goes_away_again_with_its_repair(course):
    folder = CourseFolder(course())
    file = folder.folder / "en/01-one.md"
    rewrite(file, LESSON.format("one", "T", "```{nothing}\n```"))
    with pytest.raises(BrokenLessonError):
        folder.lesson("one", "en")
    rewrite(file, LESSON.format("one", "T", "Text."))
    assert folder.lesson("one", "en").title == "T"


def test_an_edited_manifest_is_read_again(course):
    folder = CourseFolder(course({"en/02-two.md": LESSON.format("two", "Two", "x")}))
    assert len(folder.course("en").lessons) == 1
    file = folder.folder / "course.toml"
    rewrite(file, file.read_text("utf-8").replace('lessons = ["one"]', TWO))
    assert [one.title for one in folder.course("en").lessons] == ["A title", "Two"]


def test_a_new_translation_appears(course):
    folder = CourseFolder(course())
    assert folder.lesson("one", "fr").title_language == "en"
    (folder.folder / "fr").mkdir()
    file = folder.folder / "fr/01-one.md"
    file.write_text(LESSON.format("one", "Titre", "Texte."), encoding="utf-8")
    assert folder.lesson("one", "fr").title == "Titre"


def test_a_lesson_that_stands_still_is_not_parsed_again(course):
    folder = CourseFolder(course())
    assert folder.source("one") is folder.source("one")


def test_a_renumbered_file_is_the_same_lesson(course):
    folder = CourseFolder(course())
    (folder.folder / "en/01-one.md").rename(folder.folder / "en/07-one.md")
    assert folder.lesson("one", "en").title == "A title"


def test_a_deleted_course_is_an_error_and_no_crash(course):
    folder = CourseFolder(course())
    assert folder.course("en").lessons
    (folder.folder / "course.toml").unlink()
    with pytest.raises(Exception, match=r"holds no course\.toml"):
        folder.course("en")


def test_the_shipped_courses_can_be_read():
    folders = shipped_courses()
    assert [folder.name for folder in folders] == ["deep-learning"]
    for folder in folders:
        course = CourseFolder(folder)
        for language in course.manifest.languages:
            for entry in course.course(language).lessons:
                assert course.lesson(entry.id, language).sections
