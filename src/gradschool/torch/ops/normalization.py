"""Normalisation: mean 0 and variance 1, over a sample, a group or a batch.

All but `batch_norm` bring x into rows and normalise each row, so they share one
derivation. With d = x − μ, σ = √(mean d² + ε), x̂ = d/σ and g = ∂x̂:

    ∂x̂ᵢ/∂xⱼ = (δᵢⱼ − 1/n − x̂ᵢ·x̂ⱼ/n) / σ      (∂μ/∂xⱼ = 1/n,  ∂σ/∂xⱼ = x̂ⱼ/n)
    ∂x       = (g − mean g − x̂·mean(g·x̂)) / σ

Source: Ioffe and Szegedy (2015), section 3, for a batch; the others by the same steps.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import finfo, word
from ..autograd import versions
from ..autograd.namespace import ARRAYS
from ..autograd.node import NOTHING, Node
from ..autograd.recording import record
from .padding import constant_pad

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients
    from ..autograd.namespace import Namespace


def normalized_rows(xp: Namespace, x: Any, eps: float) -> tuple[Any, Any]:
    """(x̂, 1/σ) of each row of x (N, D): (N, D) and (N, 1)."""
    share = 1 / x.shape[1] if x.shape[1] else math.nan
    centred = x - xp.sums(x, 1) * share
    variance = xp.sums(centred * centred, 1) * share
    inverse = 1 / xp.sqrt(variance + eps)
    return centred * inverse, inverse


def _through_rows(xp: Namespace, g: Any, xhat: Any, inverse: Any) -> Any:
    """∂x from g = ∂x̂, the formula above, for rows (N, D)."""
    share = 1 / g.shape[1] if g.shape[1] else math.nan
    mean = xp.sums(g, 1) * share
    along = xp.sums(g * xhat, 1) * share
    return (g - mean - xhat * along) * inverse


class LayerNorm(Node, name="NativeLayerNormBackward0"):
    """y = x̂·w + b with each row of x normalised,   ∂x as above with g = ∂y·w

    ∂w = Σ ∂y·x̂,   ∂b = Σ ∂y over the rows. x̂ and 1/σ are by-products of forward: kept
    for the reading on arrays, computed again where the gradient is differentiated.
    """

    __slots__ = ("eps", "inner", "kept", "size")
    eps: float
    size: int
    inner: tuple[int, ...]
    kept: tuple[Array, Array]

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor, w: Any) -> Gradients:
        need_x, need_w, need_b = self.parents
        shape = grad.shape
        rows = (-1, self.size)
        if xp is ARRAYS:
            xhat, inverse = self.kept
        else:
            xhat, inverse = normalized_rows(xp, xp.reshape(x, rows), self.eps)
        g = xp.reshape(grad, rows)
        dx = dw = db = None
        if need_w is not None:
            dw = xp.reshape(xp.unbroadcast(g * xhat, (self.size,)), self.inner)
        if need_b is not None:
            db = xp.reshape(xp.unbroadcast(g, (self.size,)), self.inner)
        if need_x is not None:
            if w is not None:
                g = g * xp.reshape(w, (self.size,))
            dx = xp.reshape(_through_rows(xp, g, xhat, inverse), shape)
        return dx, dw, db


def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """y = (x − mean)/√(variance + ε)·w + b over the last dimensions.

    Args:
        input: x.
        normalized_shape: the sizes of the dimensions over which mean and variance are.
        weight: w.
        bias: b.
        eps: ε.

    Shape:
        input (*, normalized_shape) -> the same.

    Source:
        Ba, Kiros, Hinton, "Layer Normalization" (2016).
    """
    x = input._array
    shape = tuple(normalized_shape)
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing "
            "at least one element, but got normalized_shape = []"
        )
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter._array.shape != shape:
            raise RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got "
                f"{name} of shape {list(parameter.shape)} and normalized_shape = "
                f"{list(shape)}"
            )
    if x.shape[x.ndim - len(shape) :] != shape or x.ndim < len(shape):
        sizes = "".join(f", {size}" for size in shape)
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*"
            f"{sizes}], but got input of size{list(x.shape)}"
        )
    _floats(x, "LayerNormKernelImpl")
    _one_dtype(input, weight, bias)
    size = math.prod(shape)
    rows = x.reshape(math.prod(x.shape[: x.ndim - len(shape)]), size)
    xhat, inverse = normalized_rows(ARRAYS, rows, eps)
    y = xhat
    if weight is not None:
        y = xhat * weight._array.reshape(size)
    if bias is not None:
        y = y + bias._array.reshape(size)
    nodes = (input._node, _node(weight), _node(bias))
    saved = (
        input if nodes[0] or nodes[1] else NOTHING,
        NOTHING if weight is None else weight,
    )
    out = record(LayerNorm, y.reshape(x.shape), nodes, saved)
    if node := out._node:
        node.eps, node.size, node.inner = eps, size, shape
        node.kept = xhat, inverse
    return out


def _node(parameter: Tensor | None) -> Node | None:
    return None if parameter is None else parameter._node


def _floats(x: Array, kernel: str) -> None:
    if x.dtype.kind != "f":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{word(x.dtype)}'")


def _one_dtype(input: Tensor, *parameters: Tensor | None) -> None:
    x = input._array
    for parameter in parameters:
        if parameter is not None and parameter._array.dtype != x.dtype:
            raise RuntimeError(
                "expected scalar type "
                f"{word(x.dtype)} but found {word(parameter._array.dtype)}"
            )


class GroupNorm(Node, name="NativeGroupNormBackward0"):
    """y = x̂·w + b with each group of channels of x normalised, w and b per channel

    ∂x as above with g = ∂y·w,   ∂w = Σ ∂y·x̂,   ∂b = Σ ∂y over samples and positions.
    """

    __slots__ = ("eps", "groups", "kept")
    eps: float
    groups: int
    kept: tuple[Array, Array]

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor, w: Any) -> Gradients:
        need_x, need_w, need_b = self.parents
        shape = grad.shape
        samples, channels = shape[:2]
        rows = (samples * self.groups, math.prod(shape[1:]) // self.groups)
        by_channel = (samples, channels, math.prod(shape[2:]))
        if xp is ARRAYS:
            xhat, inverse = self.kept
        else:
            xhat, inverse = normalized_rows(xp, xp.reshape(x, rows), self.eps)
        g = xp.reshape(grad, by_channel)
        dx = dw = db = None
        if need_w is not None:
            dw = xp.sum_dims(g * xp.reshape(xhat, by_channel), (0, 2), False)
        if need_b is not None:
            db = xp.sum_dims(g, (0, 2), False)
        if need_x is not None:
            if w is not None:
                g = g * xp.reshape(w, (channels, 1))
            g = xp.reshape(g, rows)
            dx = xp.reshape(_through_rows(xp, g, xhat, inverse), shape)
        return dx, dw, db


def group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """y = x̂·w + b: each group of channels of each sample normalised.

    Args:
        input: x.
        num_groups: how many groups; divides the number of channels.
        weight: w, one number for each channel.
        bias: b, one number for each channel.
        eps: ε.

    Shape:
        input (N, C, *) -> the same.

    Source:
        Wu, He, "Group Normalization" (2018).
    """
    x = input._array
    if x.ndim < 2:
        raise RuntimeError(
            f"Expected at least 2 dimensions for input tensor but received {x.ndim}"
        )
    samples, channels = x.shape[:2]
    if num_groups <= 0:
        raise RuntimeError(
            f"Expected num groups to be greater than 0, got {num_groups}"
        )
    per_group = math.prod(x.shape[1:]) // num_groups * samples
    if per_group == 1 and num_groups == channels:
        raise ValueError(
            "Expected more than 1 value per channel when training, got input size "
            f"{list(x.shape)}"
        )
    if channels % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but "
            f"got input of shape {list(x.shape)} and num_groups={num_groups}"
        )
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter._array.shape != (channels,):
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of "
                "channels "
                f"in input, but got {name} of shape {list(parameter.shape)} and input "
                "of "
                f"shape {list(x.shape)}"
            )
    _floats(x, "GroupNormKernelImpl")
    _one_dtype(input, weight, bias)
    size = math.prod(x.shape[1:]) // num_groups
    xhat, inverse = normalized_rows(ARRAYS, x.reshape(samples * num_groups, size), eps)
    y = xhat.reshape(samples, channels, math.prod(x.shape[2:]))
    if weight is not None:
        y = y * weight._array[:, None]
    if bias is not None:
        y = y + bias._array[:, None]
    nodes = (input._node, _node(weight), _node(bias))
    saved = (
        input if nodes[0] or nodes[1] else NOTHING,
        NOTHING if weight is None else weight,
    )
    out = record(GroupNorm, y.reshape(x.shape), nodes, saved)
    if node := out._node:
        node.eps, node.groups, node.kept = eps, num_groups, (xhat, inverse)
    return out


class BatchNorm(Node, name="NativeBatchNormBackward0"):
    """y = x̂·w + b with each channel of x normalised over samples and positions

    ∂x as above with g = ∂y·w and means over all of a channel,   ∂w = Σ ∂y·x̂,
    ∂b = Σ ∂y. With given statistics σ does not depend on x: ∂x = g/σ.
    """

    __slots__ = ("eps", "kept", "mean", "variance")
    eps: float
    mean: Array | None
    variance: Array | None
    kept: tuple[Array, Array]

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor, w: Any) -> Gradients:
        need_x, need_w, need_b = self.parents
        shape = grad.shape
        flat = (shape[0], shape[1], math.prod(shape[2:]))
        if xp is ARRAYS:
            xhat, inverse = self.kept
        else:
            xhat, inverse = _normalized_channels(
                xp, xp.reshape(x, flat), self.mean, self.variance, self.eps
            )
        g = xp.reshape(grad, flat)
        total = xp.sum_dims(g, (0, 2), False)  # (C,)
        along = xp.sum_dims(g * xhat, (0, 2), False)
        dx = None
        if need_x is not None:
            scale = inverse if w is None else inverse * xp.reshape(w, (-1, 1))
            if self.mean is None:
                share = 1 / (flat[0] * flat[2])
                g = (
                    g
                    - xp.reshape(total * share, (-1, 1))
                    - xhat * xp.reshape(along * share, (-1, 1))
                )
            dx = xp.reshape(g * scale, shape)
        return dx, need_w and along, need_b and total


def _normalized_channels(
    xp: Namespace, x: Any, mean: Array | None, variance: Array | None, eps: float
) -> tuple[Any, Any]:
    """(x̂, 1/σ) of x (N, C, S): (N, C, S) and (C, 1); statistics of x if none given."""
    if mean is not None and variance is not None:
        centred = x - xp.constant(mean.reshape(-1, 1))
        spread: Any = xp.constant(variance.reshape(-1, 1))
    else:
        share = 1 / (x.shape[0] * x.shape[2])
        centred = x - xp.reshape(xp.sum_dims(x, (0, 2), False) * share, (-1, 1))
        total = xp.sum_dims(centred * centred, (0, 2), False)
        spread = xp.reshape(total * share, (-1, 1))
    inverse = 1 / xp.sqrt(spread + eps)
    return centred * inverse, inverse


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """y = x̂·w + b: each channel normalised over samples and positions.

    Args:
        input: x.
        running_mean: the mean of each channel; updated in place while training.
        running_var: the variance of each channel; updated in place while training.
        weight: w, one number for each channel.
        bias: b, one number for each channel.
        training: whether the statistics of x itself are used, and learned.
        momentum: the weight of this batch in the running statistics.
        eps: ε.

    Shape:
        input (N, C, *) -> the same.

    Source:
        Ioffe, Szegedy, "Batch Normalization" (2015), algorithm 1.
    """
    x = input._array
    if x.ndim == 1 and not x.size:
        return input.clone()
    if training and x.size // max(x.shape[1], 1) == 1:
        raise ValueError(
            "Expected more than 1 value per channel when training, got input size "
            f"{input.size()}"
        )
    channels = x.shape[1]
    for name, parameter in (
        ("running_mean", running_mean),
        ("running_var", running_var),
        ("weight", weight),
        ("bias", bias),
    ):
        if parameter is not None and parameter.numel() != channels:
            raise RuntimeError(
                f"{name} should contain {channels} elements not {parameter.numel()}"
            )
        if parameter is None and not training and name.startswith("running"):
            raise RuntimeError(f"{name} must be defined in evaluation mode")
    _floats(x, "batch_norm")
    _one_dtype(input, weight, bias)
    flat = x.reshape(x.shape[0], channels, math.prod(x.shape[2:]))
    mean = variance = None
    if training:
        count = flat.shape[0] * flat.shape[2]
        if running_mean is not None or running_var is not None:
            _learn(running_mean, running_var, flat, momentum, count)
    else:
        mean = None if running_mean is None else running_mean._array.astype(x.dtype)
        variance = None if running_var is None else running_var._array.astype(x.dtype)
    xhat, inverse = _normalized_channels(ARRAYS, flat, mean, variance, eps)
    y = xhat
    if weight is not None:
        y = y * weight._array[:, None]
    if bias is not None:
        y = y + bias._array[:, None]
    nodes = (input._node, _node(weight), _node(bias))
    saved = (
        input if nodes[0] or nodes[1] else NOTHING,
        NOTHING if weight is None else weight,
    )
    out = record(BatchNorm, y.reshape(x.shape), nodes, saved)
    if node := out._node:
        node.eps, node.kept = eps, (xhat, inverse)
        node.mean, node.variance = mean, variance
    return out


def _learn(
    mean: Tensor | None, var: Tensor | None, x: Array, momentum: float, count: int
) -> None:
    """running ← (1 − m)·running + m·batch; the variance is that of a sample, n − 1."""
    batch_mean = x.mean((0, 2))
    updates = [(mean, batch_mean)]
    if var is not None:
        centred = x - batch_mean[:, None]
        total = np.add.reduce(centred * centred, (0, 2))
        updates.append((var, total / (count - 1)))
    for running, batch in updates:
        if running is not None:
            array = versions.memory(running)
            array *= 1 - momentum
            array += (batch * momentum).astype(array.dtype)
            versions.bump(running)


def instance_norm(
    input: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """y = x̂·w + b: each channel of each sample normalised over its positions.

    It is `batch_norm` of one sample with N·C channels.

    Args:
        input: x.
        running_mean: the mean of each channel; updated in place.
        running_var: the variance of each channel; updated in place.
        weight: w, one number for each channel.
        bias: b, one number for each channel.
        use_input_stats: whether the statistics of x itself are used.
        momentum: the weight of this batch in the running statistics.
        eps: ε.

    Shape:
        input (N, C, *) -> the same.

    Source:
        Ulyanov et al., "Instance Normalization" (2016).
    """
    size = input.size()
    if use_input_stats and math.prod(size[2:]) == 1:
        raise ValueError(
            f"Expected more than 1 spatial element when training, got input size {size}"
        )
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError(
            "Expected running_mean and running_var to be defined when use_input_stats "
            "is false"
        )
    samples, channels = size[0], size[1]

    def spread(parameter: Tensor | None) -> Tensor | None:
        return None if parameter is None else parameter.repeat(samples)

    means, variances = spread(running_mean), spread(running_var)
    rows = input.contiguous().view(1, samples * channels, *size[2:])
    out = batch_norm(
        rows,
        means,
        variances,
        spread(weight),
        spread(bias),
        use_input_stats,
        momentum,
        eps,
    )
    if use_input_stats:
        for running, learned in ((running_mean, means), (running_var, variances)):
            if running is not None and learned is not None:
                per_sample = learned._array.reshape(samples, channels)
                versions.memory(running)[...] = per_sample.mean(0)
                versions.bump(running)
    return out.view(*size)


def rms_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    eps: float | None = None,
) -> Tensor:
    """y = x/√(mean(x²) + ε)·w over the last dimensions.

    Args:
        input: x.
        normalized_shape: the sizes of the dimensions over which the mean is.
        weight: w.
        eps: ε; None takes the smallest relative step of x's dtype.

    Source:
        Zhang, Sennrich, "Root Mean Square Layer Normalization" (2019).
    """
    x = input._array
    shape = tuple(normalized_shape)
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing "
            "at least one element, but got normalized_shape = []"
        )
    if weight is not None and weight._array.shape != shape:
        raise RuntimeError(
            "Expected weight to be of same shape as normalized_shape, but got weight "
            "of "
            f"shape {list(weight.shape)} and normalized_shape = {list(shape)}"
        )
    if x.ndim < len(shape) or x.shape[x.ndim - len(shape) :] != shape:
        sizes = "".join(f", {size}" for size in shape)
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*"
            f"{sizes}], but got input of size{list(x.shape)}"
        )
    if x.dtype.kind not in "fc":
        raise NotImplementedError(f"\"rms_norm\" not implemented for '{word(x.dtype)}'")
    if eps is None:
        eps = finfo(input.dtype).eps
    dims = tuple(range(-len(shape), 0))
    inverse = ((input * input).mean(dims, keepdim=True) + eps).rsqrt()
    y = input * inverse
    return y if weight is None else y * weight


def local_response_norm(
    input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
) -> Tensor:
    """y = x/(k + α/n·Σ x²)^β, the sum over n neighbouring channels.

    Args:
        input: x.
        size: n.
        alpha: α.
        beta: β.
        k: k.

    Source:
        Krizhevsky et al., "ImageNet Classification with Deep Convolutional Neural
        Networks" (2012), section 3.3.
    """
    dim = input.dim()
    if dim < 3:
        raise ValueError(
            "Expected 3D or higher dimensionality                          input (got "
            f"{dim} dimensions)"
        )
    if not input.numel():
        return input
    channels = input.size(1)
    pads = (0, 0) * (dim - 2) + (size // 2, (size - 1) // 2)
    squares = constant_pad(input * input, pads, 0.0)
    total = squares[:, :channels]
    for shift in range(1, size):
        total = total + squares[:, shift : shift + channels]
    # Integers are averaged as integers.
    mean = total // size if input._array.dtype.kind in "iu" else total / size
    return input / (mean * alpha + k) ** beta
