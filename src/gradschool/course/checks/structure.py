"""Files and course.toml agree.

| code  | what                                                                  |
| ----- | --------------------------------------------------------------------- |
| CF103 | a lesson of course.toml has no file in the source language            |
| CF119 | a lesson file is in no unit of course.toml, so nobody can reach it    |
| CF120 | two files of one language hold the same lesson                        |
| CF121 | the id in a file's front matter is not the one in its name            |
"""

from collections import Counter
from collections.abc import Iterator

from gradschool.course.checks.reading import lessons, shown_as
from gradschool.course.errors import BrokenCourseError
from gradschool.course.findings import Finding, did_you_mean
from gradschool.course.folder import CourseFolder
from gradschool.course.markdown import LESSON_FILE


def structure(course: CourseFolder) -> Iterator[Finding]:
    """Compares course.toml with the files of the folder."""
    planned = course.manifest.lesson_ids
    for lesson_id in planned:
        try:
            course.source(lesson_id)
        except BrokenCourseError as error:
            yield from error.findings
    for language in course.manifest.languages:
        names = sorted(path.name for path in (course.folder / language).glob("*.md"))
        ids = {
            name: match["id"]
            for name in names
            if (match := LESSON_FILE.fullmatch(name))
        }
        counted = Counter(ids.values())
        for name in names:
            file = shown_as(course, language, name)
            lesson_id = ids.get(name)
            if lesson_id is None:
                message = "is not named like a lesson (NN-lesson-id.md): it is not read"
                yield Finding("CF119", "warning", file, 0, 0, message)
            elif lesson_id not in planned:
                message = f'the lesson "{lesson_id}" is in no unit of course.toml'
                message += did_you_mean(lesson_id, planned)
                yield Finding("CF119", "warning", file, 0, 0, message)
            elif counted[lesson_id] > 1:
                message = f'two files in {language}/ hold the lesson "{lesson_id}"'
                yield Finding("CF120", "error", file, 0, 0, message)
    for lesson in lessons(course):
        match = LESSON_FILE.fullmatch(lesson.file.name)
        if match and lesson.id and lesson.id != match["id"]:
            message = f'the id is "{lesson.id}", the file\'s name says "{match["id"]}"'
            yield Finding("CF121", "error", lesson.file, 1, 0, message)
