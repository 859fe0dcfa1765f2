"""Distances and similarities of vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .norms import LinalgVectorNorm, recorded_norm
from .operands import broadcast_shape

if TYPE_CHECKING:
    from .._tensor import Tensor


class Norm(LinalgVectorNorm, name="NormBackward1"):
    """The norm under the older name that PyTorch gives it here."""

    __slots__ = ()


def pairwise_distance(
    x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
) -> Tensor:
    """‖x₁ − x₂ + ε‖ₚ along the last dimension.

    Args:
        x1: the first vectors.
        x2: the second vectors; the shapes broadcast.
        p: the exponent of the norm.
        eps: ε, so that the norm has a derivative where the two are equal.
        keepdim: whether the last dimension stays, with size 1.
    """
    return recorded_norm(Norm, x1 - x2 + eps, float(p), -1, keepdim)


def cosine_similarity(
    x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8
) -> Tensor:
    """x₁·x₂ / (max(‖x₁‖, ε)·max(‖x₂‖, ε)) along one dimension.

    Args:
        x1: the first vectors.
        x2: the second vectors; the shapes broadcast.
        dim: the dimension of the vectors.
        eps: ε, the least norm.
    """
    if x1._array.dtype.kind not in "fc" or x2._array.dtype.kind not in "fc":
        kinds = [str(x.dtype).removeprefix("torch.") for x in (x1, x2)]
        if all(x._array.dtype.kind not in "fc" for x in (x1, x2)):
            raise RuntimeError(
                "expected common dtype to be floating point, yet common dtype is "
                f"{kinds[0]}"
            )
    if x1._array.shape != x2._array.shape:
        shape = broadcast_shape(x1._array, x2._array)
        x1, x2 = x1.expand(shape), x2.expand(shape)
    size1 = _at_least(x1.norm(2, dim, True), eps)
    size2 = _at_least(x2.norm(2, dim, True), eps)
    return ((x1 / size1) * (x2 / size2)).sum(dim)


def _at_least(size: Tensor, eps: float) -> Tensor:
    """max(size, ε) in value; the gradient flows as if the limit were not there."""
    plain = size.detach()
    return size + (plain.clamp_min(eps) - plain)


def normalize(
    input: Tensor,
    p: float = 2.0,
    dim: int = 1,
    eps: float = 1e-12,
    out: Tensor | None = None,
) -> Tensor:
    """x / max(‖x‖ₚ, ε) along one dimension.

    Args:
        input: x.
        p: the exponent of the norm.
        dim: the dimension of the vectors.
        eps: ε, so that a zero vector stays zero.
        out: where the result goes.
    """
    if input._array.dtype.kind not in "fc":
        from .._dtype import word

        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. "
            f"Got {word(input._array.dtype)}"
        )
    size = input.norm(p, dim, True).clamp_min(eps)
    result = input / size
    if out is None:
        return result
    out.copy_(result)
    return out
