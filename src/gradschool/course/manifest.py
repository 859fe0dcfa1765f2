"""course.toml: what a course is called, its languages, its units in order."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gradschool.course.errors import BrokenManifestError, MissingCourseError
from gradschool.course.findings import Notebook, did_you_mean
from gradschool.course.frontmatter import ID, ID_RULE

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "course.toml"
_KEYS = (
    "id",
    "source_language",
    "languages",
    "title",
    "description",
    "units",
    "moved",
)
_UNIT_KEYS = ("id", "title", "lessons")
# BCP 47, as far as folders need it: fr, pt-br, zh-hant.
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """A unit as course.toml plans it: its lessons by id."""

    id: str
    title: "Mapping[str, str]"
    lessons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """A course.toml that has been read and found right."""

    folder: Path
    id: str
    source_language: str
    languages: tuple[str, ...]
    title: "Mapping[str, str]"
    description: "Mapping[str, str]"
    units: tuple[UnitPlan, ...]
    moved: "Mapping[str, str]"

    @property
    def lesson_ids(self) -> tuple[str, ...]:
        """All lessons in order."""
        return tuple(lesson for unit in self.units for lesson in unit.lessons)


def read_manifest(folder: Path) -> Manifest:
    """Reads `folder`/course.toml.

    Raises:
        MissingCourseError: there is no such folder, or no course.toml in it.
        BrokenManifestError: it cannot be read as a course.
    """
    file = folder / NAME
    if not folder.is_dir():
        reason = "is a file, not a folder" if folder.exists() else "no such folder"
        raise MissingCourseError(folder, f"{reason}; expected the folder of a course")
    if not file.is_file():
        raise MissingCourseError(folder, f"holds no {NAME}, so it is not a course")
    reader = _Reader(file, Notebook(Path(folder.name, NAME)))
    manifest = reader.manifest(folder)
    if manifest is None or reader.notebook.findings:
        raise BrokenManifestError(reader.notebook.findings)
    return manifest


class _Reader:
    """Reads one course.toml and notes everything that is wrong, not the first thing."""

    def __init__(self, file: Path, notebook: Notebook) -> None:
        self.file = file
        self.notebook = notebook
        self.lines: list[str] = []

    def manifest(self, folder: Path) -> Manifest | None:
        table = self.table()
        if table is None:
            return None
        self.unknown_keys(table, _KEYS, "")
        course_id = self.text(table, "id")
        if course_id and not ID.fullmatch(course_id):
            self.wrong("id", f'expected an id of {ID_RULE}, got "{course_id}"')
        source = self.text(table, "source_language")
        languages = self.strings(table, "languages")
        for language in languages:
            if not _LANGUAGE.fullmatch(language):
                self.wrong(
                    "languages", f'expected a code such as "fr", got "{language}"'
                )
        if source and languages and source not in languages:
            message = f'the source language "{source}" is not among them'
            self.wrong("languages", message)
        units = self.units(table, source, languages)
        return Manifest(
            folder=folder,
            id=course_id,
            source_language=source,
            languages=languages,
            title=self.per_language(table, "title", source, languages),
            description=self.per_language(
                table, "description", source, languages, required=False
            ),
            units=units,
            moved=self.moved(table, {x for unit in units for x in unit.lessons}),
        )

    def table(self) -> dict[str, Any] | None:
        try:
            text = self.file.read_text(encoding="utf-8")
            self.lines = text.splitlines()
            return tomllib.loads(text)
        except UnicodeDecodeError as error:
            self.notebook.error("CF101", 0, f"is not UTF-8 text (byte {error.start})")
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"line (\d+), column (\d+)", str(error))
            line, column = (int(place[1]), int(place[2])) if place else (0, 0)
            reason = str(error).split(" (at ")[0]
            self.notebook.error("CF101", line, f"is not TOML: {reason}", column=column)
        except OSError as error:
            self.notebook.error("CF101", 0, f"cannot be read: {error.strerror}")
        return None

    def units(
        self, table: dict[str, Any], source: str, languages: tuple[str, ...]
    ) -> tuple[UnitPlan, ...]:
        value: object = table.get("units")
        if not isinstance(value, list) or not value:
            message = "expected at least one [[units]] with id and lessons"
            self.wrong("units" if "units" in table else "", message)
            return ()
        units: list[UnitPlan] = []
        seen: set[str] = set()
        for item in cast("list[object]", value):
            if not isinstance(item, dict):
                self.wrong("units", f"expected a table [[units]], got {item!r}")
                continue
            unit = cast("dict[str, Any]", item)
            self.unknown_keys(unit, _UNIT_KEYS, "units.")
            lessons = self.strings(unit, "lessons")
            for lesson in lessons:
                if not ID.fullmatch(lesson):
                    self.wrong("lessons", f'expected {ID_RULE}, got "{lesson}"')
                if lesson in seen:
                    self.wrong("lessons", f'the lesson "{lesson}" stands twice')
                seen.add(lesson)
            title = self.per_language(unit, "title", source, languages)
            units.append(UnitPlan(self.text(unit, "id"), title, lessons))
        ids = [unit.id for unit in units]
        for double in sorted({unit_id for unit_id in ids if ids.count(unit_id) > 1}):
            self.wrong("units", f'two units have the id "{double}"')
        return tuple(units)

    def moved(self, table: dict[str, Any], known: set[str]) -> dict[str, str]:
        value: object = table.get("moved", {})
        if not isinstance(value, dict):
            self.wrong("moved", f"expected old-id = new-id lines, got {value!r}")
            return {}
        moved = {
            str(old): str(new)
            for old, new in cast("dict[object, object]", value).items()
        }
        for old, new in moved.items():
            if new not in known:
                hint = did_you_mean(new, known)
                self.wrong(
                    "moved", f'"{old}" moved to "{new}", which is no lesson{hint}'
                )
        return moved

    def per_language(
        self,
        table: dict[str, Any],
        key: str,
        source: str,
        languages: tuple[str, ...],
        *,
        required: bool = True,
    ) -> dict[str, str]:
        value: object = table.get(key)
        if value is None and not required:
            return {}
        if not isinstance(value, dict):
            message = f'expected {key} per language: [{key}] with {source} = "..."'
            self.wrong(key if key in table else "", message)
            return {}
        texts: dict[str, str] = {}
        for language, text in cast("dict[str, object]", value).items():
            if language not in languages:
                hint = did_you_mean(language, languages)
                self.wrong(key, f'"{language}" is not one of the languages{hint}')
            elif not isinstance(text, str) or not text.strip():
                self.wrong(key, f'expected text for {key}, "{language}", got {text!r}')
            else:
                texts[language] = text.strip()
        if source and source not in texts:
            self.wrong(key, f'{key} has no text in the source language "{source}"')
        return texts

    def text(self, table: dict[str, Any], key: str) -> str:
        value: object = table.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
        message = f'expected text for "{key}", got {value!r}'
        self.wrong(key if key in table else "", message)
        return ""

    def strings(self, table: dict[str, Any], key: str) -> tuple[str, ...]:
        value: object = table.get(key)
        if isinstance(value, list) and value:
            items = cast("list[object]", value)
            if all(isinstance(item, str) and item for item in items):
                return tuple(str(item) for item in items)
        message = f'expected a list of texts for "{key}", got {value!r}'
        self.wrong(key if key in table else "", message)
        return ()

    def unknown_keys(
        self, table: dict[str, Any], known: tuple[str, ...], prefix: str
    ) -> None:
        for key in table:
            if key not in known:
                hint = did_you_mean(key, known) or f" (known: {', '.join(known)})"
                self.wrong(key, f'unknown key "{prefix}{key}"{hint}')

    def wrong(self, key: str, message: str) -> None:
        """Notes `message` where `key` first stands; "" means the whole file."""
        pattern = re.compile(rf"\s*(?:\[+(?:\w+\.)?)?\"?{re.escape(key)}\b")
        lines = enumerate(self.lines, 1)
        line = next((at for at, text in lines if key and pattern.match(text)), 0)
        self.notebook.error("CF102", line, message)
