"""Memory: copying it, writing it, asking about it, and copies of whole tensors."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import explained, not_here
from ._layout import channels_last, contiguous_format, preserve_format
from ._typing import Gradients
from .autograd import recording
from .autograd.namespace import Namespace
from .autograd.node import AccumulateGrad, Node, new_leaf
from .autograd.recording import (
    check_writable,
    here,
    record,
    record1,
    recut,
    wrap,
    written_by,
)
from .autograd.versions import bump, memory, share_of

if TYPE_CHECKING:
    from ._tensor import Tensor


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
    """The tensor with its elements in order in memory: itself if they are, else a copy."""
    if memory_format is preserve_format:
        raise RuntimeError(
            "preserve memory format is unsupported by the contiguous operator"
        )
    if is_contiguous(self, memory_format):
        return self
    return clone(self, memory_format=memory_format)


def is_contiguous(self: Tensor, memory_format: Any = contiguous_format) -> bool:
    """Whether the elements lie in order in memory."""
    x = self._array
    if memory_format is channels_last:
        return x.ndim == 4 and x.transpose(0, 2, 3, 1).flags.c_contiguous
    return x.flags.c_contiguous


def stride(self: Tensor, dim: int | None = None) -> Any:
    """How many elements lie between neighbours, for every dimension or for one."""
    x = self._array
    strides = [s // x.itemsize for s in x.strides]
    if x.flags.c_contiguous and (self._view is None or 0 in x.shape):
        # NumPy leaves the strides of empty arrays open; PyTorch does not.
        strides = dense_strides(x.shape)
    for d in range(x.ndim - 1, -1, -1):
        # A new axis has stride 0 in NumPy; in PyTorch what its neighbour spans.
        if x.shape[d] == 1 and strides[d] == 0:
            strides[d] = strides[d + 1] * x.shape[d + 1] if d + 1 < x.ndim else 1
    strides = tuple(strides)
    if dim is None:
        return strides
    from ._dims import normalize_dim

    return strides[normalize_dim(dim, x.ndim)]


def dense_strides(shape: tuple[int, ...]) -> list[int]:
    """The strides of a contiguous tensor, in elements."""
    step = 1
    strides: list[int] = []
    for n in reversed(shape):
        strides.append(step)
        step *= max(n, 1)
    return strides[::-1]


def storage_offset(self: Tensor) -> int:
    """The place of the first element in the memory that views share."""
    base = self if self._view is None else self._view.base
    x, root = memory(self), memory(base)
    start = root
    while start.base is not None and isinstance(start.base, np.ndarray):
        start = start.base
    return (x.ctypes.data - start.ctypes.data) // x.itemsize


def data_ptr(self: Tensor) -> int:
    """The address of the first element."""
    return memory(self).ctypes.data


def element_size(self: Tensor) -> int:
    """The bytes of one element."""
    return self._array.itemsize


class Storage:
    """The memory under one or several tensors, as far as it can be asked about."""

    def __init__(self, array: Any) -> None:
        root: Any = array
        while isinstance(root.base, np.ndarray):
            root = root.base
        self._root = root

    def data_ptr(self) -> int:
        """The address of the first byte."""
        return self._root.ctypes.data

    def nbytes(self) -> int:
        """The number of bytes."""
        return self._root.nbytes

    def size(self) -> int:
        """The number of bytes."""
        return self._root.nbytes

    def __len__(self) -> int:
        return self._root.nbytes


def untyped_storage(self: Tensor) -> Storage:
    """The memory under the tensor."""
    return Storage(memory(self))


def is_pinned(self: Tensor, device: Any = None) -> bool:
    """Whether the memory is pinned for a graphics card: never here."""
    return False


def pin_memory(self: Tensor, device: Any = None) -> Tensor:
    """The tensor itself: there is no device to pin memory for."""
    return self


def is_shared(self: Tensor) -> bool:
    """Whether other processes see the memory: never here."""
    return False


def share_memory_(self: Tensor) -> Tensor:
    """There is no memory shared with other processes here.

    Raises:
        NotImplementedError: always.
    """
    raise not_here("Tensor.share_memory_", "threads, which share tensors anyway")


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


def cannot_expand(target: tuple[int, ...], given: tuple[int, ...]) -> RuntimeError:
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
                f"The expanded size of the tensor ({target[d]}) must match the existing "
                f"size ({n}) at non-singleton dimension {d}.  Target sizes: "
                f"{list(target)}.  Tensor sizes: {list(given)}"
            )
    return RuntimeError(f"{given} does not expand to {target}")


def copy_(self: Tensor, src: Tensor, non_blocking: bool = False) -> Tensor:
    """Writes `src`, broadcast and cast, into this tensor's memory.

    Gradient: 0 for the old values, ∂y for `src`.
    """
    if not hasattr(src, "_array"):
        from ._errors import wrong_argument

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


def _filled(input: Tensor, value: Any) -> Tensor:
    x = input._array
    if hasattr(value, "_array"):
        y = value._array
        z = np.full(x.shape, y.astype(x.dtype), x.dtype)
        fit = (None, (y.shape, y.dtype))
        return record(FillWithTensor, z, (input._node, value._node), (), fit)
    return record1(Fill, np.full(x.shape, value, x.dtype), input._node)


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
        x.fill(recording.cast(getattr(value, "_array", value), x.dtype))
        bump(self)
        if share_of(self).views:
            recut(self)
        return self
    return written_by(self, _filled, (value,), {})


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


def resize_(self: Tensor, *sizes: Any, memory_format: Any = None) -> Tensor:
    """Gives the tensor another size; new elements are not defined.

    Raises:
        RuntimeError: the tensor requires a gradient.
    """
    from ._dims import sizes_argument

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


# ------------------------------------------------------------------ whole tensors


def shallow_copy(self: Tensor) -> Tensor:
    """`copy.copy`: another tensor over the same memory."""
    twin = recording.new(type(self))
    twin._array = memory(self)
    twin._share = share_of(self)
    twin._view = None
    twin._grad = self._grad
    twin._node = None
    if self._node.__class__ is AccumulateGrad:
        twin._node = new_leaf(twin)
    elif self._node is not None:
        twin._node = self._node
    twin.__dict__.update(self.__dict__)
    return twin


def deep_copy(self: Tensor, memo: dict[int, Any]) -> Tensor:
    """`copy.deepcopy`: own memory, own `.grad`; only for leaves.

    Raises:
        RuntimeError: the tensor was computed, and its history cannot be copied.
    """
    if id(self) in memo:
        return memo[id(self)]
    if self._node is not None and self._node.__class__ is not AccumulateGrad:
        raise explained(
            RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the "
                "deepcopy protocol at the moment.  If you were attempting to deepcopy a "
                "module, this may be because of a torch.nn.utils.weight_norm usage, see "
                "https://github.com/pytorch/pytorch/pull/103001"
            ),
            "Use x.detach().clone() for a copy without history, or x.clone() for one "
            "that gradients flow through.",
        )
    twin = recording.new(type(self))
    twin._array = np.array(self._array, order="K")
    twin._share = twin._view = twin._grad = twin._node = None
    memo[id(self)] = twin
    if self._node is not None:
        twin._node = new_leaf(twin)
    if self._grad is not None:
        twin._grad = copy.deepcopy(self._grad, memo)
    twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
    return twin


def rebuild(kind: str, array: Any, requires_grad: bool, state: Any) -> Any:
    """Makes a tensor from what `reduce_ex` has put away."""
    if kind == "Parameter":
        from .nn.parameter import Parameter

        tensor: Any = Parameter(wrap(array), requires_grad)
    else:
        tensor = wrap(array)
        if requires_grad:
            tensor._node = new_leaf(tensor)
    if state:
        tensor.__dict__.update(state)
    return tensor


def reduce_ex(self: Tensor, protocol: Any) -> tuple[Any, ...]:
    """How `pickle` puts a tensor away.

    Raises:
        RuntimeError: it was computed and its history cannot be put away.
    """
    if self._node is not None and self._node.__class__ is not AccumulateGrad:
        import warnings

        warnings.warn(
            "pickling a tensor that requires grad and is not a leaf drops its history",
            UserWarning,
            stacklevel=2,
        )
    kind = type(self).__name__
    if kind not in ("Tensor", "Parameter"):
        return _rebuild_subclass, (
            type(self), memory(self), self._node is not None, dict(self.__dict__),
        )  # fmt: skip
    state = dict(self.__dict__)
    return rebuild, (kind, memory(self), self._node is not None, state)


def _rebuild_subclass(cls: Any, array: Any, requires_grad: bool, state: Any) -> Any:
    tensor = recording.new(cls)
    tensor._array = array
    tensor._share = tensor._view = tensor._grad = tensor._node = None
    if requires_grad:
        tensor._node = new_leaf(tensor)
    tensor.__dict__.update(state)
    return tensor


def set_state(self: Tensor, state: Any) -> None:
    """Restores attributes; the numbers come through `rebuild`."""
    if isinstance(state, dict):
        self.__dict__.update(state)
