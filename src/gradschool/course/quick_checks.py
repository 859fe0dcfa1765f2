"""`{quick-check}`: a question that answers at once.

    :type: single | multiple     `- [x] option`, each with its feedback
    :type: order                 steps in the right order
    :type: numeric | predict     `:answer:`

What cannot be asked fairly is an error here: no right answer, an option without a
reason, a step that stands twice.
"""

import random
import re
from typing import TYPE_CHECKING, get_args

from gradschool.course import options
from gradschool.course.fences import Text
from gradschool.course.findings import did_you_mean
from gradschool.course.items import split_items
from gradschool.course.lesson import Option, QuickCheck, QuickCheckKind
from gradschool.course.markdown import plain_text

if TYPE_CHECKING:
    from gradschool.course.fences import Fence
    from gradschool.course.findings import Notebook
    from gradschool.course.markdown import Writer

KINDS: tuple[QuickCheckKind, ...] = get_args(QuickCheckKind)

_CHOICE = re.compile(r"[-*] \[(?P<mark>[ xX])\](?: |$)")
_STEP = re.compile(r"(?:[-*]|\d+[.)]) ")


def quick_check(fence: "Fence", writer: "Writer") -> QuickCheck | None:
    """`{quick-check}`: a question that answers at once. `number` is set on assembly."""
    notebook = writer.notebook
    kind = options.value(fence, "type")
    if kind not in KINDS:
        got = "no :type:" if kind is None else f'"{kind}"'
        notebook.error(
            "CF110",
            fence.options["type"].line if kind is not None else fence.line,
            f"expected a type of quick check ({', '.join(KINDS)}), got {got}"
            f"{did_you_mean(kind or '', KINDS)}",
        )
        return None
    quick_check_id = options.identifier(fence, notebook)
    if kind in {"single", "multiple"}:
        options.only(fence, ("id", "type", "right", "wrong"), notebook)
        question, choices = _choices(fence, writer)
    elif kind == "order":
        options.only(fence, ("id", "type", "right", "wrong"), notebook)
        question, choices = _steps(fence, writer)
    else:
        cell = ("cell",) if kind == "predict" else ()
        known = ("id", "type", "answer", "tolerance", "right", "wrong", *cell)
        options.only(fence, known, notebook)
        question, choices = fence.body, ()
        _check_answer(fence, kind, notebook)
    if not question.text.strip():
        notebook.error("CF110", fence.line, "the quick check has no question")
    if kind not in {"single", "multiple"}:
        for name in ("right", "wrong"):
            if not options.value(fence, name):
                notebook.error("CF110", fence.line, f"{kind} needs a line :{name}: ...")
    else:
        _check_choices(fence, kind, choices, notebook)
    if quick_check_id is None:
        return None
    order = tuple(range(len(choices)))
    if kind == "order":
        order = _shuffled(len(choices), seed=quick_check_id)
    return QuickCheck(
        id=quick_check_id,
        kind=kind,
        number=0,
        question_html=writer.html(question.text, question.line),
        options=choices,
        shown_order=order,
        answer=options.value(fence, "answer"),
        tolerance=options.positive(fence, "tolerance", notebook, zero=True) or 0.0,
        cell=options.value(fence, "cell"),
        right_html=options.inline_html(fence, "right", writer),
        wrong_html=options.inline_html(fence, "wrong", writer),
    )


def _choices(fence: "Fence", writer: "Writer") -> tuple[Text, tuple[Option, ...]]:
    """The question and the `- [x]` options with their feedback."""
    question, items = split_items(fence.body, _CHOICE)
    choices: list[Option] = []
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
        choices.append(Option(html, plain_text(text), right, feedback))
    return question, tuple(choices)


def _steps(fence: "Fence", writer: "Writer") -> tuple[Text, tuple[Option, ...]]:
    """The question and the steps of an `order` check."""
    question, items = split_items(fence.body, _STEP)
    if len(items) < 2:
        writer.notebook.error(
            "CF110", fence.line, f"order needs at least two steps, got {len(items)}"
        )
    choices = tuple(
        Option(
            writer.inline_html(item.text, item.line), plain_text(item.text), True, ""
        )
        for item in items
    )
    _no_doubles(choices, fence, writer.notebook)
    return question, choices


def _check_choices(
    fence: "Fence", kind: str, choices: tuple[Option, ...], notebook: "Notebook"
) -> None:
    right = sum(option.right for option in choices)
    if len(choices) < 2:
        notebook.error(
            "CF110",
            fence.line,
            f'{kind} needs at least two options ("- [ ] ..."), got {len(choices)}',
        )
    elif kind == "single" and right != 1:
        notebook.error(
            "CF110",
            fence.line,
            f"single has exactly one right option (- [x]), this one has {right}",
        )
    elif right == 0:
        notebook.error("CF110", fence.line, "no option is marked as right (- [x])")
    _no_doubles(choices, fence, notebook)


def _no_doubles(
    choices: tuple[Option, ...], fence: "Fence", notebook: "Notebook"
) -> None:
    texts = [option.html for option in choices]
    for index, text in enumerate(texts):
        if text in texts[:index]:
            message = f'"{choices[index].text}" stands twice'
            notebook.error("CF110", fence.line, message)


def _check_answer(fence: "Fence", kind: str, notebook: "Notebook") -> None:
    answer = options.value(fence, "answer")
    if not answer:
        notebook.error("CF110", fence.line, f"{kind} needs a line :answer: ...")
    elif kind == "numeric" and options.number(answer) is None:
        notebook.error(
            "CF110",
            fence.options["answer"].line,
            f'expected a number for :answer:, got "{answer}"',
        )
    elif "tolerance" in fence.options and options.number(answer) is None:
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
