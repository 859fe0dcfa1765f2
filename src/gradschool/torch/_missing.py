"""What a name that is not here answers.

    torch.stft      PyTorch has it, we have not: NotImplementedError, naming the nearest
    torch.foo       nobody has it: AttributeError, in PyTorch's words
    torch.nn        a part of the engine that is imported when it is first used

The list of PyTorch's names is a file of its own and read only here.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from typing import Any

_PACKAGE = __name__.rpartition(".")[0]

# Imported with the first use: most programs need few of them.
LAZY = frozenset(
    [
        "autograd",
        "autograd.functional",
        "backends",
        "cuda",
        "distributions",
        "fft",
        "func",
        "functional",
        "hub",
        "jit",
        "linalg",
        "nn",
        "optim",
        "random",
        "return_types",
        "serialization",
        "special",
        "testing",
        "types",
        "utils",
        "version",
        "utils.data",
        "utils.checkpoint",
        "nn.utils.rnn",
    ]
)

# The nearest thing that works, where it is not the same word.
NEAREST = {
    "compile": "calling the function as it is; the engine has no compiler",
    "cuda": "the CPU: x.to('cpu')",
    "jit": "the model as it is; the engine has no compiler",
    "vmap": "a loop with torch.stack, or broadcasting",
    "func": "torch.autograd.grad",
    "distributed": "one process; `gradschool run --engine torch` for the real PyTorch",
    "multiprocessing": "threads",
    "sparse_coo_tensor": "a dense tensor",
    "to_sparse": "the dense tensor",
    "bfloat16": "float32",
    "autocast": "float32",
    "amp": "float32",
    "onnx": "torch.save(model.state_dict(), ...)",
    "hub": "a model defined in code",
    "profiler": "time.perf_counter()",
    "quantization": "float32",
}


class NotHereError(NotImplementedError, AttributeError):
    """PyTorch has the name and this engine has not.

    It is an AttributeError too, so that `hasattr(torch, "compile")` is False, which
    is what a program that asks wants to know.
    """


NotHereError.__name__ = NotHereError.__qualname__ = "NotImplementedError"
NotHereError.__module__ = "builtins"


def nearest(space: str, name: str, has: Callable[[str], bool]) -> str | None:
    """The nearest thing that works, as words, or None."""
    if name in NEAREST:
        return NEAREST[name]
    prefix = f"{space}." if space else "torch."
    if space and not space.startswith(("Tensor", "torch")):
        prefix = f"torch.{space}."
    bare = name.rstrip("_")
    for candidate in (bare, f"{bare}_", name.lower(), name.replace("3d", "2d"),
                      name.replace("Lazy", ""), name.replace("arc", "a")):  # fmt: skip
        if candidate != name and has(candidate):
            return f"{prefix}{candidate}"
    # "nanmedian" -> "median": the longest known name at its end.
    for start in range(1, max(len(bare) - 3, 1)):
        if has(bare[start:]):
            return f"{prefix}{bare[start:]}"
    return None


def not_here(space: str, name: str, has: Callable[[str], bool]) -> NotHereError:
    """The error for a name of PyTorch's that the engine lacks."""
    full = f"torch.{space}.{name}" if space else f"torch.{name}"
    found = nearest(space, name, has)
    tail = f"; nearest: {found}" if found else ""
    return NotHereError(
        f"{full} is in PyTorch but not in Gradschool's engine{tail}",
    )


def is_pytorch_name(space: str, name: str) -> bool:
    """Whether PyTorch has that public name."""
    from ._pytorch_names import NAMES

    return name in NAMES.get(space, "").split()


def _imported_from(depth: int) -> bool:
    """Whether the caller is a `from torch import name`.

    There an AttributeError would come out as "cannot import name", without our words.
    """
    import dis

    frame = sys._getframe(depth)
    code = frame.f_code.co_code
    return 0 <= frame.f_lasti < len(code) and (
        dis.opname[code[frame.f_lasti]] == "IMPORT_FROM"
    )


def module_getattr(module_name: str) -> Callable[[str], Any]:
    """The `__getattr__` of one of the engine's modules.

    Args:
        module_name: its `__name__`.
    """
    space = module_name.removeprefix(_PACKAGE).lstrip(".")

    def __getattr__(name: str) -> Any:  # noqa: N807 - the module's own __getattr__
        module = sys.modules[module_name]
        full = f"{space}.{name}".lstrip(".")
        if full in LAZY and _exists(f"{_PACKAGE}.{full}"):
            return importlib.import_module(f"{_PACKAGE}.{full}")
        if not name.startswith("_") and is_pytorch_name(space, name):
            error = not_here(space, name, module.__dict__.__contains__)
            if _imported_from(2):
                raise NotImplementedError(*error.args)
            raise error
        shown = f"torch.{space}" if space else "torch"
        raise AttributeError(f"module '{shown}' has no attribute '{name}'")

    return __getattr__


def _exists(path: str) -> bool:
    return importlib.util.find_spec(path) is not None


def instance_getattr(space: str) -> Callable[[Any, str], Any]:
    """The `__getattr__` of one of the engine's classes, such as `Tensor`."""

    def __getattr__(self: object, name: str) -> Any:  # noqa: N807 - the class's own
        cls = type(self)
        if not name.startswith("_") and is_pytorch_name(space, name):
            raise not_here(space, name, lambda n: hasattr(cls, n))
        raise AttributeError(f"'{cls.__name__}' object has no attribute '{name}'")

    return __getattr__
