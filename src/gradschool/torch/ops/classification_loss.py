"""Losses of a classifier: which of K classes it is.

`nll_loss` picks one logarithm a sample; `cross_entropy` does `log_softmax` in the same
op. The margin losses want the right class ahead of the others by a distance.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import word
from ..autograd.namespace import ARRAYS, ones_vector
from ..autograd.node import Const, Node, Twin, tick
from ..autograd.recording import record1, saved_tensor
from .loss import (
    check_floats,
    check_tensors,
    chosen_reduction,
    legacy_reduction,
    total_of,
)
from .softmax import LogSoftmax, log_softmax_method

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients
    from ..autograd.namespace import Namespace

IGNORED = -100


class NllLoss(Node):
    """y = −Σ wₙ·x[n, tₙ] / Σ wₙ, or without the quotient, or a value for each sample

    ∂x = −wₙ·∂y at the picked elements, else 0. `places` are these as flat indices,
    `factors` what ∂y is multiplied by there.
    """

    __slots__ = ("factors", "places", "shape")
    shape: tuple[int, ...]
    places: Array
    factors: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        values = grad * xp.constant(self.factors)
        flat = xp.put((math.prod(self.shape),), (self.places,), values, False)
        return xp.reshape(flat, self.shape)


class NllLoss2d(NllLoss, name="NllLoss2DBackward0"):
    """`NllLoss` on pictures: a class for each pixel"""

    __slots__ = ()


def _check_classes(input: Tensor, target: Tensor, weight: Tensor | None) -> None:
    """The shapes and dtypes of input (N, K, *) and target (N, *)."""
    x, t = input._array, target._array
    if x.ndim <= 2:
        if t.ndim > 1:
            raise RuntimeError(
                "0D or 1D target tensor expected, multi-target not supported"
            )
        if x.ndim == 1 and t.ndim == 1 and t.size != 1:
            raise ValueError(
                "For 1D input, 1D target must have size 1, but got target size: "
                f"{t.size}"
            )
    elif x.ndim == 3:
        if t.shape != (x.shape[0], x.shape[2]):
            if t.ndim and t.shape[0] != x.shape[0]:
                _batches_differ(x, t)
            raise RuntimeError(
                f"Expected target size {[x.shape[0], x.shape[2]]}, got {list(t.shape)}"
            )
    elif t.shape != (x.shape[0], *x.shape[2:]):
        if t.ndim != x.ndim - 1 and x.ndim == 4:
            raise RuntimeError(
                "only batches of spatial targets supported (3D tensors) but got "
                f"targets of dimension: {t.ndim}"
            )
        if t.ndim and t.shape[0] != x.shape[0]:
            _batches_differ(x, t)
        if x.ndim == 4:
            raise RuntimeError(
                f"size mismatch (got input: {list(x.shape)} , target: {list(t.shape)}"
            )
        raise RuntimeError(
            f"Expected target size {[x.shape[0], *x.shape[2:]]}, got {list(t.shape)}"
        )
    if x.ndim >= 2 and (t.shape[0] if t.ndim else 0) != x.shape[0]:
        _batches_differ(x, t)
    if t.dtype.name not in ("int64", "uint8"):
        raise RuntimeError(
            "expected target dtype to be Long or Byte, but got " + word(t.dtype)
        )
    if weight is not None:
        _check_weight(x, weight)


def _check_weight(x: Array, weight: Tensor) -> None:
    """One factor for each class."""
    classes = x.shape[0 if x.ndim == 1 else 1]
    w = weight._array
    if w.ndim != 1 or w.size != classes:
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no "
            f"classes but got weight tensor of shape: {list(w.shape)}"
        )
    if w.dtype != x.dtype:
        raise RuntimeError(
            f"expected scalar type {word(x.dtype)} but found {word(w.dtype)}"
        )


def _batches_differ(x: Array, t: Array) -> None:
    raise ValueError(
        f"Expected input batch_size ({x.shape[0]}) to match target batch_size "
        f"({t.shape[0] if t.ndim else 0})."
    )


def _check_targets(t: Array, classes: int, ignore_index: int) -> Array:
    """Where the target counts; raises for a class that does not exist."""
    counts = t != ignore_index
    wrong = counts & ((t < 0) | (t >= classes))
    if wrong.any():
        raise IndexError(f"Target {t[wrong].flat[0]} is out of bounds.")
    return counts


def _nll(
    input: Tensor, target: Tensor, weight: Tensor | None, ignore: int, reduction: str
) -> Tensor:
    x, t = input._array, target._array
    if not x.ndim:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    _check_classes(input, target, weight)
    check_floats(x, "nll_loss_out_frame")
    if t.dtype.kind == "u":
        t = t.astype(np.int64)
    dim = 0 if x.ndim == 1 else 1
    classes = x.shape[dim]
    counts = _check_targets(t, classes, ignore)
    chosen = np.where(counts, t, 0)
    # The flat index of x[n, t, …]: positions n·K·S + t·S + s, S places a class.
    places_per_class = math.prod(x.shape[dim + 1 :])
    if dim:
        sample: Any = np.arange(x.shape[0]).reshape(-1, *(1,) * (t.ndim - 1))
        place = np.arange(places_per_class).reshape(t.shape[1:])
        places = (sample * classes + chosen) * places_per_class + place
    else:
        places = chosen
    factors = counts.astype(x.dtype)
    if weight is not None:
        factors *= weight._array[chosen] if classes else factors
    picked = x.reshape(-1)[places] if x.size else np.zeros(t.shape, x.dtype)
    # Where the factor is 0 nothing is added, not even an infinity times 0.
    values = np.where(counts, picked * -factors, x.dtype.type(0))
    if reduction == "none":
        y, factors = values, -factors
    else:
        y = np.add.reduce(values, None)
        factors = -factors
        if reduction == "mean":
            total = -np.add.reduce(factors, None)
            y = y / total
            # Where all are ignored, y is 0/0; the gradient is 0 all the same.
            factors = np.where(counts, factors / total, x.dtype.type(0))
    if x.ndim == 1 and t.ndim == 1 and reduction == "none":
        y = y.reshape(t.shape)
    out = record1(NllLoss2d if x.ndim > 2 else NllLoss, y, input._node)
    if node := out._node:
        node.shape, node.places, node.factors = x.shape, places, factors
    return out


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = IGNORED,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """−w[t]·x[t]: minus the log-probability of the right class.

    Args:
        input: x, log-probabilities.
        target: t, the number of the right class.
        weight: w, a factor for each class.
        size_average: the old form of `reduction`.
        ignore_index: targets of this value count for nothing.
        reduce: the old form of `reduction`.
        reduction: `"mean"` divides by the sum of the factors; `"sum"`; `"none"`.

    Shape:
        input (N, K, *), target (N, *) -> output () or (N, *).

    Raises:
        IndexError: for a class that does not exist.
    """
    return _nll(
        input,
        target,
        weight,
        ignore_index,
        chosen_reduction(size_average, reduce, reduction),
    )


class CrossEntropy(Node, name="NllLossBackward0"):
    """y = Σₙ (log Σⱼ e^x[n, j] − x[n, tₙ])·f,   ∂x = ∂y·f·(softmax(x) − one-hot(t))

    f is 1/N for the mean, else 1. Saved are e^(x − max) and its row sums, of which the
    softmax is the quotient. It poses as PyTorch's two nodes; the inner one is made when
    somebody looks, or differentiates the gradient.
    """

    __slots__ = ("factor", "places", "twin")
    factor: float
    places: Array

    def backward(self, xp: Namespace, grad: Tensor, e: Any, s: Any) -> Gradients:
        grad = grad * self.factor
        if xp is ARRAYS:
            dx: Any = e * (grad / s).reshape(-1, 1)
            dx.reshape(-1)[self.places] -= grad
            return dx
        inner, twin = self._inner(), self._log_probabilities(e, s)
        inner.saved = (twin,)
        p = saved_tensor(twin, inner).exp()
        one_hot = np.zeros_like(e)
        one_hot.reshape(-1)[self.places] = 1
        return (p - xp.constant(one_hot)) * grad

    @staticmethod
    def _log_probabilities(e: Array, s: Array) -> Twin:
        twin = Twin()
        twin._array = np.log(e) - np.log(s).reshape(-1, 1)
        twin._share = None
        twin.index = None
        return twin

    def _inner(self) -> LogSoftmax:
        inner = LogSoftmax()
        inner.id = tick()
        inner.parents = self.parents
        inner.fit = inner.hooks = None
        inner.dim = 1
        inner.saved = ()
        return inner

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """As in PyTorch, where log_softmax is an op of its own."""
        return ((self._inner(), 0),)


def _row_maxima(x: Array) -> Array:
    """max over the last of two dimensions, (N, 1)."""
    if x.shape[1] == 2:  # NumPy reduces a short last axis slowly
        return np.maximum(x[:, :1], x[:, 1:])
    return np.maximum.reduce(x, 1, keepdims=True)


_row_starts: dict[tuple[int, int], Any] = {}


def _starts(rows: int, size: int) -> Any:
    """The flat index of each row's first element, cached."""
    try:
        return _row_starts[rows, size]
    except KeyError:
        if len(_row_starts) > 64:
            _row_starts.clear()
        starts = _row_starts[rows, size] = np.arange(0, rows * size, size)
        return starts


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = IGNORED,
    reduce: bool | None = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """−log softmax(x)[t]: the loss of a classifier that answers with logits.

    Args:
        input: x, logits.
        target: t, the number of the right class, or a probability for each class.
        weight: a factor for each class.
        size_average: the old form of `reduction`.
        ignore_index: targets of this value count for nothing.
        reduce: the old form of `reduction`.
        reduction: `"mean"` divides by the sum of the factors; `"sum"`; `"none"`.
        label_smoothing: the share of the target spread evenly over all classes.

    Shape:
        input (N, K, *), target (N, *) or (N, K, *) -> output () or (N, *).

    Gradient:
        ∂x = (softmax(x) − one-hot(t))·∂y, divided by N for the mean.

    Raises:
        IndexError: for a class that does not exist.
    """
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce)
    try:
        x, t = input._array, target._array
    except AttributeError:
        check_tensors("cross_entropy_loss", ("input", input), ("target", target))
        raise
    if (
        x.ndim == 2
        and t.ndim == 1
        and t.dtype.name == "int64"
        and x.dtype.kind == "f"
        and weight is None
        and not label_smoothing
        and reduction in ("mean", "sum")
        and 0 < t.size == x.shape[0]
        # As unsigned numbers, negative classes are too large: one test for both.
        and np.maximum.reduce(t.view(np.uint64)) < x.shape[1]
        and not 0 <= ignore_index < x.shape[1]
    ):
        return _fused(input, x, t, reduction)
    return _cross_entropy(
        input, target, weight, ignore_index, reduction, label_smoothing
    )


def _fused(input: Tensor, x: Array, t: Array, reduction: str) -> Tensor:
    rows, classes = x.shape
    z = x - _row_maxima(x)
    places = _starts(rows, classes) + t
    picked = z.reshape(-1)[places]
    e = np.exp(z, z)
    s = e.dot(ones_vector(classes, x.dtype))
    picked -= np.log(s)
    y = -ones_vector(rows, x.dtype).dot(picked)
    if reduction == "mean":
        y /= rows
    parent = input._node
    if parent is None:
        return record1(CrossEntropy, y, None)
    out = record1(CrossEntropy, y, parent, (Const(e), Const(s)))
    if node := out._node:
        node.places = places
        node.factor = 1 / rows if reduction == "mean" else 1
    return out


def _cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None,
    ignore: int,
    reduction: str,
    smoothing: float,
) -> Tensor:
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if input._array.dtype.kind != "f":
        if target.size() == input.size() and target._array.dtype.kind != "f":
            raise RuntimeError(
                "Expected floating point type for target with class probabilities, got "
                + word(target._array.dtype)
            )
        raise NotImplementedError(
            '"log_softmax_lastdim_kernel_impl" not implemented for '
            f"'{word(input._array.dtype)}'"
        )
    if target.size() == input.size():
        if target._array.dtype.kind != "f":
            raise RuntimeError(
                "Expected floating point type for target with class probabilities, got "
                + word(target._array.dtype)
            )
        if ignore >= 0:
            raise RuntimeError(
                "ignore_index is not supported for floating point target"
            )
        return _against_probabilities(input, target, weight, reduction, smoothing)
    if not 0.0 <= smoothing <= 1.0:
        raise RuntimeError(
            f"label_smoothing must be between 0.0 and 1.0. Got: {smoothing:g}"
        )
    dim = 0 if input.dim() == 1 else 1
    logs = log_softmax_method(input, dim)
    loss = _nll(logs, target, weight, ignore, reduction)
    if not smoothing:
        return loss
    return _smoothed(logs, target, weight, ignore, reduction, smoothing, loss, dim)


def _smoothed(
    logs: Tensor,
    target: Tensor,
    weight: Tensor | None,
    ignore: int,
    reduction: str,
    smoothing: float,
    loss: Tensor,
    dim: int,
) -> Tensor:
    """(1 − s)·loss + s/K·(the loss against all classes alike)."""
    classes = logs.size(dim)
    if weight is None:
        even = -logs.sum(dim)
    else:
        shape = [1] * logs.dim()
        shape[dim] = classes
        even = -(logs * weight.view(tuple(shape))).sum(dim)
    ignored = target == ignore
    even = even.masked_fill(ignored.view_as(even), 0.0)
    if reduction == "mean":
        if weight is None:
            even = even.sum() / (target.numel() - int(ignored.sum()))
        else:
            factors = weight[target.masked_fill(ignored, 0).flatten()]
            factors = factors.masked_fill(ignored.flatten(), 0.0)
            even = even.sum() / factors.sum()
    elif reduction == "sum":
        even = even.sum()
    return (1 - smoothing) * loss + even * (smoothing / classes)


class DivideByCount(Node, name="DivBackward1"):
    """y = x/n for a number n,   ∂x = ∂y/n"""

    __slots__ = ("n",)
    n: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad / self.n


def _divided(total: Tensor, n: int) -> Tensor:
    kind = total._array.dtype.type
    out = record1(DivideByCount, total._array / kind(n), total._node)
    if node := out._node:
        node.n = n
    return out


def _against_probabilities(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: str,
    smoothing: float,
) -> Tensor:
    """−Σ w·t·log softmax(x) over the classes; the mean is over N and the positions."""
    dim = 0 if input.dim() == 1 else 1
    logs = log_softmax_method(input, dim)
    classes = input.size(dim)
    if weight is not None and (weight.dim() != 1 or weight.numel() != classes):
        raise RuntimeError(
            "cross_entropy: weight tensor should be defined either for all "
            f"{classes} classes or no classes but got weight tensor of shape: "
            f"{list(weight.shape)}"
        )
    if smoothing > 0:
        target = target * (1 - smoothing) + smoothing / classes
    values = logs * target
    if weight is not None:
        shape = [1] * input.dim()
        shape[dim] = classes
        values = values * weight.view(tuple(shape))
    if reduction == "mean":
        return _divided(-values.sum(), input.numel() // max(classes, 1))
    if reduction == "sum":
        return -values.sum()
    return -values.sum(dim)


class MultiMarginLoss(Node):
    """y = Σ_{j≠t} w[t]·max(0, m − x_t + x_j)ᵖ / K

    ∂x_j = w·p·max(0, …)^(p−1)/K·∂y, and ∂x_t minus the sum of these.
    """

    __slots__ = ("factor", "margin", "power", "target", "weight")

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor) -> Gradients:
        rows, classes = x.shape
        hot = np.zeros((rows, classes), bool)
        hot[np.arange(rows), self.target] = True
        right = xp.sums(xp.where(hot, x, 0.0), 1)
        gap = x - right + self.margin
        active = xp.array_of(gap > 0) & ~hot
        slope = xp.where(active, gap * 2 if self.power == 2 else gap * 0 + 1, 0.0)
        if self.weight is not None:
            slope = slope * xp.constant(self.weight[self.target][:, None])
        if grad.ndim:
            grad = xp.reshape(grad, (-1, 1))
        slope = slope * (grad * (self.factor / classes))
        return xp.where(hot, -xp.expand(xp.sums(slope, 1), (rows, classes)), slope)


def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Σ_{j≠t} w[t]·max(0, margin − x_t + x_j)ᵖ / K.

    Args:
        input: x, (N, K) or (K,).
        target: t, the number of the right class.
        p: 1 or 2.
        margin: by how much the right class should lead.
        weight: w, a factor for each class.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    reduction = chosen_reduction(size_average, reduce, reduction)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    if input.dim() < 2:
        row = input.reshape(1, -1)
        alone = multi_margin_loss(
            row, target.reshape(1), p, margin, weight, reduction=reduction
        )
        return alone.reshape(target.shape) if reduction == "none" else alone
    x, t = input._array, target._array
    rows, classes = x.shape
    if t.shape != (rows,):
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the "
            f"number of input samples (batch size). Expected target size [{rows}], but "
            f"got {list(t.shape)}. Input has shape {list(x.shape)}."
        )
    if ((t < 0) | (t >= classes)).any():
        raise RuntimeError("target out of range")
    check_floats(x, "multi_margin_loss")
    each: Any = np.arange(rows)
    gap = np.maximum(x - x[each, t][:, None] + margin, 0)
    gap[each, t] = 0
    values = np.add.reduce(gap * gap if p == 2 else gap, 1) / classes
    w = None if weight is None else weight._array
    if w is not None:
        values = values * w[t]
    out = record1(MultiMarginLoss, total_of(values, reduction), input._node, (input,))
    if node := out._node:
        node.power, node.margin, node.weight, node.target = p, margin, w, t
        node.factor = 1 / rows if reduction == "mean" else 1
    return out


class MultilabelMarginLoss(Node):
    """y = Σ_{r right, j other} max(0, 1 − x_r + x_j) / K

    Each active pair gives −∂y/K to x_r and ∂y/K to x_j, so ∂x is a constant times ∂y.
    """

    __slots__ = ("counts", "factor")

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        if grad.ndim:
            grad = xp.reshape(grad, (-1, 1))
        return xp.constant(self.counts) * (grad * self.factor)


def multilabel_margin_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Σ max(0, 1 − x_right + x_other) / K over right and other classes.

    Args:
        input: x, (N, K) or (K,).
        target: the numbers of the right classes, up to the first −1 of each row.
        size_average: the old form of `reduction`.
        reduce: the old form of `reduction`.
        reduction: `"mean"`, `"sum"` or `"none"`.
    """
    reduction = chosen_reduction(size_average, reduce, reduction)
    if input.dim() < 2:
        alone = multilabel_margin_loss(
            input.reshape(1, -1), target.reshape(1, -1), reduction=reduction
        )
        return alone.reshape(()) if reduction == "none" else alone
    x, t = input._array, target._array
    if x.shape != t.shape:
        raise RuntimeError(
            f"inconsistent target size: {list(t.shape)} for input of size: "
            f"{list(x.shape)}"
        )
    check_floats(x, "multilabel_margin_loss_forward_out_frame")
    rows, classes = x.shape
    listed = np.cumprod(t >= 0, 1).astype(bool)  # up to the first −1
    if (t[listed] >= classes).any():
        raise RuntimeError(
            "max.item() < dim INTERNAL ASSERT FAILED: target is out of range"
        )
    is_right = np.zeros((rows, classes), bool)
    sample, _ = np.nonzero(listed)
    is_right[sample, t[listed]] = True
    # (N, listed, other): one entry for each pair, a class listed twice counts twice.
    chosen = np.where(listed, t, 0)
    right = np.take_along_axis(x, chosen, 1)[:, :, None]
    gap = 1 - right + x[:, None, :]
    active = (gap > 0) & listed[:, :, None] & ~is_right[:, None, :]
    values = np.add.reduce(np.where(active, gap, 0), (1, 2)) / classes
    values = values.astype(x.dtype)
    out = record1(MultilabelMarginLoss, total_of(values, reduction), input._node)
    if node := out._node:
        counts = active.sum(1).astype(x.dtype)
        np.subtract.at(
            counts, (np.arange(rows)[:, None], chosen), active.sum(2).astype(x.dtype)
        )
        node.counts = counts
        node.factor = (1 / rows if reduction == "mean" else 1) / classes
    return out
