"""Exceptions of the course package.

    CourseError
      ├ BrokenCourseError        the text of a course is wrong; carries the findings
      │   ├ BrokenManifestError  course.toml
      │   └ BrokenLessonError    a lesson file
      ├ MissingCourseError       there is no course folder at this path
      ├ UnknownCourseError       no course with this id is being served
      └ UnknownLessonError       the course has no lesson with this id

Whoever serves a course catches `CourseError`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gradschool.course.findings import Finding


class CourseError(Exception):
    """Anything that keeps a course from being read."""


class BrokenCourseError(CourseError):
    """The text of a course has at least one error; `findings` says which and where."""

    def __init__(self, findings: "Sequence[Finding]") -> None:
        self.findings = tuple(findings)
        first = str(self.findings[0])
        more = len(self.findings) - 1
        super().__init__(f"{first} (and {more} more)" if more else first)


class BrokenManifestError(BrokenCourseError):
    """A course.toml that is missing a key, or is not TOML."""


class BrokenLessonError(BrokenCourseError):
    """A lesson file with a mistake in it."""


class MissingCourseError(CourseError):
    """The path is not a folder that holds a course.toml."""

    def __init__(self, folder: Path, reason: str) -> None:
        self.folder = folder
        super().__init__(f"{folder}: {reason}")


class UnknownCourseError(CourseError):
    """No course with this id is being served."""

    def __init__(self, course_id: str) -> None:
        self.course_id = course_id
        super().__init__(f'there is no course with the id "{course_id}"')


class UnknownLessonError(CourseError):
    """The course has no lesson with this id.

    `moved_to` is the new id when course.toml says that the lesson moved.
    """

    def __init__(self, course_id: str, lesson_id: str, moved_to: str | None) -> None:
        self.course_id = course_id
        self.lesson_id = lesson_id
        self.moved_to = moved_to
        super().__init__(
            f'course "{course_id}" has no lesson with the id "{lesson_id}"'
        )
