"""How a tensor prints.

One number format is chosen for the whole tensor, from the values that will be shown:

    integers, booleans    as Python prints them
    floats, all whole     1.  -20.             unless scientific
    floats                0.1000  12.5000      unless scientific
    scientific            1.0000e-05           if max > 10⁸, max/min > 1000 or, for
                                               fractions, min < 10⁻⁴ (of the absolute
                                               values that are neither 0 nor infinite)

All values are padded to one width; rows are broken at the line width. A tensor of more
than `threshold` values shows only the first and last `edgeitems` of each dimension. The
suffixes (size, dtype, gradient) follow:

    tensor([[1., 2.],
            [3., 4.]], dtype=torch.float64, requires_grad=True)

`tensor_repr` is the whole; start reading there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import _dtype
from ._dtype import BOOL, I64, number_dtype

if TYPE_CHECKING:
    from ._typing import Array


@dataclass(frozen=True)
class PrintOptions:
    """What `set_printoptions` sets."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


PROFILES = {
    "default": PrintOptions(),
    "short": PrintOptions(precision=2, edgeitems=2),
    "full": PrintOptions(threshold=math.inf),
}

options = PrintOptions()


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Choose how tensors print, from here on.

    Args:
        precision: digits after the point (4)
        threshold: number of values above which a tensor is summarised (1000)
        edgeitems: how many values a summary shows at each end of a dimension (3)
        linewidth: characters per line (80)
        profile: "default", "short" or "full": sets the four above together
        sci_mode: True or False for always or never scientific; None lets the values
            decide, and is what leaving it out means

    Example:
        >>> torch.set_printoptions(precision=2)
        >>> torch.tensor([0.12345])
        tensor([0.12])
        >>> torch.set_printoptions(profile="default")
    """
    global options
    chosen = options
    if profile is not None:
        known = PROFILES.get(profile)
        if known is not None:
            # A profile says nothing about scientific notation.
            chosen = replace(known, sci_mode=options.sci_mode)
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    changes: dict[str, Any] = {k: v for k, v in given.items() if v is not None}
    options = replace(chosen, sci_mode=sci_mode, **changes)


def get_printoptions() -> dict[str, Any]:
    """The print options in force, by name."""
    return {field.name: getattr(options, field.name) for field in fields(options)}


@contextmanager
def printoptions(**changes: Any) -> Generator[None, None, None]:
    """Print options for the length of a `with` block; see `set_printoptions`."""
    global options
    before = options
    set_printoptions(**changes)
    try:
        yield
    finally:
        options = before


# The format of one number


@dataclass(frozen=True)
class NumberFormat:
    """How each number of a tensor is written, and how wide a column of them is."""

    text: Callable[[Any], str]
    width: int


def number_format(shown: Array) -> NumberFormat:
    """The format for the values of an array that will be shown."""
    kind = shown.dtype.kind
    if kind == "c":
        return complex_format(shown)
    if kind == "f":
        return float_format(shown)
    return padded(str, shown)


def padded(write: Callable[[Any], str], values: Array) -> NumberFormat:
    """A format that fills up, from the left, to the longest of the values."""
    width = max((len(write(value)) for value in values.ravel().tolist()), default=1)
    return NumberFormat(lambda value: write(value).rjust(width), width)


def float_format(shown: Array) -> NumberFormat:
    """Whole, fixed or scientific, as the module's table says.

    Neither zeros nor infinities count for the width: `[0., inf]` has no blanks.
    """
    precision = options.precision
    values = shown.astype(np.float64).ravel()
    values = values[np.isfinite(values) & (values != 0)]
    whole = bool((values == np.ceil(values)).all())
    scientific = options.sci_mode
    if scientific is None and values.size:
        scientific = is_wide(np.abs(values), whole)
    if scientific and values.size:
        return padded(lambda v: f"{v:.{precision}e}", values)
    if whole:
        return padded(lambda v: f"{v:.0f}." if math.isfinite(v) else str(v), values)
    return padded(lambda v: f"{v:.{precision}f}", values)


def is_wide(values: Array, whole: bool) -> bool:
    """Whether positive numbers span more than fixed notation shows well."""
    smallest, largest = float(values.min()), float(values.max())
    if largest / smallest > 1000.0 or largest > 1e8:
        return True
    return not whole and smallest < 1e-4


def complex_format(shown: Array) -> NumberFormat:
    """Real and imaginary part each have a format of their own: `1.+0.5000j`."""
    real, imaginary = float_format(np.real(shown)), float_format(np.imag(shown))

    def text(value: complex) -> str:
        second = imaginary.text(value.imag).lstrip()
        sign = "" if second.startswith("-") else "+"
        return f"{real.text(value.real)}{sign}{second}j"

    return NumberFormat(text, real.width + imaginary.width + 1)


# Rows and blocks


def array_text(array: Array, indent: int) -> str:
    """The brackets and numbers of an array.

    Args:
        array: has at least one value
        indent: characters that stand before the text on its first line
    """
    summarised = array.size > options.threshold
    shown = edges(array) if summarised else array
    return block_text(array, indent, number_format(shown), summarised)


def edges(array: Array) -> Array:
    """The part of an array that a summary shows: its corners."""
    for axis, length in enumerate(array.shape):
        if length > 2 * options.edgeitems:
            ends = [*range(options.edgeitems), *range(-options.edgeitems, 0)]
            array = np.take(array, ends, axis)
    return array


def block_text(array: Array, indent: int, style: NumberFormat, summarised: bool) -> str:
    """An array of any number of dimensions, block by block."""
    if array.ndim == 0:
        return style.text(array.item())
    if array.ndim == 1:
        return row_text(array, indent, style, summarised)

    def texts(blocks: Array) -> list[str]:
        return [block_text(block, indent + 1, style, summarised) for block in blocks]

    end = options.edgeitems
    if summarised and len(array) > 2 * end:
        parts = [*texts(array[:end]), "...", *texts(array[len(array) - end :])]
    else:
        parts = texts(array)
    # One newline between rows, one blank line more for each dimension above.
    return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(parts) + "]"


def row_text(row: Array, indent: int, style: NumberFormat, summarised: bool) -> str:
    """One row of numbers, broken where the line is full."""

    def texts(values: Array) -> list[str]:
        return [style.text(value) for value in values.tolist()]

    end = options.edgeitems
    if summarised and len(row) > 2 * end:
        numbers = [*texts(row[:end]), " ...", *texts(row[len(row) - end :])]
    else:
        numbers = texts(row)
    per_line = max(1, (options.linewidth - indent) // (style.width + len(", ")))
    lines = [
        ", ".join(numbers[start : start + per_line])
        for start in range(0, len(numbers), per_line)
    ]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


# The whole


def tensor_text(
    array: Array, name: str, suffixes: Sequence[str], contents: str | None = None
) -> str:
    """`tensor(` + numbers + suffixes + `)`.

    Args:
        array: the values; an empty one prints as `[]`
        name: what stands before the bracket
        suffixes: what follows the numbers, in order
        contents: stands in the place of the numbers
    """
    indent = len(name) + 1
    if contents is None:
        contents = array_text(array, indent) if array.size else "[]"
    text = f"{name}({contents}"
    # Counted as PyTorch does: the column after ", " would be the next character's.
    column = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if column + len(suffix) + 2 > options.linewidth:
            text += ",\n" + " " * indent + suffix
            column = indent + len(suffix)
        else:
            text += ", " + suffix
            column += len(suffix) + 2
    return text + ")"


def tensor_repr(self: Any, *, tensor_contents: str | None = None) -> str:
    """What `repr` and `str` show of a tensor.

    Args:
        self: the tensor
        tensor_contents: stands in the place of the numbers
    """
    array = self._array
    suffixes: list[str] = []
    if not array.size and array.ndim != 1:
        suffixes.append(f"size={tuple(array.shape)}")
    if not dtype_goes_without_saying(array):
        suffixes.append(f"dtype={self.dtype!r}")
    node = self.grad_fn
    if node is not None:
        suffixes.append(f"grad_fn=<{node.name().rpartition('::')[2]}>")
    elif self.requires_grad:
        suffixes.append("requires_grad=True")
    # A learner's subclass shows its name; parameters and buffers are tensors.
    kind = type(cast("object", self))
    home = __name__.rpartition(".")[0]
    ours = kind.__module__ == "torch" or kind.__module__.startswith(home)
    name = "tensor" if ours else kind.__name__
    return tensor_text(array, name, suffixes, tensor_contents)


def dtype_goes_without_saying(array: Array) -> bool:
    """Whether the numbers show their dtype: 1. is float32, 1 is int64, True is bool."""
    found = array.dtype
    if found == _dtype.default:
        return True
    if not array.size:
        return False
    return found in (I64, BOOL) or found == number_dtype(1j)
