"""Pooling: one number for each window of the input, the largest or the mean."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import word
from ..autograd.namespace import ARRAYS
from ..autograd.node import Node
from ..autograd.recording import record1, wrap

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients, Shape
    from ..autograd.namespace import Namespace


class Windows:
    """The windows of the last dimensions of an input.

    Attributes:
        kernel: the sizes of a window.
        stride: how far apart windows start.
        padding: how many places stand at each end.
        dilation: how far apart the elements of a window are.
        size: the sizes of the input.
        output: how many windows there are.
    """

    def __init__(
        self,
        function: str,
        size: Shape,
        kernel: Any,
        stride: Any,
        padding: Any,
        dilation: Any,
        ceil_mode: bool,
    ) -> None:
        dims = len(size)
        self.kernel = _tuple(kernel, dims, function, "kernel_size")
        empty = stride is None or (isinstance(stride, (list, tuple)) and not stride)
        self.stride = self.kernel if empty else _tuple(stride, dims, function, "stride")
        self.padding = _tuple(padding, dims, function, "padding")
        self.dilation = _tuple(dilation, dims, function, "dilation")
        self.size = size
        if any(s <= 0 for s in self.stride):
            raise RuntimeError("stride should not be zero")
        for p, k in zip(self.padding, self.kernel, strict=True):
            if p < 0:
                raise RuntimeError(f"pad must be non-negative, but got pad: {p}")
            if p > k // 2:
                raise RuntimeError(
                    "pad should be at most half of effective kernel size, but got "
                    f"pad={p}, kernel_size={k} and dilation={self.dilation[0]}"
                )
        self.output = tuple(
            _count(*each, ceil_mode)
            for each in zip(
                size, self.kernel, self.stride, self.padding, self.dilation, strict=True
            )
        )

    @property
    def reached(self) -> Shape:
        """The sizes from the first padded place to the last one a window meets."""
        return tuple(
            max((o - 1) * t + d * (k - 1) + 1, p + n)
            for o, t, d, k, p, n in zip(
                self.output,
                self.stride,
                self.dilation,
                self.kernel,
                self.padding,
                self.size,
                strict=True,
            )
        )

    @property
    def inside(self) -> tuple[slice, ...]:
        """Where the input stands in the padded array."""
        return tuple(
            slice(p, p + n) for p, n in zip(self.padding, self.size, strict=True)
        )

    def slices(self) -> Iterator[tuple[slice, ...]]:
        """For each place of the kernel, the elements that meet it, of all windows."""
        for place in itertools.product(*(range(k) for k in self.kernel)):
            yield tuple(
                slice(j * d, j * d + (o - 1) * t + 1, t)
                for j, d, t, o in zip(
                    place, self.dilation, self.stride, self.output, strict=True
                )
            )

    def padded(self, x: Array, value: Any) -> Array:
        """The input with `value` around it, so far as windows reach."""
        if not any(self.padding) and self.reached == self.size:
            return x
        wide = np.full(
            (*x.shape[: x.ndim - len(self.size)], *self.reached), value, x.dtype
        )
        wide[(..., *self.inside)] = x
        return wide


def _tuple(value: Any, dims: int, function: str, name: str) -> Shape:
    if isinstance(value, int):
        return (value,) * dims
    values = tuple(int(v) for v in value)
    if len(values) == 1:
        return values * dims
    if len(values) != dims:
        ints = f"a single int, or a tuple of {dims} ints"
        raise RuntimeError(f"{function}: {name} must either be {ints}")
    return values


def _count(n: int, k: int, t: int, p: int, d: int, ceil_mode: bool) -> int:
    span = n + 2 * p - d * (k - 1) - 1
    count = (-(-span // t) if ceil_mode else span // t) + 1
    # With ceil_mode a last window must still start inside the input or its left pad.
    if ceil_mode and (count - 1) * t >= n + p:
        count -= 1
    return count


def _checked(function: str, input: Tensor, dims: int, kernel: str) -> Array:
    x = input._array
    if x.ndim not in (dims + 1, dims + 2):
        if dims == 1:
            raise RuntimeError(
                f"{function}() Expected 2D or 3D input tensor, but got {list(x.shape)}"
            )
        raise RuntimeError(
            f"non-empty {dims + 1}D or {dims + 2}D (batch mode) tensor expected for "
            "input"
        )
    if x.dtype.kind not in "fiu":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{word(x.dtype)}'")
    return x


# ---------------------------------------------------------------- largest


class MaxPool(Node, name="MaxPool2DWithIndicesBackward0"):
    """y = the largest element of each window,   ∂x = Σ ∂y over the windows it leads

    At a tie the first one leads. On arrays the leaders are found by comparison, one
    place of the kernel at a time; the second derivative gathers by their index.
    """

    __slots__ = ("windows",)
    windows: Windows

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        array: Any = xp.array_of(x)
        if xp is ARRAYS:
            led: Any = _to_leaders(grad, array, self.windows)
            if led is not None:
                return led
        leaders = _largest(array, self.windows)[1]
        size = self.windows.size
        planes = math.prod(grad.shape[: grad.ndim - len(size)])
        elements = math.prod(size)
        index = leaders.reshape(planes, -1) + np.arange(planes)[:, None] * elements
        flat = xp.put(
            (planes * elements,),
            (index.reshape(-1),),
            xp.reshape(grad, (-1,)),
            self._overlap(),
        )
        return xp.reshape(flat, (*grad.shape[: grad.ndim - len(size)], *size))

    def _overlap(self) -> bool:
        windows = self.windows
        reach = (
            d * (k - 1) + 1
            for d, k in zip(windows.dilation, windows.kernel, strict=True)
        )
        return any(t < r for t, r in zip(windows.stride, reach, strict=True))


class MaxPool1d(MaxPool, name="SqueezeBackward1"):
    """`MaxPool` in one dimension; PyTorch computes it in two and squeezes"""

    __slots__ = ()


class MaxPool3d(MaxPool, name="MaxPool3DWithIndicesBackward0"):
    """`MaxPool` on volumes"""

    __slots__ = ()


_MAX_POOLS: dict[int, type[MaxPool]] = {1: MaxPool1d, 2: MaxPool, 3: MaxPool3d}


def _largest(x: Array, windows: Windows) -> tuple[Array, Array]:
    """(the largest of each window, its flat index in the input)."""
    least = -math.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min
    wide = windows.padded(x, least)
    places = np.arange(math.prod(windows.size)).reshape(windows.size)
    wide_places = windows.padded(places, 0)
    outside = np.ones(windows.reached, bool)
    outside[windows.inside] = False
    padded = bool(outside.any())
    y: Any = None
    index: Any = None
    for slices in windows.slices():
        value = wide[(..., *slices)]
        place = wide_places[slices]
        if y is None:
            y = value.copy()
            index = np.broadcast_to(place, y.shape).copy()
            # A window may begin in the padding: then any element leads over it.
            if padded:
                index[np.broadcast_to(outside[slices], y.shape)] = -1
            continue
        better = value > y
        if x.dtype.kind == "f":
            better |= value != value  # NaN leads, the last one of several
        if padded:
            better |= (index < 0) & ~outside[slices]
        np.copyto(y, value, where=better)
        np.copyto(index, place, where=better)
    return y, index


def _maxima(x: Array, windows: Windows) -> Array:
    """The largest of each window, without its place."""
    wide = windows.padded(
        x, -math.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min
    )
    y: Any = None
    for slices in windows.slices():
        value = wide[(..., *slices)]
        y = value.copy() if y is None else np.maximum(y, value, out=y)
    return y


def _to_leaders(grad: Any, x: Array, windows: Windows) -> Array | None:
    """Each window's gradient at its first largest element; None if there is a NaN."""
    y = _maxima(x, windows)
    if (y != y).any():  # comparisons do not find it
        return None
    wide = windows.padded(x, -math.inf)
    dx = np.zeros(wide.shape, grad.dtype)
    free = np.ones(y.shape, bool)  # windows whose leader is not found yet
    for slices in windows.slices():
        here = wide[(..., *slices)] == y
        here &= free
        free ^= here
        dx[(..., *slices)] += grad * here
    return dx if dx.shape == x.shape else dx[(..., *windows.inside)]


def _max_pool(
    dims: int,
    input: Tensor,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: bool,
    return_indices: bool,
) -> Any:
    function = f"max_pool{dims}d"
    x = _checked(function, input, dims, function)
    windows = Windows(
        function, x.shape[-dims:], kernel_size, stride, padding, dilation, ceil_mode
    )
    if any(o < 1 for o in windows.output):
        _too_small(x, windows)
    index = None
    if return_indices:
        y, index = _largest(x, windows)
    else:
        y = _maxima(x, windows)
    out = record1(_MAX_POOLS[dims], y, input._node, (input,))
    if node := out._node:
        node.windows = windows
    return out if index is None else (out, wrap(index))


def _too_small(x: Array, windows: Windows) -> None:
    shape = "x".join(map(str, (x.shape[-len(windows.size) - 1], *windows.size)))
    result = "x".join(map(str, (x.shape[-len(windows.size) - 1], *windows.output)))
    raise RuntimeError(
        f"Given input size: ({shape}). Calculated output size: ({result}). Output size "
        "is too small"
    )


def max_pool1d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The largest element of each window.

    Args:
        input: (N, C, L) or (C, L).
        kernel_size: the size of a window.
        stride: how far apart windows start; by default their size.
        padding: how many places of −∞ stand at each end.
        dilation: how far apart the elements of a window are.
        ceil_mode: whether a last window may reach beyond the end.
        return_indices: whether the places of the largest are returned too.
    """
    return _max_pool(
        1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices
    )


def max_pool2d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The largest pixel of each window.

    Args:
        input: (N, C, H, W) or (C, H, W).
        kernel_size: the size of a window.
        stride: how far apart windows start; by default their size.
        padding: how many places of −∞ stand at each end.
        dilation: how far apart the elements of a window are.
        ceil_mode: whether a last window may reach beyond the end.
        return_indices: whether the places of the largest are returned too.

    Gradient:
        the largest pixel, at a tie the first one, gets the gradient of its window.
    """
    return _max_pool(
        2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices
    )


def max_pool3d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The largest voxel of each window.

    Args:
        input: (N, C, D, H, W) or (C, D, H, W).
        kernel_size: the size of a window.
        stride: how far apart windows start; by default their size.
        padding: how many places of −∞ stand at each end.
        dilation: how far apart the elements of a window are.
        ceil_mode: whether a last window may reach beyond the end.
        return_indices: whether the places of the largest are returned too.
    """
    return _max_pool(
        3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices
    )


# ---------------------------------------------------------------- mean


class AvgPool(Node, name="AvgPool2DBackward0"):
    """y = Σ x over each window, divided by d,   ∂x = Σ ∂y/d over the windows of x

    Linear in x; its transpose spreads each element over its window, and the two are
    each other's derivatives.
    """

    __slots__ = ("divisor", "windows")
    windows: Windows
    divisor: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        if xp is ARRAYS:
            array: Any = grad
            spread: Any = _spread(array, self.windows, self.divisor)
            return spread
        out = record1(
            AvgPoolSpread, _spread(grad._array, self.windows, self.divisor), grad._node
        )
        if node := out._node:
            node.windows, node.divisor = self.windows, self.divisor
        return out


class AvgPool1d(AvgPool, name="SqueezeBackward1"):
    """`AvgPool` in one dimension; PyTorch computes it in two and squeezes"""

    __slots__ = ()


class AvgPool3d(AvgPool, name="AvgPool3DBackward0"):
    """`AvgPool` on volumes"""

    __slots__ = ()


class AvgPoolSpread(Node, name="AvgPool2DBackwardBackward0"):
    """The transpose of `AvgPool`,   ∂g = the pooled ∂y"""

    __slots__ = ("divisor", "windows")
    windows: Windows
    divisor: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        if xp is ARRAYS:
            array: Any = grad
            pooled: Any = _mean(array, self.windows, self.divisor)
            return pooled
        return _record_mean(AvgPool, grad, self.windows, self.divisor)


_AVG_POOLS: dict[int, type[AvgPool]] = {1: AvgPool1d, 2: AvgPool, 3: AvgPool3d}


def _mean(x: Array, windows: Windows, divisor: Array) -> Array:
    wide = windows.padded(x, 0)
    total: Any = None
    for slices in windows.slices():
        value = wide[(..., *slices)]
        total = value.copy() if total is None else np.add(total, value, total)
    if x.dtype.kind in "iu":
        # Towards zero, as C divides.
        sign = np.sign(total) * np.sign(divisor)
        return (sign * (np.abs(total) // np.abs(divisor))).astype(x.dtype)
    return total / divisor.astype(x.dtype)


def _spread(g: Array, windows: Windows, divisor: Array) -> Array:
    share = g / divisor.astype(g.dtype)
    dims = len(windows.size)
    wide = np.zeros((*g.shape[: g.ndim - dims], *windows.reached), g.dtype)
    for slices in windows.slices():
        wide[(..., *slices)] += share
    return wide[(..., *windows.inside)]


def _record_mean(
    cls: type[AvgPool], input: Tensor, windows: Windows, divisor: Array
) -> Any:
    out = record1(cls, _mean(input._array, windows, divisor), input._node)
    if node := out._node:
        node.windows, node.divisor = windows, divisor
    return out


def _divisor(windows: Windows, count_include_pad: bool, override: int | None) -> Array:
    """By what each window's sum is divided, in the shape of the output."""
    if override is not None:
        return np.full(windows.output, override)
    # Places beyond the padding, where ceil_mode lets a window reach, never count.
    counted = np.zeros(windows.reached, np.int64)
    if count_include_pad:
        counted[
            tuple(
                slice(0, n + 2 * p)
                for n, p in zip(windows.size, windows.padding, strict=True)
            )
        ] = 1
    else:
        counted[windows.inside] = 1
    total = np.zeros(windows.output, np.int64)
    for slices in windows.slices():
        total += counted[slices]
    return total


def _avg_pool(
    dims: int,
    input: Tensor,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Any:
    function = f"avg_pool{dims}d"
    x = _checked(function, input, dims, function)
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    windows = Windows(
        function, x.shape[-dims:], kernel_size, stride, padding, 1, ceil_mode
    )
    if any(o < 1 for o in windows.output):
        _too_small(x, windows)
    divisor = _divisor(windows, count_include_pad, divisor_override)
    return _record_mean(_AVG_POOLS[dims], input, windows, divisor)


def avg_pool1d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """The mean of each window.

    Args:
        input: (N, C, L) or (C, L).
        kernel_size: the size of a window.
        stride: how far apart windows start; by default their size.
        padding: how many zeros stand at each end.
        ceil_mode: whether a last window may reach beyond the end.
        count_include_pad: whether the zeros count in the mean.
    """
    return _avg_pool(
        1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None
    )


def avg_pool2d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """The mean of each window of a picture.

    Args:
        input: (N, C, H, W) or (C, H, W).
        kernel_size: the size of a window.
        stride: how far apart windows start; by default their size.
        padding: how many zeros stand at each end.
        ceil_mode: whether a last window may reach beyond the end.
        count_include_pad: whether the zeros count in the mean.
        divisor_override: by what the sum is divided instead.
    """
    return _avg_pool(
        2,
        input,
        kernel_size,
        stride,
        padding,
        ceil_mode,
        count_include_pad,
        divisor_override,
    )


def avg_pool3d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """The mean of each window of a volume.

    Args:
        input: (N, C, D, H, W) or (C, D, H, W).
        kernel_size: the size of a window.
        stride: how far apart windows start; by default their size.
        padding: how many zeros stand at each end.
        ceil_mode: whether a last window may reach beyond the end.
        count_include_pad: whether the zeros count in the mean.
        divisor_override: by what the sum is divided instead.
    """
    return _avg_pool(
        3,
        input,
        kernel_size,
        stride,
        padding,
        ceil_mode,
        count_include_pad,
        divisor_override,
    )


class AdaptiveAvgPool(Node, name="AdaptiveAvgPool2DBackward0"):
    """y = A·x along each of the last dimensions,   ∂x = Aᵀ·∂y

    Row i of A is 1/n over the n elements from ⌊i·S/O⌋ to ⌈(i+1)·S/O⌉.
    """

    __slots__ = ("matrices",)
    matrices: list[Array]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return _along_last(xp, grad, [matrix.T for matrix in self.matrices])


class AdaptiveAvgPool1d(AdaptiveAvgPool, name="SqueezeBackward1"):
    """`AdaptiveAvgPool` in one dimension"""

    __slots__ = ()


class AdaptiveAvgPool3d(AdaptiveAvgPool, name="AdaptiveAvgPool3DBackward0"):
    """`AdaptiveAvgPool` on volumes"""

    __slots__ = ()


_ADAPTIVE: dict[int, type[AdaptiveAvgPool]] = {
    1: AdaptiveAvgPool1d,
    2: AdaptiveAvgPool,
    3: AdaptiveAvgPool3d,
}


def _along_last(xp: Namespace, x: Any, matrices: list[Array]) -> Any:
    """Multiplies each of the last dimensions by its matrix."""
    for back, matrix in enumerate(reversed(matrices)):
        dim = x.ndim - 1 - back
        moved = x.swapaxes(dim, x.ndim - 1) @ xp.constant(
            np.ascontiguousarray(matrix.T)
        )
        x = moved.swapaxes(dim, x.ndim - 1)
    return x


def _averages(size: int, output: int, dtype: Any) -> Array:
    matrix = np.zeros((output, size), dtype)
    for i in range(output):
        start, end = i * size // output, -(-(i + 1) * size // output)
        matrix[i, start:end] = 1 / (end - start)
    return matrix


def _adaptive_avg_pool(dims: int, input: Tensor, output_size: Any) -> Any:
    function = f"adaptive_avg_pool{dims}d"
    x = _checked(function, input, dims, function)
    if x.dtype.kind != "f":
        raise NotImplementedError(
            f"\"adaptive_avg_pool2d\" not implemented for '{word(x.dtype)}'"
        )
    wanted: Any = (
        (output_size,) * dims if isinstance(output_size, int) else tuple(output_size)
    )
    if len(wanted) != dims:
        raise RuntimeError(f"{function}: output_size must be {dims}")
    sizes = x.shape[-dims:]
    wanted = tuple(s if o is None else o for s, o in zip(sizes, wanted, strict=True))
    if dims > 1 and all(o == 1 for o in wanted):
        return input.mean(tuple(range(-dims, 0)), keepdim=True)
    matrices = [_averages(s, o, x.dtype) for s, o in zip(sizes, wanted, strict=True)]
    y = np.ascontiguousarray(_along_last(ARRAYS, x, matrices))
    out = record1(_ADAPTIVE[dims], y, input._node)
    if node := out._node:
        node.matrices = matrices
    return out


def adaptive_avg_pool1d(input: Tensor, output_size: Any) -> Tensor:
    """Means of as many windows as wanted.

    Args:
        input: (N, C, L) or (C, L).
        output_size: how many.
    """
    return _adaptive_avg_pool(1, input, output_size)


def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """Means of as many windows as wanted, whatever the size of the picture.

    Args:
        input: (N, C, H, W) or (C, H, W).
        output_size: how many, one number or (H, W); None keeps a size.
    """
    return _adaptive_avg_pool(2, input, output_size)


def adaptive_avg_pool3d(input: Tensor, output_size: Any) -> Tensor:
    """Means of as many windows as wanted, whatever the size of the volume.

    Args:
        input: (N, C, D, H, W) or (C, D, H, W).
        output_size: how many, one number or (D, H, W); None keeps a size.
    """
    return _adaptive_avg_pool(3, input, output_size)
