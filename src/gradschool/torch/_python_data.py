"""From Python's data to an array: what `torch.tensor([[1, 2], [3, 4]])` reads.

Three questions, in PyTorch's order, because the order decides which error one sees:

    measure     how long is it in each dimension?     follows the first elements only
    infer       which dtype holds every element?      float: the default dtype
    fill        put the elements in their places      finds the rows of another length

Strings are sequences of strings for ever, so `["a"]` has too many dimensions.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from . import _dtype
from ._dtype import BOOL, I64, number_dtype, promote
from ._errors import type_name
from ._interchange import warn_lost_gradient
from ._typing import Array, NumpyDtype

# Rows whose elements are all of these types need no closer look.
PLAIN = frozenset({bool, int, float, complex})


def array_from(data: Any, dtype: NumpyDtype | None) -> Array:
    """The data as a fresh array.

    Args:
        data: a number, tensor, array, or sequences of these, nested evenly
        dtype: the dtype to convert to; None to infer it

    Raises:
        TypeError: an element is no number.
        ValueError: rows of different lengths; integers beyond 64 bits.
        RuntimeError: an object of unknown kind; a value the dtype does not hold.
    """
    if isinstance(data, str):
        raise TypeError("new(): invalid data type 'str'")
    if isinstance(data, np.ndarray):
        array = cast("Array", data)
        return checked_array(array).astype(dtype or array.dtype)
    if hasattr(data, "_array"):
        return np.array(data._array, dtype)
    sizes = measure(data)
    if sizes and sizes[0] > 1 and isinstance(data[0], np.ndarray):
        _warn_slow_arrays()
    if dtype is None:
        dtype = infer(data) if _looked_into(data) else infer_scalar(data)
    if 0 in sizes:
        return np.empty(sizes, dtype)
    leaves: list[Any] = []
    fill(leaves, data, sizes, 0, dtype)
    return convert(leaves, dtype).reshape(sizes)


def _warn_slow_arrays() -> None:
    warnings.warn(
        "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please "
        "consider converting the list to a single numpy.ndarray with numpy.array() "
        "before converting to a tensor.",
        UserWarning,
        stacklevel=5,
    )


def checked_array(array: Array) -> Array:
    """The array, if a tensor can hold it.

    Raises:
        TypeError: there is no such dtype.
        ValueError: another byte order, a negative stride.
    """
    dtype = array.dtype
    if not dtype.isnative:
        raise ValueError(
            "given numpy array has byte order different from the native byte order. "
            "Conversion between byte orders is currently not supported."
        )
    if dtype not in _dtype._TORCH_OF:
        raise TypeError(
            f"can't convert np.ndarray of type numpy.{dtype.type.__name__}. The only "
            "supported types are: float64, float32, float16, complex64, complex128, "
            "int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool."
        )
    if any(stride < 0 for stride in array.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors "
            "with negative strides are not currently supported. (You can probably work "
            "around this by making a copy of your array  with array.copy().) "
        )
    return array


def is_sequence(value: Any) -> bool:
    """Whether PyTorch looks inside: all that has a length and places, but tensors."""
    if isinstance(value, list | tuple):
        return True
    if hasattr(value, "_array") or isinstance(value, dict | np.generic):
        return False
    return hasattr(value, "__getitem__") and hasattr(value, "__len__")


def measure(data: Any) -> list[int]:
    """The length in each dimension, from the first elements.

    Raises:
        ValueError: strings.
    """
    sizes: list[int] = []
    while is_sequence(data):
        length = len(data)
        sizes.append(length)
        if length == 0:
            break
        data = data[0]
        if isinstance(data, str):
            raise ValueError("too many dimensions 'str'")
    return sizes


def infer(data: Any) -> NumpyDtype:
    """The dtype that holds every element of nested sequences."""
    if isinstance(data, np.ndarray):
        return cast("Array", data).dtype
    if not len(data):
        return _dtype.default
    return functools.reduce(promote, _kinds(data))


def _kinds(data: Sequence[Any]) -> Sequence[NumpyDtype]:
    """The dtypes of the elements, each plain type once."""
    types = set(map(type, data))
    if types <= PLAIN:
        return [number_dtype(plain(0)) for plain in types]
    return [infer(x) if _looked_into(x) else infer_scalar(x) for x in data]


def _looked_into(value: Any) -> bool:
    return is_sequence(value) and not isinstance(value, str | bytes)


def infer_scalar(value: Any) -> NumpyDtype:
    """The dtype of one element.

    Raises:
        TypeError: a string.
        RuntimeError: an object of unknown kind.
    """
    if hasattr(value, "_array"):
        return value._array.dtype
    if isinstance(value, np.generic | np.ndarray):
        return cast("Array", value).dtype
    if isinstance(value, bool | int | float | complex):
        return number_dtype(value)
    if isinstance(value, str | bytes):
        raise TypeError(f"new(): invalid data type '{type_name(value)}'")
    raise RuntimeError(f"Could not infer dtype of {type_name(value)}")


def fill(
    leaves: list[Any], data: Any, sizes: Sequence[int], dim: int, dtype: NumpyDtype
) -> None:
    """Appends the elements, in order, to `leaves`.

    Raises:
        ValueError: a row of another length than the first.
        TypeError: a number where a row should be, or a row in the place of a number.
    """
    if dim == len(sizes):
        leaves.append(_leaf(data, dtype))
        return
    if hasattr(data, "_array"):
        data = data._array
    if not is_sequence(data) or _has_no_rows(data):
        raise TypeError("not a sequence")
    if len(data) != sizes[dim]:
        raise ValueError(
            f"expected sequence of length {sizes[dim]} at dim {dim} (got {len(data)})"
        )
    if dim + 1 == len(sizes) and set(map(type, data)) <= PLAIN:
        leaves.extend(data)
        return
    for element in data:
        fill(leaves, element, sizes, dim + 1, dtype)


def _has_no_rows(value: Any) -> bool:
    return isinstance(value, np.ndarray) and not value.ndim


def _leaf(value: Any, dtype: NumpyDtype) -> Any:
    """One element as a Python number."""
    if hasattr(value, "_array"):
        array = value._array
        if array.size == 1:
            if value._node is not None:
                warn_lost_gradient()
            return array.item()
        if dtype.kind in "iu":
            raise TypeError(
                "only integer tensors of a single element can be converted to an index"
            )
        raise ValueError("only one element tensors can be converted to Python scalars")
    if isinstance(value, np.generic):
        return cast("Any", value).item()
    if isinstance(value, bool | int | float | complex) or dtype.kind == "b":
        return value
    if dtype.kind in "iu":
        # Python's own words for what `operator.index` refuses.
        raise TypeError(
            f"'{type_name(value)}' object cannot be interpreted as an integer"
        )
    raise TypeError(f"must be real number, not {type_name(value)}")


def convert(leaves: list[Any], dtype: NumpyDtype) -> Array:
    """Python numbers as an array of one dimension.

    Raises:
        RuntimeError: a value that the dtype does not hold.
        ValueError: an integer beyond 64 bits.
        TypeError: a complex number for a real dtype.
    """
    kind = dtype.kind
    if kind == "b":
        return np.array([bool(x) for x in leaves], BOOL)
    if kind != "c" and any(x.__class__ is complex for x in leaves):
        raise TypeError("must be real number, not complex")
    if kind in "fc" or dtype.name == "uint64":
        return np.array(leaves, dtype)
    # C's conversion: fractions are cut off, and small negatives wrap in uint8.
    try:
        wide = np.array([int(x) for x in leaves], I64)
    except OverflowError:
        if all(isinstance(x, int) for x in leaves):
            raise ValueError("Overflow when unpacking long long") from None
        raise _overflow(dtype) from None
    except ValueError:
        raise _overflow(dtype) from None
    limits = np.iinfo(dtype)
    lowest = limits.min if kind == "i" else -int(limits.max)
    if wide.size and not (lowest <= wide.min() and wide.max() <= limits.max):
        raise _overflow(dtype)
    return wide.astype(dtype)


def _overflow(dtype: NumpyDtype) -> RuntimeError:
    return RuntimeError(
        f"value cannot be converted to type {dtype.name} without overflow"
    )
