"""What a teacher can put into a section, one function per kind of block.

Each function gets the fence as it stands in the file and makes the finished block of
it, or notes in the notebook what keeps it from doing so. `BLOCKS` is the table of
kinds; a new kind is a function and a line there.
"""

import ast
import re
import warnings
from typing import TYPE_CHECKING, Protocol, cast

from gradschool.course import options
from gradschool.course.findings import did_you_mean
from gradschool.course.highlight import highlight
from gradschool.course.items import split_items
from gradschool.course.lesson import (
    Block,
    CodeCell,
    Faq,
    FaqEntry,
    Margin,
    Recap,
)
from gradschool.course.markdown import plain_text
from gradschool.course.quick_checks import quick_check

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gradschool.course.fences import Fence
    from gradschool.course.findings import Notebook
    from gradschool.course.markdown import Writer

_ITEM = re.compile(r"(?:[-*]|\d+[.)]) ")
_QUESTION = re.compile(r"###(?: |$)")
_EXCEPTION = re.compile(r"[A-Za-z_][\w.]*")


class BlockReader(Protocol):
    """Makes a block of a fence; None when that is not possible."""

    def __call__(self, fence: "Fence", writer: "Writer") -> Block | None:
        """Reads `fence`; what is wrong with it goes to the writer's notebook."""
        ...


def read_block(fence: "Fence", writer: "Writer") -> Block | None:
    """Makes the block that `fence` names."""
    reader = BLOCKS.get(fence.name)
    if reader is None:
        writer.notebook.error(
            "CF108",
            fence.line,
            f'there is no block "{{{fence.name}}}"{did_you_mean(fence.name, BLOCKS)} '
            f"(blocks: {', '.join(BLOCKS)})",
        )
        return None
    return reader(fence, writer)


def margin(fence: "Fence", writer: "Writer") -> Margin | None:
    """`{margin} Title`: a short note beside the text."""
    options.only(fence, (), writer.notebook)
    if not options.has_content(fence, writer.notebook):
        return None
    title = writer.inline_html(fence.argument, fence.line)
    return Margin(title, writer.html(fence.body.text, fence.body.line))


def code_cell(fence: "Fence", writer: "Writer") -> CodeCell | None:
    """`{code-cell} python`: code to edit and run. `number` is set on assembly."""
    notebook = writer.notebook
    options.only(
        fence, ("id", "title", "after", "raises", "output", "time-limit"), notebook
    )
    if fence.argument not in {"python", "python3", "ipython3", ""}:
        notebook.error("CF109", fence.line, f'cells are Python, got "{fence.argument}"')
    cell_id = options.identifier(fence, notebook)
    code = fence.body.text.strip("\n")
    blank = len(fence.body.text) - len(fence.body.text.lstrip("\n"))
    if not code.strip():
        notebook.error("CF117", fence.line, "the cell holds no code")
        return None
    raises = options.value(fence, "raises")
    if raises is not None and not _EXCEPTION.fullmatch(raises):
        notebook.error(
            "CF109",
            fence.options["raises"].line,
            f'expected the name of an exception for :raises:, got "{raises}"',
        )
    output = options.value(fence, "output")
    if output not in {None, "varies"}:
        notebook.error(
            "CF109",
            fence.options["output"].line,
            f'the only value of :output: is "varies", got "{output}"',
        )
    if raises not in {"SyntaxError", "IndentationError", "TabError"}:
        _compiles(code, fence.body.line + blank, notebook)
    if cell_id is None:
        return None
    return CodeCell(
        id=cell_id,
        title=plain_text(options.value(fence, "title") or ""),
        code=code,
        code_html=highlight(code),
        raises=raises,
        number=0,
        after=_after(fence),
        output_varies=output == "varies",
        time_limit_s=options.positive(fence, "time-limit", notebook),
    )


def recap(fence: "Fence", writer: "Writer") -> Recap | None:
    """`{recap}`: one to five sentences to keep."""
    notebook = writer.notebook
    options.only(fence, (), notebook)
    before, items = split_items(fence.body, _ITEM)
    if before.text.strip():
        notebook.error("CF111", before.line, "a recap is one list (1. ...)")
    if not 1 <= len(items) <= 5:
        notebook.error(
            "CF111", fence.line, f"a recap has one to five items, this one {len(items)}"
        )
    return Recap(tuple(writer.inline_html(item.text, item.line) for item in items))


def faq(fence: "Fence", writer: "Writer") -> Faq | None:
    """`{faq}`: `### question`, then the answer under it."""
    notebook = writer.notebook
    options.only(fence, (), notebook)
    before, parts = split_items(fence.body, _QUESTION)
    if before.text.strip():
        notebook.error("CF111", before.line, 'a faq starts with a question: "### ..."')
    if not parts:
        notebook.error("CF111", fence.line, 'a faq needs a question: "### ..."')
    entries: list[FaqEntry] = []
    for number, part in enumerate(parts, 1):
        question, _, answer = part.text.partition("\n")
        if not question.strip() or not answer.strip():
            what = "answer" if question.strip() else "question"
            notebook.error("CF111", part.line, f"this entry of the faq has no {what}")
        entries.append(
            FaqEntry(
                id=f"faq-{number}",
                question_html=writer.inline_html(question.strip(), part.line),
                question_text=plain_text(question),
                answer_html=writer.html(answer, part.line + 1),
                answer_text=plain_text(" ".join(answer.split())),
            )
        )
    return Faq(tuple(entries))


BLOCKS: "Mapping[str, BlockReader]" = {
    "margin": margin,
    "code-cell": code_cell,
    "quick-check": quick_check,
    "recap": recap,
    "faq": faq,
}


def explicit_after(cell: CodeCell) -> bool:
    """Whether the author wrote `:after:`; else all earlier cells are meant."""
    return cell.after != _ALL_EARLIER


# Stands in `after` until the lesson is put together and "all earlier cells" is known.
_ALL_EARLIER = ("*",)


def _after(fence: "Fence") -> tuple[str, ...]:
    value = options.value(fence, "after")
    if value is None:
        return _ALL_EARLIER
    if value == "none":
        return ()
    return tuple(name for name in re.split(r"[,\s]+", value) if name)


def _compiles(code: str, line: int, notebook: "Notebook") -> None:
    """Notes code that is not Python; cells may use `await` at the top level."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(
                code,
                "cell",
                "exec",
                flags=ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT,
                dont_inherit=True,
            )
    except (SyntaxError, ValueError) as error:
        row = cast("int | None", getattr(error, "lineno", None)) or 1
        column = cast("int | None", getattr(error, "offset", None)) or 0
        reason = getattr(error, "msg", str(error))
        notebook.error(
            "CF117",
            line + row - 1,
            f"this cell is not Python: {reason} "
            "(if that is what it shows, add :raises: SyntaxError)",
            column=column,
        )
