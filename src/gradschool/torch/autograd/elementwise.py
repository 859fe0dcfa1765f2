"""The functions of ops that work element by element, made from node class and value.

    exp = unary(Exp, np.exp)            on one operand
    mul = binary(Mul, operator.mul)     on two that broadcast, tensors or numbers

Costs are in nanoseconds here, so both spell out what `record` says: this is the path of
`x * y` in a learner's loop. Operands of several dtypes take the slower one, `promoted`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .. import _dtype
from .._dtype import result_dtype
from .._errors import complex_gradient, sizes_must_match, wrong_argument
from .._typing import Array, Fit, Gradients, NumpyDtype, Operand
from . import recording
from .node import NOTHING, Const, Node, tick
from .recording import (
    INFERENCE,
    float32,
    here,
    mark_inference,
    new,
    no_history,
    noted,
    save_output,
    wrap,
)
from .writing import named, write_out

if TYPE_CHECKING:
    from .._tensor import Tensor

# ------------------------------------------------------------------ one operand


class UnaryMethod(Protocol):
    """The type of `x.exp`."""

    def __call__(self, *, out: Tensor | None = None) -> Tensor:
        """Applies the op to its tensor."""
        ...


class UnaryOp(Protocol):
    """The type of what `unary` returns: a function, and a method in `Tensor`'s list."""

    __name__: str

    def __call__(self, input: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Applies the op."""
        ...

    def __get__(self, instance: Any, owner: Any = None, /) -> UnaryMethod:
        """Binds it to a tensor, as Python does with functions."""
        ...


def unary(
    cls: type[Node],
    compute: Callable[[Any], Any],
    floats_only: bool = True,
    name: str | None = None,
    doc: str | None = None,
) -> UnaryOp:
    """The function of an op on one operand, from its node class and value on arrays.

    Args:
        cls: has `saves`, a string with "x" if `backward` reads the input and "y" if it
            reads the result: `backward(self, xp, grad, x)`, or `y`, or `x, y`.
        compute: the value; a ufunc or a function of one array.
        floats_only: integers are computed in the default dtype (exp, sqrt ...).
        name: the function's name if it is not the class's in lower case.
        doc: the docstring if it is not the class's.
    """
    saves: str = getattr(cls, "saves", "")
    keep_x, keep_y = "x" in saves, "y" in saves
    label = name or cls.__name__.removesuffix("Backward0").lower()

    def op(input: Any, *, out: Any = None) -> Any:
        try:
            x = input._array
        except AttributeError:
            raise wrong_argument(label, "input", 1, "Tensor", input) from None
        if floats_only and x.dtype.kind not in "fc":
            x = x.astype(_dtype.default)
        t = new(recording.result_class)
        t._array = compute(x)
        t._share = None
        t._view = None
        t._grad = None
        parent = input._node
        if parent is None or (recording.disabled and here.off):
            t._node = None
            if recording.inference_seen and here.off == INFERENCE:
                mark_inference(t)
        else:
            t._node = n = cls()
            n.parents = (parent,)
            n.fit = n.hooks = None
            if keep_y:
                n.saved = (input, save_output(t)) if keep_x else (save_output(t),)
            else:
                n.saved = (input,) if keep_x else ()
            n.id = tick()
            if recording.disabled:
                noted(n)
        return t if out is None else write_out(out, t, label)

    return named(op, label, doc or cls.__doc__, cls.__module__)


# ------------------------------------------------------------------ two operands


class Binary(Node):
    """An op on two operands that broadcast.

    `saves` says which operands the gradients read: `"y", "x"` for x·y means that ∂x
    reads y and ∂y reads x. `backward(self, xp, grad, x, y)` gets both if anything is
    saved at all, None for the one that nobody wanted.
    """

    __slots__ = ()
    saves: tuple[str, str] = "", ""


class BinaryMethod(Protocol):
    """The type of `x.mul`."""

    def __call__(self, other: Operand, *, out: Tensor | None = None) -> Tensor:
        """Applies the op to its tensor and another operand."""
        ...


class BinaryOp(Protocol):
    """The type of what `binary` returns: a function, and a method of `Tensor`."""

    __name__: str
    dunder: Callable[..., Any]

    def __call__(
        self, input: Operand, other: Operand, *, out: Tensor | None = None
    ) -> Tensor:
        """Applies the op."""
        ...

    def __get__(self, instance: Any, owner: Any = None, /) -> BinaryMethod:
        """Binds it to a tensor, as Python does with functions."""
        ...


def binary(  # noqa: C901 - the one loop, read with its guide lines
    cls: type[Binary],
    compute: Callable[[Any, Any], Any],
    floats_only: bool = False,
    name: str | None = None,
    doc: str | None = None,
    number_first: bool = False,
    by_number: type[Binary] | None = None,
) -> BinaryOp:
    """The function of an op on two operands, from its node class and value on arrays.

    Args:
        cls: the node class, with `saves`.
        compute: the value. Use `operator.mul`, not `np.multiply`: on two NumPy scalars
            it is twelve times faster.
        floats_only: two integers are computed in the default dtype (true division).
        name: the function's name if it is not the class's in lower case.
        doc: the docstring if it is not the class's.
        number_first: `torch.mul(2, x)` is allowed.
        by_number: the node class where the second operand is a number, if PyTorch has
            another name for it.

    Returns:
        The function. Its attribute `dunder` is the one for `Tensor.__mul__`: it answers
        `NotImplemented` to an operand it does not know instead of raising.
    """
    reads_x, reads_y = cls.saves
    xa, ya, xb, yb = "x" in reads_x, "y" in reads_x, "x" in reads_y, "y" in reads_y
    keep = xa or ya or xb or yb
    label = name or cls.__name__.removesuffix("Backward0").lower()
    other_class = by_number or cls

    def finish(input: Any, other: Any, z: Any, a: Any, b: Any, fit: Fit) -> Any:
        t = new(recording.result_class)
        t._array = z
        t._share = None
        t._view = None
        t._grad = None
        if (a is None and b is None) or (recording.disabled and here.off):
            return no_history(t)
        t._node = n = (other_class if other.__class__ is Const else cls)()
        n.parents = (a, b)
        n.fit = fit
        n.hooks = None
        n.saved = (
            (
                input if (a and xa) or (b and xb) else NOTHING,
                other if (a and ya) or (b and yb) else NOTHING,
            )
            if keep
            else ()
        )
        n.id = tick()
        if recording.disabled:
            noted(n)
        return t

    def with_number(input: Any, other: Any) -> Any:
        x = input._array
        if x.dtype.kind != "f":
            return general(input, other, False)
        # NumPy 2 lets a Python number take the array's dtype: no array is made.
        a = input._node
        return finish(
            input, Const(other) if a is not None else NOTHING, compute(x, other),
            a, None, None,
        )  # fmt: skip

    def general(input: Any, other: Any, in_dunder: bool) -> Any:
        if number_first and hasattr(other, "_array") and _is_number(input):
            # A tensor of the dtype that a number brings to the other's.
            beside = result_dtype(input, other._array.dtype.type(0))
            return function(wrap(np.asarray(input, beside)), other)
        operands = promoted(input, other, label, floats_only, in_dunder)
        if operands is NotImplemented:
            return NotImplemented
        x, y = operands
        try:
            z = compute(x, y)
        except ValueError:
            raise sizes_must_match(x.shape, y.shape) from None
        if z.dtype.kind == "c" and (input._node or getattr(other, "_node", None)):
            raise complex_gradient()
        old_x, old_y = input._array, getattr(other, "_array", y)
        fit = None
        if old_x.dtype is not z.dtype or old_y.dtype is not z.dtype:
            # Mixed dtypes: NumPy would widen a product of float32 and int64, so both
            # gradients are brought back, whatever the formula made of them.
            fit = (old_x.shape, old_x.dtype), (old_y.shape, old_y.dtype)
        elif x.shape != y.shape:
            fit = (x.shape, x.dtype), (y.shape, y.dtype)
        if hasattr(other, "_array"):
            return finish(input, other, z, input._node, other._node, fit)
        number = Const(y if isinstance(other, np.generic) else other)
        return finish(input, number, z, input._node, None, fit)

    def make(in_dunder: bool) -> Any:
        def op(input: Any, other: Any, *, out: Any = None) -> Any:
            kind = other.__class__
            if kind is float or kind is int:
                try:
                    t = with_number(input, other)
                except AttributeError:
                    if hasattr(input, "_array"):
                        raise
                    raise wrong_argument(label, "input", 1, "Tensor", input) from None
                return t if out is None else write_out(out, t, label)
            try:
                x = input._array
                y = other._array
            except AttributeError:
                t = general(input, other, in_dunder)
                return t if out is None else write_out(out, t, label)
            fit = None
            if x.__class__ is not float32 or y.__class__ is not float32:
                if x.dtype is not y.dtype or (floats_only and x.dtype.kind not in "fc"):
                    t = general(input, other, in_dunder)
                    return t if out is None else write_out(out, t, label)
                try:
                    z = compute(x, y)
                except ValueError:
                    raise sizes_must_match(x.shape, y.shape) from None
                if x.shape != y.shape:
                    sx, sy, sz = x.shape, y.shape, z.shape
                    fit = (
                        (sx, x.dtype) if sx != sz else None,
                        (sy, y.dtype) if sy != sz else None,
                    )
            else:
                z = compute(x, y)
            t = new(recording.result_class)
            t._array = z
            t._share = None
            t._view = None
            t._grad = None
            a = input._node
            b = other._node
            if (a is None and b is None) or (recording.disabled and here.off):
                t._node = None
                if recording.inference_seen and here.off == INFERENCE:
                    mark_inference(t)
            else:
                t._node = n = cls()
                n.parents = (a, b)
                n.fit = fit
                n.hooks = None
                n.saved = (
                    (
                        input if (a and xa) or (b and xb) else NOTHING,
                        other if (a and ya) or (b and yb) else NOTHING,
                    )
                    if keep
                    else ()
                )
                n.id = tick()
                if recording.disabled:
                    noted(n)
            return t if out is None else write_out(out, t, label)

        return named(op, label, doc or cls.__doc__, cls.__module__)

    function = make(False)
    function.dunder = make(True)
    return function


def tensors_only(op: BinaryOp) -> BinaryOp:
    """The op for PyTorch's functions that take no number, such as `maximum`.

    It carries the mark `says_arguments`, so `_checked.guard` makes its refusals
    PyTorch's, with the position that the argument had in the learner's call.
    """

    def strict(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
        if not hasattr(other, "_array"):
            raise wrong_argument(op.__name__, "other", 2, "Tensor", other)
        return op(input, other, out=out)

    function: Any = named(strict, op.__name__, op.__doc__, op.__module__)
    function.says_arguments = True
    return function


# ------------------------------------------------------------------ one dtype


def promoted(
    input: Any,
    other: Any,
    name: str,
    floats_only: bool = False,
    in_dunder: bool = False,
) -> Any:
    """Two operands as arrays of one dtype, by PyTorch's promotion.

    Returns:
        `(x, y)`, or `NotImplemented` if `in_dunder` and an operand is unknown.

    Raises:
        TypeError: an operand is neither tensor nor number.
    """
    x = getattr(input, "_array", input)
    y = getattr(other, "_array", other)
    if x is input:
        raise wrong_argument(name, "input", 1, "Tensor", input)
    if y is other and not _is_number(y):
        if in_dunder:
            return NotImplemented
        raise wrong_argument(name, "other", 2, "Tensor", other)
    if y is other and isinstance(other, np.generic):
        y = y.item()
    wanted = result_dtype(x, y)
    if floats_only and wanted.kind not in "fc":
        wanted = _dtype.default
    return cast(x, wanted), cast(y, wanted)


def _is_number(x: Any) -> bool:
    return isinstance(x, bool | int | float | complex | np.generic)


def cast(x: Any, wanted: NumpyDtype) -> Array:
    """An array or a number in the wanted dtype; integers wrap round as in C."""
    if not hasattr(x, "dtype"):
        if wanted.kind in "iu" and x.__class__ is int:
            if not -(2**63) <= x < 2**64:
                raise RuntimeError(
                    "value cannot be converted to type int64_t without overflow"
                )
            return np.array(x).astype(wanted)[()]
        return wanted.type(x)
    return x if x.dtype is wanted else x.astype(wanted)


class Cast(Node, name="ToCopyBackward0"):
    """y = x in another dtype,   ∂x = ∂y in x's dtype"""

    __slots__ = ("dtype",)
    dtype: NumpyDtype

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return xp.cast(grad, self.dtype)
