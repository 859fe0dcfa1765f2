"""Inverses, determinants and factorisations of matrices; all take stacks of them.

Where the formulas come from: an identity that defines the result is differentiated and
solved. For the inverse, Y·A = I gives dY = −Y·dA·Y; turned round with ⟨∂Y, dY⟩, that is
∂A = −Yᵀ·∂Y·Yᵀ. The longer ones name their source.

Sources: M. Giles, "An extended collection of matrix derivative results" (2008);
I. Murray, "Differentiation of the Cholesky decomposition" (2016); J. Townsend,
"Differentiating the singular value decomposition" (2016); S. Walter and L. Lehmann,
"Algorithmic differentiation of linear algebra functions" (2013) for QR.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import word
from ..autograd.node import OUTPUT, Grads, Node
from ..autograd.recording import record, record1, record_many, wrap
from ..autograd.writing import write_out
from ..return_types import linalg_cholesky_ex as CholeskyExResult
from ..return_types import linalg_eigh as EighResult
from ..return_types import linalg_inv_ex as InvExResult
from ..return_types import linalg_qr as QrResult
from ..return_types import linalg_slogdet as SlogdetResult
from ..return_types import linalg_solve_ex as SolveExResult
from ..return_types import linalg_svd as SvdResult
from .linalg import matmul
from .masking import where
from .operands import fits

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients


class LinAlgError(RuntimeError):
    """A matrix that the computation cannot be completed for, such as a singular one."""


# The name that stands in front of the message in PyTorch's traceback.
LinAlgError.__name__ = LinAlgError.__qualname__ = "_LinAlgError"
LinAlgError.__module__ = "torch._C"


def _check_matrix(name: str, x: Array, square: bool = False) -> None:
    if x.dtype.kind not in "fc":
        raise RuntimeError(
            f"linalg.{name}: Expected a floating point or complex tensor as input. Got "
            f"{word(x.dtype)}"
        )
    if x.ndim < 2:
        raise RuntimeError(
            f"linalg.{name}: The input tensor A must have at least 2 dimensions."
        )
    if square and x.shape[-1] != x.shape[-2]:
        raise RuntimeError(
            f"linalg.{name}: A must be batches of square matrices, but they are "
            f"{x.shape[-2]} by {x.shape[-1]} matrices"
        )


def _lu(matrix: Array) -> tuple[Array, Array, int]:
    """P·A = L·U by rows, LAPACK's way: it goes on after a pivot that is 0.

    Returns: L below and U on the diagonal, the order of the rows, and which pivot was
        the first to be 0, counted from 1; the last one, if rounding hid it.
    """
    lu, order, info = matrix.copy(), np.arange(len(matrix)), 0
    for k in range(len(lu)):
        best = k + int(np.argmax(np.abs(lu[k:, k])))
        lu[[k, best]], order[[k, best]] = lu[[best, k]], order[[best, k]]
        if lu[k, k] == 0:
            info = info or k + 1
            continue
        lu[k + 1 :, k] /= lu[k, k]
        lu[k + 1 :, k + 1 :] -= np.outer(lu[k + 1 :, k], lu[k, k + 1 :])
    return lu, order, info or len(lu)


def _substituted(lu: Array, order: Array, b: Array, transposed: bool) -> Array:
    """A⁻¹·B (or A⁻ᵀ·B) although a pivot may be 0: then with infinities and NaN."""
    n = len(lu)
    with np.errstate(all="ignore"):
        if transposed:
            x = b.copy()
            for k in range(n):
                x[k] = (x[k] - lu[:k, k] @ x[:k]) / lu[k, k]
            for k in range(n)[::-1]:
                x[k] -= lu[k + 1 :, k] @ x[k + 1 :]
            return x[np.argsort(order)]
        x = b[order].copy()
        for k in range(n):
            x[k] -= lu[k, :k] @ x[:k]
        for k in range(n)[::-1]:
            x[k] = (x[k] - lu[k, k + 1 :] @ x[k + 1 :]) / lu[k, k]
    return x


def _solved(a: Array, b: Array, transposed: bool = False) -> tuple[Array, Array]:
    """A⁻¹·B (or A⁻ᵀ·B) of each pair, and which pivot of A was 0, or else 0."""
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    x = np.empty((*batch, *b.shape[-2:]), a.dtype)
    info = np.zeros(batch, np.int32)
    every_a = np.broadcast_to(a, (*batch, *a.shape[-2:]))
    every_b = np.broadcast_to(b, x.shape)
    for place in np.ndindex(batch):
        matrix, side = every_a[place], every_b[place]
        try:
            x[place] = np.linalg.solve(matrix.T if transposed else matrix, side)
        except np.linalg.LinAlgError:
            lu, order, info[place] = _lu(matrix)
            x[place] = _substituted(lu, order, side, transposed)
    # B may have brought dims that A has not.
    extra = tuple(range(len(batch) - (a.ndim - 2)))
    return x, np.asarray(info.max(extra) if extra else info)


def _refuse(name: str, info: Array, why: str) -> None:
    """Raises for the first matrix whose `info` is not 0; `why` may hold `{info}`.

    Raises:
        LinAlgError: there is one.
    """
    if info.any():
        number = int(np.flatnonzero(info)[0])
        batch = f"(Batch element {number}): " if info.ndim else ""
        why = why.format(info=int(info.reshape(-1)[number]))
        raise LinAlgError(f"{name}: {batch}{why}")


SINGULAR = (
    "The diagonal element {info} is zero, the inversion could not be completed because "
    "the input matrix is singular."
)
UNSOLVED = "The solver failed because the input matrix is singular."
NOT_POSITIVE = (
    "The factorization could not be completed because the input is not "
    "positive-definite (the leading minor of order {info} is not positive-definite)."
)


class LinalgInvEx(Node):
    """Y = A⁻¹,   ∂A = −Yᵀ·∂Y·Yᵀ"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        transposed = y.swapaxes(-1, -2)
        return -(transposed @ grad @ transposed)


def inv(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of a square matrix.

    Shape: (*, n, n) -> (*, n, n).
    Gradient: −Yᵀ·∂Y·Yᵀ.

    Raises:
        LinAlgError: the matrix is singular.
    """
    y, info = _inverse(A)
    _refuse("linalg.inv", info, SINGULAR)
    return y if out is None else write_out(out, y)


def inv_ex(A: Tensor, *, check_errors: bool = False, out: Any = None) -> InvExResult:
    """The inverse, and for each matrix 0 or which pivot was 0, counted from 1.

    Args:
        A: the matrices, (*, n, n).
        check_errors: whether a singular matrix raises as in `inv`.
        out: a pair of tensors to write into.

    Special cases: infinities and NaN for the inverse of a singular matrix.
    """
    y, info = _inverse(A)
    if check_errors:
        _refuse("linalg.inv_ex", info, SINGULAR)
    pair = y, wrap(info)
    if out is not None:
        pair = write_out(out[0], pair[0]), write_out(out[1], pair[1])
    return InvExResult(pair)


def _inverse(A: Tensor) -> tuple[Tensor, Array]:
    x = A._array
    _check_matrix("inv", x, square=True)
    try:
        value, info = np.linalg.inv(x), np.zeros(x.shape[:-2], np.int32)
    except np.linalg.LinAlgError:
        value, info = _solved(x, np.eye(x.shape[-1], dtype=x.dtype))
    return record1(LinalgInvEx, value, A._node, saved=OUTPUT), info


class LinalgDet(Node):
    """d = det A,   ∂A = ∂d·d·A⁻ᵀ

    d·A⁻ᵀ is the matrix of cofactors, which exists for singular A too: with A = U·S·Vᵀ
    it is det U·det V·U·diag(Π_{j≠i} sⱼ)·Vᵀ.
    """

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, x: Any, d: Any) -> Gradients:
        grad = grad[..., None, None]
        if (d == 0).any():
            return grad * xp.constant(_cofactors(np.asarray(xp.array_of(x))))
        return grad * d[..., None, None] * xp.inv(x).swapaxes(-1, -2)


def _cofactors(x: Array) -> Array:
    u, s, vh = np.linalg.svd(x)
    n = s.shape[-1]
    others = (
        np.stack([np.prod(np.delete(s, i, -1), -1) for i in range(n)], -1) if n else s
    )
    sign = np.linalg.det(u) * np.linalg.det(vh)
    return (sign[..., None, None] * (u * others[..., None, :]) @ vh).astype(x.dtype)


def det(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The determinant of a square matrix.

    Shape: (*, n, n) -> (*).
    Gradient: ∂d times the cofactors, also for singular matrices.
    """
    x = A._array
    _check_matrix("det", x, square=True)
    y = record1(LinalgDet, np.linalg.det(x), A._node, saved=(A, OUTPUT))
    return y if out is None else write_out(out, y)


class LinalgSlogdet(Node):
    """l = log |det A|,   ∂A = ∂l·A⁻ᵀ; the sign is a step"""

    __slots__ = ()

    def backward(self, xp: Any, grads: Grads, x: Any) -> Gradients:
        grad = grads.get(1)
        if grad is None:
            return xp.zeros_like(x)
        return grad[..., None, None] * xp.inv(x).swapaxes(-1, -2)


def slogdet(A: Tensor, *, out: Any = None) -> SlogdetResult:
    """The sign of the determinant and the log of its size.

    Shape: (*, n, n) -> (*), (*).
    """
    x = A._array
    _check_matrix("slogdet", x, square=True)
    sign, log = np.linalg.slogdet(x)
    results, _ = record_many(LinalgSlogdet, (sign, log), (A._node,), (A,))
    if out is not None:
        results = [write_out(o, y) for o, y in zip(out, results, strict=True)]
    return SlogdetResult(results)


def logdet(input: Tensor) -> Tensor:
    """log det A: −inf where it is 0, NaN where it is negative."""
    sign, log = slogdet(input)
    return where(sign == -1, math.nan, log)


class LinalgSolveEx(Node):
    """A·X = B,   ∂B = A⁻ᵀ·∂X,   ∂A = −∂B·Xᵀ"""

    __slots__ = ("left", "vector")

    def backward(self, xp: Any, grad: Any, a: Any, x: Any) -> Gradients:
        need_a, need_b = self.parents
        if self.vector:
            grad, x = grad[..., None], x[..., None]
        transposed = a.swapaxes(-1, -2)
        if self.left:
            db = xp.solve(transposed, grad)
            da = need_a and -(db @ x.swapaxes(-1, -2))
        else:
            db = xp.solve(a, grad.swapaxes(-1, -2)).swapaxes(-1, -2)
            da = need_a and -(x.swapaxes(-1, -2) @ db)
        return da, need_b and (db[..., 0] if self.vector else db)


def solve(
    A: Tensor,
    B: Tensor,
    *,
    left: bool = True,
    out: Tensor | None = None,
) -> Tensor:
    """The X with A·X = B (or X·A = B if not `left`).

    Shape: (*, n, n), (*, n, k) or (*, n) -> as B.
    Gradient: ∂B = A⁻ᵀ·∂X, ∂A = −∂B·Xᵀ.

    Raises:
        LinAlgError: A is singular.
    """
    y, info = _solution(A, B, left)
    _refuse("torch.linalg.solve", info, UNSOLVED)
    return y if out is None else write_out(out, y)


def solve_ex(
    A: Tensor,
    B: Tensor,
    *,
    left: bool = True,
    check_errors: bool = False,
    out: Any = None,
) -> SolveExResult:
    """`solve`, and for each matrix 0 or which of its pivots was 0, counted from 1.

    Args:
        A: the matrices, (*, n, n).
        B: the right sides.
        left: whether A stands left of X.
        check_errors: whether a singular matrix raises as in `solve`.
        out: a pair of tensors to write into.

    Special cases: infinities and NaN where A is singular.
    """
    y, info = _solution(A, B, left)
    if check_errors:
        _refuse("torch.linalg.solve_ex", info, UNSOLVED)
    pair = y, wrap(info)
    if out is not None:
        pair = write_out(out[0], pair[0]), write_out(out[1], pair[1])
    return SolveExResult(pair)


def _solution(A: Tensor, B: Tensor, left: bool) -> tuple[Tensor, Array]:
    a, b = A._array, B._array
    _check_matrix("solve", a, square=True)
    if a.dtype != b.dtype:
        raise RuntimeError(
            f"linalg.solve: Expected A and B to have the same dtype, but found A of "
            f"type {word(a.dtype)} and B of type {word(b.dtype)} instead"
        )
    vector = b.ndim == 1 or (a.ndim - 1 == b.ndim and b.shape == a.shape[:-1])
    right = b[..., None] if vector else b
    if right.shape[-2 if left else -1] != a.shape[-1]:
        raise RuntimeError(
            f"linalg.solve: Incompatible shapes of A and B for the equation "
            f"{'AX = B' if left else 'XA = B'} ({a.shape[-2]}x{a.shape[-1]} and "
            f"{right.shape[-2]}x{right.shape[-1]})"
        )
    # X·A = B is Aᵀ·Xᵀ = Bᵀ.
    turned, side = (a, right) if left else (a.swapaxes(-1, -2), right.swapaxes(-1, -2))
    x: Any
    try:
        x, info = np.linalg.solve(turned, side), np.zeros(a.shape[:-2], np.int32)
    except np.linalg.LinAlgError:
        x, info = _solved(a, side, transposed=not left)
    if not left:
        x = x.swapaxes(-1, -2)
    value = x[..., 0] if vector else x
    fit = None
    if value.shape != b.shape or x.shape[:-2] != a.shape[:-2]:
        fit = (a.shape, a.dtype), (b.shape, b.dtype)
    y = record(LinalgSolveEx, value, (A._node, B._node), saved=(A, OUTPUT), fit=fit)
    if node := y._node:
        node.left, node.vector = left, vector
    return y, info


class LinalgSolveTriangular(Node):
    """A·X = B with triangular A,   ∂B = A⁻ᵀ·∂X,   ∂A = the triangle of −∂B·Xᵀ"""

    __slots__ = ("left", "unit", "upper")

    def backward(self, xp: Any, grad: Any, a: Any, x: Any) -> Gradients:
        need_a, need_b = self.parents
        full = _triangle(xp, a, self.upper, self.unit)
        if self.left:
            db = xp.solve(full.swapaxes(-1, -2), grad)
            da = need_a and -(db @ x.swapaxes(-1, -2))
        else:
            db = xp.solve(full, grad.swapaxes(-1, -2)).swapaxes(-1, -2)
            da = need_a and -(x.swapaxes(-1, -2) @ db)
        if need_a:
            shift = int(self.unit)
            da = xp.triu(da, shift) if self.upper else xp.tril(da, -shift)
        return da, need_b and db


def _triangle(xp: Any, a: Any, upper: bool, unit: bool) -> Any:
    """The triangle of `a` that is meant, with ones on the diagonal if `unit`."""
    if not unit:
        return xp.triu(a, 0) if upper else xp.tril(a, 0)
    eye = np.eye(a.shape[-1], dtype=xp.array_of(a).dtype)
    return (xp.triu(a, 1) if upper else xp.tril(a, -1)) + xp.constant(eye)


def solve_triangular(
    A: Tensor,
    B: Tensor,
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The X with A·X = B for a triangular A; the other triangle is not read.

    Shape: (*, n, n), (*, n, k) -> (*, n, k).
    """
    from ..autograd.namespace import ARRAYS

    a, b = A._array, B._array
    _check_matrix("solve_triangular", a, square=True)
    full = _triangle(ARRAYS, a, upper, unitriangular)
    if left:
        x = np.linalg.solve(full, b)
    else:
        x = np.linalg.solve(full.swapaxes(-1, -2), b.swapaxes(-1, -2))
        x = x.swapaxes(-1, -2)
    fit = None
    if x.shape != b.shape or x.shape[:-2] != a.shape[:-2]:
        fit = (a.shape, a.dtype), (b.shape, b.dtype)
    y = record(LinalgSolveTriangular, x, (A._node, B._node), saved=(A, OUTPUT), fit=fit)
    if node := y._node:
        node.left, node.upper, node.unit = left, upper, unitriangular
    return y if out is None else write_out(out, y)


class LinalgCholeskyEx(Node):
    """A = L·Lᵀ,   ∂A = ½·(S + Sᵀ),  S = L⁻ᵀ·Φ(Lᵀ·∂L)·L⁻¹

    Φ takes the lower triangle and halves the diagonal (Murray 2016, equation 10).
    """

    __slots__ = ("upper",)

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        if self.upper:
            grad, y = grad.swapaxes(-1, -2), y.swapaxes(-1, -2)
        transposed = y.swapaxes(-1, -2)
        product = transposed @ grad
        phi = xp.tril(product, 0) - xp.tril(xp.triu(product, 0), 0) * 0.5
        # L⁻ᵀ·Φ·L⁻¹, as two solutions with Lᵀ.
        half = xp.solve(transposed, phi)
        s = xp.solve(transposed, half.swapaxes(-1, -2)).swapaxes(-1, -2)
        return (s + s.swapaxes(-1, -2)) * 0.5


def cholesky(
    A: Tensor,
    *,
    upper: bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The lower triangular L with A = L·Lᵀ (or its transpose, if `upper`).

    Shape: (*, n, n) -> (*, n, n).

    Raises:
        LinAlgError: A is not positive definite.
    """
    y, info = _root(A, upper)
    _refuse("linalg.cholesky", info, NOT_POSITIVE)
    return y if out is None else write_out(out, y)


def cholesky_ex(
    A: Tensor,
    *,
    upper: bool = False,
    check_errors: bool = False,
    out: Any = None,
) -> CholeskyExResult:
    """`cholesky`, and for each matrix 0 or the order of its first bad minor.

    Args:
        A: the matrices, (*, n, n); only the triangle that is asked for is read.
        upper: whether the transpose of L is given.
        check_errors: whether a matrix that is not positive definite raises.
        out: a pair of tensors to write into.

    Special cases: a matrix that is not positive definite is factored up to that minor.
    """
    y, info = _root(A, upper)
    if check_errors:
        _refuse("linalg.cholesky_ex", info, NOT_POSITIVE)
    pair = y, wrap(info)
    if out is not None:
        pair = write_out(out[0], pair[0]), write_out(out[1], pair[1])
    return CholeskyExResult(pair)


def _root(A: Tensor, upper: bool) -> tuple[Tensor, Array]:
    x = A._array
    _check_matrix("cholesky", x, square=True)
    lower = x.swapaxes(-1, -2) if upper else x
    info = np.zeros(x.shape[:-2], np.int32)
    try:
        value = np.linalg.cholesky(lower)
    except np.linalg.LinAlgError:
        value = np.tril(lower)
        for place in np.ndindex(info.shape):
            info[place] = _factored_while_positive(value[place])
    if upper:
        value = value.swapaxes(-1, -2)
    y = record1(LinalgCholeskyEx, value, A._node, saved=OUTPUT)
    if node := y._node:
        node.upper = upper
    return y, info


def _factored_while_positive(lower: Array) -> int:
    """Factors a lower triangle in its place, column by column, as far as it goes.

    Returns: 0, or the order of the leading minor that is not positive.
    """
    for k in range(len(lower)):
        pivot = lower[k, k] - lower[k, :k] @ lower[k, :k]
        if not pivot > 0:
            lower[k, k] = pivot
            return k + 1
        lower[k, k] = np.sqrt(pivot)
        lower[k + 1 :, k] = (
            lower[k + 1 :, k] - lower[k + 1 :, :k] @ lower[k, :k]
        ) / lower[k, k]
    return 0


def old_cholesky(
    input: Tensor, upper: bool = False, *, out: Tensor | None = None
) -> Tensor:
    """`torch.cholesky`, the older name of `torch.linalg.cholesky`."""
    return cholesky(input, upper=upper, out=out)


class CholeskySolve(Node):
    """A·X = B with A = L·Lᵀ,   ∂B = A⁻¹·∂X,   ∂L = −(∂B·Xᵀ + X·∂Bᵀ)·L"""

    __slots__ = ("upper",)

    def backward(self, xp: Any, grad: Any, factor: Any, x: Any) -> Gradients:
        need_b, need_l = self.parents
        db = xp.solve(_from_factor(xp, factor, self.upper), grad)
        dl = None
        if need_l:
            da = db @ x.swapaxes(-1, -2)
            da = da + da.swapaxes(-1, -2)
            dl = -(factor @ da) if self.upper else -(da @ factor)
        return need_b and db, dl


def _from_factor(xp: Any, factor: Any, upper: bool) -> Any:
    """A = L·Lᵀ (or Uᵀ·U) from the triangle that counts."""
    if upper:
        u = xp.triu(factor, 0)
        return u.swapaxes(-1, -2) @ u
    lower = xp.tril(factor, 0)
    return lower @ lower.swapaxes(-1, -2)


def cholesky_solve(
    input: Tensor,
    L: Tensor,
    upper: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The X with A·X = B, from B and the Cholesky factor of A.

    Shape: (*, n, k), (*, n, n) -> (*, n, k).
    """
    b, factor = input._array, L._array
    lower = np.tril(factor.swapaxes(-1, -2) if upper else np.asarray(factor))
    half = np.linalg.solve(lower, b)
    x = np.linalg.solve(lower.swapaxes(-1, -2), half)
    y = record(
        CholeskySolve,
        x,
        (input._node, L._node),
        saved=(L, OUTPUT),
        fit=fits(x, input, L) and ((b.shape, b.dtype), (factor.shape, factor.dtype)),
    )
    if node := y._node:
        node.upper = upper
    return y if out is None else write_out(out, y)


class CholeskyInverse(Node):
    """Y = (L·Lᵀ)⁻¹,   ∂L = −(S + Sᵀ)·L,  S = Y·∂Y·Y"""

    __slots__ = ("upper",)

    def backward(self, xp: Any, grad: Any, factor: Any, y: Any) -> Gradients:
        da = y @ (grad + grad.swapaxes(-1, -2)) @ y
        return -(factor @ da) if self.upper else -(da @ factor)


def cholesky_inverse(
    input: Tensor, upper: bool = False, *, out: Tensor | None = None
) -> Tensor:
    """A⁻¹ from the Cholesky factor of A."""
    factor = input._array
    lower = np.tril(factor.swapaxes(-1, -2) if upper else factor)
    half = np.linalg.inv(lower)
    y = record1(
        CholeskyInverse,
        half.swapaxes(-1, -2) @ half,
        input._node,
        saved=(input, OUTPUT),
    )
    if node := y._node:
        node.upper = upper
    return y if out is None else write_out(out, y)


class LinalgQr(Node):
    """A = Q·R,   ∂A = (∂Q + Q·sym(M))·R⁻ᵀ,  M = R·∂Rᵀ − ∂Qᵀ·Q

    sym mirrors the lower triangle upwards. For wide A = [X Y], R = [U V]: X = Q·U as
    above with ∂Q increased by Y·∂Vᵀ, and ∂Y = Q·∂V (Walter and Lehmann 2013).
    """

    __slots__ = ()

    def backward(self, xp: Any, grads: Grads, a: Any, q: Any, r: Any) -> Gradients:
        dq, dr = grads.get(0), grads.get(1)
        dq = q * 0 if dq is None else dq
        dr = r * 0 if dr is None else dr
        rows, columns = r.shape[-2], r.shape[-1]
        if rows == columns:
            return _qr_square(xp, dq, dr, q, r)
        right = a[..., :, rows:]
        du, dv = dr[..., :, :rows], dr[..., :, rows:]
        dx = _qr_square(xp, dq + right @ dv.swapaxes(-1, -2), du, q, r[..., :, :rows])
        return xp.concatenate((dx, q @ dv), -1)


def _qr_square(xp: Any, dq: Any, dr: Any, q: Any, r: Any) -> Any:
    m = r @ dr.swapaxes(-1, -2) - dq.swapaxes(-1, -2) @ q
    mirrored = xp.tril(m, 0) + xp.tril(m, -1).swapaxes(-1, -2)
    # X·R⁻ᵀ is the solution of R·Xᵀ = ..., transposed.
    return xp.solve(r, (dq + q @ mirrored).swapaxes(-1, -2)).swapaxes(-1, -2)


def qr(A: Tensor, mode: str = "reduced", *, out: Any = None) -> QrResult:
    """Q with orthonormal columns and upper triangular R with A = Q·R.

    Args:
        mode: "reduced" (Q as tall as A), "complete" (Q square), "r" (R alone).

    Shape: (*, m, n) -> (*, m, k), (*, k, n) with k = min(m, n).
    """
    x = A._array
    _check_matrix("qr", x)
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' "
            "(default), 'r', or 'complete'"
        )
    if mode == "r":
        r = wrap(np.linalg.qr(x, "r"))
        _no_gradient(A, "linalg.qr with mode='r'", "mode='reduced'")
        return QrResult((wrap(np.empty(0, x.dtype)), r))
    q, r = np.linalg.qr(x, mode)
    if mode == "complete" and x.shape[-2] > x.shape[-1]:
        _no_gradient(A, "linalg.qr with mode='complete'", "mode='reduced'")
        results = [wrap(q), wrap(r)]
    else:
        results, _ = record_many(LinalgQr, (q, r), (A._node,), (A, 0, 1))
    if out is not None:
        results = [write_out(o, y) for o, y in zip(out, results, strict=True)]
    return QrResult(results)


def old_qr(input: Tensor, some: bool = True, *, out: Any = None) -> QrResult:
    """`torch.qr`, the older name of `torch.linalg.qr`."""
    return qr(input, "reduced" if some else "complete", out=out)


def _no_gradient(x: Tensor, what: str, nearest: str) -> None:
    if x._node is not None:
        raise NotImplementedError(
            f"the gradient of {what} is in PyTorch but not in Gradschool's engine; "
            f"nearest: {nearest}"
        )


class LinalgEigh(Node):
    """A = V·diag(λ)·Vᵀ,   ∂A = V·(diag(∂λ) + (Vᵀ·∂V)/E)·Vᵀ,  Eᵢⱼ = λⱼ − λᵢ

    The diagonal of the quotient is 0. Equal eigenvalues have no ∂V (Giles 2008, 3.1).
    """

    __slots__ = ()

    def backward(self, xp: Any, grads: Grads, values: Any, vectors: Any) -> Gradients:
        d_values, d_vectors = grads.get(0), grads.get(1)
        transposed = vectors.swapaxes(-1, -2)
        eye = np.eye(values.shape[-1], dtype=xp.array_of(values).dtype)
        inner = None
        if d_vectors is not None:
            gaps = values[..., None, :] - values[..., :, None] + xp.constant(eye)
            inner = (transposed @ d_vectors) / gaps * xp.constant(1 - eye)
        if d_values is not None:
            diagonal = d_values[..., None] * xp.constant(eye)
            inner = diagonal if inner is None else inner + diagonal
        grad = vectors @ inner @ transposed
        # A is symmetric, so only the symmetric part of its gradient means something.
        return (grad + grad.swapaxes(-1, -2)) * 0.5


def eigh(A: Tensor, UPLO: str = "L", *, out: Any = None) -> EighResult:
    """Eigenvalues in rising order, and eigenvectors, of a symmetric matrix.

    Shape: (*, n, n) -> (*, n), (*, n, n); the vectors are columns.
    Gradient: of the vectors, only where all eigenvalues differ.
    """
    x = A._array
    _check_matrix("eigh", x, square=True)
    if UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    values, vectors = np.linalg.eigh(x, UPLO.upper())
    results, _ = record_many(LinalgEigh, (values, vectors), (A._node,), (0, 1))
    if out is not None:
        results = [write_out(o, y) for o, y in zip(out, results, strict=True)]
    return EighResult(results)


def eigvalsh(A: Tensor, UPLO: str = "L", *, out: Tensor | None = None) -> Tensor:
    """The eigenvalues of a symmetric matrix, in rising order."""
    y = eigh(A, UPLO).eigenvalues
    return y if out is None else write_out(out, y)


class LinalgSvd(Node):
    """A = U·diag(s)·Vᵀ

    ∂A = U·[(J + Jᵀ)·diag(s) + diag(s)·(K + Kᵀ) + diag(∂s)]·Vᵀ
         + (I − U·Uᵀ)·∂U·diag(1/s)·Vᵀ + U·diag(1/s)·∂Vᵀ·(I − V·Vᵀ)

    with J = F∘(Uᵀ·∂U), K = F∘(Vᵀ·∂V), Fᵢⱼ = 1/(sⱼ² − sᵢ²) and 0 on the diagonal
    (Townsend 2016). Equal or vanishing singular values have no ∂U and ∂V.
    """

    __slots__ = ()

    def backward(self, xp: Any, grads: Grads, u: Any, s: Any, vh: Any) -> Gradients:
        du, ds, dvh = grads.get(0), grads.get(1), grads.get(2)
        eye = np.eye(s.shape[-1], dtype=xp.array_of(s).dtype)
        ut, v = u.swapaxes(-1, -2), vh.swapaxes(-1, -2)
        inner = None
        if ds is not None:
            inner = ds[..., None] * xp.constant(eye)
        if du is None and dvh is None:
            return u @ inner @ vh
        square = s * s
        gaps = square[..., None, :] - square[..., :, None] + xp.constant(eye)
        outside = 1 / gaps * xp.constant(1 - eye)
        extra = None
        if du is not None:
            j = outside * (ut @ du)
            part = (j + j.swapaxes(-1, -2)) * s[..., None, :]
            inner = part if inner is None else inner + part
            if u.shape[-2] > u.shape[-1]:
                scaled = du / s[..., None, :]
                extra = (scaled - u @ (ut @ scaled)) @ vh
        if dvh is not None:
            dv = dvh.swapaxes(-1, -2)
            k = outside * (vh @ dv)
            part = s[..., :, None] * (k + k.swapaxes(-1, -2))
            inner = part if inner is None else inner + part
            if vh.shape[-1] > vh.shape[-2]:
                scaled = dvh / s[..., :, None]
                rest = u @ (scaled - scaled @ v @ vh)
                extra = rest if extra is None else extra + rest
        result = u @ inner @ vh
        return result if extra is None else result + extra


def svd(
    A: Tensor,
    full_matrices: bool = True,
    *,
    driver: str | None = None,
    out: Any = None,
) -> SvdResult:
    """U, s and Vᵀ with A = U·diag(s)·Vᵀ; U and V orthogonal, s falling.

    Args:
        full_matrices: U and V square, even if A is not; else as many columns as s.
        driver: which GPU routine PyTorch would take; read, but without effect.

    Shape: (*, m, n) -> (*, m, k), (*, k), (*, k, n) with k = min(m, n).
    Gradient: of U and V, only where all singular values differ.
    """
    x = A._array
    _check_matrix("svd", x)
    u, s, vh = np.linalg.svd(x, full_matrices)
    if full_matrices and A._node is not None and x.shape[-1] != x.shape[-2]:
        # The columns that only the full matrices have are not determined by A, so
        # gradients flow through the others.
        k = s.shape[-1]
        results, _ = record_many(
            LinalgSvd, (u[..., :, :k], s, vh[..., :k, :]), (A._node,), (0, 1, 2)
        )
        results[0] = _widened(results[0], u, -1)
        results[2] = _widened(results[2], vh, -2)
    else:
        results, _ = record_many(LinalgSvd, (u, s, vh), (A._node,), (0, 1, 2))
    if out is not None:
        results = [write_out(o, y) for o, y in zip(out, results, strict=True)]
    return SvdResult(results)


def _widened(thin: Any, full: Array, dim: int) -> Any:
    from .joining import cat

    k = thin._array.shape[dim]
    rest = full[..., :, k:] if dim == -1 else full[..., k:, :]
    return cat((thin, wrap(np.ascontiguousarray(rest))), dim)


def svdvals(
    A: Tensor,
    *,
    driver: str | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The singular values, in falling order."""
    y = svd(A, full_matrices=False).S
    return y if out is None else write_out(out, y)


def old_svd(
    input: Tensor, some: bool = True, compute_uv: bool = True, *, out: Any = None
) -> Any:
    """`torch.svd`, which returns V where `torch.linalg.svd` returns Vᵀ."""
    from ..return_types import svd as OldSvdResult

    u, s, vh = svd(input, full_matrices=not some)
    if not compute_uv:
        u, vh = u * 0, vh * 0
    results = (u, s, vh.transpose(-1, -2))
    if out is not None:
        results = tuple(write_out(o, y) for o, y in zip(out, results, strict=True))
    return OldSvdResult(results)


class LinalgPinv(Node):
    """P = A⁺,   ∂A = −Pᵀ·∂P·Pᵀ + (I − A·P)·∂Pᵀ·P·Pᵀ + Pᵀ·P·∂Pᵀ·(I − P·A)

    From dP = −P·dA·P + P·Pᵀ·dAᵀ·(I − A·P) + (I − P·A)·dAᵀ·Pᵀ·P
    (Golub and Pereyra 1973).
    """

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, a: Any, p: Any) -> Gradients:
        pt, gt = p.swapaxes(-1, -2), grad.swapaxes(-1, -2)
        left, right = gt @ p @ pt, pt @ p @ gt
        return -(pt @ grad @ pt) + left - a @ (p @ left) + right - (right @ p) @ a


def pinv(
    A: Tensor,
    rcond: Any = None,
    hermitian: bool = False,
    *,
    atol: Any = None,
    rtol: Any = None,
    out: Tensor | None = None,
) -> Tensor:
    """The pseudo-inverse: what comes nearest to an inverse, for any shape.

    Args:
        atol, rtol: singular values below max(atol, rtol·largest) count as 0.

    Shape: (*, m, n) -> (*, n, m).
    """
    x = A._array
    _check_matrix("pinv", x, square=hermitian)
    if hermitian:  # U·diag(λ)·Uᵀ; a negative λ is as good as a positive one
        s, u = np.linalg.eigh(x)
        vh = u.swapaxes(-1, -2)
    else:
        u, s, vh = np.linalg.svd(x, full_matrices=False)
    kept = np.abs(s) > _tolerance(x, np.abs(s), atol, rtol if rcond is None else rcond)
    inverse = np.where(kept, 1 / np.where(kept, s, 1), 0)
    value = (vh.swapaxes(-1, -2) * inverse[..., None, :]) @ u.swapaxes(-1, -2)
    y = record1(LinalgPinv, value.astype(x.dtype), A._node, saved=(A, OUTPUT))
    return y if out is None else write_out(out, y)


def _tolerance(x: Array, s: Array, atol: Any, rtol: Any) -> Array:
    """Below which a singular value counts as 0: one per matrix, last dim 1."""

    def value(given: Any, default: Any) -> Any:
        if given is None:
            return default
        array = np.asarray(getattr(given, "_array", given))
        return array[..., None] if array.ndim else array

    if rtol is None:
        rtol = 0.0 if atol is not None else max(x.shape[-2:]) * np.finfo(x.dtype).eps
    largest = s.max(-1, keepdims=True, initial=0)
    return np.maximum(value(atol, 0.0), value(rtol, 0.0) * largest)


def pinverse(input: Tensor, rcond: float = 1e-15) -> Tensor:
    """`torch.pinverse`, the older name of `torch.linalg.pinv`."""
    return pinv(input, rcond)


def matrix_rank(
    A: Tensor,
    tol: Any = None,
    hermitian: bool = False,
    *,
    atol: Any = None,
    rtol: Any = None,
    out: Tensor | None = None,
) -> Tensor:
    """How many singular values are not 0.

    Shape: (*, m, n) -> (*), in int64.
    """
    x = A._array
    _check_matrix("matrix_rank", x, square=hermitian)
    s = np.linalg.svd(x, compute_uv=False)
    limit = _tolerance(x, s, atol if tol is None else tol, rtol)
    y = wrap(np.add.reduce(s > limit, -1, np.int64))
    return y if out is None else write_out(out, y)


def cond(A: Tensor, p: Any = None, *, out: Tensor | None = None) -> Tensor:
    """How much a matrix can amplify a relative error: ‖A‖·‖A⁻¹‖ in the norm `p`."""
    from .norms import matrix_norm

    if p is None or p in (2, -2):
        values = svdvals(A)
        first, last = values[..., 0], values[..., -1]
        y = last / first if p == -2 else first / last
    else:
        y = matrix_norm(A, p) * matrix_norm(inv(A), p)
    return y if out is None else write_out(out, y)


def matrix_power(A: Tensor, n: int, *, out: Tensor | None = None) -> Tensor:
    """A·A·...·A, n times; the identity for 0, powers of the inverse for negative n.

    Squares of squares: about 2·log₂ n products.
    """
    x = A._array
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        _check_matrix("matrix_power", x, square=True)
    if n == 0:
        eye = np.eye(x.shape[-1], dtype=x.dtype)
        y: Any = A * 0 + wrap(eye)
    else:
        square = A if n > 0 else inv(A)
        y, n = None, abs(n)
        while n:
            if n & 1:
                y = square if y is None else matmul(y, square)
            n >>= 1
            if n:
                square = matmul(square, square)
        if y is A:
            y = A.clone()
    return y if out is None else write_out(out, y)


class LinalgMatrixExp(Node):
    """Y = e^A = Σ Aᵏ/k!,   ∂A = the upper right block of exp [[Aᵀ, ∂Y], [0, Aᵀ]]

    (Mathias 1996: the derivative of a matrix function in one direction is a block of
    the function of a matrix twice the size.)
    """

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, a: Any) -> Gradients:
        transposed = a.swapaxes(-1, -2)
        n = a.shape[-1]
        upper = xp.concatenate((transposed, grad), -1)
        lower = xp.concatenate((xp.zeros_like(transposed), transposed), -1)
        return xp.matrix_exp(xp.concatenate((upper, lower), -2))[..., :n, n:]


def matrix_exp_values(x: Array) -> Array:
    """e^A by scaling and squaring: the Taylor series of A/2ˢ, then s squarings.

    With ‖A/2ˢ‖ <= ½, 18 terms of the series leave less than one float64 rounding.
    """
    form, x = x.dtype, x.astype(np.result_type(x.dtype, np.float64))
    largest = np.abs(x).sum(-1).max(initial=0)
    if not np.isfinite(largest):
        return np.full(x.shape, np.nan, form)
    squarings = max(0, math.ceil(math.log2(largest)) + 1) if largest > 0 else 0
    scaled = x / 2.0**squarings
    eye = np.broadcast_to(np.eye(x.shape[-1], dtype=x.dtype), x.shape)
    y = eye
    for k in range(18, 0, -1):
        y = eye + scaled @ y / k
    for _ in range(squarings):
        y = y @ y
    return y.astype(form)


def matrix_exp(A: Tensor) -> Tensor:
    """The matrix exponential Σ Aᵏ/k!.

    Shape: (*, n, n) -> (*, n, n).
    """
    x = A._array
    _check_matrix("matrix_exp", x, square=True)
    return record1(LinalgMatrixExp, matrix_exp_values(x), A._node, saved=(A,))


def tensorinv(A: Tensor, ind: int = 2, *, out: Tensor | None = None) -> Tensor:
    """The inverse of `A` for `tensordot`: its first `ind` dims against the others."""
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    first, rest = list(A.shape[:ind]), list(A.shape[ind:])
    if math.prod(first) != math.prod(rest):
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == "
            f"prod(self.shape[:ind]), but got {math.prod(rest)} != {math.prod(first)}"
        )
    y = inv(A.reshape(math.prod(first), math.prod(rest))).reshape(rest + first)
    return y if out is None else write_out(out, y)


def tensorsolve(
    A: Tensor,
    B: Tensor,
    dims: Any = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The X with tensordot(A, X, X.ndim) = B."""
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.ndim - len(dims), A.ndim)))
    shape = list(A.shape[B.ndim :])
    size = math.prod(shape)
    if size != math.prod(B.shape):
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
            f"prod(self.shape[:other.ndim]), but got {size} != {math.prod(B.shape)}"
        )
    y = solve(A.reshape(size, size), B.reshape(-1)).reshape(shape)
    return y if out is None else write_out(out, y)


def vander(x: Tensor, N: int | None = None, *, out: Tensor | None = None) -> Tensor:
    """The powers 0, 1, ... N−1 of each element, along a new last dim."""
    from .joining import stack

    if not x.ndim:
        x = x.unsqueeze(0)
    count = x.shape[-1] if N is None else N
    if count <= 1 and N is not None:
        raise RuntimeError("N must be greater than 1.")
    one = wrap(np.ones_like(x._array))
    powers = [one]
    for _ in range(count - 1):
        powers.append(powers[-1] * x)
    y = stack(powers, -1)
    return y if out is None else write_out(out, y)
