"""`UpdateRule`: an optimizer that is one formula, made fast by gathering.

A network has many small parameters, and a formula of ten NumPy calls on each of them
costs mostly calls. So the gradients of a group are gathered into one flat array, the
formula runs once on it, and the result is scattered:

    grads   [g₁] [g₂ ] [g₃]  ─gather─►  grad   [ g₁ | g₂  | g₃ ]
                                        arrays [ m₁ | m₂  | m₃ ]   kept flat
    params  w₁ −= δ₁ ...    ◄─scatter─  delta  [ δ₁ | δ₂  | δ₃ ]

Parameters keep their own memory, so views of them and `p.data = ...` stay right. What
an optimizer keeps (`m`) is flat, and `optimizer.state` shows pieces of it. A `Run` is
one such set; a large parameter is a run of its own, where gathering would only copy.
Who misses a gradient, or joined later and has another step count, is in another run.

Start with `step`, then read an optimizer's page, `adam.py` say.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import is_
from typing import Any

import numpy as np

from .._tensor import Tensor
from .._typing import Array
from ..autograd import recording, versions
from ..autograd.node import tick
from ..autograd.recording import wrap
from ..autograd.versions import Share, memory
from ..autograd.writing import recut
from .optimizer import Optimizer, number

# From this many elements on, a copy costs more than the calls it saves.
_LARGE = 32768


class Run:
    """Parameters that are updated together.

    Attributes:
        params: the parameters.
        grad: their gradients, flat; of a single large one, its own array.
        delta: what will be subtracted from them; the rule writes it.
        arrays: what the rule keeps for each element, in the order of `_arrays`.
        scalars: what it keeps for each parameter, in the order of `_scalars`.
        first: whether this is their first step.
        decay: what the parameters are multiplied by before `delta` is subtracted.
    """

    def __init__(self, params: list[Any], alone: bool) -> None:
        self.params = params
        self.alone = alone
        self.first = False
        self.decay = 1.0
        shape = params[0]._array.shape if alone else sum(p._array.size for p in params)
        self.delta: Array = np.empty(shape, params[0]._array.dtype)
        self.grad = self.delta
        self._own_grad: Array | None = None if alone else np.empty_like(self.delta)
        self._scratch: list[Array] = []
        self.arrays: list[Array] = []
        self.scalars: list[Array] = []
        self.names: tuple[str, ...] = ()
        self.scalar_names: tuple[str, ...] = ()
        self.dicts: list[Any] = []
        self.kept: list[tuple[str, list[Any]]] = []
        self.pieces = self.cut(self.delta)

    def cut(self, flat: Array) -> list[Array]:
        """The pieces of a flat array in the parameters' shapes; views."""
        if self.alone:
            return [flat]
        pieces: list[Array] = []
        start = 0
        for p in self.params:
            size = p._array.size
            pieces.append(flat[start : start + size].reshape(p._array.shape))
            start += size
        return pieces

    def scratch(self, index: int = 0) -> Array:
        """A buffer of the run's size, with no defined values."""
        while len(self._scratch) <= index:
            self._scratch.append(np.empty_like(self.delta))
        return self._scratch[index]

    def values(self) -> Array:
        """The parameters' values, gathered (of a single large one, its own array)."""
        if self.alone:
            return memory(self.params[0])
        values = self.scratch(7)
        np.concatenate([p._array for p in self.params], None, values)
        return values

    def gather(self, group: dict[str, Any], decoupled: bool) -> None:
        """Reads the gradients; `maximize` and the L2 penalty are in them then."""
        if self._own_grad is None:
            grad = self.params[0]._grad._array
            if grad.__class__ is not np.ndarray:
                grad = memory(self.params[0]._grad)
        else:
            grad = np.concatenate(
                [p._grad._array for p in self.params], None, self._own_grad
            )
        mine = grad is self._own_grad  # a single one's array belongs to the user
        if group["maximize"]:
            grad = np.negative(grad, grad if mine else None)
            mine = True
        weight_decay = number(group.get("weight_decay", 0))
        if weight_decay and not decoupled:
            penalty = np.multiply(self.values(), weight_decay, self.scratch())
            grad = np.add(grad, penalty, grad if mine else None)
        self.grad = grad

    def scatter(self) -> None:
        """Writes the parameters and tells autograd that they were written."""
        subtract = np.subtract
        decay = self.decay
        time = tick()
        for p, piece in zip(self.params, self.pieces, strict=True):
            w = p._array
            if w.__class__ is not np.ndarray:
                w = memory(p)
            if decay != 1.0:
                np.multiply(w, decay, w)
            subtract(w, piece, w)
            share = p._share
            if share is None:
                share = p._share = Share()
            share.version += 1
            share.last = time
            written: Any = share.written
            if written.__class__ is list and len(written) < 1024:
                written.append(time)
            else:
                share.written = [*written[-512:], time]
            if share.views:
                recut(p)
        versions.last_write = time


class UpdateRule(Optimizer):
    """An optimizer whose step is one formula on arrays.

    A subclass says what it keeps (`_arrays`, `_scalars`) and defines `_update`, which
    reads `run.grad` and writes `run.delta`.
    """

    _decoupled = False
    _step_is_hooked = True  # `step` below runs the hooks itself

    def _arrays(self, group: dict[str, Any]) -> dict[str, float]:
        """What is kept for each element of a parameter: name and first value."""
        return {}

    def _scalars(self, group: dict[str, Any]) -> dict[str, float]:
        """What is kept for each parameter: name and first value. `step` is counted."""
        return {"step": 0.0}

    def _update(self, group: dict[str, Any], run: Run) -> None:
        raise NotImplementedError

    def _shape(self, group: dict[str, Any]) -> Any:
        """The options on which `_arrays` depends; a change makes new runs."""
        return None

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Changes every parameter that has a gradient.

        Args:
            closure: computes the loss anew and calls `backward()`; it is called first.

        Returns:
            What `closure` returned, else None.
        """
        args: Any = () if closure is None else (closure,)
        kwargs: Any = {}
        if self._optimizer_step_pre_hooks:
            args, kwargs = self._before_step(args, kwargs)
            closure = kwargs.get("closure", args[0] if args else None)
        loss = None
        if closure is not None:
            before = recording.set_off(recording.RECORD)
            try:
                loss = closure()
            finally:
                recording.set_off(before)
        runs_of = self.__dict__.setdefault("_runs", {})
        for index, group in enumerate(self.param_groups):
            params = [p for p in group["params"] if p._grad is not None]
            known = runs_of.get(index)
            if known is None or not self._still(known, params, group):
                runs = self._make_runs(params, group)
                known = runs_of[index] = (params, runs, self._shape(group))
            for run in known[1]:
                for name, scalar in zip(run.scalar_names, run.scalars, strict=True):
                    if name == "step":
                        scalar += 1
                run.gather(group, self._decoupled or _is_decoupled(group))
                self._update(group, run)
                run.scatter()
                run.first = False
        self._after_step(args, kwargs)
        return loss

    def _still(self, known: Any, params: list[Any], group: dict[str, Any]) -> bool:
        """Whether the runs still hold: same parameters, and nobody replaced a state."""
        before, runs, shape = known
        if len(before) != len(params) or not all(map(is_, before, params)):
            return False
        if shape != self._shape(group):
            return False
        state_of = self.state.get
        for run in runs:
            if run.names and not all(map(is_, map(state_of, run.params), run.dicts)):
                return False
            for name, tensors in run.kept:
                for entries, tensor in zip(run.dicts, tensors, strict=True):
                    if entries.get(name) is not tensor:
                        return False
        return True

    def _make_runs(self, params: list[Any], group: dict[str, Any]) -> list[Run]:
        arrays, scalars = self._arrays(group), self._scalars(group)
        sets: dict[Any, list[Any]] = {}
        for place, p in enumerate(params):
            if p._array.dtype.kind != "f":
                raise NotImplementedError(
                    f"{type(self).__name__} on {p.dtype} parameters is not "
                    "implemented; floating-point parameters work"
                )
            kept: dict[str, Any] = self.state.get(p) or {}
            new = not all(name in kept for name in (*arrays, *scalars))
            key: Any = (
                p._array.dtype,
                new or tuple(float(kept[name]) for name in scalars),
                place if p._array.size >= _LARGE else -1,
            )
            sets.setdefault(key, []).append(p)
        return [
            self._make_run(members, key[2] >= 0, key[1] is True, arrays, scalars)
            for key, members in sets.items()
        ]

    def _make_run(
        self,
        params: list[Any],
        alone: bool,
        new: bool,
        arrays: dict[str, float],
        scalars: dict[str, float],
    ) -> Run:
        run = Run(params, alone)
        run.first = new
        run.names = (*scalars, *arrays)
        run.scalar_names = tuple(scalars)
        run.dicts = [self.state[p] for p in params] if run.names else []
        for name, start in scalars.items():
            value = start if new else float(run.dicts[0][name])
            # One tensor for all: they count together as long as they are one run.
            scalar: Any = np.array(value, np.float32)
            tensor = wrap(scalar)
            run.scalars.append(scalar)
            run.kept.append((name, [tensor] * len(params)))
            for entries in run.dicts:
                entries[name] = tensor
        for name, start in arrays.items():
            flat = np.full_like(run.delta, start)
            tensors: list[Tensor] = []
            for entries, piece in zip(run.dicts, run.cut(flat), strict=True):
                tensor = entries.get(name)
                if not new:
                    piece[...] = tensor._array
                    tensor._array = piece  # the same tensor goes on
                else:
                    tensor = entries[name] = wrap(piece)
                tensors.append(tensor)
            run.arrays.append(flat)
            run.kept.append((name, tensors))
        return run


def _is_decoupled(group: dict[str, Any]) -> bool:
    return bool(group.get("decoupled_weight_decay"))


def bias_correction(beta: float, step: float) -> float:
    """1 − βᵗ: what an average that started at 0 has to be divided by."""
    return 1 - math.pow(beta, step)
