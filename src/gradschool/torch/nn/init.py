"""First values of parameters. Every function fills its tensor in place, returns it.

The variance of a layer's output is the variance of its input times `fan_in` times the
variance of its weights: `xavier` keeps it for tanh-like functions, forward and
backward, `kaiming` for rectifiers.
"""

import math
import warnings
from typing import Any

from .._tensor import Tensor
from ..autograd.grad_mode import no_grad


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """By how much the weights must grow to make up for a nonlinearity.

    Args:
        nonlinearity: the name of the function, as in `nn.functional`.
        param: the slope of `leaky_relu`.

    Raises:
        ValueError: for an unknown function, or a slope that is no number.
    """
    linear = {
        "linear",
        "conv1d",
        "conv2d",
        "conv3d",
        "conv_transpose1d",
        "conv_transpose2d",
        "conv_transpose3d",
        "sigmoid",
    }
    if nonlinearity in linear:
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        if param is None:
            slope = 0.01
        elif isinstance(param, (int, float)) and not isinstance(param, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            slope = param
        else:
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity == "selu":
        return 3.0 / 4  # found by experiment, PyTorch's value
    raise ValueError(f"Unsupported nonlinearity {nonlinearity}")


def uniform_(
    tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Any = None
) -> Tensor:
    """Draws from U(a, b)."""
    with no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Any = None
) -> Tensor:
    """Draws from N(mean, std²)."""
    with no_grad():
        return tensor.normal_(mean, std, generator=generator)


def trunc_normal_(
    tensor: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    generator: Any = None,
) -> Tensor:
    """Draws from N(mean, std²), but only values in [a, b].

    Args:
        tensor: what is filled.
        mean: of the normal distribution.
        std: its standard deviation.
        a: the least value.
        b: the greatest value.
        generator: where the random numbers come from.
    """
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The "
            "distribution of values may be incorrect.",
            stacklevel=2,
        )
    with no_grad():
        # Draw the whole again wherever a value is out of range.
        tensor.normal_(mean, std, generator=generator)
        outside = (tensor < a) | (tensor > b)
        while bool(outside.any()):
            again = tensor.clone().normal_(mean, std, generator=generator)
            tensor[outside] = again[outside]
            outside = (tensor < a) | (tensor > b)
        return tensor


def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fills with one number."""
    with no_grad():
        return tensor.fill_(val)


def ones_(tensor: Tensor) -> Tensor:
    """Fills with 1."""
    return constant_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Fills with 0."""
    with no_grad():
        return tensor.zero_()


def eye_(tensor: Tensor) -> Tensor:
    """Makes a matrix the identity.

    Raises:
        ValueError: if it is no matrix.
    """
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with no_grad():
        tensor.zero_()
        for place in range(min(tensor.shape)):
            tensor[place, place] = 1
    return tensor


def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """Makes a convolution the identity: 1 in the middle of kernel (i, i), else 0.

    Args:
        tensor: the weight (O, I, *kernel).
        groups: the groups of the convolution.

    Raises:
        ValueError: unless the tensor has 3 to 5 dimensions and O is divisible.
    """
    if tensor.ndim not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    sizes = tensor.size()
    if sizes[0] % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    per_group = sizes[0] // groups
    middle = tuple(size // 2 for size in sizes[2:])
    with no_grad():
        tensor.zero_()
        for group in range(groups):
            for channel in range(min(per_group, sizes[1])):
                tensor[(group * per_group + channel, channel, *middle)] = 1
    return tensor


def _calculate_fan_in_and_fan_out(tensor: Tensor) -> tuple[int, int]:
    """How many inputs feed one output, and how many outputs one input feeds."""
    if tensor.dim() < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 "
            "dimensions"
        )
    sizes = tensor.shape
    field = math.prod(sizes[2:])  # the positions of a convolution's kernel
    return sizes[1] * field, sizes[0] * field


def _calculate_correct_fan(tensor: Tensor, mode: str) -> int:
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(
            f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']"
        )
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode == "fan_in" else fan_out


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Tensor:
    """Draws from U(−b, b), b = gain·√(6 / (fan_in + fan_out)).

    Source:
        Glorot, Bengio, "Understanding the difficulty of training deep feedforward
        neural networks" (2010).
    """
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    bound = math.sqrt(3.0) * std  # in this order: the same bits as PyTorch
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Tensor:
    """Draws from N(0, s²), s = gain·√(2 / (fan_in + fan_out))."""
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    return normal_(tensor, 0.0, std, generator)


def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Any = None,
) -> Tensor:
    """Draws from U(−b, b), b = gain·√(3 / fan).

    Args:
        tensor: what is filled.
        a: the slope of the leaky rectifier that follows.
        mode: `"fan_in"` keeps the variance forward, `"fan_out"` backward.
        nonlinearity: the function that follows.
        generator: where the random numbers come from.

    Source:
        He et al., "Delving Deep into Rectifiers" (2015).
    """
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    std = calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3.0) * std  # in this order: the same bits as PyTorch
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Any = None,
) -> Tensor:
    """Draws from N(0, s²), s = gain / √fan.

    Args:
        tensor: what is filled.
        a: the slope of the leaky rectifier that follows.
        mode: `"fan_in"` keeps the variance forward, `"fan_out"` backward.
        nonlinearity: the function that follows.
        generator: where the random numbers come from.
    """
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    std = calculate_gain(nonlinearity, a) / math.sqrt(fan)
    return normal_(tensor, 0, std, generator)


def orthogonal_(tensor: Tensor, gain: float = 1, generator: Any = None) -> Tensor:
    """Makes the rows (or the columns, if fewer) orthogonal, of length `gain`.

    Args:
        tensor: at least 2 dimensions; all but the first count as columns.
        gain: the length of each row.
        generator: where the random numbers come from.

    Source:
        Saxe et al., "Exact solutions to the nonlinear dynamics of learning in deep
        linear neural networks" (2013).
    """
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    from .. import linalg
    from ..creation import empty

    rows = tensor.size(0)
    cols = tensor.numel() // rows
    with no_grad():
        drawn = empty((rows, cols), dtype=tensor.dtype)
        drawn.normal_(0, 1, generator=generator)
        if rows < cols:
            drawn = drawn.t()
        q, r = linalg.qr(drawn)
        # The sign of R's diagonal makes the decomposition, so the draw, unique.
        q = q * r.diagonal().sign()
        if rows < cols:
            q = q.t()
        tensor.copy_(q.reshape(tensor.shape))
        tensor.mul_(gain)
    return tensor


def sparse_(
    tensor: Tensor, sparsity: float, std: float = 0.01, generator: Any = None
) -> Tensor:
    """Draws from N(0, std²), then sets a share of each column to 0.

    Args:
        tensor: a matrix.
        sparsity: the share of zeros.
        std: the standard deviation of the others.
        generator: where the random numbers come from.
    """
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    from .. import randperm

    rows, cols = tensor.shape
    zeros = math.ceil(sparsity * rows)
    with no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(cols):
            tensor[randperm(rows)[:zeros], column] = 0
    return tensor


def _old(name: str, current: Any) -> Any:
    """The name without the underscore that PyTorch had before 0.4."""

    def deprecated(*args: Any, **kwargs: Any) -> Tensor:
        warnings.warn(
            f"`nn.init.{name}` is now deprecated in favor of `nn.init.{name}_`.",
            FutureWarning,
            stacklevel=2,
        )
        return current(*args, **kwargs)

    deprecated.__name__ = name
    deprecated.__doc__ = f"The old name of `{name}_`."
    return deprecated


uniform = _old("uniform", uniform_)
normal = _old("normal", normal_)
constant = _old("constant", constant_)
eye = _old("eye", eye_)
dirac = _old("dirac", dirac_)
xavier_uniform = _old("xavier_uniform", xavier_uniform_)
xavier_normal = _old("xavier_normal", xavier_normal_)
kaiming_uniform = _old("kaiming_uniform", kaiming_uniform_)
kaiming_normal = _old("kaiming_normal", kaiming_normal_)
orthogonal = _old("orthogonal", orthogonal_)
sparse = _old("sparse", sparse_)
