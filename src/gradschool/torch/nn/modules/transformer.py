"""The transformer: layers of attention and a small network, stacked."""

from __future__ import annotations

import copy
import math
import warnings
from collections.abc import Callable
from typing import Any, TypeAlias

from ...creation import full
from ...ops.multihead_attention import canonical_mask
from .. import functional as F
from .. import init
from .attention import MultiheadAttention
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .module import Module
from .normalization import LayerNorm

Activation: TypeAlias = "str | Callable[[Any], Any]"


def _activation(wanted: Activation) -> Callable[[Any], Any]:
    if not isinstance(wanted, str):
        return wanted
    found: dict[str, Callable[[Any], Any]] = {"relu": F.relu, "gelu": F.gelu}
    if wanted not in found:
        raise RuntimeError(f"activation should be relu/gelu, not {wanted}")
    return found[wanted]


class _Layer(Module):
    """What the layers of encoder and decoder share: a small network, two ways to norm.

    A residual branch is `x + f(norm(x))` with `norm_first`, else `norm(x + f(x))`.
    """

    attentions = ("self_attn",)

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Activation = F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        made: dict[str, Any] = {"device": device, "dtype": dtype}
        for name in self.attentions:
            attention = MultiheadAttention(
                d_model, nhead, dropout, bias, batch_first=batch_first, **made
            )
            self.add_module(name, attention)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **made)
        self.norm_first = norm_first
        branches = range(1, len(self.attentions) + 2)
        for number in branches:
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made)
            self.add_module(f"norm{number}", norm)
        for number in branches:
            self.add_module(f"dropout{number}", Dropout(dropout))
        self.activation = _activation(activation)

    def _branch(self, x: Any, number: int, function: Callable[[Any], Any]) -> Any:
        norm = getattr(self, f"norm{number}")
        dropped = getattr(self, f"dropout{number}")
        if self.norm_first:
            return x + dropped(function(norm(x)))
        return norm(x + dropped(function(x)))

    def _feed_forward(self, x: Any) -> Any:
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


class TransformerEncoderLayer(_Layer):
    """Self-attention, then a network of two linear layers, each in a residual branch.

    Args:
        d_model: E.
        nhead: how many heads.
        dim_feedforward: the size between the two linear layers.
        dropout: the probability of a zero.
        activation: "relu", "gelu" or a function.
        layer_norm_eps: ε of the norms.
        batch_first: whether inputs are (N, L, E).
        norm_first: whether a branch starts with its norm.
        bias: whether the linear layers and norms have biases.
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        src (L, N, E) or (L, E) -> the same.

    Source:
        Vaswani et al., "Attention is all you need" (2017), section 3.1.
    """

    self_attn: MultiheadAttention

    @property
    def activation_relu_or_gelu(self) -> int:
        """1 for relu, 2 for gelu, 0 for another function."""
        functions: list[Any] = [F.relu, F.gelu]
        used = self.activation
        return functions.index(used) + 1 if used in functions else 0

    def forward(
        self,
        src: Any,
        src_mask: Any = None,
        src_key_padding_mask: Any = None,
        is_causal: bool = False,
    ) -> Any:
        """The sequence after attention and network."""
        padding = canonical_mask(
            src_key_padding_mask,
            "src_key_padding_mask",
            src_mask,
            "src_mask",
            dtype=src.dtype,
        )
        mask = canonical_mask(src_mask, "src_mask", dtype=src.dtype)

        def attend(x: Any) -> Any:
            return self.self_attn(
                x,
                x,
                x,
                attn_mask=mask,
                key_padding_mask=padding,
                need_weights=False,
                is_causal=is_causal,
            )[0]

        return self._branch(self._branch(src, 1, attend), 2, self._feed_forward)


class TransformerDecoderLayer(_Layer):
    """Self-attention, attention to the encoder's output, then a small network.

    Args:
        d_model: E.
        nhead: how many heads.
        dim_feedforward: the size between the two linear layers.
        dropout: the probability of a zero.
        activation: "relu", "gelu" or a function.
        layer_norm_eps: ε of the norms.
        batch_first: whether inputs are (N, L, E).
        norm_first: whether a branch starts with its norm.
        bias: whether the linear layers and norms have biases.
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        tgt (L, N, E), memory (S, N, E) -> as tgt.
    """

    attentions = ("self_attn", "multihead_attn")
    self_attn: MultiheadAttention
    multihead_attn: MultiheadAttention

    def forward(
        self,
        tgt: Any,
        memory: Any,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Any:
        """The sequence after both attentions and the network."""

        def attend(x: Any) -> Any:
            return self.self_attn(
                x,
                x,
                x,
                attn_mask=tgt_mask,
                key_padding_mask=tgt_key_padding_mask,
                need_weights=False,
                is_causal=tgt_is_causal,
            )[0]

        def remember(x: Any) -> Any:
            return self.multihead_attn(
                x,
                memory,
                memory,
                attn_mask=memory_mask,
                key_padding_mask=memory_key_padding_mask,
                need_weights=False,
                is_causal=memory_is_causal,
            )[0]

        x = self._branch(self._branch(tgt, 1, attend), 2, remember)
        return self._branch(x, 3, self._feed_forward)


def _copies(layer: Module, count: int) -> ModuleList:
    return ModuleList([copy.deepcopy(layer) for _ in range(count)])


def _why_not_nested(layer: Any) -> str:
    """Why PyTorch would not compute on sequences without their padding."""
    if not isinstance(layer, TransformerEncoderLayer):
        return "encoder_layer was not an TransformerEncoderLayer"
    attention = layer.self_attn
    if layer.norm_first:
        return "encoder_layer.norm_first was True"
    if not attention.batch_first:
        return (
            "encoder_layer.self_attn.batch_first was not True"
            "(use batch_first for better inference performance)"
        )
    if attention.in_proj_bias is None:
        return "encoder_layer.self_attn was passed bias=False"
    if not layer.activation_relu_or_gelu:
        return "encoder_layer.activation_relu_or_gelu was not True"
    if attention.num_heads % 2:
        return "encoder_layer.self_attn.num_heads is odd"
    return ""


class TransformerEncoder(Module):
    """Copies of one encoder layer, one after the other.

    Args:
        encoder_layer: the layer; every copy starts with its weights.
        num_layers: how many copies.
        norm: a module after the last of them.
        enable_nested_tensor: kept for PyTorch's warnings; padding is computed here.
        mask_check: kept as it is given.

    Shape:
        src (L, N, E) -> the same.
    """

    def __init__(
        self,
        encoder_layer: Module,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__()
        self.layers = _copies(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor = enable_nested_tensor
        why = _why_not_nested(encoder_layer)
        self.use_nested_tensor = enable_nested_tensor and not why
        self.mask_check = mask_check
        if enable_nested_tensor and why:
            warnings.warn(
                "enable_nested_tensor is True, but self.use_nested_tensor is False "
                f"because {why}",
                stacklevel=2,
            )

    def forward(
        self,
        src: Any,
        mask: Any = None,
        src_key_padding_mask: Any = None,
        is_causal: bool | None = None,
    ) -> Any:
        """The sequence after all layers."""
        padding = canonical_mask(
            src_key_padding_mask,
            "src_key_padding_mask",
            mask,
            "mask",
            dtype=src.dtype,
        )
        mask = canonical_mask(mask, "mask", dtype=src.dtype)
        for layer in self.layers:
            src = layer(
                src,
                src_mask=mask,
                src_key_padding_mask=padding,
                is_causal=bool(is_causal),
            )
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(Module):
    """Copies of one decoder layer, one after the other.

    Args:
        decoder_layer: the layer; every copy starts with its weights.
        num_layers: how many copies.
        norm: a module after the last of them.

    Shape:
        tgt (L, N, E), memory (S, N, E) -> as tgt.
    """

    def __init__(
        self, decoder_layer: Module, num_layers: int, norm: Module | None = None
    ) -> None:
        super().__init__()
        self.layers = _copies(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self,
        tgt: Any,
        memory: Any,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Any:
        """The sequence after all layers."""
        for layer in self.layers:
            tgt = layer(
                tgt,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
                tgt_is_causal=bool(tgt_is_causal),
                memory_is_causal=memory_is_causal,
            )
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Module):
    """An encoder, and a decoder that attends to its output.

    Args:
        d_model: E.
        nhead: how many heads.
        num_encoder_layers: how many layers read the source.
        num_decoder_layers: how many layers write the target.
        dim_feedforward: the size between the two linear layers.
        dropout: the probability of a zero.
        activation: "relu", "gelu" or a function.
        custom_encoder: a module instead of the encoder.
        custom_decoder: a module instead of the decoder.
        layer_norm_eps: ε of the norms.
        batch_first: whether inputs are (N, L, E).
        norm_first: whether a branch starts with its norm.
        bias: whether the linear layers and norms have biases.
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        src (S, N, E), tgt (T, N, E) -> (T, N, E).

    Source:
        Vaswani et al., "Attention is all you need" (2017).
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Activation = F.relu,
        custom_encoder: Any = None,
        custom_decoder: Any = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        made: dict[str, Any] = {"device": device, "dtype": dtype}
        options: tuple[Any, ...] = (
            d_model,
            nhead,
            dim_feedforward,
            dropout,
            activation,
            layer_norm_eps,
            batch_first,
            norm_first,
            bias,
        )

        def norm() -> LayerNorm:
            return LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made)

        if custom_encoder is None:
            reading = TransformerEncoderLayer(*options, **made)
            custom_encoder = TransformerEncoder(reading, num_encoder_layers, norm())
        self.encoder = custom_encoder
        if custom_decoder is None:
            writing = TransformerDecoderLayer(*options, **made)
            custom_decoder = TransformerDecoder(writing, num_decoder_layers, norm())
        self.decoder = custom_decoder
        self._reset_parameters()
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def _reset_parameters(self) -> None:
        for parameter in self.parameters():
            if parameter.dim() > 1:
                init.xavier_uniform_(parameter)

    def forward(
        self,
        src: Any,
        tgt: Any,
        src_mask: Any = None,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        src_key_padding_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Any:
        """The target after the decoder."""
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch) != tgt.size(batch):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError(
                "the feature number of src and tgt must be equal to d_model"
            )
        memory = self.encoder(
            src,
            mask=src_mask,
            src_key_padding_mask=src_key_padding_mask,
            is_causal=src_is_causal,
        )
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(
        sz: int, device: Any = None, dtype: Any = None
    ) -> Any:
        """−∞ above the diagonal, else 0: what makes attention causal.

        Args:
            sz: the length of the sequence.
            device: only the CPU.
            dtype: of the mask.
        """
        return full((sz, sz), -math.inf, device=device, dtype=dtype).triu(1)
