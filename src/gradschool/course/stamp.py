"""`python -m gradschool.course.stamp FOLDER`: which translations are up to date.

Without more it lists the state of every section in every language. With
`--write fr/01-lesson.md ...` it records in these files that every section has been
checked against the present source: it writes the `% source:` lines.
"""

import re
import sys
from pathlib import Path

from gradschool.course.errors import CourseError
from gradschool.course.folder import CourseFolder
from gradschool.course.markdown import LESSON_FILE

_TARGET = re.compile(r"\((?P<id>[^)]+)\)=\s*$")
_STAMP = re.compile(r"%\s*source:\s*\S*\s*$")


def stamped(text: str, hashes: dict[str, str]) -> str:
    """The text of a translation with the `% source:` line of each section renewed.

    Args:
        text: the lesson file.
        hashes: section id to the hash of the source section at present; sections that
            are not in here keep the line they have.
    """
    out: list[str] = []
    pending = ""
    skip_old = False
    for line in text.split("\n"):
        if skip_old and _STAMP.match(line):
            continue
        skip_old = False
        target = _TARGET.match(line)
        out.append(line)
        if target:
            pending = hashes.get(target["id"], "")
        elif pending and line.startswith("## "):
            out.append(f"% source: {pending}")
            pending = ""
            skip_old = True
    return "\n".join(out)


def write(course: CourseFolder, file: Path) -> None:
    """Renews the `% source:` lines of one translated lesson file."""
    match = LESSON_FILE.fullmatch(file.name)
    if match is None:
        raise CourseError(f"{file}: expected a lesson file such as 01-lesson-id.md")
    source = course.source(match["id"])
    hashes = {section.id: section.hash for section in source.sections}
    text = file.read_text(encoding="utf-8")
    renewed = stamped(text, hashes)
    if renewed != text:
        file.write_text(renewed, encoding="utf-8")


def report(course: CourseFolder) -> list[str]:
    """One line per section and language: the state, and where."""
    manifest = course.manifest
    lines: list[str] = []
    for language in manifest.languages:
        if language == manifest.source_language:
            continue
        for lesson_id in manifest.lesson_ids:
            lesson = course.lesson(lesson_id, language)
            lines += [
                f"{section.state:<11}{language}  {lesson_id}  {section.id}"
                for section in lesson.sections
            ]
    return lines


def main(arguments: list[str]) -> int:
    """Runs the command; returns its exit code."""
    if not arguments or arguments[0].startswith("-"):
        sys.stderr.write(
            "usage: python -m gradschool.course.stamp FOLDER [--write FILE...]\n"
        )
        return 2
    folder = Path(arguments[0])
    try:
        course = CourseFolder(folder.resolve())
        if arguments[1:2] == ["--write"]:
            for name in arguments[2:]:
                write(course, folder / name)
        sys.stdout.write("\n".join(report(course)) + "\n")
    except (CourseError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
