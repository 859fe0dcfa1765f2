"""Sequences of several lengths as one tensor: packed step by step, or padded.

padded (T, N)     a₀ b₀ c₀        packed      a₀ b₀ c₀ │ a₁ b₁ │ a₂
                  a₁ b₁ ·         sizes           3        2     1
                  a₂ ·  ·
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.node import Node
from ..autograd.recording import record1

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._tensor import Tensor
    from .._typing import Array, Gradients, Shape
    from ..autograd.namespace import Namespace


class PackPaddedSequence(Node):
    """y = x at the places of real steps,   ∂x is ∂y there and 0 elsewhere"""

    __slots__ = ("places", "shape")
    places: tuple[Array, Array]
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.put(self.shape, self.places, grad, False)


class PadPackedSequence(Node, name="CopySlices"):
    """y is x at the places of real steps and the padding elsewhere,   ∂x = ∂y there"""

    __slots__ = ("places",)
    places: tuple[Array, Array]

    def name(self) -> str:
        """PyTorch's name, which is qualified."""
        return "torch::autograd::CopySlices"

    def backward(self, xp: Namespace, grad: Any) -> Gradients:
        return grad[tuple(xp.constant(place) for place in self.places)]


def places_of(sizes: Sequence[int]) -> tuple[Array, Array]:
    """(step, sequence) of each packed row."""
    steps = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
    return steps, np.concatenate([np.arange(n, dtype=np.int64) for n in sizes])


def pack(input: Tensor, sizes: Sequence[int]) -> Tensor:
    """The real steps of padded sequences, step by step.

    Args:
        input: padded sequences, longest first.
        sizes: how many sequences have each step.

    Shape:
        input (T, N, *) -> (Σ sizes, *).
    """
    places = places_of(sizes)
    out = record1(PackPaddedSequence, input._array[places], input._node)
    if node := out._node:
        node.places, node.shape = places, input._array.shape
    return out


def pad_packed(
    data: Tensor, sizes: Sequence[int], length: int, padding_value: float
) -> Tensor:
    """Packed rows as padded sequences.

    Args:
        data: the rows, step by step.
        sizes: how many sequences have each step.
        length: T, how many steps the result has.
        padding_value: what stands where a sequence is over.

    Shape:
        data (Σ sizes, *) -> (T, N, *).
    """
    x = data._array
    places = places_of(sizes)
    padded = np.full((length, sizes[0], *x.shape[1:]), padding_value, x.dtype)
    padded[places] = x
    out = record1(PadPackedSequence, padded, data._node)
    if node := out._node:
        node.places = places
    return out
