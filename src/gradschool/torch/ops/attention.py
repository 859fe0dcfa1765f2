"""Attention: each query takes a mean of the values, weighted by how its key fits."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import cpp_name
from .._errors import sizes_must_match
from ..autograd.namespace import ARRAYS
from ..autograd.node import NOTHING, Node
from ..autograd.recording import record
from .dropout import dropout_mask
from .repeating import repeat_interleave

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients
    from ..autograd.namespace import Namespace


class Attention(Node, name="UnsafeViewBackward0"):
    """O = (m·P)·V,   P = softmax(S),   S = s·Q·Kᵀ + B

    ∂V = (m·P)ᵀ·∂O,   ∂P = m·(∂O·Vᵀ),   ∂S = P·(∂P − Σ ∂P·P),   ∂B = ∂S,
    ∂Q = s·∂S·K,   ∂K = s·∂Sᵀ·Q. m is the mask of dropout. P is a by-product of
    forward: kept for the reading on arrays, computed again where the gradient is
    differentiated.
    """

    __slots__ = ("fixed", "kept", "mask", "scale")
    scale: float
    fixed: Array | None
    mask: Array | None
    kept: Array

    def backward(
        self, xp: Namespace, grad: Any, q: Any, k: Any, v: Any, bias: Any
    ) -> Gradients:
        need_q, need_k, need_v, need_bias = self.parents
        p = self.kept
        if xp is not ARRAYS:
            p = _shares(xp, q, k, self.scale, bias, self.fixed)
        m = None if self.mask is None else xp.constant(self.mask)
        dv = None
        if need_v is not None:
            dv = (p if m is None else p * m).swapaxes(-1, -2) @ grad
        if need_q is None and need_k is None and need_bias is None:
            return None, None, dv, None
        dp = grad @ v.swapaxes(-1, -2)
        if m is not None:
            dp = dp * m
        ds: Any = p * (dp - xp.sums(dp * p, -1))
        dq = need_q and (ds @ k) * self.scale
        dk = need_k and (ds.swapaxes(-1, -2) @ q) * self.scale
        return dq, dk, dv, need_bias and ds


class FlashAttention(Attention, name="ScaledDotProductFlashAttentionForCpuBackward0"):
    """`Attention` on (N, heads, L, E), for which PyTorch has a kernel"""

    __slots__ = ()


class AttentionOfMatrices(Attention, name="MmBackward0"):
    """`Attention` without batch"""

    __slots__ = ()


def _shares(
    xp: Namespace, q: Any, k: Any, scale: float, bias: Any, fixed: Array | None
) -> Any:
    """P. A query that may look nowhere has no shares: its row is 0, not NaN."""
    s: Any = (q @ k.swapaxes(-1, -2)) * scale
    if bias is not None:
        s = s + bias
    if fixed is not None:
        s = s + xp.constant(fixed)
    # Softmax does not change when a number is taken off a row, so it is no input.
    top = np.maximum.reduce(xp.array_of(s), -1, keepdims=True, initial=-math.inf)
    top[top == -math.inf] = 0
    e = xp.exp(s - xp.constant(top))
    total: Any = xp.sums(e, -1)
    nowhere = xp.array_of(total) == 0
    if nowhere.any():
        total = total + xp.constant(nowhere.astype(top.dtype))
    return e / total


def _fixed_bias(
    mask: Tensor | None, is_causal: bool, lengths: tuple[int, int], dtype: Any
) -> Array | None:
    """−∞ where a Boolean mask or causality forbids to look, else 0."""
    allowed: Any = None
    if mask is not None and mask._array.dtype.kind == "b":
        allowed = mask._array
    if is_causal:
        earlier = np.tri(*lengths, dtype=np.bool_)
        allowed = earlier if allowed is None else allowed & earlier
    if allowed is None:
        return None
    bias = np.zeros(allowed.shape, dtype)
    bias[~allowed] = -math.inf
    return bias


def _check(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, p: float) -> None:
    dims = [t._array.ndim for t in (q, k, v)]
    if min(dims) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got "
            f"query.dim: {dims[0]} key.dim: {dims[1]} and value.dim: {dims[2]} instead."
        )
    kinds = [t._array.dtype for t in (q, k, v)]
    if kinds[0] != kinds[1] or kinds[0] != kinds[2]:
        words = [cpp_name(kind) for kind in kinds]
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got "
            f"query.dtype: {words[0]} key.dtype: {words[1]} and value.dtype: "
            f"{words[2]} instead."
        )
    if kinds[0].kind != "f":
        raise RuntimeError(
            "expected m1 and m2 to have the same dtype, but got: float != "
            f"{cpp_name(kinds[0])}"
        )
    if k._array.shape[-2] != v._array.shape[-2]:
        raise RuntimeError(
            "expected as many values as keys, got key of shape "
            f"{list(k._array.shape)} and value of shape {list(v._array.shape)}"
        )
    if mask is not None:
        kind = mask._array.dtype
        if kind.kind != "b" and kind not in (kinds[0], np.float32):
            raise RuntimeError(
                "Expected attn_mask dtype to be bool or float or to match query dtype, "
                f"but got attn_mask.dtype: {cpp_name(kind)} and  query.dtype: "
                f"{cpp_name(kinds[0])} instead."
            )
        shape = (*q._array.shape[:-1], k._array.shape[-2])
        try:
            np.broadcast_shapes(shape, mask._array.shape)
        except ValueError:
            raise sizes_must_match(shape, mask._array.shape) from None
    if not 0 <= p <= 1:
        raise RuntimeError(
            f"dropout probability has to be between 0 and 1, but got {p:g}"
        )


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """softmax(Q·Kᵀ/√E + B)·V.

    Args:
        query: Q.
        key: K.
        value: V.
        attn_mask: B, or Booleans that are False where a query must not look.
        dropout_p: the probability with which a share is set to 0; as PyTorch it is
            used whether training or not.
        is_causal: whether query i may only look at keys up to i.
        scale: the factor instead of 1/√E.
        enable_gqa: whether several heads of Q share one of K and V.

    Shape:
        query (*, L, E), key (*, S, E), value (*, S, E_v), attn_mask broadcastable to
        (*, L, S) -> (*, L, E_v).

    Special cases:
        A query that may look nowhere gives 0.

    Source:
        Vaswani et al., "Attention is all you need" (2017), equation 1.
    """
    _check(query, key, value, attn_mask, dropout_p)
    if enable_gqa:
        heads = query._array.shape[-3]
        if any(heads % t._array.shape[-3] for t in (key, value)):
            raise RuntimeError(
                "Number of heads in key and value must divide the number of heads in "
            )
        key = repeat_interleave(key, heads // key._array.shape[-3], -3)
        value = repeat_interleave(value, heads // value._array.shape[-3], -3)
    q, k, v = query._array, key._array, value._array
    if q.shape[-1] != k.shape[-1]:
        query.matmul(key.transpose(-2, -1))  # raises, in PyTorch's words
    factor = (
        1 / math.sqrt(q.shape[-1]) if scale is None and q.shape[-1] else scale or 1.0
    )
    lengths = (q.shape[-2], k.shape[-2])
    fixed = _fixed_bias(attn_mask, is_causal, lengths, q.dtype)
    added = None
    if attn_mask is not None and attn_mask._array.dtype.kind != "b":
        added = attn_mask
    bias = None if added is None else added._array.astype(q.dtype, copy=False)
    p = _shares(ARRAYS, q, k, factor, bias, fixed)
    mask = dropout_mask(p.shape, dropout_p, p.dtype) if dropout_p else None
    out = (p if mask is None else p * mask) @ v
    node_b = None if added is None else added._node
    parents = (query._node, key._node, value._node, node_b)
    inputs = (query, key, value) if added is None else (query, key, value, added)
    same = q.shape[:-2] == k.shape[:-2] == v.shape[:-2]
    kernel = q.ndim == 4 and same and mask is None and node_b is None
    result = record(
        FlashAttention if kernel else AttentionOfMatrices if q.ndim == 2 else Attention,
        out,
        parents,
        (*inputs, NOTHING) if added is None else inputs,
        (
            *((t._array.shape, t._array.dtype) for t in (query, key, value)),
            None if added is None else (added._array.shape, added._array.dtype),
        ),
    )
    if node := result._node:
        node.scale, node.fixed, node.mask, node.kept = factor, fixed, mask, p
    return result
