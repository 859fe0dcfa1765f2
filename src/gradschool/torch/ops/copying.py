"""Copying: memory of one's own, and memory written as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import sizes_argument
from .._errors import cannot_expand, not_here, wrong_argument
from .._layout import channels_last, contiguous_format, preserve_format
from .._typing import Gradients
from ..autograd import recording
from ..autograd.elementwise import cast
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import here, record, record1
from ..autograd.versions import bump, memory, share_of
from ..autograd.writing import check_writable, recut, written_by
from .storage import is_contiguous

if TYPE_CHECKING:
    from .._tensor import Tensor

# ------------------------------------------------------------------ copies


class Clone(Node):
    """y = a copy of x,   ∂x = ∂y"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad


def clone(input: Tensor, *, memory_format: Any = preserve_format) -> Tensor:
    """A copy with its own memory; gradients flow through it.

    Args:
        memory_format: `preserve_format` keeps the order of a dense tensor's dimensions
            in memory.
    """
    x = input._array
    order = "K" if memory_format is preserve_format else "C"
    z = np.array(x, order=order) if x.__class__ is np.ndarray else x
    if memory_format is channels_last and z.ndim == 4:
        z = np.ascontiguousarray(z.transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2)
    return record1(Clone, z, input._node)


def contiguous(self: Tensor, memory_format: Any = contiguous_format) -> Tensor:
    """The tensor itself if its elements are in order in memory, else such a copy."""
    if memory_format is preserve_format:
        raise RuntimeError(
            "preserve memory format is unsupported by the contiguous operator"
        )
    if is_contiguous(self, memory_format):
        return self
    return clone(self, memory_format=memory_format)


# ------------------------------------------------------------------ writing


class Copy(Node, name="CopyBackwards"):
    """x ← y, broadcast and cast;   ∂x = 0,   ∂y = ∂z"""

    __slots__ = ()

    def name(self) -> str:
        """PyTorch's name; unlike the others it is qualified."""
        return "torch::autograd::CopyBackwards"

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        return need_x and xp.zeros_like(grad), need_y and grad


def copy_(self: Tensor, src: Tensor, non_blocking: bool = False) -> Tensor:
    """Writes `src`, broadcast and cast, into this tensor's memory.

    Gradient: 0 for the old values, ∂y for `src`.
    """
    if not hasattr(src, "_array"):
        raise wrong_argument("copy_", "other", 1, "Tensor", src)
    if (self._node is None and src._node is None) or (recording.disabled and here.off):
        check_writable(self)
        x: Any = memory(self)
        y: Any = src._array
        if y.dtype.kind == "c" and x.dtype.kind != "c":
            y = y.real
        try:
            np.copyto(x, y, casting="unsafe")
        except ValueError:
            raise cannot_expand(x.shape, y.shape) from None
        bump(self)
        if share_of(self).views:
            recut(self)
        return self
    return written_by(self, _copied, (src,), {})


def _copied(input: Tensor, src: Tensor) -> Tensor:
    x: Any = input._array
    y: Any = src._array
    if y.dtype.kind == "c" and x.dtype.kind != "c":
        y = y.real
    try:
        z = np.broadcast_to(y, x.shape)
    except ValueError:
        raise cannot_expand(x.shape, y.shape) from None
    z = z.astype(x.dtype)
    forms = None
    if y.shape != x.shape or src._array.dtype is not x.dtype:
        forms = (None, (y.shape, src._array.dtype))
    return record(Copy, z, (input._node, src._node), (), forms)


class Fill(Node, name="FillBackward2"):
    """x ← a number;   ∂x = 0"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.zeros_like(grad)


class FillWithTensor(Node, name="FillBackward3"):
    """x ← the number in a 0-d tensor;   ∂x = 0,   ∂y = Σ ∂z"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        return need_x and xp.zeros_like(grad), need_y and grad


class FillOut(Fill, name="FillBackward0"):
    """y = a number everywhere;   ∂x = 0"""

    __slots__ = ()


class FillOutWithTensor(FillWithTensor, name="FillBackward1"):
    """y = the number in a 0-d tensor everywhere;   ∂x = 0,   ∂v = Σ ∂y"""

    __slots__ = ()


def fill(input: Tensor, value: Any) -> Tensor:
    """A tensor of the input's shape and dtype with one number everywhere."""
    y = _filled(input, value)
    if y._node is not None:
        with_tensor = y._node.__class__ is FillWithTensor
        y._node.__class__ = FillOutWithTensor if with_tensor else FillOut
    return y


def fill_(self: Tensor, value: Any) -> Tensor:
    """Writes one number into every element."""
    if isinstance(value, list | tuple):  # older NumPy takes [1] for 1
        raise TypeError("fill_ takes a number")
    if hasattr(value, "_array") and value._array.ndim:
        raise RuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{value._array.ndim} dimensions."
        )
    untracked = self._node is None or (recording.disabled and here.off)
    if untracked and getattr(value, "_node", None) is None:
        check_writable(self)
        x = memory(self)
        x.fill(cast(getattr(value, "_array", value), x.dtype))
        bump(self)
        if share_of(self).views:
            recut(self)
        return self
    return written_by(self, _filled, (value,), {})


def _filled(input: Tensor, value: Any) -> Tensor:
    x = input._array
    if hasattr(value, "_array"):
        y = value._array
        z = np.full(x.shape, y.astype(x.dtype), x.dtype)
        fit = (None, (y.shape, y.dtype))
        return record(FillWithTensor, z, (input._node, value._node), (), fit)
    return record1(Fill, np.full(x.shape, value, x.dtype), input._node)


class Zero(Fill):
    """x ← 0;   ∂x = 0"""

    __slots__ = ()


def zero_(self: Tensor) -> Tensor:
    """Writes 0 into every element."""
    if self._node is None or (recording.disabled and here.off):
        return fill_(self, 0)

    def zeroed(input: Tensor) -> Tensor:
        return record1(Zero, np.zeros_like(input._array), input._node)

    return written_by(self, zeroed, (), {})


# ------------------------------------------------------------------ other memory


def resize_(self: Tensor, *sizes: Any, memory_format: Any = None) -> Tensor:
    """Gives the tensor another size; new elements are not defined.

    Raises:
        RuntimeError: the tensor requires a gradient.
    """
    if self._node is not None:
        raise RuntimeError("cannot resize variables that require grad")
    shape = sizes_argument(sizes)
    old = memory(self).reshape(-1)
    fresh = np.zeros(shape, old.dtype)
    count = min(fresh.size, old.size)
    fresh.reshape(-1)[:count] = old[:count]
    self._array = old[: fresh.size].reshape(shape) if count == fresh.size else fresh
    return self


def set_(self: Tensor, source: Any = None, *args: Any) -> Tensor:
    """Makes this tensor use another's memory."""
    if args or (source is not None and not hasattr(source, "_array")):
        raise not_here("Tensor.set_(storage, ...)", "x.data = other")
    if source is None:
        self._array = np.empty(0, self._array.dtype)
        return self
    self._array = memory(source)
    self._share = share_of(source)
    return self
