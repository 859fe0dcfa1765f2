"""Short programs that print or fail as on real PyTorch, to the letter.

`snippets/*.jsonl` hold a program a line and what PyTorch 2.13 printed or raised. A
program sees `torch`, `nn`, `F` and `optim`; its last expression is shown as at the
prompt. What is known to differ stands in `snippets/gaps.txt`, with the reason.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from gradschool.as_torch import installed

FOLDER = Path(__file__).parent / "snippets"
ADDRESS = re.compile(r"0x[0-9a-f]{4,}")


def snippets(name: str) -> list[dict[str, Any]]:
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]


def applies(snippet: dict[str, Any]) -> bool:
    """Some texts are Python's own, and changed with it."""
    until = snippet.get("before_python")
    return until is None or sys.version_info < tuple(map(int, until.split(".")))


ALL = [s for name in ("printing", "errors") for s in snippets(name) if applies(s)]
GAPS = dict(
    line.split(" ", 1)
    for line in (FOLDER / "gaps.txt").read_text(encoding="utf-8").splitlines()
)


@pytest.fixture(scope="module")
def engine():
    """The engine, loaded as `torch`, so that its classes carry PyTorch's names."""
    with installed() as torch:
        yield torch


def run(torch: Any, code: str) -> tuple[str, Exception | None]:
    """What a program prints, and the error it ends with."""
    nn = torch.nn
    space = {"torch": torch, "nn": nn, "F": nn.functional, "optim": torch.optim}
    space["__name__"] = "snippet"
    tree = ast.parse(code)
    shown = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        shown = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    printed = io.StringIO()
    torch.set_printoptions(profile="default")
    torch.manual_seed(0)
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore")
        try:
            exec(compile(tree, "<snippet>", "exec"), space)
            if shown is not None:
                value = eval(compile(shown, "<snippet>", "eval"), space)
                if value is not None:
                    print(repr(value))
        except Exception as error:  # noqa: BLE001 - the error is the answer
            return ADDRESS.sub("0x", printed.getvalue()), error
    return ADDRESS.sub("0x", printed.getvalue()), None


def is_exact(torch: Any, snippet: dict[str, Any]) -> bool:
    printed, error = run(torch, snippet["code"])
    if snippet["kind"] == "print":
        return error is None and printed == snippet["out"]
    if error is None or type(error).__name__ != snippet["type"]:
        return False
    return ADDRESS.sub("0x", str(error)) == snippet["message"]


@pytest.mark.parametrize(
    "snippet", [s for s in ALL if s["id"] not in GAPS], ids=lambda s: s["id"]
)
def test_a_program_prints_or_fails_as_on_pytorch(engine, snippet):
    assert is_exact(engine, snippet)


@pytest.mark.parametrize(
    "snippet", [s for s in ALL if s["id"] in GAPS], ids=lambda s: s["id"]
)
def test_a_gap_is_still_one(engine, snippet):
    """If this fails, the gap is closed: take its line out of `gaps.txt`."""
    assert not is_exact(engine, snippet)


def test_every_gap_is_a_snippet():
    assert GAPS.keys() <= {s["id"] for s in ALL}
