"""One lesson file: text in, sections out, with a finding for every mistake.

The file is read in one pass over the tokens of its Markdown:

    ---                          front matter            frontmatter.py
    id: ...
    ---
    (first-backward)=            ┐ opens a section
    ## The first call            ┘
    % source: 9f2c01ab34de         what it was translated from
    Some prose.                  ┐ tokens between two fences
    $$ y = w x $$                ┘ become one Prose         markdown.py
    ```{code-cell} python        a fence with a name becomes a block
    :id: first-gradient          fences.py takes it apart, blocks.py makes sense of it
    ```

A file is read on its own. What needs other files (which section is missing in a
translation, whether a link leads somewhere, cell numbers) happens afterwards, in
`assembly.py` and in the checks. Nothing here raises for a mistake of the author's:
the notebook takes them all, so that one look at the page shows every one of them.
"""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gradschool.course import frontmatter
from gradschool.course.blocks import read_block
from gradschool.course.errors import BrokenLessonError
from gradschool.course.fences import Text, block_name, read_fence
from gradschool.course.findings import Finding, Notebook
from gradschool.course.lesson import (
    Block,
    CodeCell,
    Faq,
    Prose,
    QuickCheck,
    Recap,
)
from gradschool.course.markdown import Link, Writer, plain_text
from gradschool.course.source_hash import source_hash

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from markdown_it.token import Token

_SOURCE = re.compile(r"\s*source:\s*(?P<hash>\S+)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ParsedSection:
    """A section as its file has it.

    `stamp` is the hash written under a translated heading, or None; `hash` is that of
    the section's own text.
    """

    id: str
    title_html: str
    title_text: str
    line: int
    hash: str
    stamp: str | None
    blocks: tuple[Block, ...]
    block_lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ParsedLesson:
    """A lesson file that has been read; broken if `errors` is not empty."""

    file: "Path"
    language: str
    id: str
    title: str
    title_html: str
    minutes: int
    lede_html: str
    lede_text: str
    sections: tuple[ParsedSection, ...]
    links: tuple[Link, ...]
    findings: tuple[Finding, ...]
    words: int

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that keep the lesson from being shown."""
        return tuple(one for one in self.findings if one.severity == "error")

    def section(self, section_id: str) -> ParsedSection | None:
        """The section with this id."""
        return next((one for one in self.sections if one.id == section_id), None)


def parse_file(file: "Path", language: str, *, shown_as: "Path") -> ParsedLesson:
    """Reads a lesson file.

    Args:
        file: the file.
        language: the folder it lies in.
        shown_as: its path as findings should name it.

    Raises:
        BrokenLessonError: the file cannot be read as text at all.
    """
    notebook = Notebook(shown_as)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        notebook.error("CF115", 0, f"is not UTF-8 text (byte {error.start})")
        raise BrokenLessonError(notebook.findings) from error
    except OSError as error:
        notebook.error("CF115", 0, f"cannot be read: {error.strerror}")
        raise BrokenLessonError(notebook.findings) from error
    return parse(text, notebook, language)


def parse(text: str, notebook: Notebook, language: str) -> ParsedLesson:
    """Reads the text of a lesson; `notebook` names its file and takes the findings."""
    text = text.replace("\r\n", "\n").replace("\0", "\N{REPLACEMENT CHARACTER}")
    source, body = frontmatter.split(text)
    front = frontmatter.read(source, notebook)
    writer = Writer(notebook, language)
    sections = _Sections(body, writer).read()
    if not sections and not notebook.findings:
        notebook.error(
            "CF105", body.line, 'the lesson has no section: "(id)=" and "## "'
        )
    _check_ids(sections, notebook)
    title = front.title if front else Text("", 1)
    lede = front.lede if front else Text("", 1)
    return ParsedLesson(
        file=notebook.file,
        language=language,
        id=front.id if front else "",
        title=plain_text(title.text),
        title_html=writer.inline_html(title.text, title.line),
        minutes=front.minutes if front else 0,
        lede_html=writer.inline_html(lede.text, lede.line),
        lede_text=plain_text(" ".join(lede.text.split())),
        sections=sections,
        links=tuple(writer.links),
        findings=tuple(sorted(notebook.findings, key=lambda one: one.line)),
        words=len(re.findall(r"\w+", body.text)),
    )


@dataclass
class _OpenSection:
    """A section while its tokens come in."""

    id: str
    title: Text
    line: int
    first: int
    stamp: str | None = None
    blocks: list[Block] = field(default_factory=list[Block])
    block_lines: list[int] = field(default_factory=list[int])
    # Whether anything stood in it, a block that could not be read included.
    empty: bool = True
    prose: "list[Token]" = field(default_factory=list["Token"])


class _Sections:
    """Cuts the body of a file into sections and their blocks."""

    def __init__(self, body: Text, writer: Writer) -> None:
        self.body = body
        self.writer = writer
        self.notebook = writer.notebook
        self.lines = body.text.split("\n")
        self.done: list[ParsedSection] = []
        self.open: _OpenSection | None = None
        self.target: Text | None = None
        self.strayed = False

    def read(self) -> tuple[ParsedSection, ...]:
        tokens = self.writer.tokens(self.body.text, self.body.line)
        position = 0
        while position < len(tokens):
            end = _end(tokens, position)
            self.group(tokens[position:end])
            position = end
        self.drop_target()
        self.close(self.body.line + len(self.lines))
        return tuple(self.done)

    def group(self, tokens: "list[Token]") -> None:
        """Takes one top-level construct: a heading, a fence, a paragraph ..."""
        token = tokens[0]
        line = token.map[0] if token.map else self.body.line
        if token.type == "myst_target":
            self.drop_target()
            self.target = Text(token.content, line)
        elif token.type == "myst_line_comment":
            self.comment(token.content)
        elif token.type == "heading_open" and token.tag in {"h1", "h2"}:
            self.heading(token.tag, Text(tokens[1].content, line))
        else:
            self.drop_target()
            self.content(tokens, line)

    def comment(self, text: str) -> None:
        match = _SOURCE.search(text)
        if match and self.open is not None and not self.open.stamp:
            self.open.stamp = match["hash"]

    def heading(self, tag: str, title: Text) -> None:
        if tag == "h1":
            self.notebook.error(
                "CF105",
                title.line,
                'a lesson has no "#" heading: its title is in the front matter, and '
                'sections start with "##"',
            )
            self.drop_target()
            return
        target, self.target = self.target, None
        section_id = ""
        if target is None:
            self.notebook.error(
                "CF105",
                title.line,
                f'the section "{title.text}" has no id: put a line "(its-id)=" '
                "above the heading",
            )
        elif frontmatter.check_id(target.text, target.line, self.notebook):
            section_id = target.text
        first = target.line if target else title.line
        self.close(first)
        self.open = _OpenSection(section_id, title, title.line, title.line)

    def content(self, tokens: "list[Token]", line: int) -> None:
        if self.open is None:
            if not self.strayed:
                self.strayed = True
                self.notebook.error(
                    "CF105",
                    line,
                    "there is text before the first section: put it under a heading, "
                    "or into the lede of the front matter",
                )
            return
        self.open.empty = False
        token = tokens[0]
        if token.type == "fence" and self.unclosed(token):
            self.notebook.error(
                "CF114", line, f"the fence {token.markup}{token.info} is not closed"
            )
        elif token.type == "fence" and block_name(token.info) is not None:
            self.flush_prose()
            fence = read_fence(token.info, token.content, line, self.notebook)
            block = read_block(fence, self.writer)
            if block is not None:
                self.open.blocks.append(block)
                self.open.block_lines.append(line)
        else:
            self.open.prose.extend(tokens)

    def unclosed(self, token: "Token") -> bool:
        """Whether a fence ran to the end of the file (CommonMark lets it)."""
        first, end = token.map or (0, 0)
        closing = self.lines[end - 1 - self.body.line].strip()
        alone = end - first == 1
        return alone or not (
            closing.startswith(token.markup) and not closing.strip(token.markup[0])
        )

    def drop_target(self) -> None:
        if self.target is not None:
            self.notebook.error(
                "CF105",
                self.target.line,
                f'"({self.target.text})=" has no "## " heading directly under it',
            )
            self.target = None

    def flush_prose(self) -> None:
        section = self.open
        if section is None or not section.prose:
            return
        line = next((t.map[0] for t in section.prose if t.map), section.line)
        html = self.writer.render(section.prose)
        section.prose.clear()
        if html:
            section.blocks.append(Prose(html))
            section.block_lines.append(line)

    def close(self, next_first: int) -> None:
        """Ends the open section, whose text goes up to the line `next_first`."""
        section = self.open
        if section is None:
            return
        self.flush_prose()
        start, end = section.first - self.body.line, next_first - self.body.line
        if not section.title.text.strip():
            self.notebook.error("CF105", section.line, "this heading has no text")
        if section.empty and section.id:
            self.notebook.error(
                "CF105", section.line, f'the section "{section.id}" is empty'
            )
        _check_place(section, self.notebook)
        title = section.title
        self.done.append(
            ParsedSection(
                id=section.id,
                title_html=self.writer.inline_html(title.text, title.line),
                title_text=plain_text(title.text),
                line=section.line,
                hash=source_hash("\n".join(self.lines[start:end])),
                stamp=section.stamp,
                blocks=tuple(section.blocks),
                block_lines=tuple(section.block_lines),
            )
        )
        self.open = None


def _end(tokens: "Sequence[Token]", start: int) -> int:
    """The position after the construct that opens at `start`."""
    depth = 0
    for position in range(start, len(tokens)):
        depth += tokens[position].nesting
        if depth == 0:
            return position + 1
    return len(tokens)


def _check_place(section: _OpenSection, notebook: Notebook) -> None:
    """`recap` and `faq` are sections of their own, with these ids."""
    for block, line in zip(section.blocks, section.block_lines, strict=True):
        if isinstance(block, Recap | Faq) and section.id != block.block_type:
            kind = block.block_type
            notebook.error(
                "CF111",
                line,
                f'a {kind} stands in a section of its own: put "({kind})=" and a '
                f'"## " heading above it, not in "{section.id}"',
            )


def _check_ids(sections: "Sequence[ParsedSection]", notebook: Notebook) -> None:
    """Sections have different ids; so have the things to do (cells, quick checks)."""
    _no_doubles([(one.id, one.line) for one in sections if one.id], notebook)
    doable = [
        (block.id, line)
        for one in sections
        for block, line in zip(one.blocks, one.block_lines, strict=True)
        if isinstance(block, CodeCell | QuickCheck)
    ]
    _no_doubles(doable, notebook)


def _no_doubles(named: "Sequence[tuple[str, int]]", notebook: Notebook) -> None:
    seen: dict[str, int] = {}
    for name, line in named:
        if name in seen:
            message = f'the id "{name}" is already taken in line {seen[name]}'
            notebook.error("CF107", line, message)
        seen.setdefault(name, line)
