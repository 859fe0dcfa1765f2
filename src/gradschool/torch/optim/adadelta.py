"""Adadelta: the step has the size of recent steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from .optimizer import ParamsT, check_lr, check_option, check_ways, number
from .update_rule import Run, UpdateRule


class Adadelta(UpdateRule):
    """v ← ρ·v + (1−ρ)·g²,  d = √(u+ε)/√(v+ε)·g,  u ← ρ·u + (1−ρ)·d²,  w ← w − lr·d.

    Args:
        params: parameters or groups of them.
        lr: a factor on the step.
        rho: ρ.
        eps: ε.
        weight_decay: λ; λ·w is added to the gradient.
        foreach: accepted; there is one way here.
        capturable: accepted; it only matters on a GPU.
        maximize: whether the loss is made large.
        differentiable: only False.

    Source:
        Zeiler, "ADADELTA: An Adaptive Learning Rate Method" (2012).
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Any = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        capturable: bool = False,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        check_option("rho value", rho, 0.0 <= rho <= 1.0)
        check_option("epsilon value", eps, eps >= 0.0)
        check_option("weight_decay value", weight_decay, weight_decay >= 0.0)
        check_ways(differentiable)
        super().__init__(
            params,
            {
                "lr": lr,
                "rho": rho,
                "eps": eps,
                "weight_decay": weight_decay,
                "maximize": maximize,
                "capturable": capturable,
                "foreach": foreach,
                "differentiable": differentiable,
            },
        )

    def _arrays(self, group: dict[str, Any]) -> dict[str, float]:
        return {"square_avg": 0.0, "acc_delta": 0.0}

    def _update(self, group: dict[str, Any], run: Run) -> None:
        rho, eps = group["rho"], group["eps"]
        g, delta, s = run.grad, run.delta, run.scratch()
        v, u = run.arrays
        np.multiply(g, g, s)
        s *= 1 - rho
        v *= rho
        v += s
        np.add(v, eps, s)
        np.sqrt(s, s)
        np.add(u, eps, delta)
        np.sqrt(delta, delta)
        delta /= s
        delta *= g
        np.multiply(delta, delta, s)
        s *= 1 - rho
        u *= rho
        u += s
        delta *= number(group["lr"])
