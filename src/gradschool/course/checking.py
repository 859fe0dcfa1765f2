"""Checks a whole course: every file, every language, every reference.

    findings = check(Path("my-course"))
    for finding in findings:
        print(finding)          # my-course/fr/01-intro.md:12: CF203 the source of ...

Nothing is run here: code cells are read, not executed.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from gradschool.course.checks.cells import cells
from gradschool.course.checks.links import links
from gradschool.course.checks.reading import lessons
from gradschool.course.checks.reading_time import reading_time
from gradschool.course.checks.structure import structure
from gradschool.course.checks.translations import translated
from gradschool.course.errors import BrokenManifestError
from gradschool.course.findings import Finding
from gradschool.course.folder import CourseFolder

CHECKS: tuple[Callable[[CourseFolder], Iterator[Finding]], ...] = (
    structure,
    translated,
    links,
    cells,
    reading_time,
)


def check(folder: Path) -> tuple[Finding, ...]:
    """Everything that is wrong with the course in `folder`, sorted by place.

    Raises:
        MissingCourseError: there is no course in it.
    """
    course = CourseFolder(folder.resolve())
    try:
        course.manifest  # noqa: B018 - read for its mistakes
    except BrokenManifestError as error:
        return error.findings
    found = [one for lesson in lessons(course) for one in lesson.findings]
    for one_check in CHECKS:
        found.extend(one_check(course))
    unique = dict.fromkeys(found)
    return tuple(sorted(unique, key=lambda one: (str(one.file), one.line, one.code)))
