"""Activation functions as modules. The formulas are in `ops/activation.py`."""

from typing import Any

from ..._tensor import Tensor
from ...creation import empty
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .module import Module


class Threshold(Module):
    """y = x where x > threshold, else value.

    Args:
        threshold: the limit.
        value: what replaces the rest.
        inplace: whether the input itself is changed.
    """

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The thresholded input."""
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self) -> str:
        """The numbers."""
        inplace = ", inplace=True" if self.inplace else ""
        return f"threshold={self.threshold}, value={self.value}{inplace}"


class ReLU(Module):
    """y = max(x, 0).

    Args:
        inplace: whether the input itself is changed.
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The positive part of the input."""
        return F.relu_(input) if self.inplace else F.relu(input)

    def extra_repr(self) -> str:
        """`inplace=True`, or nothing."""
        return "inplace=True" if self.inplace else ""


class RReLU(Module):
    """y = x where x ≥ 0, else a·x, a drawn from [lower, upper] while training.

    Args:
        lower: the least slope.
        upper: the greatest slope.
        inplace: whether the input itself is changed.
    """

    def __init__(
        self, lower: float = 1.0 / 8, upper: float = 1.0 / 3, inplace: bool = False
    ) -> None:
        super().__init__()
        self.lower = lower
        self.upper = upper
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activation, with random slopes while training."""
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self) -> str:
        """The numbers."""
        inplace = ", inplace=True" if self.inplace else ""
        return f"lower={self.lower}, upper={self.upper}{inplace}"


class Hardtanh(Module):
    """y = x kept between two numbers.

    Args:
        min_val: the least output.
        max_val: the greatest output.
        inplace: whether the input itself is changed.
    """

    def __init__(
        self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
    ) -> None:
        super().__init__()
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace
        if self.max_val <= self.min_val:
            raise AssertionError("max_val must be larger than min_val")

    def forward(self, input: Tensor) -> Tensor:
        """The clipped input."""
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> str:
        """The numbers."""
        inplace = ", inplace=True" if self.inplace else ""
        return f"min_val={self.min_val}, max_val={self.max_val}{inplace}"


class ReLU6(Hardtanh):
    """y = min(max(x, 0), 6).

    Args:
        inplace: whether the input itself is changed.
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)

    def forward(self, input: Tensor) -> Tensor:
        """The clipped input."""
        return F.relu6(input, self.inplace)

    def extra_repr(self) -> str:
        """`inplace=True`, or nothing."""
        return "inplace=True" if self.inplace else ""


class Sigmoid(Module):
    """y = 1 / (1 + e⁻ˣ)."""

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.sigmoid(input)


class Hardsigmoid(Module):
    """y = min(max(x + 3, 0), 6) / 6.

    Args:
        inplace: whether the input itself is changed.
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.hardsigmoid(input, self.inplace)


class Tanh(Module):
    """y = tanh x."""

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.tanh(input)


class SiLU(Module):
    """y = x·σ(x).

    Args:
        inplace: whether the input itself is changed.
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.silu(input, inplace=self.inplace)

    def extra_repr(self) -> str:
        """`inplace=True`, or nothing."""
        return "inplace=True" if self.inplace else ""


class Mish(Module):
    """y = x·tanh(softplus(x)).

    Args:
        inplace: whether the input itself is changed.
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.mish(input, inplace=self.inplace)

    def extra_repr(self) -> str:
        """`inplace=True`, or nothing."""
        return "inplace=True" if self.inplace else ""


class Hardswish(Module):
    """y = x·min(max(x + 3, 0), 6) / 6.

    Args:
        inplace: whether the input itself is changed.
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.hardswish(input, self.inplace)


class ELU(Module):
    """y = x where x > 0, else α·(eˣ − 1).

    Args:
        alpha: α.
        inplace: whether the input itself is changed.
    """

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        """The numbers."""
        inplace = ", inplace=True" if self.inplace else ""
        return f"alpha={self.alpha}{inplace}"


class CELU(Module):
    """y = max(x, 0) + min(0, α·(e^(x/α) − 1)).

    Args:
        alpha: α.
        inplace: whether the input itself is changed.
    """

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.celu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        """The numbers."""
        inplace = ", inplace=True" if self.inplace else ""
        return f"alpha={self.alpha}{inplace}"


class SELU(Module):
    """y = λ·(x where x > 0, else α·(eˣ − 1)), fixed so that N(0, 1) stays N(0, 1).

    Args:
        inplace: whether the input itself is changed.

    Source:
        Klambauer et al., "Self-Normalizing Neural Networks" (2017).
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.selu(input, self.inplace)

    def extra_repr(self) -> str:
        """`inplace=True`, or nothing."""
        return "inplace=True" if self.inplace else ""


class GLU(Module):
    """y = a·σ(b), where a and b are the two halves of x.

    Args:
        dim: the dimension that is halved.
    """

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """The activation; half as long along `dim`."""
        return F.glu(input, self.dim)

    def extra_repr(self) -> str:
        """The dimension."""
        return f"dim={self.dim}"


class GELU(Module):
    """y = x·Φ(x), Φ the distribution function of N(0, 1).

    Args:
        approximate: `"tanh"` for the approximation by tanh, else `"none"`.
    """

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        """The kind."""
        return f"approximate={self.approximate!r}"


class Hardshrink(Module):
    """y = x where |x| > λ, else 0.

    Args:
        lambd: λ.
    """

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.hardshrink(input, self.lambd)

    def extra_repr(self) -> str:
        """λ."""
        return f"{self.lambd}"


class LeakyReLU(Module):
    """y = x where x > 0, else slope·x.

    Args:
        negative_slope: the slope left of 0.
        inplace: whether the input itself is changed.
    """

    def __init__(self, negative_slope: float = 1e-2, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        """The numbers."""
        inplace = ", inplace=True" if self.inplace else ""
        return f"negative_slope={self.negative_slope}{inplace}"


class LogSigmoid(Module):
    """y = log σ(x)."""

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.logsigmoid(input)


class Softplus(Module):
    """y = log(1 + e^(β·x)) / β, a smooth max(x, 0).

    Args:
        beta: β, the sharpness.
        threshold: where β·x is larger, y = x.
    """

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        """The numbers."""
        return f"beta={self.beta}, threshold={self.threshold}"


class Softshrink(Module):
    """y = x − λ where x > λ, x + λ where x < −λ, else 0.

    Args:
        lambd: λ, not negative.
    """

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.softshrink(input, self.lambd)

    def extra_repr(self) -> str:
        """λ."""
        return str(self.lambd)


class PReLU(Module):
    """y = x where x > 0, else w·x with a trained slope w.

    Args:
        num_parameters: 1 slope for all, or one for each channel.
        init: the slope at first.
        device: only the CPU.
        dtype: of the slope.

    Shape:
        input (N, C, *) -> the same; weight (1,) or (C,).
    """

    def __init__(
        self,
        num_parameters: int = 1,
        init: float = 0.25,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = Parameter(empty(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Sets the slopes to their first value."""
        init.constant_(self.weight, self.init)

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """How many slopes."""
        return f"num_parameters={self.num_parameters}"


class Softsign(Module):
    """y = x / (1 + |x|)."""

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.softsign(input)


class Tanhshrink(Module):
    """y = x − tanh x."""

    def forward(self, input: Tensor) -> Tensor:
        """The activation."""
        return F.tanhshrink(input)


class Softmin(Module):
    """yᵢ = e⁻ˣⁱ / Σⱼ e⁻ˣʲ along one dimension.

    Args:
        dim: that dimension.
    """

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Shares that sum to 1."""
        return F.softmin(input, self.dim, _stacklevel=5)

    def extra_repr(self) -> str:
        """The dimension."""
        return f"dim={self.dim}"


class Softmax(Module):
    """yᵢ = eˣⁱ / Σⱼ eˣʲ along one dimension.

    Args:
        dim: that dimension.
    """

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Shares that sum to 1."""
        return F.softmax(input, self.dim, _stacklevel=5)

    def extra_repr(self) -> str:
        """The dimension."""
        return f"dim={self.dim}"


class Softmax2d(Module):
    """Softmax over the channels of each pixel.

    Shape:
        input (N, C, H, W) or (C, H, W) -> the same.
    """

    def forward(self, input: Tensor) -> Tensor:
        """Shares that sum to 1 over the channels."""
        if input.dim() not in (3, 4):
            raise ValueError(
                f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead"
            )
        return F.softmax(input, -3, _stacklevel=5)


class LogSoftmax(Module):
    """yᵢ = xᵢ − log Σⱼ eˣʲ along one dimension.

    Args:
        dim: that dimension.
    """

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Logarithms of shares that sum to 1."""
        return F.log_softmax(input, self.dim, _stacklevel=5)

    def extra_repr(self) -> str:
        """The dimension."""
        return f"dim={self.dim}"
