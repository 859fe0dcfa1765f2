"""Writing: into a tensor's own memory, and into one that the caller provides.

    inplace(mul, np.multiply)      `mul_` from `mul`
    write_out(out, result)         `out=`

Writing in place changes history as well as numbers (`rebase`):

    x.mul_(2)           x's node becomes the node of the product
    x[0].mul_(2)        x gets a `CopySlices`, whose parents are x's old node and the
                        product; other views of x are cut anew (`AsStrided`)

What backward has saved and finds overwritten is noticed by its time, see `versions.py`.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _dtype
from .._typing import Array, Gradients
from . import recording
from .hooks import move_retain
from .node import AccumulateGrad, Node, Twin, tick
from .recording import INFERENCE, here, ndarray, new
from .versions import Region, Share, bump, memory, share_of

# ------------------------------------------------------------------ out=


def write_out(out: Any, result: Any, name: str | None = None) -> Any:
    """The result in the tensor that the caller has provided as `out=`.

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


# ------------------------------------------------------------------ in place


def inplace(
    op: Callable[..., Any], ufunc: Any = None, name: str | None = None
) -> Callable[..., Any]:
    """Makes the in-place version of an op, `mul_` from `mul` and `np.multiply`.

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
                and (self._node is None or (recording.disabled and here.off))
                and x.dtype.kind == "f"
                and 0 not in x.strides
                and not recording.inference_seen
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
                    and (other._node is None or (recording.disabled and here.off))
                    and y.dtype is x.dtype
                    and (y.shape == x.shape or not y.shape)
                ):
                    ufunc(x, y, x)
                    bump(self)
                    if self._share.views:
                        recut(self)
                    return self
        return written_by(self, op, args, kwargs)

    return named(op_, label, f"`{label[:-1]}` in place.", op.__module__)


def named(op: Any, name: str, doc: str | None, module: str) -> Any:
    """The function that a factory has made, under the name and page of its op."""
    op.__name__ = op.__qualname__ = name
    op.__doc__ = doc
    op.__module__ = module
    return op


def written_by(self: Any, op: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Runs `op` on a stand-in for self and writes its result into self's memory."""
    check_writable(self)
    a = memory(self)
    stand_in = new(recording.result_class)
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
    if recording.inference_seen and self._share is not None and self._share.inference:
        if here.off != INFERENCE:
            raise RuntimeError(
                "Inplace update to inference tensor outside InferenceMode is not "
                "allowed.You can make a clone to get a normal tensor before doing "
                "inplace update.See https://github.com/pytorch/rfcs/pull/17 for more "
                "details."
            )
        return
    if recording.disabled and here.off:
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
            "and is being modified inplace. This view is the output of a function that "
            "returns multiple views. Such functions do not allow the output views to "
            "be modified inplace. You should replace the inplace operation by an "
            "out-of-place one."
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


# ------------------------------------------------------------------ new history


def rebase(self: Any, node: Node | None) -> None:
    """Gives a tensor that was just written in place its new history."""
    share = self._share
    if recording.disabled and here.off:
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
