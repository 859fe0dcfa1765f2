"""Losses between pairs and triplets: which is greater, which two belong together.

All are made of other ops: distances, products and a hinge max(0, ...).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .distance import pairwise_distance
from .loss import check_tensors, chosen_reduction, reduced

if TYPE_CHECKING:
    from .._tensor import Tensor


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

    reduction = chosen_reduction(size_average, reduce, reduction)
    check_tensors("hinge_embedding_loss", ("input", input), ("target", target))
    zero = input.new_zeros(())
    far = where(target != 1, (margin - input).clamp_min(0), zero)
    near = where(target != -1, input, zero)
    return reduced(far + near, reduction)


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
    reduction = chosen_reduction(size_average, reduce, reduction)
    if not input1.dim() == input2.dim() == target.dim():
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but "
            f"got sizes: input1: {input1.size()}, input2: {input2.size()}, target: "
            f"{target.size()} "
        )
    return reduced((-target * (input1 - input2) + margin).clamp_min(0), reduction)


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

    reduction = chosen_reduction(size_average, reduce, reduction)
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
    return reduced(same + different, reduction)


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
    reduction = chosen_reduction(size_average, reduce, reduction)
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
    return reduced((margin + near - far).clamp_min(0), reduction)


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
    return reduced((margin + near - far).clamp_min(0), reduction)
