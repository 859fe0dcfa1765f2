"""Write `src/gradschool/torch/_pytorch_names.py`: the public names PyTorch has.

    python tools/record_pytorch_names.py        # needs the real torch

The engine answers a name from this list that it lacks with what is nearest, and a name
that is not in it as PyTorch does.
"""

from __future__ import annotations

import importlib
import inspect
import textwrap
from pathlib import Path

import torch

TARGET = (
    Path(__file__).parents[1] / "src" / "gradschool" / "torch" / "_pytorch_names.py"
)
SPACES = (
    "",
    "Tensor",
    "nn",
    "nn.functional",
    "nn.init",
    "nn.utils",
    "nn.utils.rnn",
    "nn.Module",
    "optim",
    "optim.lr_scheduler",
    "optim.Optimizer",
    "autograd",
    "autograd.functional",
    "autograd.graph",
    "autograd.Function",
    "utils",
    "utils.data",
    "linalg",
    "special",
    "fft",
    "func",
    "random",
    "testing",
    "distributions",
    "Generator",
    "cuda",
    "backends",
)
HEADER = '''"""The public names of PyTorch {version}.

Written by `tools/record_pytorch_names.py`; read only when a name is missing, by
`_missing.py`.
"""

NAMES: dict[str, str] = {{
'''


def found(space: str) -> object:
    """The module or class of that name."""
    value: object = torch
    for part in space.split(".") if space else ():
        path = f"{getattr(value, '__name__', '')}.{part}"
        value = getattr(value, part, None) or importlib.import_module(path)
    return value


def public_names(space: str) -> list[str]:
    """What `dir` shows, without private names and what was only imported."""
    owner = found(space)
    names = []
    for name in dir(owner):
        if name.startswith("_"):
            continue
        value = inspect.getattr_static(owner, name, None)
        if inspect.ismodule(value):
            if not value.__name__.startswith("torch."):
                continue
        elif (getattr(value, "__module__", None) or "torch").split(".")[0] in {
            "typing",
            "collections",
            "functools",
            "contextlib",
            "typing_extensions",
            "warnings",
        }:
            continue
        names.append(name)
    return names


def main() -> None:
    """Write the file."""
    lines = [HEADER.format(version=torch.__version__.split("+")[0])]
    for space in SPACES:
        text = " ".join(public_names(space))
        lines.append(f'    "{space}": (\n')
        for line in textwrap.wrap(text, 74, break_long_words=False):
            lines.append(f'        "{line} "\n')
        lines.append("    ),\n")
    lines.append("}\n")
    TARGET.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
