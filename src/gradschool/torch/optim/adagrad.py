"""Adagrad: each gradient divided by the size of all before it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.recording import wrap
from .optimizer import ParamsT, check_lr, check_option, check_ways, number
from .update_rule import Run, UpdateRule


class Adagrad(UpdateRule):
    """s ← s + g²,  w ← w − lr/(1 + (t−1)·η)·g / (√s + ε).

    Args:
        params: parameters or groups of them.
        lr: the learning rate.
        lr_decay: η.
        weight_decay: λ; λ·w is added to the gradient.
        initial_accumulator_value: s at first.
        eps: ε.
        foreach: accepted; there is one way here.
        maximize: whether the loss is made large.
        differentiable: only False.
        fused: accepted; there is one way here.

    Source:
        Duchi et al., "Adaptive Subgradient Methods" (2011).
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Any = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check_lr(lr)
        check_option("lr_decay value", lr_decay, lr_decay >= 0.0)
        check_option("weight_decay value", weight_decay, weight_decay >= 0.0)
        check_option(
            "initial_accumulator_value value",
            initial_accumulator_value,
            initial_accumulator_value >= 0.0,
        )
        check_option("epsilon value", eps, eps >= 0.0)
        check_ways(differentiable, foreach, fused)
        super().__init__(
            params,
            {
                "lr": lr,
                "lr_decay": lr_decay,
                "eps": eps,
                "weight_decay": weight_decay,
                "initial_accumulator_value": initial_accumulator_value,
                "foreach": foreach,
                "maximize": maximize,
                "differentiable": differentiable,
                "fused": fused,
            },
        )
        # PyTorch has the sums at once, not from the first step on.
        for group in self.param_groups:
            for parameter in group["params"]:
                self.state[parameter] = {
                    "step": wrap(np.array(0, np.float32)),
                    "sum": wrap(
                        np.full_like(
                            parameter._array, group["initial_accumulator_value"]
                        )
                    ),
                }

    def _arrays(self, group: dict[str, Any]) -> dict[str, float]:
        return {"sum": group["initial_accumulator_value"]}

    def _update(self, group: dict[str, Any], run: Run) -> None:
        t = run.scalars[0].item()
        lr = number(group["lr"]) / (1 + (t - 1) * group["lr_decay"])
        g, delta, s = run.grad, run.delta, run.scratch()
        (total,) = run.arrays
        total += np.multiply(g, g, s)
        np.sqrt(total, s)
        s += group["eps"]
        np.multiply(g, lr, delta)
        delta /= s
