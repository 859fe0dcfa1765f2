"""How the checks read a course: every file that can be read, once."""

from collections.abc import Iterator
from pathlib import Path

from gradschool.course.errors import BrokenCourseError
from gradschool.course.folder import CourseFolder
from gradschool.course.parse import ParsedLesson


def sources(course: CourseFolder) -> Iterator[ParsedLesson]:
    """The lessons of the course in the source language, in order."""
    for lesson_id in course.manifest.lesson_ids:
        try:
            yield course.source(lesson_id)
        except BrokenCourseError:
            continue


def translations(course: CourseFolder) -> Iterator[tuple[ParsedLesson, ParsedLesson]]:
    """Each lesson with each of its translations: (source, translation)."""
    for source in sources(course):
        for language in other_languages(course):
            try:
                translation = course.translation(source.id, language)
            except BrokenCourseError:
                continue
            if translation is not None:
                yield source, translation


def lessons(course: CourseFolder) -> Iterator[ParsedLesson]:
    """All lesson files of the course, translations included."""
    yield from sources(course)
    for _, translation in translations(course):
        yield translation


def other_languages(course: CourseFolder) -> tuple[str, ...]:
    """The languages that the course is translated into."""
    manifest = course.manifest
    return tuple(one for one in manifest.languages if one != manifest.source_language)


def shown_as(course: CourseFolder, *parts: str) -> Path:
    """A path inside the course as findings name it: from the folder's own name on."""
    return Path(course.folder.name, *parts)
