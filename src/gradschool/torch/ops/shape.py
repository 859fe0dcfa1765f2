"""Shapes: the same numbers under another shape, in another order, repeated.

Most of these are views: they share memory with the input, so writing to one is seen in
the other. A view is described by its *step*, a function that cuts it from an array; the
same step cuts it from a tensor in a double backward.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

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
        if numel:
            raise RuntimeError(
                f"shape '{list(sizes)}' is invalid for input of size {numel}"
            )
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
    from .._dtype import numpy_dtype

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
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return shape[normalize_dim(dim, len(shape))]


# ------------------------------------------------------------------ order of dimensions


class Transpose(Node):
    """y = x with two dimensions exchanged (a view);   ∂x = ∂y, exchanged back"""

    __slots__ = ("a", "b")
    a: int
    b: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        # A 0-d tensor has a dimension 0 for PyTorch, none for NumPy.
        return grad.swapaxes(self.a, self.b) if grad.ndim else grad


class T(Node, name="TBackward0"):
    """y = xᵀ (a view);   ∂x = ∂yᵀ"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad.swapaxes(0, 1) if grad.ndim == 2 else grad


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
    def step(x: Any) -> Any:
        return x.swapaxes(a, b) if ndim else x.reshape(())

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
        return record_view(T, lambda x: x[...], input)
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
    given = (("source", sources), ("destination", targets))
    sources = tuple(normalize_dim(d, ndim) for d in sources)
    targets = tuple(normalize_dim(d, ndim) for d in targets)
    for (label, named), dims in zip(given, (sources, targets), strict=True):
        if len(set(dims)) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{label}` ({list(named)})")
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
    if ndim not in (0, 2):
        import warnings

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
    views, made = record_views(Unbind, steps, input)
    node: Any = made
    if node is not None:
        node.dim, node.shape, node.dtype = at, x.shape, x.dtype
    return tuple(views)


def _index_step(index: Any) -> Any:
    return lambda x: x[index]


class Split(Node):
    """yᵢ = consecutive slices of x (views);   ∂x = the ∂yᵢ in a row"""

    __slots__ = ("dim", "dtype", "shape", "sizes")
    dim: int
    shape: Shape
    sizes: list[int]
    dtype: NumpyDtype

    def backward(self, xp: Namespace, grads: Grads) -> Gradients:
        before, after = self.shape[: self.dim], self.shape[self.dim + 1 :]
        parts = [
            xp.zeros((*before, n, *after), self.dtype) if g is None else g
            for n, g in zip(
                self.sizes, map(grads.get, range(len(self.sizes))), strict=True
            )
        ]
        return xp.concatenate(parts, self.dim)


class SplitWithSizes(Split):
    """The same with a list of sizes."""

    __slots__ = ()


def _split(
    cls: type[Split], input: Tensor, sizes: list[int], dim: int
) -> tuple[Tensor, ...]:
    x = memory(input)
    before = (_ALL,) * dim
    steps: list[Any] = []
    start = 0
    for n in sizes:
        steps.append(_index_step((*before, slice(start, start + n), ...)))
        start += n
    views, made = record_views(cls, steps, input)
    node: Any = made
    if node is not None:
        node.dim, node.shape, node.sizes, node.dtype = dim, x.shape, sizes, x.dtype
    return tuple(views)


def split(
    tensor: Tensor, split_size_or_sections: Any, dim: int = 0
) -> tuple[Tensor, ...]:
    """Consecutive slices of a size (the last may be smaller), or of a list of sizes.

    Returns:
        Views.
    """
    if isinstance(split_size_or_sections, tuple | list):
        return split_with_sizes(tensor, split_size_or_sections, dim)
    n = int(split_size_or_sections)
    if not tensor._array.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    at = normalize_dim(dim, tensor._array.ndim)
    if n < 0:
        raise RuntimeError(
            f"split expects split_size be non-negative, but got split_size={n}"
        )
    length = tensor._array.shape[at]
    if n == 0:
        if length:
            raise RuntimeError(
                "split_size can only be 0 if dimension size is 0, but got dimension "
                f"size of {length}"
            )
        sizes = [0]
    else:
        sizes = [min(n, length - start) for start in range(0, length, n)] or [0]
    return _split(Split, tensor, sizes, at)


def split_method(
    self: Tensor, split_size: Any, dim: int = 0
) -> tuple[Tensor, ...]:
    """`Tensor.split`: PyTorch gives the method's parameter another name."""
    return split(self, split_size, dim)


def split_with_sizes(
    input: Tensor, split_sizes: Sequence[int], dim: int = 0
) -> tuple[Tensor, ...]:
    """Consecutive slices of the given sizes; views."""
    at = normalize_dim(dim, input._array.ndim)
    if not input._array.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    sizes = [s.__index__() for s in split_sizes]
    length = input._array.shape[at]
    if any(s < 0 for s in sizes):
        raise RuntimeError(
            "split_with_sizes expects split_sizes have only non-negative entries, but "
            f"got split_sizes={sizes}"
        )
    if sum(sizes) != length:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {length} (input "
            f"tensor's size at dimension {dim}), but got split_sizes={sizes}"
        )
    return _split(SplitWithSizes, input, sizes, at)


def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """At most `chunks` slices of one size (the last may be smaller); views."""
    if not input._array.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(
            f"chunk expects `chunks` to be greater than 0, got: {chunks}"
        )
    at = normalize_dim(dim, input._array.ndim)
    length = input._array.shape[at]
    n = -(-length // chunks)
    if n == 0:
        return _split(SplitWithSizes, input, [0] * chunks, at)
    return _split(
        Split, input, [min(n, length - start) for start in range(0, length, n)], at
    )


def tensor_split(
    input: Tensor, indices_or_sections: Any, dim: int = 0
) -> tuple[Tensor, ...]:
    """Slices cut at the given places, or into that many nearly equal parts; views."""
    ndim = input._array.ndim
    if not ndim:
        raise RuntimeError(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor "
            "with 0 dims"
        )
    at = normalize_dim(dim, ndim)
    length = input._array.shape[at]
    if hasattr(indices_or_sections, "_array"):
        array = indices_or_sections._array
        if array.dtype.kind != "i":
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to have dtype of long, "
                f"but got {_word(array.dtype)}"
            )
        if array.ndim > 1:
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to be a zero-"
                "dimensional or one-dimensional tensor, but got a tensor with "
                f"{array.ndim} dims"
            )
        indices_or_sections = array.tolist()
    if isinstance(indices_or_sections, int):
        n = indices_or_sections
        if n <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {n}")
        small, longer = divmod(length, n)
        sizes = [small + 1] * longer + [small] * (n - longer)
        places = [sum(sizes[: i + 1]) for i in range(n - 1)]
    else:
        places = [int(p) for p in indices_or_sections]
    ends = [0, *places, length]
    return tuple(
        _slice(input, at, ends[i], ends[i + 1] if i < len(places) else None)
        for i in range(len(ends) - 1)
    )


def _word(found: Any) -> str:
    from .._dtype import word

    return word(found)


def _slice(input: Tensor, dim: int, start: int, end: int | None) -> Tensor:
    from .indexing import getitem

    return getitem(input, (*(_ALL,) * dim, slice(start, end)))


def _split_along(name: str, least: int, where: Any) -> Any:
    def op(input: Tensor, indices_or_sections: Any) -> tuple[Tensor, ...]:
        ndim = input._array.ndim
        if ndim < least:
            raise RuntimeError(
                f"torch.{name} requires a tensor with at least {least} dimension, but "
                f"got a tensor with {ndim} dimensions!"
            )
        dim = where(ndim)
        if isinstance(indices_or_sections, int):
            n = indices_or_sections
            length = input._array.shape[dim]
            if n <= 0 or length % n:
                raise RuntimeError(
                    f"torch.{name} attempted to split along dimension {dim}, but the "
                    f"size of the dimension {length} is not divisible by the "
                    f"split_size {n}!"
                )
        return tensor_split(input, indices_or_sections, dim)

    op.__name__ = op.__qualname__ = name
    op.__doc__ = f"`tensor_split` along one dimension, as NumPy's `{name}`; views."
    return op


hsplit = _split_along("hsplit", 1, lambda ndim: 0 if ndim == 1 else 1)
vsplit = _split_along("vsplit", 2, lambda ndim: 0)
dsplit = _split_along("dsplit", 3, lambda ndim: 2)

# ------------------------------------------------------------------ expand


class Expand(Node):
    """y = x repeated along new and size-1 dimensions (a view);   ∂x = Σ ∂y over them"""

    __slots__ = ("shape",)
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.unbroadcast(grad, self.shape)


def expand(input: Tensor, *sizes: Any, implicit: bool = False, **named: Any) -> Tensor:
    """The tensor repeated along new leading and size-1 dimensions, without copying.

    Args:
        sizes: the wanted sizes; -1 keeps a dimension's.
        implicit: PyTorch's own; ignored.

    Returns:
        A view in which several elements are one in memory, so it must not be written.
    """
    if named:
        sizes = (named["size"],)
    wanted = sizes_argument(sizes)
    old = input._array.shape
    offset = len(wanted) - len(old)
    if offset < 0:
        from .._copying import cannot_expand

        raise _too_few_sizes(input, wanted) or cannot_expand(wanted, old)
    shape: list[int] = []
    for d, n in enumerate(wanted):
        if n == -1:
            if d < offset:
                raise RuntimeError(
                    f"The expanded size of the tensor (-1) isn't allowed in a leading, "
                    f"non-existing dimension {d}"
                )
            n = old[d - offset]
        shape.append(n)
    target = tuple(shape)
    for d in range(len(target) - 1, -1, -1):
        have = old[d - offset] if d >= offset else 1
        if have not in (1, target[d]):
            raise RuntimeError(
                f"The expanded size of the tensor ({target[d]}) must match the existing "
                f"size ({have}) at non-singleton dimension {d}.  Target sizes: "
                f"{list(target)}.  Tensor sizes: {list(old)}"
            )
    y = record_view(Expand, _expand_step(target), input)
    if node := y._node:
        node.shape = old
    return y


def _too_few_sizes(input: Tensor, wanted: Shape) -> RuntimeError:
    old = input._array.shape
    return RuntimeError(
        f"expand(torch.{_word(input._array.dtype)}Tensor{{{list(old)}}}, "
        f"size={list(wanted)}): the number of sizes provided ({len(wanted)}) must be "
        f"greater or equal to the number of dimensions in the tensor ({len(old)})"
    )


def _expand_step(shape: Shape) -> Any:
    def step(x: Any) -> Any:
        if isinstance(x, np.ndarray):
            y = np.broadcast_to(x, shape)
            # NumPy protects expanded arrays; whether one may be written is ours to say.
            if x.flags.writeable:
                y.flags.writeable = True
            return y
        return x.expand(shape)

    return step


def expand_as(input: Tensor, other: Tensor) -> Tensor:
    """The tensor expanded to another's shape; a view."""
    return expand(input, other._array.shape)


def view_as(input: Tensor, other: Tensor) -> Tensor:
    """The tensor viewed in another's shape."""
    return view(input, other._array.shape)


def reshape_as(input: Tensor, other: Tensor) -> Tensor:
    """The tensor reshaped to another's shape."""
    return reshape(input, other._array.shape)


def broadcast_to(input: Tensor, size: Any) -> Tensor:
    """The tensor expanded to a shape; a view."""
    return expand(input, tuple(size))


def broadcast_shapes(*shapes: Any) -> Size:
    """The shape that tensors of these shapes broadcast to.

    Raises:
        RuntimeError: they do not.
    """
    from .._size import size_of

    listed = [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    try:
        return size_of(tuple(np.broadcast_shapes(*listed)))
    except ValueError:
        raise RuntimeError(
            "Shape mismatch: objects cannot be broadcast to a single shape"
        ) from None


def broadcast_tensors(*tensors: Any) -> tuple[Tensor, ...]:
    """The tensors, each expanded to the shape they broadcast to."""
    if len(tensors) == 1 and isinstance(tensors[0], tuple | list):
        tensors = tuple(cast("Sequence[Any]", tensors[0]))
    shape: Shape = ()
    for t in tensors:
        try:
            shape = np.broadcast_shapes(shape, t._array.shape)
        except ValueError:
            from .._errors import sizes_must_match

            raise sizes_must_match(shape, t._array.shape) from None
    return tuple(expand(t, shape) for t in tensors)


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
            f"unflatten: Provided sizes {list(wanted)} don't multiply up to the size of "
            f"dim {at} ({shape[at]}) in the input tensor"
        ) from None
    return view(input, (*shape[:at], *inner, *shape[at + 1 :]))


# ------------------------------------------------------------------ slices


def narrow(input: Tensor, dim: int, start: Any, length: int) -> Tensor:
    """The slice `[start, start + length)` along a dimension; a view."""
    shape = input._array.shape
    if not shape:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    at = normalize_dim(dim, len(shape))
    if hasattr(start, "_array") and (
        start._array.ndim or start._array.dtype.kind not in "iu"
    ):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    first = int(start)
    size = shape[at]
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if not -size <= first <= size:
        raise IndexError(
            f"start out of range (expected to be in range of [{-size}, {size}], but got "
            f"{first})"
        )
    if first < 0:
        first += size
    if first + length > size:
        raise RuntimeError(
            f"start ({first}) + length ({length}) exceeds dimension size ({size})."
        )
    return _slice(input, at, first, first + length)


def select(input: Tensor, dim: int, index: int) -> Tensor:
    """The slice at one index of a dimension, without that dimension; a view."""
    from .indexing import getitem

    shape = input._array.shape
    if not shape:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    at = normalize_dim(dim, len(shape))
    place = index.__index__()
    if not -shape[at] <= place < shape[at]:
        raise IndexError(
            f"select(): index {place} out of range for tensor of size "
            f"{list(shape)} at dimension {at}"
        )
    return getitem(input, (*(_ALL,) * at, place))


class Diagonal(Node):
    """y = the diagonal of two dimensions, put last (a view);   ∂x = ∂y on it"""

    __slots__ = ("dims", "offset", "shape")
    dims: tuple[int, int]
    offset: int
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        # The places of the diagonal, found by cutting it from the places themselves.
        places = np.arange(math.prod(self.shape)).reshape(self.shape)
        flat = places.diagonal(self.offset, *self.dims).reshape(-1)
        size = (math.prod(self.shape),)
        return xp.put(size, flat, grad.reshape((-1,)), False).reshape(self.shape)


def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """The diagonal of two dimensions, as the last dimension.

    Args:
        offset: above (positive) or below the main diagonal.

    Returns:
        A view.
    """
    x = memory(input)
    a, b = normalize_dim(dim1, x.ndim), normalize_dim(dim2, x.ndim)
    if a == b:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")

    def step(x: Any) -> Any:
        if not isinstance(x, np.ndarray):
            return x.diagonal(offset, a, b)
        y = x.diagonal(offset, a, b)
        if x.flags.writeable:
            y.flags.writeable = True
        return y

    y = record_view(Diagonal, step, input)
    if node := y._node:
        node.dims, node.offset, node.shape = (a, b), offset, x.shape
    return y


class AsStridedView(Node, name="AsStridedBackward0"):
    """y = memory read with given sizes and strides (a view);   ∂x adds ∂y up there"""

    __slots__ = ("places", "shape")
    places: Any
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        size = (math.prod(self.shape),)
        flat = self.places.reshape(-1)
        return xp.put(size, flat, grad.reshape((-1,)), True).reshape(self.shape)


def as_strided(
    input: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> Tensor:
    """The tensor's memory read with the given sizes and strides.

    Elements may overlap. Reads only what this tensor's own elements span.

    Returns:
        A view.
    """
    x = memory(input)
    start = storage_offset or 0
    last = start + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
    root = x if x.flags.c_contiguous else None
    if root is None:
        raise not_here(
            "as_strided on a tensor that is not contiguous", "x.contiguous().as_strided"
        )
    if math.prod(size) and (start < 0 or last >= x.size):
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset "
            f"{start}, and itemsize {x.itemsize} requiring a storage size of "
            f"{(last + 1) * x.itemsize} are out of bounds for storage of size {x.nbytes}"
        )
    shape, steps = tuple(size), tuple(stride)

    def step(x: Any) -> Any:
        if not isinstance(x, np.ndarray):
            return x.as_strided(shape, steps, start)
        return np.lib.stride_tricks.as_strided(
            x.reshape(-1)[start:], shape, [s * x.itemsize for s in steps]
        )

    y = record_view(AsStridedView, step, input)
    if node := y._node:
        node.shape = x.shape
        node.places = step(np.arange(x.size)).copy()
    return y


class Unfold(Node):
    """y = overlapping windows along a dimension (a view);   ∂x adds the windows up"""

    __slots__ = ("dim", "shape", "size", "step")
    dim: int
    shape: Shape
    size: int
    step: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        places = np.arange(math.prod(self.shape)).reshape(self.shape)
        flat = _windows(places, self.dim, self.size, self.step).reshape(-1)
        size = (math.prod(self.shape),)
        return xp.put(size, flat, grad.reshape((-1,)), True).reshape(self.shape)


def _windows(x: Any, dim: int, size: int, step: int) -> Any:
    if not x.ndim:
        return x.reshape(1)[:size]
    windows = np.lib.stride_tricks.sliding_window_view(x, size, dim, writeable=True)
    return windows[(*(_ALL,) * dim, slice(None, None, step))]


def unfold(input: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """All windows of a size along a dimension, `step` apart.

    Shape: (*, L, *) -> (*, (L − size) / step + 1, *, size).

    Returns:
        A view.
    """
    x = memory(input)
    at = normalize_dim(dimension, x.ndim)
    length = x.shape[at] if x.ndim else 1
    if size > length:
        raise RuntimeError(
            f"maximum size for tensor at dimension {at} is {length} but size is {size}"
        )
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")

    def cut(x: Any) -> Any:
        if not isinstance(x, np.ndarray):
            return x.unfold(at, size, step)
        return _windows(x, at, size, step)

    y = record_view(Unfold, cut, input)
    if node := y._node:
        node.dim, node.shape, node.size, node.step = at, x.shape, size, step
    return y


# ------------------------------------------------------------------ repeat


class Repeat(Node):
    """y = x laid out several times along its dimensions;   ∂x = Σ ∂y over the copies"""

    __slots__ = ("repeats", "shape")
    repeats: tuple[int, ...]
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        # (r₀·n₀, r₁·n₁) read as (r₀, n₀, r₁, n₁); the r are summed away.
        n = len(self.repeats)
        padded = (1,) * (n - len(self.shape)) + self.shape
        split: list[int] = []
        for r, size in zip(self.repeats, padded, strict=True):
            split += [r, size]
        total = xp.sum_dims(
            grad.reshape(tuple(split)), tuple(range(0, 2 * n, 2)), False
        )
        return total.reshape(self.shape)


def repeat(input: Tensor, *repeats: Any, **named: Any) -> Tensor:
    """The tensor laid out several times along its dimensions (NumPy's `tile`).

    Args:
        repeats: one count per dimension; more counts than dimensions add leading ones.
    """
    if named:
        repeats = (named["repeats"],)
    counts = sizes_argument(repeats)
    x = input._array
    if len(counts) < x.ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of "
            "dimensions of tensor"
        )
    if any(c < 0 for c in counts):
        raise RuntimeError(
            "Trying to create tensor with negative dimension "
            f"{min(counts)}: {list(counts)}"
        )
    y = record1(Repeat, np.tile(x, counts), input._node)
    if node := y._node:
        node.repeats, node.shape = counts, x.shape
    return y


def tile(input: Tensor, *dims: Any, **named: Any) -> Tensor:
    """As `repeat`, but fewer counts than dimensions are filled up with leading ones."""
    if named:
        dims = (named["dims"],)
    counts = sizes_argument(dims)
    counts = (1,) * (input._array.ndim - len(counts)) + tuple(counts)
    return repeat(input, counts)


class RepeatInterleave(Node):
    """y = each slice along a dimension several times in a row;   ∂x = Σ over the copies"""

    __slots__ = ("dim", "places", "shape")
    dim: int
    places: Any
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        index = (*(_ALL,) * self.dim, self.places)
        return xp.put(self.shape, index, grad, True)


def repeat_interleave(
    input: Tensor, repeats: Any = None, dim: int | None = None, *,
    output_size: int | None = None,
) -> Tensor:  # fmt: skip
    """Each element, or each slice along `dim`, several times in a row (NumPy's `repeat`).

    Args:
        input: the tensor; if it is the only argument, the counts themselves.
        repeats: one count, or one per slice.
        dim: the dimension; all elements in a row if left out.
    """
    if repeats is None:
        counts = input._array
        return recording.wrap(np.repeat(np.arange(counts.size), counts))
    if dim is None:
        input = flatten(input)
        dim = 0
    x = input._array
    at = normalize_dim(dim, x.ndim)
    length = x.shape[at] if x.ndim else 1
    counts = repeats._array if hasattr(repeats, "_array") else np.asarray(repeats)
    if counts.dtype.kind not in "iu":
        raise RuntimeError("repeats has to be Long or Int tensor")
    if counts.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if counts.ndim == 1 and counts.size not in (1, length):
        raise RuntimeError(
            f"repeats must have the same size as input along dim, but got "
            f"repeats.size(0) = {counts.size} and input.size({at}) = {length}"
        )
    if counts.size and counts.min() < 0:
        raise RuntimeError("repeats can not be negative")
    places = np.repeat(np.arange(length), counts)
    y = record1(RepeatInterleave, np.atleast_1d(x).take(places, at), input._node)
    if node := y._node:
        node.dim, node.places, node.shape = at, places, x.shape or (1,)
        if not x.ndim:
            node.fit = (((), x.dtype),)
    return y


# ------------------------------------------------------------------ flip and roll


class Flip(Node):
    """y = x with dimensions reversed;   ∂x = ∂y, reversed back"""

    __slots__ = ("dims",)
    dims: tuple[int, ...]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.flip(grad, self.dims)


def flip(input: Tensor, *dims: Any, **named: Any) -> Tensor:
    """The elements in reverse order along the dimensions; a copy."""
    if named:
        dims = (named["dims"],)
    listed = sizes_argument(dims)
    found = normalize_dims(listed, input._array.ndim) if listed else ()
    order = found or ()
    y = record1(Flip, np.ascontiguousarray(np.flip(input._array, order)), input._node)
    if node := y._node:
        node.dims = order
    return y if input._array.ndim else y.reshape(())


def fliplr(input: Tensor) -> Tensor:
    """The columns in reverse order; a copy."""
    if input._array.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return flip(input, (1,))


def flipud(input: Tensor) -> Tensor:
    """The rows in reverse order; a copy."""
    if input._array.ndim < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return flip(input, (0,))


class Roll(Node):
    """y = x moved round along dimensions;   ∂x = ∂y, moved back"""

    __slots__ = ("dims", "shifts")
    dims: tuple[int, ...]
    shifts: tuple[int, ...]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        back = tuple(-s for s in self.shifts)
        if self.dims == ():  # the tensor was read as one row
            return xp.roll(grad.reshape((-1,)), back, (0,)).reshape(grad.shape)
        return xp.roll(grad, back, self.dims)


def roll(input: Tensor, shifts: Any, dims: Any = None) -> Tensor:
    """The elements moved along dimensions; what falls off comes in at the other end."""
    steps = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    if not steps:
        raise RuntimeError("`shifts` required")
    x = input._array
    if dims is None or dims == ():
        if len(steps) != 1:
            raise RuntimeError(
                f"shifts and dimensions must align. shifts: {len(steps)}, dims:0"
            )
        y = record1(Roll, np.roll(x, steps[0]), input._node)
        if node := y._node:
            node.shifts, node.dims = steps, ()
        return y
    axes = (dims,) if isinstance(dims, int) else tuple(dims)
    if len(axes) != len(steps):
        raise RuntimeError(
            f"shifts and dimensions must align. shifts: {len(steps)}, dims:{len(axes)}"
        )
    found = tuple(normalize_dim(d, x.ndim) for d in axes)
    if not x.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    y = record1(Roll, np.roll(x, steps, found), input._node)
    if node := y._node:
        node.shifts, node.dims = steps, found
    return y


class Rot90(Node):
    """y = x turned by k·90° in a plane,   ∂x = ∂y, turned back"""

    __slots__ = ("dims", "k")
    dims: tuple[int, int]
    k: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.rot90(grad, -self.k, self.dims)


def rot90(input: Tensor, k: int = 1, dims: Sequence[int] = (0, 1)) -> Tensor:
    """The tensor turned by 90° k times in the plane of two dimensions; a copy."""
    ndim = input._array.ndim
    if len(dims) != 2:
        raise RuntimeError(
            f"expected total rotation dims == 2, but got dims = {len(dims)}"
        )
    if ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {ndim}")
    if dims[0] == dims[1] or abs(dims[0] - dims[1]) == ndim:
        raise RuntimeError(
            "expected rotation dims to be different, but got dim0 = "
            f"{dims[0]} and dim1 = {dims[1]}"
        )
    for place, d in enumerate(dims):
        if not -ndim <= d < ndim:
            raise RuntimeError(f"Rotation dim{place} out of range, dim{place} = {d}")
    a, b = (normalize_dim(d, ndim) for d in dims)
    y = record1(Rot90, np.array(np.rot90(input._array, k, (a, b))), input._node)
    if node := y._node:
        node.k, node.dims = k, (a, b)
    return y


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
                return tuple(grown(t) for t in tensors[0])
            return grown(tensors[0])
        return tuple(grown(t) for t in tensors)

    op.__name__ = op.__qualname__ = f"atleast_{n}d"
    op.__doc__ = f"Each tensor with at least {n} dimensions; views."
    return op


atleast_1d = _at_least(1)
atleast_2d = _at_least(2)
atleast_3d = _at_least(3)


# ------------------------------------------------------------------ in place


class TransposeInPlace(Transpose, name="TransposeBackward1"):
    """`transpose_`"""

    __slots__ = ()


class TInPlace(T, name="TBackward1"):
    """`t_`"""

    __slots__ = ()


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


class AsStridedInPlace(AsStridedView, name="AsStridedBackward1"):
    """`as_strided_`"""

    __slots__ = ()


def _reviewed(op: Any, *classes: type[Node]) -> Any:
    """`transpose_` and the like: the tensor itself takes the view's form."""

    def op_(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        from ..autograd.node import AccumulateGrad

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


transpose_ = _reviewed(transpose, TransposeInPlace)
t_ = _reviewed(t, TInPlace)
squeeze_ = _reviewed(squeeze, SqueezeInPlace, SqueezeDimInPlace, SqueezeDimsInPlace)
unsqueeze_ = _reviewed(unsqueeze, UnsqueezeInPlace)
swapaxes_ = transpose_
swapdims_ = transpose_
as_strided_ = _reviewed(as_strided, AsStridedInPlace)
