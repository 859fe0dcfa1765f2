"""A course folder on the disk, read when it is asked for and again when it changes.

Reading a page costs a few `stat` calls: a file is parsed again only when its time or
size has changed, so a teacher sees an edit with the next reload and a server does no
work for a course that stands still.
"""

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from gradschool.course.assembly import assemble
from gradschool.course.errors import (
    BrokenCourseError,
    BrokenLessonError,
    UnknownLessonError,
)
from gradschool.course.findings import Finding, did_you_mean
from gradschool.course.lesson import Course, Lesson, LessonEntry, Unit
from gradschool.course.manifest import NAME, Manifest, read_manifest
from gradschool.course.markdown import LESSON_FILE
from gradschool.course.parse import ParsedLesson, parse_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Value = TypeVar("Value")


@dataclass(slots=True)
class _Kept(Generic[Value]):
    """What came of reading a file, and the state that the file had."""

    state: tuple[int, int]
    outcome: Value | BrokenCourseError


class CourseFolder:
    """One course as it stands on the disk at present.

    Safe to use from several threads: at worst a file is parsed twice.
    """

    def __init__(self, folder: "Path") -> None:
        self.folder = folder
        self._manifest: _Kept[Manifest] | None = None
        self._lessons: dict[Path, _Kept[ParsedLesson]] = {}
        self._lock = Lock()

    @property
    def manifest(self) -> Manifest:
        """The course.toml of the course.

        Raises:
            MissingCourseError: the folder or its course.toml is not there.
            BrokenManifestError: course.toml has mistakes.
        """
        state = _state(self.folder / NAME)
        kept = self._manifest
        if kept is None or kept.state != state:
            kept = _keep(state, lambda: read_manifest(self.folder))
            self._manifest = kept
        return _value(kept)

    def course(self, language: str) -> Course:
        """The course as shown in `language`, with one entry per lesson.

        Raises:
            BrokenCourseError: course.toml, or a lesson's source file, has mistakes.
        """
        manifest = self.manifest
        number = 0
        units: list[Unit] = []
        for position, plan in enumerate(manifest.units, 1):
            entries: list[LessonEntry] = []
            for lesson_id in plan.lessons:
                number += 1
                entries.append(self._entry(manifest, lesson_id, language, number))
            title = plan.title.get(language) or plan.title[manifest.source_language]
            units.append(Unit(plan.id, title, position, tuple(entries)))
        source = manifest.source_language
        return Course(
            id=manifest.id,
            language=language,
            title=manifest.title.get(language) or manifest.title[source],
            title_language=language if language in manifest.title else source,
            description=manifest.description.get(language)
            or manifest.description.get(source, ""),
            languages=manifest.languages,
            source_language=source,
            units=tuple(units),
        )

    def lesson(self, lesson_id: str, language: str) -> Lesson:
        """A lesson as shown in `language`.

        Raises:
            UnknownLessonError: the course has no such lesson.
            BrokenCourseError: its file, or its translation, has mistakes.
        """
        manifest = self.manifest
        if lesson_id not in manifest.lesson_ids:
            moved_to = manifest.moved.get(lesson_id)
            raise UnknownLessonError(manifest.id, lesson_id, moved_to)
        course = self.course(language)
        source = self.source(lesson_id)
        translation = self.translation(lesson_id, language)
        for parsed in (source, translation):
            if parsed is not None and parsed.errors:
                raise BrokenLessonError(parsed.errors)
        unit = next(
            unit
            for unit in course.units
            if any(entry.id == lesson_id for entry in unit.lessons)
        )
        return assemble(
            source,
            translation,
            language=language,
            course_id=course.id,
            unit=unit,
            entries=course.lessons,
        )

    def source(self, lesson_id: str) -> ParsedLesson:
        """The lesson's file in the source language, mistakes and all.

        Raises:
            BrokenLessonError: there is no such file, or it is not text.
        """
        manifest = self.manifest
        language = manifest.source_language
        file = self.file(lesson_id, language)
        if file is None:
            raise BrokenLessonError([_no_file(manifest, lesson_id, self.folder)])
        return self._parsed(file, language)

    def translation(self, lesson_id: str, language: str) -> ParsedLesson | None:
        """The lesson's file in a language that is not the source's, if there is one.

        Raises:
            BrokenLessonError: the file is not text.
        """
        if language == self.manifest.source_language:
            return None
        file = self.file(lesson_id, language)
        return None if file is None else self._parsed(file, language)

    def file(self, lesson_id: str, language: str) -> "Path | None":
        """Where the lesson is written: `fr/03-lesson-id.md`, whatever its number."""
        candidates = [
            path
            for path in sorted((self.folder / language).glob(f"*{lesson_id}.md"))
            if (match := LESSON_FILE.fullmatch(path.name)) and match["id"] == lesson_id
        ]
        return candidates[0] if candidates else None

    def lesson_files(self, language: str) -> "dict[str, Path]":
        """All lesson files of a language by the id in their name."""
        return {
            match["id"]: path
            for path in sorted((self.folder / language).glob("*.md"))
            if (match := LESSON_FILE.fullmatch(path.name))
        }

    def _parsed(self, file: "Path", language: str) -> ParsedLesson:
        state = _state(file)
        kept = self._lessons.get(file)
        if kept is None or kept.state != state:
            shown_as = file.relative_to(self.folder.parent)
            kept = _keep(state, lambda: parse_file(file, language, shown_as=shown_as))
            with self._lock:
                self._lessons[file] = kept
        return _value(kept)

    def _entry(
        self, manifest: Manifest, lesson_id: str, language: str, number: int
    ) -> LessonEntry:
        source = self.source(lesson_id)
        shown = source
        if language != manifest.source_language:
            try:
                translation = self.translation(lesson_id, language)
            except BrokenLessonError:
                # The list stays; the lesson's own page says what is wrong.
                translation = None
            if translation is not None and translation.title:
                shown = translation
        return LessonEntry(
            id=lesson_id,
            title=shown.title or lesson_id,
            title_html=shown.title_html or lesson_id,
            language=shown.language,
            minutes=source.minutes,
            number=number,
            lede_html=shown.lede_html,
        )


def _state(path: "Path") -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return (0, -1)
    return (status.st_mtime_ns, status.st_size)


def _keep(state: tuple[int, int], read: "Callable[[], Value]") -> _Kept[Value]:
    try:
        return _Kept(state, read())
    except BrokenCourseError as error:
        return _Kept(state, error)


def _value(kept: _Kept[Value]) -> Value:
    if isinstance(kept.outcome, BrokenCourseError):
        # A copy each time: a raised exception collects tracebacks.
        raise type(kept.outcome)(kept.outcome.findings)
    return kept.outcome


def _no_file(manifest: Manifest, lesson_id: str, folder: "Path") -> Finding:
    language = manifest.source_language
    present = [
        match["id"]
        for path in (folder / language).glob("*.md")
        if (match := LESSON_FILE.fullmatch(path.name))
    ]
    hint = did_you_mean(lesson_id, present)
    return Finding(
        "CF103",
        "error",
        (folder / NAME).relative_to(folder.parent),
        0,
        0,
        f'the lesson "{lesson_id}" has no file {language}/NN-{lesson_id}.md{hint}',
    )
