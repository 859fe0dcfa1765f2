"""Losses against probabilities: of a yes or no, of many, or a whole distribution.

yes or no       −t·log p − (1 − t)·log(1 − p)        binary cross-entropy
distribution    Σ t·(log t − x)                      divergence of Kullback, Leibler
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from .._dtype import word
from ..autograd.namespace import ARRAYS
from .activation import logsigmoid
from .loss import (
    Elementwise,
    check_floats,
    check_tensors,
    chosen_reduction,
    legacy_reduction,
    matched,
    record_elementwise,
    reduced,
)

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients
    from ..autograd.namespace import Namespace


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
    reduction = chosen_reduction(size_average, reduce, reduction)
    check_tensors("soft_margin_loss", ("input", input), ("target", target))
    x, t = matched(input, target)
    if x.dtype.kind != "f":
        raise RuntimeError(
            "result type Float can't be cast to the desired output type "
            f"{word(x.dtype)}"
        )
    values = np.log1p(np.exp(-t * x))
    return record_elementwise(
        SoftMarginLoss, values, reduction, (input, target), (x, t)
    )


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
    reduction = chosen_reduction(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input "
            "size "
            f"({input.size()}) is deprecated. Please ensure they have the same size."
        )
    p, t = input._array, target._array
    if t.dtype is not p.dtype:
        raise RuntimeError(f"Found dtype {word(t.dtype)} but expected {word(p.dtype)}")
    check_floats(p, "binary_cross_entropy")
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
    out = record_elementwise(
        BinaryCrossEntropy, values, reduction, (input, target), (p, t)
    )
    if node := out._node:
        node.weight = w
    return out


class BinaryCrossEntropyWithLogits(Elementwise):
    """ℓ = w·((1 − t)·x + u·log(1 + e^−x)),   u = (q − 1)·t + 1, q = `pos_weight`

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
    reduction = chosen_reduction(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size "
            f"({input.size()})"
        )
    check_floats(input._array, "log_sigmoid_cpu")
    if target._array.dtype.kind != "f":
        raise RuntimeError(
            "result type Float can't be cast to the desired output type "
            f"{word(target._array.dtype)}"
        )
    x, t = matched(input, target)
    decay = ARRAYS.softplus(-x)  # log(1 + e⁻ˣ)
    q = None if pos_weight is None else pos_weight._array
    if q is not None:
        decay = decay * ((q - 1) * t + 1)
    values = (1 - t) * x + decay
    w = None if weight is None else weight._array
    if w is not None:
        values = values * w
    out = record_elementwise(
        BinaryCrossEntropyWithLogits, values, reduction, (input, target), (x, t)
    )
    if node := out._node:
        node.weight, node.positive = w, q
    return out


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
        reduction = chosen_reduction(None, None, reduction)
    check_tensors("kl_div", ("input", input), ("target", target))
    if input._array.dtype.kind not in "fc" or target._array.dtype.kind not in "fc":
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        values = target.exp() * (target - input)
    else:
        values = target.xlogy(target) - target * input
    if by_batch:
        total = values.sum()
        return total / input.size(0) if input.dim() else total
    return reduced(values, reduction)


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
    return reduced(values, reduction)
