"""The minutes of a lesson are about what it takes.

CF404: the minutes in the front matter are less than half or more than twice of what the
lesson's words, cells and quick checks take a reader.
"""

from collections.abc import Iterator

from gradschool.course.checks.reading import sources
from gradschool.course.findings import Finding
from gradschool.course.folder import CourseFolder
from gradschool.course.lesson import CodeCell, QuickCheck
from gradschool.course.parse import ParsedLesson

# A technical text read to be understood, code included (adults read easy prose at 240).
WORDS_PER_MINUTE = 240
# Reading an output and thinking about an answer.
SECONDS_PER_CELL = 10
SECONDS_PER_QUICK_CHECK = 20


def reading_time(course: CourseFolder) -> Iterator[Finding]:
    """Compares the stated minutes of each lesson with an estimate."""
    for lesson in sources(course):
        minutes = estimate_minutes(lesson)
        if lesson.minutes and not minutes / 2 <= lesson.minutes <= max(2 * minutes, 2):
            message = (
                f"the lesson says {lesson.minutes} minutes; its {lesson.words} words, "
                f"cells and quick checks take about {minutes:.0f}"
            )
            yield Finding("CF404", "warning", lesson.file, 1, 0, message)


def estimate_minutes(lesson: ParsedLesson) -> float:
    """How long a lesson takes to read and to do."""
    blocks = [block for section in lesson.sections for block in section.blocks]
    seconds = lesson.words * 60 / WORDS_PER_MINUTE
    seconds += SECONDS_PER_CELL * sum(isinstance(one, CodeCell) for one in blocks)
    checks = sum(isinstance(one, QuickCheck) for one in blocks)
    return (seconds + SECONDS_PER_QUICK_CHECK * checks) / 60
