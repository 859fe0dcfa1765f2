"""Activation functions: the nonlinearity between two layers, element by element."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dim
from .._dtype import word
from .._errors import wrong_argument
from ..autograd.elementwise import unary
from ..autograd.namespace import ARRAYS
from ..autograd.node import NOTHING, OUTPUT, Node
from ..autograd.recording import record, record1
from ..autograd.writing import inplace as in_place
from .error_function import erf_values
from .operands import fits

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients
    from ..autograd.namespace import Namespace

ROOT_HALF = math.sqrt(0.5)
ROOT_2_OVER_PI = math.sqrt(2 / math.pi)
ONE_OVER_ROOT_2PI = 1 / math.sqrt(2 * math.pi)


def _array(input: Any, name: str) -> Array:
    try:
        return input._array
    except AttributeError:
        raise wrong_argument(name, "input", 1, "Tensor", input) from None


def _floats(input: Any, name: str, kernel: str) -> Array:
    """The input's array, which must hold floating-point numbers."""
    x = _array(input, name)
    if x.dtype.kind != "f":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{word(x.dtype)}'")
    return x


def _in_place_as(cls: type[Node], op: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """The op in place, with the node class whose name PyTorch gives it there."""

    def op_as(input: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        return op(input, *args, **kwargs, cls=cls)

    return in_place(op_as, name=f"{op.__name__}_")


# ---------------------------------------------------------------- rectifiers


class Relu(Node):
    """y = max(x, 0),   ∂x = ∂y where y ≠ 0

    At the kink x = 0 the gradient is 0. y ≠ 0 and not x > 0: it is also true for NaN,
    which stays NaN on the way back, and y is there anyway when the op was in place.
    """

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor, y: Tensor) -> Gradients:
        return grad * (y != 0)


def _relu(input: Tensor) -> Tensor:
    """y = max(x, 0).

    Gradient:
        ∂x = ∂y where x > 0, else 0; at the kink x = 0 it is 0.

    Special cases:
        NaN stays NaN.

    Example:
        >>> torch.relu(torch.tensor([-1., 2.]))
        tensor([0., 2.])
    """
    try:
        x = input._array
    except AttributeError:
        raise wrong_argument("relu", "input", 1, "Tensor", input) from None
    if x.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    return record1(Relu, np.maximum(x, 0), input._node, OUTPUT)


_relu.__name__ = _relu.__qualname__ = "relu"
relu_of_tensor = _relu
relu_ = in_place(_relu)


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """y = max(x, 0).

    Args:
        input: x.
        inplace: whether x itself is changed.

    Gradient:
        ∂x = ∂y where x > 0, else 0; at the kink x = 0 it is 0.

    Special cases:
        NaN stays NaN.
    """
    return relu_(input) if inplace else _relu(input)


class LeakyRelu(Node):
    """y = x where x > 0, else s·x,   ∂x = ∂y or s·∂y"""

    __slots__ = ("slope",)
    slope: float

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        return xp.where(x > 0, grad, grad * self.slope)


class LeakyReluInPlace(LeakyRelu, name="LeakyReluBackward1"):
    """PyTorch's name for the op in place."""

    __slots__ = ()


def _leaky_relu(
    input: Tensor, negative_slope: float = 0.01, cls: type[LeakyRelu] = LeakyRelu
) -> Tensor:
    x = _floats(input, "leaky_relu", "leaky_relu_cpu")
    y = np.where(x > 0, x, x * negative_slope)
    out = record1(cls, y, input._node, (input,))
    if node := out._node:
        node.slope = negative_slope
    return out


_leaky_relu.__name__ = "leaky_relu"
leaky_relu_ = _in_place_as(LeakyReluInPlace, _leaky_relu)


def leaky_relu(
    input: Tensor, negative_slope: float = 0.01, inplace: bool = False
) -> Tensor:
    """y = x where x > 0, else slope·x.

    Args:
        input: x.
        negative_slope: the slope left of 0.
        inplace: whether x itself is changed.

    Gradient:
        ∂x = ∂y where x > 0, else slope·∂y.
    """
    if inplace:
        return leaky_relu_(input, negative_slope)
    return _leaky_relu(input, negative_slope)


class Prelu(Node, name="PreluKernelBackward0"):
    """y = x where x > 0, else w·x,   ∂x = ∂y or w·∂y,   ∂w = x·∂y where x ≤ 0"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor, w: Tensor) -> Gradients:
        need_x, need_w = self.parents
        return (
            need_x and xp.where(x > 0, grad, w * grad),
            need_w and xp.where(x > 0, 0.0, x * grad),
        )


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """y = x where x > 0, else w·x.

    Args:
        input: x.
        weight: w, one slope or one for each channel (dimension 1).

    Shape:
        input (N, C, *), weight (1,) or (C,) -> the same as input.

    Gradient:
        ∂x = ∂y or w·∂y; ∂w = Σ x·∂y over the elements where x ≤ 0.
    """
    x, w = _array(input, "prelu"), weight._array
    if x.dtype != w.dtype:
        raise RuntimeError(
            f"prelu: Type promoting not supported. Got {word(x.dtype)} and "
            f"{word(w.dtype)}"
        )
    _floats(input, "prelu", "prelu_cpu")
    if w.size != 1:
        if not x.ndim:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = x.shape[1] if x.ndim > 1 else 1
        if channels != w.size:
            raise RuntimeError(
                "Mismatch of parameter numbers and input channel size. Found parameter "
                f"numbers = {w.size} and channel size = {channels}."
            )
    if w.ndim > 1:
        raise RuntimeError(
            "prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = "
            f"{w.ndim}"
        )
    if w.ndim and x.ndim != 1:
        shape = (1, -1, *(1,) * (x.ndim - 2)) if x.ndim > 1 else ()
        weight = weight.reshape(shape)
        w = weight._array
    y = np.where(x > 0, x, w * x)
    px, pw = input._node, weight._node
    return record(Prelu, y, (px, pw), (input, weight if px else NOTHING), fits(y, x, w))


class RreluWithNoise(Node):
    """y = a·x with a random slope a where x ≤ 0,   ∂x = a·∂y"""

    __slots__ = ("slopes",)
    slopes: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad * xp.constant(self.slopes)


class RreluInPlace(RreluWithNoise, name="RreluWithNoiseBackward1"):
    """PyTorch's name for the op in place."""

    __slots__ = ()


def _rrelu(
    input: Tensor,
    lower: float = 1.0 / 8,
    upper: float = 1.0 / 3,
    training: bool = False,
    cls: type[RreluWithNoise] = RreluWithNoise,
) -> Tensor:
    from ..random import default_generator

    if lower > upper:
        raise RuntimeError(
            "Lower bound should be less than or equal to the upper bound"
        )
    x = _floats(input, "rrelu", "rrelu_with_noise_out_cpu")
    slopes = np.ones_like(x)
    left = x <= 0
    if training:
        drawn = default_generator.unit53(int(np.count_nonzero(left)))
        slopes[left] = drawn * (upper - lower) + lower
    else:
        slopes[left] = (lower + upper) / 2
    out = record1(cls, x * slopes, input._node)
    if node := out._node:
        node.slopes = slopes
    return out


_rrelu.__name__ = "rrelu"
rrelu_ = _in_place_as(RreluInPlace, _rrelu)


def rrelu(
    input: Tensor,
    lower: float = 1.0 / 8,
    upper: float = 1.0 / 3,
    training: bool = False,
    inplace: bool = False,
) -> Tensor:
    """y = x where x > 0, else a·x, a drawn from [lower, upper] while training.

    Args:
        input: x.
        lower: the least slope.
        upper: the greatest slope.
        training: whether slopes are drawn; else their mean is used.
        inplace: whether x itself is changed.

    Source:
        Xu et al., "Empirical Evaluation of Rectified Activations" (2015).
    """
    function: Any = rrelu_ if inplace else _rrelu
    return function(input, lower, upper, training)


class Threshold(Node):
    """y = v where x ≤ t, else x,   ∂x = 0 or ∂y"""

    __slots__ = ("limit",)
    limit: float

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        return xp.where(x <= self.limit, 0.0, grad)


class ThresholdInPlace(Threshold, name="ThresholdBackward1"):
    """PyTorch's name for the op in place."""

    __slots__ = ()


def _threshold(
    input: Tensor, threshold: float, value: float, cls: type[Threshold] = Threshold
) -> Tensor:
    x = _array(input, "threshold")
    limit, value = x.dtype.type(threshold), x.dtype.type(value)
    out = record1(cls, np.where(x <= limit, value, x), input._node, (input,))
    if node := out._node:
        node.limit = threshold
    return out


_threshold.__name__ = "threshold"
threshold_ = _in_place_as(ThresholdInPlace, _threshold)


def threshold(
    input: Tensor, threshold: float, value: float, inplace: bool = False
) -> Tensor:
    """y = x where x > threshold, else value.

    Args:
        input: x.
        threshold: the limit.
        value: what replaces the rest.
        inplace: whether x itself is changed.
    """
    function: Any = threshold_ if inplace else _threshold
    return function(input, threshold, value)


class Hardtanh(Node):
    """y = x kept in [a, b],   ∂x = ∂y strictly inside, else 0"""

    __slots__ = ("high", "low")
    low: float
    high: float

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        # Not the conjunction of x > a and x < b: NaN passes its gradient on.
        return xp.where((x <= self.low) | (x >= self.high), 0.0, grad)


def _hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    x = _array(input, "hardtanh")
    if x.dtype.kind == "b":
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    if x.dtype.kind in "iu":
        min_val, max_val = int(min_val), int(max_val)
        if x.dtype.kind == "u" and min_val < 0:
            raise RuntimeError(
                "cannot do hardtanh on an unsigned type with negative limits"
            )
    low, high = x.dtype.type(min_val), x.dtype.type(max_val)
    y = np.minimum(np.maximum(x, low), high)
    out = record1(Hardtanh, y, input._node, (input,))
    if node := out._node:
        node.low, node.high = min_val, max_val
    return out


_hardtanh.__name__ = "hardtanh"
hardtanh_ = in_place(_hardtanh)


def hardtanh(
    input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> Tensor:
    """y = x kept between two numbers.

    Args:
        input: x.
        min_val: the least output.
        max_val: the greatest output.
        inplace: whether x itself is changed.

    Gradient:
        ∂x = ∂y strictly between the two, else 0.
    """
    function: Any = hardtanh_ if inplace else _hardtanh
    return function(input, min_val, max_val)


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """y = min(max(x, 0), 6).

    Args:
        input: x.
        inplace: whether x itself is changed.
    """
    return hardtanh(input, 0.0, 6.0, inplace)


# ---------------------------------------------------------------- sigmoid and its kin


def sigmoid_values(x: Array) -> Array:
    """σ of an array: e⁻ˣ may overflow, then 1/∞ is the right 0."""
    y = np.exp(-x)
    y += 1
    return 1 / y


class Sigmoid(Node):
    """y = σ(x) = 1/(1 + e⁻ˣ),   ∂x = ∂y·y·(1 − y)"""

    __slots__ = ()
    saves = "y"

    def backward(self, xp: Namespace, grad: Tensor, y: Tensor) -> Gradients:
        return grad * ((1 - y) * y)


sigmoid = unary(Sigmoid, sigmoid_values)
sigmoid_ = in_place(sigmoid)


class Silu(Node):
    """y = x·σ(x),   ∂x = ∂y·σ·(1 + x·(1 − σ))"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        s = 1 / (1 + xp.exp(-x))
        return grad * (s * (1 + x * (1 - s)))


def _silu(input: Tensor) -> Tensor:
    x = _floats(input, "silu", "silu_cpu")
    return record1(Silu, x / (1 + np.exp(-x)), input._node, (input,))


_silu.__name__ = "silu"
silu_ = in_place(_silu)


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """y = x·σ(x), also called swish.

    Args:
        input: x.
        inplace: whether x itself is changed.

    Gradient:
        ∂x = ∂y·σ(x)·(1 + x·(1 − σ(x))).

    Source:
        Elfwing et al., "Sigmoid-weighted linear units" (2017).
    """
    return silu_(input) if inplace else _silu(input)


class Mish(Node):
    """y = x·t, t = tanh(log(1 + eˣ)),   ∂x = ∂y·(t + x·(1 − t²)·σ(x))"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        t = xp.tanh(xp.softplus(x))
        return grad * (t + x * (1 - t * t) / (1 + xp.exp(-x)))


def _mish(input: Tensor) -> Tensor:
    x = _floats(input, "mish", "mish_cpu")
    return record1(Mish, x * np.tanh(ARRAYS.softplus(x)), input._node, (input,))


_mish.__name__ = "mish"
mish_ = in_place(_mish)


def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """y = x·tanh(softplus(x)).

    Args:
        input: x.
        inplace: whether x itself is changed.

    Source:
        Misra, "Mish: A Self Regularized Non-Monotonic Activation Function" (2019).
    """
    return mish_(input) if inplace else _mish(input)


class Hardsigmoid(Node):
    """y = min(max(x + 3, 0), 6)/6,   ∂x = ∂y/6 where −3 < x < 3"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        return xp.where((x > -3) & (x < 3), grad / 6, 0.0)


def _hardsigmoid(input: Tensor) -> Tensor:
    x = _floats(input, "hardsigmoid", "hardsigmoid_cpu")
    y = np.minimum(np.maximum(x + 3, 0), 6) / 6
    return record1(Hardsigmoid, y, input._node, (input,))


_hardsigmoid.__name__ = "hardsigmoid"
hardsigmoid_ = in_place(_hardsigmoid)


def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """y = min(max(x + 3, 0), 6)/6: a sigmoid of three straight pieces.

    Args:
        input: x.
        inplace: whether x itself is changed.
    """
    return hardsigmoid_(input) if inplace else _hardsigmoid(input)


class Hardswish(Node):
    """y = x·min(max(x + 3, 0), 6)/6,   ∂x = ∂y·(x/3 + ½) where −3 < x < 3

    Left of that it is 0, right of it ∂y.
    """

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        inside = xp.where(x < 3, grad * (x / 3 + 0.5), grad)
        return xp.where(x <= -3, 0.0, inside)


def _hardswish(input: Tensor) -> Tensor:
    x = _floats(input, "hardswish", "hardswish_cpu")
    y = x * np.minimum(np.maximum(x + 3, 0), 6) / 6
    return record1(Hardswish, y, input._node, (input,))


_hardswish.__name__ = "hardswish"
hardswish_ = in_place(_hardswish)


def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """y = x·min(max(x + 3, 0), 6)/6: `silu` of straight pieces.

    Args:
        input: x.
        inplace: whether x itself is changed.
    """
    return hardswish_(input) if inplace else _hardswish(input)


class Softplus(Node):
    """y = log(1 + e^(β·x))/β,   ∂x = ∂y·σ(β·x); beyond the threshold y = x"""

    __slots__ = ("beta", "limit")
    beta: float
    limit: float

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        z = x * self.beta
        return xp.where(z > self.limit, grad, grad / (1 + xp.exp(-z)))


def softplus(input: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
    """y = log(1 + e^(β·x))/β, a smooth max(x, 0).

    Args:
        input: x.
        beta: β, the sharpness.
        threshold: where β·x is larger, y = x.

    Gradient:
        ∂x = ∂y·σ(β·x), beyond the threshold ∂y.
    """
    x = _floats(input, "softplus", "softplus_cpu")
    z = x * beta
    y = np.where(z > threshold, x, np.log1p(np.exp(z)) / beta)
    out = record1(Softplus, y, input._node, (input,))
    if node := out._node:
        node.beta, node.limit = beta, threshold
    return out


class LogSigmoid(Node):
    """y = log σ(x) = min(x, 0) − log(1 + e^−|x|),   ∂x = ∂y·σ(−x)"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        return grad / (1 + xp.exp(x))


def logsigmoid(input: Tensor) -> Tensor:
    """y = log σ(x), without overflow.

    Args:
        input: x.

    Gradient:
        ∂x = ∂y·σ(−x).
    """
    x = _floats(input, "log_sigmoid", "log_sigmoid_cpu")
    y = np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))
    return record1(LogSigmoid, y, input._node, (input,))


class Glu(Node):
    """y = a·σ(b) with x = (a, b),   ∂a = ∂y·σ,   ∂b = ∂y·a·σ·(1 − σ)"""

    __slots__ = ("dim",)
    dim: int

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        a, b = _halves(x, self.dim)
        s = 1 / (1 + xp.exp(-b))
        weighted = grad * s
        return xp.concatenate((weighted, weighted * a * (1 - s)), self.dim)


def _halves(x: Any, dim: int) -> tuple[Any, Any]:
    half = x.shape[dim] // 2
    before = (slice(None),) * dim
    return x[(*before, slice(half))], x[(*before, slice(half, None))]


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """y = a·σ(b), where a and b are the two halves of x.

    Args:
        input: x.
        dim: the dimension that is halved.

    Shape:
        input (*, 2·K, *) -> output (*, K, *).

    Source:
        Dauphin et al., "Language Modeling with Gated Convolutional Networks" (2016).
    """
    x = _array(input, "glu")
    if not x.ndim:
        raise RuntimeError(
            "glu does not support scalars because halving size must be even"
        )
    dim = normalize_dim(dim, x.ndim)
    if x.shape[dim] % 2:
        raise RuntimeError(
            "Halving dimension must be even, but dimension "
            f"{dim} is size {x.shape[dim]}"
        )
    _floats(input, "glu", "glu_cpu")
    a, b = _halves(x, dim)
    out = record1(Glu, a * sigmoid_values(b), input._node, (input,))
    if node := out._node:
        node.dim = dim
    return out


# ---------------------------------------------------------------- exponential units


class Elu(Node):
    """y = s·x where x > 0, else α·s·(e^(c·x) − 1),   ∂x = s·∂y or α·s·c·e^(c·x)·∂y"""

    __slots__ = ("alpha", "inner", "scale")
    alpha: float
    scale: float
    inner: float

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        left = x <= 0
        # e^(c·x) only where it is used: elsewhere it would overflow.
        rise = xp.exp(xp.where(left, x, 0.0) * self.inner)
        slope = self.alpha * self.scale * self.inner
        return xp.where(left, grad * rise * slope, grad * self.scale)


def _elu_values(x: Array, alpha: float, scale: float, inner: float) -> Array:
    left = x <= 0
    curve = np.expm1(np.where(left, x, x.dtype.type(0)) * inner) * (alpha * scale)
    return np.where(left, curve, x if scale == 1 else x * scale)


def _record_elu(
    cls: type[Elu], input: Tensor, alpha: float, scale: float, inner: float
) -> Tensor:
    x = _floats(input, "elu", "elu_cpu")
    y = _elu_values(x, alpha, scale, inner)
    out = record1(cls, y, input._node, (input,))
    if node := out._node:
        node.alpha, node.scale, node.inner = alpha, scale, inner
    return out


class EluInPlace(Elu, name="EluBackward1"):
    """PyTorch's name for the op in place."""

    __slots__ = ()


def _elu(input: Tensor, alpha: float = 1.0, cls: type[Elu] = Elu) -> Tensor:
    return _record_elu(cls, input, alpha, 1.0, 1.0)


_elu.__name__ = "elu"
elu_ = _in_place_as(EluInPlace, _elu)


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """y = x where x > 0, else α·(eˣ − 1).

    Args:
        input: x.
        alpha: α.
        inplace: whether x itself is changed.

    Gradient:
        ∂x = ∂y where x > 0, else α·eˣ·∂y.

    Source:
        Clevert et al., "Fast and Accurate Deep Network Learning by Exponential Linear
        Units" (2015).
    """
    return elu_(input, alpha) if inplace else _elu(input, alpha)


class Celu(Elu):
    """y = x where x > 0, else α·(e^(x/α) − 1),   ∂x = ∂y or e^(x/α)·∂y"""

    __slots__ = ()


class CeluInPlace(Celu, name="CeluBackward1"):
    """PyTorch's name for the op in place."""

    __slots__ = ()


def _celu(input: Tensor, alpha: float = 1.0, cls: type[Elu] = Celu) -> Tensor:
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return _record_elu(cls, input, alpha, 1.0, 1.0 / alpha)


_celu.__name__ = "celu"
celu_ = _in_place_as(CeluInPlace, _celu)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """y = x where x > 0, else α·(e^(x/α) − 1): an `elu` without a kink for any α.

    Args:
        input: x.
        alpha: α.
        inplace: whether x itself is changed.

    Source:
        Barron, "Continuously Differentiable Exponential Linear Units" (2017).
    """
    return celu_(input, alpha) if inplace else _celu(input, alpha)


# The fixed point (mean 0, variance 1) of the map that a SELU layer is.
SELU_ALPHA = 1.6732632423543772848170429916717
SELU_SCALE = 1.0507009873554804934193349852946


def _selu(input: Tensor, cls: type[Elu] = Elu) -> Tensor:
    return _record_elu(cls, input, SELU_ALPHA, SELU_SCALE, 1.0)


_selu.__name__ = "selu"
selu_ = _in_place_as(EluInPlace, _selu)


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """y = λ·x where x > 0, else λ·α·(eˣ − 1), with λ = 1.0507, α = 1.6733.

    Args:
        input: x.
        inplace: whether x itself is changed.

    Source:
        Klambauer et al., "Self-Normalizing Neural Networks" (2017), equation 14.
    """
    return selu_(input) if inplace else _selu(input)


# ---------------------------------------------------------------- gelu


class Gelu(Node):
    """y = x·Φ(x), Φ(x) = ½·(1 + erf(x/√2)),   ∂x = ∂y·(Φ + x·e^(−x²/2)/√(2π))

    Φ is a by-product of forward: kept for the reading on arrays, computed again from x
    where the gradient itself is differentiated.
    """

    __slots__ = ("phi",)
    phi: Array

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        phi: Any = self.phi if xp is ARRAYS else (xp.erf(x * ROOT_HALF) + 1) * 0.5
        return grad * (phi + x * xp.exp(x * x * -0.5) * ONE_OVER_ROOT_2PI)


class GeluByTanh(Node, name="GeluBackward0"):
    """y = ½·x·(1 + t), t = tanh(u), u = √(2/π)·(x + 0.044715·x³)

    ∂x = ∂y·½·(1 + t + x·(1 − t²)·u′), u′ = √(2/π)·(1 + 3·0.044715·x²)
    """

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        square = x * x
        t = xp.tanh(x * (square * 0.044715 + 1) * ROOT_2_OVER_PI)
        inner = (square * (3 * 0.044715) + 1) * ROOT_2_OVER_PI
        return grad * ((t + 1 + x * (1 - t * t) * inner) * 0.5)


def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """y = x·Φ(x), Φ the distribution function of N(0, 1).

    Args:
        input: x.
        approximate: `"tanh"` for the approximation by tanh, else `"none"`.

    Gradient:
        ∂x = ∂y·(Φ(x) + x·φ(x)), φ the density of N(0, 1).

    Source:
        Hendrycks, Gimpel, "Gaussian Error Linear Units" (2016).
    """
    x = _floats(input, "gelu", "GeluKernelImpl")
    if approximate == "none":
        phi = erf_values(x * ROOT_HALF)
        phi += 1
        phi *= 0.5
        out = record1(Gelu, x * phi, input._node, (input,))
        if node := out._node:
            node.phi = phi
        return out
    if approximate != "tanh":
        raise RuntimeError("approximate argument must be either none or tanh.")
    t = np.tanh(x * (x * x * 0.044715 + 1) * ROOT_2_OVER_PI)
    return record1(GeluByTanh, x * (t + 1) * 0.5, input._node, (input,))


# ---------------------------------------------------------------- shrinking


class Hardshrink(Node):
    """y = x where |x| > λ, else 0,   ∂x = ∂y or 0"""

    __slots__ = ("lambd",)
    lambd: float

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        return xp.where((x >= -self.lambd) & (x <= self.lambd), 0.0, grad)


def hardshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """y = x where |x| > λ, else 0.

    Args:
        input: x.
        lambd: λ.
    """
    x = _floats(input, "hardshrink", "hardshrink_cpu")
    y = np.where((x >= -lambd) & (x <= lambd), x.dtype.type(0), x)
    out = record1(Hardshrink, y, input._node, (input,))
    if node := out._node:
        node.lambd = lambd
    return out


class Softshrink(Hardshrink):
    """y = x − λ where x > λ, x + λ where x < −λ, else 0,   ∂x = ∂y or 0"""

    __slots__ = ()


def softshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """y = x − λ where x > λ, x + λ where x < −λ, else 0.

    Args:
        input: x.
        lambd: λ, not negative.
    """
    x = _floats(input, "softshrink", "softshrink_check")
    if lambd < 0:
        raise RuntimeError(
            f"lambda must be greater or equal to 0, but found to be {lambd}."
        )
    # x·0 and not 0 in the middle: NaN stays NaN.
    y = np.where(x > lambd, x - lambd, np.where(x < -lambd, x + lambd, x * 0))
    out = record1(Softshrink, y, input._node, (input,))
    if node := out._node:
        node.lambd = lambd
    return out


def tanhshrink(input: Tensor) -> Tensor:
    """y = x − tanh x.

    Args:
        input: x.
    """
    return input - input.tanh()


def softsign(input: Tensor) -> Tensor:
    """y = x / (1 + |x|).

    Args:
        input: x.
    """
    return input / (input.abs() + 1)
