"""Indexing: `x[...]` and the functions that pick, place, mask and gather elements.

`x[index]` has two halves, taken one after the other:

    basic      numbers, slices, None, ...     a view
    advanced   tensors, lists, masks          a copy, gathered

so `x[0, :, rows]` first cuts the view `x[0]`, then gathers its `[:, rows]`. (NumPy would
treat the 0 as a third index array and put the gathered dimension in front.)
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _dtype
from .._dims import normalize_dim
from .._dtype import BOOL, I64, word
from .._errors import sizes_must_match, wrong_argument
from .._typing import Array, Gradients, Number, Shape
from ..autograd import recording
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import (
    check_writable,
    here,
    inplace,
    record,
    record1,
    record_view,
    recut,
    wrap,
    written_by,
)
from ..autograd.versions import bump, memory, share_of

if TYPE_CHECKING:
    from .._tensor import Tensor

_ALL = slice(None)

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


class IndexAdd(PutAt):
    """z = x with y added at an index along a dimension"""

    __slots__ = ()


class IndexCopy(PutAt):
    """z = x with y written at an index along a dimension"""

    __slots__ = ()


class Put(PutAt):
    """z = x with y written at flat places"""

    __slots__ = ()


class DiagonalScatter(PutAt):
    """z = x with y on a diagonal"""

    __slots__ = ("dims", "offset")
    dims: tuple[int, int]
    offset: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and grad * xp.constant(self.index),
            need_y and xp.diagonal(grad, self.offset, *self.dims),
        )


class SelectScatter(PutAt):
    """z = x with y at one index of a dimension"""

    __slots__ = ()


class SliceScatter(PutAt):
    """z = x with y in a slice"""

    __slots__ = ()


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
        i.__class__ is int or (i.__class__ is slice and i != _ALL) for i in index
    ):
        return _UnsqueezeCut
    return found


class _UnsqueezeCut(Cut, name="UnsqueezeBackward0"):
    """y = x[basic index] whose last step put in a dimension"""

    __slots__ = ()


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


def _no_dims() -> IndexError:
    return IndexError(
        "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
        "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
    )


def _out_of_bounds(index: int, dim: int, size: int) -> IndexError:
    return IndexError(
        f"index {index} is out of bounds for dimension {dim} with size {size}"
    )


def split_index(input: Tensor, index: Any) -> tuple[Any, Any]:  # noqa: C901 - the one loop, read with its guide lines
    """An index as its basic half and its advanced half; None for a half that is empty.

    The basic half has one entry per dimension it touches and no Ellipsis; a place that
    an index array takes is `:` there. The advanced half indexes what the basic one left.
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
            i, kind = int(i), int
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
            advanced.append(_ALL)
            dim += 1
            is_cut = True
        elif i is Ellipsis:
            is_cut = True
            if seen_ellipsis:
                continue
            seen_ellipsis = True
            rest = x.ndim - used
            basic.extend([_ALL] * rest)
            advanced.extend([_ALL] * rest)
            dim += rest
        elif i is None:
            basic.append(None)
            advanced.append(_ALL)
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
                basic.extend([_ALL] * array.ndim)
                dim += array.ndim
            else:
                _check_bounds(array, dim, x.shape[dim])
                advanced.append(array)
                basic.append(_ALL)
                dim += 1
    if is_gathered and all(b == _ALL for b in basic):
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
    if isinstance(array, np.ndarray | np.generic) and array.dtype in (BOOL, _dtype.U8):
        return array.ndim
    if isinstance(i, list) and i:
        found = np.asarray(_plain(i))
        return found.ndim if found.dtype is BOOL else 1
    return 1


def _plain(i: Any) -> Any:
    if isinstance(i, list | tuple):
        return [_plain(part) for part in i]
    array = getattr(i, "_array", None)
    return i if array is None else array


def _slice(i: slice) -> slice:
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
    array = np.asarray(_plain(i))
    if isinstance(i, list | tuple) and not array.size:
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
        import warnings

        warnings.warn(
            "indexing with dtype torch.uint8 is now deprecated, please use a dtype "
            "torch.bool instead.",
            UserWarning,
            stacklevel=4,
        )
        array = array.astype(BOOL)
    return array


def _check_bounds(array: Array, dim: int, size: int) -> None:
    if not array.size:
        return
    low, high = array.min(), array.max()
    if high >= size or low < -size:
        wrong = high if high >= size else low
        raise IndexError(
            f"index {int(wrong)} is out of bounds for dimension {dim} with size {size}"
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
    shapes = [list(i.shape) for i in index if isinstance(i, np.ndarray)]
    if len(shapes) > 1:
        listed = ", ".join(str(shape) for shape in shapes)
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
    written_by(target, _index_put, (advanced, value, False), {})


def _as_value(value: Any, input: Tensor) -> Any:
    if hasattr(value, "_array") or isinstance(value, bool | int | float | complex):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return wrap(value)
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
    if isinstance(value, np.ndarray | np.generic):
        if value.dtype.kind == "c" and x.dtype.kind != "c":
            value = value.real
        while value.ndim > region.ndim and value.shape[0] == 1:
            value = value[0]
    else:
        value = recording.cast(value, x.dtype)
    if advanced is None:
        try:
            np.copyto(region, value, casting="unsafe")
        except ValueError:
            from .._copying import cannot_expand

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


def _index_put(input: Tensor, index: Any, values: Tensor, accumulate: bool) -> Tensor:
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


# ------------------------------------------------------------------ where


class Where(Node):
    """z = x where c, else y,   ∂x = ∂z where c,   ∂y = ∂z where not c"""

    __slots__ = ("condition",)
    condition: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and grad * xp.constant(self.condition),
            need_y and grad * xp.constant(~self.condition),
        )


def where(
    condition: Tensor, input: Any = None, other: Any = None, *, out: Any = None
) -> Any:
    """x where the condition holds, else y; with the condition alone: its places.

    Shape: all three broadcast; x and y are promoted to one dtype.
    Gradient: ∂z goes to the side that was chosen, exactly 0 to the other.
    """
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    if not hasattr(condition, "_array"):
        raise wrong_argument("where", "condition", 1, "Tensor", condition)
    c = condition._array
    if c.dtype is not BOOL:
        if c.dtype is not _dtype.U8:
            raise RuntimeError(
                "where expected condition to be a boolean tensor, but got a tensor with "
                f"dtype {word(c.dtype)}"
            )
        import warnings

        warnings.warn(
            "where received a uint8 condition tensor. This behavior is deprecated and "
            "will be removed in a future version of PyTorch. Use a boolean condition "
            "instead.",
            UserWarning,
            stacklevel=2,
        )
        c = c.astype(BOOL)
    x, y = getattr(input, "_array", input), getattr(other, "_array", other)
    wanted = _dtype.result_dtype(x, y)
    xa, ya = recording.cast(x, wanted), recording.cast(y, wanted)
    try:
        z = np.where(c, xa, ya)
    except ValueError:
        shapes = [s.shape for s in (c, xa, ya)]
        a, b = (
            (shapes[0], shapes[1])
            if not _broadcast(shapes[0], shapes[1])
            else (np.broadcast_shapes(shapes[0], shapes[1]), shapes[2])
        )
        raise sizes_must_match(a, b) from None
    fit = _fits(z, x, y)
    result = record(
        Where,
        z,
        (getattr(input, "_node", None), getattr(other, "_node", None)),
        (),
        fit,
    )
    if node := result._node:
        node.condition = c
    return result if out is None else recording.write_out(out, result)


def where_method(self: Tensor, condition: Tensor, other: Any) -> Tensor:
    """This tensor where the condition holds, else `other`."""
    return where(condition, self, other)


def _broadcast(a: Shape, b: Shape) -> bool:
    try:
        np.broadcast_shapes(a, b)
    except ValueError:
        return False
    return True


def _fits(z: Array, *operands: Any) -> Any:
    forms = tuple(
        (x.shape, x.dtype)
        if hasattr(x, "dtype") and (x.shape != z.shape or x.dtype != z.dtype)
        else None
        for x in operands
    )
    return forms if any(forms) else None


# ------------------------------------------------------------------ nonzero


def nonzero(input: Tensor, *, out: Tensor | None = None, as_tuple: bool = False) -> Any:
    """The places of the elements that are not zero.

    Returns:
        One row per place, or with `as_tuple` one tensor per dimension.
    """
    x = input._array
    if as_tuple:
        if not x.ndim:
            return (wrap(np.nonzero(x.reshape(1))[0]),)
        return tuple(wrap(places) for places in np.nonzero(x))
    if not x.ndim:
        z = np.zeros((int(bool(x)), 0), I64)
    else:
        z = np.ascontiguousarray(np.argwhere(x)).astype(I64, copy=False)
    y = wrap(z)
    return y if out is None else recording.write_out(out, y)


def argwhere(input: Tensor) -> Tensor:
    """The places of the elements that are not zero, one row each."""
    return nonzero(input)


# ------------------------------------------------------------------ masks


class MaskedFill(Node):
    """y = x with a number where the mask holds,   ∂x = ∂y where it does not"""

    __slots__ = ("mask",)
    mask: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad * xp.constant(~self.mask)


class MaskedFillTensor(Node, name="MaskedFillBackward1"):
    """y = x with a 0-d tensor where the mask holds,   ∂x = ∂y elsewhere,  ∂v = Σ ∂y"""

    __slots__ = ("mask",)
    mask: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_v = self.parents
        return (
            need_x and grad * xp.constant(~self.mask),
            need_v and grad * xp.constant(self.mask),
        )


def masked_fill(input: Tensor, mask: Tensor, value: Any) -> Tensor:
    """The tensor with `value` wherever the mask, broadcast, is True; a copy."""
    x, m = input._array, mask._array
    if m.dtype is not BOOL:
        raise RuntimeError(
            "masked_fill_ only supports boolean masks, but got mask with dtype "
            f"{_kind(m.dtype)}"
        )
    v = getattr(value, "_array", value)
    if getattr(v, "ndim", 0):
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor "
            f"with {v.ndim} dimension(s)."
        )
    _check_number(v, x.dtype)
    if m.shape == x.shape:
        z = np.array(x)
    else:
        try:
            shape = np.broadcast_shapes(x.shape, m.shape)
        except ValueError:
            raise sizes_must_match(x.shape, m.shape) from None
        z = np.array(np.broadcast_to(x, shape))
    np.copyto(z, recording.cast(v, x.dtype), where=m)
    fit = ((x.shape, x.dtype),) if z.shape != x.shape else None
    if hasattr(value, "_array"):
        value_fit = (fit[0] if fit else None, (v.shape, v.dtype))
        y = record(MaskedFillTensor, z, (input._node, value._node), (), value_fit)
    else:
        y = record1(MaskedFill, z, input._node, (), fit)
    if node := y._node:
        node.mask = m
    return y


def _kind(found: Any) -> str:
    return repr(_dtype.torch_dtype(found)).removeprefix("torch.")


def _check_number(value: Any, wanted: Any) -> None:
    if hasattr(value, "dtype"):
        return
    if isinstance(value, complex) and wanted.kind != "c" and value.imag:
        raise RuntimeError(
            f"value cannot be converted to type {_dtype.cpp_name(wanted)} without "
            "overflow"
        )
    if wanted.kind in "iu" and isinstance(value, float) and not value.is_integer():
        raise RuntimeError(
            f"value cannot be converted to type {_dtype.cpp_name(wanted)} without "
            "overflow"
        )


class MaskedSelect(Node):
    """y = the elements of x where the mask holds, in a row;   ∂x = ∂y at their places"""

    __slots__ = ("mask", "shape")
    mask: Array
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.put(self.shape, self.mask, grad, False)


def masked_select(input: Tensor, mask: Tensor, *, out: Any = None) -> Tensor:
    """The elements where the mask, broadcast with the tensor, is True; a 1-d copy."""
    x, m = input._array, mask._array
    if m.dtype is not BOOL:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    try:
        xb, mb = np.broadcast_arrays(x, m)
    except ValueError:
        raise sizes_must_match(x.shape, m.shape) from None
    fit = ((x.shape, x.dtype),) if xb.shape != x.shape else None
    y = record1(MaskedSelect, xb[mb], input._node, (), fit)
    if node := y._node:
        node.mask, node.shape = mb, xb.shape
    return y if out is None else recording.write_out(out, y)


class MaskedScatter(Node):
    """z = x with the elements of y, in a row, where the mask holds

    ∂x = ∂z elsewhere,   ∂y = ∂z where it holds
    """

    __slots__ = ("mask", "shape")
    mask: Array
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        count = int(self.mask.sum())
        size = math.prod(self.shape)
        return (
            need_x and grad * xp.constant(~self.mask),
            need_y
            and xp.put(
                (size,), slice(0, count), grad[xp.array_of(self.mask)], False
            ).reshape(self.shape),
        )


def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """The tensor with `source`'s elements, one after the other, where the mask holds."""
    x, m, s = input._array, mask._array, source._array
    if m.dtype is not BOOL:
        raise RuntimeError(
            "masked_scatter_ only supports boolean masks, but got mask with dtype "
            f"{word(m.dtype)}"
        )
    if s.dtype != x.dtype:
        raise RuntimeError(
            "masked_scatter_: expected self and source to have same dtypes but got "
            f"{word(x.dtype)} and {word(s.dtype)}"
        )
    try:
        shape = np.broadcast_shapes(x.shape, m.shape)
    except ValueError:
        raise sizes_must_match(x.shape, m.shape) from None
    mb = np.broadcast_to(m, shape)
    z = np.array(np.broadcast_to(x, shape))
    count = int(mb.sum())
    if count > s.size:
        raise RuntimeError(
            "masked_scatter: expected the number of elements in source to be greater "
            "than or equal to the number of ones in mask, but got "
            f"{s.size} and {count}"
        )
    z[mb] = s.reshape(-1)[:count]
    fit = ((x.shape, x.dtype), None) if shape != x.shape else None
    y = record(MaskedScatter, z, (input._node, source._node), (), fit)
    if node := y._node:
        node.mask, node.shape = mb, s.shape
    return y


# ------------------------------------------------------------------ along a dimension


class IndexSelect(Node):
    """y = slices of x along a dimension, by number;   ∂x = ∂y added at their places"""

    __slots__ = ("dim", "index", "shape")
    dim: int
    index: Array
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.put(self.shape, (*(_ALL,) * self.dim, self.index), grad, True)


def index_select(
    input: Tensor, dim: int, index: Tensor, *, out: Tensor | None = None
) -> Tensor:
    """The slices along `dim` that a 1-d `index` names; a copy."""
    x = input._array
    at = normalize_dim(dim, x.ndim)
    i = index._array
    if i.dtype not in (I64, np.dtype(np.int32)):
        raise RuntimeError(
            "index_select(): Expected dtype int32 or int64 for index but got: "
            f"{word(i.dtype)}"
        )
    if i.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    places = np.atleast_1d(i)
    length = x.shape[at] if x.ndim else 1
    if places.size and (places.min() < 0 or places.max() >= length):
        raise IndexError("index out of range in self")
    z = np.atleast_1d(x).take(places, at)
    fit = None
    if not x.ndim:
        z, fit = z.reshape(()), None
    y = record1(IndexSelect, z, input._node, (), fit)
    if node := y._node:
        node.dim, node.index, node.shape = at, places, x.shape
        if not x.ndim:
            node.index = np.zeros((), I64)
            node.__class__ = IndexSelectScalar
    return y if out is None else recording.write_out(out, y)


class IndexSelectScalar(IndexSelect, name="IndexSelectBackward0"):
    """y = x, a 0-d tensor's only slice;   ∂x = ∂y"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad


def _check_along(name: str, x: Array, i: Array, dim: int) -> int:
    at = normalize_dim(dim, x.ndim)
    if max(x.ndim, 1) != max(i.ndim, 1) and i.size:
        raise RuntimeError(
            "Index tensor must have the same number of dimensions as "
            f"{'input' if name == 'gather' else 'self'} tensor"
        )
    return at


def _grid(i: Array, dim: int) -> tuple[Any, ...]:
    """The full index of each element of `i`: its own place, but i along `dim`."""
    places = [
        np.arange(n).reshape([-1 if d == e else 1 for e in range(i.ndim)])
        for d, n in enumerate(i.shape)
    ]
    places[dim] = i
    return tuple(places)


def _check_range(name: str, i: Array, at: int, length: int) -> None:
    if i.size and (i.min() < 0 or i.max() >= length):
        wrong = i[(i < 0) | (i >= length)].reshape(-1)[0]
        raise RuntimeError(
            f"index {int(wrong)} is out of bounds for dimension {at} with size {length}"
        )


class Gather(Node):
    """y[i, j] = x[index[i, j], j];   ∂x = ∂y added where it was read"""

    __slots__ = ("grid", "shape")
    grid: tuple[Any, ...]
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        if not self.grid:  # nothing was read
            size = math.prod(self.shape)
            nothing = slice(0, 0)
            return xp.put((size,), nothing, grad.reshape((-1,)), False).reshape(
                self.shape
            )
        return xp.put(self.shape, self.grid, grad, True)


def gather(
    input: Tensor,
    dim: int,
    index: Tensor,
    *,
    sparse_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """For each element of `index`: the input at its place, but at `index` along `dim`.

    Shape: index (*) no longer than the input in the other dimensions -> (*).
    Gradient: ∂y added where it was read.
    """
    x, i = input._array, index._array
    if not i.size:
        i = i.astype(I64)  # PyTorch asks no dtype of an index without elements
    elif i.dtype not in (I64, np.dtype(np.int32)):
        raise RuntimeError("gather(): Expected dtype int32/int64 for index")
    at = _check_along("gather", x, i, dim)
    for d in range(i.ndim):
        if d != at and x.ndim and i.size and i.shape[d] > x.shape[d]:
            raise RuntimeError(
                f"Size does not match at dimension {d} expected index "
                f"{list(i.shape)} to be no larger than self {list(x.shape)} apart from "
                f"dimension {at}"
            )
    _check_range("gather", i, at, x.shape[at] if x.ndim else 1)
    if not x.ndim or not i.ndim:
        grid: tuple[Any, ...] = (i.reshape(-1),)
        z = np.atleast_1d(x)[grid].reshape(i.shape)
        y = record1(Gather, z, input._node)
        if node := y._node:
            node.grid, node.shape = (i,), (x.size,)
            node.fit = ((x.shape, x.dtype),)
        return y if out is None else recording.write_out(out, y)
    grid = _grid(i, at) if i.size else ()
    z = x[grid] if i.size else np.zeros(i.shape, x.dtype)
    y = record1(Gather, z, input._node)
    if node := y._node:
        node.grid, node.shape = grid, x.shape
    return y if out is None else recording.write_out(out, y)


def take_along_dim(
    input: Tensor, indices: Tensor, dim: int | None = None, *, out: Any = None
) -> Tensor:
    """`gather` with the other dimensions broadcast."""
    if indices._array.dtype not in (I64, np.dtype(np.int32)):
        raise RuntimeError(
            "torch.take_along_dim(): dtype of indices should be Long but got "
            f"{word(indices._array.dtype)}"
        )
    if dim is None:
        return take_along_dim(input.reshape(-1), indices.reshape(-1), 0, out=out)
    x, i = input._array, indices._array
    if x.ndim != i.ndim:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of "
            f"dimensions, but got {x.ndim} dimensions for input, and {i.ndim} dimensions "
            "for indices"
        )
    at = normalize_dim(dim, x.ndim)
    if i.size and i.min() < 0:  # counted from the end, unlike in gather
        indices = wrap(np.where(i < 0, i + x.shape[at], i))
    shape = np.broadcast_shapes(
        x.shape[:at] + (1,) + x.shape[at + 1 :], i.shape[:at] + (1,) + i.shape[at + 1 :]
    )
    wide = input.expand((*shape[:at], x.shape[at], *shape[at + 1 :]))
    long = indices.expand((*shape[:at], i.shape[at], *shape[at + 1 :]))
    return gather(wide, at, long, out=out)


class Scatter(Node):
    """z = x with y written at index along a dimension

    ∂x = ∂z with zeros there,   ∂y = ∂z there
    """

    __slots__ = ("grid", "length")
    grid: tuple[Any, ...]
    length: tuple[int, ...]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and put_value(xp, grad, self.grid),
            need_y and _within(xp, grad[self.grid], self.length),
        )


class ScatterAdd(Scatter):
    """z = x with y added at index along a dimension;   ∂x = ∂z,   ∂y = ∂z there"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        return need_x and grad, need_y and _within(xp, grad[self.grid], self.length)


class ScatterValue(Scatter, name="ScatterBackward1"):
    """z = x with a number written at index along a dimension;   ∂x zero there"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return put_value(xp, grad, self.grid)


def _within(xp: Namespace, grad: Any, shape: Shape) -> Any:
    """The gradient of a source of which only a corner was read."""
    if grad.shape == shape:
        return grad
    return xp.put(shape, tuple(slice(0, n) for n in grad.shape), grad, False)


def _scattered(
    name: str, input: Tensor, dim: int, index: Tensor, src: Any
) -> tuple[Array, Any, tuple[Any, ...], Array]:
    x, i = input._array, index._array
    if i.dtype not in (I64, np.dtype(np.int32)):
        raise RuntimeError("scatter(): Expected dtype int32/int64 for index")
    y = getattr(src, "_array", None)
    if y is not None and y.dtype != x.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    at = normalize_dim(dim, x.ndim)
    if i.size and max(x.ndim, 1) != max(i.ndim, 1):
        raise RuntimeError(
            "Index tensor must have the same number of dimensions as self tensor"
        )
    if y is not None and i.size and max(y.ndim, 1) != max(i.ndim, 1):
        raise RuntimeError(
            "Index tensor must have the same number of dimensions as src tensor"
        )
    x1, i1 = np.atleast_1d(x), np.atleast_1d(i)
    for d in range(i1.ndim if i.size else 0):
        if (d != at and i1.shape[d] > x1.shape[d]) or (
            y is not None and i1.shape[d] > np.atleast_1d(y).shape[d]
        ):
            tail = (
                ""
                if y is None
                else f" and to be no larger size than src {list(y.shape)}"
            )
            raise RuntimeError(
                f"Expected index {list(i.shape)} to be no larger than self "
                f"{list(x.shape)} apart from dimension {at}{tail}"
            )
    _check_range("scatter", i1, at, x1.shape[at])
    z = np.array(x1)
    grid = _grid(i1, at) if i.size else (np.zeros(0, I64),) * x1.ndim
    if y is None:
        values = recording.cast(src, x.dtype)
    else:
        y1 = np.atleast_1d(y)
        values = (
            y1[tuple(slice(0, n) for n in i1.shape)] if i.size else y1.reshape(-1)[:0]
        )
    return z, values, grid, i1


def scatter(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Any = None,
    *,
    value: Any = None,
    reduce: str | None = None,
    out: Any = None,
) -> Tensor:
    """The tensor with `src` written at `index` along `dim`: the reverse of `gather`.

    Args:
        src: a tensor, or a number for every place.
        reduce: "add" or "multiply" instead of overwriting; has no gradient.

    Special cases: where an index repeats, the last one wins (PyTorch leaves it open).
    """
    source = value if src is None else src
    x = input._array
    z, values, grid, _ = _scattered("scatter", input, dim, index, source)
    if reduce is not None:
        if reduce not in ("add", "multiply"):
            raise RuntimeError("reduce argument must be either add or multiply.")
        ufunc = np.add if reduce == "add" else np.multiply
        ufunc.at(z, grid, values)
        y = wrap(z.reshape(x.shape))
        return y if out is None else recording.write_out(out, y)
    z[grid] = values
    z = z.reshape(x.shape)
    if hasattr(source, "_array"):
        y = record(Scatter, z, (input._node, source._node))
        length = np.atleast_1d(source._array).shape
    else:
        y = record1(ScatterValue, z, input._node)
        length = ()
    _set_grid(y, grid, length, input, source)
    return y if out is None else recording.write_out(out, y)


def _set_grid(y: Any, grid: Any, length: Any, input: Tensor, source: Any) -> None:
    node = y._node
    if node is None:
        return
    node.grid, node.length = grid, length
    if not input._array.ndim:
        # A 0-d tensor has no place to index: its grid is empty.
        node.grid = ()
        node.length = getattr(getattr(source, "_array", None), "shape", ())


def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """The tensor with `src` added at `index` along `dim`; repeated places add up."""
    x = input._array
    z, values, grid, _ = _scattered("scatter_add", input, dim, index, src)
    np.add.at(z, grid, values)
    y = record(ScatterAdd, z.reshape(x.shape), (input._node, src._node))
    _set_grid(y, grid, np.atleast_1d(src._array).shape, input, src)
    return y


# ------------------------------------------------------------------ index_*


def _along(x: Array, dim: int, i: Array) -> tuple[Any, ...]:
    return (*(_ALL,) * dim, i)


def index_add(
    input: Tensor, dim: int, index: Tensor, source: Tensor, *,
    alpha: Number = 1, out: Any = None,
) -> Tensor:  # fmt: skip
    """The tensor with `alpha`·source's slices added at `index` along `dim`."""
    x = input._array
    at = normalize_dim(dim, x.ndim)
    i = index._array
    if i.dtype not in (I64, np.dtype(np.int32)):
        raise RuntimeError(
            "index_add_(): Expected dtype int32/int64 for index but got: "
            f"{word(i.dtype)}"
        )
    if i.ndim > 1:
        raise IndexError(
            "index_add_(): Index is supposed to be a vector, but got dim: "
            f"{i.ndim} with type: {word(i.dtype)}"
        )
    s = source._array
    if s.dtype != x.dtype:
        raise RuntimeError(
            "index_add_(): self and source expected to have the same dtype, but got "
            f"(self) {word(x.dtype)} and (source) {word(s.dtype)}"
        )
    count = s.shape[at] if s.ndim else 1
    if i.size != count:
        raise RuntimeError(
            f"index_add_(): Number of indices ({i.size}) should be equal to "
            f"source.size(dim): ({count}), for dim: {at}"
        )
    if s.ndim and (
        s.ndim != x.ndim
        or any(d != at and s.shape[d] != x.shape[d] for d in range(x.ndim))
    ):
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified "
            f"dimension. Got self.shape = {list(x.shape)} source.shape = {list(s.shape)}"
        )
    length = x.shape[at] if x.ndim else 1
    if i.size and (i.min() < 0 or i.max() >= length):
        raise IndexError("index out of range in self")
    scaled = source if alpha == 1 else source * alpha
    return _indexed(input, at, np.atleast_1d(i), scaled, add=True, out=out)


def index_copy(
    input: Tensor, dim: int, index: Tensor, source: Tensor, *, out: Any = None
) -> Tensor:
    """The tensor with source's slices written at `index` along `dim`."""
    x, s = input._array, source._array
    at = normalize_dim(dim, x.ndim)
    i = index._array
    if i.dtype is not I64:
        raise IndexError(
            f"index_copy_(): Expected a long tensor for index, but got {word(i.dtype)}"
        )
    if i.ndim > 1:
        raise IndexError(
            f"index_copy_(): Index should have dimension 1 or 0 (got {i.ndim})"
        )
    if s.dtype != x.dtype:
        raise RuntimeError(
            "index_copy_(): self and source expected to have the same dtype, but got "
            f"(self) {word(x.dtype)} and (source) {word(s.dtype)}"
        )
    count = s.shape[at] if s.ndim else 1
    if s.ndim and i.size != count:
        raise IndexError(
            f"index_copy_(): Number of indices ({i.size}) should be equal to "
            f"source.size(dim) ({count})"
        )
    length = x.shape[at] if x.ndim else 1
    if i.size and (i.min() < 0 or i.max() >= length):
        raise IndexError(
            f"index_copy_(): index {int(i.max())} is out of bounds for dimension {at} "
            f"with size {length}"
        )
    return _indexed(input, at, np.atleast_1d(i), source, add=False, out=out)


def _indexed(
    input: Tensor, at: int, i: Array, source: Tensor, *, add: bool, out: Any
) -> Tensor:
    x, s = input._array, source._array
    if not x.ndim:
        base, values = input.reshape(1), source.reshape(1)
        return put_at(base, (i,), values, add).reshape(())
    if s.ndim == 0:
        source = source.reshape((1,) * x.ndim)
    cls = IndexAdd if add else IndexCopy
    y = put_at(input, _along(x, at, i), source, add, cls)
    return y if out is None else recording.write_out(out, y)


def index_fill(input: Tensor, dim: int, index: Tensor, value: Any) -> Tensor:
    """The tensor with one number in the slices that `index` names along `dim`."""
    x = input._array
    at = normalize_dim(dim, x.ndim)
    i = index._array
    if i.dtype is not I64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if i.ndim > 1:
        raise IndexError("Index has to be a vector/scalar")
    length = x.shape[at] if x.ndim else 1
    _check_bounds(np.atleast_1d(i), at, length)
    v = getattr(value, "_array", value)
    if getattr(v, "ndim", 0):
        raise RuntimeError(
            "index_fill_ only supports a 0-dimensional value tensor, but got tensor "
            f"with {v.ndim} dimension(s)."
        )
    mask = np.zeros(np.atleast_1d(x).shape, BOOL)
    mask[_along(x, at, np.atleast_1d(i))] = True
    y = masked_fill(input, wrap(mask.reshape(x.shape)), value)
    if y._node is not None:
        number = y._node.__class__ is MaskedFill
        y._node.__class__ = IndexFill if number else IndexFillTensor
    return y


class IndexFill(MaskedFill):
    """y = x with a number in some slices,   ∂x = ∂y in the others"""

    __slots__ = ()


class IndexFillTensor(MaskedFillTensor, name="IndexFillBackward1"):
    """y = x with a 0-d tensor in some slices"""

    __slots__ = ()


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
    return _index_put(input, advanced, values, accumulate)


def index_put_(
    self: Tensor, indices: Any, values: Tensor, accumulate: bool = False
) -> Tensor:
    """`x[indices] = values`, or `+=` with `accumulate`, in place."""
    return written_by(self, index_put, (indices, values, accumulate), {})


# ------------------------------------------------------------------ flat places


class Take(Node):
    """y = x read at flat places;   ∂x = ∂y added there"""

    __slots__ = ("index", "shape")
    index: Array
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        size = math.prod(self.shape)
        return xp.put((size,), self.index, grad, True).reshape(self.shape)


def take(input: Tensor, index: Tensor) -> Tensor:
    """The elements at places counted through the whole tensor; index's shape."""
    x, i = input._array, index._array
    if i.dtype is not I64:
        raise RuntimeError(
            f"take(): Expected a long tensor for index, but got {word(i.dtype)}"
        )
    if i.size and not x.size:
        raise IndexError("take(): tried to take from an empty tensor")
    if i.size and (i.min() < -x.size or i.max() >= x.size):
        raise IndexError(
            "out of range: tried to access index "
            f"{int(i.max())} on a tensor of {x.size} elements."
        )
    y = record1(Take, x.reshape(-1)[i], input._node)
    if node := y._node:
        node.index, node.shape = i, x.shape
    return y


def put(
    input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False
) -> Tensor:
    """The tensor with source's elements written at flat places."""
    x, i, s = input._array, index._array, source._array
    if i.dtype is not I64:
        raise RuntimeError(
            f"put_(): Expected a long tensor for index, but got {word(i.dtype)}"
        )
    if s.dtype != x.dtype:
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, but got self.dtype "
            f"= {_c_word(x.dtype)} and source.dtype = {_c_word(s.dtype)}"
        )
    if i.size != s.size:
        raise RuntimeError(
            "put_(): Expected source and index to have the same number of elements, but "
            f"got source.numel() = {s.size}, index.numel() = {i.size}"
        )
    flat = put_at(input.reshape(-1), (i.reshape(-1),), source.reshape(-1), accumulate)
    return flat.reshape(x.shape)


def _c_word(found: Any) -> str:
    return word(found)


# ------------------------------------------------------------------ triangles


class Tril(Node):
    """y = the lower triangle of x,   ∂x = the lower triangle of ∂y"""

    __slots__ = ("diagonal",)
    diagonal: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.tril(grad, self.diagonal)


class Triu(Node):
    """y = the upper triangle of x,   ∂x = the upper triangle of ∂y"""

    __slots__ = ("diagonal",)
    diagonal: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.triu(grad, self.diagonal)


def tril(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    """The elements on and below a diagonal of each matrix, zeros elsewhere."""
    return _triangle("tril", Tril, np.tril, input, diagonal, out)


def triu(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    """The elements on and above a diagonal of each matrix, zeros elsewhere."""
    return _triangle("triu", Triu, np.triu, input, diagonal, out)


def _triangle(
    name: str, cls: type[Node], cut: Any, input: Tensor, diagonal: int, out: Any
) -> Tensor:
    x = input._array
    if x.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
    y = record1(cls, cut(x, diagonal), input._node)
    if node := y._node:
        node.diagonal = diagonal
    return y if out is None else recording.write_out(out, y)


class DiagEmbed(Node):
    """y = matrices with x on a diagonal,   ∂x = the diagonal of ∂y"""

    __slots__ = ("args",)
    args: tuple[int, int, int]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.diagonal(grad, *self.args)


def diag_embed(
    input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1
) -> Tensor:
    """Matrices with the last dimension on a diagonal and zeros elsewhere."""
    x = input._array
    ndim = x.ndim + 1
    a, b = normalize_dim(dim1, ndim), normalize_dim(dim2, ndim)
    if a == b:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    n = x.shape[-1] + abs(offset)
    z = np.zeros((*x.shape[:-1], n, n), x.dtype)
    rows = np.arange(x.shape[-1]) + max(0, -offset)
    z[..., rows, rows + offset] = x
    z = np.moveaxis(z, (-2, -1), (a, b))
    y = record1(DiagEmbed, np.ascontiguousarray(z), input._node)
    if node := y._node:
        node.args = (offset, a, b)
    return y


def diag(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    """A vector made a diagonal matrix; or a matrix's diagonal (a copy)."""
    ndim = input._array.ndim
    if ndim == 1:
        y = diag_embed(input, diagonal)
    elif ndim == 2:
        y = input.diagonal(diagonal)
    else:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")
    return y if out is None else recording.write_out(out, y)


def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    """A matrix with the tensor's elements, in a row, on a diagonal."""
    return diag_embed(input.reshape(-1), offset)


# ------------------------------------------------------------------ writing slices


def select_scatter(input: Tensor, src: Tensor, dim: int, index: int) -> Tensor:
    """A copy with `src` in the slice at one index of `dim`."""
    x = input._array
    at = normalize_dim(dim, x.ndim)
    target = x.shape[:at] + x.shape[at + 1 :]
    if src._array.shape != target:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. src size = "
            f"{list(src._array.shape)}, slice size = {list(target)}"
        )
    return _region_scatter(SelectScatter, input, src, (*(_ALL,) * at, index))


def slice_scatter(
    input: Tensor, src: Tensor, dim: int = 0, start: int | None = None,
    end: int | None = None, step: int = 1,
) -> Tensor:  # fmt: skip
    """A copy with `src` in a slice of `dim`."""
    at = normalize_dim(dim, input._array.ndim)
    index = (*(_ALL,) * at, slice(start, end, step))
    target = input._array[index].shape
    if src._array.shape != target:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. src size = "
            f"{list(src._array.shape)}, slice size = {list(target)}"
        )
    return _region_scatter(SliceScatter, input, src, index)


def diagonal_scatter(
    input: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Tensor:
    """A copy with `src` on a diagonal."""
    x = input._array
    places = np.arange(x.size).reshape(x.shape).diagonal(offset, dim1, dim2)
    if src._array.shape != places.shape:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. src size = "
            f"{list(src._array.shape)}, slice size = {list(places.shape)}"
        )
    z = np.array(x)
    z.reshape(-1)[places] = src._array
    y = record(DiagonalScatter, z, (input._node, src._node))
    if node := y._node:
        mask = np.ones(x.shape, BOOL)
        mask.reshape(-1)[places] = False
        node.index, node.add = mask, False
        node.dims, node.offset = (dim1, dim2), offset
    return y


def _region_scatter(cls: type[PutAt], input: Tensor, src: Tensor, index: Any) -> Tensor:
    if src._array.dtype != input._array.dtype:
        src = src.to(input.dtype)
    return put_at(input, index, src, False, cls)


tril_ = inplace(tril)
triu_ = inplace(triu)
