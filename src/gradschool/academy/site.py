"""The academy as its routes see it: courses, texts, templates, built files, store.

`Site` is made once and handed to every route. It turns what the library knows into
the view models of `pages.py` and those into HTML; it decides no address and no policy
itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request

import gradschool
from gradschool.academy.domain.addresses import Addresses
from gradschool.academy.domain.languages import direction
from gradschool.academy.domain.nearest import nearest
from gradschool.academy.frontend import FrontEnd, NotBuiltError
from gradschool.academy.pages import (
    CourseCard,
    CoursePage,
    Direction,
    EntryAssets,
    ErrorPage,
    Frame,
    HomePage,
    LanguageLink,
    LessonLink,
    LessonPage,
    Suggestion,
    UnitView,
)
from gradschool.academy.settings import PACKAGE, Settings
from gradschool.academy.texts import Texts
from gradschool.course import CourseError, Library

if TYPE_CHECKING:
    from gradschool.academy.store.database import Store
    from gradschool.course.lesson import Course, LessonEntry

TEMPLATES = PACKAGE / "templates"

# What each language calls itself, for the switch between them.
LANGUAGE_NAMES = {"en": "English", "fr": "Français"}


@dataclass(frozen=True, slots=True)
class Site:
    """Everything that a page is made of."""

    settings: Settings
    library: Library
    texts: Texts
    front_end: FrontEnd
    store: "Store"
    addresses: Addresses
    templates: Environment

    def base_url(self, request: Request) -> str:
        """Scheme and host as readers see them, without a final slash."""
        if self.settings.public_url is not None:
            return self.settings.public_url.rstrip("/")
        return f"{request.url.scheme}://{request.url.netloc}"

    def frame(
        self,
        request: Request,
        language: str,
        addresses: dict[str, str],
        *,
        found: bool = True,
        cells: bool = False,
    ) -> Frame:
        """What a page has around its content.

        Args:
            request: the request being answered.
            language: the page's language.
            addresses: this page in every language; for an error page, the page to go
                to when the language is switched.
            found: whether there is such a page, for search engines to note.
            cells: whether code cells stand on the page.
        """
        base = self.base_url(request)
        alternates = tuple((code, base + url) for code, url in addresses.items())
        top = base + self.addresses.top()
        manifest = self.settings.runtime_folder / "manifest.json"
        return Frame(
            language=language,
            direction=cast("Direction", direction(language)),
            languages=tuple(
                LanguageLink(
                    code=code,
                    short=code.upper(),
                    name=LANGUAGE_NAMES.get(code, code),
                    url=url,
                    current=code == language,
                )
                for code, url in addresses.items()
            ),
            canonical_url=base + addresses[language] if found else None,
            alternate_urls=(*alternates, ("x-default", top)) if found else (),
            home_url=self.addresses.home(language),
            favicon_url=self.addresses.file("favicon.svg"),
            interface_texts=self.texts.translator(language).for_scripts(cells=cells),
            runtime_manifest_url=self.addresses.file("runtime/manifest.json")
            if manifest.is_file()
            else None,
            version=gradschool.__version__,
        )

    # Pages.

    def home(self, request: Request, language: str) -> HomePage:
        """The front page; a broken course is left out as long as another one is not.

        Raises:
            CourseError: no course can be read.
        """
        home = {code: self.addresses.home(code) for code in self.texts.languages}
        return HomePage(
            frame=self.frame(request, language, home, cells=True),
            courses=tuple(self._cards(self._readable(language))),
        )

    def course(self, request: Request, language: str, course_id: str) -> CoursePage:
        """The page of a course."""
        course = self.library.course(course_id, language)
        own = {c: self.addresses.course(c, course_id) for c in self.texts.languages}
        units = tuple(
            UnitView(unit, tuple(self._link(course, entry) for entry in unit.lessons))
            for unit in course.units
        )
        return CoursePage(
            frame=self.frame(request, language, own),
            course=course,
            url=own[language],
            units=units,
            lesson_count=len(course.lessons),
        )

    def lesson(
        self, request: Request, language: str, course_id: str, lesson_id: str
    ) -> LessonPage:
        """The page of a lesson."""
        course = self.library.course(course_id, language)
        lesson = self.library.lesson(course_id, lesson_id, language)
        own = {
            code: self.addresses.lesson(code, course_id, lesson_id)
            for code in self.texts.languages
        }
        source = course.source_language
        return LessonPage(
            frame=self.frame(request, language, own, cells=True),
            lesson=lesson,
            course=course,
            course_url=self.addresses.course(language, course_id),
            previous=self._neighbour(course, lesson.previous),
            next=self._neighbour(course, lesson.next),
            contents=tuple(section.ref for section in lesson.sections),
            lesson_count=len(course.lessons),
            source_url=own.get(source) if language != source else None,
            storage_key=f"{course_id}/{lesson_id}",
        )

    def error(
        self,
        request: Request,
        language: str,
        status: int,
        code: str,
        *,
        suggestions: tuple[Suggestion, ...] = (),
        complaint: str | None = None,
        request_id: str | None = None,
    ) -> ErrorPage:
        """A page that says what is not as hoped."""
        home = {one: self.addresses.home(one) for one in self.texts.languages}
        return ErrorPage(
            frame=self.frame(request, language, home, found=False),
            status=status,
            code=code,
            suggestions=suggestions,
            complaint=complaint,
            request_id=request_id,
        )

    def suggestions(
        self, language: str, lesson_id: str, course_id: str | None = None
    ) -> tuple[Suggestion, ...]:
        """The lessons with ids most like `lesson_id`, those of the course first."""
        found: list[Suggestion] = []
        courses = sorted(self._courses(language), key=lambda one: one.id != course_id)
        for course in courses:
            entries = {entry.id: entry for entry in course.lessons}
            for one in nearest(lesson_id, entries):
                url = self.addresses.lesson(language, course.id, one)
                title, title_language = entries[one].title, entries[one].language
                found.append(Suggestion(title, title_language, url))
        return tuple(found[:3])

    def course_suggestions(self, language: str, wanted: str) -> tuple[Suggestion, ...]:
        """The courses whose ids are most like `wanted`; all of them if none is."""
        courses = {course.id: course for course in self._courses(language)}
        chosen = nearest(wanted, courses) or tuple(courses)[:3]
        return tuple(
            Suggestion(
                courses[one].title,
                courses[one].title_language,
                self.addresses.course(language, one),
            )
            for one in chosen
        )

    def render(
        self, template: str, page: HomePage | CoursePage | LessonPage | ErrorPage
    ) -> str:
        """The HTML of a page.

        Raises:
            NotBuiltError: there are no scripts and styles to show it with.
        """
        if not self.front_end.built:
            raise NotBuiltError
        context: dict[str, Any] = {
            "page": page,
            "t": self.texts.translator(page.frame.language),
            "assets": self._assets,
        }
        return self.templates.get_template(template).render(context)

    def map(self) -> list[str]:
        """The addresses of all pages, for the sitemap."""
        found: list[str] = []
        for language in self.texts.languages:
            found.append(self.addresses.home(language))
            for course in self._courses(language):
                found.append(self.addresses.course(language, course.id))
                found += [
                    self.addresses.lesson(language, course.id, entry.id)
                    for entry in course.lessons
                ]
        return found

    def _assets(self, name: str) -> EntryAssets:
        return self.front_end.entry(name, self.addresses)

    def _courses(self, language: str) -> "Iterable[Course]":
        """The courses that can be read at present."""
        for folder in self.library.folders:
            try:
                yield folder.course(language)
            except CourseError:
                continue

    def _readable(self, language: str) -> "list[Course]":
        """The courses that can be read; the first one's mistake if none can."""
        courses = list(self._courses(language))
        if not courses and self.library.folders:
            self.library.folders[0].course(language)
        return courses

    def _cards(self, courses: "Iterable[Course]") -> Iterable[CourseCard]:
        for course in courses:
            entries = course.lessons
            first = self._link(course, entries[0]) if entries else None
            url = self.addresses.course(course.language, course.id)
            yield CourseCard(course, url, first)

    def _link(self, course: "Course", entry: "LessonEntry") -> LessonLink:
        url = self.addresses.lesson(course.language, course.id, entry.id)
        return LessonLink(entry, url)

    def _neighbour(
        self, course: "Course", entry: "LessonEntry | None"
    ) -> LessonLink | None:
        return None if entry is None else self._link(course, entry)


def template_environment() -> Environment:
    """Jinja2 as our templates expect it: escaping, and no silent gaps."""
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=True,
    )
