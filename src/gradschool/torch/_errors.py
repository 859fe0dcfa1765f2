"""Errors in PyTorch's words, which are what learners will search for.

An explanation of ours follows as a note (`explained`), so `str(error)` stays PyTorch's.
The functions here build an exception and leave the `raise` to the caller, so that a
traceback ends where the mistake was found.
"""

from __future__ import annotations

from typing import Any, TypeVar

from ._typing import Shape

E = TypeVar("E", bound=BaseException)

HEAP_TYPE = 1 << 9  # CPython's flag of a class that Python code has made
C_TYPES = frozenset({"dtype", "device", "Size", "layout", "memory_format"})


def explained(error: E, note: str) -> E:
    """The error with an explanation for learners below PyTorch's message."""
    error.add_note(note)
    return error


def type_name(value: object) -> str:
    """The type as PyTorch's argument parser names it: `Tensor`, `int`, `list`.

    Types written in C carry their module: `numpy.ndarray`, `torch.dtype`.
    """
    kind = type(value)
    name, module = kind.__name__, kind.__module__
    in_c = not kind.__flags__ & HEAP_TYPE and module != "builtins"
    if in_c or (module == "torch" and name in C_TYPES):
        return f"{module}.{name}"
    return name


def wrong_argument(
    function: str, name: str, position: int | None, expected: str, value: Any
) -> TypeError:
    """`add(): argument 'input' (position 1) must be Tensor, not int`."""
    where = "" if position is None else f" (position {position})"
    return TypeError(
        f"{function}(): argument '{name}'{where} must be {expected}, "
        f"not {type_name(value)}"
    )


def out_of_range(dim: int, ndim: int) -> IndexError:
    """A dimension that the tensor does not have."""
    low, high = (-ndim, ndim - 1) if ndim else (-1, 0)
    return IndexError(
        f"Dimension out of range (expected to be in range of [{low}, {high}], "
        f"but got {dim})"
    )


def sizes_must_match(a: Shape, b: Shape) -> RuntimeError:
    """Two shapes that do not broadcast."""
    length = max(len(a), len(b))
    long_a = (1,) * (length - len(a)) + tuple(a)
    long_b = (1,) * (length - len(b)) + tuple(b)
    for dim in range(length - 1, -1, -1):
        m, n = long_a[dim], long_b[dim]
        if m != n and m != 1 and n != 1:
            return explained(
                RuntimeError(
                    f"The size of tensor a ({m}) must match the size of tensor b ({n}) "
                    f"at non-singleton dimension {dim}"
                ),
                f"Shapes {tuple(a)} and {tuple(b)} are compared from the last "
                "dimension; sizes must be equal, or one of them 1.",
            )
    return RuntimeError(f"shapes {tuple(a)} and {tuple(b)} do not broadcast")


def cannot_expand(target: Shape, given: Shape) -> RuntimeError:
    """`copy_` or `expand` from a shape that does not broadcast to the target's."""
    if len(given) > len(target):
        return RuntimeError(
            f"expand(torch.FloatTensor{{{list(given)}}}, size={list(target)}): the "
            f"number of sizes provided ({len(target)}) must be greater or equal to the "
            f"number of dimensions in the tensor ({len(given)})"
        )
    offset = len(target) - len(given)
    for d in range(len(target) - 1, -1, -1):
        n = given[d - offset] if d >= offset else 1
        if n not in (1, target[d]):
            return RuntimeError(
                f"The expanded size of the tensor ({target[d]}) must match the "
                f"existing size ({n}) at non-singleton dimension {d}.  Target sizes: "
                f"{list(target)}.  Tensor sizes: {list(given)}"
            )
    return RuntimeError(f"{given} does not expand to {target}")


def complex_gradient() -> NotImplementedError:
    """A gradient through complex numbers, whose formulas conjugate: ours do not."""
    return not_here(
        "the gradient of complex tensors",
        "two real tensors, for the real and the imaginary part",
    )


def not_here(name: str, nearest: str | None) -> NotImplementedError:
    """A name or argument PyTorch has and this engine does not."""
    tail = f"; nearest: {nearest}" if nearest else ""
    return NotImplementedError(
        f"{name} is in PyTorch but not in Gradschool's engine{tail}"
    )
