"""Indexing: `x[index]` and `x[index] = value`.

`x[index]` has two halves, taken one after the other:

    basic      numbers, slices, None, ...     a view
    advanced   tensors, lists, masks          a copy, gathered

so `x[0, :, rows]` first cuts the view `x[0]`, then gathers its `[:, rows]`. (NumPy
would treat the 0 as a third index array and put the gathered dimension in front.)
"""

from __future__ import annotations

import typing
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _dtype
from .._dims import ALL
from .._dtype import BOOL, I64, word
from .._errors import cannot_expand
from .._typing import Array, Gradients, Shape
from ..autograd import recording
from ..autograd.elementwise import cast
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import here, record, record1, record_view, wrap
from ..autograd.versions import bump, memory, share_of
from ..autograd.writing import check_writable, recut, written_by

if TYPE_CHECKING:
    from .._tensor import Tensor

# ------------------------------------------------------------------ x[basic]


class Cut(Node):
    """y = x[basic index] (a view);   ∂x = zeros with ∂y at the index"""

    __slots__ = ("index", "shape")
    index: tuple[Any, ...]
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.put(self.shape, self.index, grad, False)


class Select(Cut):
    """y = x[i] along a dimension;   ∂x = zeros with ∂y at i"""

    __slots__ = ()


class Slice(Cut):
    """y = x[a:b] along a dimension;   ∂x = zeros with ∂y at a:b"""

    __slots__ = ()


class Alias(Cut):
    """y = x, another view of all of it;   ∂x = ∂y"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad


class NewAxis(Cut, name="UnsqueezeBackward0"):
    """y = x with a dimension of size 1;   ∂x = ∂y without it"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad.reshape(self.shape)


class _UnsqueezeCut(Cut, name="UnsqueezeBackward0"):
    """y = x[basic index] whose last step put in a dimension"""

    __slots__ = ()


def _cut(cls: type[Cut], input: Tensor, index: tuple[Any, ...]) -> Tensor:
    y = record_view(cls, lambda x: x[index], input)
    if node := y._node:
        node.index = index
        node.shape = input._array.shape
    return y


def _basic_class(index: tuple[Any, ...], shape: Shape) -> type[Cut]:
    """PyTorch applies an index dimension by dimension; its last op names the node.

    A slice of everything is no op, except where it is the whole index.
    """
    found: type[Cut] = Alias
    dim = 0
    for i in index:
        if i is None:
            found = NewAxis
            continue
        if i.__class__ is int:
            found = Select
        elif i.indices(shape[dim]) != (0, shape[dim], 1):
            found = Slice
        dim += 1
    # Undoing an axis alone is a reshape; mixed with cuts it is a cut.
    if found is NewAxis and any(
        i.__class__ is int or (i.__class__ is slice and i != ALL) for i in index
    ):
        return _UnsqueezeCut
    return found


def getitem(input: Tensor, index: Any) -> Tensor:
    """`x[index]`.

    Returns:
        A view for numbers, slices, None and `...`; a copy if a tensor, a list or a mask
        is among them.

    Raises:
        IndexError: a number out of range, too many indices, a mask of another shape.
    """
    kind = index.__class__
    if kind is int:
        shape = input._array.shape
        if not shape:
            raise _no_dims()
        if not -shape[0] <= index < shape[0]:
            raise _out_of_bounds(index, 0, shape[0])
        return _cut(Select, input, (index, ...))
    if kind is slice and input._array.ndim:
        return _cut(Slice, input, (_slice(index), ...))
    basic, advanced = split_index(input, index)
    y = input
    if basic is not None:
        y = _cut(_basic_class(basic, input._array.shape), input, (*basic, ...))
    if advanced is not None:
        return _gathered(y, advanced)
    return y


# ------------------------------------------------------------------ the two halves


def split_index(input: Tensor, index: Any) -> tuple[Any, Any]:  # noqa: C901 - the one loop, read with its guide lines
    """An index as its basic half and its advanced half; None for a half that is empty.

    The basic half has one entry per dimension it touches and no Ellipsis; a place that
    an index array takes is `:` there. The advanced half indexes what the basic left.
    """
    x = input._array
    items = index if index.__class__ is tuple else _as_items(index)
    used = sum(_dims_used(i) for i in items)
    if used > x.ndim:
        if not x.ndim:
            raise _no_dims()
        raise IndexError(f"too many indices for tensor of dimension {x.ndim}")
    basic: list[Any] = []
    advanced: list[Any] = []
    dim = 0
    is_cut = not items
    is_gathered = False
    seen_ellipsis = False
    for i in items:
        kind = i.__class__
        array = getattr(i, "_array", None)
        if array is not None and not array.ndim and array.dtype.kind in "iu":
            i, kind = int(array), int
        elif isinstance(i, np.integer):
            i, kind = int(typing.cast("Any", i)), int
        if kind is int:
            size = x.shape[dim]
            if not -size <= i < size:
                raise _out_of_bounds(i, dim, size)
            basic.append(i)
            dim += 1
            is_cut = True
        elif kind is slice:
            cut = _slice(i)
            basic.append(cut)
            advanced.append(ALL)
            dim += 1
            is_cut = True
        elif i is Ellipsis:
            is_cut = True
            if seen_ellipsis:
                continue
            seen_ellipsis = True
            rest = x.ndim - used
            basic.extend([ALL] * rest)
            advanced.extend([ALL] * rest)
            dim += rest
        elif i is None:
            basic.append(None)
            advanced.append(ALL)
            is_cut = True
        else:
            array = _index_array(i)
            is_gathered = True
            if array.dtype is BOOL:
                if not array.ndim:  # True or False: an axis of size 1 or 0
                    basic.append(None)
                    is_cut = True
                    advanced.append(np.atleast_1d(array))
                    continue
                for d in range(array.ndim):
                    if dim + d >= x.ndim or array.shape[d] != x.shape[dim + d]:
                        raise IndexError(
                            f"The shape of the mask {list(array.shape)} at index {d} "
                            "does not match the shape of the indexed tensor "
                            f"{list(x.shape)} at index {dim + d}"
                        )
                advanced.append(array)
                basic.extend([ALL] * array.ndim)
                dim += array.ndim
            else:
                check_bounds(array, dim, x.shape[dim])
                advanced.append(array)
                basic.append(ALL)
                dim += 1
    if is_gathered and all(b == ALL for b in basic):
        is_cut = False
    return (
        tuple(basic) if is_cut else None,
        tuple(advanced) if is_gathered else None,
    )


def _as_items(index: Any) -> tuple[Any, ...]:
    # PyTorch, like NumPy of old, reads a short list with more than numbers in it as a
    # tuple: `x[[[0, 1], [1, 0]]]` is `x[[0, 1], [1, 0]]`.
    if (
        index.__class__ is list
        and len(index) < 32
        and any(
            i is None
            or i is Ellipsis
            or isinstance(i, slice | list | tuple)
            or hasattr(i, "_array")
            for i in index
        )
    ):
        return tuple(index)
    if isinstance(index, str):
        raise TypeError("new(): invalid data type 'str'")
    return (index,)


def _dims_used(i: Any) -> int:
    if i is None or i is Ellipsis or isinstance(i, bool | np.bool_):
        return 0
    array = getattr(i, "_array", i)
    if isinstance(array, np.ndarray | np.generic):
        mask = typing.cast("Array", array)
        if mask.dtype in (BOOL, _dtype.U8):
            return mask.ndim
    if isinstance(i, list) and i:
        found = np.asarray(_plain(i))
        return found.ndim if found.dtype is BOOL else 1
    return 1


def _plain(i: Any) -> Any:
    if isinstance(i, list | tuple):
        return [_plain(part) for part in typing.cast("Sequence[Any]", i)]
    array = getattr(i, "_array", None)
    return i if array is None else array


def _slice(i: Any) -> slice:
    if i.step is not None and i.step.__index__() <= 0:
        raise ValueError("step must be greater than zero")
    ends = [
        None if end is None else _slice_end(end) for end in (i.start, i.stop, i.step)
    ]
    return slice(*ends)


def _slice_end(end: Any) -> int:
    try:
        return end.__index__()
    except (AttributeError, TypeError):
        raise TypeError(
            "slice indices must be integers or None or have an __index__ method"
        ) from None


def _index_array(i: Any) -> Array:
    if isinstance(i, bool):
        return np.asarray(i)
    plain = _plain(i)
    array = np.asarray(plain)
    if isinstance(plain, list) and not array.size:
        array = array.astype(I64)
    if array.dtype.kind not in "iub" or array.dtype.kind == "O":
        if hasattr(i, "_array") or isinstance(i, np.ndarray):
            raise IndexError(
                "tensors used as indices must be long, int, byte or bool tensors"
            )
        if isinstance(i, str):
            raise TypeError("new(): invalid data type 'str'")
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte "
            f"Variables are valid indices (got {type(i).__name__})"
        )
    if array.dtype is _dtype.U8:
        warnings.warn(
            "indexing with dtype torch.uint8 is now deprecated, please use a dtype "
            "torch.bool instead.",
            UserWarning,
            stacklevel=4,
        )
        array = array.astype(BOOL)
    return array


def check_bounds(array: Array, dim: int, size: int) -> None:
    """Refuses an index that counts beyond either end of its dimension."""
    if not array.size:
        return
    low, high = array.min(), array.max()
    if high >= size or low < -size:
        wrong = high if high >= size else low
        raise IndexError(
            f"index {int(wrong)} is out of bounds for dimension {dim} with size {size}"
        )


def _no_dims() -> IndexError:
    return IndexError(
        "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
        "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
    )


def _out_of_bounds(index: int, dim: int, size: int) -> IndexError:
    return IndexError(
        f"index {index} is out of bounds for dimension {dim} with size {size}"
    )


# ------------------------------------------------------------------ x[advanced]


class Index(Node):
    """y = x[index arrays];   ∂x = zeros with ∂y added at the index"""

    __slots__ = ("index", "shape")
    index: Any
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.put(self.shape, self.index, grad, True)


def _gathered(input: Tensor, index: Any) -> Tensor:
    x = input._array
    try:
        z = memory(input)[index]
    except IndexError as error:
        raise _shape_mismatch(index, error) from None
    y = record1(Index, z, input._node)
    if node := y._node:
        node.index, node.shape = index, x.shape
    return y


def _shape_mismatch(index: Any, error: IndexError) -> IndexError:
    shapes = [str(list(i.shape)) for i in index if hasattr(i, "shape")]
    if len(shapes) > 1:
        listed = ", ".join(shapes)
        return IndexError(
            "shape mismatch: indexing tensors could not be broadcast together with "
            f"shapes {listed}"
        )
    return IndexError(str(error))


# ------------------------------------------------------------------ x[index] = value


def setitem(input: Tensor, index: Any, value: Any) -> None:
    """`x[index] = value`: writes in place; the value is broadcast and cast.

    Gradient: 0 for what was overwritten, the written region's ∂ for the value.

    Raises:
        IndexError: as for reading.
        RuntimeError: the value does not fit; the tensor must not be written in place.
    """
    basic, advanced = split_index(input, index)
    value = _as_value(value, input)
    node = getattr(value, "_node", None)
    if (input._node is None and node is None) or (recording.disabled and here.off):
        check_writable(input)
        _write_plain(input, basic, advanced, getattr(value, "_array", value))
        return
    target = input
    if basic is not None:
        target = _cut(_basic_class(basic, input._array.shape), input, (*basic, ...))
    if advanced is None:
        if target is input:
            target = _cut(Alias, input, (...,))
        if not hasattr(value, "_array"):
            target.fill_(value)
        else:
            target.copy_(_without_leading_ones(value, target._array.ndim))
        return
    if not hasattr(value, "_array"):
        value = wrap(np.asarray(value, target._array.dtype))
    written_by(target, _index_put_at, (advanced, value, False), {})


def _as_value(value: Any, input: Tensor) -> Any:
    if hasattr(value, "_array") or isinstance(value, bool | int | float | complex):
        return value
    if isinstance(value, np.generic):
        return typing.cast("Array", value).item()
    if isinstance(value, np.ndarray):
        return wrap(typing.cast("Array", value))
    raise TypeError(
        f"can't assign a {type(value).__name__} to a "
        f"torch.{word(input._array.dtype)}Tensor"
    )


def _without_leading_ones(value: Tensor, ndim: int) -> Tensor:
    shape = value._array.shape
    while len(shape) > ndim and shape[0] == 1:
        shape = shape[1:]
    return value if shape == value._array.shape else value.reshape(shape)


def _write_plain(input: Tensor, basic: Any, advanced: Any, given: Any) -> None:
    x = memory(input)
    value: Any = given
    region = x if basic is None else x[(*basic, ...)]
    if hasattr(value, "dtype"):
        if value.dtype.kind == "c" and x.dtype.kind != "c":
            value = value.real
        while value.ndim > region.ndim and value.shape[0] == 1:
            value = value[0]
    else:
        value = cast(value, x.dtype)
    if advanced is None:
        try:
            np.copyto(region, value, casting="unsafe")
        except ValueError:
            raise cannot_expand(region.shape, value.shape) from None
    else:
        _put_into(region, advanced, value)
    bump(input)
    if share_of(input).views:
        recut(input)


def _put_into(region: Array, index: Any, value: Any) -> None:
    try:
        region[index] = value
    except ValueError:
        shape = region[index].shape
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(value.shape)} cannot be "
            f"broadcast to indexing result of shape {list(shape)}"
        ) from None


# ------------------------------------------------------------------ index_put


class PutAt(Node, name="IndexPutBackward0"):
    """z = x with y at the index (added there if `add`)

    ∂x = ∂z, with zeros at the index unless added;   ∂y = ∂z[index]
    """

    __slots__ = ("add", "index")
    index: Any
    add: bool

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and (grad if self.add else put_value(xp, grad, self.index)),
            need_y and grad[self.index],
        )


def put_value(xp: Namespace, grad: Any, index: Any) -> Any:
    """grad with zeros at the index."""
    mask = np.ones(grad.shape, BOOL)
    mask[index] = False
    return grad * xp.constant(mask)


def put_at(
    input: Tensor, index: Any, values: Tensor, add: bool, cls: type[PutAt] = PutAt
) -> Tensor:
    """x with values written, or added, at an index of arrays, slices and numbers."""
    x, y = input._array, values._array
    z = np.array(x)
    if add:
        np.add.at(z, index, y)
    else:
        z[index] = y
    shape = z[index].shape
    fit = (None, (y.shape, y.dtype)) if y.shape != shape or y.dtype != x.dtype else None
    out = record(cls, z, (input._node, values._node), (), fit)
    if node := out._node:
        node.index, node.add = index, add
    return out


def _index_put_at(
    input: Tensor, index: Any, values: Tensor, accumulate: bool
) -> Tensor:
    y = values._array
    if y.dtype != input._array.dtype:
        values = wrap(y) if values._node is None else values
    result_shape = memory(input)[index].shape
    try:
        np.broadcast_shapes(y.shape, result_shape)
    except ValueError:
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(y.shape)} cannot be "
            f"broadcast to indexing result of shape {list(result_shape)}"
        ) from None
    return put_at(input, index, values, accumulate)


def index_put(
    input: Tensor, indices: Any, values: Tensor, accumulate: bool = False
) -> Tensor:
    """`x[indices] = values` on a copy; with `accumulate` the values are added."""
    _, advanced = split_index(input, tuple(indices))
    if values._array.dtype != input._array.dtype:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{word(input._array.dtype)} for the destination and "
            f"{word(values._array.dtype)} for the source."
        )
    return _index_put_at(input, advanced, values, accumulate)


def index_put_(
    self: Tensor, indices: Any, values: Tensor, accumulate: bool = False
) -> Tensor:
    """`x[indices] = values`, or `+=` with `accumulate`, in place."""
    return written_by(self, index_put, (indices, values, accumulate), {})
