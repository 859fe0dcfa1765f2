"""Products of vectors and matrices: matmul and its special cases.

`matmul` looks at the numbers of dims and does what mathematics would: dot product,
matrix times vector, matrix product, or a stack of them whose leading dims broadcast.
Norms are in `norms.py`, inverses and factorisations in `decomposition.py`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dim
from .._dtype import BOOL, F16, F32, cpp_name, word
from .._errors import explained, wrong_argument
from ..autograd.node import NOTHING, Node
from ..autograd.recording import record, record1
from ..autograd.writing import write_out
from .operands import broadcast_shape, fits

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients, Number


def _product(x: Array, y: Array) -> Array:
    """x @ y; float16 is multiplied in float32, as PyTorch does."""
    if x.dtype is F16:
        return (x.astype(F32) @ y.astype(F32)).astype(F16)
    if x.dtype is BOOL:
        raise NotImplementedError("\"addmm_impl_cpu_\" not implemented for 'Bool'")
    return x @ y


def _same_dtype(x: Array, y: Array, form: str = "m1 and m2") -> None:
    if x.dtype is not y.dtype and x.dtype != y.dtype:
        raise explained(
            RuntimeError(
                f"expected {form} to have the same dtype, but got: "
                f"{cpp_name(x.dtype)} != {cpp_name(y.dtype)}"
            ),
            "Products do not promote; convert one of them, say with .float().",
        )


class Mm(Node):
    """Z = X·Y,   ∂X = ∂Z·Yᵀ,   ∂Y = Xᵀ·∂Z"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return need_x and grad @ y.T, need_y and x.T @ grad


class StackedMm(Node, name="UnsafeViewBackward0"):
    """A stack of matrices times one matrix: Z = X·Y with the rows of X in (*, n, k)

    All rows are one tall matrix, so ∂Y = Xᵀ·∂Z sums over the stack by itself.
    """

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        dy = None
        if need_y:
            rows = math.prod(x.shape[:-1])
            tall = xp.reshape(x, (rows, x.shape[-1]))
            dy = tall.T @ xp.reshape(grad, (rows, grad.shape[-1]))
        return need_x and grad @ y.T, dy


class BatchedMm(Node, name="UnsafeViewBackward0"):
    """Zᵢ = Xᵢ·Yᵢ over broadcast leading dims,   ∂Xᵢ = ∂Zᵢ·Yᵢᵀ,   ∂Yᵢ = Xᵢᵀ·∂Zᵢ"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and grad @ y.swapaxes(-1, -2),
            need_y and x.swapaxes(-1, -2) @ grad,
        )


class Mv(Node):
    """z = X·y,   ∂X = ∂z·yᵀ,   ∂y = Xᵀ·∂z"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return need_x and grad[:, None] * y, need_y and x.T @ grad


class Dot(Node):
    """z = Σ xᵢ·yᵢ,   ∂x = ∂z·y,   ∂y = ∂z·x"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return need_x and grad * y, need_y and grad * x


class Vdot(Dot):
    """The same; for complex vectors the first one is conjugated"""

    __slots__ = ()


def _record2(
    node_class: type[Node], z: Array, input: Tensor, other: Tensor, fit: Any = None
) -> Tensor:
    """The result of a product, which saves the one operand for the other's gradient."""
    a, b = input._node, other._node
    return record(
        node_class,
        z,
        (a, b),
        saved=(NOTHING if b is None else input, NOTHING if a is None else other),
        fit=fit,
    )


def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The matrix product, and what vectors and stacks of matrices make of it.

    Shape:
        (n) @ (n) -> ()              the dot product
        (n, k) @ (k) -> (n)          matrix times vector
        (k) @ (k, m) -> (m)          vector times matrix
        (n, k) @ (k, m) -> (n, m)    the matrix product
        (*, n, k) @ (*, k, m) -> (*, n, m)   leading dims broadcast
    Gradient: ∂X = ∂Z·Yᵀ, ∂Y = Xᵀ·∂Z.

    Raises:
        RuntimeError: the inner sizes differ, or the dtypes do (no promotion here).
    """
    try:
        x, y = input._array, other._array
    except AttributeError:
        raise _not_tensors("matmul", input, other) from None
    if x.ndim == 2 and y.ndim == 2:
        z = _mm(x, y, input, other)
    else:
        z = _matmul(x, y, input, other)
    return z if out is None else write_out(out, z)


def matmul_or_not(input: Tensor, other: Any) -> Any:
    """`input @ other`, which leaves strangers to their own `__rmatmul__`."""
    return matmul(input, other) if hasattr(other, "_array") else NotImplemented


def reversed_matmul(input: Tensor, other: Any) -> Any:
    """`other @ input`."""
    return matmul(other, input) if hasattr(other, "_array") else NotImplemented


def _not_tensors(name: str, input: Any, other: Any) -> TypeError:
    if not hasattr(input, "_array"):
        return wrong_argument(name, "input", 1, "Tensor", input)
    return wrong_argument(name, "other", 2, "Tensor", other)


def _mm(x: Array, y: Array, input: Tensor, other: Tensor) -> Tensor:
    try:
        z = x.dot(y) if x.dtype is F32 and y.dtype is F32 else _checked_mm(x, y)
    except ValueError:
        raise _cannot_multiply(x.shape, y.shape) from None
    return _record2(Mm, z, input, other)


def _checked_mm(x: Array, y: Array) -> Array:
    if x.shape[1] != y.shape[0]:
        raise _cannot_multiply(x.shape, y.shape)
    _same_dtype(x, y)
    return _product(x, y)


def _cannot_multiply(x: Sequence[int], y: Sequence[int]) -> RuntimeError:
    left, right = "x".join(map(str, x)), "x".join(map(str, y))
    return explained(
        RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({left} and {right})"),
        f"The inner sizes must agree: {x[-1]} columns on the left, {y[0]} rows on the "
        "right.",
    )


def _matmul(x: Array, y: Array, input: Tensor, other: Tensor) -> Tensor:
    """All but matrix times matrix."""
    if not x.ndim or not y.ndim:
        raise RuntimeError(
            "both arguments to matmul need to be at least 1D, but they are "
            f"{x.ndim}D and {y.ndim}D"
        )
    if x.ndim == 1 and y.ndim == 1:
        return dot(input, other)
    if x.ndim == 2 and y.ndim == 1:
        return mv(input, other)
    if x.ndim == 1:
        return matmul(input.unsqueeze(0), other).squeeze(-2)
    if y.ndim == 1:
        return matmul(input, other.unsqueeze(-1)).squeeze(-1)
    if y.ndim == 2:
        tall = x.reshape(math.prod(x.shape[:-1]), x.shape[-1])
        if tall.shape[1] != y.shape[0]:
            raise _cannot_multiply(tall.shape, y.shape)
        _same_dtype(x, y)
        z = _product(tall, y).reshape(*x.shape[:-1], y.shape[1])
        return _record2(StackedMm, z, input, other)
    batch = broadcast_shape(
        np.empty(x.shape[:-2], np.bool_), np.empty(y.shape[:-2], np.bool_)
    )
    if x.shape[-1] != y.shape[-2]:
        raise _batches_differ(
            [math.prod(batch), x.shape[-1]], [math.prod(batch), y.shape[-2]]
        )
    _same_dtype(x, y)
    z = _product(x, y)
    fit = None
    if x.shape[:-2] != batch or y.shape[:-2] != batch:
        fit = (x.shape, x.dtype), (y.shape, y.dtype)
    return _record2(BatchedMm, z, input, other, fit)


def _batches_differ(want: list[int], got: list[int]) -> RuntimeError:
    return RuntimeError(
        "Expected size for first two dimensions of batch2 tensor to be: "
        f"{want} but got: {got}."
    )


def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The product of two matrices.

    Shape: (n, k), (k, m) -> (n, m).
    Gradient: ∂X = ∂Z·Yᵀ, ∂Y = Xᵀ·∂Z.
    """
    x, y = input._array, mat2._array
    for array, name in ((x, "self"), (y, "mat2")):
        if array.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix")
    z = _mm(x, y, input, mat2)
    return z if out is None else write_out(out, z)


class Bmm(BatchedMm):
    """Zᵢ = Xᵢ·Yᵢ,   ∂Xᵢ = ∂Zᵢ·Yᵢᵀ,   ∂Yᵢ = Xᵢᵀ·∂Zᵢ"""

    __slots__ = ()


def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The products of two stacks of matrices.

    Shape: (b, n, k), (b, k, m) -> (b, n, m).
    """
    x, y = input._array, mat2._array
    _check_batches(x, y)
    z = _record2(Bmm, _product(x, y), input, mat2)
    return z if out is None else write_out(out, z)


def _check_batches(x: Array, y: Array) -> None:
    for array, name in ((x, "batch1"), (y, "batch2")):
        if array.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if y.shape[0] != x.shape[0] or y.shape[1] != x.shape[2]:
        raise _batches_differ([x.shape[0], x.shape[2]], list(y.shape[:2]))
    if x.dtype != y.dtype:
        raise RuntimeError(
            f"expected scalar type {word(x.dtype)} but found {word(y.dtype)}"
        )


def mv(input: Tensor, vec: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Matrix times vector.

    Shape: (n, k), (k) -> (n).
    """
    x, y = input._array, vec._array
    if x.ndim != 2 or y.ndim != 1:
        raise RuntimeError(
            f"vector + matrix @ vector expected, got 1, {x.ndim}, {y.ndim}"
        )
    if x.shape[1] != y.shape[0]:
        raise RuntimeError(
            f"size mismatch, got input ({x.shape[0]}), mat "
            f"({x.shape[0]}x{x.shape[1]}), vec ({y.shape[0]})"
        )
    if x.dtype != y.dtype:
        raise RuntimeError(
            f"expected scalar type {word(x.dtype)} but found {word(y.dtype)}"
        )
    z = _record2(Mv, _product(x, y), input, vec)
    return z if out is None else write_out(out, z)


def _check_vectors(x: Array, y: Array, names: tuple[str, str]) -> None:
    if x.ndim != 1 or y.ndim != 1:
        raise RuntimeError(
            f"1D tensors expected, but got {x.ndim}D and {y.ndim}D tensors"
        )
    if x.dtype != y.dtype:
        raise RuntimeError(
            f"{names[0]} : expected both vectors to have same dtype, but found "
            f"{word(x.dtype)} and {word(y.dtype)}"
        )
    if x.shape != y.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{x.size}] and src [{y.size}] "
            f"to have the same number of elements, but got {x.size} and {y.size} "
            "elements respectively"
        )


def dot(input: Tensor, tensor: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Σ xᵢ·yᵢ of two vectors.

    Shape: (n), (n) -> ().
    """
    x, y = input._array, tensor._array
    _check_vectors(x, y, ("dot", "dot"))
    z = _record2(Dot, _product(x, y), input, tensor)
    return z if out is None else write_out(out, z)


def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Σ conj(xᵢ)·yᵢ of two vectors.

    Shape: (n), (n) -> ().
    """
    x, y = input._array, other._array
    if x.dtype.kind == "c":
        return dot(input.conj(), other, out=out)
    _check_vectors(x, y, ("vdot", "vdot"))
    z = _record2(Vdot, _product(x, y), input, other)
    return z if out is None else write_out(out, z)


def inner(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Dot products along the last dims of both.

    Shape: (*, n), (+, n) -> (*, +); with a 0-d operand the plain product.
    """
    if not input.ndim or not other.ndim:
        z = input * other
    else:
        if input.shape[-1] != other.shape[-1]:
            raise RuntimeError(
                "inner() the last dimension must match on both input tensors but got "
                f"shapes {list(input.shape)} and {list(other.shape)}"
            )
        z = tensordot(input, other, ([-1], [-1]))
    return z if out is None else write_out(out, z)


def outer(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """All products xᵢ·yⱼ of two vectors.

    Shape: (n), (m) -> (n, m).
    """
    for name, vector in (("self", input), ("vec2", vec2)):
        if vector.ndim != 1:
            raise RuntimeError(
                f"outer: Expected 1-D argument {name}, but got {vector.ndim}-D"
            )
    z = input.reshape(-1, 1) * vec2
    return z if out is None else write_out(out, z)


ger = outer


class Addmm(Node):
    """Y = β·A + α·X·Z,   ∂A = β·∂Y,   ∂X = α·∂Y·Zᵀ,   ∂Z = α·Xᵀ·∂Y"""

    __slots__ = ("alpha", "beta")

    def backward(self, xp: Any, grad: Any, x: Any, z: Any) -> Gradients:
        need_a, need_x, need_z = self.parents
        scaled = grad if self.alpha == 1 else grad * self.alpha
        return (
            need_a and (grad if self.beta == 1 else grad * self.beta),
            need_x and scaled @ z.swapaxes(-1, -2),
            need_z and x.swapaxes(-1, -2) @ scaled,
        )


class Baddbmm(Addmm):
    """Yᵢ = β·Aᵢ + α·Xᵢ·Zᵢ: addmm for stacks of matrices"""

    __slots__ = ()


class Addmv(Node):
    """y = β·a + α·X·z,   ∂a = β·∂y,   ∂X = α·∂y·zᵀ,   ∂z = α·Xᵀ·∂y"""

    __slots__ = ("alpha", "beta")

    def backward(self, xp: Any, grad: Any, x: Any, z: Any) -> Gradients:
        need_a, need_x, need_z = self.parents
        scaled = grad * self.alpha
        return (
            need_a and grad * self.beta,
            need_x and scaled[:, None] * z,
            need_z and x.T @ scaled,
        )


class Addr(Node):
    """Y = β·A + α·x·zᵀ,   ∂A = β·∂Y,   ∂x = α·∂Y·z,   ∂z = α·∂Yᵀ·x"""

    __slots__ = ("alpha", "beta")

    def backward(self, xp: Any, grad: Any, x: Any, z: Any) -> Gradients:
        need_a, need_x, need_z = self.parents
        scaled = grad * self.alpha
        return (
            need_a and grad * self.beta,
            need_x and scaled @ z,
            need_z and scaled.T @ x,
        )


class Addbmm(Node):
    """Y = β·A + α·Σᵢ Xᵢ·Zᵢ,   ∂A = β·∂Y,   ∂Xᵢ = α·∂Y·Zᵢᵀ,   ∂Zᵢ = α·Xᵢᵀ·∂Y"""

    __slots__ = ("alpha", "beta")

    def backward(self, xp: Any, grad: Any, x: Any, z: Any) -> Gradients:
        need_a, need_x, need_z = self.parents
        scaled = grad * self.alpha
        return (
            need_a and grad * self.beta,
            need_x and scaled @ z.swapaxes(-1, -2),
            need_z and x.swapaxes(-1, -2) @ scaled,
        )


def _add_product(
    node_class: Any,
    input: Tensor,
    product: Array,
    factors: tuple[Tensor, Tensor],
    beta: Number,
    alpha: Number,
) -> Tensor:
    """β·input + α·product, recorded; β = 0 leaves even a NaN of the input out."""
    a = input._array
    x, z = factors
    try:
        np.broadcast_to(a, product.shape)
    except ValueError:
        raise RuntimeError(
            f"The expanded size of the tensor ({product.shape[-1]}) must match the "
            f"existing size ({a.shape[-1]}) at non-singleton dimension "
            f"{product.ndim - 1}.  Target sizes: {list(product.shape)}.  Tensor sizes: "
            f"{list(a.shape)}"
        ) from None
    if a.dtype != product.dtype:
        raise RuntimeError(
            f"self and mat2 must have the same dtype, but got {word(a.dtype)} and "
            f"{word(product.dtype)}"
        )
    if product.dtype.kind in "iu":
        beta, alpha = int(beta.real), int(alpha.real)
    y = product if alpha == 1 else product * alpha
    y = np.zeros_like(y) + y if beta == 0 else y + (a if beta == 1 else a * beta)
    y = y.astype(product.dtype, copy=False)
    p, q = x._node, z._node
    result = record(
        node_class,
        y,
        (input._node, p, q),
        saved=(NOTHING if q is None else x, NOTHING if p is None else z),
        fit=fits(y, input, y, y) and (fits(y, input) or (None,)) + (None, None),
    )
    if node := result._node:
        node.alpha, node.beta = alpha, beta
    return result


def addmm(
    input: Tensor,
    mat1: Tensor,
    mat2: Tensor,
    *,
    beta: Number = 1,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """`beta`·input + `alpha`·(mat1 @ mat2).

    Shape: input broadcasts to (n, m); (n, k), (k, m) -> (n, m).
    """
    x, z = mat1._array, mat2._array
    for array, name in ((x, "mat1"), (z, "mat2")):
        if array.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {array.ndim}-D tensor")
    product = _checked_mm(x, z)
    y = _add_product(Addmm, input, product, (mat1, mat2), beta, alpha)
    return y if out is None else write_out(out, y)


def addmv(
    input: Tensor,
    mat: Tensor,
    vec: Tensor,
    *,
    beta: Number = 1,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """`beta`·input + `alpha`·(mat @ vec).

    Shape: input broadcasts to (n); (n, k), (k) -> (n).
    """
    x, z = mat._array, vec._array
    if x.ndim != 2 or z.ndim != 1 or input.ndim > 1:
        raise RuntimeError(
            f"vector + matrix @ vector expected, got {input.ndim}, {x.ndim}, {z.ndim}"
        )
    if x.shape[1] != z.shape[0]:
        raise RuntimeError(
            f"size mismatch, got input ({x.shape[0]}), mat "
            f"({x.shape[0]}x{x.shape[1]}), vec ({z.shape[0]})"
        )
    y = _add_product(Addmv, input, _product(x, z), (mat, vec), beta, alpha)
    return y if out is None else write_out(out, y)


def addr(
    input: Tensor,
    vec1: Tensor,
    vec2: Tensor,
    *,
    beta: Number = 1,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """`beta`·input + `alpha`·outer(vec1, vec2).

    Shape: input broadcasts to (n, m); (n), (m) -> (n, m).
    """
    for name, vector in (("vec1", vec1), ("vec2", vec2)):
        if vector.ndim != 1:
            raise RuntimeError(
                f"addr: Expected 1-D argument {name}, but got {vector.ndim}-D"
            )
    product = vec1._array[:, None] * vec2._array
    y = _add_product(Addr, input, product, (vec1, vec2), beta, alpha)
    return y if out is None else write_out(out, y)


def addbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: Number = 1,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """`beta`·input + `alpha`·Σᵢ batch1ᵢ @ batch2ᵢ.

    Shape: input broadcasts to (n, m); (b, n, k), (b, k, m) -> (n, m).
    """
    x, z = batch1._array, batch2._array
    _check_batches(x, z)
    product = _product(x, z).sum(0, dtype=x.dtype)
    y = _add_product(Addbmm, input, product, (batch1, batch2), beta, alpha)
    return y if out is None else write_out(out, y)


def baddbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: Number = 1,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """`beta`·inputᵢ + `alpha`·(batch1ᵢ @ batch2ᵢ).

    Shape: input broadcasts to (b, n, m); (b, n, k), (b, k, m) -> (b, n, m).
    """
    x, z = batch1._array, batch2._array
    _check_batches(x, z)
    y = _add_product(Baddbmm, input, _product(x, z), (batch1, batch2), beta, alpha)
    return y if out is None else write_out(out, y)


class Trace(Node):
    """y = Σ xᵢᵢ,   ∂x = ∂y on the diagonal, else 0"""

    __slots__ = ("shape",)

    def backward(self, xp: Any, grad: Any) -> Gradients:
        eye = np.eye(*self.shape, dtype=xp.array_of(grad).dtype)
        return xp.constant(eye) * grad


def trace(input: Tensor) -> Tensor:
    """The sum of a matrix's diagonal.

    Shape: (n, m) -> ().
    """
    x = input._array
    if x.ndim != 2:
        raise RuntimeError(
            f"trace: expected a matrix, but got tensor with dim {x.ndim}"
        )
    target = np.int64 if x.dtype.kind in "biu" else x.dtype
    y = record1(Trace, np.trace(x, dtype=target), input._node)
    if node := y._node:
        node.shape = x.shape
    return y


def tensordot(a: Tensor, b: Tensor, dims: Any = 2, out: Tensor | None = None) -> Tensor:
    """Products summed over pairs of dims.

    Args:
        dims: an int n, the last n dims of `a` with the first n of `b`; or two lists of
            as many dims.

    Shape: the dims of `a` that are left, then those of `b`.
    """
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.ndim, b.ndim):
            raise RuntimeError(
                f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}"
            )
        left = list(range(a.ndim - dims, a.ndim))
        right = list(range(dims))
    else:
        if hasattr(dims, "_array"):
            dims = dims.tolist()
        first, second = dims
        left = [first] if isinstance(first, int) else list(first)
        right = [second] if isinstance(second, int) else list(second)
    if len(left) != len(right):
        raise RuntimeError("both dimension lists should have same length")
    left = [normalize_dim(d, a.ndim) for d in left]
    right = [normalize_dim(d, b.ndim) for d in right]
    for d, e in zip(left, right, strict=True):
        if 1 in (a.shape[d], b.shape[e]) and a.shape[d] != b.shape[e]:
            # A size of 1 is repeated: so the other side is summed.
            if a.shape[d] == 1:
                b = b.sum(e, keepdim=True)
            else:
                a = a.sum(d, keepdim=True)
        elif a.shape[d] != b.shape[e]:
            raise RuntimeError(
                "contracted dimensions need to match, but first has size "
                f"{a.shape[d]} in dim {d} and second has size {b.shape[e]} in dim {e}"
            )
    kept_a = [d for d in range(a.ndim) if d not in left]
    kept_b = [d for d in range(b.ndim) if d not in right]
    inner_size = math.prod(a.shape[d] for d in left)
    rows = [a.shape[d] for d in kept_a]
    columns = [b.shape[d] for d in kept_b]
    x = a.permute(*kept_a, *left).reshape(math.prod(rows), inner_size)
    y = b.permute(*right, *kept_b).reshape(inner_size, math.prod(columns))
    z = mm(x, y).reshape(rows + columns)
    return z if out is None else write_out(out, z)


def chain_matmul(*matrices: Tensor, out: Tensor | None = None) -> Tensor:
    """The product of several matrices. See `torch.linalg.multi_dot`."""
    return multi_dot(matrices, out=out)


def multi_dot(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """The product of several matrices, multiplied in the cheapest order.

    The first and the last may be vectors, which then count as a row and a column.

    Source: matrix chain ordering by dynamic programming (Cormen et al., Introduction to
        Algorithms, section 15.2).
    """
    if len(tensors) < 2:
        raise RuntimeError(
            f"multi_dot(): expected at least 2 tensors but got {len(tensors)}"
        )
    factors = list(tensors)
    row, column = factors[0].ndim == 1, factors[-1].ndim == 1
    if row:
        factors[0] = factors[0].unsqueeze(0)
    if column:
        factors[-1] = factors[-1].unsqueeze(1)
    for position, factor in enumerate(factors):
        if factor.ndim != 2:
            raise RuntimeError(
                f"multi_dot(): tensor {position} must be 2D but got {factor.ndim}D"
            )
    z = _multiply(factors, _cheapest(factors), 0, len(factors) - 1)
    if row:
        z = z.squeeze(0)
    if column:
        z = z.squeeze(-1)
    return z if out is None else write_out(out, z)


def _cheapest(factors: Sequence[Tensor]) -> dict[tuple[int, int], int]:
    """Where to split each stretch of the chain, for the fewest multiplications."""
    sizes = [factors[0].shape[0], *(factor.shape[1] for factor in factors)]
    cost = {(i, i): 0 for i in range(len(factors))}
    split: dict[tuple[int, int], int] = {}
    for length in range(1, len(factors)):
        for i in range(len(factors) - length):
            j = i + length
            cost[i, j], split[i, j] = min(
                (
                    cost[i, k]
                    + cost[k + 1, j]
                    + sizes[i] * sizes[k + 1] * sizes[j + 1],
                    k,
                )
                for k in range(i, j)
            )
    return split


def _multiply(
    factors: Sequence[Tensor], split: dict[tuple[int, int], int], i: int, j: int
) -> Tensor:
    if i == j:
        return factors[i]
    k = split[i, j]
    return mm(_multiply(factors, split, i, k), _multiply(factors, split, k + 1, j))


def kron(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Kronecker product: each element of `input` times all of `other`.

    Shape: sizes multiply, dim by dim from the right.
    """
    ndim = max(input.ndim, other.ndim)
    a = [1] * (ndim - input.ndim) + list(input.shape)
    b = [1] * (ndim - other.ndim) + list(other.shape)
    x = input.reshape([n for size in a for n in (size, 1)])
    y = other.reshape([n for size in b for n in (1, size)])
    z = (x * y).reshape([m * n for m, n in zip(a, b, strict=True)])
    return z if out is None else write_out(out, z)


class LinalgCross(Node):
    """z = x × y,   ∂x = y × ∂z,   ∂y = ∂z × x"""

    __slots__ = ("dim",)

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and xp.cross(y, grad, self.dim),
            need_y and xp.cross(grad, x, self.dim),
        )


def cross_values(x: Array, y: Array, dim: int) -> Array:
    """The cross product along a dim of size 3, counted from the right."""
    x, y = (np.moveaxis(a, dim, 0) for a in np.broadcast_arrays(x, y))
    return np.stack(
        (
            x[1] * y[2] - x[2] * y[1],
            x[2] * y[0] - x[0] * y[2],
            x[0] * y[1] - x[1] * y[0],
        ),
        dim,
    )


def linalg_cross(
    input: Tensor, other: Tensor, *, dim: int = -1, out: Tensor | None = None
) -> Tensor:
    """The vector at right angles to two others, as long as their area is large.

    Shape: broadcast; size 3 along `dim`.
    """
    x, y = input._array, other._array
    if x.ndim != y.ndim:
        raise RuntimeError(
            "linalg.cross: inputs must have the same number of dimensions."
        )
    dim = normalize_dim(dim, x.ndim)
    if x.shape[dim] != 3 or y.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got "
            f"{x.shape[dim]} and {y.shape[dim]}"
        )
    broadcast_shape(x, y)
    value = cross_values(x, y, dim)
    z = record(
        LinalgCross,
        value,
        (input._node, other._node),
        saved=(input, other),
        fit=fits(value, input, other),
    )
    if node := z._node:
        node.dim = dim
    return z if out is None else write_out(out, z)


def cross(
    input: Tensor, other: Tensor, dim: int | None = None, *, out: Tensor | None = None
) -> Tensor:
    """The cross product along `dim`, by default the first dim of size 3."""
    if dim is None:
        if 3 not in input.shape:
            raise RuntimeError("no dimension of size 3 in input")
        dim = list(input.shape).index(3)
    return linalg_cross(input, other, dim=dim, out=out)


def vecdot(x: Tensor, y: Tensor, *, dim: int = -1, out: Tensor | None = None) -> Tensor:
    """Σ conj(xᵢ)·yᵢ along `dim`, over broadcast shapes."""
    left = x.conj() if x._array.dtype.kind == "c" else x
    z = (left * y).sum(dim)
    return z if out is None else write_out(out, z)
