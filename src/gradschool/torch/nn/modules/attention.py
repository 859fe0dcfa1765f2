"""Attention as a module. The formulas are in `ops/attention.py`."""

from __future__ import annotations

from typing import Any

from ..._tensor import Tensor
from ...creation import empty
from ...ops.multihead_attention import canonical_mask, multi_head_attention_forward
from .. import init
from ..parameter import Parameter
from .linear import NonDynamicallyQuantizableLinear
from .module import Module


class MultiheadAttention(Module):
    """Attention in several heads, each in its own part of the embedding.

    Args:
        embed_dim: E.
        num_heads: how many heads; E is a multiple of it.
        dropout: the probability with which a share is set to 0 while training.
        bias: whether the projections have biases.
        add_bias_kv: whether every sequence has one more key, which is learned.
        add_zero_attn: whether every sequence has one more key, which is 0.
        kdim: the size of a key; E if left out.
        vdim: the size of a value; E if left out.
        batch_first: whether inputs are (N, L, E).
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        query (L, N, E), key and value (S, N, ·), with or without N ->
        output (L, N, E), shares (N, L, S).

    Example:
        >>> from gradschool import torch
        >>> x = torch.ones(5, 2, 8)
        >>> output, shares = torch.nn.MultiheadAttention(8, 2)(x, x, x)
        >>> output.shape, shares.shape
        (torch.Size([5, 2, 8]), torch.Size([2, 5, 5]))

    Source:
        Vaswani et al., "Attention is all you need" (2017), section 3.2.2.
    """

    in_proj_weight: Any
    in_proj_bias: Any
    q_proj_weight: Any
    k_proj_weight: Any
    v_proj_weight: Any

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                "embed_dim and num_heads must be greater than 0, got "
                f"embed_dim={embed_dim} and num_heads={num_heads} instead"
            )
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")

        def new(*shape: int) -> Any:
            return Parameter(empty(shape, device=device, dtype=dtype))

        same = self._qkv_same_embed_dim
        sizes = {"q": embed_dim, "k": self.kdim, "v": self.vdim}
        for name, size in sizes.items():
            parameter = None if same else new(embed_dim, size)
            self.register_parameter(f"{name}_proj_weight", parameter)
        self.register_parameter(
            "in_proj_weight", new(3 * embed_dim, embed_dim) if same else None
        )
        self.register_parameter("in_proj_bias", new(3 * embed_dim) if bias else None)
        self.out_proj = NonDynamicallyQuantizableLinear(
            embed_dim, embed_dim, bias=bias, device=device, dtype=dtype
        )
        self.bias_k = new(1, 1, embed_dim) if add_bias_kv else None
        self.bias_v = new(1, 1, embed_dim) if add_bias_kv else None
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _reset_parameters(self) -> None:
        for name in ("in", "q", "k", "v"):
            weight = getattr(self, f"{name}_proj_weight")
            if weight is not None:
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for extra in (self.bias_k, self.bias_v):
            if extra is not None:
                init.xavier_normal_(extra)

    def forward(
        self,
        query: Any,
        key: Any,
        value: Any,
        key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Any, Any]:
        """(output, shares or None)."""
        key_padding_mask = canonical_mask(
            key_padding_mask,
            "key_padding_mask",
            attn_mask,
            "attn_mask",
            dtype=query.dtype,
        )
        attn_mask = canonical_mask(attn_mask, "attn_mask", dtype=query.dtype)
        turned = self.batch_first and query.dim() == 3
        if turned:
            # One tensor stays one, so that its three products stay one.
            same_key, same_value = key is query, value is key
            query = query.transpose(1, 0)
            key = query if same_key else key.transpose(1, 0)
            value = key if same_value else value.transpose(1, 0)
        output, shares = multi_head_attention_forward(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            self.add_zero_attn,
            self.dropout,
            self.out_proj.weight,
            self.out_proj.bias,
            self.training,
            key_padding_mask,
            need_weights,
            attn_mask,
            not self._qkv_same_embed_dim,
            self.q_proj_weight,
            self.k_proj_weight,
            self.v_proj_weight,
            average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )
        return output.transpose(1, 0) if turned else output, shares
