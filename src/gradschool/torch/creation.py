"""Making tensors: from data, filled with a value, counted, or shaped like another.

Everything ends in `made`, which puts the array into a tensor and looks at the keywords
that all these functions share:

    dtype          the kind of number; the default dtype if nothing else decides it
    layout         only `torch.strided`
    device         only the CPU; another one is refused in PyTorch's words
    pin_memory     not without an accelerator, as in PyTorch
    requires_grad  whether the result is a leaf that gets a gradient
    out            a tensor to write the result into

Python's own data (numbers, nested lists) is read in `_python_data.py`; random tensors
are in `ops/sampling.py`.
"""

from __future__ import annotations

import math
import operator
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from . import _dtype
from ._checked import checked
from ._device import check_device, device
from ._dtype import F32, F64, I64, cpp_name, number_dtype, numpy_dtype, word
from ._exact import fused, fused_float64
from ._layout import layout, memory_format, preserve_format, strided
from ._python_data import array_from, checked_array
from ._typing import Array, DtypeLike, Number, NumpyDtype, Shape
from .autograd.recording import wrap

if TYPE_CHECKING:
    from ._tensor import Tensor

Device: TypeAlias = "device | str | int | None"
Layout: TypeAlias = "layout | None"
MemoryFormat: TypeAlias = "memory_format | None"


# ------------------------------------------------------------------ what all share


def made(
    array: Array,
    device: Device = None,
    requires_grad: Any = False,
    pin_memory: bool = False,
    layout: Layout = None,
    out: Tensor | None = None,
) -> Tensor:
    """The array as a new tensor, or written into `out`.

    Raises:
        AssertionError: a CUDA device.
        RuntimeError: a gradient for integers; pinned memory; `out` of another dtype.
        NotImplementedError: a sparse layout.
    """
    if device is not None:
        check_device(device)
    if layout is not None and layout is not strided:
        raise NotImplementedError(
            f"layout={layout!r} is in PyTorch but not in Gradschool's engine; nearest: "
            "torch.strided"
        )
    if pin_memory:
        raise RuntimeError(
            "pin_memory=True requires a CUDA or other accelerator backend; no pinned "
            "memory allocator is available on this system."
        )
    if requires_grad is not False and not isinstance(requires_grad, bool | None):
        raise TypeError("requires_grad must be a bool")
    if not array.ndim:
        # A NumPy scalar, as the result of an op would be: six times faster to use.
        array = array[()]
    tensor = wrap(array) if out is None else written(out, array)
    if requires_grad:
        if array.dtype.kind not in "fc":
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        tensor.requires_grad_()
    return tensor


def written(out: Tensor, array: Array) -> Tensor:
    """`out`, resized if need be, with the values of the array."""
    if out._array.shape != array.shape:
        out.resize_(array.shape)
    return out.copy_(wrap(array))


def chosen_dtype(dtype: DtypeLike, out: Tensor | None = None) -> NumpyDtype:
    """The dtype asked for, that of `out`, or the default one.

    Raises:
        RuntimeError: the two differ.
    """
    if dtype is None:
        return _dtype.default if out is None else out._array.dtype
    wanted = numpy_dtype(dtype)
    if out is not None and out._array.dtype != wanted:
        raise RuntimeError(
            f"dtype {word(wanted)} does not match dtype of out parameter "
            f"({word(out._array.dtype)})"
        )
    return wanted


def shape_from(sizes: tuple[Any, ...], size: Any = None) -> Shape:
    """The shape of `f(2, 3)`, `f((2, 3))` and `f(size=(2, 3))`.

    Raises:
        TypeError: something in it is no size; `checked` says what.
        RuntimeError: a size is negative.
    """
    if (size is None) == (not sizes):
        raise TypeError("no size, or two of them")
    if size is not None:
        if not isinstance(size, tuple | list):
            raise TypeError("size= takes a tuple")
        sizes = tuple(cast("Sequence[Any]", size))
    elif len(sizes) == 1 and isinstance(sizes[0], tuple | list):
        sizes = tuple(cast("Sequence[Any]", sizes[0]))
    if sizes and isinstance(sizes[0], bool):
        raise TypeError("a bool is no size")
    shape = tuple(map(operator.index, sizes))
    for length in shape:
        if length < 0:
            raise RuntimeError(
                f"Trying to create tensor with negative dimension {length}: "
                f"{list(shape)}"
            )
    return shape


def check_is_tuple(size: Any) -> None:
    """Refuses sizes that are not in a tuple or list.

    Raises:
        TypeError: they are not; `checked` says what they are.
    """
    if not isinstance(size, tuple | list):
        raise TypeError("size must be a tuple of ints")


# ------------------------------------------------------------------ from data


@checked
def tensor(
    data: Any,
    *,
    dtype: DtypeLike = None,
    device: Device = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor with a copy of the data.

    The dtype follows from the data: whole numbers give int64, truth values bool,
    fractions the default dtype (float32), NumPy's numbers keep theirs.

    Args:
        data: a number, nested lists or tuples of numbers, a NumPy array
        dtype: to convert to
        device: only the CPU
        requires_grad: whether it is a leaf that gets a gradient
        pin_memory: not without an accelerator

    Shape:
        data nested n deep -> n dimensions; a number -> no dimensions

    Raises:
        ValueError: lists of different lengths side by side.
        TypeError: something that is no number.

    Example:
        >>> import gradschool.torch as torch
        >>> torch.tensor([[1, 2], [3, 4]])
        tensor([[1, 2],
                [3, 4]])
    """
    if hasattr(data, "_array"):
        _warn_copy_construct("torch.tensor(sourceTensor)")
    array = array_from(data, None if dtype is None else numpy_dtype(dtype))
    return made(array, device, requires_grad, pin_memory)


def _warn_copy_construct(call: str) -> None:
    warnings.warn(
        "To copy construct from a tensor, it is recommended to use "
        "sourceTensor.detach().clone() or "
        f"sourceTensor.detach().clone().requires_grad_(True), rather than {call}.",
        UserWarning,
        stacklevel=4,
    )


@checked
def as_tensor(data: Any, dtype: DtypeLike = None, device: Device = None) -> Tensor:
    """The data as a tensor, without a copy where none is needed.

    A tensor of the right dtype is returned itself, a NumPy array shares its memory.
    """
    if device is not None:
        check_device(device)
    if hasattr(data, "_array"):
        return data if dtype is None else data.to(dtype)
    wanted = None if dtype is None else numpy_dtype(dtype)
    if isinstance(data, np.ndarray):
        array = cast("Array", data)
        return wrap(checked_array(array).astype(wanted or array.dtype, copy=False))
    return wrap(array_from(data, wanted))


@checked
def asarray(
    obj: Any,
    *,
    dtype: DtypeLike = None,
    device: Device = None,
    copy: bool | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Like `as_tensor`, with a word on copying.

    Args:
        obj: a tensor, a NumPy array, a buffer, a number or nested lists
        dtype: to convert to
        device: only the CPU
        copy: True to copy always, False to refuse where a copy is needed
        requires_grad: whether the result wants a gradient

    Raises:
        ValueError: `copy=False`, and the memory cannot be shared.
    """
    is_tensor = hasattr(obj, "_array")
    if copy:
        base = obj.detach().clone() if is_tensor else obj
        if isinstance(base, np.ndarray):
            base = cast("Array", base).copy()
        result = as_tensor(base, dtype, device)
    else:
        result = as_tensor(obj, dtype, device)
        shares = result is obj or (
            isinstance(obj, np.ndarray)
            and np.shares_memory(result._array, cast("Array", obj))
        )
        if copy is False and not shares:
            raise ValueError("can't alias arbitrary sequence into a tensor.")
    if is_tensor and not requires_grad:
        return result.detach() if result._node is not None else result
    return result.requires_grad_() if requires_grad else result


@checked
def from_numpy(ndarray: Any, /) -> Tensor:
    """The array's memory as a tensor: writing to one is seen in the other.

    Raises:
        TypeError: it is no array, or of a dtype that PyTorch does not have.
        ValueError: a negative stride, a foreign byte order.
    """
    if not isinstance(ndarray, np.ndarray):
        kind = type(cast("object", ndarray))
        name = kind.__name__
        if kind.__module__ == "numpy":
            name = f"numpy.{name}"
        raise TypeError(f"expected np.ndarray (got {name})")
    return wrap(checked_array(cast("Array", ndarray)))


@checked
def frombuffer(
    buffer: Any,
    *,
    dtype: DtypeLike,
    count: int = -1,
    offset: int = 0,
    requires_grad: bool = False,
) -> Tensor:
    """The bytes of a buffer as a tensor of one dimension, without a copy.

    Args:
        buffer: anything with Python's buffer protocol
        dtype: how to read the bytes
        count: how many elements; -1 for all
        offset: bytes to skip at the start
        requires_grad: whether the result wants a gradient
    """
    wanted = numpy_dtype(dtype)
    size = memoryview(buffer).nbytes
    if size == 0 or count == 0:
        raise ValueError(
            f"both buffer length ({size}) and count ({count}) must not be 0"
        )
    if not 0 <= offset < size:
        raise ValueError(
            f"offset ({offset} bytes) must be non-negative and no greater than buffer "
            f"length ({size} bytes) minus 1"
        )
    array = np.frombuffer(buffer, wanted, count, offset)
    return made(array, requires_grad=requires_grad)


# ------------------------------------------------------------------ filled


@checked
def zeros(
    *sizes: Any,
    size: Any = None,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """A tensor of zeros.

    Example:
        >>> import gradschool.torch as torch
        >>> torch.zeros(2, 3)
        tensor([[0., 0., 0.],
                [0., 0., 0.]])
    """
    try:
        shape = shape_from(sizes, size)
    except RuntimeError:
        raise RuntimeError("zeros: Dimension size must be non-negative.") from None
    array = np.zeros(shape, chosen_dtype(dtype, out))
    return made(array, device, requires_grad, pin_memory, layout, out)


@checked
def ones(
    *sizes: Any,
    size: Any = None,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """A tensor of ones."""
    array = np.ones(shape_from(sizes, size), chosen_dtype(dtype, out))
    return made(array, device, requires_grad, pin_memory, layout, out)


@checked
def empty(
    *sizes: Any,
    size: Any = None,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    memory_format: MemoryFormat = None,
) -> Tensor:
    """A tensor of whatever stood in the memory: write it before reading it."""
    array = np.empty(shape_from(sizes, size), chosen_dtype(dtype, out))
    return made(array, device, requires_grad, pin_memory, layout, out)


@checked
def empty_strided(
    size: Shape,
    stride: Shape,
    *,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor of whatever stood in the memory, with given steps between elements.

    Args:
        size: the shape
        stride: per dimension, how many elements lie between neighbours
        dtype: the kind of number
        layout: only `torch.strided`
        device: only the CPU
        requires_grad: whether the result wants a gradient
        pin_memory: not without an accelerator
    """
    wanted = chosen_dtype(dtype)
    shape, steps = tuple(size), tuple(stride)
    if len(shape) != len(steps):
        raise RuntimeError(
            f"mismatch in length of strides and shape: {len(steps)} vs {len(shape)}"
        )
    last = sum((n - 1) * step for n, step in zip(shape, steps, strict=True))
    memory = np.empty(last + 1 if 0 not in shape else 0, wanted)
    byte_steps = [step * wanted.itemsize for step in steps]
    array = np.lib.stride_tricks.as_strided(memory, shape, byte_steps)
    return made(array, device, requires_grad, pin_memory, layout)


@checked
def full(
    size: Shape,
    fill_value: Number,
    *,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """A tensor of one value.

    Args:
        size: the shape
        fill_value: the value; it decides the dtype if `dtype` does not
        out: a tensor to write into
        dtype: the kind of number
        layout: only `torch.strided`
        device: only the CPU
        pin_memory: not without an accelerator
        requires_grad: whether the result wants a gradient

    Example:
        >>> import gradschool.torch as torch
        >>> torch.full((2, 2), 7)
        tensor([[7, 7],
                [7, 7]])
    """
    check_is_tuple(size)
    value = plain_number(fill_value)
    if dtype is None and out is None:
        wanted = number_dtype(value)
    else:
        wanted = chosen_dtype(dtype, out)
    array = np.full(shape_from((size,)), fitting(value, wanted), wanted)
    return made(array, device, requires_grad, pin_memory, layout, out)


@checked
def scalar_tensor(
    s: Number,
    *,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """A number as a tensor without dimensions, of the default dtype."""
    wanted = chosen_dtype(dtype)
    array = np.array(fitting(plain_number(s), wanted), wanted)
    return made(array, device, requires_grad, pin_memory, layout)


def plain_number(value: Any) -> Any:
    """A Python number from a number, NumPy's or a tensor's.

    Raises:
        TypeError: it is none; `checked` says so.
    """
    if isinstance(value, bool | int | float | complex):
        return value
    array = getattr(value, "_array", value)
    if isinstance(array, np.generic | np.ndarray) and not array.ndim:
        return cast("Array", array).item()
    raise TypeError(f"no number: {value!r}")


def fitting(value: Any, dtype: NumpyDtype) -> Any:
    """The number as the dtype holds it.

    Raises:
        RuntimeError: it holds no such number.
    """
    kind = dtype.kind
    if kind == "b":
        return bool(value)
    if isinstance(value, complex):
        if kind == "c":
            return value
        if value.imag:
            raise _overflow(dtype)
        value = value.real
    if kind in "iu":
        if not math.isfinite(value):
            raise _overflow(dtype)
        value, limits = int(value), np.iinfo(dtype)
        lowest = limits.min if kind == "i" else -limits.max
        if not lowest <= value <= limits.max:
            raise _overflow(dtype)
        return value % (limits.max + 1) if kind == "u" else value
    if math.isfinite(value) and abs(value) > float(np.finfo(dtype).max):
        raise _overflow(dtype)
    return value


def whole(value: Any) -> int:
    """An integer, NumPy's or a tensor's included, but no truth value.

    Raises:
        TypeError: it is none; `checked` says so.
    """
    if isinstance(value, bool):
        raise TypeError("a bool is no integer")
    return operator.index(value)


def _overflow(dtype: NumpyDtype) -> RuntimeError:
    name = {"int64": "int64_t", "uint8": "uint8_t", "int8": "int8_t"}.get(dtype.name)
    return RuntimeError(
        f"value cannot be converted to type {name or cpp_name(dtype)} without overflow"
    )


# ------------------------------------------------------------------ counted


@checked
def arange(
    *bounds: Any,
    start: Any = None,
    end: Any = None,
    step: Any = None,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """The numbers start, start + step, ... below `end`.

    `arange(end)`, `arange(start, end)` or `arange(start, end, step)`. If all three are
    whole numbers the result is int64, else of the default dtype.

    Shape:
        ⌈(end − start) / step⌉ values

    Raises:
        RuntimeError: a step of 0, or in the wrong direction.

    Example:
        >>> import gradschool.torch as torch
        >>> torch.arange(1, 4, 0.5)
        tensor([1.0000, 1.5000, 2.0000, 2.5000, 3.0000, 3.5000])
    """
    low, high, stride = _bounds(bounds, start, end, step)
    whole = all(isinstance(x, int) for x in (low, high, stride))
    if dtype is None and out is None:
        wanted = I64 if whole else _dtype.default
    else:
        wanted = chosen_dtype(dtype, out)
    if wanted.kind in "bc":
        raise NotImplementedError(
            f"\"arange_cpu\" not implemented for '{word(wanted)}'"
        )
    count = _step_count(low, high, stride)
    if wanted.kind in "iu":
        low, stride = int(low), int(stride)
        if stride == 0:
            raise ValueError("step must be nonzero")
        if wanted is I64:
            # Here PyTorch cuts all three to whole numbers before it counts.
            count = -((low - int(high)) // stride)
        array = (low + stride * np.arange(count, dtype=I64)).astype(wanted)
    else:
        array = counted(low, stride, count, wanted)
    return made(array, device, requires_grad, pin_memory, layout, out)


def _bounds(
    bounds: tuple[Any, ...], start: Any, end: Any, step: Any
) -> tuple[Any, Any, Any]:
    """Start, end and step, as positions or names."""
    names = ["end"] if len(bounds) == 1 and end is None else ["start", "end", "step"]
    given = {"start": start, "end": end, "step": step}
    for name, value in zip(names, bounds, strict=False):
        if given[name] is not None:
            raise TypeError(f"arange got two values for {name}")
        given[name] = value
    if len(bounds) > 3 or given["end"] is None:
        raise TypeError("arange takes 1 to 3 numbers")
    low = 0 if given["start"] is None else plain_number(given["start"])
    stride = 1 if given["step"] is None else plain_number(given["step"])
    return low, plain_number(given["end"]), stride


def _step_count(start: Any, end: Any, step: Any) -> int:
    """How many steps fit, by PyTorch's checks in PyTorch's order."""
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if (step > 0) != (end >= start) and end != start:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    if all(isinstance(x, int) for x in (start, end, step)):
        return -((start - end) // step)
    return math.ceil((end - start) / step)


def counted(start: float, step: float, count: int, dtype: NumpyDtype) -> Array:
    """The numbers start + i·step, with PyTorch's bits.

    PyTorch computes 8 float32 values (4 float64 ones) at a time: the first of them
    from `start`, the others from the first as it was rounded. What is left over at the
    end is computed one by one. All of it in float64.
    """
    i = np.arange(count)
    exact = fused_float64(i.astype(F64), step, float(start))
    if dtype not in (F32, F64):
        return exact.astype(dtype)
    lanes = 8 if dtype == F32 else 4
    lane = i % lanes
    firsts = exact[i - lane]
    if dtype == F32:
        array = (firsts.astype(F32) + lane * float(step)).astype(F32)
    else:
        array = fused_float64(lane.astype(F64), step, firsts)
    rest = count - count % (2 * lanes)
    array[rest:] = exact[rest:]
    return array


@checked
def range(
    *bounds: Any,
    dtype: DtypeLike = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Deprecated in PyTorch: like `arange`, but with the end and always in floats."""
    warnings.warn(
        "torch.range is deprecated and will be removed in a future release because its "
        "behavior is inconsistent with Python's range builtin. Instead, use "
        "torch.arange, which produces values in [start, end).",
        UserWarning,
        stacklevel=3,
    )
    low, high, stride = _bounds(bounds, None, None, None)
    count = math.floor((high - low) / stride) + 1
    return made(counted(low, stride, count, chosen_dtype(dtype)), device, requires_grad)


@checked
def linspace(
    start: Any,
    end: Any,
    steps: int,
    *,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """`steps` numbers from `start` to `end`, both included, at equal distances.

    Example:
        >>> import gradschool.torch as torch
        >>> torch.linspace(0, 1, 5)
        tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """
    low, high = _end("linspace", "start", start), _end("linspace", "end", end)
    wanted = _spaced_dtype(low, high, dtype, out)
    array = spaced(low, high, whole(steps), wanted)
    return made(array, device, requires_grad, pin_memory, layout, out)


@checked
def logspace(
    start: Any,
    end: Any,
    steps: int,
    base: float = 10.0,
    *,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """`base` to the powers that `linspace` gives."""
    low, high = _end("logspace", "start", start), _end("logspace", "end", end)
    wanted = _spaced_dtype(low, high, dtype, out)
    wide = wanted if wanted.kind == "c" else F64
    if wanted.kind in "iu" and steps != 1:
        low, high = int(low), int(high)  # as PyTorch, unless there is one number only
    array = np.power(float(base), spaced(low, high, whole(steps), wide))
    made_of = array.astype(wanted)
    return made(made_of, device, requires_grad, pin_memory, layout, out)


def _end(function: str, name: str, value: Any) -> Any:
    """One end of a range: a number or a tensor without dimensions."""
    array = getattr(value, "_array", None)
    if array is not None and array.ndim:
        raise RuntimeError(
            f"{function} only supports 0-dimensional start and end tensors, but got "
            f"{name} with {array.ndim} dimension(s)."
        )
    return plain_number(value)


def _spaced_dtype(
    low: Any, high: Any, dtype: DtypeLike, out: Tensor | None
) -> NumpyDtype:
    if dtype is None and out is None and isinstance(low + high, complex):
        return number_dtype(1j)
    return chosen_dtype(dtype, out)


def spaced(low: Any, high: Any, steps: int, dtype: NumpyDtype) -> Array:
    """Equally spaced numbers, the second half counted back from the end.

    So the last one is exactly `high`. A dtype of integers is spaced in float64 and cut.
    """
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    i = np.arange(steps)
    back = i[::-1]
    first = i < steps // 2
    if steps == 1:
        return np.array([low]).astype(dtype)
    if dtype.kind == "c":
        step = (high - low) / max(steps - 1, 1)
        line: Array = low + step * i
        line_back: Array = high - step * back
        return np.where(first, line, line_back).astype(dtype)
    if dtype == F32:
        low, high = np.float32(low), np.float32(high)
        step = (high - low) / np.float32(steps - 1)
        return np.where(first, fused(i, step, low), fused(back, -step, high))
    if dtype.kind in "iu":
        low, high = int(low), int(high)  # the ends are cut before, too
    low, high = float(low), float(high)
    step = (high - low) / (steps - 1)
    wide_i, wide_back = i.astype(F64), back.astype(F64)
    array = np.where(
        first, fused_float64(wide_i, step, low), fused_float64(wide_back, -step, high)
    )
    return array.astype(dtype)


@checked
def eye(
    n: int,
    m: int | None = None,
    *,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """Ones on the diagonal, zeros elsewhere.

    Args:
        n: rows
        m: columns; as many as rows if left out
        out: a tensor to write into
        dtype: the kind of number
        layout: only `torch.strided`
        device: only the CPU
        pin_memory: not without an accelerator
        requires_grad: whether the result wants a gradient
    """
    rows = whole(n)
    columns = rows if m is None else whole(m)
    for name, length in (("n", rows), ("m", columns)):
        if length < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {length}")
    array = np.eye(rows, columns, dtype=chosen_dtype(dtype, out))
    return made(array, device, requires_grad, pin_memory, layout, out)


def _triangle(
    name: str,
    inside: Callable[[Array], Any],
    sizes: tuple[int, int],
    dtype: DtypeLike,
) -> Array:
    """Rows and columns of the places inside a triangle, (2, k)."""
    for side, length in zip(("row", "col"), sizes, strict=True):
        if length < 0:
            raise RuntimeError(f"{side} must be non-negative, got{length}")
    wanted = I64 if dtype is None else numpy_dtype(dtype)
    if wanted.kind not in "iu":
        raise NotImplementedError(f"\"{name}\" not implemented for '{word(wanted)}'")
    rows, columns = np.indices(sizes)
    return np.stack(np.nonzero(inside(columns - rows))).astype(wanted)


@checked
def tril_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: DtypeLike = None,
    device: Device = None,
    layout: Layout = None,
) -> Tensor:
    """Where the lower triangle of a matrix is: rows first, then columns.

    Args:
        row: rows of the matrix
        col: columns of the matrix
        offset: how many diagonals above the main one belong to it
        dtype: of the indices
        device: only the CPU
        layout: only `torch.strided`

    Shape:
        (2, number of places)
    """
    array = _triangle("tril_indices", lambda d: d <= offset, (row, col), dtype)
    return made(array, device, layout=layout)


@checked
def triu_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: DtypeLike = None,
    device: Device = None,
    layout: Layout = None,
) -> Tensor:
    """Where the upper triangle of a matrix is; arguments as for `tril_indices`."""
    array = _triangle("triu_indices", lambda d: d >= offset, (row, col), dtype)
    return made(array, device, layout=layout)


# ------------------------------------------------------------------ shaped like another


def like(input: Tensor, dtype: DtypeLike, memory_format: MemoryFormat = None) -> Array:
    """An unwritten array of a tensor's shape, dtype and order in memory."""
    x = input._array
    order = "K" if memory_format is None or memory_format is preserve_format else "C"
    wanted = x.dtype if dtype is None else numpy_dtype(dtype)
    return np.empty_like(x, wanted, order)


@checked
def empty_like(
    input: Tensor,
    *,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: MemoryFormat = None,
    pin_memory: bool = False,
) -> Tensor:
    """`empty` in the shape and dtype of a tensor."""
    array = like(input, dtype, memory_format)
    return made(array, device, requires_grad, pin_memory, layout)


@checked
def zeros_like(
    input: Tensor,
    *,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: MemoryFormat = None,
    pin_memory: bool = False,
) -> Tensor:
    """`zeros` in the shape and dtype of a tensor."""
    array = like(input, dtype, memory_format)
    array.fill(0)
    return made(array, device, requires_grad, pin_memory, layout)


@checked
def ones_like(
    input: Tensor,
    *,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: MemoryFormat = None,
    pin_memory: bool = False,
) -> Tensor:
    """`ones` in the shape and dtype of a tensor."""
    array = like(input, dtype, memory_format)
    array.fill(1)
    return made(array, device, requires_grad, pin_memory, layout)


@checked
def full_like(
    input: Tensor,
    fill_value: Number,
    *,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: MemoryFormat = None,
    pin_memory: bool = False,
) -> Tensor:
    """`full` in the shape and dtype of a tensor."""
    array = like(input, dtype, memory_format)
    array.fill(fitting(plain_number(fill_value), array.dtype))
    return made(array, device, requires_grad, pin_memory, layout)


def _dtype_like(input: Tensor, dtype: DtypeLike) -> NumpyDtype:
    return input._array.dtype if dtype is None else numpy_dtype(dtype)


@checked
def new_empty(
    self: Tensor,
    *sizes: Any,
    size: Any = None,
    dtype: DtypeLike = None,
    device: Device = None,
    requires_grad: bool = False,
    layout: Layout = None,
    pin_memory: bool = False,
) -> Tensor:
    """`empty` of another shape in the dtype of this tensor."""
    array = np.empty(shape_from(sizes, size), _dtype_like(self, dtype))
    return made(array, device, requires_grad, pin_memory, layout)


@checked
def new_zeros(
    self: Tensor,
    *sizes: Any,
    size: Any = None,
    dtype: DtypeLike = None,
    device: Device = None,
    requires_grad: bool = False,
    layout: Layout = None,
    pin_memory: bool = False,
) -> Tensor:
    """`zeros` of another shape in the dtype of this tensor."""
    array = np.zeros(shape_from(sizes, size), _dtype_like(self, dtype))
    return made(array, device, requires_grad, pin_memory, layout)


@checked
def new_ones(
    self: Tensor,
    *sizes: Any,
    size: Any = None,
    dtype: DtypeLike = None,
    device: Device = None,
    requires_grad: bool = False,
    layout: Layout = None,
    pin_memory: bool = False,
) -> Tensor:
    """`ones` of another shape in the dtype of this tensor."""
    array = np.ones(shape_from(sizes, size), _dtype_like(self, dtype))
    return made(array, device, requires_grad, pin_memory, layout)


@checked
def new_full(
    self: Tensor,
    size: Shape,
    fill_value: Number,
    *,
    dtype: DtypeLike = None,
    device: Device = None,
    requires_grad: bool = False,
    layout: Layout = None,
    pin_memory: bool = False,
) -> Tensor:
    """`full` of another shape in the dtype of this tensor."""
    check_is_tuple(size)
    wanted = _dtype_like(self, dtype)
    value = fitting(plain_number(fill_value), wanted)
    array = np.full(shape_from((size,)), value, wanted)
    return made(array, device, requires_grad, pin_memory, layout)


@checked
def new_tensor(
    self: Tensor,
    data: Any,
    *,
    dtype: DtypeLike = None,
    device: Device = None,
    requires_grad: bool = False,
    layout: Layout = None,
    pin_memory: bool = False,
) -> Tensor:
    """`tensor(data)` in the dtype of this tensor."""
    if hasattr(data, "_array"):
        _warn_copy_construct("tensor.new_tensor(sourceTensor)")
    array = array_from(data, _dtype_like(self, dtype))
    return made(array, device, requires_grad, pin_memory, layout)
