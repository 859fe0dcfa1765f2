"""Values around the border: constant, reflected, repeated, from the other end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.namespace import ARRAYS
from ..autograd.node import Node
from ..autograd.recording import record1

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients
    from ..autograd.namespace import Namespace


class ConstantPad(Node, name="ConstantPadNdBackward0"):
    """y = x with constants around it,   ∂x = ∂y without the border

    Taking p elements off is padding by −p, so the derivative is the op itself.
    """

    __slots__ = ("pads",)
    pads: tuple[int, ...]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        back = tuple(-p for p in self.pads)
        if xp is ARRAYS:
            array: Any = grad
            padded: Any = _padded(array, back, 0)
            return padded
        return constant_pad(grad, back, 0)


def _padded(x: Array, pads: Sequence[int], value: float) -> Array:
    """x with `pads` = (left, right) of the last dimension, of the one before, ..."""
    shape = list(x.shape)
    source = [slice(None)] * x.ndim
    target = [slice(None)] * x.ndim
    for i in range(len(pads) // 2):
        dim = x.ndim - 1 - i
        left, right = pads[2 * i], pads[2 * i + 1]
        size = x.shape[dim]
        shape[dim] = size + left + right
        if shape[dim] < 0:
            raise RuntimeError(
                f"The input size {size}, plus negative padding {left} and {right} "
                "resulted in a negative output size, which is invalid. Check dimension "
                f"{dim} of your input."
            )
        # A negative pad takes elements off.
        source[dim] = slice(max(-left, 0), max(size - max(-right, 0), 0))
        target[dim] = slice(max(left, 0), max(shape[dim] - max(right, 0), 0))
    y = np.full(shape, value, x.dtype)
    if y.size:
        y[tuple(target)] = x[tuple(source)]
    return y


def constant_pad(input: Tensor, pads: Sequence[int], value: float = 0) -> Tensor:
    """x with a constant around it.

    Args:
        input: x.
        pads: (left, right) of the last dimension, then of the one before, and so on; a
            negative number takes elements off.
        value: the constant.
    """
    x = input._array
    pads = tuple(pads)
    if len(pads) % 2:
        raise RuntimeError(
            f"Length of pad must be even but instead it equals {len(pads)}"
        )
    if len(pads) // 2 > x.ndim:
        raise RuntimeError(
            "Length of pad should be no more than twice the number of dimensions of "
            "the "
            f"input. Pad length is {len(pads)}while the input has {x.ndim} dimensions."
        )
    out = record1(ConstantPad, _padded(x, pads, value), input._node)
    if node := out._node:
        node.pads = pads
    return out


class IndexedPad(Node, name="PadBackward0"):
    """y[i] = x[s(i)] with a source s(i) for each place;   ∂x[k] = Σ ∂y[i], s(i) = k"""

    __slots__ = ("index", "shape")
    index: tuple[Any, ...]
    shape: tuple[int, ...]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.put(self.shape, self.index, grad, True)


class ReflectionPad1d(IndexedPad, name="ReflectionPad1DBackward0"):
    """x mirrored around one dimension"""

    __slots__ = ()


class ReflectionPad2d(IndexedPad, name="ReflectionPad2DBackward0"):
    """x mirrored around two dimensions"""

    __slots__ = ()


class ReflectionPad3d(IndexedPad, name="ReflectionPad3DBackward0"):
    """x mirrored around three dimensions"""

    __slots__ = ()


class ReplicationPad1d(IndexedPad, name="ReplicationPad1DBackward0"):
    """x with its border repeated, one dimension"""

    __slots__ = ()


class ReplicationPad2d(IndexedPad, name="ReplicationPad2DBackward0"):
    """x with its border repeated, two dimensions"""

    __slots__ = ()


class ReplicationPad3d(IndexedPad, name="ReplicationPad3DBackward0"):
    """x with its border repeated, three dimensions"""

    __slots__ = ()


class CircularPad(IndexedPad, name="CopySlices"):
    """x with its other end before and after it

    PyTorch writes the pieces into an empty tensor, hence its name.
    """

    __slots__ = ()

    def name(self) -> str:
        """PyTorch's name; unlike the others it is qualified."""
        return "torch::autograd::CopySlices"


_CLASSES: dict[tuple[str, int], type[IndexedPad]] = {
    ("reflect", 1): ReflectionPad1d,
    ("reflect", 2): ReflectionPad2d,
    ("reflect", 3): ReflectionPad3d,
    ("replicate", 1): ReplicationPad1d,
    ("replicate", 2): ReplicationPad2d,
    ("replicate", 3): ReplicationPad3d,
    ("circular", 1): CircularPad,
    ("circular", 2): CircularPad,
    ("circular", 3): CircularPad,
}


def _sources(mode: str, size: int, left: int, right: int) -> Array:
    """Which element of a dimension stands at each place of the padded one."""
    place = np.arange(-left, size + right)
    if mode == "replicate":
        return np.clip(place, 0, size - 1)
    if mode == "circular":  # what a negative pad takes off is not in the circle
        first, last = max(-left, 0), size - max(-right, 0)
        return first + (place - first) % max(last - first, 1)
    return (size - 1) - np.abs((size - 1) - np.abs(place))


def _check_mode(x: Array, pads: tuple[int, ...], mode: str) -> None:
    dims = len(pads) // 2
    allowed = {2: (2, 3), 4: (3, 4), 6: (4, 5)}
    if x.ndim not in allowed.get(len(pads), ()):
        raise NotImplementedError(
            "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for "
            "now"
        )
    for i in range(dims):
        dim = x.ndim - 1 - i
        left, right = pads[2 * i], pads[2 * i + 1]
        size = x.shape[dim]
        if mode == "reflect" and (left >= size or right >= size):
            raise RuntimeError(
                f"Argument #{4 + 2 * i}: Padding size should be less than the "
                f"corresponding input dimension, but got: padding ({left}, {right}) at "
                f"dimension {dim} of input "
                f"{list(x.shape)}"
            )
        if mode == "circular" and (left > size or right > size):
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if size + left + right < 1 or (mode == "circular" and size + left + right < 0):
            raise RuntimeError(
                f"input (shape: {list(x.shape)}) is too small for this padding"
            )


def pad(
    input: Tensor,
    pad: Sequence[int],
    mode: str = "constant",
    value: float | None = None,
) -> Tensor:
    """x with a border.

    Args:
        input: x.
        pad: (left, right) of the last dimension, then of the one before, and so on.
        mode: `"constant"`, `"reflect"` (mirrored, without the border element),
            `"replicate"` (the border repeated) or `"circular"` (from the other end).
        value: the constant, 0 by default.

    Gradient:
        each element of x gets the sum over the places where it stands.
    """
    pads = tuple(int(p) for p in pad)
    x = input._array
    if len(pads) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pads) // 2 > x.ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input "
            f"dimension but got padding length {len(pads)} and input of dimension "
            f"{x.ndim}"
        )
    if mode == "constant":
        return constant_pad(input, pads, 0.0 if value is None else value)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    _check_mode(x, pads, mode)
    dims = len(pads) // 2
    sources = [
        _sources(mode, x.shape[x.ndim - 1 - i], pads[2 * i], pads[2 * i + 1])
        for i in range(dims)
    ][::-1]
    index: tuple[Any, ...] = (slice(None),) * (x.ndim - dims) + np.ix_(*sources)
    y = x[index] if x.size else np.zeros(
        (*x.shape[: x.ndim - dims], *map(len, sources)), x.dtype
    )  # fmt: skip
    out = record1(_CLASSES[mode, dims], y, input._node)
    if node := out._node:
        node.index, node.shape = index, x.shape
    return out
