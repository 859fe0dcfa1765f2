"""From a function on arrays to an op that leaves a trace.

An op's page ends in one of these; they make the result, and a node if a gradient is
wanted:

    record1(Sum, z, input._node)        result z of an op on one tensor
    record(Cat, z, nodes)               ... on several
    record_view(Transpose, step, input) a result that shares memory with its input
    wrap(z)                             a result that never has a gradient

    binary(Mul, operator.mul)           elementwise.py: the whole function of an op on
    unary(Exp, np.exp)                  two operands, on one
    inplace(mul, np.multiply)           writing.py: `mul_` from `mul`

State lives in this module and is read as `recording.disabled`; a `from` import would
copy the number.
"""

from __future__ import annotations

import threading
import traceback
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._typing import Array, Fit, Parents, Step
from .node import (
    NOTHING,
    OUTPUT,
    Const,
    Node,
    Output,
    Twin,
    hooks_of,
    tick,
)
from .versions import Share, View, memory, share_of

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
    """What holds in this thread.

    Class attributes are the defaults: ten times cheaper than `getattr` with one.
    """

    off: int = RECORD
    saved_hooks: Sequence[tuple[Callable[..., Any], Callable[..., Any]]] = ()


here = _Here()

disabled: int = 0
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
        mark_inference(t)
    return t


def mark_inference(t: Tensor) -> None:
    """Makes the tensor one of inference mode, which no node may save."""
    t._share = share = Share()
    share.inference = True


def no_history(t: Any) -> Any:
    """Finishes a result that is not recorded."""
    t._node = None
    if inference_seen and here.off == INFERENCE:
        mark_inference(t)
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
            mark_inference(t)
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
        return no_history(t)
    for p in parents:
        if p is not None:
            break
    else:
        return no_history(t)
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
