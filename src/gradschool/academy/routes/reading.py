"""The pages that people read: front page, course, lesson; pictures of a course.

These are Starlette routes, not FastAPI's: they answer HTML to GET and HEAD, and have
no place in the description of the API.
"""

from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from gradschool.academy import answers
from gradschool.academy.domain.languages import negotiate
from gradschool.academy.files import PICTURES, TYPES, file_answer, find
from gradschool.academy.problems import PageNotFound
from gradschool.course import UnknownCourseError, UnknownLessonError

if TYPE_CHECKING:
    from starlette.requests import Request

    from gradschool.academy.site import Site

# A picture of a course is looked at, never run: an SVG may carry a script.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


class Reading:
    """The readers' pages of one site."""

    def __init__(self, site: "Site") -> None:
        self.site = site

    def routes(self) -> list[Route]:
        """Which address is answered by which method."""
        courses = "/{language}/courses"
        course = courses + "/{course}"
        lesson = course + "/{lesson}"
        return [
            Route("/", self.choose_language),
            Route("/{language}/", self.home),
            Route(f"{courses}/", self.all_courses),
            Route(f"{course}/", self.course),
            Route(f"{lesson}/", self.lesson),
            Route(course + "/-/{path:path}", self.picture),
            # Addresses typed without their last slash.
            Route("/{language}", self.add_slash),
            Route(courses, self.all_courses),
            Route(course, self.add_slash),
            Route(lesson, self.add_slash),
        ]

    def choose_language(self, request: "Request") -> Response:
        """Sends a reader without a language to the best one for the browser."""
        wish = request.headers.get("accept-language", "")
        language = negotiate(wish, self.site.texts.languages)
        return RedirectResponse(
            self.site.addresses.home(language),
            status_code=302,
            headers={"Vary": "Accept-Language", "Cache-Control": "no-cache"},
        )

    def home(self, request: "Request") -> Response:
        """The front page."""
        page = self.site.home(request, self._language(request))
        return answers.page(request, self.site.render("home.html", page))

    def all_courses(self, request: "Request") -> Response:
        """The list of courses is on the front page."""
        home = self.site.addresses.home(self._language(request))
        return RedirectResponse(home, status_code=308)

    def course(self, request: "Request") -> Response:
        """The page of a course."""
        language = self._language(request)
        course_id = request.path_params["course"]
        try:
            page = self.site.course(request, language, course_id)
        except UnknownCourseError as error:
            suggestions = self.site.course_suggestions(language, course_id)
            raise PageNotFound("course-not-found", suggestions) from error
        return answers.page(request, self.site.render("course.html", page))

    def lesson(self, request: "Request") -> Response:
        """The page of a lesson, or the way to where it moved."""
        site = self.site
        language = self._language(request)
        course_id = request.path_params["course"]
        lesson_id = request.path_params["lesson"]
        try:
            page = site.lesson(request, language, course_id, lesson_id)
        except UnknownCourseError as error:
            suggestions = site.suggestions(language, lesson_id)
            suggestions = suggestions or site.course_suggestions(language, course_id)
            raise PageNotFound("course-not-found", suggestions) from error
        except UnknownLessonError as error:
            if error.moved_to is not None:
                moved = site.addresses.lesson(language, course_id, error.moved_to)
                return RedirectResponse(moved, status_code=301)
            suggestions = site.suggestions(language, lesson_id, course_id)
            raise PageNotFound("lesson-not-found", suggestions) from error
        return answers.page(request, site.render("lesson.html", page))

    def picture(self, request: "Request") -> Response:
        """A picture from a course's folder."""
        self._language(request)
        try:
            folder = self.site.library.folder(request.path_params["course"]).folder
        except UnknownCourseError as error:
            raise PageNotFound("not-found") from error
        file = find(folder, request.path_params["path"])
        if file is None or file.suffix.lower() not in PICTURES:
            raise PageNotFound("not-found")
        answer = file_answer(request, file, TYPES[file.suffix.lower()])
        answer.headers["Cache-Control"] = "no-cache"
        answer.headers["Content-Security-Policy"] = PICTURE_POLICY
        return answer

    def add_slash(self, request: "Request") -> Response:
        """Sends to the same address with a slash at its end."""
        self._language(request)
        query = f"?{request.url.query}" if request.url.query else ""
        # A path that starts with two slashes would name another host.
        path = "/" + request.url.path.lstrip("/")
        return RedirectResponse(f"{path}/{query}", status_code=308)

    def _language(self, request: "Request") -> str:
        language: str = request.path_params["language"]
        if language not in self.site.texts.languages:
            raise PageNotFound("not-found")
        return language
