"""`xp`: what a backward formula may call besides operators and methods.

A formula is read in two ways. In the common case it gets arrays and `xp=ARRAYS`; under
`create_graph=True` it gets tensors and `xp=TENSORS`, and the gradient has a graph of
its own. Both readings answer to

    + - * / ** @ unary minus, comparisons, indexing,
    .reshape(...) .swapaxes(a, b) .shape .ndim .T .sum(dim) .conj()

and to the names below; a name is added here, to both readings, when an op needs it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .._typing import Array, NumpyDtype, Shape
from .versions import Region

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .writing import Layout

_ones: dict[tuple[int, NumpyDtype], Any] = {}


def ones_vector(n: int, dtype: NumpyDtype) -> Any:
    """A cached vector of ones: `ones.dot(g)` sums rows four times faster than `sum`."""
    try:
        return _ones[n, dtype]
    except KeyError:
        if len(_ones) > 256:
            _ones.clear()
        ones = _ones[n, dtype] = np.ones(n, dtype)
        ones.flags.writeable = False
        return ones


class Namespace(Protocol):
    """The calls that formulas may use. Positional only: both readings agree on it."""

    def exp(self, x: Any, /) -> Tensor:
        """eˣ"""
        ...

    def log(self, x: Any, /) -> Tensor:
        """ln x"""
        ...

    def sqrt(self, x: Any, /) -> Tensor:
        """√x"""
        ...

    def sin(self, x: Any, /) -> Tensor:
        """sin x"""
        ...

    def cos(self, x: Any, /) -> Tensor:
        """cos x"""
        ...

    def tanh(self, x: Any, /) -> Tensor:
        """tanh x"""
        ...

    def sinh(self, x: Any, /) -> Tensor:
        """sinh x"""
        ...

    def cosh(self, x: Any, /) -> Tensor:
        """cosh x"""
        ...

    def abs(self, x: Any, /) -> Tensor:
        """|x|"""
        ...

    def sign(self, x: Any, /) -> Tensor:
        """-1, 0 or 1"""
        ...

    def floor(self, x: Any, /) -> Tensor:
        """The largest whole number <= x"""
        ...

    def trunc(self, x: Any, /) -> Tensor:
        """x without its fraction"""
        ...

    def exp2(self, x: Any, /) -> Tensor:
        """2ˣ"""
        ...

    def log1p(self, x: Any, /) -> Tensor:
        """ln(1 + x)"""
        ...

    def power(self, x: Any, y: Any, /) -> Tensor:
        """xʸ"""
        ...

    def floor_divide(self, x: Any, y: Any, /) -> Tensor:
        """⌊x/y⌋, a step function"""
        ...

    def hypot(self, x: Any, y: Any, /) -> Tensor:
        """√(x² + y²)"""
        ...

    def copysign(self, x: Any, y: Any, /) -> Tensor:
        """|x| with the sign of y"""
        ...

    def erfcx(self, x: Any, /) -> Tensor:
        """eˣ²·erfc(x)"""
        ...

    def polygamma(self, n: int, x: Any, /) -> Tensor:
        """The n-th derivative of digamma."""
        ...

    def rot90(self, x: Any, k: int, dims: Any, /) -> Tensor:
        """x turned by k·90° in the plane of two dimensions."""
        ...

    def tril(self, x: Any, diagonal: int, /) -> Tensor:
        """The lower triangle, up to a diagonal."""
        ...

    def triu(self, x: Any, diagonal: int, /) -> Tensor:
        """The upper triangle, from a diagonal on."""
        ...

    def inv(self, x: Any, /) -> Tensor:
        """The inverse matrices."""
        ...

    def solve(self, a: Any, b: Any, /) -> Tensor:
        """The X with A·X = B, matrices both."""
        ...

    def matrix_exp(self, x: Any, /) -> Tensor:
        """The matrix exponential."""
        ...

    def cross(self, x: Any, y: Any, dim: int, /) -> Tensor:
        """x × y along a dim of size 3."""
        ...

    def ones_like(self, x: Any, /) -> Tensor:
        """Ones of x's shape and dtype, without history."""
        ...

    def cumsum(self, x: Any, dim: int, /) -> Tensor:
        """The running sum along a dim."""
        ...

    def cumprod(self, x: Any, dim: int, /) -> Tensor:
        """The running product along a dim."""
        ...

    def take_along(self, x: Any, index: Any, dim: int, /) -> Tensor:
        """x at an index array along a dim."""
        ...

    def put_along(self, x: Any, index: Any, dim: int, shape: Shape, /) -> Tensor:
        """Zeros of the shape with x at an index array along a dim."""
        ...

    def erf(self, x: Any, /) -> Tensor:
        """The error function."""
        ...

    def softplus(self, x: Any, /) -> Tensor:
        """log(1 + eˣ), without overflow."""
        ...

    def sum_rows(self, x: Any, index: Any, rows: int, /) -> Tensor:
        """Row k of the result is the sum of the rows of x where index is k."""
        ...

    def where(self, condition: Any, x: Any, y: Any, /) -> Tensor:
        """x where the condition holds, else y."""
        ...

    def sums(self, x: Any, dim: int, /) -> Tensor:
        """Σ over one dimension, which stays with size 1."""
        ...

    def sum_dims(self, x: Any, dims: Any, keepdims: bool, /) -> Tensor:
        """Σ over a tuple of dimensions (None: all)."""
        ...

    def expand(self, x: Any, shape: Shape, /) -> Tensor:
        """x repeated to the shape without copying."""
        ...

    def reshape(self, x: Any, shape: Shape, /) -> Tensor:
        """x in the shape."""
        ...

    def permute(self, x: Any, dims: Sequence[int], /) -> Tensor:
        """x with its dimensions in that order."""
        ...

    def cast(self, x: Any, dtype: NumpyDtype, /) -> Tensor:
        """x in the dtype; a complex gradient of a real input keeps its real part."""
        ...

    def unbroadcast(self, x: Any, shape: Shape, /) -> Tensor:
        """x summed back to the shape it was broadcast from."""
        ...

    def fit(self, x: Any, shape: Shape, dtype: NumpyDtype, /) -> Tensor:
        """`unbroadcast` and `cast`, where needed."""
        ...

    def concatenate(self, parts: Sequence[Any], dim: int, /) -> Tensor:
        """The parts joined along a dimension."""
        ...

    def stack(self, parts: Sequence[Any], dim: int, /) -> Tensor:
        """The parts joined along a new dimension."""
        ...

    def flip(self, x: Any, dims: int | tuple[int, ...], /) -> Tensor:
        """x read backwards along a dim or several."""
        ...

    def roll(self, x: Any, shifts: Any, dims: Any, /) -> Tensor:
        """x moved round along the dimensions."""
        ...

    def diagonal(self, x: Any, offset: int, dim1: int, dim2: int, /) -> Tensor:
        """A diagonal of two dimensions, as the last dimension."""
        ...

    def zeros(self, shape: Shape, dtype: NumpyDtype, /) -> Tensor:
        """Zeros, without history."""
        ...

    def zeros_like(self, x: Any, /) -> Tensor:
        """Zeros of x's shape and dtype, without history."""
        ...

    def constant(self, x: Any, /) -> Tensor:
        """An array kept on the node, as the reading's kind of value."""
        ...

    def array_of(self, x: Any, /) -> Any:
        """The plain array: for masks and indices, which have no gradient."""
        ...

    def put(self, shape: Shape, index: Any, grad: Any, add: bool, /) -> Tensor:
        """Zeros of the shape with grad at the index; repeated places add if `add`."""
        ...

    def zero_region(self, grad: Any, region: Region, layout: Layout, /) -> Tensor:
        """grad with zeros where the view is."""
        ...

    def put_region(self, grad: Any, region: Region, layout: Layout, /) -> Tensor:
        """Zeros of the base's form with grad where the view is."""
        ...

    def laid_out(self, grad: Any, layout: Layout, /) -> Tensor:
        """grad in the base's memory order, so that a view can be cut from it."""
        ...


class _Arrays:
    """The reading on arrays: the fast spelling of each name."""

    exp = staticmethod(np.exp)
    log = staticmethod(np.log)
    sqrt = staticmethod(np.sqrt)
    sin = staticmethod(np.sin)
    cos = staticmethod(np.cos)
    tanh = staticmethod(np.tanh)
    sinh = staticmethod(np.sinh)
    cosh = staticmethod(np.cosh)
    abs = staticmethod(np.abs)

    @staticmethod
    def sign(x: Any, /) -> Any:
        # Not np.sign: a NaN, neither above nor below 0, has the sign 0 in PyTorch.
        return np.greater(x, 0).astype(x.dtype) - np.less(x, 0)

    floor = staticmethod(np.floor)
    trunc = staticmethod(np.trunc)
    exp2 = staticmethod(np.exp2)
    log1p = staticmethod(np.log1p)
    power = staticmethod(np.power)
    hypot = staticmethod(np.hypot)
    copysign = staticmethod(np.copysign)

    @staticmethod
    def floor_divide(x: Any, y: Any, /) -> Any:
        from ..ops.pointwise import floored_quotient

        return floored_quotient(x, y)

    @staticmethod
    def erfcx(x: Any, /) -> Any:
        from ..ops.error_function import erfcx_values

        return erfcx_values(x)

    @staticmethod
    def polygamma(n: int, x: Any, /) -> Any:
        from ..ops.gamma import polygamma_values

        return polygamma_values(n, x)

    inv = staticmethod(np.linalg.inv)
    solve = staticmethod(np.linalg.solve)

    @staticmethod
    def matrix_exp(x: Any, /) -> Any:
        from ..ops.decomposition import matrix_exp_values

        return matrix_exp_values(x)

    @staticmethod
    def cross(x: Any, y: Any, dim: int, /) -> Any:
        from ..ops.linalg import cross_values

        return cross_values(x, y, dim)

    @staticmethod
    def ones_like(x: Any, /) -> Any:
        return np.ones(x.shape, x.dtype)

    @staticmethod
    def cumsum(x: Any, dim: int, /) -> Any:
        return np.add.accumulate(x, dim) if x.ndim else x

    @staticmethod
    def cumprod(x: Any, dim: int, /) -> Any:
        return np.multiply.accumulate(x, dim) if x.ndim else x

    @staticmethod
    def take_along(x: Any, index: Any, dim: int, /) -> Any:
        return np.take_along_axis(x, index, dim) if x.ndim else x

    @staticmethod
    def put_along(x: Any, index: Any, dim: int, shape: Shape, /) -> Any:
        if not shape:
            return x.reshape(())
        z = np.zeros(shape, x.dtype)
        np.put_along_axis(z, index, x, dim)
        return z

    @staticmethod
    def erf(x: Any, /) -> Any:
        from ..ops.error_function import erf_values

        return erf_values(x)

    @staticmethod
    def softplus(x: Any, /) -> Any:
        return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))

    @staticmethod
    def sum_rows(x: Any, index: Any, rows: int, /) -> Any:
        if not index.size:
            return np.zeros((rows, x.shape[1]), x.dtype)
        if rows <= 256:
            # A product with one-hot rows: 7 times faster than np.add.at. An infinity
            # times 0 would spoil the other rows, so a result with NaN is done again.
            hot = np.zeros((rows, index.size), x.dtype)
            hot[index, np.arange(index.size)] = 1
            z = hot @ x
            if np.isfinite(z).all():
                return z
        order = np.argsort(index, kind="stable")
        sorted_index = index[order]
        starts = np.flatnonzero(np.diff(sorted_index, prepend=sorted_index[0] - 1))
        z = np.zeros((rows, x.shape[1]), x.dtype)
        z[sorted_index[starts]] = np.add.reduceat(x[order], starts, 0)
        return z

    @staticmethod
    def where(condition: Array, x: Array, y: Array, /) -> Any:
        return np.where(condition, x, y)

    @staticmethod
    def sums(x: Any, dim: int, /) -> Any:
        ndim = x.ndim
        if (dim == -1 or dim == ndim - 1) and ndim and x.dtype.kind == "f":
            n = x.shape[-1]
            ones = ones_vector(n, x.dtype)
            if ndim > 2 and n:  # only of two dimensions `dot` is one call of BLAS
                return x.reshape(-1, n).dot(ones).reshape((*x.shape[:-1], 1))
            return x.dot(ones).reshape((*x.shape[:-1], 1))
        return np.add.reduce(x, dim, keepdims=True)

    @staticmethod
    def sum_dims(x: Any, dims: Any, keepdims: bool, /) -> Any:
        return np.add.reduce(x, dims, keepdims=keepdims)

    @staticmethod
    def expand(x: Any, shape: Shape, /) -> Any:
        return np.broadcast_to(x, shape)

    @staticmethod
    def reshape(x: Any, shape: Shape, /) -> Any:
        return x.reshape(shape)

    @staticmethod
    def permute(x: Any, dims: Sequence[int], /) -> Any:
        return x.transpose(dims)

    @staticmethod
    def cast(x: Any, dtype: NumpyDtype, /) -> Any:
        if x.dtype is dtype:
            return x
        if x.dtype.kind == "c" and dtype.kind != "c":
            x = x.real
        return x.astype(dtype)

    @staticmethod
    def unbroadcast(x: Any, shape: Shape, /) -> Any:
        have = x.shape
        if have == shape:
            return x
        size = math.prod(shape)
        if size == 1 and x.dtype.kind == "f" and x.size < 65536:
            # (N, 1) -> (1,) and the like: ones.dot is half the time of a reduction.
            flat = x.ravel()
            total = ones_vector(flat.size, x.dtype).dot(flat)
            return total if not shape else total.reshape(shape)
        extra = len(have) - len(shape)
        if extra == 1 and len(have) == 2 and x.dtype.kind == "f" and shape == have[1:]:
            return ones_vector(have[0], x.dtype).dot(x)
        if extra:
            x = np.add.reduce(x, tuple(range(extra)))
        dims = tuple(d for d, n in enumerate(shape) if n == 1 and x.shape[d] != 1)
        return np.add.reduce(x, dims, keepdims=True) if dims else x

    @staticmethod
    def fit(x: Any, shape: Shape, dtype: NumpyDtype, /) -> Any:
        if x.shape != shape:
            x = _Arrays.unbroadcast(x, shape)
        return x if x.dtype is dtype else _Arrays.cast(x, dtype)

    @staticmethod
    def concatenate(parts: Sequence[Any], dim: int, /) -> Any:
        return np.concatenate(parts, dim)

    @staticmethod
    def stack(parts: Sequence[Any], dim: int, /) -> Any:
        return np.stack(parts, dim)

    @staticmethod
    def flip(x: Any, dims: int | tuple[int, ...], /) -> Any:
        return np.flip(x, dims) if x.ndim else x

    @staticmethod
    def rot90(x: Any, k: int, dims: Any, /) -> Any:
        return np.rot90(x, k, dims)

    @staticmethod
    def tril(x: Any, diagonal: int, /) -> Any:
        return np.tril(x, diagonal)

    @staticmethod
    def triu(x: Any, diagonal: int, /) -> Any:
        return np.triu(x, diagonal)

    @staticmethod
    def diagonal(x: Any, offset: int, dim1: int, dim2: int, /) -> Any:
        return x.diagonal(offset, dim1, dim2)

    @staticmethod
    def roll(x: Any, shifts: Any, dims: Any, /) -> Any:
        return np.roll(x, shifts, dims)

    @staticmethod
    def zeros(shape: Shape, dtype: NumpyDtype, /) -> Any:
        return np.zeros(shape, dtype)

    @staticmethod
    def zeros_like(x: Any, /) -> Any:
        return np.zeros(x.shape, x.dtype)

    @staticmethod
    def constant(x: Any, /) -> Any:
        return x

    @staticmethod
    def array_of(x: Any, /) -> Any:
        return x

    @staticmethod
    def put(shape: Shape, index: Any, grad: Any, add: bool, /) -> Any:
        z = np.zeros(shape, grad.dtype)
        if add:
            np.add.at(z, index, grad)
        else:
            z[index] = grad
        return z

    @staticmethod
    def laid_out(grad: Any, layout: Layout, /) -> Any:
        if layout.order is None:
            return np.ascontiguousarray(grad).reshape(layout.shape)
        z = layout.zeros()
        z[...] = grad
        return z

    @staticmethod
    def zero_region(grad: Any, region: Region, layout: Layout, /) -> Any:
        z = layout.zeros()
        z[...] = grad
        region.cut(z)[...] = 0
        return z

    @staticmethod
    def put_region(grad: Any, region: Region, layout: Layout, /) -> Any:
        z = layout.zeros()
        part = region.cut(z)
        if 0 in part.strides:
            # An expanded view: several of its elements are one of the base's.
            places = np.arange(z.size).reshape(layout.shape)
            flat = np.zeros(z.size, z.dtype)
            np.add.at(flat, np.asarray(region.cut(places)), grad)
            return flat.reshape(layout.shape)
        part[...] = grad
        return z


class _Tensors:
    """The reading on tensors: every name is an op, so the result has a graph."""

    @staticmethod
    def _op(module: str, name: str) -> Any:
        from importlib import import_module

        package = __name__.removesuffix(".autograd.namespace")
        return getattr(import_module(f"{package}.ops.{module}"), name)

    def __getattr__(self, name: str) -> Any:
        """exp, log, sin ...: the tensor's own method of that name."""

        def method(x: Any, *args: Any) -> Any:
            return getattr(x, name)(*args)

        method.__name__ = name
        setattr(self, name, method)
        return method

    def floor_divide(self, x: Any, y: Any, /) -> Any:
        return self._op("pointwise", "div")(x, y, rounding_mode="floor")

    def power(self, x: Any, y: Any, /) -> Any:
        return self._op("exponential", "pow")(x, y)

    def erfcx(self, x: Any, /) -> Any:
        return self._op("error_function", "erfcx")(x)

    def polygamma(self, n: int, x: Any, /) -> Any:
        return self._op("gamma", "polygamma")(n, x)

    def inv(self, x: Any, /) -> Any:
        return self._op("decomposition", "inv")(x)

    def solve(self, a: Any, b: Any, /) -> Any:
        return self._op("decomposition", "solve")(a, b)

    def matrix_exp(self, x: Any, /) -> Any:
        return self._op("decomposition", "matrix_exp")(x)

    def cross(self, x: Any, y: Any, dim: int, /) -> Any:
        return self._op("linalg", "linalg_cross")(x, y, dim=dim)

    def ones_like(self, x: Any, /) -> Any:
        return self.constant(np.ones(x._array.shape, x._array.dtype))

    def take_along(self, x: Any, index: Any, dim: int, /) -> Any:
        return self._op("along", "take_along")(x, index, dim)

    def put_along(self, x: Any, index: Any, dim: int, shape: Shape, /) -> Any:
        return self._op("along", "put_along")(x, index, dim, shape)

    def softplus(self, x: Any, /) -> Any:
        return self._op("activation", "softplus")(x)

    def sum_rows(self, x: Any, index: Any, rows: int, /) -> Any:
        return self.put((rows, x._array.shape[1]), (index,), x, True)

    def where(self, condition: Any, x: Any, y: Any, /) -> Any:
        return self._op("masking", "where")(self.constant(condition), x, y)

    def sums(self, x: Any, dim: int, /) -> Any:
        return x.sum(dim, keepdim=True)

    def sum_dims(self, x: Any, dims: Any, keepdims: bool, /) -> Any:
        return x.sum(dims, keepdim=keepdims)

    def expand(self, x: Any, shape: Shape, /) -> Any:
        return x.expand(shape)

    def reshape(self, x: Any, shape: Shape, /) -> Any:
        return x.reshape(shape)

    def permute(self, x: Any, dims: Sequence[int], /) -> Any:
        return x.permute(tuple(dims))

    def cast(self, x: Any, dtype: NumpyDtype, /) -> Any:
        from .elementwise import Cast
        from .recording import record1

        array = x._array
        if array.dtype is dtype:
            return x
        out = record1(Cast, _Arrays.cast(array, dtype), x._node)
        if node := out._node:
            node.dtype = array.dtype
        return out

    def unbroadcast(self, x: Any, shape: Shape, /) -> Any:
        have = x._array.shape
        if have == shape:
            return x
        extra = len(have) - len(shape)
        dims = tuple(range(extra)) + tuple(
            extra + d for d, n in enumerate(shape) if n == 1 and have[extra + d] != 1
        )
        if dims:
            x = x.sum(dims, keepdim=True)
        return x.reshape(shape)

    def fit(self, x: Any, shape: Shape, dtype: NumpyDtype, /) -> Any:
        return self.cast(self.unbroadcast(x, shape), dtype)

    def concatenate(self, parts: Sequence[Any], dim: int, /) -> Any:
        return self._op("joining", "cat")(parts, dim)

    def stack(self, parts: Sequence[Any], dim: int, /) -> Any:
        return self._op("joining", "stack")(parts, dim)

    def zeros(self, shape: Shape, dtype: NumpyDtype, /) -> Any:
        return self.constant(np.zeros(shape, dtype))

    def zeros_like(self, x: Any, /) -> Any:
        return self.constant(np.zeros(x._array.shape, x._array.dtype))

    def constant(self, x: Any, /) -> Any:
        from .recording import wrap

        return x if hasattr(x, "_array") else wrap(np.asarray(x))

    def array_of(self, x: Any, /) -> Any:
        return x._array if hasattr(x, "_array") else x

    def put(self, shape: Shape, index: Any, grad: Any, add: bool, /) -> Any:
        zeros = self.zeros(shape, grad._array.dtype)
        return self._op("indexing", "put_at")(zeros, index, grad, add)

    def laid_out(self, grad: Any, layout: Layout, /) -> Any:
        if layout.order is None:
            return grad.contiguous()
        return self.constant(layout.zeros()).copy_(grad)

    def zero_region(self, grad: Any, region: Region, layout: Layout, /) -> Any:
        z = self.constant(layout.zeros()).copy_(grad)
        region.cut(z).zero_()
        return z

    def put_region(self, grad: Any, region: Region, layout: Layout, /) -> Any:
        z = self.constant(layout.zeros())
        part = region.cut(z)
        if 0 in part._array.strides:
            size: int = z._array.size
            places = np.arange(size).reshape(layout.shape)
            index = np.asarray(region.cut(places))
            return self.put((size,), index, grad, True).reshape(layout.shape)
        part.copy_(grad)
        return z


ARRAYS: Any = _Arrays()
TENSORS: Any = _Tensors()
