"""Diagonals of matrices, and the triangles beside them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dim
from .._typing import Gradients, Shape
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import record1, record_view
from ..autograd.versions import memory
from ..autograd.writing import inplace, write_out

if TYPE_CHECKING:
    from .._tensor import Tensor

# ------------------------------------------------------------------ triangles


class Tril(Node):
    """y = the lower triangle of x,   ∂x = the lower triangle of ∂y"""

    __slots__ = ("diagonal",)
    diagonal: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.tril(grad, self.diagonal)


def tril(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    """The elements on and below a diagonal of each matrix, zeros elsewhere."""
    return _triangle("tril", Tril, np.tril, input, diagonal, out)


class Triu(Node):
    """y = the upper triangle of x,   ∂x = the upper triangle of ∂y"""

    __slots__ = ("diagonal",)
    diagonal: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.triu(grad, self.diagonal)


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
    return y if out is None else write_out(out, y)


tril_ = inplace(tril)

triu_ = inplace(triu)

# ------------------------------------------------------------------ diagonals


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
        if hasattr(x, "_array"):
            return x.diagonal(offset, a, b)
        y = x.diagonal(offset, a, b)
        if x.flags.writeable:
            y.flags.writeable = True
        return y

    y = record_view(Diagonal, step, input)
    if node := y._node:
        node.dims, node.offset, node.shape = (a, b), offset, x.shape
    return y


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
    count: int = x.shape[-1]
    n = count + abs(offset)
    z = np.zeros((*x.shape[:-1], n, n), x.dtype)
    rows = np.arange(count) + max(0, -offset)
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
    return y if out is None else write_out(out, y)


def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    """A matrix with the tensor's elements, in a row, on a diagonal."""
    return diag_embed(input.reshape(-1), offset)
