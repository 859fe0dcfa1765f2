"""Other dtypes and devices: `to`, `float`, `long` and the rest of that family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import _dtype
from ._device import check_device, device
from ._dtype import dtype, numpy_dtype
from ._errors import complex_gradient, wrong_argument
from .autograd.elementwise import Cast
from .autograd.recording import record1, wrap

if TYPE_CHECKING:
    from ._tensor import Tensor


def converted(input: Tensor, wanted: Any, copy: bool = False) -> Tensor:
    """The tensor in a NumPy dtype; itself if it has that dtype and needs no copy."""
    x: Any = input._array
    source = x.dtype
    if source is wanted and not copy:
        return input
    z = x.real.astype(wanted) if _drops_imaginary(source, wanted) else x.astype(wanted)
    if wanted.kind not in "fc":
        return wrap(z)
    y = record1(Cast, z, input._node)
    if node := y._node:
        if wanted.kind == "c":
            raise complex_gradient()
        node.dtype = source
    return y


def _drops_imaginary(source: Any, wanted: Any) -> bool:
    if source.kind != "c" or wanted.kind == "c":
        return False
    import warnings

    warnings.warn(
        "Casting complex values to real discards the imaginary part",
        UserWarning,
        stacklevel=4,
    )
    return True


def to(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """The tensor with another dtype or device.

    Called as `to(dtype)`, `to(device, dtype)` or `to(other)`.

    Returns:
        The tensor itself if nothing changes and `copy` is not set.
    """
    wanted: Any = kwargs.pop("dtype", None)
    where: Any = kwargs.pop("device", None)
    copy = kwargs.pop("copy", False)
    kwargs.pop("non_blocking", None)
    kwargs.pop("memory_format", None)
    other = kwargs.pop("other", None)
    if kwargs:
        name = next(iter(kwargs))
        raise TypeError(f"to() got an unexpected keyword argument '{name}'")
    for position, argument in enumerate(args):
        if isinstance(argument, dtype):
            wanted = argument
        elif isinstance(argument, str | device) or (
            argument.__class__ is int and position == 0
        ):
            where = argument
        elif hasattr(argument, "_array"):
            other = argument
        elif isinstance(argument, bool):
            copy = argument if position == len(args) - 1 and position > 1 else copy
        elif argument is not None:
            if isinstance(argument, type) and argument in (int, float, bool, complex):
                wanted = argument
                continue
            raise TypeError(
                "to() received an invalid combination of arguments - got "
                f"({', '.join(type(a).__name__ for a in args)}), but expected one of:\n"
                " * (torch.device device = None, torch.dtype dtype = None, bool "
                "non_blocking = False, bool copy = False, *, torch.memory_format "
                "memory_format = None)\n"
                " * (torch.dtype dtype, bool non_blocking = False, bool copy = False, "
                "*, torch.memory_format memory_format = None)\n"
                " * (Tensor tensor, bool non_blocking = False, bool copy = False, *, "
                "torch.memory_format memory_format = None)\n"
            )
    if where is not None:
        check_device(where)
    target = self._array.dtype if wanted is None else numpy_dtype(wanted)
    if other is not None:
        target = other._array.dtype
    return converted(self, target, copy)


def cpu(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor itself: it lives on the CPU."""
    return self


def cuda(self: Tensor, device: Any = None, non_blocking: bool = False) -> Tensor:
    """There is no CUDA here.

    Raises:
        AssertionError: always, as PyTorch without CUDA.
    """
    check_device("cuda")
    return self


def to_double(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor in float64."""
    return converted(self, _dtype.F64)


def to_float(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor in float32."""
    return converted(self, _dtype.F32)


def to_half(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor in float16."""
    return converted(self, _dtype.F16)


def to_bfloat16(self: Tensor, memory_format: Any = None) -> Tensor:
    """NumPy has no bfloat16.

    Raises:
        NotImplementedError: always.
    """
    return converted(self, numpy_dtype(_dtype.bfloat16))


def to_long(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor in int64, cut towards zero."""
    return converted(self, _dtype.I64)


def to_int(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor in int32, cut towards zero."""
    return converted(self, np.dtype(np.int32))


def to_short(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor in int16, cut towards zero."""
    return converted(self, np.dtype(np.int16))


def to_char(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor in int8, cut towards zero."""
    return converted(self, np.dtype(np.int8))


def to_byte(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor in uint8, cut towards zero."""
    return converted(self, _dtype.U8)


def to_bool(self: Tensor, memory_format: Any = None) -> Tensor:
    """True where the tensor is not zero."""
    return converted(self, _dtype.BOOL)


def to_cfloat(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor in complex64."""
    return converted(self, _dtype.C64)


def to_cdouble(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor in complex128."""
    return converted(self, _dtype.C128)


def type_as(self: Tensor, other: Tensor) -> Tensor:
    """The tensor in another tensor's dtype."""
    return converted(self, other._array.dtype)


def type_(self: Tensor, dtype: Any = None, non_blocking: bool = False) -> Any:
    """The tensor's type as PyTorch's old name for it, or the tensor in another."""
    if dtype is None:
        return f"torch.{_dtype.word(self._array.dtype)}Tensor"
    if isinstance(dtype, str):
        name = dtype.removeprefix("torch.").removesuffix("Tensor")
        for candidate in _dtype.ALL:
            if _dtype.word(candidate) == name:
                return converted(self, numpy_dtype(candidate))
        raise ValueError(f"invalid type: '{dtype}'")
    if isinstance(dtype, type) and hasattr(dtype, "dtype"):
        dtype = cast("Any", dtype).dtype
    if not isinstance(dtype, _dtype.dtype) and dtype not in (int, float, bool, complex):
        raise wrong_argument("type", "dtype", 1, "torch.dtype", dtype)
    return converted(self, numpy_dtype(dtype))


def is_floating_point(input: Tensor) -> bool:
    """Whether the numbers are floating point."""
    return input._array.dtype.kind == "f"


def is_complex(input: Tensor) -> bool:
    """Whether the numbers are complex."""
    return input._array.dtype.kind == "c"


def is_signed(self: Tensor) -> bool:
    """Whether the dtype has negative numbers."""
    return self._array.dtype.kind in "ifc"


def is_same_size(input: Tensor, other: Tensor) -> bool:
    """Whether two tensors have the same shape."""
    return input._array.shape == other._array.shape


def get_device(input: Tensor) -> int:
    """The number of the graphics card: -1, the CPU."""
    return -1


def is_distributed(input: Tensor) -> bool:
    """Whether the tensor lies on several machines: never here."""
    return False
