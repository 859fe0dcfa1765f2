"""Recurrent layers: RNN, LSTM and GRU over a sequence, or one step of them.

A kind (`LSTM` ...) knows one step forward and one backward. What is around it is the
same for all: the input is multiplied by its matrix for all steps at once, the steps
follow each other, and the weights' gradients are one product over all steps.

Sequences of several lengths are sorted, longest first, and packed step by step, so
that step t is the first nₜ rows of the state, and the rows below wait:

    lengths 3, 2, 1      rows      a₀ b₀ c₀ │ a₁ b₁ │ a₂        sizes 3, 2, 1

Backwards in time the same holds: a row that waits has its first state still.
A sequence of one length is the case where all sizes are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._dtype import word
from ..autograd.namespace import ARRAYS
from ..autograd.node import NOTHING, Node
from ..autograd.recording import record_many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._tensor import Tensor
    from .._typing import Array, Gradients
    from ..autograd.namespace import Namespace


class Tanh:
    """h′ = tanh z,   z = W·x + b + U·h + d"""

    gates = 1
    states = 1
    one_bias = True

    @staticmethod
    def step(xp: Namespace, z: Any, state: Any, ut: Any, _d: Any) -> tuple[Any, Any]:
        h = xp.tanh(z + state[0] @ ut)
        return (h,), h

    @staticmethod
    def back(_xp: Namespace, grads: Any, _state: Any, h: Any, u: Any) -> Any:
        dz = grads[0] * (1 - h * h)
        return dz, dz, (dz @ u,)


class Relu(Tanh):
    """h′ = max(0, z)"""

    @staticmethod
    def step(xp: Namespace, z: Any, state: Any, ut: Any, _d: Any) -> tuple[Any, Any]:
        z = z + state[0] @ ut
        off = xp.array_of(z) <= 0  # a NaN stays
        h = xp.where(off, xp.zeros_like(z), z)
        return (h,), h

    @staticmethod
    def back(xp: Namespace, grads: Any, _state: Any, h: Any, u: Any) -> Any:
        on = xp.array_of(h) > 0
        dz = grads[0] * xp.constant(on.astype(xp.array_of(h).dtype))
        return dz, dz, (dz @ u,)


_scales: dict[tuple[int, Any], tuple[Array, Array, Array]] = {}


def _lstm_scales(size: int, dtype: Any) -> tuple[Array, Array, Array]:
    """(s, 1 − s, 2·s − 1) of the gates i, f, g, o: s is ½ but for g, where it is 1."""
    found = _scales.get((size, dtype))
    if found is None:
        if len(_scales) > 64:
            _scales.clear()
        s = np.full(4 * size, 0.5, dtype)
        s[2 * size : 3 * size] = 1
        found = _scales[size, dtype] = (s, 1 - s, 2 * s - 1)
    return found


class LSTM:
    """c′ = f·c + i·g,  h′ = o·tanh c′;  i, f, o = σ(z), g = tanh z of z's four parts

    σ(z) = ½·tanh(½·z) + ½, so one tanh serves all gates a = s·tanh(s·z) + 1 − s, and
    ∂a/∂z = (1 − a)·(a + 2·s − 1): that is a·(1 − a) for σ and 1 − a² for tanh.

    Source: Hochreiter and Schmidhuber (1997); with f by Gers et al. (2000).
    """

    gates = 4
    states = 2
    one_bias = True

    @staticmethod
    def step(xp: Namespace, z: Any, state: Any, ut: Any, _d: Any) -> tuple[Any, Any]:
        h, c = state
        n = c.shape[1]
        s, rest, _ = _lstm_scales(n, xp.array_of(z).dtype)
        s = xp.constant(s)
        a = xp.tanh((z + h @ ut) * s) * s + xp.constant(rest)
        after: Any = a[:, n : 2 * n] * c + a[:, :n] * a[:, 2 * n : 3 * n]
        t = xp.tanh(after)
        return (a[:, 3 * n :] * t, after), (a, t)

    @staticmethod
    def back(xp: Namespace, grads: Any, state: Any, kept: Any, u: Any) -> Any:
        dh, dc = grads
        c = state[1]
        a, t = kept
        n = c.shape[1]
        dc = dc + dh * a[:, 3 * n :] * (1 - t * t)
        da: Any = xp.concatenate(
            [dc * a[:, 2 * n : 3 * n], dc * c, dc * a[:, :n], dh * t], 1
        )
        slope = xp.constant(_lstm_scales(n, xp.array_of(a).dtype)[2])
        dz = da * ((1 - a) * (a + slope))
        return dz, dz, (dz @ u, dc * a[:, n : 2 * n])


class GRU:
    """h′ = n + u·(h − n);  r, u = σ(x-part + h-part),  n = tanh(x-part + r·h-part)

    Source: Cho et al. (2014); r is applied after the product with h, as in PyTorch.
    """

    gates = 3
    states = 1
    one_bias = False

    @staticmethod
    def step(xp: Namespace, z: Any, state: Any, ut: Any, d: Any) -> tuple[Any, Any]:
        h = state[0]
        n = h.shape[1]
        zh = h @ ut if d is None else h @ ut + d
        both = xp.tanh((z[:, : 2 * n] + zh[:, : 2 * n]) * 0.5) * 0.5 + 0.5
        r, u = both[:, :n], both[:, n:]
        inner = zh[:, 2 * n :]
        new = xp.tanh(z[:, 2 * n :] + r * inner)
        return (new + u * (h - new),), (r, u, new, inner)

    @staticmethod
    def back(xp: Namespace, grads: Any, state: Any, kept: Any, w: Any) -> Any:
        dh, h = grads[0], state[0]
        r, u, new, inner = kept
        dn = dh * (1 - u) * (1 - new * new)
        dr = dn * inner * r * (1 - r)
        du = dh * (h - new) * u * (1 - u)
        dzh: Any = xp.concatenate([dr, du, dn * r], 1)
        return xp.concatenate([dr, du, dn], 1), dzh, (dh * u + dzh @ w,)


class Weights(NamedTuple):
    """W, U, b and d of one layer in one direction."""

    w: Any
    u: Any
    b: Any
    d: Any


def _order(sizes: Sequence[int], reverse: bool) -> list[tuple[int, int]]:
    """(first row, rows) of each step, in the order in which they run."""
    found: list[tuple[int, int]] = []
    start = 0
    for size in sizes:
        found.append((start, size))
        start += size
    return found[::-1] if reverse else found


def _flat(xp: Namespace, x: Any) -> Any:
    """x (T, N, D) as (T·N, D)."""
    return xp.reshape(x, (x.shape[0] * x.shape[1], x.shape[2]))


def _run(
    xp: Namespace, kind: Any, x: Any, state: Any, weights: Any, order: Any
) -> tuple[list[Any], Any, list[Any]]:
    """The output of each step in the order of running, the last state, by-products."""
    w, u, b, d = weights
    z = (x if x.ndim == 2 else _flat(xp, x)) @ w.T
    if b is not None:
        z = z + (b + d if kind.one_bias else b)
    ut = u.T
    outputs: list[Any] = []
    kept: list[Any] = []
    rows = state[0].shape[0]
    for start, size in order:
        if size == rows:
            now = state
            part = z if size == z.shape[0] else z[start : start + size]
            state, by = kind.step(xp, part, now, ut, d)
            outputs.append(state[0])
        else:
            now = tuple(s[:size] for s in state)
            part = z[start : start + size]
            after, by = kind.step(xp, part, now, ut, d)
            outputs.append(after[0])
            state = tuple(
                xp.concatenate([a, s[size:]], 0)
                for a, s in zip(after, state, strict=True)
            )
        kept.append((now, by))
    return outputs, state, kept


class Recurrent(Node, name="StackBackward0"):
    """Each step's h from the step before it; see the kinds above for ∂z of a step

    ∂x = ∂z·W,   ∂h = ∂z·U,   ∂W = Σ ∂zᵀ·x,   ∂U = Σ ∂zᵀ·h,   ∂b = ∂d = Σ ∂z, over all
    steps. The gates are by-products of forward: kept for the reading on arrays,
    computed again where the gradient is differentiated.
    """

    __slots__ = ("kept", "kind", "order")
    kind: Any
    order: list[tuple[int, int]]
    kept: list[Any]

    def backward(self, xp: Namespace, grads: Any, x: Any, *saved: Any) -> Gradients:
        kind, order = self.kind, self.order
        state, weights = saved[: kind.states], Weights(*saved[kind.states :])
        kept = self.kept
        if xp is not ARRAYS:
            kept = _run(xp, kind, x, state, weights, order)[2]
        dout, dstate = self.given(grads)
        if dout is not None and dout.ndim == 3:
            dout = _flat(xp, dout)
        shape, dtype = state[0].shape, xp.array_of(state[0]).dtype
        now: Any = [xp.zeros(shape, dtype) if g is None else g for g in dstate]
        dzs: list[Any] = []
        dzhs: list[Any] = []
        for (start, size), (before, by) in zip(
            reversed(order), reversed(kept), strict=True
        ):
            whole = size == shape[0]
            part = list(now) if whole else [g[:size] for g in now]
            if dout is not None:
                part[0] = part[0] + dout[start : start + size]
            dz, dzh, back = kind.back(xp, part, before, by, weights.u)
            dzs.append(dz)
            dzhs.append(dzh)
            now = (
                back
                if whole
                else [
                    xp.concatenate([g, rest[size:]], 0)
                    for g, rest in zip(back, now, strict=True)
                ]
            )
        return self.together(xp, x, weights, kept, dzs, dzhs, now)

    def given(self, grads: Any) -> tuple[Any, list[Any]]:
        """The gradients of the output rows and of the last state."""
        return grads.get(0), [grads.get(1 + i) for i in range(self.kind.states)]

    def together(
        self,
        xp: Namespace,
        x: Any,
        weights: Weights,
        kept: list[Any],
        dzs: list[Any],
        dzhs: list[Any],
        dstate: Any,
    ) -> Gradients:
        """What all steps share: one product each."""
        states = self.kind.states
        need_w, need_u, need_b, need_d = self.parents[1 + states :]
        hs = [before[0] for before, _ in kept]
        forward = self.order[0][0] == 0
        if forward:
            dzs.reverse()
            dzhs.reverse()
        else:
            hs.reverse()
        dz = _rows(xp, dzs)
        dzh = dz if self.kind.one_bias else _rows(xp, dzhs)
        dw = du = db = dd = None
        if need_w is not None:
            dw = dz.T @ (x if x.ndim == 2 else _flat(xp, x))
        if need_u is not None:
            du = dzh.T @ _rows(xp, hs)
        if need_b is not None:
            db = xp.unbroadcast(dz, (dz.shape[1],))
        if need_d is not None:
            dd = db if dzh is dz else None
            if dd is None:
                dd = xp.unbroadcast(dzh, (dz.shape[1],))
            elif xp is ARRAYS:
                dd = dd.copy()  # each leaf owns its gradient
        dx = self.parents[0] and xp.reshape(dz @ weights.w, x.shape)
        before = [
            p and g for p, g in zip(self.parents[1 : 1 + states], dstate, strict=True)
        ]
        return dx, *before, dw, du, db, dd


def _rows(xp: Namespace, parts: list[Any]) -> Any:
    return parts[0] if len(parts) == 1 else xp.concatenate(parts, 0)


class RecurrentLSTM(Recurrent, name="MkldnnRnnLayerBackward0"):
    """`Recurrent` of kind `LSTM`, which PyTorch computes in one op"""

    __slots__ = ()


class RecurrentRows(Recurrent, name="CatBackward0"):
    """`Recurrent` over packed sequences"""

    __slots__ = ()


class TanhCell(Recurrent, name="TanhBackward0"):
    """One step, whose outputs are the state alone"""

    __slots__ = ()

    def given(self, grads: Any) -> tuple[Any, list[Any]]:
        """The gradients of the state; there are no rows beside it."""
        return None, [grads.get(i) for i in range(self.kind.states)]


class ReluCell(TanhCell, name="ReluBackward0"):
    """One step of kind `Relu`"""

    __slots__ = ()


class LSTMCell(TanhCell, name="MulBackward0"):
    """One step of kind `LSTM`"""

    __slots__ = ()


class GRUCell(TanhCell, name="AddBackward0"):
    """One step of kind `GRU`"""

    __slots__ = ()


_CELLS = {Tanh: TanhCell, Relu: ReluCell, LSTM: LSTMCell, GRU: GRUCell}


def _record(
    cls: type[Recurrent],
    results: Sequence[Array],
    kind: Any,
    inputs: Sequence[Any],
    order: list[tuple[int, int]],
    kept: list[Any],
) -> list[Tensor]:
    """The results as tensors of one node; every input is read again by `_run`."""
    tensors, node = record_many(
        cls,
        results,
        tuple(None if t is None else t._node for t in inputs),
        tuple(NOTHING if t is None else t for t in inputs),
    )
    if isinstance(node, Recurrent):
        node.kind, node.order, node.kept = kind, order, kept
    return tensors


def _arrays(inputs: Sequence[Any]) -> list[Any]:
    found: list[Any] = [None if t is None else t._array for t in inputs]
    dtype = found[-3].dtype  # U, which is always there
    for x in found:
        if x is not None and x.dtype != dtype:
            raise RuntimeError(
                f"mat1 and mat2 must have the same dtype, but got {word(x.dtype)} and "
                f"{word(dtype)}"
            )
    return found


def recurrent(
    kind: Any,
    input: Tensor,
    state: Sequence[Tensor],
    weights: Sequence[Any],
    sizes: Sequence[int],
    *,
    reverse: bool = False,
) -> tuple[Tensor, list[Tensor]]:
    """One layer in one direction: the output of every step, and the last state.

    Args:
        kind: `Tanh`, `Relu`, `LSTM` or `GRU`.
        input: the steps, or the rows of packed sequences, one step after the other.
        state: h, for an `LSTM` h and c.
        weights: W, U, b and d; the last two may be None.
        sizes: how many rows each step has, never more than the one before.
        reverse: whether the last step runs first.

    Shape:
        input (T, N, D) or (Σ sizes, D), state (N, H) -> output (T, N, H) or
        (Σ sizes, H), state (N, H); W (G·H, D), U (G·H, H), b and d (G·H,), G gates.
    """
    inputs = (input, *state, *weights)
    x, *rest = _arrays(inputs)
    first, last = rest[: kind.states], rest[kind.states :]
    order = _order(sizes, reverse)
    outputs, after, kept = _run(ARRAYS, kind, x, first, last, order)
    if reverse:
        outputs = outputs[::-1]
    # Copies: what the caller writes into the results must not reach the by-products.
    rows = np.concatenate(outputs, 0)
    if x.ndim == 3:
        rows = rows.reshape(*x.shape[:2], rows.shape[1])
    results = [rows, *(s.copy() for s in after)]
    cls = RecurrentRows if x.ndim == 2 else RecurrentLSTM if kind is LSTM else Recurrent
    output, *state_after = _record(cls, results, kind, inputs, order, kept)
    return output, state_after


def cell(
    kind: Any, input: Tensor, state: Sequence[Tensor], weights: Sequence[Any]
) -> list[Tensor]:
    """One step: the state after it.

    Args:
        kind: `Tanh`, `Relu`, `LSTM` or `GRU`.
        input: x.
        state: h, for an `LSTM` h and c.
        weights: W, U, b and d; the last two may be None.

    Shape:
        input (N, D), state (N, H) -> state (N, H).

    Raises:
        RuntimeError: if the sizes do not fit.
    """
    inputs = (input, *state, *weights)
    x, *rest = _arrays(inputs)
    first, last = rest[: kind.states], rest[kind.states :]
    _check_sizes(x, first, last)
    order = [(0, x.shape[0])]
    _, after, kept = _run(ARRAYS, kind, x, first, last, order)
    if kept[0][1] is after[0]:  # the result is its own by-product
        after = (after[0].copy(),)
    return _record(_CELLS[kind], after, kind, inputs, order, kept)


def _check_sizes(x: Array, state: Sequence[Array], weights: Sequence[Any]) -> None:
    wanted, hidden = weights[0].shape[1], weights[1].shape[1]
    if x.shape[1] != wanted:
        raise RuntimeError(
            f"input has inconsistent input_size: got {x.shape[1]} expected {wanted}"
        )
    for number, s in enumerate(state):
        if s.shape[0] != x.shape[0]:
            raise RuntimeError(
                f"Input batch size {x.shape[0]} doesn't match hidden{number} batch "
                f"size {s.shape[0]}"
            )
        if s.shape[1] != hidden:
            raise RuntimeError(
                f"hidden{number} has inconsistent hidden_size: got {s.shape[1]}, "
                f"expected {hidden}"
            )
