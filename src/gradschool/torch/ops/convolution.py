"""Convolutions in one, two and three dimensions, and their transposes.

    y[n, o, i] = Σ_{c, j} x[n, c, i·stride + j·dilation − padding] · k[o, c, j]

y is linear in x and in k. So there are two more linear maps, the derivatives:

    conv(x, k)      -> y        ∂x = conv_x(∂y, k)      ∂k = conv_k(∂y, x)
    conv_x(g, k)    -> like x   ∂g = conv(∂·, k)        ∂k = conv_k(g, ∂·)
    conv_k(g, x)    -> like k   ∂g = conv(x, ∂·)        ∂x = conv_x(g, ∂·)

The three are each other's derivatives, and that gives derivatives of every order.
`conv_transpose` is `conv_x` called by its user.

The windows of x are copied into columns, one strided slice per kernel place, and a
product of matrices does the rest. All convolutions are the same code: `Geometry` says
what a call looks like.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import cpp_name, word
from .._errors import wrong_argument
from ..autograd.namespace import ARRAYS
from ..autograd.node import NOTHING, Node
from ..autograd.recording import record
from .padding import constant_pad

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients, Shape
    from ..autograd.namespace import Namespace


@dataclass(frozen=True)
class Geometry:
    """How the kernel moves over the input.

    Attributes:
        stride: by how much it moves, for each spatial dimension.
        padding: how many zeros stand at each end.
        dilation: how far its elements are apart.
        groups: into how many groups the channels are divided.
        size: the spatial sizes of the input.
        kernel: the spatial sizes of the kernel.
        output: the spatial sizes of the result: how often the kernel is applied.
    """

    stride: Shape
    padding: Shape
    dilation: Shape
    groups: int
    size: Shape
    kernel: Shape
    output: Shape

    @property
    def padded(self) -> Shape:
        """The spatial sizes with the zeros."""
        return tuple(s + 2 * p for s, p in zip(self.size, self.padding, strict=True))

    def windows(self) -> Iterator[tuple[Shape, tuple[slice, ...]]]:
        """(place in the kernel, the slices of the padded input that meet it)."""
        output = self.output
        for place in itertools.product(*(range(k) for k in self.kernel)):
            yield (
                place,
                tuple(
                    slice(j * d, j * d + (o - 1) * t + 1, t)
                    for j, d, t, o in zip(
                        place, self.dilation, self.stride, output, strict=True
                    )
                ),
            )


def _columns(x: Array, geometry: Geometry) -> Array:
    """The windows of x (N, C, *): (N, groups, C/groups·places, positions)."""
    samples, channels = x.shape[:2]
    if any(geometry.padding):
        padded = np.zeros((samples, channels, *geometry.padded), x.dtype)
        inside = tuple(
            slice(p, p + s)
            for p, s in zip(geometry.padding, geometry.size, strict=True)
        )
        padded[(..., *inside)] = x
        x = padded
    columns = np.empty((samples, channels, *geometry.kernel, *geometry.output), x.dtype)
    for place, slices in geometry.windows():
        columns[(slice(None), slice(None), *place)] = x[(..., *slices)]
    groups = geometry.groups
    return columns.reshape(
        samples,
        groups,
        channels // groups * math.prod(geometry.kernel),
        math.prod(geometry.output),
    )


def _kernel_matrix(k: Array, groups: int) -> Array:
    """k (O, C/groups, *) as (groups, O/groups, C/groups·places)."""
    return k.reshape(groups, k.shape[0] // groups, math.prod(k.shape[1:]))


def _grouped(g: Array, groups: int) -> Array:
    """g (N, O, *) as (N, groups, O/groups, positions)."""
    return g.reshape(g.shape[0], groups, g.shape[1] // groups, math.prod(g.shape[2:]))


def _conv_values(x: Array, k: Array, geometry: Geometry) -> tuple[Array, Array]:
    columns = _columns(x, geometry)
    y = np.matmul(_kernel_matrix(k, geometry.groups), columns)
    return y.reshape(x.shape[0], k.shape[0], *geometry.output), columns


def _conv_x_values(g: Array, k: Array, geometry: Geometry) -> Array:
    groups = geometry.groups
    matrix = _kernel_matrix(k, groups)
    columns = np.matmul(matrix.swapaxes(1, 2), _grouped(g, groups))
    samples, channels = g.shape[0], k.shape[1] * groups
    columns = columns.reshape(samples, channels, *geometry.kernel, *geometry.output)
    # The transpose of copying windows out: add them back where they came from.
    padded = np.zeros((samples, channels, *geometry.padded), columns.dtype)
    for place, slices in geometry.windows():
        padded[(..., *slices)] += columns[(slice(None), slice(None), *place)]
    inside = tuple(
        slice(p, p + s) for p, s in zip(geometry.padding, geometry.size, strict=True)
    )
    return padded[(..., *inside)]


def _conv_k_values(
    g: Array, x: Array, geometry: Geometry, columns: Array | None = None
) -> Array:
    groups = geometry.groups
    if columns is None:
        columns = _columns(x, geometry)
    per_sample = np.matmul(_grouped(g, groups), columns.swapaxes(2, 3))
    total = np.add.reduce(per_sample, 0)
    return total.reshape(g.shape[1], x.shape[1] // groups, *geometry.kernel)


class Convolution(Node):
    """y = conv(x, k) + b,   ∂x = conv_x(∂y, k),   ∂k = conv_k(∂y, x),   ∂b = Σ ∂y"""

    __slots__ = ("columns", "geometry")
    geometry: Geometry
    columns: Array | None

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor, k: Tensor) -> Gradients:
        need_x, need_k, need_b = self.parents
        columns = self.columns if xp is ARRAYS else None
        return (
            need_x and _conv_x(xp, grad, k, self.geometry),
            need_k and _conv_k(xp, grad, x, self.geometry, columns),
            need_b and _per_channel(xp, grad),
        )


class Convolution1d(Convolution, name="SqueezeBackward1"):
    """`Convolution` in one dimension; PyTorch computes it in two and squeezes"""

    __slots__ = ()


class ConvolutionTranspose(Node, name="ConvolutionBackward0"):
    """y = conv_x(x, k) + b,   ∂x = conv(∂y, k),   ∂k = conv_k(x, ∂y),   ∂b = Σ ∂y"""

    __slots__ = ("geometry",)
    geometry: Geometry

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor, k: Tensor) -> Gradients:
        need_x, need_k, need_b = self.parents
        return (
            need_x and _conv(xp, grad, k, self.geometry),
            need_k and _conv_k(xp, x, grad, self.geometry),
            need_b and _per_channel(xp, grad),
        )


class ConvolutionTranspose1d(ConvolutionTranspose, name="SqueezeBackward1"):
    """`ConvolutionTranspose` in one dimension"""

    __slots__ = ()


class ConvolutionKernel(Node, name="ConvolutionBackwardBackward0"):
    """k = conv_k(g, x),   ∂g = conv(x, ∂k),   ∂x = conv_x(g, ∂k)"""

    __slots__ = ("geometry",)
    geometry: Geometry

    def backward(self, xp: Namespace, grad: Tensor, g: Tensor, x: Tensor) -> Gradients:
        need_g, need_x = self.parents
        return (
            need_g and _conv(xp, x, grad, self.geometry),
            need_x and _conv_x(xp, g, grad, self.geometry),
        )


def _per_channel(xp: Namespace, grad: Any) -> Any:
    flat = xp.reshape(grad, (grad.shape[0], grad.shape[1], math.prod(grad.shape[2:])))
    return xp.sum_dims(flat, (0, 2), False)


def _conv(xp: Namespace, x: Any, k: Any, geometry: Geometry) -> Any:
    if xp is ARRAYS:
        return _conv_values(x, k, geometry)[0]
    return _record_conv(x, k, None, geometry)


def _conv_x(xp: Namespace, g: Any, k: Any, geometry: Geometry) -> Any:
    if xp is ARRAYS:
        return _conv_x_values(g, k, geometry)
    return _record_transpose(g, k, None, geometry)


def _conv_k(
    xp: Namespace, g: Any, x: Any, geometry: Geometry, columns: Array | None = None
) -> Any:
    if xp is ARRAYS:
        return _conv_k_values(g, x, geometry, columns)
    z = _conv_k_values(g._array, x._array, geometry)
    pg, px = g._node, x._node
    out = record(
        ConvolutionKernel, z, (pg, px), (g if px else NOTHING, x if pg else NOTHING)
    )
    if node := out._node:
        node.geometry = geometry
    return out


def _with_bias(y: Array, bias: Tensor | None) -> Array:
    if bias is not None:
        # On (N, O, positions) the addition is faster than on (N, O, H, W).
        flat = y.reshape(y.shape[0], y.shape[1], -1) if y.size else y
        if y.size:
            flat += bias._array[:, None]
    return y


def _record_conv(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    geometry: Geometry,
    squeezed: bool = True,
) -> Any:
    y, columns = _conv_values(input._array, weight._array, geometry)
    y = _with_bias(y, bias)
    px, pk = input._node, weight._node
    pb = None if bias is None else bias._node
    out = record(
        Convolution1d if squeezed and len(geometry.size) == 1 else Convolution,
        y,
        (px, pk, pb),
        (input if pk else NOTHING, weight if px else NOTHING),
    )
    if node := out._node:
        node.geometry, node.columns = geometry, columns if pk else None
    return out


def _record_transpose(
    input: Tensor, weight: Tensor, bias: Tensor | None, geometry: Geometry
) -> Any:
    y = _conv_x_values(input._array, weight._array, geometry)
    if bias is not None:
        y = _with_bias(np.ascontiguousarray(y), bias)
    px, pk = input._node, weight._node
    pb = None if bias is None else bias._node
    out = record(
        ConvolutionTranspose1d if len(geometry.size) == 1 else ConvolutionTranspose,
        y,
        (px, pk, pb),
        (input if pk else NOTHING, weight if px else NOTHING),
    )
    if node := out._node:
        node.geometry = geometry
    return out


# ---------------------------------------------------------------- what is called


def _tuple(value: Any, dims: int, name: str) -> Shape:
    if isinstance(value, int):
        return (value,) * dims
    values = tuple(int(v) for v in value)
    if len(values) == 1:
        return values * dims
    if len(values) != dims:
        raise RuntimeError(
            f"expected {name} to be a single integer value or a list of {dims} values "
            "to "
            f"match the convolution dimensions, but got {name}={list(values)}"
        )
    return values


def _checked(function: str, input: Any, weight: Any, bias: Any, dims: int) -> None:
    for position, (name, value) in enumerate(
        (("input", input), ("weight", weight), ("bias", bias)), 1
    ):
        if not hasattr(value, "_array") and not (name == "bias" and value is None):
            raise wrong_argument(function, name, position, "Tensor", value)
    x, k = input._array, weight._array
    if x.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to "
            f"{function}, but got input of size: {list(x.shape)}"
        )
    if k.ndim != dims + 2:
        raise RuntimeError(
            f"Expected {dims + 2}-dimensional input for {dims + 2}-dimensional weight "
            f"{list(k.shape)}, but got {x.ndim}-dimensional input of size "
            f"{list(x.shape)} instead"
        )
    if bias is not None and bias._array.dtype != x.dtype:
        raise RuntimeError(
            f"Input type ({cpp_name(x.dtype)}) and bias type "
            f"({cpp_name(bias._array.dtype)}) should be the same"
        )
    if k.dtype != x.dtype:
        raise RuntimeError(
            f"expected scalar type {word(x.dtype)} but found {word(k.dtype)}"
        )


def _convolution(
    function: str,
    dims: int,
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: int,
) -> Tensor:
    _checked(function, input, weight, bias, dims)
    stride = _tuple(stride, dims, "stride")
    dilation = _tuple(dilation, dims, "dilation")
    if input._array.ndim == dims + 1:
        alone = _convolution(
            function, dims, input.unsqueeze(0), weight, bias, stride, padding, dilation,
            groups,
        )  # fmt: skip
        return alone.squeeze(0)
    kernel = weight._array.shape[2:]
    named = isinstance(padding, str)
    if named:
        input, padding = _named_padding(input, padding, kernel, stride, dilation)
    padding = _tuple(padding, dims, "padding")
    x, k = input._array, weight._array
    if any(s <= 0 for s in stride):
        raise RuntimeError("non-positive stride is not supported")
    if any(p < 0 for p in padding):
        raise RuntimeError("negative padding is not supported")
    if any(d <= 0 for d in dilation):
        raise RuntimeError("dilation should be greater than zero")
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    if k.shape[0] < groups or k.shape[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at "
            f"dimension 0, but got weight of size {list(k.shape)} instead"
        )
    if x.shape[1] != k.shape[1] * groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(k.shape)}, expected "
            f"input{list(x.shape)} to have {k.shape[1] * groups} channels, but got "
            f"{x.shape[1]} channels instead"
        )
    _check_bias(k, bias, k.shape[0])
    padded = tuple(s + 2 * p for s, p in zip(x.shape[2:], padding, strict=True))
    reach = tuple(d * (n - 1) + 1 for d, n in zip(dilation, kernel, strict=True))
    output = tuple(
        (s - r) // t + 1 for s, r, t in zip(padded, reach, stride, strict=True)
    )
    geometry = Geometry(stride, padding, dilation, groups, x.shape[2:], kernel, output)
    if any(s < r for s, r in zip(padded, reach, strict=True)):
        raise RuntimeError(
            "Calculated padded input size per channel: "
            f"({' x '.join(map(str, padded))}). Kernel size: "
            f"({' x '.join(map(str, reach))}). Kernel size can't be greater than "
            "actual "
            "input size"
        )
    return _record_conv(input, weight, bias, geometry, not named)


def _check_bias(k: Array, bias: Tensor | None, channels: int) -> None:
    if bias is not None and bias._array.shape != (channels,):
        raise RuntimeError(
            f"Given weight of size {list(k.shape)}, expected bias to be 1-dimensional "
            f"with {channels} elements, but got bias of size {list(bias.shape)} instead"
        )


def _named_padding(
    input: Tensor, padding: str, kernel: Shape, stride: Shape, dilation: Shape
) -> tuple[Tensor, Shape]:
    """`"valid"` is none; `"same"` keeps the size, an odd zero more at the end."""
    if padding == "valid":
        return input, (0,) * len(kernel)
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    if any(s != 1 for s in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    totals = [d * (k - 1) for d, k in zip(dilation, kernel, strict=True)]
    if any(total % 2 for total in totals):
        pads: list[int] = []
        for total in reversed(totals):
            pads += [0, total % 2]
        input = constant_pad(input, pads)
    return input, tuple(total // 2 for total in totals)


def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Tensor:
    """y[n, o, i] = Σ_{c, j} x[n, c, i·stride + j·dilation − padding]·k[o, c, j] + b[o].

    Args:
        input: x.
        weight: k.
        bias: b.
        stride: by how much the kernel moves.
        padding: how many zeros stand at each end; or `"valid"`, `"same"`.
        dilation: how far the kernel's elements are apart.
        groups: into how many groups the channels are divided.

    Shape:
        input (N, C, L) or (C, L), weight (O, C/groups, K) -> output (N, O, L_out).
    """
    return _convolution(
        "conv1d", 1, input, weight, bias, stride, padding, dilation, groups
    )


def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Tensor:
    """`conv1d` on pictures.

    Args:
        input: x.
        weight: k.
        bias: b.
        stride: by how much the kernel moves; one number, or one for each dimension.
        padding: how many zeros stand at each end; or `"valid"`, `"same"`.
        dilation: how far the kernel's elements are apart.
        groups: into how many groups the channels are divided.

    Shape:
        input (N, C, H, W) or (C, H, W), weight (O, C/groups, kH, kW) ->
        output (N, O, H_out, W_out).

    Source:
        Chellapilla et al., "High Performance Convolutional Neural Networks for
        Document Processing" (2006), for the columns.
    """
    return _convolution(
        "conv2d", 2, input, weight, bias, stride, padding, dilation, groups
    )


def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Tensor:
    """`conv1d` on volumes.

    Args:
        input: x.
        weight: k.
        bias: b.
        stride: by how much the kernel moves; one number, or one for each dimension.
        padding: how many zeros stand at each end; or `"valid"`, `"same"`.
        dilation: how far the kernel's elements are apart.
        groups: into how many groups the channels are divided.

    Shape:
        input (N, C, D, H, W) or (C, D, H, W), weight (O, C/groups, kD, kH, kW) ->
        output (N, O, D_out, H_out, W_out).
    """
    return _convolution(
        "conv3d", 3, input, weight, bias, stride, padding, dilation, groups
    )


def _transposed(
    function: str,
    dims: int,
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Any,
    padding: Any,
    output_padding: Any,
    groups: int,
    dilation: Any,
) -> Tensor:
    _checked(function, input, weight, bias, dims)
    if input._array.ndim == dims + 1:
        alone = _transposed(
            function, dims, input.unsqueeze(0), weight, bias, stride, padding,
            output_padding, groups, dilation,
        )  # fmt: skip
        return alone.squeeze(0)
    stride = _tuple(stride, dims, "stride")
    padding = _tuple(padding, dims, "padding")
    dilation = _tuple(dilation, dims, "dilation")
    extra = _tuple(output_padding, dims, "output_padding")
    x, k = input._array, weight._array
    kernel = k.shape[2:]
    if x.shape[1] != k.shape[0]:
        raise RuntimeError(
            f"Given transposed=1, weight of size {list(k.shape)}, expected "
            f"input{list(x.shape)} to have {k.shape[0]} channels, but got {x.shape[1]} "
            "channels instead"
        )
    _check_bias(k, bias, k.shape[1] * groups)
    for e, s, d in zip(extra, stride, dilation, strict=True):
        if e >= s and e >= d:
            raise RuntimeError(
                "output padding must be smaller than either stride or dilation, but "
                "got "
                f"output_padding_height: {extra[0]} output_padding_width: {extra[-1]} "
                f"stride_height: {stride[0]} stride_width: {stride[-1]} "
                f"dilation_height: {dilation[0]} dilation_width: {dilation[-1]}"
            )
    size = tuple(
        (n - 1) * s - 2 * p + d * (m - 1) + e + 1
        for n, s, p, d, m, e in zip(
            x.shape[2:], stride, padding, dilation, kernel, extra, strict=True
        )
    )
    if any(n < 1 for n in size):
        raise RuntimeError(
            "Given input size per channel: "
            f"({' x '.join(map(str, x.shape[2:]))}). Calculated output size per "
            "channel: "
            f"({' x '.join(map(str, size))}). Output size is too small"
        )
    geometry = Geometry(stride, padding, dilation, groups, size, kernel, x.shape[2:])
    return _record_transpose(input, weight, bias, geometry)


def conv_transpose1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    groups: int = 1,
    dilation: Any = 1,
) -> Tensor:
    """The transpose of `conv1d`: each element of x is spread over a kernel.

    Args:
        input: x.
        weight: k.
        bias: b.
        stride: by how much the kernel moves.
        padding: how many elements are taken off at each end.
        output_padding: how many are added at the end.
        groups: into how many groups the channels are divided.
        dilation: how far the kernel's elements are apart.

    Shape:
        input (N, C, L), weight (C, O/groups, K) -> output (N, O, L_out).
    """
    return _transposed(
        "conv_transpose1d", 1, input, weight, bias, stride, padding, output_padding,
        groups, dilation,
    )  # fmt: skip


def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    groups: int = 1,
    dilation: Any = 1,
) -> Tensor:
    """The transpose of `conv2d`: each pixel of x is spread over a kernel.

    Args:
        input: x.
        weight: k.
        bias: b.
        stride: by how much the kernel moves.
        padding: how many pixels are taken off at each end.
        output_padding: how many are added at the end.
        groups: into how many groups the channels are divided.
        dilation: how far the kernel's elements are apart.

    Shape:
        input (N, C, H, W), weight (C, O/groups, kH, kW) -> output (N, O, H_out, W_out).
    """
    return _transposed(
        "conv_transpose2d", 2, input, weight, bias, stride, padding, output_padding,
        groups, dilation,
    )  # fmt: skip


def conv_transpose3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    groups: int = 1,
    dilation: Any = 1,
) -> Tensor:
    """The transpose of `conv3d`.

    Args:
        input: x.
        weight: k.
        bias: b.
        stride: by how much the kernel moves.
        padding: how many voxels are taken off at each end.
        output_padding: how many are added at the end.
        groups: into how many groups the channels are divided.
        dilation: how far the kernel's elements are apart.

    Shape:
        input (N, C, D, H, W), weight (C, O/groups, kD, kH, kW) ->
        output (N, O, D_out, H_out, W_out).
    """
    return _transposed(
        "conv_transpose3d", 3, input, weight, bias, stride, padding, output_padding,
        groups, dilation,
    )  # fmt: skip
