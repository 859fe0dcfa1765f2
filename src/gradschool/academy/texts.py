"""The texts of the interface: one JSON file per language in `locales/`.

    t = Texts.load().translator("fr")
    t("lesson.number", n=3, total=4)          "Leçon 3 sur 4"
    t("page.lessons", n=2)                    "2 leçons"

A key with a number has two texts, `page.lessons.one` and `page.lessons.other`; `n`
chooses. A missing key is an error, not a gap in the page: the tests read every key of
every template.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from markupsafe import Markup

from gradschool.academy.domain.languages import DEFAULT
from gradschool.academy.errors import TextsError

FOLDER = Path(__file__).resolve().parent / "locales"

# Texts that scripts show; pages carry them as JSON.
FOR_SCRIPTS = ("cell.", "check.", "client.", "runtime.")
FOR_CELLS = ("error.",)

_PLACEHOLDER = re.compile(r"\{(?P<name>[a-z_][a-z0-9_-]*)\}")


class Translator:
    """`t` of the templates: texts in one language."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = texts

    def __call__(self, key: str, **values: object) -> str:
        """The text of `key` with its `{placeholders}` filled in.

        Raises:
            KeyError: there is no such text, or a placeholder was not given.
        """
        text = self._texts.get(key)
        if text is None:
            text = self._texts[f"{key}.{plural(self.language, values.get('n'))}"]
        return _PLACEHOLDER.sub(lambda match: str(values[match["name"]]), text)

    def __contains__(self, key: str) -> bool:
        """Whether there is a text for `key`."""
        return key in self._texts or f"{key}.other" in self._texts

    def for_scripts(self, *, cells: bool) -> Markup:
        """The texts that scripts need, as JSON that may stand in a `<script>`.

        Args:
            cells: whether the page has code cells, and so needs the explanations of
                Python's errors, which are most of the text.
        """
        wanted = FOR_SCRIPTS + FOR_CELLS * cells
        chosen = {
            key: text for key, text in self._texts.items() if key.startswith(wanted)
        }
        dumped = json.dumps(chosen, ensure_ascii=False, separators=(",", ":"))
        # "</script>" and "<!--" inside a text would end the element.
        safe = dumped.replace("<", "\\u003c").replace("&", "\\u0026")
        return Markup(safe)  # noqa: S704 - no "<" is left in it


@dataclass(frozen=True, slots=True)
class Texts:
    """All interface languages."""

    translators: Mapping[str, Translator]

    @classmethod
    def load(cls, folder: Path = FOLDER) -> "Texts":
        """Reads every `LANGUAGE.json` in `folder`.

        Raises:
            TextsError: a file is not an object of texts, or there is none at all.
        """
        translators = {
            file.stem: Translator(file.stem, _read(file))
            for file in sorted(folder.glob("*.json"))
        }
        if not translators:
            raise TextsError(f"{folder} holds no interface texts (en.json)")
        return cls(translators)

    @property
    def languages(self) -> tuple[str, ...]:
        """The interface languages, the default one first."""
        return tuple(sorted(self.translators, key=lambda one: (one != DEFAULT, one)))

    def translator(self, language: str) -> Translator:
        """The texts in `language`."""
        return self.translators[language]


def plural(language: str, number: object) -> str:
    """The plural category of a number: `one` or `other`.

    French counts 0 and 1 (and 1.5) as one, the other languages we have only 1.
    """
    if not isinstance(number, int | float):
        return "other"
    if language.split("-")[0] == "fr":
        return "one" if 0 <= abs(number) < 2 else "other"
    return "one" if number == 1 else "other"


def _read(file: Path) -> dict[str, str]:
    try:
        value: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TextsError(f"{file}: cannot be read as JSON: {error}") from error
    if not isinstance(value, dict):
        raise TextsError(f"{file}: expected an object of texts")
    texts = cast("dict[str, object]", value)
    wrong = [key for key, text in texts.items() if not isinstance(text, str)]
    if wrong:
        raise TextsError(f'{file}: the text of "{wrong[0]}" is not a string')
    return cast("dict[str, str]", texts)
