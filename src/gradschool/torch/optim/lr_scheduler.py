"""Learning-rate schedules: each `step()` sets the `lr` of every parameter group.

Most rules are *chained*: the next rate comes from the present one, so two schedules on
one optimizer multiply. `_get_closed_form_lr` computes it from the start instead; it
serves `step(epoch)`.
"""

from __future__ import annotations

import functools
import math
import types
import warnings
import weakref
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .._tensor import Tensor
from .optimizer import Optimizer

_ORDER_URL = "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"


def _copied(value: Any) -> Any:
    return value.clone() if isinstance(value, Tensor) else value


def _set(group: dict[str, Any], key: str, value: Any) -> None:
    """Sets an option; a tensor keeps its identity."""
    if isinstance(group[key], Tensor):
        group[key].fill_(float(value))
    else:
        group[key] = value


class LRScheduler:
    """What every schedule is. A subclass defines `get_lr`.

    Args:
        optimizer: whose learning rates are set.
        last_epoch: the number of steps made before, −1 at a fresh start.

    Raises:
        TypeError: if it is no optimizer.
        KeyError: when resuming without `initial_lr` in the groups.
    """

    _get_lr_called_within_step = False
    _is_initial = False

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        if not isinstance(optimizer, Optimizer):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        for index, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", _copied(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{index}] "
                    "when "
                    "resuming scheduler with last_epoch >= 0.\nThis typically happens "
                    "when:\n1. You're trying to resume training from a checkpoint but "
                    "haven't properly loaded the optimizer state\n2. You're using "
                    "last_epoch >= 0 for a fresh training run (not recommended)"
                )
        self.base_lrs = [_copied(g["initial_lr"]) for g in optimizer.param_groups]
        self.last_epoch = last_epoch
        _note_steps(optimizer)
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count = 0
        self._is_initial = True
        self.step()
        self._is_initial = False

    def state_dict(self) -> dict[str, Any]:
        """All that the schedule knows, without the optimizer."""
        return {k: v for k, v in self.__dict__.items() if k != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Takes over what `state_dict` gave."""
        self.__dict__.update(state_dict)

    def get_last_lr(self) -> list[Any]:
        """The rates that the last step set."""
        return self._last_lr

    def get_lr(self) -> list[Any]:
        """The rates to set next; called by `step`."""
        raise NotImplementedError

    def _rates(self) -> list[Any]:
        return [group["lr"] for group in self.optimizer.param_groups]

    def _warn_outside_step(self) -> None:
        if not self._get_lr_called_within_step:
            warnings.warn(
                "To get the last learning rate computed by the scheduler, please use "
                "`get_last_lr()`.",
                UserWarning,
                stacklevel=3,
            )

    def step(self, epoch: int | None = None) -> None:
        """Goes to the next rate.

        Args:
            epoch: the number of the step to go to; the old way.
        """
        if self._step_count == 1:
            self._check_order()
        self._step_count += 1
        if epoch is not None:
            _warn_of_epoch(3)
        self._update_lr(epoch)

    def _update_lr(self, epoch: int | None = None) -> None:
        self._get_lr_called_within_step = True
        try:
            if epoch is None:
                self.last_epoch += 1
                values = self.get_lr()
            else:
                self.last_epoch = epoch
                closed: Any = getattr(self, "_get_closed_form_lr", None)
                values = self.get_lr() if closed is None else closed()
        finally:
            self._get_lr_called_within_step = False
        for group, value in zip(self.optimizer.param_groups, values, strict=False):
            _set(group, "lr", value)
        self._last_lr = [_copied(rate) for rate in self._rates()]

    def _check_order(self) -> None:
        optimizer: Any = self.optimizer
        if not hasattr(optimizer.step, "_wrapped_by_lr_sched"):
            warnings.warn(
                "Seems like `optimizer.step()` has been overridden after learning rate "
                "scheduler initialization. Please, make sure to call "
                "`optimizer.step()` "
                f"before `lr_scheduler.step()`. See more details at {_ORDER_URL}",
                UserWarning,
                stacklevel=3,
            )
        elif not getattr(optimizer, "_opt_called", False):
            warnings.warn(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In "
                "PyTorch 1.1.0 and later, you should call them in the opposite order: "
                "`optimizer.step()` before `lr_scheduler.step()`.  Failure to do this "
                "will result in PyTorch skipping the first value of the learning rate "
                f"schedule. See more details at {_ORDER_URL}",
                UserWarning,
                stacklevel=3,
            )


_LRScheduler = LRScheduler


def _note_steps(optimizer: Any) -> None:
    """Makes the optimizer remember that it made a step; once for each optimizer."""
    plain: Any = optimizer.step
    if hasattr(plain, "_wrapped_by_lr_sched"):
        return
    # The optimizer weakly: it holds this function, and would never be freed otherwise.
    reference = weakref.ref(optimizer)
    function = plain.__func__

    @functools.wraps(function)
    def step(*args: Any, **kwargs: Any) -> Any:
        owner = reference()
        owner._opt_called = True  # type: ignore[union-attr]
        return function.__get__(owner, type(owner))(*args, **kwargs)

    step._wrapped_by_lr_sched = True  # type: ignore[attr-defined]
    optimizer.step = step


def _warn_of_epoch(stacklevel: int) -> None:
    warnings.warn(
        "The epoch parameter in `scheduler.step()` was not necessary and is being "
        "deprecated where possible. Please use `scheduler.step()` to step the "
        "scheduler. "
        "During the deprecation, if epoch is different from None, the closed form is "
        "used instead of the new chainable form, where available. Please open an issue "
        "if you are unable to replicate your use case: "
        "https://github.com/pytorch/pytorch/issues/new/choose.",
        UserWarning,
        stacklevel=stacklevel + 1,
    )


def _per_group(value: Any, groups: Sequence[Any], name: str) -> list[Any]:
    if isinstance(value, (list, tuple)):
        values: Any = value
        if len(values) != len(groups):
            raise ValueError(f"Expected {len(groups)} {name}, but got {len(values)}")
        return list(values)
    return [value] * len(groups)


class _ByFunction(LRScheduler):
    def __init__(
        self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1
    ) -> None:
        groups = optimizer.param_groups
        self.lr_lambdas = _per_group(lr_lambda, groups, "lr_lambdas")
        super().__init__(optimizer, last_epoch)

    def state_dict(self) -> dict[str, Any]:
        """As in general, without plain functions; objects give their attributes."""
        state = super().state_dict()
        state.pop("lr_lambdas")
        state["lr_lambdas"] = [
            None if isinstance(f, types.FunctionType) else f.__dict__.copy()
            for f in self.lr_lambdas
        ]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Takes over what `state_dict` gave."""
        state = dict(state_dict)
        for function, saved in zip(
            self.lr_lambdas, state.pop("lr_lambdas"), strict=False
        ):
            if saved is not None:
                function.__dict__.update(saved)
        self.__dict__.update(state)


class LambdaLR(_ByFunction):
    """lr = initial lr · f(t).

    Args:
        optimizer: whose learning rates are set.
        lr_lambda: f of the number of steps, or one for each group.
        last_epoch: the number of steps made before.
    """

    def get_lr(self) -> list[Any]:
        """The next rates."""
        self._warn_outside_step()
        return [
            base * f(self.last_epoch)
            for f, base in zip(self.lr_lambdas, self.base_lrs, strict=False)
        ]


class MultiplicativeLR(_ByFunction):
    """lr ← lr · f(t).

    Args:
        optimizer: whose learning rates are set.
        lr_lambda: f of the number of steps, or one for each group.
        last_epoch: the number of steps made before.
    """

    def get_lr(self) -> list[Any]:
        """The next rates."""
        self._warn_outside_step()
        if self._is_initial:
            return self._rates()
        return [
            rate * f(self.last_epoch)
            for f, rate in zip(self.lr_lambdas, self._rates(), strict=False)
        ]


class StepLR(LRScheduler):
    """lr ← γ·lr every `step_size` steps.

    Args:
        optimizer: whose learning rates are set.
        step_size: how many steps a rate lasts.
        gamma: γ.
        last_epoch: the number of steps made before.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        step_size: int,
        gamma: float = 0.1,
        last_epoch: int = -1,
    ) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The next rates."""
        self._warn_outside_step()
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._rates()
        return [rate * self.gamma for rate in self._rates()]

    def _get_closed_form_lr(self) -> list[Any]:
        power = self.last_epoch // self.step_size
        return [base * self.gamma**power for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    """lr ← γ·lr at each milestone.

    Args:
        optimizer: whose learning rates are set.
        milestones: numbers of steps, rising.
        gamma: γ.
        last_epoch: the number of steps made before.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        milestones: Iterable[int],
        gamma: float = 0.1,
        last_epoch: int = -1,
    ) -> None:
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The next rates."""
        self._warn_outside_step()
        if self.last_epoch not in self.milestones:
            return self._rates()
        factor = self.gamma ** self.milestones[self.last_epoch]
        return [rate * factor for rate in self._rates()]

    def _get_closed_form_lr(self) -> list[Any]:
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma**passed for base in self.base_lrs]


class ConstantLR(LRScheduler):
    """lr·factor for the first `total_iters` steps, then lr.

    Args:
        optimizer: whose learning rates are set.
        factor: from 0 to 1.
        total_iters: how many steps it lasts.
        last_epoch: the number of steps made before.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        factor: float = 1.0 / 3,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if factor > 1.0 or factor < 0:
            raise ValueError(
                "Constant multiplicative factor expected to be between 0 and 1."
            )
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The next rates."""
        self._warn_outside_step()
        if self.last_epoch == 0:
            return [rate * self.factor for rate in self._rates()]
        if self.last_epoch != self.total_iters:
            return self._rates()
        return [rate * (1.0 / self.factor) for rate in self._rates()]

    def _get_closed_form_lr(self) -> list[Any]:
        early = self.last_epoch < self.total_iters
        return [base * (self.factor if early else 1) for base in self.base_lrs]


class LinearLR(LRScheduler):
    """lr times a factor that goes straight from `start_factor` to `end_factor`.

    Args:
        optimizer: whose learning rates are set.
        start_factor: the factor at first.
        end_factor: the factor after `total_iters` steps.
        total_iters: how many steps it takes.
        last_epoch: the number of steps made before.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError(
                "Starting multiplicative factor expected to be greater than 0 and less "
                "or equal to 1."
            )
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError(
                "Ending multiplicative factor expected to be between 0 and 1."
            )
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The next rates."""
        self._warn_outside_step()
        if self.last_epoch == 0:
            return [rate * self.start_factor for rate in self._rates()]
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._rates()
        rise = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return [rate * (1.0 + rise / before) for rate in self._rates()]

    def _get_closed_form_lr(self) -> list[Any]:
        rise = self.end_factor - self.start_factor
        share = min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * (self.start_factor + rise * share) for base in self.base_lrs]


class ExponentialLR(LRScheduler):
    """lr ← γ·lr at every step.

    Args:
        optimizer: whose learning rates are set.
        gamma: γ.
        last_epoch: the number of steps made before.
    """

    def __init__(
        self, optimizer: Optimizer, gamma: float, last_epoch: int = -1
    ) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The next rates."""
        self._warn_outside_step()
        if self._is_initial:
            return self._rates()
        return [rate * self.gamma for rate in self._rates()]

    def _get_closed_form_lr(self) -> list[Any]:
        return [base * self.gamma**self.last_epoch for base in self.base_lrs]


class PolynomialLR(LRScheduler):
    """lr = initial lr·(1 − t/T)ᵖ, then 0.

    Args:
        optimizer: whose learning rates are set.
        total_iters: T.
        power: p.
        last_epoch: the number of steps made before.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        total_iters: int = 5,
        power: float = 1.0,
        last_epoch: int = -1,
    ) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The next rates."""
        self._warn_outside_step()
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._rates()
        left = 1.0 - self.last_epoch / self.total_iters
        left_before = 1.0 - (self.last_epoch - 1) / self.total_iters
        factor = (left / left_before) ** self.power
        return [rate * factor for rate in self._rates()]

    def _get_closed_form_lr(self) -> list[Any]:
        left = 1.0 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left**self.power for base in self.base_lrs]


class CosineAnnealingLR(LRScheduler):
    """lr = η + ½·(initial lr − η)·(1 + cos(π·t/T)).

    Args:
        optimizer: whose learning rates are set.
        T_max: T, the steps from the top to the bottom of the cosine.
        eta_min: η, the least rate.
        last_epoch: the number of steps made before.

    Source:
        Loshchilov, Hutter, "SGDR" (2016), equation 5, without the restarts.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        T_max: int,  # noqa: N803 - PyTorch's name
        eta_min: float = 0.0,
        last_epoch: int = -1,
    ) -> None:
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The next rates."""
        self._warn_outside_step()
        t, period, low = self.last_epoch, self.T_max, self.eta_min
        if self._is_initial:
            return self._rates()
        if self._step_count == 1 and t > 0:
            return self._get_closed_form_lr()
        if (t - 1 - period) % (2 * period) == 0:
            # At the bottom the quotient below would be 0/0.
            return [
                rate + (base - low) * (1 - math.cos(math.pi / period)) / 2
                for base, rate in zip(self.base_lrs, self._rates(), strict=False)
            ]
        return [
            (1 + math.cos(math.pi * t / period))
            / (1 + math.cos(math.pi * (t - 1) / period))
            * (rate - low)
            + low
            for rate in self._rates()
        ]

    def _get_closed_form_lr(self) -> list[Any]:
        cosine = math.cos(math.pi * self.last_epoch / self.T_max)
        return [
            self.eta_min + (base - self.eta_min) * (1 + cosine) / 2
            for base in self.base_lrs
        ]


class CosineAnnealingWarmRestarts(LRScheduler):
    """`CosineAnnealingLR` that starts again at the top when it is at the bottom.

    Args:
        optimizer: whose learning rates are set.
        T_0: the steps of the first descent.
        T_mult: by what each following one is longer.
        eta_min: the least rate.
        last_epoch: the number of steps made before.

    Source:
        Loshchilov, Hutter, "SGDR" (2016).
    """

    def __init__(
        self,
        optimizer: Optimizer,
        T_0: int,  # noqa: N803 - PyTorch's name
        T_mult: int = 1,  # noqa: N803 - PyTorch's name
        eta_min: float = 0.0,
        last_epoch: int = -1,
    ) -> None:
        if T_0 <= 0 or not isinstance(T_0, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur: Any = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The next rates."""
        self._warn_outside_step()
        cosine = math.cos(math.pi * self.T_cur / self.T_i)
        return [
            self.eta_min + (base - self.eta_min) * (1 + cosine) / 2
            for base in self.base_lrs
        ]

    def step(self, epoch: float | None = None) -> None:
        """Goes to the next rate.

        Args:
            epoch: where to go; may have a fraction, to step within an epoch.
        """
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur = self.T_cur + 1
            if self.T_cur >= self.T_i:
                self.T_cur = self.T_cur % self.T_i
                self.T_i = self.T_i * self.T_mult
        else:
            if epoch < 0:
                raise ValueError(f"Expected non-negative epoch, but got {epoch}")
            if epoch < self.T_0:
                self.T_i, self.T_cur = self.T_0, epoch
            elif self.T_mult == 1:
                self.T_cur = epoch % self.T_0
            else:
                # The n-th descent starts at T_0·(Mⁿ − 1)/(M − 1).
                mult = self.T_mult
                n = int(math.log(epoch / self.T_0 * (mult - 1) + 1, mult))
                self.T_cur = epoch - self.T_0 * (mult**n - 1) / (mult - 1)
                self.T_i = self.T_0 * mult**n
        self.last_epoch = math.floor(epoch)
        self._get_lr_called_within_step = True
        try:
            values = self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        for group, value in zip(self.optimizer.param_groups, values, strict=False):
            _set(group, "lr", value)
        self._last_lr = [_copied(rate) for rate in self._rates()]


class _Momenta:
    """The `momentum` (or the first of `betas`) of an optimizer's groups, cycled too."""

    optimizer: Optimizer
    use_beta1: bool

    def _check_momentum(self) -> None:
        defaults = self.optimizer.defaults
        if "momentum" not in defaults and "betas" not in defaults:
            raise ValueError(
                "optimizer must support momentum or beta1 with `cycle_momentum` option "
                "enabled"
            )
        self.use_beta1 = "betas" in defaults

    def _set_momentum(self, group: dict[str, Any], value: float) -> None:
        if self.use_beta1:
            group["betas"] = (value, *group["betas"][1:])
        else:
            group["momentum"] = value


def _cycle_length(
    total_steps: int | None, epochs: int | None, steps_per_epoch: int | None
) -> int:
    """The steps of `OneCycleLR`, given as such or as epochs of so many steps."""
    if total_steps is not None:
        return _positive("total_steps", total_steps)
    if epochs is None or steps_per_epoch is None:
        raise ValueError(
            "You must define either total_steps OR (epochs AND steps_per_epoch)"
        )
    return _positive("epochs", epochs) * _positive("steps_per_epoch", steps_per_epoch)


def _positive(name: str, value: Any) -> int:
    if not isinstance(value, int) or value <= 0:
        raise ValueError(f"Expected positive integer {name}, but got {value}")
    return value


class OneCycleLR(LRScheduler, _Momenta):
    """Up from a small rate to `max_lr`, then down to almost nothing, once.

    Args:
        optimizer: whose learning rates are set.
        max_lr: the highest rate, or one for each group.
        total_steps: how many steps there will be; or give the two following.
        epochs: how many epochs.
        steps_per_epoch: how many steps in each.
        pct_start: the share of steps that go up.
        anneal_strategy: `"cos"` or `"linear"`.
        cycle_momentum: whether momentum goes the other way.
        base_momentum: the least momentum.
        max_momentum: the greatest momentum.
        div_factor: the first rate is max_lr / div_factor.
        final_div_factor: the last rate is the first / final_div_factor.
        three_phase: whether it goes down as slowly as up, then lower.
        last_epoch: the number of steps made before.

    Source:
        Smith, Topin, "Super-Convergence" (2017).
    """

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: Any,
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: Any = 0.85,
        max_momentum: Any = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        if not isinstance(optimizer, Optimizer):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        self.total_steps = _cycle_length(total_steps, epochs, steps_per_epoch)
        top = float(pct_start * self.total_steps)
        if three_phase:
            self._schedule_phases = [
                _phase(top - 1, "initial_lr", "max_lr", True),
                _phase(2 * top - 2, "max_lr", "initial_lr", False),
                {
                    **_phase(self.total_steps - 1, "initial_lr", "min_lr", True),
                    "end_momentum": "max_momentum",
                },
            ]
        else:
            self._schedule_phases = [
                _phase(top - 1, "initial_lr", "max_lr", True),
                _phase(self.total_steps - 1, "max_lr", "min_lr", False),
            ]
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(
                f"Expected float between 0 and 1 pct_start, but got {pct_start}"
            )
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                "anneal_strategy must be one of 'cos' or 'linear', instead got "
                f"{anneal_strategy}"
            )
        self._anneal_func_type = anneal_strategy
        max_lrs = _per_group(max_lr, optimizer.param_groups, "max_lr")
        if last_epoch == -1:
            for group, high in zip(optimizer.param_groups, max_lrs, strict=True):
                group["initial_lr"] = high / div_factor
                group["max_lr"] = high
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._check_momentum()
            groups = optimizer.param_groups
            high_momenta = _per_group(max_momentum, groups, "max_momentum")
            low_momenta = _per_group(base_momentum, groups, "base_momentum")
            if last_epoch == -1:
                for low, high, group in zip(
                    low_momenta, high_momenta, groups, strict=True
                ):
                    self._set_momentum(group, high)
                    group["max_momentum"] = high
                    group["base_momentum"] = low
        super().__init__(optimizer, last_epoch)

    def _between(self, start: float, end: float, share: float) -> float:
        if self._anneal_func_type == "cos":
            return end + (start - end) / 2.0 * (math.cos(math.pi * share) + 1)
        return (end - start) * share + start

    def get_lr(self) -> list[Any]:
        """The next rates; sets the momenta too."""
        self._warn_outside_step()
        t = self.last_epoch
        if t > self.total_steps:
            raise ValueError(
                f"Tried to step {t} times. The specified number of total steps is "
                f"{self.total_steps}"
            )
        rates: list[Any] = []
        for group in self.optimizer.param_groups:
            start = 0.0
            for index, phase in enumerate(self._schedule_phases):
                end: Any = phase["end_step"]
                if t <= end or index == len(self._schedule_phases) - 1:
                    share = (t - start) / (end - start)
                    rates.append(
                        self._between(
                            group[phase["start_lr"]], group[phase["end_lr"]], share
                        )
                    )
                    if self.cycle_momentum:
                        momentum = self._between(
                            group[phase["start_momentum"]],
                            group[phase["end_momentum"]],
                            share,
                        )
                        self._set_momentum(group, momentum)
                    break
                start = end
        return rates


def _phase(end_step: float, start: str, end: str, up: bool) -> dict[str, Any]:
    momenta = ("max_momentum", "base_momentum")
    first, last = momenta if up else momenta[::-1]
    return {
        "end_step": end_step,
        "start_lr": start,
        "end_lr": end,
        "start_momentum": first,
        "end_momentum": last,
    }


class CyclicLR(LRScheduler, _Momenta):
    """Up and down between two rates, again and again.

    Args:
        optimizer: whose learning rates are set.
        base_lr: the lower rate, or one for each group.
        max_lr: the upper rate, or one for each group.
        step_size_up: the steps up.
        step_size_down: the steps down; by default as many.
        mode: `"triangular"`, `"triangular2"` (each cycle half as high) or
            `"exp_range"` (γᵗ as high).
        gamma: γ.
        scale_fn: a height of your own; then `mode` is ignored.
        scale_mode: whether `scale_fn` gets the number of the `"cycle"` or
            `"iterations"`.
        cycle_momentum: whether momentum goes the other way.
        base_momentum: the least momentum.
        max_momentum: the greatest momentum.
        last_epoch: the number of steps made before.

    Source:
        Smith, "Cyclical Learning Rates for Training Neural Networks" (2015).
    """

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: Any,
        max_lr: Any,
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum: Any = 0.8,
        max_momentum: Any = 0.9,
        last_epoch: int = -1,
    ) -> None:
        if not isinstance(optimizer, Optimizer):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        groups = optimizer.param_groups
        if last_epoch == -1:
            for group, low in zip(
                groups, _per_group(base_lr, groups, "base_lr"), strict=True
            ):
                _set(group, "lr", low)
        self.max_lrs = _per_group(max_lr, groups, "max_lr")
        up = float(step_size_up)
        down = up if step_size_down is None else float(step_size_down)
        self.total_size = up + down
        self.step_ratio = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = (
            scale_mode
            if scale_fn is not None
            else "iterations"
            if mode == "exp_range"
            else "cycle"
        )
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._check_momentum()
            self.base_momentums = _per_group(base_momentum, groups, "base_momentum")
            self.max_momentums = _per_group(max_momentum, groups, "max_momentum")
            if last_epoch == -1:
                for low, high, group in zip(
                    self.base_momentums, self.max_momentums, groups, strict=True
                ):
                    self._set_momentum(group, high)
                    group["max_momentum"] = high
                    group["base_momentum"] = low
        super().__init__(optimizer, last_epoch)
        self.base_lrs = _per_group(base_lr, groups, "base_lr")

    def scale_fn(self, x: float) -> float:
        """How high the cycle (or step) number `x` is."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "triangular":
            return 1.0
        return 1 / (2.0 ** (x - 1)) if self.mode == "triangular2" else self.gamma**x

    def get_lr(self) -> list[Any]:
        """The next rates; sets the momenta too."""
        self._warn_outside_step()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        ratio = self.step_ratio
        height = x / ratio if x <= ratio else (x - 1) / (ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        rates = [
            low + (high - low) * height * scale
            for low, high in zip(self.base_lrs, self.max_lrs, strict=True)
        ]
        if self.cycle_momentum:
            for low, high, group in zip(
                self.base_momentums,
                self.max_momentums,
                self.optimizer.param_groups,
                strict=True,
            ):
                self._set_momentum(group, high - (high - low) * height * scale)
        return rates

    def state_dict(self) -> dict[str, Any]:
        """As in general, without a scale function; an object gives its attributes."""
        state = super().state_dict()
        function = state.pop("_scale_fn_custom")
        state["_scale_fn_custom"] = (
            None
            if function is None or isinstance(function, types.FunctionType)
            else function.__dict__.copy()
        )
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Takes over what `state_dict` gave."""
        state = dict(state_dict)
        saved = state.pop("_scale_fn_custom")
        super().load_state_dict(state)
        if saved is not None and self._scale_fn_custom is not None:
            self._scale_fn_custom.__dict__.update(saved)


class _Several(LRScheduler):
    """Schedules made of others."""

    _schedulers: list[Any]

    def _check_same_optimizer(self, optimizer: Any) -> None:
        for index, scheduler in enumerate(self._schedulers):
            if not hasattr(scheduler, "optimizer"):
                raise TypeError(
                    f"{type(self).__name__} at index {index} should have `optimizer` "
                    "as "
                    "its attribute."
                )
            if optimizer is not scheduler.optimizer:
                raise ValueError(
                    f"{type(self).__name__} expects all schedulers to belong to the "
                    "same "
                    f"optimizer, but got scheduler {type(scheduler).__name__} at index "
                    f"{index} has {scheduler.optimizer}, which is different from "
                    f"{type(optimizer).__name__}."
                )

    def state_dict(self) -> dict[str, Any]:
        """As in general, with the states of the schedules inside."""
        state = {
            k: v
            for k, v in self.__dict__.items()
            if k not in ("optimizer", "_schedulers")
        }
        state["_schedulers"] = [s.state_dict() for s in self._schedulers]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Takes over what `state_dict` gave."""
        state = dict(state_dict)
        saved = state.pop("_schedulers")
        self.__dict__.update(state)
        for scheduler, inner in zip(self._schedulers, saved, strict=False):
            scheduler.load_state_dict(inner)


class SequentialLR(_Several):
    """One schedule after another.

    Args:
        optimizer: whose learning rates are set.
        schedulers: the schedules, in order.
        milestones: the steps at which the next one takes over.
        last_epoch: the number of steps made before.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        schedulers: list[Any],
        milestones: list[int],
        last_epoch: int = -1,
    ) -> None:
        if len(schedulers) < 1:
            raise ValueError(
                "SequentialLR expects at least one scheduler, but got no scheduler."
            )
        self._schedulers = schedulers
        self._check_same_optimizer(optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one "
                "more than the number of milestone points, but got number of "
                "schedulers "
                f"{len(schedulers)} and the number of milestones to be equal to "
                f"{len(milestones)}"
            )
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        # Each schedule made its first step when it was created: take those back, then
        # let the first one make it alone.
        for group in optimizer.param_groups:
            _set(group, "lr", group["initial_lr"])
        for scheduler in schedulers:
            scheduler.last_epoch -= 1
        schedulers[0]._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self) -> None:  # type: ignore[override]
        """Goes to the next rate."""
        self.last_epoch += 1
        index = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[index]
        if index > 0 and self._milestones[index - 1] == self.last_epoch:
            scheduler._update_lr(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_Several):
    """Several schedules at once: their factors multiply.

    Args:
        schedulers: the schedules.
        optimizer: whose learning rates are set; by default the first schedule's.
    """

    def __init__(
        self, schedulers: Sequence[Any], optimizer: Optimizer | None = None
    ) -> None:
        if len(schedulers) < 1:
            raise ValueError(
                "ChainedScheduler expects at least one scheduler to be chained, but "
                "got "
                "no scheduler."
            )
        self._schedulers = list(schedulers)
        self.optimizer = schedulers[0].optimizer if optimizer is None else optimizer
        self._check_same_optimizer(self.optimizer)
        self._last_lr = self._rates()

    def step(self) -> None:  # type: ignore[override]
        """Goes to the next rate of each."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self._rates()


class ReduceLROnPlateau(LRScheduler):
    """lr ← factor·lr when a metric has not improved for a while.

    Args:
        optimizer: whose learning rates are set.
        mode: whether better means smaller (`"min"`) or larger (`"max"`).
        factor: below 1.
        patience: how many steps without improvement are borne.
        threshold: by how much an improvement must be at least.
        threshold_mode: whether `threshold` is relative (`"rel"`) or absolute (`"abs"`).
        cooldown: how many steps to wait after a reduction.
        min_lr: the least rate, or one for each group.
        eps: a smaller change of rate is not made.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: Any = 0,
        eps: float = 1e-8,
    ) -> None:
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        if not isinstance(optimizer, Optimizer):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        if isinstance(min_lr, (list, tuple)):
            limits: Any = min_lr
            self.default_min_lr = None
            self.min_lrs = _per_group(list(limits), optimizer.param_groups, "min_lrs")
        else:
            self.default_min_lr = min_lr
            self.min_lrs = [min_lr] * len(optimizer.param_groups)
        self.patience = patience
        self.cooldown = cooldown
        self.eps = eps
        self.last_epoch = 0
        self._last_lr = self._rates()
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode = mode
        self.threshold = threshold
        self.threshold_mode = threshold_mode
        self._reset()

    def _reset(self) -> None:
        self.best: Any = self.mode_worse
        self.cooldown_counter = 0
        self.num_bad_epochs = 0

    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]
        """Looks at the metric, and lowers the rate if it has not improved for long.

        Args:
            metrics: what is watched, a number.
            epoch: the number of this step; the old way.
        """
        current = float(metrics)
        if epoch is None:
            epoch = self.last_epoch + 1
        else:
            _warn_of_epoch(2)
        self.last_epoch = epoch
        if self.is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr()
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = self._rates()

    def _reduce_lr(self) -> None:
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(
                    f"The number of param groups in the `optimizer` ({len(groups)}) "
                    "differs from when `ReduceLROnPlateau` was initialized "
                    f"({len(self.min_lrs)}), usually due to a new param group being "
                    "added to the optimizer. Please modify the `min_lrs` field to "
                    "match "
                    "the length of the `optimizer` param groups."
                )
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, least in zip(groups, self.min_lrs, strict=True):
            old = float(group["lr"])
            new = max(old * self.factor, least)
            if old - new > self.eps:
                _set(group, "lr", new)

    @property
    def in_cooldown(self) -> bool:
        """Whether it is waiting after a reduction."""
        return self.cooldown_counter > 0

    def is_better(self, a: float, best: float) -> bool:
        """Whether `a` improves on `best` by more than the threshold."""
        relative = self.threshold_mode == "rel"
        if self.mode == "min":
            limit = best * (1.0 - self.threshold) if relative else best - self.threshold
            return a < limit
        limit = best * (1.0 + self.threshold) if relative else best + self.threshold
        return a > limit
