"""Text that is a list: the text before it, then one text per item."""

import re
from itertools import pairwise

from gradschool.course.fences import Text


def split_items(body: Text, start: re.Pattern[str]) -> tuple[Text, list[Text]]:
    """The text before the first line that matches `start`, and one text per item.

    An item is dedented to its first line's content; fenced code is not looked into.
    """
    lines = body.text.split("\n")
    starts: list[int] = []
    fence = ""
    for index, line in enumerate(lines):
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if mark and not fence:
            fence = mark[1]
        elif mark and line.strip().startswith(fence):
            fence = ""
        elif not fence and start.match(line):
            starts.append(index)
    before = Text("\n".join(lines[: starts[0]] if starts else lines), body.line)
    items: list[Text] = []
    for first, end in pairwise([*starts, len(lines)]):
        marker = start.match(lines[first])
        width = marker.end() if marker else 0
        indent = re.compile(rf" {{0,{_indent(lines[first])}}}")
        rest = (indent.sub("", line, count=1) for line in lines[first + 1 : end])
        text = "\n".join([lines[first][width:], *rest]).rstrip()
        items.append(Text(text, body.line + first))
    return before, items


def _indent(line: str) -> int:
    """How far an item is indented: as its marker is wide ("- ", "1. "); "###" is 0."""
    return 0 if line.startswith("#") else line.index(" ") + 1
