"""The lesson format: read, check and translate courses written as Markdown folders.

Start with `lesson.py` (what a course is), then `parse.py` (how a file becomes one).
"""

from gradschool.course.checking import check as check
from gradschool.course.errors import (
    BrokenCourseError as BrokenCourseError,
)
from gradschool.course.errors import (
    BrokenLessonError as BrokenLessonError,
)
from gradschool.course.errors import (
    BrokenManifestError as BrokenManifestError,
)
from gradschool.course.errors import (
    CourseError as CourseError,
)
from gradschool.course.errors import (
    MissingCourseError as MissingCourseError,
)
from gradschool.course.errors import (
    UnknownCourseError as UnknownCourseError,
)
from gradschool.course.errors import (
    UnknownLessonError as UnknownLessonError,
)
from gradschool.course.findings import Finding as Finding
from gradschool.course.lesson import Course as Course
from gradschool.course.lesson import Lesson as Lesson
from gradschool.course.library import Library as Library
from gradschool.course.shipped import shipped_courses as shipped_courses
