"""Transposing: the dimensions of a tensor in another order. All of these are views."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from .._dims import normalize_dim, sizes_argument
from .._typing import Gradients
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import record_view
from .shape import form_in_place, view_as

if TYPE_CHECKING:
    from .._tensor import Tensor


class Transpose(Node):
    """y = x with two dimensions exchanged (a view);   ∂x = ∂y, exchanged back"""

    __slots__ = ("a", "b")
    a: int
    b: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        # A 0-d tensor has a dimension 0 for PyTorch, none for NumPy.
        return grad.swapaxes(self.a, self.b) if grad.ndim else grad


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


swapaxes = transpose

swapdims = transpose


class T(Node, name="TBackward0"):
    """y = xᵀ (a view);   ∂x = ∂yᵀ"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad.swapaxes(0, 1) if grad.ndim == 2 else grad


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


class Permute(Node):
    """y = x with its dimensions in another order (a view);   ∂x = ∂y, put back"""

    __slots__ = ("dims",)
    dims: tuple[int, ...]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        back = sorted(range(len(self.dims)), key=self.dims.__getitem__)
        return xp.permute(grad, back)


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
            f"match the length of the desired ordering of dimensions i.e. input.dim() "
            f"= {x.ndim} is not equal to len(dims) = {len(order)}"
        )
    found = tuple(normalize_dim(d, x.ndim) for d in order)
    if len(set(found)) < len(found):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    y = record_view(
        Permute,
        lambda x: x.permute(found) if hasattr(x, "_array") else x.transpose(found),
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

# ------------------------------------------------------------------ x.T, x.mT


def transposed(input: Tensor) -> Tensor:
    """`x.T`: all dimensions reversed; a view."""
    ndim = input._array.ndim
    if ndim not in (0, 2):
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
            "tensor.adjoint() is only supported on matrices or batches of matrices. "
            f"Got {ndim}-D tensor."
        )
    y = transpose(input, -2, -1)
    return y.conj() if input._array.dtype.kind == "c" else y


# ------------------------------------------------------------------ in place


class TransposeInPlace(Transpose, name="TransposeBackward1"):
    """`transpose_`"""

    __slots__ = ()


class TInPlace(T, name="TBackward1"):
    """`t_`"""

    __slots__ = ()


transpose_ = form_in_place(transpose, TransposeInPlace)

swapaxes_ = transpose_

swapdims_ = transpose_

t_ = form_in_place(t, TInPlace)
