"""Padding as modules."""

from typing import Any

from ..._tensor import Tensor
from .. import functional as F
from .module import Module


class _Pad(Module):
    _mode = "constant"
    _dims = 1

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = (
            (padding,) * (2 * self._dims)
            if isinstance(padding, int)
            else tuple(padding)
        )

    def forward(self, input: Tensor) -> Tensor:
        """The padded input."""
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self) -> str:
        """The padding of each side."""
        return f"{self.padding}"


class _ConstantPad(_Pad):
    def __init__(self, padding: Any, value: float) -> None:
        super().__init__(padding)
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        """The padded input."""
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        """The padding of each side and the value."""
        return f"padding={self.padding}, value={self.value}"


class _ZeroPad(_ConstantPad):
    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """The padding of each side."""
        return f"{self.padding}"


class ConstantPad1d(_ConstantPad):
    """Puts a constant around the last dimension.

    Args:
        padding: for every side, or (left, right).
        value: the constant.
    """

    _dims = 1


class ConstantPad2d(_ConstantPad):
    """Puts a constant around the last two dimensions.

    Args:
        padding: for every side, or (left, right, top, bottom).
        value: the constant.
    """

    _dims = 2


class ConstantPad3d(_ConstantPad):
    """Puts a constant around the last three dimensions.

    Args:
        padding: for every side, or (left, right, top, bottom, front, back).
        value: the constant.
    """

    _dims = 3


class ZeroPad1d(_ZeroPad):
    """Puts zeros around the last dimension.

    Args:
        padding: for every side, or (left, right).
    """

    _dims = 1


class ZeroPad2d(_ZeroPad):
    """Puts zeros around the last two dimensions.

    Args:
        padding: for every side, or (left, right, top, bottom).
    """

    _dims = 2


class ZeroPad3d(_ZeroPad):
    """Puts zeros around the last three dimensions.

    Args:
        padding: for every side, or (left, right, top, bottom, front, back).
    """

    _dims = 3


class ReflectionPad1d(_Pad):
    """Mirrors the input around the last dimension.

    Args:
        padding: for every side, or (left, right).
    """

    _mode = "reflect"
    _dims = 1


class ReflectionPad2d(_Pad):
    """Mirrors the input around the last two dimensions.

    Args:
        padding: for every side, or (left, right, top, bottom).
    """

    _mode = "reflect"
    _dims = 2


class ReflectionPad3d(_Pad):
    """Mirrors the input around the last three dimensions.

    Args:
        padding: for every side, or (left, right, top, bottom, front, back).
    """

    _mode = "reflect"
    _dims = 3


class ReplicationPad1d(_Pad):
    """Repeats the border around the last dimension.

    Args:
        padding: for every side, or (left, right).
    """

    _mode = "replicate"
    _dims = 1


class ReplicationPad2d(_Pad):
    """Repeats the border around the last two dimensions.

    Args:
        padding: for every side, or (left, right, top, bottom).
    """

    _mode = "replicate"
    _dims = 2


class ReplicationPad3d(_Pad):
    """Repeats the border around the last three dimensions.

    Args:
        padding: for every side, or (left, right, top, bottom, front, back).
    """

    _mode = "replicate"
    _dims = 3


class CircularPad1d(_Pad):
    """Repeats the other end around the last dimension.

    Args:
        padding: for every side, or (left, right).
    """

    _mode = "circular"
    _dims = 1


class CircularPad2d(_Pad):
    """Repeats the other end around the last two dimensions.

    Args:
        padding: for every side, or (left, right, top, bottom).
    """

    _mode = "circular"
    _dims = 2


class CircularPad3d(_Pad):
    """Repeats the other end around the last three dimensions.

    Args:
        padding: for every side, or (left, right, top, bottom, front, back).
    """

    _mode = "circular"
    _dims = 3
