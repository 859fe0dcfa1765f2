"""Norms: how long a vector is, how much a matrix stretches.

    p-norm   (Σ |xᵢ|ᵖ)^{1/p}     p = 2 Euclid, 1 sum of sizes, ∞ the largest, 0 count

of a matrix, besides: Frobenius (the 2-norm of its elements), nuclear (the sum of its
singular values), ±2 (the largest, smallest singular value), ±1 and ±∞ (the largest,
smallest sum of sizes in a column, in a row).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dim, normalize_dims, shape_with_ones
from .._dtype import numpy_dtype, word
from ..autograd.namespace import ARRAYS
from ..autograd.node import OUTPUT, Node
from ..autograd.recording import record, record1
from ..autograd.writing import write_out
from .operands import broadcast_shape, common

if TYPE_CHECKING:
    from .._dtype import dtype as Dtype
    from .._tensor import Tensor
    from .._typing import Array, Dims, Gradients


class LinalgVectorNorm(Node):
    """y = (Σ |xᵢ|ᵖ)^{1/p},   ∂xᵢ = ∂y·sign(xᵢ)·(|xᵢ|/y)^{p−1}

    0 for p = 0 and where y = 0; for p = ±∞, ∂y shared among the elements of that size.
    """

    __slots__ = ("dims", "dtype", "kept_shape", "p")

    def backward(self, xp: Any, grad: Any, *saved: Any) -> Gradients:
        x, y = saved
        return self.slope(xp, grad, x, y)

    def slope(self, xp: Any, grad: Any, x: Any, y: Any) -> Any:
        """∂x, also for the ops below that take the norm of something else."""
        p = self.p
        grad, y = xp.reshape(grad, self.kept_shape), xp.reshape(y, self.kept_shape)
        if p == 0:
            return grad * 0 + x * 0
        if p == 2:
            return grad * xp.where(y == 0, 0.0, x / y)
        if p == 1:
            return grad * xp.sign(x)
        size = xp.abs(x)
        if math.isinf(p):
            chosen = xp.cast((size == y) | (size != size), self.dtype)
            return grad / xp.sum_dims(chosen, self.dims, True) * chosen * xp.sign(x)
        if p < 1:
            # |x|^{p−1} is infinite at 0, where the gradient is set to 0.
            powers = xp.where(x == 0, 0.0, xp.power(size, p - 1))
            return grad * xp.power(y, 1 - p) * xp.sign(x) * powers
        if p < 2:
            slope = xp.sign(x) * xp.power(size, p - 1)
        else:
            slope = x * xp.power(size, p - 2)
        return slope * xp.where(y == 0, 0.0, grad / xp.power(y, p - 1))


def vector_norm(
    x: Tensor,
    ord: float = 2,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: Dtype | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """(Σ |xᵢ|ᵖ)^{1/p} with p = `ord`, over all elements or over `dim`.

    Shape: (*) -> the same without the dims of `dim`.
    Gradient: ∂y·sign(xᵢ)·(|xᵢ|/y)^{p−1}; 0 where the norm is 0; for p = ∞ shared among
        the largest.
    """
    if dtype is not None:
        _check_dtype("linalg.vector_norm", x, dtype)
        x = x.to(dtype)
    array = np.asarray(x._array)
    if array.dtype.kind not in "fc":
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. "
            f"Got {word(array.dtype)}"
        )
    y = recorded_norm(LinalgVectorNorm, x, float(ord), dim, keepdim)
    return y if out is None else write_out(out, y)


def recorded_norm(
    node_class: type[LinalgVectorNorm], x: Tensor, p: float, dim: Dims, keepdim: bool
) -> Tensor:
    """The norm of a tensor of floating point, with a node of the class given."""
    array = np.asarray(x._array)
    dims = normalize_dims(dim, array.ndim)
    _check_nonempty(array, dims, p)
    y = record1(node_class, _norm(array, p, dims, keepdim), x._node, saved=(x, OUTPUT))
    if node := y._node:
        _describe(node, p, dims, array)
    return y


def _describe(
    node: LinalgVectorNorm, p: float, dims: tuple[int, ...] | None, x: Array
) -> None:
    node.p, node.dims, node.dtype = p, dims, x.dtype
    node.kept_shape = shape_with_ones(x.shape, dims)


def _check_dtype(name: str, x: Tensor, wanted: Dtype) -> None:
    if numpy_dtype(wanted).kind not in "fc":
        raise RuntimeError(
            f"{name}: dtype should be floating point or complex. Got {word(wanted)}"
        )


def _check_nonempty(x: Array, dims: tuple[int, ...] | None, p: float) -> None:
    if x.size or not (p < 0 or p == math.inf):
        return
    if dims is None:
        raise RuntimeError(
            f"linalg.vector_norm cannot compute the {p:g} norm on an empty tensor "
            "because the operation does not have an identity"
        )
    if any(not x.shape[d] for d in dims):
        raise RuntimeError(
            f"linalg.vector_norm cannot compute the {p:g} norm on the dimension "
            f"{next(d for d in dims if not x.shape[d])} because this dimension is "
            "empty and the operation does not have an identity"
        )


def _norm(x: Array, p: float, dims: Any, keepdim: bool) -> Array:
    if p == 2 and x.dtype.kind == "f":
        return np.sqrt(np.add.reduce(x * x, dims, keepdims=keepdim))
    size = np.abs(x)
    if p == math.inf:
        return np.maximum.reduce(size, dims, keepdims=keepdim)
    if p == -math.inf:
        return np.minimum.reduce(size, dims, keepdims=keepdim)
    if p == 0:
        return np.add.reduce(x != 0, dims, keepdims=keepdim).astype(size.dtype)
    if p == 1:
        return np.add.reduce(size, dims, keepdims=keepdim)
    return np.power(np.add.reduce(np.power(size, p), dims, keepdims=keepdim), 1 / p)


def matrix_norm(
    A: Tensor,
    ord: Any = "fro",
    dim: tuple[int, int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: Dtype | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """A norm of the matrices in two dims of `A`.

    Args:
        ord: "fro", "nuc", 1, −1, 2, −2, inf or −inf; see the head of this page.

    Shape: (*) -> the same without the dims of `dim`.
    """
    if dtype is not None:
        _check_dtype("linalg.matrix_norm", A, dtype)
        A = A.to(dtype)
    if A._array.dtype.kind not in "fc":
        raise RuntimeError(
            "linalg.matrix_norm: Expected a floating point or complex tensor as input. "
            f"Got {word(A._array.dtype)}"
        )
    if A.ndim < 2:
        raise RuntimeError(
            "linalg.matrix_norm: The input tensor A must have at least 2 dimensions."
        )
    if len(dim) != 2:
        raise RuntimeError(
            f"linalg.matrix_norm: dim must be a 2-tuple. Got {' '.join(map(str, dim))}"
        )
    rows, columns = normalize_dim(dim[0], A.ndim), normalize_dim(dim[1], A.ndim)
    if rows == columns:
        raise RuntimeError(
            f"linalg.matrix_norm: dims must be different. Got ({dim[0]}, {dim[1]})"
        )
    y = _matrix_norm(A, ord, rows, columns, keepdim)
    return y if out is None else write_out(out, y)


def _matrix_norm(A: Tensor, ord: Any, rows: int, columns: int, keepdim: bool) -> Tensor:
    if ord == "fro":
        return vector_norm(A, 2, (rows, columns), keepdim)
    if ord == "nuc" or (not isinstance(ord, str) and abs(ord) == 2):
        from .decomposition import svdvals

        values = svdvals(A.movedim((rows, columns), (-2, -1)))
        if ord == "nuc":
            y = values.sum(-1)
        else:
            y = values.amax(-1) if ord > 0 else values.amin(-1)
        if keepdim:
            first, second = sorted((rows, columns))
            y = y.unsqueeze(first).unsqueeze(second)
        return y
    if isinstance(ord, str) or abs(ord) not in (1, math.inf):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    summed, compared = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = vector_norm(A, 1, summed, keepdim)
    if not keepdim and compared > summed:
        compared -= 1
    return sums.amax(compared, keepdim) if ord > 0 else sums.amin(compared, keepdim)


def linalg_norm(
    A: Tensor,
    ord: Any = None,
    dim: Any = None,
    keepdim: bool = False,
    *,
    dtype: Dtype | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """`vector_norm` or `matrix_norm`, whichever `ord` and `dim` ask for.

    Without `ord`, the 2-norm of all elements; with `ord` and no `dim`, the norm of a
    vector (1-D) or a matrix (2-D).
    """
    if ord is None:
        return vector_norm(A, 2, dim, keepdim, dtype=dtype, out=out)
    dims = (dim,) if isinstance(dim, int) else dim
    if dims is not None and len(dims) not in (1, 2):
        raise RuntimeError(
            "linalg.norm: If dim is specified, it must be of length 1 or 2. Got "
            f"{list(dims)}"
        )
    if dims is None and A.ndim not in (1, 2):
        raise RuntimeError(
            "linalg.norm: If dim is not specified but ord is, the input must be 1D or "
            f"2D. Got {A.ndim}D."
        )
    matrix = (A.ndim if dims is None else len(dims)) == 2
    if matrix:
        return matrix_norm(A, ord, dims or (0, 1), keepdim, dtype=dtype, out=out)
    if isinstance(ord, str):
        raise RuntimeError(
            f"linalg.norm: Order {ord} not supported for vectors; it is a matrix norm"
        )
    return vector_norm(A, ord, dims, keepdim, dtype=dtype, out=out)


def norm(
    input: Tensor,
    p: Any = "fro",
    dim: Any = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    dtype: Dtype | None = None,
) -> Tensor:
    """The p-norm of a tensor taken as one vector, or along `dim`.

    Args:
        p: a number, "fro" (the same as 2) or "nuc" (matrices only).

    Gradient: as `torch.linalg.vector_norm`; 0 where the norm is 0.
    """
    if p is None or p == "fro":
        p = 2
    if isinstance(p, str):
        if p != "nuc":
            raise RuntimeError(
                f"only valid string values are 'fro' and 'nuc', found {p}"
            )
        dims = (-2, -1) if dim is None else dim
        return matrix_norm(input, "nuc", dims, keepdim, dtype=dtype, out=out)
    return vector_norm(input, p, dim, keepdim, dtype=dtype, out=out)


class Dist(LinalgVectorNorm):
    """d = ‖x − y‖ₚ,   ∂x = the norm's gradient at x − y,   ∂y = −∂x"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, *saved: Any) -> Gradients:
        x, y, d = saved
        need_x, need_y = self.parents
        slope = self.slope(xp, grad, x - y, d)
        return need_x and slope, need_y and -slope


def dist(input: Tensor, other: Tensor, p: float = 2) -> Tensor:
    """The p-norm of the difference of two tensors.

    Shape: two that broadcast -> ().
    """
    x, y = common(input, other)
    broadcast_shape(x, y)
    difference = np.asarray(x - y)
    if difference.dtype.kind not in "fc":
        return vector_norm(input - other, p)  # refuses it in PyTorch's words
    d = record(
        Dist,
        _norm(difference, float(p), None, False),
        (input._node, other._node),
        saved=(input, other, OUTPUT),
        fit=((x.shape, input._array.dtype), (y.shape, other._array.dtype)),
    )
    if node := d._node:
        _describe(node, float(p), None, difference)
    return d


class Renorm(LinalgVectorNorm):
    """y = c·x for the slices with n = ‖x‖ₚ > m, c = m/(n + 10⁻⁷);   else y = x

    ∂x = c·∂y + (Σ ∂y·x)·∂c,   ∂c = −c/(n + 10⁻⁷) times the norm's gradient
    """

    __slots__ = ("maxnorm",)

    def backward(self, xp: Any, grad: Any, *saved: Any) -> Gradients:
        (x,) = saved
        measure = _norm if xp is ARRAYS else vector_norm
        norms = measure(x, self.p, self.dims, True)
        size = norms + RENORM_GUARD
        long = norms > self.maxnorm
        factor = self.maxnorm / size
        along = xp.sum_dims(grad * x, self.dims, True)
        turned = self.slope(xp, -along * factor / size, x, norms)
        return xp.where(long, grad * factor + turned, grad)


# PyTorch's guard, so that a shrunk slice is not shrunk again.
RENORM_GUARD = 1e-7


def renorm(
    input: Tensor, p: float, dim: int, maxnorm: float, *, out: Tensor | None = None
) -> Tensor:
    """The input with each slice along `dim` shrunk to at most `maxnorm`."""
    if p <= 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if maxnorm < 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm}")
    if input.ndim < 2:
        raise RuntimeError(
            f"renorm: input needs at least 2 dimensions, got {input.ndim} dimensions"
        )
    dim = normalize_dim(dim, input.ndim)
    others = tuple(d for d in range(input.ndim) if d != dim)
    x = input._array
    norms = _norm(x, float(p), others, True)
    factor = np.where(norms > maxnorm, maxnorm / (norms + RENORM_GUARD), 1)
    y = record1(Renorm, x * factor.astype(x.dtype), input._node, saved=(input,))
    if node := y._node:
        _describe(node, float(p), others, x)
        node.maxnorm = maxnorm
    return y if out is None else write_out(out, y)
