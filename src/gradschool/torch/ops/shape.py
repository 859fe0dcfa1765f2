"""Shapes: the same numbers under another shape, in another order, repeated.

Most of these are views: they share memory with the input, so writing to one is seen in
the other. A view is described by its *step*, a function that cuts it from an array; the
same step cuts it from a tensor in a double backward.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _dims
from .._dims import normalize_dim, normalize_dims, sizes_argument
from .._errors import explained, not_here, wrong_argument
from .._typing import Gradients, NumpyDtype, Shape
from ..autograd import recording
from ..autograd.namespace import Namespace
from ..autograd.node import Grads, Node
from ..autograd.recording import alias, record1, record_view, record_views
from ..autograd.versions import memory

if TYPE_CHECKING:
    from .._size import Size
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
        raise RuntimeError(
            f"cannot reshape tensor of {numel} elements into shape {list(sizes)} "
            "because the unspecified dimension size -1 can be any value and is ambiguous"
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
    from .._dtype import numpy_dtype  # noqa: PLC0415 - rarely asked

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
        raise IndexError(
            f"Dimension specified as {dim} but tensor has no dimensions"
        )
    return shape[normalize_dim(dim, len(shape))]


# ------------------------------------------------------------------ order of dimensions


class Transpose(Node):
    """y = x with two dimensions exchanged (a view);   ∂x = ∂y, exchanged back"""

    __slots__ = ("a", "b")
    a: int
    b: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad.swapaxes(self.a, self.b)


class T(Node, name="TBackward0"):
    """y = xᵀ (a view);   ∂x = ∂yᵀ"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad.swapaxes(0, 1)


class Permute(Node):
    """y = x with its dimensions in another order (a view);   ∂x = ∂y, put back"""

    __slots__ = ("dims",)
    dims: tuple[int, ...]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        back = sorted(range(len(self.dims)), key=self.dims.__getitem__)
        return xp.permute(grad, back)


def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """The tensor with two dimensions exchanged.

    Returns:
        A view.
    """
    ndim = input._array.ndim
    a, b = normalize_dim(dim0, ndim), normalize_dim(dim1, ndim)
    step = (lambda x: x.swapaxes(a, b)) if ndim else (lambda x: x.reshape(()))
    y = record_view(Transpose, step, input)
    if node := y._node:
        node.a, node.b = a, b
    return y


def t(input: Tensor) -> Tensor:
    """The transpose of a matrix; a vector stays as it is.

    Returns:
        A view.

    Raises:
        RuntimeError: more than two dimensions.
    """
    ndim = input._array.ndim
    if ndim > 2:
        raise RuntimeError(
            f"t() expects a tensor with <= 2 dimensions, but self is {ndim}D"
        )
    if ndim < 2:
        return view_as(input, input)
    return record_view(T, lambda x: x.swapaxes(0, 1), input)


def permute(input: Tensor, *dims: Any, **named: Any) -> Tensor:
    """The tensor with its dimensions in the given order.

    Returns:
        A view.
    """
    if named:
        dims = (named["dims"],)
    order = sizes_argument(dims)
    x = input._array
    if len(order) != x.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not "
            f"match the length of the desired ordering of dimensions i.e. input.dim() = "
            f"{x.ndim} is not equal to len(dims) = {len(order)}"
        )
    found = tuple(normalize_dim(d, x.ndim) for d in order)
    if len(set(found)) < len(found):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    y = record_view(
        Permute,
        lambda x: x.transpose(found) if isinstance(x, np.ndarray) else x.permute(found),
        input,
    )
    if node := y._node:
        node.dims = found
    return y


def movedim(input: Tensor, source: Any, destination: Any) -> Tensor:
    """The tensor with the `source` dimensions moved to `destination`; a view."""
    ndim = input._array.ndim
    sources = (source,) if isinstance(source, int) else tuple(source)
    targets = (destination,) if isinstance(destination, int) else tuple(destination)
    if len(sources) != len(targets):
        raise RuntimeError(
            "movedim: Invalid source or destination dims: source "
            f"({list(sources)} dims) should contain the same number of dims as "
            f"destination ({list(targets)} dims)"
        )
    sources = tuple(normalize_dim(d, ndim) for d in sources)
    targets = tuple(normalize_dim(d, ndim) for d in targets)
    for label, dims in (("source", sources), ("destination", targets)):
        if len(set(dims)) < len(dims):
            raise RuntimeError(
                f"movedim: repeated dim in `{label}` ({list(dims)})"
            )
    order = [d for d in range(ndim) if d not in sources]
    for target, source_ in sorted(zip(targets, sources, strict=True)):
        order.insert(target, source_)
    return permute(input, tuple(order))


moveaxis = movedim
swapaxes = transpose
swapdims = transpose


def transposed(input: Tensor) -> Tensor:
    """`x.T`: all dimensions reversed; a view."""
    ndim = input._array.ndim
    if ndim == 2:
        return t(input)
    if ndim not in (0, 2):
        import warnings  # noqa: PLC0415 - only here

        warnings.warn(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their "
            "shape is deprecated and it will throw an error in a future release. "
            "Consider `x.mT` to transpose batches of matrices or `x.permute("
            "*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a "
            "tensor.",
            UserWarning,
            stacklevel=2,
        )
    return permute(input, tuple(range(ndim - 1, -1, -1)))


def matrix_transposed(input: Tensor) -> Tensor:
    """`x.mT`: the last two dimensions exchanged; a view."""
    ndim = input._array.ndim
    if ndim < 2:
        raise RuntimeError(
            "tensor.mT is only supported on matrices or batches of matrices. Got "
            f"{ndim}-D tensor."
        )
    return transpose(input, -2, -1)


def adjoint(input: Tensor) -> Tensor:
    """The conjugate transpose of a batch of matrices."""
    ndim = input._array.ndim
    if ndim == 0:
        return view_as(input, input)
    if ndim < 2:
        raise RuntimeError(
            "tensor.adjoint() is only supported on matrices or batches of matrices. Got "
            f"{ndim}-D tensor."
        )
    y = transpose(input, -2, -1)
    return y.conj() if input._array.dtype.kind == "c" else y


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


_ALL = slice(None)


def squeeze(input: Tensor, dim: Any = None) -> Tensor:
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
    index = (*(0 if n == 1 and d in dims else _ALL for d, n in enumerate(old)), ...)
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


# ------------------------------------------------------------------ several views


class Unbind(Node):
    """yᵢ = x[i] along a dimension (views);   ∂x = the ∂yᵢ side by side"""

    __slots__ = ("dim", "dtype", "shape")
    dim: int
    shape: Shape
    dtype: NumpyDtype

    def backward(self, xp: Namespace, grads: Grads) -> Gradients:
        shape = (*self.shape[: self.dim], *self.shape[self.dim + 1 :])
        parts = [
            xp.zeros(shape, self.dtype) if g is None else g
            for g in map(grads.get, range(self.shape[self.dim]))
        ]
        return xp.stack(parts, self.dim)


def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices along a dimension, without it.

    Returns:
        Views. Writing to one in place is refused where it would be recorded.
    """
    x = memory(input)
    at = normalize_dim(dim, x.ndim)
    if not x.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    before = (_ALL,) * at
    steps = [_index_step((*before, i, ...)) for i in range(x.shape[at])]
    views, node = record_views(Unbind, steps, input)
    if node is not None:
        node.dim, node.shape, node.dtype = at, x.shape, x.dtype
    return tuple(views)


def _index_step(index: Any) -> Any:
    return lambda x: x[index]
