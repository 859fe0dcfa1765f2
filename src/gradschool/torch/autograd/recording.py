"""From a function on arrays to an op that leaves a trace.

An op's page ends in one of these; they make the result, and a node if a gradient is
wanted:

    binary(Mul, operator.mul)           the whole function of a two-operand op
    unary(Exp, np.exp)                  the whole function of a one-operand op
    record1(Sum, z, input._node)        result z of an op on one tensor
    record(Cat, z, nodes)               ... on several
    record_view(Transpose, step, input) a result that shares memory with its input
    inplace(mul, np.multiply)           `mul_` from `mul`
    wrap(z)                             a result that never has a gradient

State lives in this module and is read as `recording.disabled`; a `from` import would
copy the number. Costs are in nanoseconds here, so `binary` spells out what `record`
says: it is the path of `x * y` in a learner's loop.
"""

from __future__ import annotations

import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .. import _dtype
from .._dtype import result_dtype
from .._errors import sizes_must_match, wrong_argument
from .._typing import Array, Fit, Gradients, NumpyDtype, Parents, Step
from .hooks import move_retain
from .node import (
    NOTHING,
    OUTPUT,
    AccumulateGrad,
    Const,
    Node,
    Output,
    Twin,
    hooks_of,
    tick,
)
from .versions import Region, Share, View, bump, memory, share_of

if TYPE_CHECKING:
    from .._tensor import Tensor

# NaN and infinity are results here, as in PyTorch, not accidents. A filter for our own
# modules costs nothing until a warning arises, reaches every thread and leaves the
# user's own NumPy warnings alone; `np.seterr` would do neither.
warnings.filterwarnings(
    "ignore",
    category=RuntimeWarning,
    module=__name__.removesuffix("autograd.recording").replace(".", r"\."),
)

# glibc hands megabyte buffers back to the kernel and faults them in again on every step
# until it has seen a large block freed. One untouched block at import settles that:
# no page is used, and a small CNN trains 1.6 times faster from the first step.
np.empty(32 * 1024 * 1024 - 65536, np.uint8)

new = object.__new__
float32 = np.float32
ndarray = np.ndarray

# ------------------------------------------------------------------ modes

RECORD, NO_GRAD, INFERENCE = 0, 1, 2


class _Here(threading.local):
    """What holds in this thread. Class attributes are the defaults, ten times cheaper
    to read than `getattr` with one.
    """

    off: int = RECORD
    saved_hooks: Sequence[tuple[Callable[..., Any], Callable[..., Any]]] = ()


here = _Here()

disabled = 0
"""0 while nothing unusual was ever asked for. It counts the threads in `no_grad` and
the users of inference mode, anomaly mode, saved-tensor hooks and a poll, so that an op
looks at one integer to know that it need not look at anything else."""

inference_seen = False
anomaly = False
anomaly_checks_nan = True
poll: Callable[[], None] | None = None

_lock = threading.Lock()


def watch(change: int) -> None:
    """Makes every op look closer (+1), or takes that back (-1)."""
    global disabled
    with _lock:
        disabled += change


def set_off(off: int) -> int:
    """Sets this thread's mode (RECORD, NO_GRAD, INFERENCE) and returns the old one."""
    before = here.off
    here.off = off
    change = bool(off) - bool(before)
    if change:
        watch(change)
    return before


def set_poll(function: Callable[[], None] | None) -> None:
    """Has `function` called at every recorded op, to let an interrupt in.

    The browser's runtime sets it; kernels with a long loop of their own may call
    `recording.poll` too. Without one, ops pay nothing.
    """
    global poll
    watch(bool(function) - bool(poll))
    poll = function


class _Packed:
    """A saved tensor that a saved-tensor hook has put away."""

    __slots__ = ("_packed", "_unpack")
    _share = None

    def __init__(self, packed: Any, unpack: Callable[..., Any]) -> None:
        self._packed = packed
        self._unpack = unpack

    def unpacked(self) -> Tensor:
        before = set_off(NO_GRAD) if not here.off else here.off
        try:
            found = self._unpack(self._packed)
        finally:
            set_off(before)
        if not hasattr(found, "_array"):
            raise TypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got "
                f"result of type {type(found)}"
            )
        return found

    @property
    def _array(self) -> Array:
        return self.unpacked()._array


def noted(node: Node) -> None:
    """The rare wishes about a fresh node; called only if `disabled`."""
    if inference_seen:
        for s in node.saved:
            share = getattr(s, "_share", None)
            if share is not None and share.inference:
                raise RuntimeError(
                    "Inference tensors cannot be saved for backward. Please do not use "
                    "Tensors created in inference mode in computation tracked by "
                    "autograd. To work around this, you can make a clone to get a "
                    "normal tensor and use it in autograd, or use `torch.no_grad()` "
                    "instead of `torch.inference_mode()`."
                )
    if here.saved_hooks and node.saved:
        pack, unpack = here.saved_hooks[-1]
        node.saved = tuple(_packed(s, node, pack, unpack) for s in node.saved)
    if anomaly:
        hooks_of(node).where = "".join(traceback.format_stack()[:-3])
    if poll is not None:
        poll()


def _packed(s: Any, node: Node, pack: Any, unpack: Any) -> Any:
    if s is NOTHING or s.__class__ is Const:
        return s
    tensor = saved_tensor(s, node) if s.__class__ is Twin else s
    before = set_off(NO_GRAD)
    try:
        return _Packed(pack(tensor), unpack)
    finally:
        set_off(before)


def saved_tensor(s: Any, node: Node) -> Any:
    """A saved entry as a tensor with history, for `create_graph` and `Function`."""
    kind = s.__class__
    if kind is Const or s is NOTHING:
        return s._array
    if kind is _Packed:
        return s.unpacked()
    if kind is not Twin:
        return s
    t = new(result_class)
    t._array = s._array
    t._share = s._share
    t._view = None
    t._grad = None
    t._node = node if s.index is None else new_output(node, s.index)
    return t


# ------------------------------------------------------------------ results

result_class: Any = None
"""The class of results; set by `bind`."""


def bind(public_class: Any) -> None:
    """Names the class of results: the engine's only late binding, made by `_tensor`."""
    global result_class
    result_class = public_class


def wrap(z: Array) -> Tensor:
    """The array as a tensor without history, sharing its memory."""
    t = new(result_class)
    t._array = z
    t._node = t._share = t._view = t._grad = None
    if inference_seen and here.off == INFERENCE:
        _mark_inference(t)
    return t


def _mark_inference(t: Tensor) -> None:
    t._share = share = Share()
    share.inference = True


def _no_history(t: Any) -> Any:
    t._node = None
    if inference_seen and here.off == INFERENCE:
        _mark_inference(t)
    return t


def save_output(t: Any, index: int | None = None) -> Twin:
    """The entry in `saved` that stands for the result `t` itself."""
    twin = Twin()
    twin._array = t._array
    share = t._share
    if share is None:
        share = t._share = Share()
    twin._share = share
    twin.index = index
    return twin


def record1(
    cls: type[Node], z: Array, parent: Node | None, saved: Any = (), fit: Fit = None
) -> Any:
    """The result `z` of an op on one tensor, recorded if `parent` is not None.

    Args:
        cls: the op's node class.
        z: the result.
        parent: the input's `_node`.
        saved: tensors that `backward` reads; OUTPUT, alone or as the last of them, for
            the result itself.
        fit: None, or where promotion happened `((shape, dtype),)`.

    Returns:
        The tensor. `if node := result._node:` is the moment to set the node's slots.
    """
    t = new(result_class)
    t._array = z
    t._share = None
    t._view = None
    t._grad = None
    if parent is None or (disabled and here.off):
        t._node = None
        if inference_seen and here.off == INFERENCE:
            _mark_inference(t)
        return t
    t._node = n = cls()
    n.parents = (parent,)
    n.fit = fit
    n.hooks = None
    if saved:
        if saved is OUTPUT:
            saved = (save_output(t),)
        elif saved[-1] is OUTPUT:
            saved = (*saved[:-1], save_output(t))
    n.saved = saved
    n.id = tick()
    if disabled:
        noted(n)
    return t


def record(
    cls: type[Node], z: Array, parents: Parents, saved: Any = (), fit: Fit = None
) -> Any:
    """The result `z` of an op on several tensors, recorded if any parent is not None.

    Arguments as for `record1`. Save an input only if the gradient that reads it is
    wanted: `saved=(input if pk else NOTHING, weight if px else NOTHING)`.
    """
    t = new(result_class)
    t._array = z
    t._share = None
    t._view = None
    t._grad = None
    if disabled and here.off:
        return _no_history(t)
    for p in parents:
        if p is not None:
            break
    else:
        return _no_history(t)
    t._node = n = cls()
    n.parents = parents
    n.fit = fit
    n.hooks = None
    if saved:
        if saved is OUTPUT:
            saved = (save_output(t),)
        elif saved[-1] is OUTPUT:
            saved = (*saved[:-1], save_output(t))
    n.saved = saved
    n.id = tick()
    if disabled:
        noted(n)
    return t


def new_output(main: Node, index: int) -> Output:
    """Output number `index` of a node with several."""
    output = Output()
    output.main = main
    output.index = index
    output.parents = (main,)
    output.saved = ()
    output.fit = output.hooks = None
    output.id = tick()
    return output


def record_many(
    cls: type[Node],
    results: Sequence[Array],
    parents: Parents,
    saved: tuple[Any, ...] = (),
    fit: Fit = None,
) -> tuple[list[Any], Node | None]:
    """The results of an op with several outputs, and their node.

    Its `backward` gets a `Grads`: `grads.get(i)` is the gradient of output i, or None.
    An int in `saved` stands for the output of that number.
    """
    tensors = [wrap(z) for z in results]
    if (disabled and here.off) or not any(p is not None for p in parents):
        return tensors, None
    n = cls()
    n.parents = parents
    n.fit = fit
    n.hooks = None
    n.saved = tuple(
        save_output(tensors[s], s) if s.__class__ is int else s for s in saved
    )
    n.id = tick()
    for index, t in enumerate(tensors):
        if t._array.dtype.kind in "fc":
            t._node = new_output(n, index)
    if disabled:
        noted(n)
    return tensors, n


# ------------------------------------------------------------------ views


def record_view(cls: type[Node], step: Step, input: Any) -> Any:
    """A result that shares memory with `input`.

    Args:
        cls: the op's node class.
        step: cuts the view; it is applied to arrays, and to tensors in a double
            backward, so it may use what both have. It must view, never copy: index with
            an Ellipsis (`x[0, ...]`), since `x[0]` of a vector is a number.
        input: the tensor.
    """
    x = input._array
    if x.__class__ is not ndarray:
        x = memory(input)
    t = new(result_class)
    t._array = step(x)
    t._grad = None
    share = input._share
    if share is None:
        share = input._share = Share()
    t._share = share
    seen = input._view
    off = here.off if disabled else 0
    t._view = (
        View(input, (step,), off == NO_GRAD)
        if seen is None
        else View(seen.base, (*seen.path, step), off == NO_GRAD or seen.no_grad)
    )
    share.add_view(t)
    parent = input._node
    if parent is None or off:
        t._node = None
        return t
    t._node = n = cls()
    n.parents = (parent,)
    n.saved = ()
    n.fit = n.hooks = None
    n.id = tick()
    if disabled:
        noted(n)
    return t


def record_views(
    cls: type[Node], steps: Sequence[Step], input: Any
) -> tuple[list[Any], Node | None]:
    """Several views of one tensor as the outputs of one node (split, unbind).

    Writing to one of them in place is refused where it would be recorded.
    """
    n = None
    parent = input._node
    if parent is not None and not (disabled and here.off):
        n = cls()
        n.parents = (parent,)
        n.saved = ()
        n.fit = n.hooks = None
        n.id = tick()
        if disabled:
            noted(n)
    before, input._node = parent, None
    try:
        views = [record_view(cls, step, input) for step in steps]
    finally:
        input._node = before
    for index, view in enumerate(views):
        view._view.many = cls.__name__
        view._view.index = index
        if n is not None:
            view._node = new_output(n, index)
    return views, n


def alias(tensor: Any) -> Any:
    """Another tensor over the same memory and version counter, without history."""
    t = new(result_class)
    t._array = memory(tensor)
    t._share = share_of(tensor)
    t._node = t._view = t._grad = None
    return t


# ------------------------------------------------------------------ one operand


class UnaryOp(Protocol):
    """The type of what `unary` returns."""

    __name__: str

    def __call__(self, input: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Applies the op."""
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
        t = new(result_class)
        t._array = compute(x)
        t._share = None
        t._view = None
        t._grad = None
        parent = input._node
        if parent is None or (disabled and here.off):
            t._node = None
            if inference_seen and here.off == INFERENCE:
                _mark_inference(t)
        else:
            t._node = n = cls()
            n.parents = (parent,)
            n.fit = n.hooks = None
            if keep_y:
                n.saved = (input, save_output(t)) if keep_x else (save_output(t),)
            else:
                n.saved = (input,) if keep_x else ()
            n.id = tick()
            if disabled:
                noted(n)
        return t if out is None else write_out(out, t, label)

    return _named(op, label, doc or cls.__doc__, cls.__module__)


def _named(op: Any, name: str, doc: str | None, module: str) -> Any:
    op.__name__ = op.__qualname__ = name
    op.__doc__ = doc
    op.__module__ = module
    return op


def write_out(out: Any, result: Any, name: str | None = None) -> Any:
    """`out=`: the result in the tensor the caller has provided.

    Args:
        out: the tensor to write into; resized if its shape is another.
        result: the op's result.
        name: the op's name for the error; the calling function's if left out.
    """
    if (out._node is not None or result._node is not None) and not here.off:
        raise RuntimeError(
            f"{name or sys._getframe(1).f_code.co_name}(): functions with out=... "
            "arguments don't support automatic differentiation, but one of the "
            "arguments requires grad."
        )
    z = result._array
    a = memory(out)
    if not _dtype.can_cast_kind(z.dtype, a.dtype):
        raise RuntimeError(
            f"result type {_dtype.word(z.dtype)} can't be cast to the desired output "
            f"type {_dtype.word(a.dtype)}"
        )
    if a.shape != z.shape:
        if a.size:
            warnings.warn(
                "An output with one or more elements was resized since it had shape "
                f"{list(a.shape)}, which does not match the required output shape "
                f"{list(z.shape)}. This behavior is deprecated, and in a future "
                "PyTorch release outputs will not be resized unless they have zero "
                "elements. You can explicitly reuse an out tensor t by resizing it, "
                "inplace, to zero elements with t.resize_(0).",
                stacklevel=3,
            )
        out._array = np.array(z, a.dtype)
    else:
        np.copyto(a, z, casting="unsafe")
    bump(out)
    return out


# ------------------------------------------------------------------ two operands


class Binary(Node):
    """An op on two operands that broadcast.

    `saves` says which operands the gradients read: `"y", "x"` for x·y means that ∂x
    reads y and ∂y reads x. `backward(self, xp, grad, x, y)` gets both if anything is
    saved at all, None for the one that nobody wanted.
    """

    __slots__ = ()
    saves: tuple[str, str] = "", ""


class BinaryOp(Protocol):
    """The type of what `binary` returns."""

    __name__: str
    dunder: Callable[..., Any]

    def __call__(
        self, input: Tensor, other: Tensor | float, *, out: Tensor | None = None
    ) -> Tensor:
        """Applies the op."""
        ...


def binary(  # noqa: C901 - the one loop, read with its guide lines
    cls: type[Binary],
    compute: Callable[[Any, Any], Any],
    floats_only: bool = False,
    name: str | None = None,
    doc: str | None = None,
) -> BinaryOp:
    """The function of an op on two operands, from its node class and value on arrays.

    Args:
        cls: the node class, with `saves`.
        compute: the value. Use `operator.mul`, not `np.multiply`: on two NumPy scalars
            it is twelve times faster.
        floats_only: two integers are computed in the default dtype (true division).
        name: the function's name if it is not the class's in lower case.
        doc: the docstring if it is not the class's.

    Returns:
        The function. Its attribute `dunder` is the one for `Tensor.__mul__`: it answers
        `NotImplemented` to an operand it does not know instead of raising.
    """
    reads_x, reads_y = cls.saves
    xa, ya, xb, yb = "x" in reads_x, "y" in reads_x, "x" in reads_y, "y" in reads_y
    keep = xa or ya or xb or yb
    label = name or cls.__name__.removesuffix("Backward0").lower()

    def finish(input: Any, other: Any, z: Any, a: Any, b: Any, fit: Fit) -> Any:
        t = new(result_class)
        t._array = z
        t._share = None
        t._view = None
        t._grad = None
        if (a is None and b is None) or (disabled and here.off):
            return _no_history(t)
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
        if disabled:
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
        operands = promoted(input, other, label, floats_only, in_dunder)
        if operands is NotImplemented:
            return NotImplemented
        x, y = operands
        try:
            z = compute(x, y)
        except ValueError:
            raise sizes_must_match(x.shape, y.shape) from None
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
            t = new(result_class)
            t._array = z
            t._share = None
            t._view = None
            t._grad = None
            a = input._node
            b = other._node
            if (a is None and b is None) or (disabled and here.off):
                t._node = None
                if inference_seen and here.off == INFERENCE:
                    _mark_inference(t)
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
                if disabled:
                    noted(n)
            return t if out is None else write_out(out, t, label)

        return _named(op, label, doc or cls.__doc__, cls.__module__)

    function = make(False)
    function.dunder = make(True)
    return function


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
    if y is other and not isinstance(y, bool | int | float | complex | np.generic):
        if in_dunder:
            return NotImplemented
        raise wrong_argument(name, "other", 2, "Tensor", other)
    if y is other and isinstance(y, np.generic):
        y = y.item()
    wanted = result_dtype(x, y)
    if floats_only and wanted.kind not in "fc":
        wanted = _dtype.default
    return cast(x, wanted), cast(y, wanted)


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


# ------------------------------------------------------------------ in place


def inplace(
    op: Callable[..., Any], ufunc: Any = None, name: str | None = None
) -> Callable[..., Any]:
    """The in-place version of an op: `mul_ = inplace(mul, np.multiply)`.

    It runs `op` on a stand-in for self, writes the result into self's memory and gives
    self the result's node. Where nothing is recorded and the operand fits, `ufunc`
    writes straight into the memory.
    """
    label = name or f"{getattr(op, '__name__', 'op')}_"

    def op_(self: Any, *args: Any, **kwargs: Any) -> Any:
        if ufunc is not None and len(args) == 1 and not kwargs:
            other = args[0]
            x = self._array
            if (
                x.__class__ is ndarray
                and (self._node is None or (disabled and here.off))
                and x.dtype.kind == "f"
                and 0 not in x.strides
                and not inference_seen
                and (self._view is None or self._view.base._node is None)
            ):
                kind = other.__class__
                if kind is float or kind is int:
                    ufunc(x, other, x)
                    bump(self)
                    if self._share.views:
                        recut(self)
                    return self
                y = getattr(other, "_array", None)
                if (
                    y is not None
                    and (other._node is None or (disabled and here.off))
                    and y.dtype is x.dtype
                    and (y.shape == x.shape or not y.shape)
                ):
                    ufunc(x, y, x)
                    bump(self)
                    if self._share.views:
                        recut(self)
                    return self
        return written_by(self, op, args, kwargs)

    return _named(op_, label, f"`{label[:-1]}` in place.", op.__module__)


def written_by(self: Any, op: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Runs `op` on a stand-in for self and writes its result into self's memory."""
    check_writable(self)
    a = memory(self)
    stand_in = new(result_class)
    stand_in._array = a
    stand_in._share = share_of(self)
    stand_in._node = self._node
    stand_in._view = None
    stand_in._grad = None
    result = op(stand_in, *args, **kwargs)
    if result is NotImplemented:
        return NotImplemented
    z = result._array
    if z.shape != a.shape:
        raise RuntimeError(
            f"output with shape {list(a.shape)} doesn't match the broadcast shape "
            f"{list(z.shape)}"
        )
    if z.dtype is not a.dtype and not _dtype.can_cast_kind(z.dtype, a.dtype):
        raise RuntimeError(
            f"result type {_dtype.word(z.dtype)} can't be cast to the desired output "
            f"type {_dtype.word(a.dtype)}"
        )
    node = result._node
    twin = None
    if node is not None:
        for s in node.saved:
            if s is stand_in:
                # backward reads the old value, which is about to be overwritten.
                stand_in._array = a.copy()
                stand_in._share = None
            elif s.__class__ is Twin:
                twin = s
    np.copyto(a, z, casting="unsafe")
    bump(self)
    if twin is not None:
        # backward reads the new value. Only such a node moves behind the write: every
        # other keeps its time before it, so `y.mul_(y)`, whose second operand was
        # overwritten, is refused in backward.
        assert node is not None
        twin._array = a
        twin._share = self._share
        node.id = tick()
    rebase(self, node)
    return self


class Cast(Node, name="ToCopyBackward0"):
    """y = x in another dtype,   ∂x = ∂y in x's dtype"""

    __slots__ = ("dtype",)
    dtype: NumpyDtype

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return xp.cast(grad, self.dtype)


def check_writable(self: Any) -> None:
    """Refuses an in-place write before anything is computed.

    Raises:
        RuntimeError: a leaf or a view of one, a view that must not be written, an
            inference tensor, memory that several elements share.
    """
    array = self._array
    if array.__class__ is ndarray and 0 in array.strides and array.size:
        for size, stride in zip(array.shape, array.strides, strict=True):
            if stride == 0 and size > 1:
                raise RuntimeError(
                    "unsupported operation: more than one element of the written-to "
                    "tensor refers to a single memory location. Please clone() the "
                    "tensor before performing the operation."
                )
    if inference_seen and self._share is not None and self._share.inference:
        if here.off != INFERENCE:
            raise RuntimeError(
                "Inplace update to inference tensor outside InferenceMode is not "
                "allowed.You can make a clone to get a normal tensor before doing "
                "inplace update.See https://github.com/pytorch/rfcs/pull/17 for more "
                "details."
            )
        return
    if disabled and here.off:
        return
    view = self._view
    if view is None:
        if self._node.__class__ is AccumulateGrad:
            raise RuntimeError(
                "a leaf Variable that requires grad is being used in an in-place "
                "operation."
            )
        return
    base = view.base._node
    if base is None and self._node is None:
        return
    if view.many is not None:
        raise RuntimeError(
            f"Output {view.index} of {view.many.removesuffix('Backward0')} is a view "
            "and is being modified inplace. This view is the output of a function that returns multiple "
            "views. Such functions do not allow the output views to be modified "
            "inplace. You should replace the inplace operation by an out-of-place one."
        )
    if view.no_grad:
        raise RuntimeError(
            "A view was created in no_grad mode and is being modified inplace with "
            "grad mode enabled. Given that this use case is ambiguous and error-prone, "
            "it is forbidden. You can clarify your code by moving both the view and "
            "the inplace either both inside the no_grad block (if you don't want the "
            "inplace to be tracked) or both outside (if you want the inplace to be "
            "tracked)."
        )
    if base.__class__ is AccumulateGrad:
        raise RuntimeError(
            "a view of a leaf Variable that requires grad is being used in an "
            "in-place operation."
        )
    if self._node.__class__ is AccumulateGrad:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )


class CopySlices(Node, name="CopySlices"):
    """The base after one of its views was written.

    ∂base = ∂y with the written region zeroed,   ∂piece = the region of ∂y
    """

    __slots__ = ("layout", "region")
    region: Region
    layout: Layout

    def name(self) -> str:
        """PyTorch's name; unlike the others it is qualified."""
        return "torch::autograd::CopySlices"

    def backward(self, xp: Any, grad: Any) -> Gradients:
        base, piece = self.parents
        return (
            xp.zero_region(grad, self.region, self.layout)
            if base is not None
            else None,
            self.region.cut(xp.laid_out(grad, self.layout))
            if piece is not None
            else None,
        )


class AsStrided(Node):
    """A view of a base that was written after the view was made: cut anew.

    ∂base = zeros with ∂y in the region
    """

    __slots__ = ("layout", "region")
    region: Region
    layout: Layout

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return xp.put_region(grad, self.region, self.layout)


class Layout:
    """The form of a base, so that a gradient of its form can be cut as it was.

    A view of a transposed base made by `.view()` exists only in that memory order.
    """

    __slots__ = ("dtype", "order", "shape")

    def __init__(self, base: Array) -> None:
        self.shape = base.shape
        self.dtype = base.dtype
        strides = base.strides
        order = sorted(range(base.ndim), key=lambda d: -abs(strides[d]))
        self.order = None if base.flags.c_contiguous else order

    def zeros(self) -> Array:
        """A fresh array of that form."""
        if self.order is None:
            return np.zeros(self.shape, self.dtype)
        inverse = sorted(range(len(self.order)), key=self.order.__getitem__)
        shape = [self.shape[d] for d in self.order]
        return np.zeros(shape, self.dtype).transpose(inverse)


def rebase(self: Any, node: Node | None) -> None:
    """Gives a tensor that was just written in place its new history."""
    share = self._share
    if disabled and here.off:
        # No history changes under no_grad: a leaf that is written stays a leaf.
        if share.views:
            recut(self)
        return
    view = self._view
    if view is None:
        old = self._node
        if node is not old:
            self._node = node
            if node is not None:
                move_retain(self, old, node)
        base = self
    else:
        base = view.base
        old = base._node
        if node is None and old is None:
            return
        copied = CopySlices()
        copied.parents = (old, node)
        copied.saved = ()
        copied.fit = copied.hooks = None
        copied.region = Region(view.path)
        copied.layout = Layout(base._array)
        copied.id = tick()
        base._node = copied
        move_retain(base, old, copied)
    if share.views:
        _recut_views(base, share)


def recut(self: Any) -> None:
    """After a write that was not recorded: tracked views of self are cut anew."""
    base = self if self._view is None else self._view.base
    if base._node is not None and base._node.__class__ is not AccumulateGrad:
        _recut_views(base, self._share)


def _recut_views(base: Any, share: Share) -> None:
    parent = base._node
    layout = None
    for ref in share.views:
        view = ref()
        if view is None or view._view is None or view._view.base is not base:
            continue
        if parent is None:
            continue
        layout = layout or Layout(base._array)
        cut = AsStrided()
        cut.parents = (parent,)
        cut.saved = ()
        cut.fit = cut.hooks = None
        cut.region = Region(view._view.path)
        cut.layout = layout
        cut.id = tick()
        old = view._node
        view._node = cut
        move_retain(view, old, cut)
