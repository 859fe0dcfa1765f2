"""Convolutions as modules. The formulas are in `ops/convolution.py`."""

import math
from typing import Any

from ..._tensor import Tensor
from ...creation import empty
from .. import functional as F
from .. import init
from ..parameter import Parameter, UninitializedParameter, is_lazy
from .lazy import LazyModuleMixin
from .module import Module


def _repeated(value: Any, dims: int) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * dims  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


class _ConvNd(Module):
    """The parameters of a convolution in any number of dimensions."""

    _dims = 2
    _transposed = False

    bias: Any

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any,
        padding: Any,
        output_padding: Any,
        dilation: Any,
        groups: int,
        bias: bool,
        padding_mode: str,
        device: Any,
        dtype: Any,
    ) -> None:
        super().__init__()
        dims = self._dims
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        self.stride = _repeated(stride, dims)
        if isinstance(padding, str):
            if padding not in ("same", "valid"):
                raise ValueError(
                    f"Invalid padding string {padding!r}, should be one of "
                    "'valid', 'same'"
                )
            if padding == "same" and any(s != 1 for s in self.stride):
                raise ValueError(
                    "padding='same' is not supported for strided convolutions"
                )
        if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            raise ValueError(
                "padding_mode must be one of 'zeros', 'reflect', 'replicate', "
                f"'circular', but got padding_mode='{padding_mode}'"
            )
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = _repeated(kernel_size, dims)
        self.padding: Any = (
            padding if isinstance(padding, str) else _repeated(padding, dims)
        )
        self.dilation = _repeated(dilation, dims)
        self.transposed = self._transposed
        self.output_padding = _repeated(output_padding, dims)
        self.groups = groups
        self.padding_mode = padding_mode
        self._reversed_padding_repeated_twice = self._border()
        first, second = (
            (in_channels, out_channels // groups)
            if self._transposed
            else (out_channels, in_channels // groups)
        )
        self.weight = Parameter(
            empty((first, second, *self.kernel_size), device=device, dtype=dtype)
        )
        if bias:
            self.bias = Parameter(empty(out_channels, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def _border(self) -> list[int]:
        """The padding as `F.pad` takes it: last dimension first, both ends."""
        if self.padding == "valid":
            return [0, 0] * self._dims
        border: list[int] = []
        if self.padding == "same":
            for d, k in zip(
                reversed(self.dilation), reversed(self.kernel_size), strict=True
            ):
                total = d * (k - 1)
                border += [total // 2, total - total // 2]
            return border
        for p in reversed(self.padding):
            border += [p, p]
        return border

    def reset_parameters(self) -> None:
        """Draws weight and bias anew, uniform in ±1/√fan_in."""
        # a=sqrt(5): PyTorch's historical choice; it makes the bound 1/sqrt(fan_in).
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def extra_repr(self) -> str:
        """The sizes, and what differs from the defaults."""
        dims = self._dims
        text = (
            f"{self.in_channels}, {self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}"
        )
        if self.padding != (0,) * dims:
            text += f", padding={self.padding}"
        if self.dilation != (1,) * dims:
            text += f", dilation={self.dilation}"
        if self.output_padding != (0,) * dims:
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text


class _Conv(_ConvNd):
    _function: Any

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            0,
            dilation,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def forward(self, input: Tensor) -> Tensor:
        """The convolution."""
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(
                input, self._reversed_padding_repeated_twice, self.padding_mode
            )
            padding = (0,) * self._dims
        return type(self)._function(
            input,
            self.weight,
            self.bias,
            self.stride,
            padding,
            self.dilation,
            self.groups,
        )


class Conv1d(_Conv):
    """A convolution over sequences.

    Args:
        in_channels: C.
        out_channels: O.
        kernel_size: the size of the kernel.
        stride: by how much it moves.
        padding: how much stands at each end; or `"valid"`, `"same"`.
        dilation: how far its elements are apart.
        groups: into how many groups the channels are divided.
        bias: whether there is a bias.
        padding_mode: `"zeros"`, `"reflect"`, `"replicate"` or `"circular"`.
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        input (N, C, L) or (C, L) -> output (N, O, L_out).
    """

    _dims = 1
    _function = staticmethod(F.conv1d)


class Conv2d(_Conv):
    """A convolution over pictures.

    Args:
        in_channels: C.
        out_channels: O.
        kernel_size: the size of the kernel, one number or (height, width).
        stride: by how much it moves.
        padding: how much stands at each end; or `"valid"`, `"same"`.
        dilation: how far its elements are apart.
        groups: into how many groups the channels are divided.
        bias: whether there is a bias.
        padding_mode: `"zeros"`, `"reflect"`, `"replicate"` or `"circular"`.
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        input (N, C, H, W) or (C, H, W) -> output (N, O, H_out, W_out).
    """

    _dims = 2
    _function = staticmethod(F.conv2d)


class Conv3d(_Conv):
    """A convolution over volumes; arguments as for `Conv2d`."""

    _dims = 3
    _function = staticmethod(F.conv3d)


class _ConvTranspose(_ConvNd):
    _transposed = True
    _function: Any

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        if padding_mode != "zeros":
            raise ValueError(
                f'Only "zeros" padding mode is supported for {type(self).__name__}'
            )
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            output_padding,
            dilation,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def _missing_size(self, input: Tensor, output_size: Any) -> tuple[int, ...]:
        """The output padding that leads to a wanted size."""
        dims = self._dims
        wanted = list(output_size)
        if len(wanted) == input.dim():
            wanted = wanted[-dims:]
        if len(wanted) != dims:
            raise ValueError(
                f"ConvTranspose{dims}D: for {input.dim()}D input, output_size must "
                "have "
                f"{dims} or {input.dim()} elements (got {len(wanted)})"
            )
        least = [
            (input.size(input.dim() - dims + d) - 1) * self.stride[d]
            - 2 * self.padding[d]
            + self.dilation[d] * (self.kernel_size[d] - 1)
            + 1
            for d in range(dims)
        ]
        most = [low + self.stride[d] - 1 for d, low in enumerate(least)]
        if any(
            not low <= size <= high
            for low, size, high in zip(least, wanted, most, strict=True)
        ):
            raise ValueError(
                f"requested an output size of {wanted}, but valid sizes range from "
                f"{least} to {most} (for an input of {input.size()[2:]})"
            )
        return tuple(size - low for size, low in zip(wanted, least, strict=True))

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        """The transposed convolution.

        Args:
            input: x.
            output_size: the wanted size, where the stride leaves several.
        """
        extra = (
            self.output_padding
            if output_size is None
            else self._missing_size(input, output_size)
        )
        return type(self)._function(
            input,
            self.weight,
            self.bias,
            self.stride,
            self.padding,
            extra,
            self.groups,
            self.dilation,
        )


class ConvTranspose1d(_ConvTranspose):
    """The transpose of `Conv1d`: it makes sequences longer; see `ConvTranspose2d`."""

    _dims = 1
    _function = staticmethod(F.conv_transpose1d)


class ConvTranspose2d(_ConvTranspose):
    """The transpose of `Conv2d`: it makes pictures larger.

    Args:
        in_channels: C.
        out_channels: O.
        kernel_size: the size of the kernel.
        stride: by how much it moves.
        padding: how much is taken off at each end.
        output_padding: how much is added at the end.
        groups: into how many groups the channels are divided.
        bias: whether there is a bias.
        dilation: how far the kernel's elements are apart.
        padding_mode: only `"zeros"`.
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        input (N, C, H, W) or (C, H, W) -> output (N, O, H_out, W_out).
    """

    _dims = 2
    _function = staticmethod(F.conv_transpose2d)


class ConvTranspose3d(_ConvTranspose):
    """The transpose of `Conv3d`: it makes volumes larger; see `ConvTranspose2d`."""

    _dims = 3
    _function = staticmethod(F.conv_transpose3d)


class _LazyConv(LazyModuleMixin, _ConvNd):
    def __init__(
        self,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(
            0,
            0,
            kernel_size,
            stride,
            padding,
            0,
            dilation,
            groups,
            False,
            padding_mode,
            device,
            dtype,
        )
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_channels = out_channels
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Draws the parameters once they have a shape."""
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor, *args: Any, **kwargs: Any) -> None:
        """Takes `in_channels` from the input."""
        if not is_lazy(self.weight):
            return
        if input.dim() not in (self._dims + 1, self._dims + 2):
            raise RuntimeError(
                f"Expected {self._dims + 1}D (unbatched) or {self._dims + 2}D "
                "(batched) "
                f"input to {type(self).__name__}, but got input of size: {input.shape}"
            )
        self.in_channels = input.shape[-self._dims - 1]
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        weight: Any = self.weight
        weight.materialize(
            (self.out_channels, self.in_channels // self.groups, *self.kernel_size)
        )
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.reset_parameters()


class LazyConv1d(_LazyConv, Conv1d):
    """A `Conv1d` that learns its `in_channels` from its first input."""

    cls_to_become = Conv1d  # type: ignore[assignment]


class LazyConv2d(_LazyConv, Conv2d):
    """A `Conv2d` that learns its `in_channels` from its first input."""

    cls_to_become = Conv2d  # type: ignore[assignment]


class LazyConv3d(_LazyConv, Conv3d):
    """A `Conv3d` that learns its `in_channels` from its first input."""

    cls_to_become = Conv3d  # type: ignore[assignment]
