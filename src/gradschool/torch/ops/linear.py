"""Layers that multiply by a matrix: linear, bilinear."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import cpp_name, word
from .._errors import wrong_argument
from ..autograd.namespace import ARRAYS
from ..autograd.node import NOTHING, Node, tick
from ..autograd.recording import record
from .shape import Unsqueeze, View
from .transposing import T

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients
    from ..autograd.namespace import Namespace


def _rows(xp: Namespace, x: Any) -> Any:
    """x (*, D) as (rows, D)."""
    return xp.reshape(x, (math.prod(x.shape[:-1]), x.shape[-1]))


class Linear(Node, name="AddmmBackward0"):
    """y = x·Wᵀ + b,   ∂x = ∂y·W,   ∂W = ∂yᵀ·x,   ∂b = Σ over all rows of ∂y

    x may have more than two dimensions: all but the last are rows.
    """

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor, x: Tensor, w: Tensor) -> Gradients:
        need_b, need_x, need_w = self.parents
        rows = grad if grad.ndim == 2 else _rows(xp, grad)
        dx = dw = db = None
        if need_x is not None:
            dx = rows @ w
            if grad.ndim != 2:
                dx = xp.reshape(dx, (*grad.shape[:-1], w.shape[1]))
        if need_w is not None:
            dw = rows.T @ (x if x.ndim == 2 else _rows(xp, x))
        if need_b is not None:
            db = xp.unbroadcast(rows, (rows.shape[1],))
        return db, dx, dw

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """As in PyTorch, where transposing W and flattening x are ops of their own."""
        b, x, w = self.parents
        return (b, 0), (x, 0), (_inner(T, w), 0)


class LinearWithoutBias(Linear, name="MmBackward0"):
    """`Linear` with b = 0"""

    __slots__ = ()

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """As in PyTorch, which transposes the weight in an op of its own."""
        _, x, w = self.parents
        return (x, 0), (_inner(T, w), 0)


class LinearOnRows(Linear, name="ViewBackward0"):
    """`Linear` on x of other than two dimensions; PyTorch names it by its last op"""

    __slots__ = ()

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The product inside, then as in PyTorch."""
        b, x, w = self.parents
        return ((_inner(Linear, b, _inner(View, x), w), 0),)


class LinearOnRowsWithoutBias(Linear, name="UnsafeViewBackward0"):
    """`LinearOnRows` with b = 0"""

    __slots__ = ()

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The product inside, then as in PyTorch."""
        _, x, w = self.parents
        return ((_inner(LinearWithoutBias, None, _inner(View, x), w), 0),)


class LinearOnVector(LinearOnRows, name="SqueezeBackward4"):
    """`Linear` on one vector, without bias"""

    __slots__ = ()

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The product inside, then as in PyTorch."""
        _, x, w = self.parents
        return ((_inner(LinearWithoutBias, None, _inner(Unsqueeze, x), w), 0),)


def _inner(cls: type[Node], *parents: Node | None) -> Node | None:
    """A node that PyTorch has inside a fused op; made for who looks at the graph."""
    if all(parent is None for parent in parents):
        return None
    node = cls()
    node.id = tick()
    node.parents = parents
    node.saved = ()
    node.fit = node.hooks = None
    return node


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """y = x·Wᵀ + b.

    Args:
        input: x.
        weight: W, one row for each output feature.
        bias: b.

    Shape:
        input (*, D_in), weight (D_out, D_in), bias (D_out,) -> output (*, D_out).

    Gradient:
        ∂x = ∂y·W, ∂W = ∂yᵀ·x and ∂b = Σ ∂y, over the rows of all leading dimensions.

    Raises:
        RuntimeError: if the sizes or dtypes do not fit.
    """
    try:
        x = input._array
        w = weight._array
        b = None if bias is None else bias._array
    except AttributeError:
        raise _not_tensors(input, weight, bias) from None
    if x.dtype is not w.dtype or w.ndim != 2 or not x.ndim:
        return _linear_otherwise(input, weight, bias)
    try:
        # Rows: NumPy's `dot` of three dimensions would not be a product of matrices.
        y = (x if x.ndim == 2 else _rows(ARRAYS, x)).dot(w.T)
    except ValueError:
        rows = x.size // x.shape[-1] if x.shape[-1] else 0
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({rows}x{x.shape[-1]} and "
            f"{w.shape[1]}x{w.shape[0]})"
        ) from None
    if x.ndim != 2:
        y = y.reshape(*x.shape[:-1], w.shape[0])
    fit = None
    node_b = None
    if b is not None:
        if b.shape == y.shape[-1:] and b.dtype is y.dtype:
            y += b
        else:
            y, fit = _add_odd_bias(y, b)
        node_b = bias._node  # pyright: ignore[reportOptionalMemberAccess] - b is not None
    node_x = input._node
    node_w = weight._node
    return record(
        _CLASSES[min(x.ndim, 3), bias is None],
        y,
        (node_b, node_x, node_w),
        (input if node_w else NOTHING, weight if node_x else NOTHING),
        fit,
    )


_CLASSES: dict[tuple[int, bool], type[Linear]] = {
    (2, False): Linear,
    (2, True): LinearWithoutBias,
    (3, False): LinearOnRows,
    (3, True): LinearOnRowsWithoutBias,
    (1, False): LinearOnRows,
    (1, True): LinearOnVector,
}


def _linear_otherwise(input: Tensor, weight: Tensor, bias: Tensor | None) -> Any:
    """What is not the usual: a weight that is a vector, dtypes that differ."""
    x, w = input._array, weight._array
    if not x.ndim or not w.ndim:
        raise RuntimeError(
            "both arguments to linear need to be at least 1D, but they are "
            f"{x.ndim}D and {w.ndim}D"
        )
    if w.ndim > 2:
        raise RuntimeError(
            f"t() expects a tensor with <= 2 dimensions, but self is {w.ndim}D"
        )
    if bias is not None and bias._array.dtype != w.dtype:
        raise _bias_differs(bias._array, w)
    if x.dtype != w.dtype:
        if bias is None and x.ndim <= 2:
            raise RuntimeError(
                "expected m1 and m2 to have the same dtype, but got: "
                f"{cpp_name(x.dtype)} != {cpp_name(w.dtype)}"
            )
        raise RuntimeError(
            f"mat1 and mat2 must have the same dtype, but got {word(x.dtype)} and "
            f"{word(w.dtype)}"
        )
    if w.ndim == 1 and bias is not None:
        raise RuntimeError("mat2 must be a matrix, got 1-D tensor")
    if w.ndim == 1:
        return input.matmul(weight)
    # Equal dtypes that are not the same object, as after unpickling.
    return linear(_same(input), _same(weight), None if bias is None else _same(bias))


def _same(tensor: Tensor) -> Tensor:
    tensor._array = tensor._array.view(np.dtype(tensor._array.dtype.name))
    return tensor


def _add_odd_bias(y: Array, b: Array) -> tuple[Array, Any]:
    """A bias that has to be broadcast, as `addmm` allows."""
    if b.dtype != y.dtype:
        raise _bias_differs(b, y)
    try:
        np.broadcast_to(b, y.shape)
    except ValueError:
        for dim in range(1, b.ndim + 1):
            have, want = b.shape[-dim], y.shape[-dim]
            if have not in (1, want):
                raise RuntimeError(
                    f"The expanded size of the tensor ({want}) must match the existing "
                    f"size ({have}) at non-singleton dimension {y.ndim - dim}.  Target "
                    f"sizes: {list(y.shape)}.  Tensor sizes: {list(b.shape)}"
                ) from None
        raise RuntimeError(
            f"expand(torch.FloatTensor{{{list(b.shape)}}}, size={list(y.shape)}): the "
            f"number of sizes provided ({y.ndim}) must be greater or equal to the "
            f"number of dimensions in the tensor ({b.ndim})"
        ) from None
    return y + b, None


def _bias_differs(b: Array, w: Array) -> RuntimeError:
    return RuntimeError(
        f"self and mat2 must have the same dtype, but got {word(b.dtype)} and "
        f"{word(w.dtype)}"
    )


def _not_tensors(input: Any, weight: Any, bias: Any) -> TypeError:
    for position, (name, value) in enumerate(
        (("input", input), ("weight", weight), ("bias", bias)), 1
    ):
        if not hasattr(value, "_array"):
            return wrong_argument("linear", name, position, "Tensor", value)
    raise AssertionError("one of them is no tensor")


def bilinear(
    input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None
) -> Tensor:
    """yₖ = x₁ᵀ·Aₖ·x₂ + bₖ.

    Args:
        input1: x₁.
        input2: x₂.
        weight: A, one matrix for each output feature.
        bias: b.

    Shape:
        inputs (*, D1) and (*, D2), weight (D_out, D1, D2) -> output (*, D_out).
    """
    size = weight.shape
    if input1.shape[:-1] != input2.shape[:-1]:
        raise RuntimeError(
            "bilinear(): input batch dimensions do not match: got "
            f"{list(input1.shape)} and {list(input2.shape)}"
        )
    if input1.shape[-1] != size[1] or input2.shape[-1] != size[2]:
        which, have, want = (
            ("input1", input1.shape[-1], size[1])
            if input1.shape[-1] != size[1]
            else ("input2", input2.shape[-1], size[2])
        )
        raise RuntimeError(
            f"bilinear(): {which} size does not match weight size: got {have} but "
            f"expected {want}"
        )
    left = input1.reshape(-1, size[1])  # (N, D1)
    right = input2.reshape(-1, size[2])  # (N, D2)
    # (N, D1)·(D1, D_out·D2) -> (N, D_out, D2), then Σ over D2 with x₂.
    inner = left.matmul(weight.permute(1, 0, 2).reshape(size[1], -1))
    output = (inner.reshape(-1, size[0], size[2]) * right.unsqueeze(1)).sum(-1)
    output = output.reshape(*input1.shape[:-1], size[0])
    return output if bias is None else output + bias
