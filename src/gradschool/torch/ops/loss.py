"""Losses: how far a prediction is from the target.

Two families. Regression and probability losses are a value for each element, then
`reduction`; `Elementwise` holds what they share. Classification losses pick one
element a sample: `nll_loss`, and `cross_entropy`, which does log_softmax in the same op.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import word
from .._errors import wrong_argument
from ..autograd.namespace import ARRAYS, ones_vector
from ..autograd.node import Const, Node, Twin, tick
from ..autograd.recording import record, record1, saved_tensor
from .activation import logsigmoid
from .distance import pairwise_distance
from .operands import broadcast_shape, common, fits
from .softmax import LogSoftmax, log_softmax_method

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients
    from ..autograd.namespace import Namespace

IGNORED = -100


def legacy_reduction(
    size_average: bool | None, reduce: bool | None, emit_warning: bool = True
) -> str:
    """The `reduction` that the two booleans meant before PyTorch 0.4."""
    averaged = True if size_average is None else size_average
    reduced = True if reduce is None else reduce
    reduction = "mean" if averaged and reduced else "sum" if reduced else "none"
    if emit_warning:
        warnings.warn(
            "size_average and reduce args will be deprecated, please use "
            f"reduction='{reduction}' instead.",
            stacklevel=4,
        )
    return reduction


def _reduction(size_average: Any, reduce: Any, reduction: str) -> str:
    if size_average is not None or reduce is not None:
        return legacy_reduction(size_average, reduce)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def _reduced(value: Tensor, reduction: str) -> Tensor:
    if reduction == "mean":
        return value.mean()
    return value.sum() if reduction == "sum" else value


# ---------------------------------------------------------------- one value per element


class Elementwise(Node):
    """y = ℓ(x, t), then its sum, its mean (divided by n) or as it is

    A subclass gives `slope`, ∂ℓ/∂x. `factor` is 1/n for the mean, else 1.
    """

    __slots__ = ("factor",)
    factor: float


class Difference(Elementwise):
    """ℓ(d) with d = x − t,   ∂x = ∂y·ℓ′(d),   ∂t = −∂x"""

    __slots__ = ()

    def slope(self, xp: Namespace, d: Tensor) -> Tensor:
        """ℓ′(d)"""
        raise NotImplementedError

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor, t: Tensor) -> Gradients:
        need_x, need_t = self.parents
        if self.factor != 1:
            grad = grad * self.factor
        dx = grad * self.slope(xp, x - t)
        return need_x and dx, need_t and -dx


class MseLoss(Difference):
    """ℓ = d²,   ℓ′ = 2·d"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor, t: Tensor) -> Gradients:
        need_x, need_t = self.parents
        dx = (x - t) * (grad * (2 * self.factor))
        return need_x and dx, need_t and -dx


class SmoothL1Loss(Difference):
    """ℓ = ½·d²/β where |d| < β, else |d| − ½·β,   ℓ′ = d/β or sign d"""

    __slots__ = ("beta",)
    beta: float

    def slope(self, xp: Namespace, d: Tensor) -> Tensor:
        return xp.where(xp.abs(d) < self.beta, d / self.beta, xp.sign(d))


class HuberLoss(Difference):
    """ℓ = ½·d² where |d| ≤ δ, else δ·(|d| − ½·δ),   ℓ′ = d or δ·sign d"""

    __slots__ = ("delta",)
    delta: float

    def slope(self, xp: Namespace, d: Tensor) -> Tensor:
        return xp.where(xp.abs(d) <= self.delta, d, xp.sign(d) * self.delta)


def _total(values: Array, reduction: str) -> Array:
    if reduction == "none":
        return values
    total = np.add.reduce(values, None)
    if reduction == "sum":
        return total
    return total / values.size if values.size else total * math.nan


def _record_elementwise(
    cls: type[Elementwise],
    values: Array,
    reduction: str,
    operands: tuple[Tensor, ...],
    arrays: tuple[Array, ...],
) -> Any:
    y = _total(values, reduction)
    nodes = tuple(t._node for t in operands)
    fit = None
    if any(
        a.shape != values.shape or a.dtype is not values.dtype
        for a in (*arrays, *(t._array for t in operands))
    ):
        fit = fits(values, *operands)
    out = record(cls, y, nodes, operands, fit)
    if node := out._node:
        node.factor = 1 / values.size if reduction == "mean" and values.size else 1
    return out


def _warn_of_sizes(input: Tensor, target: Tensor) -> None:
    warnings.warn(
        f"Using a target size ({target.size()}) that is different to the input size "
        f"({input.size()}). This will likely lead to incorrect results due to "
        "broadcasting. Please ensure they have the same size.",
        stacklevel=3,
    )


def _floats(x: Array, kernel: str) -> None:
    if x.dtype.kind != "f":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{word(x.dtype)}'")


def _pair(input: Tensor, target: Tensor) -> tuple[Array, Array]:
    """Both arrays in one dtype; raises in PyTorch's words if they do not broadcast."""
    x, t = input._array, target._array
    if x.dtype is not t.dtype:
        x, t = common(input, target)
    if x.shape != t.shape:
        broadcast_shape(x, t)
    return x, t


def mse_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """(x − t)², the squared error.

    Args:
        input: x.
        target: t, of the same shape.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
        weight: a factor for each element.

    Gradient:
        ∂x = 2·(x − t)·∂y, divided by the number of elements for the mean; ∂t = −∂x.
    """
    if target.size() != input.size():
        _warn_of_sizes(input, target)
    reduction = _reduction(size_average, reduce, reduction)
    if weight is not None:
        return _weighted_loss(
            mse_loss(input, target, reduction="none"), weight, reduction
        )
    x, t = _pair(input, target)
    _floats(x, "mse_cpu")
    d = x - t
    d *= d
    return _record_elementwise(MseLoss, d, reduction, (input, target), (x, t))


def _weighted_loss(values: Tensor, weight: Tensor, reduction: str) -> Tensor:
    if weight.size() != values.size():
        raise ValueError("Weights and input must have the same size.")
    weighted = values * weight
    if reduction == "mean":
        return weighted.sum() / weight.sum()
    return _reduced(weighted, reduction)


def l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """|x − t|, the absolute error.

    Args:
        input: x.
        target: t, of the same shape.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
        weight: a factor for each element.

    Gradient:
        ∂x = sign(x − t)·∂y, 0 where they are equal.
    """
    if target.size() != input.size():
        _warn_of_sizes(input, target)
    reduction = _reduction(size_average, reduce, reduction)
    values = (input - target).abs()
    if weight is not None:
        return _weighted_loss(values, weight, reduction)
    return _reduced(values, reduction)


def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Tensor:
    """½·d²/β where |d| < β, else |d| − ½·β, for d = x − t.

    Args:
        input: x.
        target: t, of the same shape.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
        beta: β, where the parabola becomes a line; 0 gives `l1_loss`.

    Source:
        Girshick, "Fast R-CNN" (2015).
    """
    if target.size() != input.size():
        _warn_of_sizes(input, target)
    reduction = _reduction(size_average, reduce, reduction)
    if beta == 0.0:
        return l1_loss(input, target, reduction=reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    x, t = _pair(input, target)
    _floats(x, "smooth_l1_cpu")
    d = np.abs(x - t)
    values = np.where(d < beta, 0.5 * d * d / beta, d - 0.5 * beta)
    out = _record_elementwise(SmoothL1Loss, values, reduction, (input, target), (x, t))
    if node := out._node:
        node.beta = beta
    return out


def huber_loss(
    input: Tensor,
    target: Tensor,
    reduction: str = "mean",
    delta: float = 1.0,
    weight: Tensor | None = None,
) -> Tensor:
    """½·d² where |d| ≤ δ, else δ·(|d| − ½·δ), for d = x − t.

    Args:
        input: x.
        target: t, of the same shape.
        reduction: `"mean"`, `"sum"` or `"none"`.
        delta: δ, where the parabola becomes a line.
        weight: a factor for each element.

    Source:
        Huber, "Robust Estimation of a Location Parameter" (1964).
    """
    if target.size() != input.size():
        _warn_of_sizes(input, target)
    reduction = _reduction(None, None, reduction)
    if weight is not None:
        values: Any = huber_loss(input, target, "none", delta)
        return _weighted_loss(values, weight, reduction)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    # PyTorch computes in the input's dtype here, unlike in its other losses.
    x, t = input._array, target._array
    if t.dtype is not x.dtype:
        t = t.astype(x.dtype)
    if x.shape != t.shape:
        broadcast_shape(x, t)
    _floats(x, "huber_cpu")
    d = np.abs(x - t)
    values = np.where(d <= delta, 0.5 * d * d, delta * (d - 0.5 * delta))
    out = _record_elementwise(HuberLoss, values, reduction, (input, target), (x, t))
    if node := out._node:
        node.delta = delta
    return out


class SoftMarginLoss(Elementwise):
    """ℓ = log(1 + e^(−t·x)),   ∂x = −∂y·t·σ(−t·x)"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor, t: Tensor) -> Gradients:
        need_x, need_t = self.parents
        slope = grad * self.factor / (xp.exp(t * x) + 1)
        return need_x and -t * slope, need_t and -x * slope


def soft_margin_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """log(1 + e^(−t·x)) for targets t of 1 and −1.

    Args:
        input: x.
        target: t, 1 or −1.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    reduction = _reduction(size_average, reduce, reduction)
    _tensors("soft_margin_loss", ("input", input), ("target", target))
    x, t = _pair(input, target)
    if x.dtype.kind != "f":
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type {word(x.dtype)}"
        )
    values = np.log1p(np.exp(-t * x))
    return _record_elementwise(
        SoftMarginLoss, values, reduction, (input, target), (x, t)
    )


def _tensors(function: str, *named: tuple[str, Any]) -> None:
    for position, (name, value) in enumerate(named, 1):
        if not hasattr(value, "_array"):
            raise wrong_argument(function, name, position, "Tensor", value)


# Logarithms of probabilities are kept from −∞ at this value, as in PyTorch.
LEAST_LOG = -100.0


class BinaryCrossEntropy(Elementwise):
    """ℓ = −w·(t·log p + (1−t)·log(1−p)),   ∂p = ∂y·w·(p − t)/(p·(1 − p))

    The denominator is at least 10⁻¹², so the gradient stays finite at p = 0 and 1.
    ∂t = ∂y·w·(log(1−p) − log p), the logarithms kept above −100.
    """

    __slots__ = ("weight",)
    weight: Array | None

    def backward(self, xp: Namespace, grad: Tensor, p: Tensor, t: Tensor) -> Gradients:
        need_p, need_t = self.parents
        grad = grad * self.factor
        if self.weight is not None:
            grad = grad * xp.constant(self.weight)
        dp = dt = None
        if need_p is not None:
            variance = (1 - p) * p
            variance = xp.where(variance < 1e-12, 1e-12, variance)
            dp = grad * (p - t) / variance
        if need_t is not None:
            dt = grad * (self._log(xp, 1 - p) - self._log(xp, p))
        return dp, dt

    @staticmethod
    def _log(xp: Namespace, p: Tensor) -> Tensor:
        y = xp.log(p)
        return xp.where(y < LEAST_LOG, LEAST_LOG, y)


def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """−w·(t·log p + (1 − t)·log(1 − p)), for probabilities p.

    Args:
        input: p, from 0 to 1.
        target: t, from 0 to 1.
        weight: w, a factor for each element.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.

    Special cases:
        a logarithm below −100 counts as −100.

    Raises:
        RuntimeError: for a p or t that is no probability.
    """
    reduction = _reduction(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}) is deprecated. Please ensure they have the same size."
        )
    p, t = input._array, target._array
    if t.dtype is not p.dtype:
        raise RuntimeError(f"Found dtype {word(t.dtype)} but expected {word(p.dtype)}")
    _floats(p, "binary_cross_entropy")
    if ((p < 0) | (p > 1)).any():
        raise RuntimeError("all elements of input should be between 0 and 1")
    if ((t < 0) | (t > 1)).any():
        raise RuntimeError("all elements of target should be between 0 and 1")
    # Not maximum(): NaN compares false and stays.
    log_p, log_q = np.log(p), np.log1p(-p)
    log_p = np.where(log_p < LEAST_LOG, p.dtype.type(LEAST_LOG), log_p)
    log_q = np.where(log_q < LEAST_LOG, p.dtype.type(LEAST_LOG), log_q)
    values = (t - 1) * log_q - t * log_p
    w = None
    if weight is not None:
        w = weight._array
        values = values * np.broadcast_to(w, values.shape)
    out = _record_elementwise(
        BinaryCrossEntropy, values, reduction, (input, target), (p, t)
    )
    if node := out._node:
        node.weight = w
    return out


class BinaryCrossEntropyWithLogits(Elementwise):
    """ℓ = w·((1 − t)·x + u·log(1 + e^−x)), u = (q − 1)·t + 1 with q the positives' factor

    ∂x = ∂y·w·((1 − t) − u·σ(−x)),   ∂t = −∂y·w·(x + (1 − q)·log(1 + e^−x))

    With q = 1 the first is the well-known ∂y·(σ(x) − t).
    """

    __slots__ = ("positive", "weight")
    weight: Array | None
    positive: Array | None

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor, t: Tensor) -> Gradients:
        need_x, need_t = self.parents
        grad = grad * self.factor
        if self.weight is not None:
            grad = grad * xp.constant(self.weight)
        dx = dt = None
        q = None if self.positive is None else xp.constant(self.positive)
        if need_x is not None:
            if q is None:
                dx = grad * (1 / (xp.exp(-x) + 1) - t)
            else:
                dx = grad * ((1 - t) - ((q - 1) * t + 1) / (xp.exp(x) + 1))
        if need_t is not None:
            # x + (1 − q)·softplus(−x), which for q = 1 is x.
            inner = x if q is None else x - (q - 1) * xp.softplus(-x)
            dt = -(grad * inner)
        return dx, dt


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """`binary_cross_entropy` of σ(x), computed so that no large x overflows.

    Args:
        input: x, any real numbers.
        target: t, from 0 to 1.
        weight: a factor for each element.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
        pos_weight: a factor for the positive targets.

    Gradient:
        ∂x = (σ(x) − t)·∂y without factors.
    """
    reduction = _reduction(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size "
            f"({input.size()})"
        )
    _floats(input._array, "log_sigmoid_cpu")
    if target._array.dtype.kind != "f":
        raise RuntimeError(
            "result type Float can't be cast to the desired output type "
            f"{word(target._array.dtype)}"
        )
    x, t = _pair(input, target)
    decay = ARRAYS.softplus(-x)  # log(1 + e⁻ˣ)
    q = None if pos_weight is None else pos_weight._array
    if q is not None:
        decay = decay * ((q - 1) * t + 1)
    values = (1 - t) * x + decay
    w = None if weight is None else weight._array
    if w is not None:
        values = values * w
    out = _record_elementwise(
        BinaryCrossEntropyWithLogits, values, reduction, (input, target), (x, t)
    )
    if node := out._node:
        node.weight, node.positive = w, q
    return out


# ---------------------------------------------------------------- made of other ops


def kl_div(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    log_target: bool = False,
) -> Tensor:
    """t·(log t − x): the divergence of the log-probabilities x from t.

    Args:
        input: x, logarithms of probabilities.
        target: t, probabilities, or their logarithms if `log_target`.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: also `"batchmean"`: the sum divided by N, the divergence proper.
        log_target: whether the target is given as logarithms.
    """
    by_batch = reduction == "batchmean"
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce)
        by_batch = False
    elif reduction == "mean":
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the "
            "support size.'batchmean' divides only by the batch size, and aligns with "
            "the KL div math definition.'mean' will be changed to behave the same as "
            "'batchmean' in the next major release.",
            stacklevel=2,
        )
    if not by_batch:
        reduction = _reduction(None, None, reduction)
    _tensors("kl_div", ("input", input), ("target", target))
    if input._array.dtype.kind not in "fc" or target._array.dtype.kind not in "fc":
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        values = target.exp() * (target - input)
    else:
        values = target.xlogy(target) - target * input
    if by_batch:
        total = values.sum()
        return total / input.size(0) if input.dim() else total
    return _reduced(values, reduction)


def gaussian_nll_loss(
    input: Tensor,
    target: Tensor,
    var: Tensor | float,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Tensor:
    """½·(log v + (x − t)²/v): the negative log-likelihood of t under N(x, v).

    Args:
        input: x, the mean.
        target: t.
        var: v, for each element, for each sample, or one number.
        full: whether the constant ½·log 2π is there.
        eps: the least variance; no gradient flows through that limit.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    from ..autograd.grad_mode import no_grad

    if isinstance(var, (int, float)):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        variance: Any = input.new_full(tuple(input.size()), float(var))
    else:
        if (var._array < 0).any():
            raise ValueError("var has negative entry/entries")
        variance = var
        if variance.size() != input.size():
            if input.size()[:-1] == variance.size():
                variance = variance.unsqueeze(-1)
            elif not (
                input.size()[:-1] == variance.size()[:-1] and variance.size(-1) == 1
            ):
                raise ValueError("var is of incorrect size")
    _reduction(None, None, reduction) if reduction != "none" else None
    variance = variance.clone()
    with no_grad():
        variance.clamp_(min=eps)
    values = 0.5 * (variance.log() + (input - target) ** 2 / variance)
    if full:
        values = values + 0.5 * math.log(2 * math.pi)
    return _reduced(values, reduction)


def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool = True,
    full: bool = False,
    size_average: bool | None = None,
    eps: float = 1e-8,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """eˣ − t·x: the negative log-likelihood of the count t at the log-rate x.

    Args:
        input: x, the logarithm of the rate, or the rate itself.
        target: t, a count.
        log_input: whether the input is the logarithm.
        full: whether Stirling's term for log t! is there, where t > 1.
        size_average: the old form of `reduction`.
        eps: keeps log x finite when the input is the rate.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    reduction = _reduction(size_average, reduce, reduction)
    _tensors("poisson_nll_loss", ("input", input), ("target", target))
    if log_input:
        values = input.exp() - target * input
    else:
        values = input - target * (input + eps).log()
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        values = values + stirling.masked_fill(target <= 1, 0)
    return _reduced(values, reduction)


def hinge_embedding_loss(
    input: Tensor,
    target: Tensor,
    margin: float = 1.0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """x where t = 1, max(0, margin − x) where t = −1.

    Args:
        input: x, a distance.
        target: t, 1 or −1.
        margin: how large a distance is large enough.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    from .masking import where

    reduction = _reduction(size_average, reduce, reduction)
    _tensors("hinge_embedding_loss", ("input", input), ("target", target))
    zero = input.new_zeros(())
    far = where(target != 1, (margin - input).clamp_min(0), zero)
    near = where(target != -1, input, zero)
    return _reduced(far + near, reduction)


def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """max(0, −t·(x₁ − x₂) + margin).

    Args:
        input1: x₁.
        input2: x₂.
        target: t, 1 if x₁ should be larger, else −1.
        margin: by how much.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    reduction = _reduction(size_average, reduce, reduction)
    if not input1.dim() == input2.dim() == target.dim():
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but "
            f"got sizes: input1: {input1.size()}, input2: {input2.size()}, target: "
            f"{target.size()} "
        )
    return _reduced((-target * (input1 - input2) + margin).clamp_min(0), reduction)


def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """1 − cos where t = 1, max(0, cos − margin) where t = −1.

    Args:
        input1: the first vectors.
        input2: the second vectors.
        target: t, 1 or −1 for each pair.
        margin: the cosine up to which two are different enough.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    from .masking import where

    reduction = _reduction(size_average, reduce, reduction)
    if target.dim() not in (0, 1):
        raise RuntimeError(
            "0D or 1D target tensor expected, multi-target not supported"
        )
    if target.dim() == 1 and input1.dim() != 2:
        raise RuntimeError(
            "1D target tensor expects 2D input tensors, but found inputs with sizes "
            f"{list(input1.shape)} and {list(input2.shape)}."
        )
    if target.dim() == 0 and input1.dim() != 1:
        raise RuntimeError(
            "0D target tensor expects 1D input tensors, but found inputs with sizes "
            f"{list(input1.shape)} and {list(input2.shape)}."
        )
    dim = target.dim()
    tiny = 1e-12  # inside the root, so that it has a derivative at 0
    product = (input1 * input2).sum(dim)
    size1 = (input1 * input1).sum(dim) + tiny
    size2 = (input2 * input2).sum(dim) + tiny
    cos = product / (size1 * size2).sqrt()
    zeros = cos.new_zeros(tuple(cos.size()))
    same = where(target == 1, 1 - cos, zeros)
    different = where(target == -1, (cos - margin).clamp_min(0), zeros)
    return _reduced(same + different, reduction)


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """max(0, d(anchor, positive) − d(anchor, negative) + margin).

    Args:
        anchor: the vectors to compare with.
        positive: vectors that should be near.
        negative: vectors that should be far.
        margin: by how much the negative should be farther.
        p: the exponent of the distance.
        eps: added to the differences, so that the distance has a derivative at 0.
        swap: whether the nearer of anchor and positive is compared with the negative.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.

    Source:
        Balntas et al., "Learning shallow convolutional feature descriptors with
        triplet losses" (2016).
    """
    reduction = _reduction(size_average, reduce, reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    if not anchor.dim() == positive.dim() == negative.dim():
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same "
            f"number of dimensions, but got: anchor {anchor.dim()}D, positive "
            f"{positive.dim()}D, and negative {negative.dim()}D inputs"
        )
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = far.minimum(pairwise_distance(positive, negative, p, eps))
    return _reduced((margin + near - far).clamp_min(0), reduction)


def triplet_margin_with_distance_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    *,
    distance_function: Callable[[Any, Any], Any] | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """`triplet_margin_loss` with any distance.

    Args:
        anchor: the vectors to compare with.
        positive: vectors that should be near.
        negative: vectors that should be far.
        distance_function: of two tensors; by default the Euclidean distance.
        margin: by how much the negative should be farther.
        swap: whether the nearer of anchor and positive is compared with the negative.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    if not anchor.dim() == positive.dim() == negative.dim():
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same "
            f"number of dimensions, but got: anchor {anchor.dim()}D, positive "
            f"{positive.dim()}D, and negative {negative.dim()}D inputs"
        )
    distance = pairwise_distance if distance_function is None else distance_function
    near = distance(anchor, positive)
    far = distance(anchor, negative)
    if swap:
        far = far.minimum(distance(positive, negative))
    return _reduced((margin + near - far).clamp_min(0), reduction)


def multilabel_soft_margin_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean over the classes of −t·log σ(x) − (1 − t)·log σ(−x).

    Args:
        input: x, (N, K).
        target: t, (N, K), from 0 to 1.
        weight: a factor for each class.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce)
    values = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if weight is not None:
        values = values * weight
    dim = input.dim() - 1
    values = values.sum(dim) / input.size(dim)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not valid")
    return _reduced(values, reduction)


# ---------------------------------------------------------------- one element per sample


class NllLoss(Node):
    """y = −Σ wₙ·x[n, tₙ] / Σ wₙ, or without the quotient, or a value for each sample

    ∂x = −wₙ·∂y at the picked elements, else 0. `places` are these as flat indices,
    `factors` what ∂y is multiplied by there.
    """

    __slots__ = ("factors", "places", "shape")
    shape: tuple[int, ...]
    places: Array
    factors: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        values = grad * xp.constant(self.factors)
        flat = xp.put((math.prod(self.shape),), (self.places,), values, False)
        return xp.reshape(flat, self.shape)


class NllLoss2d(NllLoss, name="NllLoss2DBackward0"):
    """`NllLoss` on pictures: a class for each pixel"""

    __slots__ = ()


def _check_classes(input: Tensor, target: Tensor, weight: Tensor | None) -> None:
    """The shapes and dtypes of input (N, K, *) and target (N, *)."""
    x, t = input._array, target._array
    if x.ndim <= 2:
        if t.ndim > 1:
            raise RuntimeError(
                "0D or 1D target tensor expected, multi-target not supported"
            )
        if x.ndim == 1 and t.ndim == 1 and t.size != 1:
            raise ValueError(
                f"For 1D input, 1D target must have size 1, but got target size: {t.size}"
            )
    elif x.ndim == 3:
        if t.shape != (x.shape[0], x.shape[2]):
            if t.ndim and t.shape[0] != x.shape[0]:
                _batches_differ(x, t)
            raise RuntimeError(
                f"Expected target size {[x.shape[0], x.shape[2]]}, got {list(t.shape)}"
            )
    elif t.shape != (x.shape[0], *x.shape[2:]):
        if t.ndim != x.ndim - 1 and x.ndim == 4:
            raise RuntimeError(
                "only batches of spatial targets supported (3D tensors) but got "
                f"targets of dimension: {t.ndim}"
            )
        if t.ndim and t.shape[0] != x.shape[0]:
            _batches_differ(x, t)
        if x.ndim == 4:
            raise RuntimeError(
                f"size mismatch (got input: {list(x.shape)} , target: {list(t.shape)}"
            )
        raise RuntimeError(
            f"Expected target size {[x.shape[0], *x.shape[2:]]}, got {list(t.shape)}"
        )
    if x.ndim >= 2 and (t.shape[0] if t.ndim else 0) != x.shape[0]:
        _batches_differ(x, t)
    if t.dtype.name not in ("int64", "uint8"):
        raise RuntimeError(
            "expected target dtype to be Long or Byte, but got " + word(t.dtype)
        )
    if weight is not None:
        _check_weight(x, weight)


def _check_weight(x: Array, weight: Tensor) -> None:
    """One factor for each class."""
    classes = x.shape[0 if x.ndim == 1 else 1]
    w = weight._array
    if w.ndim != 1 or w.size != classes:
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no "
            f"classes but got weight tensor of shape: {list(w.shape)}"
        )
    if w.dtype != x.dtype:
        raise RuntimeError(
            f"expected scalar type {word(x.dtype)} but found {word(w.dtype)}"
        )


def _batches_differ(x: Array, t: Array) -> None:
    raise ValueError(
        f"Expected input batch_size ({x.shape[0]}) to match target batch_size "
        f"({t.shape[0] if t.ndim else 0})."
    )


def _check_targets(t: Array, classes: int, ignore_index: int) -> Array:
    """Where the target counts; raises for a class that does not exist."""
    counts = t != ignore_index
    wrong = counts & ((t < 0) | (t >= classes))
    if wrong.any():
        raise IndexError(f"Target {t[wrong].flat[0]} is out of bounds.")
    return counts


def _nll(
    input: Tensor, target: Tensor, weight: Tensor | None, ignore: int, reduction: str
) -> Tensor:
    x, t = input._array, target._array
    if not x.ndim:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    _check_classes(input, target, weight)
    _floats(x, "nll_loss_out_frame")
    if t.dtype.kind == "u":
        t = t.astype(np.int64)
    dim = 0 if x.ndim == 1 else 1
    classes = x.shape[dim]
    counts = _check_targets(t, classes, ignore)
    chosen = np.where(counts, t, 0)
    # The flat index of x[n, t, …]: positions n·K·S + t·S + s, S places a class.
    places_per_class = math.prod(x.shape[dim + 1 :])
    if dim:
        sample: Any = np.arange(x.shape[0]).reshape(-1, *(1,) * (t.ndim - 1))
        place = np.arange(places_per_class).reshape(t.shape[1:])
        places = (sample * classes + chosen) * places_per_class + place
    else:
        places = chosen
    factors = counts.astype(x.dtype)
    if weight is not None:
        factors *= weight._array[chosen] if classes else factors
    picked = x.reshape(-1)[places] if x.size else np.zeros(t.shape, x.dtype)
    # Where the factor is 0 nothing is added, not even an infinity times 0.
    values = np.where(counts, picked * -factors, x.dtype.type(0))
    if reduction == "none":
        y, factors = values, -factors
    else:
        y = np.add.reduce(values, None)
        factors = -factors
        if reduction == "mean":
            total = -np.add.reduce(factors, None)
            y = y / total
            # Where all are ignored, y is 0/0; the gradient is 0 all the same.
            factors = np.where(counts, factors / total, x.dtype.type(0))
    if x.ndim == 1 and t.ndim == 1 and reduction == "none":
        y = y.reshape(t.shape)
    out = record1(NllLoss2d if x.ndim > 2 else NllLoss, y, input._node)
    if node := out._node:
        node.shape, node.places, node.factors = x.shape, places, factors
    return out


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = IGNORED,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """−w[t]·x[t]: minus the log-probability of the right class.

    Args:
        input: x, log-probabilities.
        target: t, the number of the right class.
        weight: w, a factor for each class.
        size_average: the old form of `reduction`.
        ignore_index: targets of this value count for nothing.
        reduce: the old form of `reduction`.
        reduction: `"mean"` divides by the sum of the factors; `"sum"`; `"none"`.

    Shape:
        input (N, K, *), target (N, *) -> output () or (N, *).

    Raises:
        IndexError: for a class that does not exist.
    """
    return _nll(
        input,
        target,
        weight,
        ignore_index,
        _reduction(size_average, reduce, reduction),
    )


class CrossEntropy(Node, name="NllLossBackward0"):
    """y = Σₙ (log Σⱼ e^x[n, j] − x[n, tₙ])·f,   ∂x = ∂y·f·(softmax(x) − one-hot(t))

    f is 1/N for the mean, else 1. Saved are e^(x − max) and its row sums, of which the
    softmax is the quotient. It poses as PyTorch's two nodes; the inner one is made when
    somebody looks, or differentiates the gradient.
    """

    __slots__ = ("factor", "places", "twin")
    factor: float
    places: Array

    def backward(self, xp: Namespace, grad: Tensor, e: Any, s: Any) -> Gradients:
        grad = grad * self.factor
        if xp is ARRAYS:
            dx: Any = e * (grad / s).reshape(-1, 1)
            dx.reshape(-1)[self.places] -= grad
            return dx
        inner, twin = self._inner(), self._log_probabilities(e, s)
        inner.saved = (twin,)
        p = saved_tensor(twin, inner).exp()
        one_hot = np.zeros_like(e)
        one_hot.reshape(-1)[self.places] = 1
        return (p - xp.constant(one_hot)) * grad

    @staticmethod
    def _log_probabilities(e: Array, s: Array) -> Twin:
        twin = Twin()
        twin._array = np.log(e) - np.log(s).reshape(-1, 1)
        twin._share = None
        twin.index = None
        return twin

    def _inner(self) -> LogSoftmax:
        inner = LogSoftmax()
        inner.id = tick()
        inner.parents = self.parents
        inner.fit = inner.hooks = None
        inner.dim = 1
        inner.saved = ()
        return inner

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """As in PyTorch, where log_softmax is an op of its own."""
        return ((self._inner(), 0),)


def _row_maxima(x: Array) -> Array:
    """max over the last of two dimensions, (N, 1)."""
    if x.shape[1] == 2:  # NumPy reduces a short last axis slowly
        return np.maximum(x[:, :1], x[:, 1:])
    return np.maximum.reduce(x, 1, keepdims=True)


_row_starts: dict[tuple[int, int], Any] = {}


def _starts(rows: int, size: int) -> Any:
    """The flat index of each row's first element, cached."""
    try:
        return _row_starts[rows, size]
    except KeyError:
        if len(_row_starts) > 64:
            _row_starts.clear()
        starts = _row_starts[rows, size] = np.arange(0, rows * size, size)
        return starts


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = IGNORED,
    reduce: bool | None = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """−log softmax(x)[t]: the loss of a classifier that answers with logits.

    Args:
        input: x, logits.
        target: t, the number of the right class, or a probability for each class.
        weight: a factor for each class.
        size_average: the old form of `reduction`.
        ignore_index: targets of this value count for nothing.
        reduce: the old form of `reduction`.
        reduction: `"mean"` divides by the sum of the factors; `"sum"`; `"none"`.
        label_smoothing: the share of the target spread evenly over all classes.

    Shape:
        input (N, K, *), target (N, *) or (N, K, *) -> output () or (N, *).

    Gradient:
        ∂x = (softmax(x) − one-hot(t))·∂y, divided by N for the mean.

    Raises:
        IndexError: for a class that does not exist.
    """
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce)
    try:
        x, t = input._array, target._array
    except AttributeError:
        _tensors("cross_entropy_loss", ("input", input), ("target", target))
        raise
    if (
        x.ndim == 2
        and t.ndim == 1
        and t.dtype.name == "int64"
        and x.dtype.kind == "f"
        and weight is None
        and not label_smoothing
        and reduction in ("mean", "sum")
        and 0 < t.size == x.shape[0]
        # As unsigned numbers, negative classes are too large: one test for both.
        and np.maximum.reduce(t.view(np.uint64)) < x.shape[1]
        and not 0 <= ignore_index < x.shape[1]
    ):
        return _fused(input, x, t, reduction)
    return _cross_entropy(
        input, target, weight, ignore_index, reduction, label_smoothing
    )


def _fused(input: Tensor, x: Array, t: Array, reduction: str) -> Tensor:
    rows, classes = x.shape
    z = x - _row_maxima(x)
    places = _starts(rows, classes) + t
    picked = z.reshape(-1)[places]
    e = np.exp(z, z)
    s = e.dot(ones_vector(classes, x.dtype))
    picked -= np.log(s)
    y = -ones_vector(rows, x.dtype).dot(picked)
    if reduction == "mean":
        y /= rows
    parent = input._node
    if parent is None:
        return record1(CrossEntropy, y, None)
    out = record1(CrossEntropy, y, parent, (Const(e), Const(s)))
    if node := out._node:
        node.places = places
        node.factor = 1 / rows if reduction == "mean" else 1
    return out


def _cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None,
    ignore: int,
    reduction: str,
    smoothing: float,
) -> Tensor:
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if input._array.dtype.kind != "f":
        if target.size() == input.size() and target._array.dtype.kind != "f":
            raise RuntimeError(
                "Expected floating point type for target with class probabilities, got "
                + word(target._array.dtype)
            )
        raise NotImplementedError(
            '"log_softmax_lastdim_kernel_impl" not implemented for '
            f"'{word(input._array.dtype)}'"
        )
    if target.size() == input.size():
        if target._array.dtype.kind != "f":
            raise RuntimeError(
                "Expected floating point type for target with class probabilities, got "
                + word(target._array.dtype)
            )
        if ignore >= 0:
            raise RuntimeError(
                "ignore_index is not supported for floating point target"
            )
        return _against_probabilities(input, target, weight, reduction, smoothing)
    if not 0.0 <= smoothing <= 1.0:
        raise RuntimeError(
            f"label_smoothing must be between 0.0 and 1.0. Got: {smoothing:g}"
        )
    dim = 0 if input.dim() == 1 else 1
    logs = log_softmax_method(input, dim)
    loss = _nll(logs, target, weight, ignore, reduction)
    if not smoothing:
        return loss
    return _smoothed(logs, target, weight, ignore, reduction, smoothing, loss, dim)


def _smoothed(
    logs: Tensor,
    target: Tensor,
    weight: Tensor | None,
    ignore: int,
    reduction: str,
    smoothing: float,
    loss: Tensor,
    dim: int,
) -> Tensor:
    """(1 − s)·loss + s/K·(the loss against all classes alike)."""
    classes = logs.size(dim)
    if weight is None:
        even = -logs.sum(dim)
    else:
        shape = [1] * logs.dim()
        shape[dim] = classes
        even = -(logs * weight.view(tuple(shape))).sum(dim)
    ignored = target == ignore
    even = even.masked_fill(ignored.view_as(even), 0.0)
    if reduction == "mean":
        if weight is None:
            even = even.sum() / (target.numel() - int(ignored.sum()))
        else:
            factors = weight[target.masked_fill(ignored, 0).flatten()]
            factors = factors.masked_fill(ignored.flatten(), 0.0)
            even = even.sum() / factors.sum()
    elif reduction == "sum":
        even = even.sum()
    return (1 - smoothing) * loss + even * (smoothing / classes)


class DivideByCount(Node, name="DivBackward1"):
    """y = x/n for a number n,   ∂x = ∂y/n"""

    __slots__ = ("n",)
    n: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad / self.n


def _divided(total: Tensor, n: int) -> Tensor:
    kind = total._array.dtype.type
    out = record1(DivideByCount, total._array / kind(n), total._node)
    if node := out._node:
        node.n = n
    return out


def _against_probabilities(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: str,
    smoothing: float,
) -> Tensor:
    """−Σ w·t·log softmax(x) over the classes; the mean is over N and the positions."""
    dim = 0 if input.dim() == 1 else 1
    logs = log_softmax_method(input, dim)
    classes = input.size(dim)
    if weight is not None and (weight.dim() != 1 or weight.numel() != classes):
        raise RuntimeError(
            "cross_entropy: weight tensor should be defined either for all "
            f"{classes} classes or no classes but got weight tensor of shape: "
            f"{list(weight.shape)}"
        )
    if smoothing > 0:
        target = target * (1 - smoothing) + smoothing / classes
    values = logs * target
    if weight is not None:
        shape = [1] * input.dim()
        shape[dim] = classes
        values = values * weight.view(tuple(shape))
    if reduction == "mean":
        return _divided(-values.sum(), input.numel() // max(classes, 1))
    if reduction == "sum":
        return -values.sum()
    return -values.sum(dim)


class MultiMarginLoss(Node):
    """y = Σ_{j≠t} w[t]·max(0, m − x_t + x_j)ᵖ / K

    ∂x_j = w·p·max(0, …)^(p−1)/K·∂y, and ∂x_t minus the sum of these.
    """

    __slots__ = ("factor", "margin", "power", "target", "weight")

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        rows, classes = x.shape
        hot = np.zeros((rows, classes), bool)
        hot[np.arange(rows), self.target] = True
        right = xp.sums(xp.where(hot, x, 0.0), 1)
        gap = x - right + self.margin
        active = xp.array_of(gap > 0) & ~hot
        slope = xp.where(active, gap * 2 if self.power == 2 else gap * 0 + 1, 0.0)
        if self.weight is not None:
            slope = slope * xp.constant(self.weight[self.target][:, None])
        if grad.ndim:
            grad = xp.reshape(grad, (-1, 1))
        slope = slope * (grad * (self.factor / classes))
        return xp.where(hot, -xp.expand(xp.sums(slope, 1), (rows, classes)), slope)


def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Σ_{j≠t} w[t]·max(0, margin − x_t + x_j)ᵖ / K.

    Args:
        input: x, (N, K) or (K,).
        target: t, the number of the right class.
        p: 1 or 2.
        margin: by how much the right class should lead.
        weight: w, a factor for each class.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    reduction = _reduction(size_average, reduce, reduction)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    if input.dim() < 2:
        row = input.reshape(1, -1)
        alone = multi_margin_loss(
            row, target.reshape(1), p, margin, weight, reduction=reduction
        )
        return alone.reshape(target.shape) if reduction == "none" else alone
    x, t = input._array, target._array
    rows, classes = x.shape
    if t.shape != (rows,):
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the "
            f"number of input samples (batch size). Expected target size [{rows}], but "
            f"got {list(t.shape)}. Input has shape {list(x.shape)}."
        )
    if ((t < 0) | (t >= classes)).any():
        raise RuntimeError("target out of range")
    _floats(x, "multi_margin_loss")
    each: Any = np.arange(rows)
    gap = np.maximum(x - x[each, t][:, None] + margin, 0)
    gap[each, t] = 0
    values = np.add.reduce(gap * gap if p == 2 else gap, 1) / classes
    w = None if weight is None else weight._array
    if w is not None:
        values = values * w[t]
    out = record1(MultiMarginLoss, _total(values, reduction), input._node, (input,))
    if node := out._node:
        node.power, node.margin, node.weight, node.target = p, margin, w, t
        node.factor = 1 / rows if reduction == "mean" else 1
    return out


class MultilabelMarginLoss(Node):
    """y = Σ_{r right, j other} max(0, 1 − x_r + x_j) / K

    Each active pair gives −∂y/K to x_r and ∂y/K to x_j, so ∂x is a constant times ∂y.
    """

    __slots__ = ("counts", "factor")

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        if grad.ndim:
            grad = xp.reshape(grad, (-1, 1))
        return xp.constant(self.counts) * (grad * self.factor)


def multilabel_margin_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Σ max(0, 1 − x_right + x_other) / K over right and other classes.

    Args:
        input: x, (N, K) or (K,).
        target: the numbers of the right classes, up to the first −1 of each row.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    reduction = _reduction(size_average, reduce, reduction)
    if input.dim() < 2:
        alone = multilabel_margin_loss(
            input.reshape(1, -1), target.reshape(1, -1), reduction=reduction
        )
        return alone.reshape(()) if reduction == "none" else alone
    x, t = input._array, target._array
    if x.shape != t.shape:
        raise RuntimeError(
            f"inconsistent target size: {list(t.shape)} for input of size: "
            f"{list(x.shape)}"
        )
    _floats(x, "multilabel_margin_loss_forward_out_frame")
    rows, classes = x.shape
    listed = np.cumprod(t >= 0, 1).astype(bool)  # up to the first −1
    if (t[listed] >= classes).any():
        raise RuntimeError(
            "max.item() < dim INTERNAL ASSERT FAILED: target is out of range"
        )
    is_right = np.zeros((rows, classes), bool)
    sample, _ = np.nonzero(listed)
    is_right[sample, t[listed]] = True
    # (N, listed, other): one entry for each pair, a class listed twice counts twice.
    chosen = np.where(listed, t, 0)
    right = np.take_along_axis(x, chosen, 1)[:, :, None]
    gap = 1 - right + x[:, None, :]
    active = (gap > 0) & listed[:, :, None] & ~is_right[:, None, :]
    values = np.add.reduce(np.where(active, gap, 0), (1, 2)) / classes
    values = values.astype(x.dtype)
    out = record1(MultilabelMarginLoss, _total(values, reduction), input._node)
    if node := out._node:
        counts = active.sum(1).astype(x.dtype)
        np.subtract.at(
            counts, (np.arange(rows)[:, None], chosen), active.sum(2).astype(x.dtype)
        )
        node.counts = counts
        node.factor = (1 / rows if reduction == "mean" else 1) / classes
    return out
