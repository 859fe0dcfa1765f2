"""The inside of a block: `{name} argument`, option lines, then the content.

    ```{quick-check} argument
    :id: qc-sum
    :right: Two deposits,
      each of them 3.0.
    content
    ```

Knows nothing about what a block means; every piece keeps its line number in the file.
"""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import yaml

if TYPE_CHECKING:
    from gradschool.course.findings import Notebook

_OPENING = re.compile(r"\{(?P<name>[^}]*)\}\s*(?P<argument>.*)")
_OPTION = re.compile(r":(?P<name>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*))?$")


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of the file: its text and the number of its first line."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Fence:
    """A block as it stands in the file, before anything is made of it."""

    name: str
    argument: str
    options: dict[str, Text] = field(hash=False)
    body: Text
    line: int


def block_name(info: str) -> str | None:
    """The name in braces of a fence's info string, or None for ordinary code."""
    match = _OPENING.match(info.strip())
    return match["name"].strip() if match else None


def read_fence(info: str, content: str, line: int, notebook: "Notebook") -> Fence:
    """Takes a fence apart.

    Args:
        info: what follows the backticks.
        content: the lines between the fences.
        line: the number of the opening line.
        notebook: hears of options that cannot be read.
    """
    match = _OPENING.match(info.strip())
    name, argument = (match["name"], match["argument"]) if match else ("", "")
    lines = content.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    first = line + 1
    if lines and lines[0].strip() == "---":
        options, used = _yaml_options(lines, first, notebook)
    else:
        options, used = _option_lines(lines, first, notebook)
    body = Text("\n".join(lines[used:]), first + used)
    return Fence(name.strip(), argument.strip(), options, body, line)


def _option_lines(
    lines: list[str], first: int, notebook: "Notebook"
) -> tuple[dict[str, Text], int]:
    """The `:name: value` lines at the top, and how many lines they take."""
    options: dict[str, Text] = {}
    name = ""
    for used, line in enumerate(lines):
        if match := _OPTION.match(line):
            name = match["name"]
            if name in options:
                notebook.error("CF109", first + used, f'option ":{name}:" stands twice')
            options[name] = Text((match["value"] or "").strip(), first + used)
        elif name and line.startswith("  ") and line.strip():
            before = options[name]
            options[name] = Text(f"{before.text}\n{line.strip()}", before.line)
        else:
            return options, used
    return options, len(lines)


def _yaml_options(
    lines: list[str], first: int, notebook: "Notebook"
) -> tuple[dict[str, Text], int]:
    """Options between two `---` lines, the form that Jupytext writes."""
    end = next((i for i, line in enumerate(lines[1:], 1) if line.strip() == "---"), 0)
    if not end:
        notebook.error("CF109", first, 'the options that "---" opens are not closed')
        return {}, len(lines)
    try:
        values: Any = yaml.safe_load("\n".join(lines[1:end])) or {}
    except yaml.YAMLError:
        values = None
    if not isinstance(values, dict):
        notebook.error("CF109", first, "expected `name: value` lines between the ---")
        return {}, end + 1
    pairs = cast("dict[object, object]", values)
    options = {str(key): Text(str(value), first) for key, value in pairs.items()}
    return options, end + 1
