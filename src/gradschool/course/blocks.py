"""What a teacher can put into a section, one function per kind of block.

Each function gets the fence as it stands in the file and makes the finished block of
it, or notes in the notebook what keeps it from doing so. `BLOCKS` is the table of
kinds; a new kind is a function and a line there.
"""

import ast
import random
import re
import warnings
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, cast, get_args

from gradschool.course.fences import Text
from gradschool.course.findings import did_you_mean
from gradschool.course.frontmatter import check_id
from gradschool.course.highlight import highlight
from gradschool.course.lesson import (
    Block,
    CodeCell,
    Faq,
    FaqEntry,
    Margin,
    Option,
    QuickCheck,
    QuickCheckKind,
    Recap,
)
from gradschool.course.markdown import plain_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gradschool.course.fences import Fence
    from gradschool.course.findings import Notebook
    from gradschool.course.markdown import Writer

KINDS: tuple[QuickCheckKind, ...] = get_args(QuickCheckKind)

_CHOICE = re.compile(r"[-*] \[(?P<mark>[ xX])\](?: |$)")
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
    _known_options(fence, (), writer.notebook)
    if not _has_content(fence, writer.notebook):
        return None
    title = writer.inline_html(fence.argument, fence.line)
    return Margin(title, writer.html(fence.body.text, fence.body.line))


def code_cell(fence: "Fence", writer: "Writer") -> CodeCell | None:
    """`{code-cell} python`: code to edit and run. `number` is set on assembly."""
    notebook = writer.notebook
    _known_options(
        fence, ("id", "title", "after", "raises", "output", "time-limit"), notebook
    )
    if fence.argument not in {"python", "python3", "ipython3", ""}:
        notebook.error("CF109", fence.line, f'cells are Python, got "{fence.argument}"')
    cell_id = _id(fence, notebook)
    code = fence.body.text.strip("\n")
    if not code.strip():
        notebook.error("CF117", fence.line, "the cell holds no code")
        return None
    raises = _value(fence, "raises")
    if raises is not None and not _EXCEPTION.fullmatch(raises):
        notebook.error(
            "CF109",
            fence.options["raises"].line,
            f'expected the name of an exception for :raises:, got "{raises}"',
        )
    output = _value(fence, "output")
    if output not in {None, "varies"}:
        notebook.error(
            "CF109",
            fence.options["output"].line,
            f'the only value of :output: is "varies", got "{output}"',
        )
    if raises not in {"SyntaxError", "IndentationError", "TabError"}:
        _compiles(code, fence.body.line, notebook)
    if cell_id is None:
        return None
    return CodeCell(
        id=cell_id,
        title=plain_text(_value(fence, "title") or ""),
        code=code,
        code_html=highlight(code),
        raises=raises,
        number=0,
        after=_after(fence),
        output_varies=output == "varies",
        time_limit_s=_positive(fence, "time-limit", notebook),
    )


def quick_check(fence: "Fence", writer: "Writer") -> QuickCheck | None:
    """`{quick-check}`: a question that answers at once. `number` is set on assembly."""
    notebook = writer.notebook
    kind = _value(fence, "type")
    if kind not in KINDS:
        got = "no :type:" if kind is None else f'"{kind}"'
        notebook.error(
            "CF110",
            fence.options["type"].line if kind is not None else fence.line,
            f"expected a type of quick check ({', '.join(KINDS)}), got {got}"
            f"{did_you_mean(kind or '', KINDS)}",
        )
        return None
    check_id_ = _id(fence, notebook)
    if kind in {"single", "multiple"}:
        _known_options(fence, ("id", "type", "right", "wrong"), notebook)
        question, options = _choices(fence, writer)
    elif kind == "order":
        _known_options(fence, ("id", "type", "right", "wrong"), notebook)
        question, options = _steps(fence, writer)
    else:
        cell = ("cell",) if kind == "predict" else ()
        known = ("id", "type", "answer", "tolerance", "right", "wrong", *cell)
        _known_options(fence, known, notebook)
        question, options = fence.body, ()
        _check_answer(fence, kind, notebook)
    if not question.text.strip():
        notebook.error("CF110", fence.line, "the quick check has no question")
    if kind not in {"single", "multiple"}:
        for name in ("right", "wrong"):
            if not _value(fence, name):
                notebook.error("CF110", fence.line, f"{kind} needs a line :{name}: ...")
    else:
        _check_choices(fence, kind, options, notebook)
    if check_id_ is None:
        return None
    order = tuple(range(len(options)))
    if kind == "order":
        order = _shuffled(len(options), seed=check_id_)
    return QuickCheck(
        id=check_id_,
        kind=kind,
        number=0,
        question_html=writer.html(question.text, question.line),
        options=options,
        shown_order=order,
        answer=_value(fence, "answer"),
        tolerance=_positive(fence, "tolerance", notebook, zero=True) or 0.0,
        cell=_value(fence, "cell"),
        right_html=_inline_option(fence, "right", writer),
        wrong_html=_inline_option(fence, "wrong", writer),
    )


def recap(fence: "Fence", writer: "Writer") -> Recap | None:
    """`{recap}`: one to five sentences to keep."""
    notebook = writer.notebook
    _known_options(fence, (), notebook)
    before, items = _split(fence.body, _ITEM)
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
    _known_options(fence, (), notebook)
    before, parts = _split(fence.body, _QUESTION)
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
    value = _value(fence, "after")
    if value is None:
        return _ALL_EARLIER
    if value == "none":
        return ()
    return tuple(name for name in re.split(r"[,\s]+", value) if name)


# Options of a fence.


def _value(fence: "Fence", name: str) -> str | None:
    option = fence.options.get(name)
    return option.text if option is not None else None


def _inline_option(fence: "Fence", name: str, writer: "Writer") -> str:
    option = fence.options.get(name)
    return writer.inline_html(option.text, option.line) if option else ""


def _known_options(
    fence: "Fence", known: tuple[str, ...], notebook: "Notebook"
) -> None:
    for name, value in fence.options.items():
        if name not in known:
            hint = did_you_mean(name, known)
            allowed = ", ".join(known) or "none"
            notebook.error(
                "CF109",
                value.line,
                f'{{{fence.name}}} has no option ":{name}:"{hint} (options: {allowed})',
            )


def _id(fence: "Fence", notebook: "Notebook") -> str | None:
    option = fence.options.get("id")
    if option is None:
        notebook.error(
            "CF109",
            fence.line,
            f"{{{fence.name}}} needs a line :id: with a name that never changes",
        )
        return None
    return option.text if check_id(option.text, option.line, notebook) else None


def _positive(
    fence: "Fence", name: str, notebook: "Notebook", *, zero: bool = False
) -> float | None:
    option = fence.options.get(name)
    if option is None:
        return None
    number = _number(option.text)
    if number is None or number < 0 or (number == 0 and not zero):
        notebook.error(
            "CF109",
            option.line,
            f'expected a positive number for :{name}:, got "{option.text}"',
        )
        return None
    return number


def _number(text: str) -> float | None:
    """A finite number, or None."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < float("inf") else None


def _has_content(fence: "Fence", notebook: "Notebook") -> bool:
    if fence.body.text.strip():
        return True
    notebook.error("CF108", fence.line, f"the block {{{fence.name}}} is empty")
    return False


# Code cells.


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


# Quick checks.


def _choices(fence: "Fence", writer: "Writer") -> tuple[Text, tuple[Option, ...]]:
    """The question and the `- [x]` options with their feedback."""
    question, items = _split(fence.body, _CHOICE)
    options: list[Option] = []
    for item in items:
        marked = fence.body.text.split("\n")[item.line - fence.body.line]
        right = marked[3] in "xX"
        lines = item.text.split("\n")
        marks = (i for i, line in enumerate(lines) if line.lstrip().startswith(": "))
        split = next(marks, None)
        text = "\n".join(lines[:split]).strip()
        feedback = ""
        if split is not None:
            reply = lines[split].strip()[2:]
            rest = [reply, *(line.strip() for line in lines[split + 1 :])]
            feedback = writer.inline_html("\n".join(rest).strip(), item.line + split)
        if not text:
            writer.notebook.error("CF110", item.line, "this option has no text")
        if not feedback:
            writer.notebook.error(
                "CF110",
                item.line,
                "this option has no feedback: add an indented line under it that "
                'starts with ": " and says why',
            )
        html = writer.inline_html(text, item.line)
        options.append(Option(html, plain_text(text), right, feedback))
    return question, tuple(options)


def _steps(fence: "Fence", writer: "Writer") -> tuple[Text, tuple[Option, ...]]:
    """The question and the steps of an `order` check."""
    question, items = _split(fence.body, _ITEM)
    if len(items) < 2:
        writer.notebook.error(
            "CF110", fence.line, f"order needs at least two steps, got {len(items)}"
        )
    options = tuple(
        Option(
            writer.inline_html(item.text, item.line), plain_text(item.text), True, ""
        )
        for item in items
    )
    _no_doubles(options, fence, writer.notebook)
    return question, options


def _check_choices(
    fence: "Fence", kind: str, options: tuple[Option, ...], notebook: "Notebook"
) -> None:
    right = sum(option.right for option in options)
    if len(options) < 2:
        notebook.error(
            "CF110",
            fence.line,
            f'{kind} needs at least two options ("- [ ] ..."), got {len(options)}',
        )
    elif kind == "single" and right != 1:
        notebook.error(
            "CF110",
            fence.line,
            f"single has exactly one right option (- [x]), this one has {right}",
        )
    elif right == 0:
        notebook.error("CF110", fence.line, "no option is marked as right (- [x])")
    _no_doubles(options, fence, notebook)


def _no_doubles(
    options: tuple[Option, ...], fence: "Fence", notebook: "Notebook"
) -> None:
    texts = [option.html for option in options]
    for index, text in enumerate(texts):
        if text in texts[:index]:
            message = f'"{options[index].text}" stands twice'
            notebook.error("CF110", fence.line, message)


def _check_answer(fence: "Fence", kind: str, notebook: "Notebook") -> None:
    answer = _value(fence, "answer")
    if not answer:
        notebook.error("CF110", fence.line, f"{kind} needs a line :answer: ...")
    elif kind == "numeric" and _number(answer) is None:
        notebook.error(
            "CF110",
            fence.options["answer"].line,
            f'expected a number for :answer:, got "{answer}"',
        )
    elif "tolerance" in fence.options and _number(answer) is None:
        notebook.error(
            "CF110",
            fence.options["tolerance"].line,
            f'a tolerance needs a number to be near to, and the answer is "{answer}"',
        )


def _shuffled(count: int, seed: str) -> tuple[int, ...]:
    """A fixed order that is not the right one."""
    order = list(range(count))
    shuffler = random.Random(seed)  # noqa: S311 - an order for readers, not a secret
    while count > 1 and order == sorted(order):
        shuffler.shuffle(order)
    return tuple(order)


# Text that is a list.


def _split(body: Text, start: re.Pattern[str]) -> tuple[Text, list[Text]]:
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
