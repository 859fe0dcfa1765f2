"""What a course is once it has been read: immutable values, in one language.

Everything here is plain data. `gradschool.course.parse` makes it from Markdown,
`gradschool.course.library` keeps it fresh while files change, the academy's
templates show it. Fields that end in `_html` hold finished, safe HTML; fields that
end in `_text` (and `title`) hold plain text for attributes, `<title>` and search.

    Course
      └ Unit ── LessonEntry (one line of the lesson list)
    Lesson
      └ Section ── blocks: Prose | Margin | CodeCell | QuickCheck | Recap | Faq
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

SectionState: TypeAlias = Literal["source", "translated", "stale", "missing"]
QuickCheckKind: TypeAlias = Literal["single", "multiple", "numeric", "order", "predict"]


@dataclass(frozen=True, slots=True)
class Prose:
    """Paragraphs, lists, tables, maths and static code, as one piece of HTML."""

    block_type: ClassVar[Literal["prose"]] = "prose"
    html: str


@dataclass(frozen=True, slots=True)
class Margin:
    """A short note beside the text. `title_html` may be empty."""

    block_type: ClassVar[Literal["margin"]] = "margin"
    title_html: str
    html: str


@dataclass(frozen=True, slots=True)
class CodeCell:
    """Code that the learner edits and runs.

    Args:
        id: unique among the cells and quick checks of the lesson, the same in every
            language. A section may have the same id, so prefix it for the DOM.
        title: plain text, may be empty.
        code: as the author wrote it, without a final newline.
        code_html: the same text with `<span class="k|v|g|s|c">` marks.
        raises: the exception the cell is meant to raise, or None.
        number: 1, 2, 3 ... in document order.
        after: ids of the earlier cells that must have run first, in order.
        output_varies: the output differs from run to run (a time, a date), so nobody
            compares it.
        time_limit_s: seconds a run may take, or None for the academy's default.
    """

    block_type: ClassVar[Literal["code-cell"]] = "code-cell"
    id: str
    title: str
    code: str
    code_html: str
    raises: str | None
    number: int
    after: tuple[str, ...]
    output_varies: bool
    time_limit_s: float | None


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a quick check; for `order`, one step (always `right`)."""

    html: str
    text: str
    right: bool
    feedback_html: str


@dataclass(frozen=True, slots=True)
class QuickCheck:
    """A question that answers at once, checked in the page.

    Args:
        id: unique among the cells and quick checks of the lesson, the same in every
            language.
        kind: `single` and `multiple` use `options`; `order` has its `options` in the
            right order and shows them by `shown_order`; `numeric` and `predict` use
            `answer`.
        number: 1, 2, 3 ... in document order.
        question_html: the question.
        options: choices or steps; empty for `numeric` and `predict`.
        shown_order: indices into `options` in the order to show; never the right
            order for `order`, always 0, 1, 2 ... for the others.
        answer: the right number, or for `predict` a number or a printed text.
        tolerance: how far a number may be off, 0 when the author gave none.
        cell: for `predict`, the id of the cell whose output is predicted, or None.
        right_html: said after a right answer (`numeric`, `order`, `predict`; may be
            empty for the others, whose options carry their feedback).
        wrong_html: said after a wrong answer, likewise.
    """

    block_type: ClassVar[Literal["quick-check"]] = "quick-check"
    id: str
    kind: QuickCheckKind
    number: int
    question_html: str
    options: tuple[Option, ...]
    shown_order: tuple[int, ...]
    answer: str | None
    tolerance: float
    cell: str | None
    right_html: str
    wrong_html: str


@dataclass(frozen=True, slots=True)
class Recap:
    """What to remember: at most five sentences, each as inline HTML."""

    block_type: ClassVar[Literal["recap"]] = "recap"
    items_html: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FaqEntry:
    """A question with its answer. `id` is made from the position: `faq-1` ..."""

    id: str
    question_html: str
    question_text: str
    answer_html: str
    answer_text: str


@dataclass(frozen=True, slots=True)
class Faq:
    """Questions that readers ask after the lesson."""

    block_type: ClassVar[Literal["faq"]] = "faq"
    entries: tuple[FaqEntry, ...]


Block: TypeAlias = Prose | Margin | CodeCell | QuickCheck | Recap | Faq


@dataclass(frozen=True, slots=True)
class SectionRef:
    """Names a section: enough for a link."""

    id: str
    title_html: str
    title_text: str
    language: str
    state: SectionState


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it.

    Args:
        id: the fragment of its address (`#id`), the same in every language.
        language: the language the text is really in.
        state: `source` on a page in the course's source language; otherwise
            `translated`, `stale` (the source has changed since) or `missing` (the
            source text is shown, `language` says so).
        source_hash: the hash of the source section as it is at present.
    """

    id: str
    title_html: str
    title_text: str
    language: str
    state: SectionState
    source_hash: str
    blocks: tuple[Block, ...]

    @property
    def ref(self) -> SectionRef:
        """The name of this section."""
        return SectionRef(
            self.id, self.title_html, self.title_text, self.language, self.state
        )


@dataclass(frozen=True, slots=True)
class LessonEntry:
    """One line of a lesson list; also the previous and next links.

    `language` is the language of the title, which is the source language when the
    lesson has no translation. `number` counts through the whole course from 1.
    """

    id: str
    title: str
    title_html: str
    language: str
    minutes: int
    number: int
    lede_html: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a course: a title and its lessons in order."""

    id: str
    title: str
    number: int
    lessons: tuple[LessonEntry, ...]

    @property
    def minutes(self) -> int:
        """The reading time of all lessons together."""
        return sum(entry.minutes for entry in self.lessons)


@dataclass(frozen=True, slots=True)
class Course:
    """A course as shown in one language.

    `language` is the one asked for; `title`, `description` and unit titles fall back
    to the source language where a translation is absent (`title_language` says so).
    """

    id: str
    language: str
    title: str
    title_language: str
    description: str
    languages: tuple[str, ...]
    source_language: str
    units: tuple[Unit, ...]

    @property
    def lessons(self) -> tuple[LessonEntry, ...]:
        """All lessons of the course in order."""
        return tuple(entry for unit in self.units for entry in unit.lessons)

    @property
    def minutes(self) -> int:
        """The reading time of the whole course."""
        return sum(unit.minutes for unit in self.units)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as shown in one language.

    Args:
        language: the language asked for.
        title_language: the language of title and lede; differs from `language` when
            the lesson has no translation at all.
        number: the lesson's place in the course, from 1.
        previous: the lesson before, or None; `next` likewise.
        untranslated: the sections shown in the source language.
        stale: the sections whose source has changed since their translation.
    """

    id: str
    course_id: str
    unit: Unit
    language: str
    title: str
    title_html: str
    title_language: str
    minutes: int
    number: int
    lede_html: str
    lede_text: str
    sections: tuple[Section, ...]
    previous: LessonEntry | None
    next: LessonEntry | None
    untranslated: tuple[SectionRef, ...]
    stale: tuple[SectionRef, ...]

    @property
    def cells(self) -> tuple[CodeCell, ...]:
        """The runnable cells in document order."""
        return tuple(
            block
            for section in self.sections
            for block in section.blocks
            if isinstance(block, CodeCell)
        )

    @property
    def quick_checks(self) -> tuple[QuickCheck, ...]:
        """The quick checks in document order."""
        return tuple(
            block
            for section in self.sections
            for block in section.blocks
            if isinstance(block, QuickCheck)
        )
