"""Puts a lesson together as it is read in one language.

    source file  sections  a b c d        the order is always the source's
    translation  sections  a   c d e
    page                   a b c d        b from the source, marked as missing;
                                          e is not shown (the checks report it)

Cells and quick checks are numbered here, because their numbers run through the page.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from gradschool.course.blocks import explicit_after
from gradschool.course.lesson import (
    Block,
    CodeCell,
    Lesson,
    LessonEntry,
    QuickCheck,
    Section,
    SectionState,
    Unit,
)

if TYPE_CHECKING:
    from gradschool.course.parse import ParsedLesson, ParsedSection


def section_state(
    source: "ParsedSection", translation: "ParsedSection | None"
) -> SectionState:
    """How a section stands to its source: translated, stale or missing."""
    if translation is None:
        return "missing"
    # Without a stamp nobody knows. A reader is not told that something changed on no
    # evidence; the author is told, by the checks, to stamp it.
    fresh = translation.stamp in (None, source.hash)
    return "translated" if fresh else "stale"


def assemble(
    source: "ParsedLesson",
    translation: "ParsedLesson | None",
    *,
    language: str,
    course_id: str,
    unit: Unit,
    entries: tuple[LessonEntry, ...],
) -> Lesson:
    """The lesson as shown in `language`.

    Args:
        source: the lesson in the course's source language.
        translation: the same lesson in `language`; None when `language` is the
            source language or has no file of this lesson.
        language: the language asked for.
        course_id: the course the lesson belongs to.
        unit: the unit the lesson belongs to, in `language`.
        entries: all lessons of the course in order, this one among them.
    """
    place = [entry.id for entry in entries].index(source.id)
    sections = _numbered(_sections(source, translation, language))
    head = translation or source
    return Lesson(
        id=source.id,
        course_id=course_id,
        unit=unit,
        language=language,
        title=head.title,
        title_html=head.title_html,
        title_language=head.language,
        minutes=source.minutes,
        number=entries[place].number,
        lede_html=head.lede_html,
        lede_text=head.lede_text,
        sections=sections,
        previous=entries[place - 1] if place > 0 else None,
        next=entries[place + 1] if place + 1 < len(entries) else None,
        untranslated=tuple(one.ref for one in sections if one.state == "missing"),
        stale=tuple(one.ref for one in sections if one.state == "stale"),
    )


def _sections(
    source: "ParsedLesson", translation: "ParsedLesson | None", language: str
) -> list[Section]:
    """Every section of the source, each in the best text there is for `language`."""
    sections: list[Section] = []
    for original in source.sections:
        state: SectionState
        if language == source.language:
            shown, state = original, "source"
        else:
            translated = translation.section(original.id) if translation else None
            shown = translated or original
            state = section_state(original, translated)
        sections.append(
            Section(
                id=original.id,
                title_html=shown.title_html,
                title_text=shown.title_text,
                language=source.language if state == "missing" else language,
                state=state,
                source_hash=original.hash,
                blocks=shown.blocks,
            )
        )
    return sections


def _numbered(sections: list[Section]) -> tuple[Section, ...]:
    """Numbers cells and quick checks, and says which cells come before each cell."""
    cells: list[str] = []
    checks = 0
    numbered: list[Section] = []
    for section in sections:
        blocks: list[Block] = []
        for block in section.blocks:
            if isinstance(block, CodeCell):
                after = block.after if explicit_after(block) else tuple(cells)
                cells.append(block.id)
                blocks.append(replace(block, number=len(cells), after=after))
            elif isinstance(block, QuickCheck):
                checks += 1
                blocks.append(replace(block, number=checks))
            else:
                blocks.append(block)
        numbered.append(replace(section, blocks=tuple(blocks)))
    return tuple(numbered)
