"""Normalisation over the features of one sample."""

import numbers
from typing import Any

from ..._tensor import Tensor
from ...creation import empty
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .module import Module


class LayerNorm(Module):
    """y = (x − mean) / √(variance + ε) · w + b over the last dimensions.

    Args:
        normalized_shape: the sizes of those dimensions.
        eps: ε.
        elementwise_affine: whether w and b are there.
        bias: whether b is there.
        device: only the CPU.
        dtype: of w and b.

    Source:
        Ba, Kiros, Hinton, "Layer Normalization" (2016).
    """

    def __init__(
        self,
        normalized_shape: Any,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if isinstance(normalized_shape, numbers.Integral):
            normalized_shape = (normalized_shape,)
        self.normalized_shape = tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        weight: Any = None
        shift: Any = None
        if elementwise_affine:
            weight = Parameter(empty(self.normalized_shape, device=device, dtype=dtype))
            if bias:
                shift = Parameter(
                    empty(self.normalized_shape, device=device, dtype=dtype)
                )
        self.register_parameter("weight", weight)
        self.register_parameter("bias", shift)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Sets w to 1 and b to 0."""
        if self.elementwise_affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """The normalised input."""
        return F.layer_norm(
            input, self.normalized_shape, self.weight, self.bias, self.eps
        )

    def extra_repr(self) -> str:
        """The shape and the options."""
        return (
            f"{self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}, "
            f"bias={self.bias is not None}"
        )


class GroupNorm(Module):
    """Normalises groups of channels of each sample, then scales each channel.

    Args:
        num_groups: how many groups; divides `num_channels`.
        num_channels: C.
        eps: added to the variance.
        affine: whether weight and bias are there.
        device: only the CPU.
        dtype: of weight and bias.
        bias: whether the bias is there.

    Shape:
        input (N, C, *) -> the same.

    Source:
        Wu, He, "Group Normalization" (2018).
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError(
                f"num_channels ({num_channels}) must be divisible by num_groups "
                f"({num_groups})"
            )
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        weight: Any = None
        shift: Any = None
        if affine:
            weight = Parameter(empty(num_channels, device=device, dtype=dtype))
            if bias:
                shift = Parameter(empty(num_channels, device=device, dtype=dtype))
        self.register_parameter("weight", weight)
        self.register_parameter("bias", shift)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Sets the weight to 1 and the bias to 0."""
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """The normalised input."""
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """The sizes and the options."""
        return (
            f"{self.num_groups}, {self.num_channels}, eps={self.eps}, "
            f"affine={self.affine}, bias={self.bias is not None}"
        )


class RMSNorm(Module):
    """y = x / √(mean(x²) + ε) · w over the last dimensions.

    Args:
        normalized_shape: the sizes of those dimensions.
        eps: ε; None takes the smallest relative step of the input's dtype.
        elementwise_affine: whether w is there.
        device: only the CPU.
        dtype: of w.

    Source:
        Zhang, Sennrich, "Root Mean Square Layer Normalization" (2019).
    """

    def __init__(
        self,
        normalized_shape: Any,
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if isinstance(normalized_shape, numbers.Integral):
            normalized_shape = (normalized_shape,)
        self.normalized_shape = tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        weight: Any = None
        if elementwise_affine:
            weight = Parameter(empty(self.normalized_shape, device=device, dtype=dtype))
        self.register_parameter("weight", weight)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Sets w to 1."""
        if self.elementwise_affine:
            init.ones_(self.weight)

    def forward(self, x: Tensor) -> Tensor:
        """The normalised input."""
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        """The shape and the options."""
        return (
            f"{self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}"
        )


class LocalResponseNorm(Module):
    """y = x / (k + α/n·Σ x²)^β, the sum over n neighbouring channels.

    Args:
        size: n.
        alpha: α.
        beta: β.
        k: k.
    """

    def __init__(
        self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
    ) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input: Tensor) -> Tensor:
        """The normalised input."""
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        """The numbers."""
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
