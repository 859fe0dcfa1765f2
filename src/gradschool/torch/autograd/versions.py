"""Who shares memory with whom, and when it was last written in place.

A backward formula that reads a saved tensor must find the numbers that forward saw.
PyTorch gives every memory a version counter and saves its value with each tensor. Here
an op saves nothing extra, because a node's `id` *is* the time at which it saved:

    node.id = 7        y = x.exp() saves its output
    share.last = 9     y.add_(1) writes into the same memory
    9 > 7              ->  backward refuses

and a backward pass looks only at nodes older than `last_write`, the last one anywhere.
In a training loop the optimizer writes before the next forward, so it never looks.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .node import tick

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Step

last_write = 0
"""The tick of the last in-place write anywhere. Read it as `versions.last_write`."""

_REMEMBERED = 512


class Share:
    """What the tensors over one memory have in common.

    The defaults are class attributes: a fresh one is a bare allocation.

    Attributes:
        version: how often the memory was written in place.
        last: the tick of the last write.
        written: the ticks of the last writes, to rebuild "expected version".
        views: weak references to the views of these tensors.
        sweep_at: the length of `views` at which dead references are dropped.
        inference: made in inference mode, so autograd must not save it.
    """

    version: int = 0
    last: int = 0
    written: Sequence[int] = ()
    views: Sequence[weakref.ref[Tensor]] = ()
    sweep_at: int = 8
    inference: bool = False

    def version_at(self, time: int) -> int:
        """The version that a node with this id saw."""
        return self.version - sum(t > time for t in self.written)

    def add_view(self, view: Tensor) -> None:
        """Remembers a view, weakly."""
        views = self.views
        if not views:
            self.views = [weakref.ref(view)]
            return
        assert isinstance(views, list)
        if len(views) >= self.sweep_at:
            # `data[i]` in an endless loop: keep the list at twice the living at most.
            views[:] = [ref for ref in views if ref() is not None]
            self.sweep_at = max(8, 2 * len(views))
        views.append(weakref.ref(view))


class Region:
    """Where in its base a view lies: how it is cut, without the base itself.

    This is what nodes keep. A node that kept the `View` would hold the base, which
    holds the node.
    """

    __slots__ = ("path",)

    def __init__(self, path: tuple[Step, ...]) -> None:
        self.path = path

    def cut(self, x: Any) -> Any:
        """This region of `x`, an array or a tensor of the base's form."""
        for step in self.path:
            x = step(x)
        return x


class View:
    """How a tensor is cut from its base.

    Attributes:
        base: the tensor at the root; never itself a view.
        path: the cuts from the base's array to this one's, in order.
        no_grad: it was made while nothing was recorded; writing to it may be refused.
        many: the name of the op if that has several outputs (`Unbind`), else None.
        index: the number of this output of `many`.
    """

    __slots__ = ("base", "index", "many", "no_grad", "path")

    def __init__(self, base: Tensor, path: tuple[Step, ...], no_grad: bool) -> None:
        self.base = base
        self.path = path
        self.no_grad = no_grad
        self.many: str | None = None
        self.index = 0


def share_of(tensor: Any) -> Share:
    """The tensor's `Share`, made on first use."""
    found = tensor._share
    if found is None:
        found = tensor._share = Share()
    return found


def memory(tensor: Any) -> Array:
    """The tensor's array, writable: a NumPy scalar becomes a 0-d array for good.

    Results without dimensions stay NumPy scalars (six times faster to compute with)
    until somebody views or writes them.
    """
    array = tensor._array
    if array.__class__ is not np.ndarray:
        array = tensor._array = np.array(array)
    return array


def bump(tensor: Any) -> None:
    """Notes that the tensor's memory was written in place."""
    global last_write
    share = tensor._share
    if share is None:
        share = tensor._share = Share()
    share.version += 1
    share.last = last_write = time = tick()
    written = share.written
    if written.__class__ is list:
        written.append(time)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType] - a list
        if len(written) > 2 * _REMEMBERED:
            share.written = list(written[-_REMEMBERED:])
    else:
        share.written = [time]
