"""Largest and smallest: max, min, amax, amin, aminmax, argmax, argmin.

They differ at ties. `max(dim)` *picks* one element, so the whole gradient goes to it;
`amax`, and `max()` over everything, give every largest element an equal share.
A NaN is larger, and smaller, than anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from .._dims import normalize_dim, normalize_dims, shape_with_ones
from .._dtype import I64
from ..autograd.node import OUTPUT, Node
from ..autograd.recording import record1, wrap
from ..autograd.writing import write_out
from ..return_types import aminmax as AminmaxResult
from ..return_types import max as MaxResult
from ..return_types import min as MinResult
from .along import Selection, select
from .clamping import maximum, minimum

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Dims, Gradients


class Amax(Node):
    """y = max x,   ∂x = ∂y shared equally among the elements that equal y"""

    __slots__ = ("dims", "dtype", "kept_shape")

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        grad, y = xp.reshape(grad, self.kept_shape), xp.reshape(y, self.kept_shape)
        chosen = xp.cast(x == y, self.dtype)
        return grad / xp.sum_dims(chosen, self.dims, True) * chosen


class Amin(Amax):
    """y = min x,   ∂x = ∂y shared equally among the elements that equal y"""

    __slots__ = ()


class MaxOfAll(Amax, name="MaxBackward1"):
    """PyTorch's name for the maximum over everything; ties share as in amax."""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        # Unlike amax, a NaN result sends its gradient to the NaNs.
        chosen = xp.cast((x != x) if (y != y).any() else (x == y), self.dtype)
        return grad / chosen.sum() * chosen


class MinOfAll(MaxOfAll, name="MinBackward1"):
    """PyTorch's name for the minimum over everything; ties share as in amin."""

    __slots__ = ()


class MaxOverDim(Selection, name="MaxBackward0"):
    """y = the largest element along a dim; its gradient goes to that one element"""

    __slots__ = ()


class MinOverDim(Selection, name="MinBackward0"):
    """y = the smallest element along a dim; its gradient goes to that one element"""

    __slots__ = ()


def amax(
    input: Tensor, dim: Dims = (), keepdim: bool = False, *, out: Tensor | None = None
) -> Tensor:
    """The largest element over `dim`.

    Shape: (*) -> the same without the dims of `dim`.
    Gradient: shared equally among ties.
    Special cases: NaN if there is one.
    """
    return _extreme("amax", Amax, np.maximum, input, dim, keepdim, out)


def amin(
    input: Tensor, dim: Dims = (), keepdim: bool = False, *, out: Tensor | None = None
) -> Tensor:
    """The smallest element over `dim`.

    Shape: (*) -> the same without the dims of `dim`.
    Gradient: shared equally among ties.
    Special cases: NaN if there is one.
    """
    return _extreme("amin", Amin, np.minimum, input, dim, keepdim, out)


def _extreme(
    name: str,
    node_class: type[Amax],
    ufunc: np.ufunc,
    input: Tensor,
    dim: Dims,
    keepdim: bool,
    out: Tensor | None,
) -> Tensor:
    x = input._array
    dims = normalize_dims(dim, x.ndim)
    if not x.size:
        for d in range(x.ndim) if dims is None else dims:
            if not x.shape[d]:
                raise IndexError(
                    f"{name}(): Expected reduction dim {d} to have non-zero size."
                    if dim not in ((), None)
                    else f"{name}(): Expected reduction dim to be specified for "
                    "input.numel() == 0. Specify the reduction dim with the 'dim' "
                    "argument."
                )
    value = ufunc.reduce(x, dims, keepdims=keepdim)
    y = record1(node_class, value, input._node, saved=(input, OUTPUT))
    if node := y._node:
        node.dims, node.dtype = dims, x.dtype
        node.kept_shape = shape_with_ones(x.shape, dims)
    return y if out is None else write_out(out, y)


@overload
def max(input: Tensor, /) -> Tensor: ...
@overload
def max(input: Tensor, other: Tensor, /, *, out: Tensor | None = ...) -> Tensor: ...
@overload
def max(
    input: Tensor, dim: int, keepdim: bool = ..., *, out: Any = ...
) -> MaxResult: ...
def max(input: Tensor, *args: Any, **kwargs: Any) -> Any:
    """The largest element: of all, along `dim` (with its index), or of two tensors.

    `max(input)` is a tensor, `max(input, dim, keepdim=False)` a pair
    `(values, indices)`, `max(input, other)` is `maximum(input, other)`.

    Gradient: over everything, shared equally among ties; along a dim, all of it to the
    element picked (the first of equals); of two tensors, halved at ties.
    Special cases: a NaN is the largest.
    """
    return _max_or_min("max", input, args, kwargs)


@overload
def min(input: Tensor, /) -> Tensor: ...
@overload
def min(input: Tensor, other: Tensor, /, *, out: Tensor | None = ...) -> Tensor: ...
@overload
def min(
    input: Tensor, dim: int, keepdim: bool = ..., *, out: Any = ...
) -> MinResult: ...
def min(input: Tensor, *args: Any, **kwargs: Any) -> Any:
    """The smallest element: of all, along `dim` (with its index), or of two tensors.

    `min(input)` is a tensor, `min(input, dim, keepdim=False)` a pair
    `(values, indices)`, `min(input, other)` is `minimum(input, other)`.

    Gradient: over everything, shared equally among ties; along a dim, all of it to the
    element picked (the first of equals); of two tensors, halved at ties.
    Special cases: a NaN is the smallest.
    """
    return _max_or_min("min", input, args, kwargs)


def _max_or_min(
    name: str, input: Tensor, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Reads the three forms of the call and goes to the one that is meant."""
    out = kwargs.pop("out", None)
    form = dict(zip(("dim", "keepdim"), args, strict=False)) | kwargs
    if not form:
        return _over_all(name, input, out)
    if len(args) + len(kwargs) > len(form) or len(args) > 2:
        raise TypeError(f"{name}() was given an argument twice, or too many")
    other = form.get("other", form.get("dim"))
    if hasattr(other, "_array") and len(form) == 1:
        pairwise = maximum if name == "max" else minimum
        return pairwise(input, other, out=out)
    if not form.keys() <= {"dim", "keepdim"}:
        raise TypeError(f"{name}() has no such form: {', '.join(form)}")
    return _along(name, input, form["dim"], form.get("keepdim", False), out)


def _over_all(name: str, input: Tensor, out: Tensor | None) -> Tensor:
    x = input._array
    if not x.size:
        raise RuntimeError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument."
        )
    node_class, ufunc = (
        (MaxOfAll, np.maximum) if name == "max" else (MinOfAll, np.minimum)
    )
    y = record1(node_class, ufunc.reduce(x, None), input._node, saved=(input, OUTPUT))
    if node := y._node:
        node.dtype = x.dtype
    return y if out is None else write_out(out, y)


def _along(
    name: str, input: Tensor, dim: int, keepdim: bool, out: tuple[Tensor, Tensor] | None
) -> Any:
    x = np.asarray(input._array)
    dim = normalize_dim(dim, x.ndim)
    if x.ndim and not x.shape[dim]:
        raise IndexError(
            f"{name}(): Expected reduction dim {dim} to have non-zero size."
        )
    if name == "max":
        node_class, find, result = MaxOverDim, np.argmax, MaxResult
    else:
        node_class, find, result = MinOverDim, np.argmin, MinResult
    index = _indices(find, x, dim)
    values = select(node_class, input, index, dim, keepdim)
    indices = wrap(index if keepdim or not x.ndim else index.squeeze(dim))
    if out is not None:
        return result((write_out(out[0], values), write_out(out[1], indices)))
    return result((values, indices))


def _indices(find: Callable[..., Any], x: Array, dim: int) -> Array:
    """int64 also where NumPy's own index type has 32 bits, as in WebAssembly."""
    if not x.ndim:
        return np.zeros((), np.int64)
    return find(x, dim, keepdims=True).astype(I64, copy=False)


class Aminmax(Amax):
    """The smallest or the largest element; ties share the gradient equally"""

    __slots__ = ()


def aminmax(
    input: Tensor,
    *,
    dim: int | None = None,
    keepdim: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> AminmaxResult:
    """The smallest and the largest element, over everything or along `dim`.

    Returns: a pair `(min, max)`.
    """
    dims: Dims = () if dim is None else dim
    low = _extreme("aminmax", Aminmax, np.minimum, input, dims, keepdim, None)
    high = _extreme("aminmax", Aminmax, np.maximum, input, dims, keepdim, None)
    if out is not None:
        low, high = write_out(out[0], low), write_out(out[1], high)
    return AminmaxResult((low, high))


def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Where the largest element is, in int64; without `dim`, in the flattened input.

    Shape: (*) -> the same without `dim`.
    Special cases: the first of equals; the first NaN if there is one.
    """
    return _where_extreme("argmax", np.argmax, input, dim, keepdim)


def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Where the smallest element is, in int64; without `dim`, in the flattened input.

    Shape: (*) -> the same without `dim`.
    Special cases: the first of equals; the first NaN if there is one.
    """
    return _where_extreme("argmin", np.argmin, input, dim, keepdim)


def _where_extreme(
    name: str,
    find: Callable[..., Any],
    input: Tensor,
    dim: int | None,
    keepdim: bool,
) -> Tensor:
    x = np.asarray(input._array)
    if dim is None:
        if not x.size:
            raise IndexError(
                f"{name}(): Expected reduction dim to be specified for "
                "input.numel() == 0."
            )
        return wrap(np.asarray(find(x, keepdims=keepdim)).astype(I64))
    dim = normalize_dim(dim, x.ndim)
    if x.ndim and not x.shape[dim]:
        raise IndexError(
            f"{name}(): Expected reduction dim {dim} to have non-zero size."
        )
    index = _indices(find, x, dim)
    return wrap(index if keepdim or not x.ndim else index.squeeze(dim))
