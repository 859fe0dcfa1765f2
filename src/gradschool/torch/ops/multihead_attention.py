"""Attention in several heads: project, attend in each head, join, project."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

from ..creation import zeros, zeros_like
from .attention import scaled_dot_product_attention
from .dropout import dropout
from .joining import cat
from .linear import linear
from .padding import pad
from .softmax import softmax

if TYPE_CHECKING:
    from .._tensor import Tensor


def canonical_mask(
    mask: Any, name: str, other: Any = None, other_name: str = "", *, dtype: Any
) -> Any:
    """A mask as numbers to add: −∞ where a Boolean one is True.

    Args:
        mask: Booleans, True where nothing may be seen, or numbers, or None.
        name: what it is called in messages.
        other: a mask that will be added to it.
        other_name: what that is called.
        dtype: of the result.

    Raises:
        AssertionError: if it is neither.
    """
    if mask is None:
        return None
    if str(mask.dtype) != "torch.bool" and not mask.is_floating_point():
        raise AssertionError(f"only bool and floating types of {name} are supported")
    if other is not None and other.dtype != mask.dtype:
        warnings.warn(
            f"Support for mismatched {name} and {other_name} is deprecated. Use same "
            "type for both instead.",
            stacklevel=3,
        )
    if mask.is_floating_point():
        return mask
    return zeros_like(mask, dtype=dtype).masked_fill_(mask, -math.inf)


def _check_shapes(
    query: Any, key: Any, value: Any, padding: Any, mask: Any, heads: int
) -> bool:
    """Whether there is a batch; raises if the dimensions do not go together."""
    dims = query.dim()
    if dims not in (2, 3):
        raise AssertionError(
            "query should be unbatched 2D or batched 3D tensor but received "
            f"{dims}-D query tensor"
        )
    kind = "batched" if dims == 3 else "unbatched"
    if (key.dim(), value.dim()) != (dims, dims):
        raise AssertionError(
            f"For {kind} ({dims}-D) `query`, expected `key` and `value` to be {dims}-D "
            f"but found {key.dim()}-D and {value.dim()}-D tensors respectively"
        )
    if padding is not None and padding.dim() != dims - 1:
        raise AssertionError(
            f"For {kind} ({dims}-D) `query`, expected `key_padding_mask` to be `None` "
            f"or {dims - 1}-D but found {padding.dim()}-D tensor instead"
        )
    if mask is not None and mask.dim() not in (2, 3):
        raise AssertionError(
            f"For {kind} ({dims}-D) `query`, expected `attn_mask` to be `None`, 2-D or "
            f"3-D but found {mask.dim()}-D tensor instead"
        )
    if dims == 2 and mask is not None and mask.dim() == 3:
        expected = (heads, query.shape[0], key.shape[0])
        if tuple(mask.shape) != expected:
            raise AssertionError(
                f"Expected `attn_mask` shape to be {expected} but got {mask.shape}"
            )
    return dims == 3


def _listed(weights: Any) -> list[Any]:
    return list(weights)


def _projected(
    query: Any, key: Any, value: Any, weights: Any, bias: Any
) -> tuple[Any, Any, Any]:
    """Q, K and V: one product where the inputs are one tensor."""
    if not isinstance(weights, tuple):
        if query is key and key is value:
            q, k, v = linear(query, weights, bias).chunk(3, -1)
            return q, k, v
        weights = tuple(weights.chunk(3))
    biases: Any = (None, None, None) if bias is None else bias.chunk(3)
    q, k, v = (
        linear(x, w, b)
        for x, w, b in zip((query, key, value), _listed(weights), biases, strict=True)
    )
    return q, k, v


def _check_sizes(
    key: Any, value: Any, embed: int, expected: int, heads: int, separate: bool
) -> None:
    if embed != expected:
        raise AssertionError(
            f"was expecting embedding dimension of {expected}, but got {embed}"
        )
    if embed % heads:
        raise AssertionError(f"embed_dim {embed} not divisible by num_heads {heads}")
    if separate and key.shape[:2] != value.shape[:2]:
        raise AssertionError(
            f"key's sequence and batch dims {key.shape[:2]} do not match value's "
            f"{value.shape[:2]}"
        )
    if not separate and key.shape != value.shape:
        raise AssertionError(
            f"key shape {key.shape} does not match value shape {value.shape}"
        )


def _masks(
    padding: Any, mask: Any, is_causal: bool, need_weights: bool, dtype: Any
) -> tuple[Any, Any, bool]:
    """Both masks as numbers, and whether attention itself shall be causal."""
    padding = canonical_mask(
        padding, "key_padding_mask", mask, "attn_mask", dtype=dtype
    )
    if is_causal and mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the "
            "Transformer module method `generate_square_subsequent_mask` to create "
            "this mask."
        )
    if is_causal and padding is None and not need_weights:
        return None, None, True
    return padding, canonical_mask(mask, "attn_mask", dtype=dtype), False


def _mask_of_3d(mask: Any, rows: int, lengths: tuple[int, int]) -> Any:
    """The mask as (1 or N·heads, L, S)."""
    wanted = lengths if mask.dim() == 2 else (rows, *lengths)
    if tuple(mask.shape) != wanted:
        raise RuntimeError(
            f"The shape of the {mask.dim()}D attn_mask is {mask.shape}, but should be "
            f"{wanted}."
        )
    return mask.unsqueeze(0) if mask.dim() == 2 else mask


def _padding_of_3d(padding: Any, wanted: tuple[int, int], heads: int) -> Any:
    """The mask of padding, (N, S), as (N·heads, 1, S)."""
    for dim, size in enumerate(wanted):
        if padding.shape[dim] != size:
            raise AssertionError(
                f"Expected key_padded_mask.shape[{dim}] to be {size}, but got "
                f"{padding.shape[dim]}"
            )
    batch, source = wanted
    padding = padding.view(batch, 1, 1, source).expand(-1, heads, -1, -1)
    return padding.reshape(batch * heads, 1, source)


def _one_more(mask: Any) -> Any:
    """The mask with one more key, which may be seen."""
    return None if mask is None else pad(mask, (0, 1))


def _attend_and_show(q: Any, k: Any, v: Any, mask: Any, p: float) -> tuple[Any, Any]:
    """Attention in plain ops, whose shares can be returned."""
    scores = (q * math.sqrt(1.0 / q.size(-1))).bmm(k.transpose(-2, -1))
    shares: Any = softmax(scores if mask is None else scores + mask, -1)
    if p:
        shares = dropout(shares, p)
    return shares.bmm(v), shares


def multi_head_attention_forward(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Tensor | None,
    in_proj_bias: Tensor | None,
    bias_k: Tensor | None,
    bias_v: Tensor | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Tensor,
    out_proj_bias: Tensor | None,
    training: bool = True,
    key_padding_mask: Tensor | None = None,
    need_weights: bool = True,
    attn_mask: Tensor | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Tensor | None = None,
    k_proj_weight: Tensor | None = None,
    v_proj_weight: Tensor | None = None,
    static_k: Tensor | None = None,
    static_v: Tensor | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Tensor, Tensor | None]:
    """The output of `nn.MultiheadAttention` and the shares, given its parameters.

    Args:
        query: the positions that ask.
        key: the positions that are asked.
        value: what they answer.
        embed_dim_to_check: E.
        num_heads: in how many parts E is cut.
        in_proj_weight: the matrices of Q, K and V, one below the other.
        in_proj_bias: their biases.
        bias_k: one more key for every sequence.
        bias_v: its value.
        add_zero_attn: whether one more key and value are 0.
        dropout_p: the probability with which a share is set to 0 while training.
        out_proj_weight: the matrix after the heads are joined.
        out_proj_bias: its bias.
        training: whether there is dropout.
        key_padding_mask: True, or −∞, at keys that are padding.
        need_weights: whether the shares are returned.
        attn_mask: True, or numbers to add, where a query must not look.
        use_separate_proj_weight: whether the three matrices below are used.
        q_proj_weight: the matrix of Q.
        k_proj_weight: the matrix of K.
        v_proj_weight: the matrix of V.
        static_k: K itself, per head.
        static_v: V itself, per head.
        average_attn_weights: whether the shares are the mean of the heads'.
        is_causal: whether `attn_mask` is the causal one, which may save work.

    Shape:
        query (L, N, E), key (S, N, E_k), value (S, N, E_v), all with or without N;
        key_padding_mask (N, S), attn_mask (L, S) or (N·heads, L, S) ->
        output (L, N, E), shares (N, L, S) or (N, heads, L, S).
    """
    batched = _check_shapes(query, key, value, key_padding_mask, attn_mask, num_heads)
    q: Any = query
    k: Any = key
    v: Any = value
    padding: Any = key_padding_mask
    if not batched:
        same = q is k and k is v
        q = q.unsqueeze(1)
        k, v = (q, q) if same else (k.unsqueeze(1), v.unsqueeze(1))
        padding = None if padding is None else padding.unsqueeze(0)
    length, batch, embed = q.shape
    _check_sizes(k, v, embed, embed_dim_to_check, num_heads, use_separate_proj_weight)
    padding, mask, is_causal = _masks(
        padding, attn_mask, is_causal, need_weights, query.dtype
    )
    if mask is not None:
        mask = _mask_of_3d(mask, batch * num_heads, (length, k.shape[0]))
    weights: Any = in_proj_weight
    if use_separate_proj_weight:
        weights = (q_proj_weight, k_proj_weight, v_proj_weight)
    q, k, v = _projected(q, k, v, weights, in_proj_bias)
    if bias_k is not None and bias_v is not None:
        k = cat([k, bias_k.repeat(1, batch, 1)])
        v = cat([v, bias_v.repeat(1, batch, 1)])
        mask, padding = _one_more(mask), _one_more(padding)

    # (·, N, E) -> (N·heads, ·, E/heads)
    rows, size = batch * num_heads, embed // num_heads
    q = q.reshape(length, rows, size).transpose(0, 1)
    k = static_k if static_k is not None else k.reshape(-1, rows, size).transpose(0, 1)
    v = static_v if static_v is not None else v.reshape(-1, rows, size).transpose(0, 1)
    if add_zero_attn:
        nothing = zeros((rows, 1, size), dtype=k.dtype)
        k, v = cat([k, nothing], 1), cat([v, nothing], 1)
        mask, padding = _one_more(mask), _one_more(padding)
    if padding is not None:
        padding = _padding_of_3d(padding, (batch, k.size(1)), num_heads)
        mask = padding if mask is None else mask + padding

    p = dropout_p if training else 0.0
    if need_weights:
        out, shares = _attend_and_show(q, k, v, mask, p)
        out = out.transpose(0, 1).reshape(length * batch, embed)
        shares = shares.view(batch, num_heads, length, k.size(1))
        shares = shares.mean(1) if average_attn_weights else shares
    else:
        shares = None
        if mask is not None and mask.size(0) == rows:
            mask = mask.view(batch, num_heads, -1, k.size(1))
        q, k, v = (t.view(batch, num_heads, t.size(1), size) for t in (q, k, v))
        out: Any = scaled_dot_product_attention(q, k, v, mask, p, is_causal)
        out = out.permute(2, 0, 1, 3).reshape(length * batch, embed)
    out = linear(out, out_proj_weight, out_proj_bias)
    out = out.view(length, batch, out.size(1))
    if batched:
        return out, shares
    return out.squeeze(1), None if shares is None else shares.squeeze(0)
