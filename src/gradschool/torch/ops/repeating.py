"""Repeating: elements that occur several times, in views (expand) or in copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .._dims import ALL, normalize_dim, sizes_argument
from .._dtype import word
from .._errors import sizes_must_match
from .._size import Size, size_of
from .._typing import Gradients, Shape, Step
from ..autograd import recording
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import record1, record_view
from .shape import flatten

if TYPE_CHECKING:
    from .._tensor import Tensor

# ------------------------------------------------------------------ expand


class Expand(Node):
    """y = x repeated along new and size-1 dimensions (a view);   ∂x = Σ ∂y over them"""

    __slots__ = ("shape",)
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.unbroadcast(grad, self.shape)


def expand(input: Tensor, *sizes: Any, implicit: bool = False, **named: Any) -> Tensor:
    """The tensor repeated along new leading and size-1 dimensions, without copying.

    Args:
        sizes: the wanted sizes; -1 keeps a dimension's.
        implicit: PyTorch's own; ignored.

    Returns:
        A view in which several elements are one in memory, so it must not be written.
    """
    if named:
        sizes = (named["size"],)
    wanted = sizes_argument(sizes)
    old = input._array.shape
    offset = len(wanted) - len(old)
    if offset < 0:
        raise _too_few_sizes(input, wanted)
    shape: list[int] = []
    for d, n in enumerate(wanted):
        if n == -1:
            if d < offset:
                raise RuntimeError(
                    f"The expanded size of the tensor (-1) isn't allowed in a leading, "
                    f"non-existing dimension {d}"
                )
            n = old[d - offset]
        shape.append(n)
    target = tuple(shape)
    for d in range(len(target) - 1, -1, -1):
        have = old[d - offset] if d >= offset else 1
        if have not in (1, target[d]):
            raise RuntimeError(
                f"The expanded size of the tensor ({target[d]}) must match the "
                f"existing size ({have}) at non-singleton dimension {d}.  Target "
                f"sizes: {list(target)}.  Tensor sizes: {list(old)}"
            )
    y = record_view(Expand, _expand_step(target), input)
    if node := y._node:
        node.shape = old
    return y


def _too_few_sizes(input: Tensor, wanted: Shape) -> RuntimeError:
    old = input._array.shape
    return RuntimeError(
        f"expand(torch.{word(input._array.dtype)}Tensor{{{list(old)}}}, "
        f"size={list(wanted)}): the number of sizes provided ({len(wanted)}) must be "
        f"greater or equal to the number of dimensions in the tensor ({len(old)})"
    )


def _expand_step(shape: Shape) -> Step:
    def step(x: Any) -> Any:
        if hasattr(x, "_array"):
            return x.expand(shape)
        y = np.broadcast_to(x, shape)
        # NumPy protects expanded arrays; whether one may be written is ours to say.
        if x.flags.writeable:
            y.flags.writeable = True
        return y

    return step


def expand_as(input: Tensor, other: Tensor) -> Tensor:
    """The tensor expanded to another's shape; a view."""
    return expand(input, other._array.shape)


def broadcast_to(input: Tensor, size: Any) -> Tensor:
    """The tensor expanded to a shape; a view."""
    return expand(input, tuple(size))


def broadcast_shapes(*shapes: Any) -> Size:
    """The shape that tensors of these shapes broadcast to.

    Raises:
        RuntimeError: they do not.
    """
    listed = [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    try:
        return size_of(tuple(np.broadcast_shapes(*listed)))
    except ValueError:
        raise RuntimeError(
            "Shape mismatch: objects cannot be broadcast to a single shape"
        ) from None


def broadcast_tensors(*tensors: Any) -> tuple[Tensor, ...]:
    """The tensors, each expanded to the shape they broadcast to."""
    if len(tensors) == 1 and isinstance(tensors[0], tuple | list):
        tensors = tuple(cast("Sequence[Any]", tensors[0]))
    shape: Shape = ()
    for t in tensors:
        try:
            shape = np.broadcast_shapes(shape, t._array.shape)
        except ValueError:
            raise sizes_must_match(shape, t._array.shape) from None
    return tuple(expand(t, shape) for t in tensors)


# ------------------------------------------------------------------ repeat


class Repeat(Node):
    """y = x laid out several times along its dimensions;   ∂x = Σ ∂y over the copies"""

    __slots__ = ("repeats", "shape")
    repeats: tuple[int, ...]
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        # (r₀·n₀, r₁·n₁) read as (r₀, n₀, r₁, n₁); the r are summed away.
        n = len(self.repeats)
        padded = (1,) * (n - len(self.shape)) + self.shape
        split: list[int] = []
        for r, size in zip(self.repeats, padded, strict=True):
            split += [r, size]
        total = xp.sum_dims(
            grad.reshape(tuple(split)), tuple(range(0, 2 * n, 2)), False
        )
        return total.reshape(self.shape)


def repeat(input: Tensor, *repeats: Any, **named: Any) -> Tensor:
    """The tensor laid out several times along its dimensions (NumPy's `tile`).

    Args:
        repeats: one count per dimension; more counts than dimensions add leading ones.
    """
    if named:
        repeats = (named["repeats"],)
    counts = sizes_argument(repeats)
    x = input._array
    if len(counts) < x.ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of "
            "dimensions of tensor"
        )
    if any(c < 0 for c in counts):
        raise RuntimeError(
            "Trying to create tensor with negative dimension "
            f"{min(counts)}: {list(counts)}"
        )
    y = record1(Repeat, np.tile(x, counts), input._node)
    if node := y._node:
        node.repeats, node.shape = counts, x.shape
    return y


def tile(input: Tensor, *dims: Any, **named: Any) -> Tensor:
    """As `repeat`, but fewer counts than dimensions are filled up with leading ones."""
    if named:
        dims = (named["dims"],)
    counts = sizes_argument(dims)
    counts = (1,) * (input._array.ndim - len(counts)) + tuple(counts)
    return repeat(input, counts)


class RepeatInterleave(Node):
    """y = each slice along a dimension several times;   ∂x = Σ ∂y over the copies"""

    __slots__ = ("dim", "places", "shape")
    dim: int
    places: Any
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        index = (*(ALL,) * self.dim, self.places)
        return xp.put(self.shape, index, grad, True)


def repeat_interleave(
    input: Tensor, repeats: Any = None, dim: int | None = None, *,
    output_size: int | None = None,
) -> Tensor:  # fmt: skip
    """Each element, or slice along `dim`, several times in a row (NumPy's `repeat`).

    Args:
        input: the tensor; if it is the only argument, the counts themselves.
        repeats: one count, or one per slice.
        dim: the dimension; all elements in a row if left out.
    """
    if repeats is None:
        counts = input._array
        return recording.wrap(np.repeat(np.arange(counts.size), counts))
    if dim is None:
        input = flatten(input)
        dim = 0
    x = input._array
    at = normalize_dim(dim, x.ndim)
    length = x.shape[at] if x.ndim else 1
    counts = repeats._array if hasattr(repeats, "_array") else np.asarray(repeats)
    if counts.dtype.kind not in "iu":
        raise RuntimeError("repeats has to be Long or Int tensor")
    if counts.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if counts.ndim == 1 and counts.size not in (1, length):
        raise RuntimeError(
            f"repeats must have the same size as input along dim, but got "
            f"repeats.size(0) = {counts.size} and input.size({at}) = {length}"
        )
    if counts.size and counts.min() < 0:
        raise RuntimeError("repeats can not be negative")
    places = np.repeat(np.arange(length), counts)
    y = record1(RepeatInterleave, np.atleast_1d(x).take(places, at), input._node)
    if node := y._node:
        node.dim, node.places, node.shape = at, places, x.shape or (1,)
        if not x.ndim:
            node.fit = (((), x.dtype),)
    return y
