"""The constructors of old: `torch.Tensor(2, 3)`, `torch.LongTensor([1, 2])`.

They take sizes or data, whichever it looks like, and always give their own dtype:

    torch.Tensor(2, 3)      an unwritten tensor of 2 rows and 3 columns
    torch.Tensor([2, 3])    the numbers 2. and 3.

`torch.tensor` and `torch.empty` say which of the two is meant; prefer them.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _dtype
from ._device import check_device
from ._dtype import dtype, numpy_dtype, torch_dtype
from ._errors import type_name
from ._python_data import array_from, is_sequence
from ._signature import wrong_call
from ._size import Size
from ._tensor_base import TensorBase
from ._typing import NumpyDtype
from .autograd.recording import alias, wrap
from .creation import shape_from

if TYPE_CHECKING:
    from ._tensor import Tensor


def new(wanted: NumpyDtype, /, *args: Any, **kwargs: Any) -> Tensor:
    """A tensor from sizes or from data, as `torch.Tensor(...)` reads them.

    Args:
        wanted: the dtype of the result
        args: nothing, sizes, a tensor, or data
        kwargs: only `device`
    """
    device = kwargs.pop("device", None)
    check_device(device)
    if kwargs or (len(args) > 1 and isinstance(args[0], float)):
        wrong = wrong_call(new, args, kwargs, method=True)
        raise wrong or TypeError("new() received an invalid combination of arguments")
    if not args:
        return wrap(np.empty(0, wanted))
    first = args[0]
    if len(args) == 1 and not isinstance(first, int | Size):
        return _from_data(first, wanted)
    try:
        return wrap(np.empty(shape_from(args), wanted))
    except TypeError:
        if isinstance(first, bool):
            raise _no_sequence(first) from None
        raise wrong_call(new, args, {}, method=True) or _no_sequence(first) from None


def _from_data(data: Any, dtype: NumpyDtype) -> Tensor:
    if isinstance(data, str):
        raise TypeError("new(): invalid data type 'str'")
    if isinstance(data, TensorBase):
        if data._array.dtype != dtype:
            raise TypeError(
                f"expected {_options(dtype)} (got {_options(data._array.dtype)})"
            )
        return alias(data)
    if not is_sequence(data):
        raise _no_sequence(data)
    return wrap(array_from(data, dtype))


def _no_sequence(data: Any) -> TypeError:
    return TypeError(f"new(): data must be a sequence (got {type_name(data)})")


def _options(found: NumpyDtype) -> str:
    return (
        f"TensorOptions(dtype={_dtype.cpp_name(found)}, device=cpu, layout=Strided, "
        "requires_grad=false (default), pinned_memory=false (default), "
        "memory_format=(nullopt))"
    )


def tensor_new(cls: type[Any], *args: Any, **kwargs: Any) -> Any:
    """`torch.Tensor(...)`: the default dtype; a tensor is taken as it is."""
    if len(args) == 1 and not kwargs and isinstance(args[0], TensorBase):
        made = alias(args[0])
    else:
        made = new(_dtype.default, *args, **kwargs)
    if cls is not TensorBase.public_class:
        made.__class__ = cls
    return made


def method_new(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """`x.new(...)`: a tensor of the dtype of x, from sizes or from data."""
    return new(self._array.dtype, *args, **kwargs)


class tensortype(type):  # noqa: N801 - PyTorch's name
    """The type of `torch.FloatTensor` and the like: tensors of one dtype."""

    dtype: dtype

    def __instancecheck__(cls, instance: Any) -> bool:
        return (
            isinstance(instance, TensorBase)
            and torch_dtype(instance._array.dtype) is cls.dtype
        )

    def __call__(cls, *args: Any, **kwargs: Any) -> Tensor:
        """A tensor of this dtype, from sizes or from data."""
        return new(numpy_dtype(cls.dtype), *args, **kwargs)


def typed(name: str, wanted: dtype) -> tensortype:
    """The class `torch.<name>` of tensors of one dtype."""
    members = {
        "__module__": "torch",
        "__doc__": f"Makes tensors of {wanted}, as `torch.Tensor` makes float ones.",
        "dtype": wanted,
    }
    return tensortype(name, (), members)


if not TYPE_CHECKING:
    tensortype.__module__ = "torch"

DoubleTensor = typed("DoubleTensor", _dtype.float64)
FloatTensor = typed("FloatTensor", _dtype.float32)
HalfTensor = typed("HalfTensor", _dtype.float16)
BFloat16Tensor = typed("BFloat16Tensor", _dtype.bfloat16)
LongTensor = typed("LongTensor", _dtype.int64)
IntTensor = typed("IntTensor", _dtype.int32)
ShortTensor = typed("ShortTensor", _dtype.int16)
CharTensor = typed("CharTensor", _dtype.int8)
ByteTensor = typed("ByteTensor", _dtype.uint8)
BoolTensor = typed("BoolTensor", _dtype.bool_)


def set_default_tensor_type(t: Any, /) -> None:
    """Deprecated in PyTorch: `set_default_dtype` by a type such as `DoubleTensor`."""
    warnings.warn(
        "torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use "
        "torch.set_default_dtype() and torch.set_default_device() as alternatives.",
        UserWarning,
        stacklevel=2,
    )
    if isinstance(t, str):
        t = globals().get(t.removeprefix("torch."), t)
    if not isinstance(t, tensortype):
        raise TypeError("invalid type object")
    _dtype.set_default_dtype(t.dtype)
