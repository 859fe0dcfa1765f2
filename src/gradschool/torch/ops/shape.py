"""Shapes: the same numbers under another shape.

Most of these are views: they share memory with the input, so writing to one is seen in
the other. A view is described by its *step*, a function that cuts it from an array; the
same step cuts it from a tensor in a double backward.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .._dims import ALL, normalize_dim, normalize_dims, sizes_argument
from .._dtype import numpy_dtype
from .._errors import explained, wrong_argument
from .._typing import Dims, Gradients, Shape
from ..autograd import recording
from ..autograd.namespace import Namespace
from ..autograd.node import AccumulateGrad, Node
from ..autograd.recording import alias, record1, record_view
from ..autograd.versions import memory

if TYPE_CHECKING:
    from .._tensor import Tensor

# ------------------------------------------------------------------ view, reshape


class View(Node):
    """y = x in another shape (a view);   ∂x = ∂y in x's shape"""

    __slots__ = ("shape",)
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad.reshape(self.shape)


class UnsafeView(View, name="UnsafeViewBackward0"):
    """y = a fresh copy of x in another shape;   ∂x = ∂y in x's shape"""

    __slots__ = ()


def infer_shape(sizes: Shape, numel: int) -> Shape:
    """The shape with its -1 worked out.

    Raises:
        RuntimeError: two -1, or the sizes do not divide the number of elements.
    """
    unknown = None
    known = 1
    for d, n in enumerate(sizes):
        if n == -1:
            if unknown is not None:
                raise RuntimeError("only one dimension can be inferred")
            unknown = d
        elif n < 0:
            raise RuntimeError(f"invalid shape dimension {n}")
        else:
            known *= n
    if unknown is None:
        if known != numel:
            raise RuntimeError(
                f"shape '{list(sizes)}' is invalid for input of size {numel}"
            )
        return sizes
    if known == 0:
        if numel:
            raise RuntimeError(
                f"shape '{list(sizes)}' is invalid for input of size {numel}"
            )
        raise RuntimeError(
            f"cannot reshape tensor of {numel} elements into shape {list(sizes)} "
            "because the unspecified dimension size -1 can be any value and is "
            "ambiguous"
        )
    if numel % known:
        raise RuntimeError(
            f"shape '{list(sizes)}' is invalid for input of size {numel}"
        )
    return (*sizes[:unknown], numel // known, *sizes[unknown + 1 :])


def _viewed(x: Any, shape: Shape) -> Any:
    """The array in the shape without copying, or None."""
    y = x.reshape(shape)
    if y.base is None or (y.size and not np.may_share_memory(x, y)):
        return None
    return y


def view(input: Tensor, *shape: Any) -> Tensor:
    """The same memory under another shape; one size may be -1.

    Returns:
        A view. Given a dtype instead of sizes: the same bytes read as that dtype.

    Raises:
        RuntimeError: the sizes do not fit, or memory order makes a copy necessary
            (then `reshape` works).
    """
    if len(shape) == 1 and not isinstance(shape[0], int | tuple | list):
        if shape[0].__class__.__name__ == "dtype":
            return _view_dtype(input, shape[0])
        if not hasattr(shape[0], "__index__"):
            raise wrong_argument("view", "size", 1, "tuple of ints", shape[0])
    sizes = infer_shape(sizes_argument(shape), input._array.size)
    x = memory(input)
    if not x.flags.c_contiguous and _viewed(x, sizes) is None:
        raise explained(
            RuntimeError(
                "view size is not compatible with input tensor's size and stride (at "
                "least one dimension spans across two contiguous subspaces). Use "
                ".reshape(...) instead."
            ),
            "The tensor is a transposed or strided view, so this shape cannot be read "
            "from its memory in order; reshape() copies where it must.",
        )
    old = x.shape
    y = record_view(View, lambda x: x.reshape(sizes), input)
    if node := y._node:
        node.shape = old
    return y


def _view_dtype(input: Tensor, wanted: Any) -> Tensor:
    numpy = numpy_dtype(wanted)
    t = alias(input)
    t._array = memory(input).view(numpy)
    return t


def reshape(input: Tensor, *shape: Any, **named: Any) -> Tensor:
    """The same numbers under another shape; one size may be -1.

    Returns:
        A view where memory order allows it, else a copy.
    """
    if named:
        shape = (named["shape"],)
    sizes = infer_shape(sizes_argument(shape), input._array.size)
    x = memory(input)
    old = x.shape
    if x.flags.c_contiguous or _viewed(x, sizes) is not None:
        y = record_view(View, lambda x: x.reshape(sizes), input)
    else:
        y = record1(UnsafeView, x.reshape(sizes), input._node)
    if node := y._node:
        node.shape = old
    return y


def view_as(input: Tensor, other: Tensor) -> Tensor:
    """The tensor viewed in another's shape."""
    return view(input, other._array.shape)


def reshape_as(input: Tensor, other: Tensor) -> Tensor:
    """The tensor reshaped to another's shape."""
    return reshape(input, other._array.shape)


# ------------------------------------------------------------------ asking


def dim(input: Tensor) -> int:
    """The number of dimensions."""
    return input._array.ndim


def numel(input: Tensor) -> int:
    """The number of elements."""
    return input._array.size


def size(input: Tensor, dim: int | None = None) -> Any:
    """The sizes, or the size of one dimension."""
    shape = input.shape
    if dim is None:
        return shape
    if not shape:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return shape[normalize_dim(dim, len(shape))]


# ------------------------------------------------------------------ sizes of one


class Squeeze(View):
    """y = x without dimensions of size 1 (a view);   ∂x = ∂y in x's shape"""

    __slots__ = ()


class SqueezeDim(View, name="SqueezeBackward1"):
    """The same for one dimension."""

    __slots__ = ()


class SqueezeDims(View, name="SqueezeBackward2"):
    """The same for several dimensions."""

    __slots__ = ()


class Unsqueeze(View):
    """y = x with a dimension of size 1 put in (a view);   ∂x = ∂y in x's shape"""

    __slots__ = ()


def squeeze(input: Tensor, dim: Dims = None) -> Tensor:
    """The tensor without its dimensions of size 1, or without those of `dim`.

    Returns:
        A view.
    """
    old = memory(input).shape
    if dim is None:
        cls: type[Node] = Squeeze
        dims = tuple(range(len(old)))
    else:
        cls = SqueezeDims if isinstance(dim, tuple | list) else SqueezeDim
        # Of a tuple, an empty one means none.
        dims = () if dim == () else normalize_dims(dim, len(old)) or ()
    # Indexing with 0 drops a dimension in any memory order, where reshape might copy.
    index = (*(0 if n == 1 and d in dims else ALL for d, n in enumerate(old)), ...)
    y = record_view(cls, lambda x: x[index], input)
    if node := y._node:
        node.shape = old
    return y


def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """The tensor with a dimension of size 1 put in before `dim`.

    Returns:
        A view.
    """
    old = memory(input).shape
    at = normalize_dim(dim, len(old) + 1)
    index = (*(slice(None),) * at, None, ...)
    y = record_view(Unsqueeze, lambda x: x[index], input)
    if node := y._node:
        node.shape = old
    return y


# ------------------------------------------------------------------ flatten


def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """The dimensions from `start_dim` to `end_dim` made one.

    Returns:
        The tensor itself, a view, or a copy where memory order asks for it.
    """
    shape = input._array.shape
    ndim = len(shape)
    start, end = normalize_dim(start_dim, ndim), normalize_dim(end_dim, ndim)
    if start > end:
        raise RuntimeError(
            "flatten() has invalid args: start_dim cannot come after end_dim"
        )
    if not ndim:
        return reshape(input, (1,))
    if start == end:
        return input
    middle = math.prod(shape[start : end + 1])
    return reshape(input, (*shape[:start], middle, *shape[end + 1 :]))


def ravel(input: Tensor) -> Tensor:
    """The elements in a row; a view where memory order allows it."""
    return reshape(input, (-1,)) if input._array.ndim != 1 else input.contiguous()


def unflatten(input: Tensor, dim: int, sizes: Any) -> Tensor:
    """One dimension made several, the reverse of `flatten`; one size may be -1."""
    shape = input._array.shape
    at = normalize_dim(dim, len(shape))
    wanted = tuple(s.__index__() for s in sizes)
    if not wanted:
        raise RuntimeError("unflatten: sizes must be non-empty")
    try:
        inner = infer_shape(wanted, shape[at])
    except RuntimeError:
        if wanted.count(-1) > 1:
            raise
        raise RuntimeError(
            f"unflatten: Provided sizes {list(wanted)} don't multiply up to the size "
            f"of dim {at} ({shape[at]}) in the input tensor"
        ) from None
    return view(input, (*shape[:at], *inner, *shape[at + 1 :]))


# ------------------------------------------------------------------ at least so many


def _at_least(n: int) -> Any:
    def grown(t: Tensor) -> Tensor:
        ndim = t._array.ndim
        if ndim >= n:
            return t
        if not ndim:
            return reshape(t, (1,) * n)
        if n == 3:
            return unsqueeze(t if ndim == 2 else unsqueeze(t, 0), -1)
        return unsqueeze(t, 0)

    def op(*tensors: Any) -> Any:
        if len(tensors) == 1:
            if isinstance(tensors[0], tuple | list):
                return tuple(map(grown, cast("Sequence[Tensor]", tensors[0])))
            return grown(tensors[0])
        return tuple(grown(t) for t in tensors)

    op.__name__ = op.__qualname__ = f"atleast_{n}d"
    op.__doc__ = f"Each tensor with at least {n} dimensions; views."
    return op


atleast_1d = _at_least(1)

atleast_2d = _at_least(2)

atleast_3d = _at_least(3)

# ------------------------------------------------------------------ in place


def form_in_place(op: Any, *classes: type[Node]) -> Any:
    """The in-place version of a view: the tensor itself takes the view's form.

    Args:
        op: the function whose first argument is the tensor and whose result a view.
        classes: how PyTorch numbers the nodes of the in-place op; each is a subclass of
            one of the op's.
    """

    def op_(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        if self._node.__class__ is AccumulateGrad and not (
            recording.disabled and recording.here.off
        ):
            raise RuntimeError(
                "a leaf Variable that requires grad is being used in an in-place "
                "operation."
            )
        # The stand-in keeps the old form and history and becomes the view's base.
        stand_in = recording.new(type(self))
        stand_in._array = memory(self)
        stand_in._node, stand_in._grad = self._node, None
        stand_in._share, stand_in._view = self._share, self._view
        y = op(stand_in, *args, **kwargs)
        for cls in classes:
            if y._node is not None and type(y._node) in cls.__bases__:
                y._node.__class__ = cls  # PyTorch numbers the in-place op apart
        self._array, self._node, self._share = y._array, y._node, y._share
        if self._view is not None:
            self._view = y._view
            y._share.add_view(self)
        return self

    op_.__name__ = op_.__qualname__ = f"{op.__name__}_"
    op_.__doc__ = f"`{op.__name__}` in place: the tensor keeps its memory."
    return op_


class SqueezeInPlace(Squeeze, name="SqueezeBackward3"):
    """`squeeze_`"""

    __slots__ = ()


class SqueezeDimInPlace(SqueezeDim, name="SqueezeBackward4"):
    """`squeeze_(dim)`"""

    __slots__ = ()


class SqueezeDimsInPlace(SqueezeDims, name="SqueezeBackward5"):
    """`squeeze_(dims)`"""

    __slots__ = ()


class UnsqueezeInPlace(Unsqueeze, name="UnsqueezeBackward1"):
    """`unsqueeze_`"""

    __slots__ = ()


squeeze_ = form_in_place(squeeze, SqueezeInPlace, SqueezeDimInPlace, SqueezeDimsInPlace)

unsqueeze_ = form_in_place(unsqueeze, UnsqueezeInPlace)
