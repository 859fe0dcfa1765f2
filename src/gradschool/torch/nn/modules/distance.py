"""Distances and similarities of vectors as modules."""

from ..._tensor import Tensor
from .. import functional as F
from .module import Module


class PairwiseDistance(Module):
    """‖x₁ − x₂ + ε‖ₚ along the last dimension.

    Args:
        p: the exponent of the norm.
        eps: ε, so that the norm has a derivative where the two are equal.
        keepdim: whether the last dimension stays, with size 1.
    """

    def __init__(
        self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
    ) -> None:
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """The distances."""
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class CosineSimilarity(Module):
    """x₁·x₂ / (‖x₁‖·‖x₂‖) along one dimension.

    Args:
        dim: that dimension.
        eps: the least norm, so that a zero vector divides by no zero.
    """

    def __init__(self, dim: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """The cosines."""
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
