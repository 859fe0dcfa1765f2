"""All courses that an academy serves, by id."""

from typing import TYPE_CHECKING

from gradschool.course.errors import CourseError, UnknownCourseError
from gradschool.course.folder import CourseFolder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gradschool.course.lesson import Course, Lesson


class Library:
    """The courses in the order given.

    Args:
        folders: course folders; read at once, so that a mistake shows at the start.

    Raises:
        CourseError: a folder holds no readable course, or two have the same id.
    """

    def __init__(self, folders: "Iterable[Path]") -> None:
        self._folders = [CourseFolder(folder.resolve()) for folder in folders]
        seen: dict[str, CourseFolder] = {}
        for one in self._folders:
            course_id = one.manifest.id
            if course_id in seen:
                raise CourseError(
                    f'two courses have the id "{course_id}": '
                    f"{seen[course_id].folder} and {one.folder}"
                )
            seen[course_id] = one

    @property
    def folders(self) -> tuple[CourseFolder, ...]:
        """The folders behind the courses."""
        return tuple(self._folders)

    def folder(self, course_id: str) -> CourseFolder:
        """The course with this id.

        Raises:
            UnknownCourseError: there is none.
            CourseError: there is none among those that can be read, and the one meant
                may be the one that cannot.
        """
        broken: CourseError | None = None
        for one in self._folders:
            try:
                if one.manifest.id == course_id:
                    return one
            except CourseError as error:
                broken = error
        raise broken or UnknownCourseError(course_id)

    def course(self, course_id: str, language: str) -> "Course":
        """A course as shown in `language`."""
        return self.folder(course_id).course(language)

    def lesson(self, course_id: str, lesson_id: str, language: str) -> "Lesson":
        """A lesson as shown in `language`."""
        return self.folder(course_id).lesson(lesson_id, language)
