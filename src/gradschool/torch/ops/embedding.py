"""Rows of a table, by index: embedding, one_hot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import I64, word
from .._errors import wrong_argument
from ..autograd import versions
from ..autograd.node import Node
from ..autograd.recording import record1, wrap

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients
    from ..autograd.namespace import Namespace


class Embedding(Node):
    """y = W[i],   ∂W[k] = Σ ∂y over the places where i = k

    A row may be used many times, so its gradients are added up. The padding row gets
    none.
    """

    __slots__ = ("by_frequency", "index", "padding", "rows")
    index: Array
    rows: int
    padding: int
    by_frequency: bool

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        index = self.index.reshape(-1)
        flat = xp.reshape(grad, (index.size, grad.shape[-1]))
        if self.padding >= 0:
            flat = flat * xp.constant((index != self.padding)[:, None])
        if self.by_frequency:
            uses = np.bincount(index, minlength=self.rows)
            flat = flat / xp.constant(uses[index][:, None].astype(self._kind(grad)))
        return xp.sum_rows(flat, index, self.rows)

    @staticmethod
    def _kind(grad: Any) -> Any:
        return getattr(grad, "_array", grad).dtype


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """y = W[i]: row i of the table for every index i.

    Args:
        input: i, integers.
        weight: W.
        padding_idx: a row that gets no gradient.
        max_norm: rows longer than this are shortened first, in W itself.
        norm_type: the exponent of that norm.
        scale_grad_by_freq: whether a row's gradient is divided by its number of uses.
        sparse: only False; gradients are always dense here.

    Shape:
        input (*), weight (rows, E) -> output (*, E).

    Gradient:
        ∂W[k] = Σ ∂y over the places where i = k.

    Raises:
        IndexError: for an index that the table does not have.
    """
    try:
        index, w = input._array, weight._array
    except AttributeError:
        name, position, value = (
            ("indices", 2, input)
            if hasattr(weight, "_array")
            else ("weight", 1, weight)
        )
        raise wrong_argument("embedding", name, position, "Tensor", value) from None
    if sparse:
        raise NotImplementedError(
            "embedding: sparse=True is not implemented; sparse=False gives the same "
            "values"
        )
    if padding_idx is not None:
        if padding_idx >= w.shape[0] or padding_idx < -w.shape[0]:
            raise AssertionError("Padding_idx must be within num_embeddings")
        if padding_idx < 0:
            padding_idx += w.shape[0]
    if w.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    if index.dtype.name not in ("int64", "int32"):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following "
            f"scalar types: Long, Int; but got torch.{word(index.dtype)}Tensor instead "
            "(while checking arguments for embedding)"
        )
    if index.size and (index.min() < 0 or index.max() >= w.shape[0]):
        raise IndexError("index out of range in self")
    if max_norm is not None:
        _shorten_rows(weight, index, max_norm, norm_type)
        w = weight._array
    out = record1(Embedding, w[index], weight._node)
    if node := out._node:
        node.index = index
        node.rows = w.shape[0]
        node.padding = -1 if padding_idx is None else padding_idx
        node.by_frequency = scale_grad_by_freq
    return out


def _shorten_rows(
    weight: Tensor, index: Array, max_norm: float, norm_type: float
) -> None:
    """Scales the used rows down to `max_norm`, in place and unrecorded."""
    w = versions.memory(weight)
    used = np.unique(index)
    norms = np.linalg.norm(w[used], norm_type, axis=1)
    long = norms > max_norm
    if long.any():
        # 1e-7 as in PyTorch: the row ends a hair below the limit.
        factors = (max_norm / (norms[long] + 1e-7)).astype(w.dtype)
        w[used[long]] *= factors[:, None]
        versions.bump(weight)


def one_hot(input: Tensor, num_classes: int = -1) -> Tensor:
    """1 at the class of each element, else 0.

    Args:
        input: class numbers, from 0 on.
        num_classes: how many classes; −1 takes the largest number plus 1.

    Shape:
        input (*) of int64 -> output (*, K) of int64.

    Raises:
        RuntimeError: for a class number that is negative or too large.
    """
    index = input._array
    if index.dtype != I64:
        raise RuntimeError(
            "one_hot is only applicable to index tensor of type LongTensor."
        )
    if not index.size:
        if num_classes <= 0:
            raise RuntimeError(
                "Can not infer total number of classes from empty tensor."
            )
        return wrap(np.zeros((*index.shape, num_classes), np.int64))
    if index.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    largest = int(index.max())
    if num_classes == -1:
        num_classes = largest + 1
    elif num_classes < 1:
        raise RuntimeError("num_classes should be positive")
    elif largest >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    hot = np.zeros((index.size, num_classes), np.int64)
    hot[np.arange(index.size), index.reshape(-1)] = 1
    return wrap(hot.reshape((*index.shape, num_classes)))


def embedding_function(
    weight: Tensor,
    indices: Tensor,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """`torch.embedding`: the table first; −1 is no padding row."""
    return embedding(
        indices,
        weight,
        None if padding_idx == -1 else padding_idx,
        scale_grad_by_freq=scale_grad_by_freq,
        sparse=sparse,
    )
