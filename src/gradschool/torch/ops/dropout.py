"""Dropout: random zeros while training, so that no unit relies on another one."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import word
from .._errors import wrong_argument
from .._random import bernoulli
from ..autograd.node import Node
from ..autograd.recording import record1
from ..autograd.writing import inplace as in_place
from ..random import default_generator

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients, Shape
    from ..autograd.namespace import Namespace


class Dropout(Node, name="MulBackward0"):
    """y = m·x + c with a random mask m,   ∂x = m·∂y

    m is 0 or 1/(1−p). PyTorch multiplies by the mask in an ordinary `mul`, hence its
    name.
    """

    __slots__ = ("mask",)
    mask: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad * xp.constant(self.mask)


class AlphaDropout(Dropout, name="AddBackward0"):
    """y = a·(m·x + (1−m)·α′) + b,   ∂x = a·m·∂y"""

    __slots__ = ()


def _check_p(p: float) -> None:
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def dropout_mask(shape: Shape, p: float, dtype: Any) -> Array:
    """1/(1−p) where an element stays, else 0."""
    if p == 1:
        return np.zeros(shape, dtype)
    keep = bernoulli(default_generator, math.prod(shape), 1 - p)
    mask = keep.reshape(shape).astype(dtype)
    mask /= dtype.type(1 - p)
    return mask


def _mask_like(x: Array, p: float) -> Array:
    """The mask for x, drawn in the order of x's memory, as PyTorch does."""
    if not x.flags.c_contiguous:
        order = sorted(range(x.ndim), key=lambda dim: -x.strides[dim])
        turned = x.transpose(order)
        if turned.flags.c_contiguous:
            mask = dropout_mask(turned.shape, p, x.dtype)
            return mask.transpose(np.argsort(order))
    return dropout_mask(x.shape, p, x.dtype)


def _checked(input: Any, name: str) -> Array:
    try:
        x = input._array
    except AttributeError:
        raise wrong_argument(name, "input", 1, "Tensor", input) from None
    if x.dtype.kind not in "fc":
        raise RuntimeError(
            "result type Float can't be cast to the desired output type "
            f"{word(x.dtype)}"
        )
    return x


def _dropout(input: Tensor, p: float) -> Tensor:
    x = _checked(input, "dropout")
    mask = _mask_like(x, p)
    out = record1(Dropout, x * mask, input._node)
    if node := out._node:
        node.mask = mask
    return out


def _feature_dropout(input: Tensor, p: float) -> Tensor:
    x = _checked(input, "feature_dropout")
    shape = (*x.shape[:2], *(1,) * (x.ndim - 2))
    mask = dropout_mask(shape, p, x.dtype)
    out = record1(Dropout, x * mask, input._node)
    if node := out._node:
        node.mask = mask
    return out


# The value far left on the SELU curve, −λ·α, which takes the place of a zero there.
_SATURATED = -1.7580993408473766


def _alpha_affine(input: Tensor, p: float, shape: Shape) -> Tensor:
    """Replaces by the saturated value, then scales back to mean 0 and variance 1."""
    x = input._array
    kind = x.dtype.type
    if p == 1:
        keep = np.zeros(shape, x.dtype)
    else:
        drawn = bernoulli(default_generator, math.prod(shape), 1 - p)
        keep = drawn.reshape(shape).astype(x.dtype)
    if p == 1:
        out = record1(AlphaDropout, x * keep, input._node)
        scale = keep
    else:
        a = 1.0 / math.sqrt((_SATURATED**2 * p + 1) * (1 - p))
        shift = (keep - 1) * kind(-_SATURATED * a) + kind(-_SATURATED * a * p)
        scale = keep * kind(a)
        out = record1(AlphaDropout, x * scale + shift, input._node)
    if node := out._node:
        node.mask = scale
    return out


def _alpha_dropout(input: Tensor, p: float) -> Tensor:
    return _alpha_affine(input, p, _checked(input, "alpha_dropout").shape)


def _feature_alpha_dropout(input: Tensor, p: float) -> Tensor:
    x = _checked(input, "feature_alpha_dropout")
    return _alpha_affine(input, p, (*x.shape[:2], *(1,) * (x.ndim - 2)))


def _apply(
    op: Any, op_: Any, input: Tensor, p: float, training: bool, inplace: bool
) -> Tensor:
    _check_p(p)
    if not training or p == 0:
        return input
    return op_(input, p) if inplace else op(input, p)


_dropout_ = in_place(_dropout, name="dropout_")
_feature_dropout_ = in_place(_feature_dropout, name="feature_dropout_")
_alpha_dropout_ = in_place(_alpha_dropout, name="alpha_dropout_")
_feature_alpha_dropout_ = in_place(
    _feature_alpha_dropout, name="feature_alpha_dropout_"
)


def dropout(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Sets each element to 0 with probability p, and divides the others by 1 − p.

    Args:
        input: x.
        p: the probability of a zero.
        training: whether anything is done at all.
        inplace: whether x itself is changed.

    Gradient:
        ∂x = m·∂y with the same mask m.

    Source:
        Srivastava et al., "Dropout" (2014).
    """
    return _apply(_dropout, _dropout_, input, p, training, inplace)


def dropout1d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Dropout of whole channels.

    Args:
        input: (N, C, L) or (C, L).
        p: the probability of a zero channel.
        training: whether anything is done at all.
        inplace: whether x itself is changed.
    """
    _check_p(p)
    dims = input.dim()
    if dims not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {dims}D input. Note "
            "that dropout1d exists to provide channel-wise dropout on inputs with 1 "
            "spatial dimension, a channel dimension, and an optional batch dimension "
            "(i.e. 2D or 3D inputs)."
        )
    return _channels(input, p, training, inplace, alone=dims == 2)


def dropout2d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Dropout of whole channels.

    Args:
        input: (N, C, H, W).
        p: the probability of a zero channel.
        training: whether anything is done at all.
        inplace: whether x itself is changed.
    """
    _check_p(p)
    dims = input.dim()
    if dims not in (3, 4):
        warnings.warn(
            f"dropout2d: Received a {dims}-D input to dropout2d, which is deprecated "
            "and "
            "will result in an error in a future release. To retain the behavior and "
            "silence this warning, please use dropout instead. Note that dropout2d "
            "exists to provide channel-wise dropout on inputs with 2 spatial "
            "dimensions, a channel dimension, and an optional batch dimension (i.e. 3D "
            "or 4D inputs).",
            stacklevel=2,
        )
    if dims == 3:
        warnings.warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that "
            "channel-wise "
            "1D dropout behavior is desired - input is interpreted as shape (N, C, L), "
            "where C is the channel dim. This behavior will change in a future release "
            "to interpret the input as one without a batch dimension, i.e. shape (C, "
            "H, "
            "W). To maintain the 1D channel-wise dropout behavior, please switch to "
            "using dropout1d instead.",
            stacklevel=2,
        )
    return _channels(input, p, training, inplace, alone=False)


def dropout3d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Dropout of whole channels.

    Args:
        input: (N, C, D, H, W) or (C, D, H, W).
        p: the probability of a zero channel.
        training: whether anything is done at all.
        inplace: whether x itself is changed.
    """
    _check_p(p)
    dims = input.dim()
    if dims not in (4, 5):
        warnings.warn(
            f"dropout3d: Received a {dims}-D input to dropout3d, which is deprecated "
            "and "
            "will result in an error in a future release. To retain the behavior and "
            "silence this warning, please use dropout instead. Note that dropout3d "
            "exists to provide channel-wise dropout on inputs with 3 spatial "
            "dimensions, a channel dimension, and an optional batch dimension (i.e. 4D "
            "or 5D inputs).",
            stacklevel=2,
        )
    return _channels(input, p, training, inplace, alone=dims == 4)


def _channels(
    input: Tensor, p: float, training: bool, inplace: bool, alone: bool
) -> Tensor:
    if not alone:
        return _apply(_feature_dropout, _feature_dropout_, input, p, training, inplace)
    batch = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    out = _apply(_feature_dropout, _feature_dropout_, batch, p, training, inplace)
    return out.squeeze_(0) if inplace else out.squeeze(0)


def alpha_dropout(
    input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """Dropout that keeps mean 0 and variance 1, for SELU networks.

    Args:
        input: x.
        p: the probability of a replaced element.
        training: whether anything is done at all.
        inplace: whether x itself is changed.

    Source:
        Klambauer et al., "Self-Normalizing Neural Networks" (2017).
    """
    return _apply(_alpha_dropout, _alpha_dropout_, input, p, training, inplace)


def feature_alpha_dropout(
    input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """`alpha_dropout` of whole channels.

    Args:
        input: (N, C, *).
        p: the probability of a replaced channel.
        training: whether anything is done at all.
        inplace: whether x itself is changed.
    """
    return _apply(
        _feature_alpha_dropout, _feature_alpha_dropout_, input, p, training, inplace
    )


def dropout_function(input: Tensor, p: float, train: bool) -> Tensor:
    """`torch.dropout`: as `nn.functional.dropout`, without defaults."""
    return dropout(input, p, train)


def dropout_function_(input: Tensor, p: float, train: bool) -> Tensor:
    """`torch.dropout_`: the input itself is changed."""
    return dropout(input, p, train, True)


def alpha_dropout_function(input: Tensor, p: float, train: bool) -> Tensor:
    """`torch.alpha_dropout`: as `nn.functional.alpha_dropout`, without defaults."""
    return alpha_dropout(input, p, train)
