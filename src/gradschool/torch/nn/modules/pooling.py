"""Pooling as modules. The formulas are in `ops/pooling.py`."""

from typing import Any

from ..._tensor import Tensor
from .. import functional as F
from .module import Module


class _MaxPool(Module):
    _function: Any

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def forward(self, input: Tensor) -> Any:
        """The largest of each window."""
        return type(self)._function(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            self.ceil_mode,
            self.return_indices,
        )

    def extra_repr(self) -> str:
        """The sizes."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, "
            f"padding={self.padding}, dilation={self.dilation}, "
            f"ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    """The largest element of each window of (N, C, L); see `MaxPool2d`."""

    _function = staticmethod(F.max_pool1d)


class MaxPool2d(_MaxPool):
    """The largest pixel of each window of (N, C, H, W).

    Args:
        kernel_size: the size of a window.
        stride: how far apart windows start; by default their size.
        padding: how many places of −∞ stand at each end.
        dilation: how far apart the elements of a window are.
        return_indices: whether the places of the largest are returned too.
        ceil_mode: whether a last window may reach beyond the end.
    """

    _function = staticmethod(F.max_pool2d)


class MaxPool3d(_MaxPool):
    """The largest voxel of each window of (N, C, D, H, W); see `MaxPool2d`."""

    _function = staticmethod(F.max_pool3d)


class AvgPool1d(Module):
    """The mean of each window of (N, C, L).

    Args:
        kernel_size: the size of a window.
        stride: how far apart windows start; by default their size.
        padding: how many zeros stand at each end.
        ceil_mode: whether a last window may reach beyond the end.
        count_include_pad: whether the zeros count in the mean.
    """

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        super().__init__()
        self.kernel_size = _single(kernel_size)
        self.stride = _single(kernel_size if stride is None else stride)
        self.padding = _single(padding)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        return F.avg_pool1d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
        )

    def extra_repr(self) -> str:
        """The sizes."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, "
            f"padding={self.padding}"
        )


def _single(value: Any) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


class _AvgPool(Module):
    _function: Any

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        return type(self)._function(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )

    def extra_repr(self) -> str:
        """The sizes."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, "
            f"padding={self.padding}"
        )


class AvgPool2d(_AvgPool):
    """The mean of each window of (N, C, H, W).

    Args:
        kernel_size: the size of a window.
        stride: how far apart windows start; by default their size.
        padding: how many zeros stand at each end.
        ceil_mode: whether a last window may reach beyond the end.
        count_include_pad: whether the zeros count in the mean.
        divisor_override: by what the sum is divided instead.
    """

    _function = staticmethod(F.avg_pool2d)


class AvgPool3d(_AvgPool):
    """The mean of each window of (N, C, D, H, W); see `AvgPool2d`."""

    _function = staticmethod(F.avg_pool3d)


class _AdaptiveAvgPool(Module):
    _function: Any

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def forward(self, input: Tensor) -> Tensor:
        """The means."""
        return type(self)._function(input, self.output_size)

    def extra_repr(self) -> str:
        """The size."""
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPool):
    """Means of as many windows as wanted, of (N, C, L)."""

    _function = staticmethod(F.adaptive_avg_pool1d)


class AdaptiveAvgPool2d(_AdaptiveAvgPool):
    """Means of as many windows as wanted, of (N, C, H, W).

    Args:
        output_size: how many, one number or (H, W); None keeps a size.
    """

    _function = staticmethod(F.adaptive_avg_pool2d)


class AdaptiveAvgPool3d(_AdaptiveAvgPool):
    """Means of as many windows as wanted, of (N, C, D, H, W)."""

    _function = staticmethod(F.adaptive_avg_pool3d)
