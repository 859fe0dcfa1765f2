"""`Variable`: what a tensor with a gradient was called before 2018.

Old programs wrap every tensor in it. Today a tensor is its own variable; the call gives
another tensor over the same memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .recording import alias

if TYPE_CHECKING:
    from .._tensor import Tensor


class _VariableMeta(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return hasattr(instance, "_array")


class Variable(metaclass=_VariableMeta):
    """`Variable(tensor)` is a tensor over the same memory; every tensor is an instance.

    Args:
        data: a tensor.
        requires_grad: whether ops on it are recorded.
        volatile: accepted; `torch.no_grad()` has taken its place.
    """

    def __new__(
        cls, data: Tensor, requires_grad: bool = False, volatile: Any = None
    ) -> Any:
        """Makes a tensor, not a `Variable`."""
        if volatile:
            import warnings

            warnings.warn(
                "volatile was removed (Variable.volatile is always False)",
                UserWarning,
                stacklevel=2,
            )
        return alias(data).requires_grad_(requires_grad)
