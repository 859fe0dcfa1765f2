"""Hooks: functions of the user's that see, and may replace, gradients on their way.

On one node they run in this order: the tensor hooks of its output, `retain_grad`,
the node's pre-hooks, the node itself, its post-hooks. A leaf runs its tensor hooks once
the whole gradient of a backward pass is there, then fills `.grad`, then calls
`register_post_accumulate_grad_hook`'s functions.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .node import AccumulateGrad, Node, hooks_of

if TYPE_CHECKING:
    from .._tensor import Tensor

order_visible = False
"""Whether a hook or a `Function` was ever made. Only they can tell *when* a leaf is
filled; until one exists, the backward pass fills all leaves at its end."""

_serial = itertools.count().__next__


class Hooks:
    """The hooks of one node. Dictionaries keep the order of registration.

    Attributes:
        tensor: on the gradient of the output.
        retain: the tensors that asked for `retain_grad`.
        pre: before the node runs.
        post: after the node ran.
        after: of a leaf, after `.grad` was filled.
        where: where the op was called, recorded in anomaly mode.
        metadata: the user's notes.
    """

    __slots__ = ("after", "metadata", "post", "pre", "retain", "tensor", "where")

    def __init__(self) -> None:
        self.tensor: dict[int, Callable[..., Any]] = {}
        self.retain: list[weakref.ref[Tensor]] = []
        self.pre: dict[int, Callable[..., Any]] = {}
        self.post: dict[int, Callable[..., Any]] = {}
        self.after: dict[int, Callable[..., Any]] = {}
        self.where: str | None = None
        self.metadata: dict[Any, Any] = {}


class RemovableHandle:
    """What registering a hook returns; `remove()` takes the hook away again."""

    def __init__(self, hooks: dict[int, Callable[..., Any]]) -> None:
        self._hooks = hooks
        self.id = _serial()

    def remove(self) -> None:
        """Takes the hook away; a second call does nothing."""
        self._hooks.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.remove()


def _register(
    hooks: dict[int, Callable[..., Any]], fn: Callable[..., Any]
) -> RemovableHandle:
    global order_visible
    order_visible = True
    handle = RemovableHandle(hooks)
    hooks[handle.id] = fn
    return handle


def add_pre_hook(node: Node, fn: Callable[..., Any]) -> RemovableHandle:
    """`Node.register_prehook`."""
    return _register(hooks_of(node).pre, fn)


def add_post_hook(node: Node, fn: Callable[..., Any]) -> RemovableHandle:
    """`Node.register_hook`."""
    return _register(hooks_of(node).post, fn)


def register_hook(self: Tensor, hook: Callable[..., Any]) -> RemovableHandle:
    """Calls `hook(grad)` whenever this tensor's gradient has been computed.

    Args:
        self: the tensor.
        hook: may return a tensor, which then takes the gradient's place.

    Returns:
        A handle; its `remove()` takes the hook away.

    Raises:
        RuntimeError: the tensor does not require a gradient.
    """
    node = self._node
    if node is None:
        raise RuntimeError(
            "cannot register a hook on a tensor that doesn't require gradient"
        )
    return _register(hooks_of(node).tensor, hook)


def register_post_accumulate_grad_hook(
    self: Tensor, hook: Callable[..., Any]
) -> RemovableHandle:
    """Calls `hook(tensor)` after this leaf's `.grad` was filled.

    Raises:
        RuntimeError: the tensor is no leaf, or requires no gradient.
    """
    node = self._node
    if node is None:
        raise RuntimeError(
            "cannot register a hook on a tensor that doesn't require gradient"
        )
    if node.__class__ is not AccumulateGrad:
        raise RuntimeError(
            "post accumulate grad hooks cannot be registered on non-leaf tensors"
        )
    return _register(hooks_of(node).after, hook)


def retain_grad(self: Tensor) -> None:
    """Makes backward fill `.grad` of this tensor although it is not a leaf.

    Raises:
        RuntimeError: the tensor does not require a gradient.
    """
    node = self._node
    if node is None:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if node.__class__ is AccumulateGrad:
        return
    if not retains_grad(self):
        hooks_of(node).retain.append(weakref.ref(self))


def retains_grad(self: Tensor) -> bool:
    """Whether `retain_grad()` was called on this non-leaf tensor."""
    node = self._node
    if node is None or node.hooks is None:
        return False
    return any(ref() is self for ref in node.hooks.retain)


def move_retain(tensor: Tensor, old: Node | None, new: Node) -> None:
    """An in-place op gave the tensor a new node: `.grad` is the new value's gradient.

    Its tensor hooks stay behind: they were asked to see the old value's.
    """
    if old is None or old.hooks is None or not old.hooks.retain:
        return
    kept = [ref for ref in old.hooks.retain if ref() is not tensor]
    if len(kept) < len(old.hooks.retain):
        old.hooks.retain = kept
        hooks_of(new).retain.append(weakref.ref(tensor))
