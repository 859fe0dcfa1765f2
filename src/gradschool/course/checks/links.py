"""Links and pictures lead somewhere.

| code  | what                                                             |
| ----- | ---------------------------------------------------------------- |
| CF301 | a link that is no address at all (found by the parser)           |
| CF302 | a link to a section that the lesson does not have                |
| CF303 | a picture that is not in the course folder, or is no picture     |
| CF304 | a link to a lesson that the course does not have                 |
"""

from collections.abc import Iterator

from gradschool.course.checks.reading import lessons, sources
from gradschool.course.findings import Finding, did_you_mean
from gradschool.course.folder import CourseFolder
from gradschool.course.markdown import Link
from gradschool.course.parse import ParsedLesson

PICTURES = frozenset({".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"})


def links(course: CourseFolder) -> Iterator[Finding]:
    """Follows every link inside the course; other addresses are not visited."""
    sections = {
        lesson.id: [section.id for section in lesson.sections]
        for lesson in sources(course)
    }
    for lesson in lessons(course):
        for link in lesson.links:
            wrong = _wrong(course, lesson, link, sections)
            if wrong is not None:
                code, message = wrong
                yield Finding(code, "error", lesson.file, link.line, 0, message)


def _wrong(
    course: CourseFolder,
    lesson: ParsedLesson,
    link: Link,
    sections: dict[str, list[str]],
) -> tuple[str, str] | None:
    """The code and the message for a link that leads nowhere."""
    match link.kind:
        case "section":
            return _no_section(lesson.id, link.target, sections)
        case "lesson":
            target, _, section = link.target.partition("#")
            if target not in course.manifest.lesson_ids:
                known = course.manifest.lesson_ids
                hint = did_you_mean(target, known)
                return "CF304", f'the course has no lesson "{target}"{hint}'
            return _no_section(target, section, sections) if section else None
        case "picture":
            file = course.folder / link.target
            if not file.is_file():
                return "CF303", f'there is no picture "{link.target}" in the course'
            if file.suffix.lower() not in PICTURES:
                kinds = ", ".join(sorted(PICTURES))
                return "CF303", f'"{link.target}" is not a picture ({kinds})'
            return None
        case "outside":
            return None


def _no_section(
    lesson_id: str, section: str, sections: dict[str, list[str]]
) -> tuple[str, str] | None:
    known = sections.get(lesson_id, [])
    if section in known:
        return None
    hint = did_you_mean(section, known)
    return "CF302", f'the lesson "{lesson_id}" has no section "{section}"{hint}'
