"""Copies of whole tensors, with history and attributes: `copy` and `pickle`."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ._errors import explained
from .autograd import recording
from .autograd.node import AccumulateGrad, new_leaf
from .autograd.recording import wrap
from .autograd.versions import memory, share_of

if TYPE_CHECKING:
    from ._tensor import Tensor

# ------------------------------------------------------------------ copy


def shallow_copy(self: Tensor) -> Tensor:
    """`copy.copy`: another tensor over the same memory."""
    twin = recording.new(type(self))
    twin._array = memory(self)
    twin._share = share_of(self)
    twin._view = None
    twin._grad = self._grad
    twin._node = None
    if self._node.__class__ is AccumulateGrad:
        twin._node = new_leaf(twin)
    elif self._node is not None:
        twin._node = self._node
    twin.__dict__.update(self.__dict__)
    return twin


def deep_copy(self: Tensor, memo: dict[int, Any]) -> Tensor:
    """`copy.deepcopy`: own memory, own `.grad`; only for leaves.

    Raises:
        RuntimeError: the tensor was computed, and its history cannot be copied.
    """
    if id(self) in memo:
        return memo[id(self)]
    if self._node is not None and self._node.__class__ is not AccumulateGrad:
        raise explained(
            RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support "
                "the deepcopy protocol at the moment.  If you were attempting to "
                "deepcopy a module, this may be because of a "
                "torch.nn.utils.weight_norm usage, see "
                "https://github.com/pytorch/pytorch/pull/103001"
            ),
            "Use x.detach().clone() for a copy without history, or x.clone() for one "
            "that gradients flow through.",
        )
    twin = recording.new(type(self))
    twin._array = np.array(self._array, order="K")
    twin._share = twin._view = twin._grad = twin._node = None
    memo[id(self)] = twin
    if self._node is not None:
        twin._node = new_leaf(twin)
    if self._grad is not None:
        twin._grad = copy.deepcopy(self._grad, memo)
    twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
    return twin


# ------------------------------------------------------------------ pickle


def reduce_ex(self: Tensor, protocol: Any) -> tuple[Any, ...]:
    """How `pickle` puts a tensor away.

    Raises:
        RuntimeError: it was computed and its history cannot be put away.
    """
    if self._node is not None and self._node.__class__ is not AccumulateGrad:
        import warnings

        warnings.warn(
            "pickling a tensor that requires grad and is not a leaf drops its history",
            UserWarning,
            stacklevel=2,
        )
    kind = type(self).__name__
    if kind not in ("Tensor", "Parameter"):
        return _rebuild_subclass, (
            type(self), memory(self), self._node is not None, dict(self.__dict__),
        )  # fmt: skip
    state = dict(self.__dict__)
    return rebuild, (kind, memory(self), self._node is not None, state)


def rebuild(kind: str, array: Any, requires_grad: bool, state: Any) -> Any:
    """Makes a tensor from what `reduce_ex` has put away."""
    if kind == "Parameter":
        from .nn.parameter import Parameter

        tensor: Any = Parameter(wrap(array), requires_grad)
    else:
        tensor = wrap(array)
        if requires_grad:
            tensor._node = new_leaf(tensor)
    if state:
        tensor.__dict__.update(state)
    return tensor


def _rebuild_subclass(cls: Any, array: Any, requires_grad: bool, state: Any) -> Any:
    tensor = recording.new(cls)
    tensor._array = array
    tensor._share = tensor._view = tensor._grad = tensor._node = None
    if requires_grad:
        tensor._node = new_leaf(tensor)
    tensor.__dict__.update(state)
    return tensor


def set_state(self: Tensor, state: Any) -> None:
    """Restores attributes; the numbers come through `rebuild`."""
    if isinstance(state, dict):
        self.__dict__.update(cast("dict[str, Any]", state))
