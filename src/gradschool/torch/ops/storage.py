"""Storage: asking about the memory under a tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dim
from .._errors import not_here
from .._layout import channels_last, contiguous_format
from .._typing import Array
from ..autograd.versions import memory

if TYPE_CHECKING:
    from .._tensor import Tensor


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
    start: Array = root
    while isinstance(start.base, np.ndarray):
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

    def __init__(self, array: Array) -> None:
        root = array
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
