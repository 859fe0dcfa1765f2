"""The options of a block, read as what they are: ids, numbers, Markdown.

Each function notes in the notebook what keeps an option from being read, with the line
that the option stands in.
"""

from typing import TYPE_CHECKING

from gradschool.course.findings import did_you_mean
from gradschool.course.frontmatter import check_id

if TYPE_CHECKING:
    from gradschool.course.fences import Fence
    from gradschool.course.findings import Notebook
    from gradschool.course.markdown import Writer


def value(fence: "Fence", name: str) -> str | None:
    """The option's text, or None when the author left it out."""
    option = fence.options.get(name)
    return option.text if option is not None else None


def inline_html(fence: "Fence", name: str, writer: "Writer") -> str:
    """The option's Markdown as HTML without a paragraph; empty when left out."""
    option = fence.options.get(name)
    return writer.inline_html(option.text, option.line) if option else ""


def only(fence: "Fence", known: tuple[str, ...], notebook: "Notebook") -> None:
    """Notes every option that the block does not have."""
    for name, option in fence.options.items():
        if name not in known:
            hint = did_you_mean(name, known)
            allowed = ", ".join(known) or "none"
            notebook.error(
                "CF109",
                option.line,
                f'{{{fence.name}}} has no option ":{name}:"{hint} (options: {allowed})',
            )


def identifier(fence: "Fence", notebook: "Notebook") -> str | None:
    """The `:id:`, which every block that a learner does something with needs."""
    option = fence.options.get("id")
    if option is None:
        notebook.error(
            "CF109",
            fence.line,
            f"{{{fence.name}}} needs a line :id: with a name that never changes",
        )
        return None
    return option.text if check_id(option.text, option.line, notebook) else None


def positive(
    fence: "Fence", name: str, notebook: "Notebook", *, zero: bool = False
) -> float | None:
    """The option as a number above 0 (from 0 on with `zero`); None when left out."""
    option = fence.options.get(name)
    if option is None:
        return None
    found = number(option.text)
    if found is None or found < 0 or (found == 0 and not zero):
        notebook.error(
            "CF109",
            option.line,
            f'expected a positive number for :{name}:, got "{option.text}"',
        )
        return None
    return found


def number(text: str) -> float | None:
    """A finite number, or None."""
    try:
        found = float(text)
    except ValueError:
        return None
    return found if abs(found) < float("inf") else None


def has_content(fence: "Fence", notebook: "Notebook") -> bool:
    """Whether anything stands in the block."""
    if fence.body.text.strip():
        return True
    notebook.error("CF108", fence.line, f"the block {{{fence.name}}} is empty")
    return False
