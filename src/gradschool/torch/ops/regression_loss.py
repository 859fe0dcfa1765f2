"""Losses against numbers: squared, absolute, in between, and likelihoods.

Each is a function ℓ(x − t) of every element and then a sum or a mean, in one op; the
likelihoods at the end are made of other ops.
"""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from .loss import (
    Elementwise,
    check_floats,
    check_tensors,
    chosen_reduction,
    matched,
    record_elementwise,
    reduced,
    weighted_loss,
)
from .operands import broadcast_shape

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Gradients
    from ..autograd.namespace import Namespace


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


def _warn_of_sizes(input: Tensor, target: Tensor) -> None:
    warnings.warn(
        f"Using a target size ({target.size()}) that is different to the input size "
        f"({input.size()}). This will likely lead to incorrect results due to "
        "broadcasting. Please ensure they have the same size.",
        stacklevel=3,
    )


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
    reduction = chosen_reduction(size_average, reduce, reduction)
    if weight is not None:
        return weighted_loss(
            mse_loss(input, target, reduction="none"), weight, reduction
        )
    x, t = matched(input, target)
    check_floats(x, "mse_cpu")
    d = x - t
    d *= d
    return record_elementwise(MseLoss, d, reduction, (input, target), (x, t))


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
    reduction = chosen_reduction(size_average, reduce, reduction)
    values = (input - target).abs()
    if weight is not None:
        return weighted_loss(values, weight, reduction)
    return reduced(values, reduction)


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
    reduction = chosen_reduction(size_average, reduce, reduction)
    if beta == 0.0:
        return l1_loss(input, target, reduction=reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    x, t = matched(input, target)
    check_floats(x, "smooth_l1_cpu")
    d = np.abs(x - t)
    values = np.where(d < beta, 0.5 * d * d / beta, d - 0.5 * beta)
    out = record_elementwise(SmoothL1Loss, values, reduction, (input, target), (x, t))
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
    reduction = chosen_reduction(None, None, reduction)
    if weight is not None:
        values: Any = huber_loss(input, target, "none", delta)
        return weighted_loss(values, weight, reduction)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    # PyTorch computes in the input's dtype here, unlike in its other losses.
    x, t = input._array, target._array
    if t.dtype is not x.dtype:
        t = t.astype(x.dtype)
    if x.shape != t.shape:
        broadcast_shape(x, t)
    check_floats(x, "huber_cpu")
    d = np.abs(x - t)
    values = np.where(d <= delta, 0.5 * d * d, delta * (d - 0.5 * delta))
    out = record_elementwise(HuberLoss, values, reduction, (input, target), (x, t))
    if node := out._node:
        node.delta = delta
    return out


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
    chosen_reduction(None, None, reduction) if reduction != "none" else None
    variance = variance.clone()
    with no_grad():
        variance.clamp_(min=eps)
    values = 0.5 * (variance.log() + (input - target) ** 2 / variance)
    if full:
        values = values + 0.5 * math.log(2 * math.pi)
    return reduced(values, reduction)


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
    reduction = chosen_reduction(size_average, reduce, reduction)
    check_tensors("poisson_nll_loss", ("input", input), ("target", target))
    if log_input:
        values = input.exp() - target * input
    else:
        values = input - target * (input + eps).log()
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        values = values + stirling.masked_fill(target <= 1, 0)
    return reduced(values, reduction)
