"""The addresses of the academy's pages, in one place.

/                                         sends to the reader's language
/{language}/                              front page
/{language}/courses/{course}/
/{language}/courses/{course}/{lesson}/
/{language}/courses/{course}/-/{path}     pictures of a course
/assets/...   /runtime/...                built files
/-/health   /-/ready   /-/version         for the machines that watch
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Addresses:
    """Writes addresses under the path that the academy is mounted on.

    Args:
        root: that path without a final slash; empty at the top of a host.
    """

    root: str = ""

    def top(self) -> str:
        """The address that sends a reader to a language."""
        return f"{self.root}/"

    def home(self, language: str) -> str:
        """The front page."""
        return f"{self.root}/{language}/"

    def course(self, language: str, course_id: str) -> str:
        """A course's page."""
        return f"{self.root}/{language}/courses/{course_id}/"

    def lesson(self, language: str, course_id: str, lesson_id: str) -> str:
        """A lesson's page."""
        return f"{self.root}/{language}/courses/{course_id}/{lesson_id}/"

    def file(self, path: str) -> str:
        """A built file, `assets/lesson-1a2b.js`."""
        return f"{self.root}/{path}"
