"""Modules that multiply by a matrix."""

import math
from typing import Any

from ..._tensor import Tensor
from ...creation import empty
from ...ops.linear import bilinear, linear
from .. import init
from ..parameter import Parameter, UninitializedParameter, is_lazy
from .lazy import LazyModuleMixin
from .module import Module


class Identity(Module):
    """y = x.

    Args:
        *args: ignored.
        **kwargs: ignored.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        """The input itself."""
        return input


class Linear(Module):
    """y = x Wᵀ + b.

    Args:
        in_features: the size D_in of each input vector.
        out_features: the size D_out of each output vector.
        bias: whether b is there.
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        input (*, D_in) -> output (*, D_out); weight (D_out, D_in), bias (D_out,).

    Example:
        >>> from gradschool import torch
        >>> torch.nn.Linear(3, 2)(torch.ones(4, 3)).shape
        torch.Size([4, 2])
    """

    in_features: int
    out_features: int
    weight: Tensor
    bias: Any  # a Parameter or None

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(
            empty((out_features, in_features), device=device, dtype=dtype)
        )
        if bias:
            self.bias = Parameter(empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draws weight and bias anew, uniform in ±1/√D_in."""
        # a=sqrt(5): PyTorch's historical choice; it makes the bound 1/sqrt(fan_in).
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        """The product plus the bias."""
        return linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """Sizes and whether there is a bias."""
        return (
            f"in_features={self.in_features}, out_features={self.out_features}, "
            f"bias={self.bias is not None}"
        )


class NonDynamicallyQuantizableLinear(Linear):
    """A `Linear` under the name that the projection of an attention layer has."""


class Bilinear(Module):
    """y = x₁ᵀ A x₂ + b, one matrix A for each output feature.

    Args:
        in1_features: the size of x₁.
        in2_features: the size of x₂.
        out_features: how many outputs.
        bias: whether b is there.
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        inputs (*, D1) and (*, D2) -> output (*, D_out).
    """

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if in1_features <= 0:
            raise ValueError(f"in1_features must be > 0, but got {in1_features}")
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.weight = Parameter(
            empty(
                (out_features, in1_features, in2_features), device=device, dtype=dtype
            )
        )
        if bias:
            self.bias = Parameter(empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draws weight and bias anew, uniform in ±1/√D1."""
        bound = 1 / math.sqrt(self.weight.size(1))
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1: Tensor, input2: Tensor) -> Tensor:
        """The bilinear form of both inputs plus the bias."""
        return bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        """Sizes and whether there is a bias."""
        return (
            f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
            f"out_features={self.out_features}, bias={self.bias is not None}"
        )


class LazyLinear(LazyModuleMixin, Linear):
    """A `Linear` that learns its `in_features` from its first input.

    Args:
        out_features: the size of each output vector.
        bias: whether there is a bias.
        device: only the CPU.
        dtype: of the parameters.
    """

    cls_to_become = Linear  # type: ignore[assignment]

    def __init__(
        self,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(0, 0, False)
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_features = out_features
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Draws the parameters once they have a shape."""
        if not self.has_uninitialized_params() and self.in_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor) -> None:
        """Takes `in_features` from the input."""
        if is_lazy(self.weight):
            self.in_features = input.shape[-1]
            weight: Any = self.weight
            weight.materialize((self.out_features, self.in_features))
            if self.bias is not None:
                bias: Any = self.bias
                bias.materialize((self.out_features,))
            self.reset_parameters()
        if self.in_features == 0:
            self.in_features = self.weight.shape[-1]
