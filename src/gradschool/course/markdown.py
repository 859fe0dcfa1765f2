"""Markdown to HTML for one lesson file, with the file's line numbers kept.

The parser cuts a lesson into pieces; every piece of prose comes through here. What
this adds to CommonMark: maths, the roles `{v}` `{g}` `{kbd}`, coloured code, lesson
links that become addresses, and a note of every link and picture, so that the checks
can look where they lead without reading the file again.

Raw HTML is not passed on: a course may come from anyone.
"""

import re
from dataclasses import dataclass
from html import escape
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

from gradschool.course.fences import block_name
from gradschool.course.findings import did_you_mean
from gradschool.course.highlight import highlight
from gradschool.course.maths import FormulaError, mathml

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

    from gradschool.course.findings import Notebook

ROLES = {"v": "span", "g": "span", "kbd": "kbd"}

LESSON_FILE = re.compile(r"(?:\d+-)?(?P<id>[a-z][a-z0-9-]*)\.md")
_PYTHON = frozenset({"python", "py", "python3", "pycon"})
_OUTSIDE = re.compile(r"(?:https?|mailto):")


@dataclass(frozen=True, slots=True)
class Link:
    """A link or picture as the author wrote it.

    `kind` is `section` (target: section id), `lesson` (target: `lesson-id` or
    `lesson-id#section-id`), `outside` (an address) or `picture` (a path inside the
    course folder).
    """

    kind: Literal["section", "lesson", "outside", "picture"]
    target: str
    line: int


def parser() -> MarkdownIt:
    """A CommonMark parser with tables and MyST's targets, comments, roles, maths."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable(
        ["table", "strikethrough"]
    )
    dollarmath_plugin(
        markdown,
        allow_labels=False,
        allow_space=False,  # "5 $ or 6 $" stays money
        allow_digits=False,
    )
    myst_role_plugin(markdown)
    myst_block_plugin(markdown)
    # HTML would be shown as text; entities and autolinks in <...> stay.
    return markdown


_PARSER = parser()


class Writer:
    """Turns the Markdown of one lesson file into HTML.

    Args:
        notebook: hears of everything that cannot be shown as meant.
        language: the folder of the file, which relative paths start from.
    """

    def __init__(self, notebook: "Notebook", language: str) -> None:
        self.notebook = notebook
        self.language = language
        self.links: list[Link] = []

    def tokens(self, text: str, line: int) -> "list[Token]":
        """The tokens of `text`, whose first line is `line` in the file."""
        tokens = _PARSER.parse(text)
        for token in tokens:
            if token.map is not None:
                token.map = [token.map[0] + line, token.map[1] + line]
        return tokens

    def html(self, text: str, line: int) -> str:
        """Paragraphs, lists and so on, from Markdown text."""
        return self.render(self.tokens(text, line))

    def inline_html(self, text: str, line: int) -> str:
        """One line's worth of Markdown: no paragraph around it."""
        return self.render(_inline(text, line))

    def render(self, tokens: "Sequence[Token]") -> str:
        """The HTML of tokens; their `map` holds line numbers of the file."""
        out: list[str] = []
        for token in tokens:
            out.append(self._block(token))
        return "".join(out).strip()

    # Blocks. Each branch returns the HTML of one token; the nesting takes care of
    # itself, since opening and closing are tokens of their own.

    def _block(self, token: "Token") -> str:
        line = token.map[0] if token.map else 0
        match token.type:
            case "inline":
                return self._inline(token.children or [], line)
            case "fence" | "code_block":
                return self._code(token, line)
            case "math_block":
                return self._formula(token.content, line, display=True)
            case "paragraph_open" | "paragraph_close" if token.hidden:
                return "" if token.nesting == 1 else "\n"
            case "table_open":
                return '<div class="table-scroll" tabindex="0"><table>\n'
            case "table_close":
                return "</table></div>\n"
            case "myst_line_comment" | "myst_block_break":
                return ""
            case "myst_target":
                self.notebook.error(
                    "CF105",
                    line,
                    f'the target "({token.content or token.meta})=" has no "##" '
                    "heading under it",
                )
                return ""
            case "hr":
                return "<hr>\n"
            case _:
                return self._tag(token)

    def _tag(self, token: "Token") -> str:
        if token.nesting == -1:
            return f"</{token.tag}>\n"
        attributes = "".join(
            f' {name}="{escape(str(value))}"' for name, value in token.attrs.items()
        )
        # A table aligns its columns by `style`; a class says the same to our sheet.
        attributes = re.sub(r' style="text-align:(\w+)"', r' class="\1"', attributes)
        return f"<{token.tag}{attributes}>"

    def _code(self, token: "Token", line: int) -> str:
        info = token.info.strip()
        if block_name(info) is not None:
            self.notebook.error(
                "CF108",
                line,
                f"the block {info.split()[0]} stands inside a list, a quotation or "
                "another block; move it to the left edge of the section",
            )
            return ""
        language = info.split()[0] if info else ""
        code = token.content.rstrip("\n")
        body = highlight(code) if language in _PYTHON else escape(code, quote=False)
        kind = f' class="language-{escape(language)}"' if language else ""
        return f'<pre class="code" tabindex="0"><code{kind}>{body}</code></pre>\n'

    def _formula(self, latex: str, line: int, *, display: bool) -> str:
        try:
            element = mathml(latex, display=display)
        except FormulaError as error:
            before = latex[: error.offset]
            self.notebook.error(
                "CF113",
                line + before.count("\n"),
                f"this formula cannot be read: {error} (in ${latex.strip()}$)",
            )
            return ""
        return f'<div class="formula">{element}</div>\n' if display else element

    # Inline text.

    def _inline(self, children: "Sequence[Token]", line: int) -> str:
        out: list[str] = []
        for token in children:
            out.append(self._inline_token(token, line))
            line += token.type in {"softbreak", "hardbreak"}
            line += token.content.count("\n")
        return "".join(out)

    def _inline_token(self, token: "Token", line: int) -> str:
        match token.type:
            case "text":
                return escape(token.content, quote=False)
            case "code_inline":
                return f"<code>{escape(token.content, quote=False)}</code>"
            case "softbreak":
                return "\n"
            case "hardbreak":
                return "<br>\n"
            case "math_inline" | "math_inline_double":
                double = token.type == "math_inline_double"
                return self._formula(token.content, line, display=double)
            case "myst_role":
                return self._role(token, line)
            case "link_open":
                href, rest = self._address(str(token.attrs.get("href", "")), line)
                title = token.attrs.get("title")
                rest += f' title="{escape(str(title))}"' if title else ""
                return f'<a href="{escape(href)}"{rest}>'
            case "image":
                return self._picture(token, line)
            case _ if token.tag:
                closing = "/" if token.nesting == -1 else ""
                return f"<{closing}{token.tag}>"
            case _:
                return escape(token.content, quote=False)

    def _role(self, token: "Token", line: int) -> str:
        name = str(cast("dict[str, Any]", token.meta).get("name", ""))
        text = escape(token.content, quote=False)
        tag = ROLES.get(name)
        if tag is None:
            self.notebook.error(
                "CF112",
                line,
                f'there is no role "{{{name}}}"{did_you_mean(name, ROLES)} '
                f"(roles: {', '.join(ROLES)})",
            )
            return text
        return f"<{tag}>{text}</{tag}>" if tag == "kbd" else _span(tag, name, text)

    def _address(self, href: str, line: int) -> tuple[str, str]:
        """The address to link to, and further attributes."""
        if _OUTSIDE.match(href):
            self.links.append(Link("outside", href, line))
            return href, ' rel="external noopener"'
        path, _, fragment = unquote(href).partition("#")
        if not path and fragment:
            self.links.append(Link("section", fragment, line))
            return f"#{quote(fragment)}", ""
        lesson = LESSON_FILE.fullmatch(path.removeprefix("./"))
        if lesson is None:
            self.notebook.error(
                "CF301",
                line,
                f'the link "{href}" leads nowhere: expected "#section-id", the name '
                'of a lesson file such as "02-lesson-id.md", or a full address that '
                'starts with "https://"',
            )
            return "#", ""
        tail = f"#{fragment}" if fragment else ""
        self.links.append(Link("lesson", lesson["id"] + tail, line))
        return f"../{lesson['id']}/{tail}", ""

    def _picture(self, token: "Token", line: int) -> str:
        source = unquote(str(token.attrs.get("src", "")))
        alternative = token.content.strip()
        path = _inside_course(self.language, source)
        if path is None:
            self.notebook.error(
                "CF303",
                line,
                f'the picture "{source}" is not in the course folder: expected a '
                'path such as "../images/graph.svg"',
            )
            return ""
        self.links.append(Link("picture", path, line))
        if not alternative:
            self.notebook.error(
                "CF116",
                line,
                f'the picture "{source}" has no text for those who cannot see it: '
                "write ![what it shows](...)",
            )
        return (
            f'<img src="../-/{quote(path)}" alt="{escape(alternative)}" '
            'loading="lazy" decoding="async">'
        )


def plain_text(text: str) -> str:
    """Markdown without its marks: for `<title>`, attributes and search."""
    return _plain(_inline(text, 1)).strip()


def _plain(tokens: "Sequence[Token]") -> str:
    out: list[str] = []
    for token in tokens:
        if token.children:
            out.append(_plain(token.children))
        elif token.type in {"softbreak", "hardbreak"}:
            out.append(" ")
        else:
            out.append(token.content)
    return "".join(out)


def _inline(text: str, line: int) -> "list[Token]":
    tokens = _PARSER.parseInline(text)
    for token in tokens:
        token.map = [line, line + 1]
    return tokens


def _span(tag: str, name: str, text: str) -> str:
    return f'<{tag} class="{name}">{text}</{tag}>'


def _inside_course(language: str, source: str) -> str | None:
    """The path of a picture from the course folder on, or None if it leads outside."""
    if not source or "\\" in source or re.match(r"[a-z][a-z0-9+.-]*:|/", source, re.I):
        return None
    parts: list[str] = [language]
    for part in PurePosixPath(source).parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            return None
    return "/".join(parts) or None
