from pathlib import Path

import pytest

from gradschool.course import CourseError, Library, MissingCourseError
from gradschool.course.errors import UnknownCourseError

FIXTURES = Path(__file__).parent.parent / "fixtures"


def test_several_courses_are_served_in_the_order_given():
    library = Library([FIXTURES / "partial", FIXTURES / "broken-lesson"])
    ids = [one.manifest.id for one in library.folders]
    assert ids == ["partial", "broken-lesson"]
    assert library.course("partial", "fr").title == "Un cours traduit en partie"
    assert library.lesson("broken-lesson", "good", "en").number == 1


def test_an_unknown_course_is_an_error_of_its_own():
    with pytest.raises(UnknownCourseError, match='the id "nothing"'):
        Library([FIXTURES / "partial"]).course("nothing", "en")


def test_two_courses_with_one_id_are_refused(course):
    one = course()
    other = one.parent / "other"
    other.mkdir()
    (other / "course.toml").write_text((one / "course.toml").read_text("utf-8"))
    with pytest.raises(CourseError, match='two courses have the id "course"'):
        Library([one, other])


def test_a_mistake_in_one_course_leaves_the_others_alone(course, tmp_path):
    broken = course()
    library = Library([broken, FIXTURES / "partial"])
    (broken / "course.toml").write_text("id = ")
    assert library.course("partial", "en").lessons
    with pytest.raises(CourseError, match="CF101"):
        library.course("course", "en")


def test_a_missing_folder_shows_at_the_start(tmp_path):
    with pytest.raises(MissingCourseError, match="no such folder"):
        Library([tmp_path / "nothing"])


def test_a_broken_manifest_shows_at_the_start():
    with pytest.raises(CourseError, match=r"broken-manifest.course\.toml:4: CF102"):
        Library([FIXTURES / "broken-manifest"])
