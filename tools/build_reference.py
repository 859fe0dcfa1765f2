"""Write `docs/reference/engine/`: the engine's reference, from its docstrings.

    python tools/build_reference.py            write the pages
    python tools/build_reference.py --check    change nothing; exit 1 if one is old

A page is a namespace of PyTorch (`torch`, `torch.Tensor`, `torch.nn` ...). It lists what
exists with its signature and docstring, how each op does in PyTorch's own operator
database (as `make conformance` measured it), and the names of PyTorch that are missing.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

FOLDER = ROOT / "docs" / "reference" / "engine"
PARITY_TABLE = ROOT / "docs" / "reference" / "conformance.md"
#: The namespaces in reading order; "" is `torch` itself.
SPACES = (
    "",
    "Tensor",
    "autograd",
    "autograd.functional",
    "func",
    "nn",
    "nn.functional",
    "nn.init",
    "nn.utils",
    "nn.utils.rnn",
    "optim",
    "optim.lr_scheduler",
    "utils.data",
    "distributions",
    "linalg",
    "fft",
    "special",
    "amp",
    "random",
)
#: Headings of a docstring, in the order in which the style guide has them.
HEADING = re.compile(
    r"^(Args|Shape|Returns|Yields|Gradient|Special cases|Raises|Example|Source"
    r"|Attributes|Note|Hint):\s*$"
)
#: GPUs, back ends, quantised and sparse tensors, the compiler: design's "not in scope".
OUT_OF_SCOPE = re.compile(
    r"cudnn|mkldnn|miopen|fbgemm|quanti|sparse|^q_|_copy$|^sym_|cuda|vitals|batch_norm_"
    r"|^_|jit|fx|vulkan|xpu|mps|hpu|mtia|ipu"
)


@dataclass(frozen=True)
class Entry:
    """A public name and what stands under it."""

    name: str
    signature: str
    text: str
    same_as: str | None
    """The full name of the function that this name is another name of."""


def main(arguments: list[str]) -> int:
    """Write or compare every page; 1 if `--check` found an old one."""
    pages = build()
    if "--check" not in arguments:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for path in FOLDER.glob("*.md"):
            if path.name not in pages:
                path.unlink()
        for name, text in pages.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"written: {len(pages)} pages in {FOLDER.relative_to(ROOT)}")
        return 0
    old = stale(pages)
    for name in old:
        print(f"{name} is old: run `make reference-docs`", file=sys.stderr)
    return 1 if old else 0


def stale(pages: dict[str, str]) -> list[str]:
    """The pages that differ from what is written, and those nobody makes any more."""
    there = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    return sorted(
        name
        for name in there.keys() | pages.keys()
        if there.get(name) != pages.get(name)
    )


def build() -> dict[str, str]:
    """File name -> text, the index among them."""
    parity = read_parity()
    homes: dict[int, str] = {}
    pages: dict[str, str] = {}
    rows: list[tuple[str, str, int, list[str]]] = []
    for space in SPACES:
        owner = namespace(space)
        if owner is None:
            continue
        entries = [entry(space, name, value, homes) for name, value in public(owner)]
        missing = absent(space, {one.name for one in entries})
        file_name = f"{title(space)}.md"
        pages[file_name] = page(space, entries, missing, parity)
        rows.append((title(space), file_name, len(entries), missing))
    pages["README.md"] = index(rows)
    return pages


def title(space: str) -> str:
    """What the page is called."""
    return f"torch.{space}" if space else "torch"


def namespace(space: str) -> Any:
    """The module or class of a namespace, or None if the engine has none."""
    torch = importlib.import_module("gradschool.torch")
    if space == "Tensor":
        return torch.Tensor
    try:
        return importlib.import_module(
            f"gradschool.torch.{space}" if space else "gradschool.torch"
        )
    except ModuleNotFoundError:
        return None


def public(owner: Any) -> list[tuple[str, Any]]:
    """The names of a namespace that a learner may use, sorted."""
    found: dict[str, Any] = {}
    for name in dir(owner):
        if name.startswith("_") or not is_pytorchs(owner, name):
            continue
        value = inspect.getattr_static(owner, name)
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        documented = callable(value) or isinstance(value, property)
        if documented and not isinstance(value, ModuleType):
            found[name] = value
    return sorted(found.items(), key=lambda pair: (pair[0].lower(), pair[0]))


def is_pytorchs(owner: Any, name: str) -> bool:
    """Leave out what a module has for its own use only."""
    names = known(space_of(owner))
    return not names or name in names


def space_of(owner: Any) -> str:
    """ "" for `gradschool.torch`, "nn" for `gradschool.torch.nn`, ..."""
    if inspect.isclass(owner):
        return owner.__name__
    return owner.__name__.removeprefix("gradschool.torch").removeprefix(".")


def known(space: str) -> frozenset[str]:
    """The public names PyTorch has there."""
    names = importlib.import_module("gradschool.torch._pytorch_names").NAMES
    return frozenset(names.get(space, "").split())


def absent(space: str, here: set[str]) -> list[str]:
    """The names of PyTorch that the engine lacks, without those out of its scope."""
    owner = namespace(space)
    return sorted(
        name
        for name in known(space) - here
        if name not in dir(owner)
        and not OUT_OF_SCOPE.search(name)
        # `torch` also exports the compiler's and the C++ side's classes.
        and not (space == "" and name[0].isupper())
    )


def entry(space: str, name: str, value: Any, homes: dict[int, str]) -> Entry:
    """What is said of one name; a second name of a function points to the first."""
    full = f"{title(space)}.{name}"
    first = homes.setdefault(id(value), full)
    return Entry(
        name,
        signature_of(value),
        inspect.getdoc(value) or "",
        None if first == full else first,
    )


def signature_of(value: Any) -> str:
    """The parameters as written, or an ellipsis where Python cannot say."""
    if isinstance(value, property):
        return ""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return "(...)"
    plain = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in signature.parameters.values()
        if parameter.name != "self"
    ]
    text = str(
        signature.replace(parameters=plain, return_annotation=inspect.Signature.empty)
    )
    # Defaults that are objects print with an address, which changes at each run.
    return re.sub(r"<([\w.]+)[^>]*? at 0x[0-9a-f]+>", r"<\1>", text)


def page(
    space: str, entries: list[Entry], missing: list[str], parity: dict[str, str]
) -> str:
    """One namespace as Markdown."""
    lines = [
        f"# {title(space)}",
        "",
        "Written by `make reference-docs` from the engine's docstrings; do not edit.",
        f"{len(entries)} names are here"
        + (f", {len(missing)} of PyTorch's are not." if missing else "."),
        "",
    ]
    for one in entries:
        lines += shown(space, one, parity)
    if missing:
        lines += [
            "## In PyTorch, not here",
            "",
            "Each answers with a `NotImplementedError` that names the nearest thing.",
            "",
            ", ".join(f"`{name}`" for name in missing),
            "",
        ]
    return "\n".join(lines)


def shown(space: str, one: Entry, parity: dict[str, str]) -> list[str]:
    """The lines of one name."""
    lines = [f"## `{one.name}{one.signature}`", ""]
    marks = parity.get(database_name(space, one.name))
    if marks:
        lines += [f"Operator database: {marks}.", ""]
    if one.same_as:
        return [*lines, f"The same as `{one.same_as}`.", ""]
    return [*lines, *as_markdown(one.text), ""]


def database_name(space: str, name: str) -> str:
    """What PyTorch's operator database calls it."""
    return name if space in ("", "Tensor") else f"{space}.{name}"


def as_markdown(text: str) -> list[str]:
    """A docstring's sections as bold words over its own lines."""
    lines: list[str] = []
    for line in text.splitlines():
        heading = HEADING.match(line)
        if heading:
            lines += [f"**{heading[1]}**", ""]
        elif lines and line.startswith("    ") and line[4:5] not in ("", " "):
            lines.append(f"* {line.strip()}")
        else:
            lines.append(line)
    return lines


def read_parity() -> dict[str, str]:
    """Entry of the operator database -> its marks in words, from the parity table."""
    if not PARITY_TABLE.exists():
        return {}
    table = PARITY_TABLE.read_text("utf-8").splitlines()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table
        if line.startswith("|")
    ]
    if not rows:
        return {}
    columns = rows[0][1:]
    return {
        row[0].strip("`"): ", ".join(
            f"{column} {mark}"
            for column, mark in zip(columns, row[1:], strict=False)
            if mark
        )
        for row in rows[2:]
    }


def index(rows: list[tuple[str, str, int, list[str]]]) -> str:
    """The first page: the namespaces and how many names each has."""
    lines = [
        "# The engine, name by name",
        "",
        "Written by `make reference-docs` from the engine's docstrings; do not edit.",
        "How values, gradients and errors compare with PyTorch's, op by op, stands in",
        "[the parity table](../conformance.md).",
        "",
        "| namespace | names here | names of PyTorch that are missing |",
        "| --- | --- | --- |",
    ]
    lines += [
        f"| [`{name}`]({file_name}) | {count} | {len(missing)} |"
        for name, file_name, count, missing in rows
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
