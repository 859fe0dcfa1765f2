"""What the templates are given: one frozen view model per page.

Every template receives

    page      one of the dataclasses below (`page.frame` holds what all pages share)
    t         `t("key", name=value)`: the interface text in the page's language
    assets    `assets("lesson")`: the script, styles and preloads of a Vite entry

and nothing else. Addresses in here are complete: they already carry the path that a
proxy mounts the academy on, so a template writes them as they are.

| template    | `page` is a  |
| ----------- | ------------ |
| home.html   | `HomePage`   |
| course.html | `CoursePage` |
| lesson.html | `LessonPage` |
| error.html  | `ErrorPage`  |
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from markupsafe import Markup

from gradschool.course.lesson import Course, Lesson, LessonEntry, SectionRef, Unit

Direction: TypeAlias = Literal["ltr", "rtl"]


@dataclass(frozen=True, slots=True)
class LanguageLink:
    """The same page in one language of the interface.

    `code` is `fr`, `short` is `FR`, `name` is `Français` (in that language itself).
    """

    code: str
    short: str
    name: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page needs around its content.

    Args:
        language: the page's language, for `<html lang>`.
        direction: for `<html dir>`.
        languages: this page in every language, the current one included.
        canonical_url: the absolute address of this page; None on error pages.
        alternate_urls: `(hreflang, absolute address)` pairs, `x-default` included.
        home_url: the front page in this language.
        favicon_url: the picture for the browser's tab.
        interface_texts: the texts that scripts need, as JSON that may stand inside a
            `<script type="application/json">`.
        runtime_manifest_url: the manifest of the Python runtime, or None when the
            runtime is not built (cells then say that they cannot run, and why).
        version: of Gradschool.
    """

    language: str
    direction: Direction
    languages: tuple[LanguageLink, ...]
    canonical_url: str | None
    alternate_urls: tuple[tuple[str, str], ...]
    home_url: str
    favicon_url: str
    interface_texts: Markup
    runtime_manifest_url: str | None
    version: str


@dataclass(frozen=True, slots=True)
class LessonLink:
    """A lesson in a list: what it is and where."""

    entry: LessonEntry
    url: str


@dataclass(frozen=True, slots=True)
class UnitView:
    """A unit of the course page."""

    unit: Unit
    lessons: tuple[LessonLink, ...]


@dataclass(frozen=True, slots=True)
class CourseCard:
    """A course on the front page. `first_lesson` is None for a course without any."""

    course: Course
    url: str
    first_lesson: LessonLink | None


@dataclass(frozen=True, slots=True)
class HomePage:
    """The front page: all courses of this academy."""

    frame: Frame
    courses: tuple[CourseCard, ...]


@dataclass(frozen=True, slots=True)
class CoursePage:
    """One course with its units and lessons."""

    frame: Frame
    course: Course
    url: str
    units: tuple[UnitView, ...]
    lesson_count: int


@dataclass(frozen=True, slots=True)
class LessonPage:
    """One lesson.

    Args:
        lesson: everything to read and do, see `gradschool.course.lesson`.
        course: the course it belongs to.
        course_url: the course page.
        previous: the lesson before with its address, or None; `next` likewise.
        contents: the sections for "In this lesson", in order.
        lesson_count: of the whole course ("Lesson 3 of 4").
        source_url: this lesson in the course's source language, or None on that
            very page; add `#section-id` to point at a section.
        storage_key: `course-id/lesson-id`: drafts and answers are kept under it.
    """

    frame: Frame
    lesson: Lesson
    course: Course
    course_url: str
    previous: LessonLink | None
    next: LessonLink | None
    contents: tuple[SectionRef, ...]
    lesson_count: int
    source_url: str | None
    storage_key: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A page that the reader may have meant."""

    title: str
    language: str
    url: str


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """Something is not as the reader hoped; says what and what to do.

    Args:
        status: the HTTP status.
        code: stable name; the texts are `error.<code>.title` and
            `error.<code>.message`. Codes: `not-found`, `lesson-not-found`,
            `course-not-found`, `method-not-allowed`, `forbidden-origin`,
            `course-broken`, `server-error`.
        suggestions: the nearest pages, best first; may be empty.
        complaint: for `course-broken`: file, line and what is wrong there, to show
            to the teacher who edits the course; otherwise None.
        request_id: to quote in a bug report (`server-error`), otherwise None.
    """

    frame: Frame
    status: int
    code: str
    suggestions: tuple[Suggestion, ...]
    complaint: str | None
    request_id: str | None


@dataclass(frozen=True, slots=True)
class EntryAssets:
    """The files of one Vite entry, as addresses ready for `src` and `href`.

    `fonts` are the two upright faces worth preloading (Latin).
    """

    script: str
    styles: tuple[str, ...]
    preloads: tuple[str, ...]
    fonts: tuple[str, ...]
