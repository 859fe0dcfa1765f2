"""The head of a lesson file: YAML between two `---` lines.

    ---
    id: calling-backward
    title: Calling `backward()`
    minutes: 8
    lede: Why to read on.
    ---

Other keys are left alone: Jupytext and Jupyter keep theirs there.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from gradschool.course.fences import Text
from gradschool.course.findings import did_you_mean

if TYPE_CHECKING:
    from gradschool.course.findings import Notebook

KEYS = ("id", "title", "minutes", "lede")
# Keys that Jupyter's tools and MyST write beside ours.
_FOREIGN = frozenset(
    {"jupytext", "kernelspec", "language_info", "jupyter", "myst", "file_format"}
)
_HEAD = re.compile(r"---[ \t]*\n(?P<yaml>.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.M)

ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
ID_RULE = 'small letters, digits and single hyphens, such as "first-backward"'


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a lesson says about itself, as the author wrote it."""

    id: str
    title: Text
    minutes: int
    lede: Text


def split(text: str) -> tuple[str, Text]:
    """The YAML of a file (empty when there is none) and the text after it."""
    match = _HEAD.match(text)
    if match is None:
        return "", Text(text, 1)
    rest = text[match.end() :]
    return match["yaml"], Text(rest, 1 + match[0].count("\n"))


def read(source: str, notebook: "Notebook") -> FrontMatter | None:
    """Reads the YAML of a lesson; the notebook hears of what is missing.

    Returns:
        None when there is too little to go on with.
    """
    if not source.strip():
        notebook.error(
            "CF104",
            1,
            "the file does not start with its front matter: expected a line ---, then "
            "id, title, minutes and lede, then a line ---",
        )
        return None
    values = _mapping(source, notebook)
    if values is None:
        return None
    for key, (line, _) in values.items():
        if (
            key not in KEYS
            and key not in _FOREIGN
            and (hint := did_you_mean(key, KEYS))
        ):
            notebook.warning("CF104", line, f'unknown key "{key}"{hint}')
    missing = [key for key in KEYS if key not in values]
    if missing:
        notebook.error(
            "CF104",
            1,
            f"the front matter has no {', '.join(missing)}; all of "
            f"{', '.join(KEYS)} are required",
        )
        return None
    id_line, lesson_id = values["id"]
    check_id(str(lesson_id), id_line, notebook)
    minutes_line, minutes = values["minutes"]
    if type(minutes) is not int or not 1 <= minutes <= 600:
        notebook.error(
            "CF104",
            minutes_line,
            f"expected a whole number of minutes from 1 to 600, got {minutes!r}",
        )
        minutes = 1
    return FrontMatter(
        id=str(lesson_id),
        title=_text("title", values, notebook),
        minutes=minutes,
        lede=_text("lede", values, notebook),
    )


def check_id(value: str, line: int, notebook: "Notebook") -> bool:
    """Notes an id that is not spelled as ids are; True when it is fine."""
    if ID.fullmatch(value):
        return True
    notebook.error("CF106", line, f'expected an id of {ID_RULE}, got "{value}"')
    return False


def _text(key: str, values: dict[str, tuple[int, Any]], notebook: "Notebook") -> Text:
    line, value = values[key]
    if not isinstance(value, str) or not value.strip():
        notebook.error(
            "CF104", line, f"expected text for {key}, got {value!r}; put it in quotes"
        )
        return Text("", line)
    return Text(value.strip(), line)


def _mapping(source: str, notebook: "Notebook") -> dict[str, tuple[int, Any]] | None:
    """The top level of the YAML: key to (line in the file, value)."""
    try:
        node = _compose(source)
        loaded: Any = yaml.safe_load(source)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 2, mark.column + 1) if mark else (1, 0)
        notebook.error(
            "CF104",
            line,
            f"the front matter is not YAML: {error.problem}; put a text that "
            'contains ": " or starts with a sign in quotes',
            column=column,
        )
        return None
    except yaml.YAMLError as error:
        notebook.error("CF104", 1, f"the front matter is not YAML: {error}")
        return None
    if not isinstance(node, yaml.MappingNode) or not isinstance(loaded, dict):
        notebook.error("CF104", 1, "expected `key: value` lines in the front matter")
        return None
    # +2: lines count from 1, and the opening --- is the file's first line.
    return {
        key.value: (key.start_mark.line + 2, loaded[key.value])
        for key, _ in node.value
        if key.value in loaded
    }


def _compose(source: str) -> yaml.Node | None:
    """The YAML as nodes, which know their lines."""
    return yaml.SafeLoader(source).get_single_node()
