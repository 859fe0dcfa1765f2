"""Comparisons: their results are bools, and no gradient passes."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .._dtype import word
from .._errors import sizes_must_match, wrong_argument
from ..autograd.elementwise import BinaryMethod, promoted
from ..autograd.recording import wrap
from ..autograd.writing import write_out

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Operand


class Comparison(Protocol):
    """What `comparison` returns; `dunder` answers `NotImplemented` to strangers."""

    dunder: Callable[..., Any]

    def __call__(
        self, input: Tensor, other: Operand, *, out: Tensor | None = None
    ) -> Tensor:
        """Compares."""
        ...

    def __get__(self, instance: Any, owner: Any = None, /) -> BinaryMethod:
        """Binds it to a tensor, as Python does with functions."""
        ...


def comparison(name: str, compare: Callable[[Any, Any], Any], doc: str) -> Comparison:
    """The function of a comparison, from its value on arrays."""

    def make(in_dunder: bool) -> Any:
        def op(input: Any, other: Any, *, out: Any = None) -> Any:
            try:
                x, y = input._array, other._array
            except AttributeError:
                if not hasattr(input, "_array"):
                    raise wrong_argument(name, "input", 1, "Tensor", input) from None
                x, y = input._array, other
            if y is other or x.dtype is not y.dtype:
                operands = promoted(input, other, name, in_dunder=in_dunder)
                if operands is NotImplemented:
                    return NotImplemented
                x, y = operands
            try:
                z = compare(x, y)
            except ValueError:
                raise sizes_must_match(x.shape, y.shape) from None
            t = wrap(z)
            return t if out is None else write_out(out, t)

        op.__name__ = op.__qualname__ = name
        op.__doc__ = doc
        marked: Any = op
        marked.says_arguments = True  # see `_checked.guard`
        return op

    function = make(False)
    function.dunder = make(True)
    return function


eq = comparison("eq", operator.eq, "Whether x = y; NaN equals nothing.")
ne = comparison("ne", operator.ne, "Whether x ≠ y; NaN differs from everything.")
lt = comparison("lt", operator.lt, "Whether x < y.")
le = comparison("le", operator.le, "Whether x <= y.")
gt = comparison("gt", operator.gt, "Whether x > y.")
ge = comparison("ge", operator.ge, "Whether x >= y.")

not_equal = ne
less = lt
less_equal = le
greater = gt
greater_equal = ge


def equal(input: Tensor, other: Tensor) -> bool:
    """Whether two tensors have the same shape and the same elements: one bool."""
    x, y = input._array, other._array
    if x.dtype is not y.dtype and x.shape == y.shape:
        x, y = promoted(input, other, "equal")
    return bool(np.array_equal(x, y))


def isclose(
    input: Tensor,
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor:
    """Whether |x − y| <= `atol` + `rtol`·|y|, element by element.

    Special cases: infinities are close to themselves; NaN to NaN if `equal_nan`.
    """
    x, y = input._array, other._array
    if x.dtype != y.dtype:
        raise RuntimeError(f"{word(x.dtype)} did not match {word(y.dtype)}")
    if rtol < 0:
        raise RuntimeError(
            f"rtol must be greater than or equal to zero, but got {rtol}"
        )
    if atol < 0:
        raise RuntimeError(
            f"atol must be greater than or equal to zero, but got {atol}"
        )
    return wrap(_close(x, y, rtol, atol, equal_nan))


def _close(x: Array, y: Array, rtol: float, atol: float, equal_nan: bool) -> Array:
    try:
        close = np.equal(x, y)
    except ValueError:
        raise sizes_must_match(x.shape, y.shape) from None
    if equal_nan:
        close = close | ((x != x) & (y != y))
    if x.dtype.kind == "b" or (rtol == 0 and atol == 0):
        return close
    wide = x.astype(np.float64) if x.dtype.kind in "iu" else x
    limit = atol + np.abs(rtol * y)
    distance = np.abs(wide - y)
    return close | (np.isfinite(distance) & (distance <= limit))


def allclose(
    input: Tensor,
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """Whether all elements of two tensors are close (see `isclose`): one bool."""
    return bool(isclose(input, other, rtol, atol, equal_nan)._array.all())


def isnan(input: Tensor) -> Tensor:
    """Whether the element is NaN."""
    x = input._array
    return wrap(np.not_equal(x, x))


def isinf(input: Tensor) -> Tensor:
    """Whether the element is +inf or −inf."""
    return wrap(np.isinf(input._array))


def isfinite(input: Tensor) -> Tensor:
    """Whether the element is neither infinite nor NaN."""
    return wrap(np.isfinite(input._array))


def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether the element is +inf."""
    y = wrap(np.equal(_real("isposinf", input), np.inf))
    return y if out is None else write_out(out, y)


def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether the element is −inf."""
    y = wrap(np.equal(_real("isneginf", input), -np.inf))
    return y if out is None else write_out(out, y)


def _real(name: str, input: Tensor) -> Array:
    if input._array.dtype.kind == "c":
        raise RuntimeError(f"{name} does not support complex inputs.")
    return input._array


def isreal(input: Tensor) -> Tensor:
    """Whether the element's imaginary part is 0."""
    imaginary: Any = np.imag(input._array)
    return wrap(np.equal(imaginary, 0))
