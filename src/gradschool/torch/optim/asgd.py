"""ASGD: gradient descent, and the average of where it has been."""

from __future__ import annotations

from typing import Any

import numpy as np

from .optimizer import ParamsT, check_lr, check_option, check_ways, number
from .update_rule import Run, UpdateRule


class ASGD(UpdateRule):
    """w ← (1 − λ·η)·w − η·g,  a ← a + (w − a)·μ, η falling, μ = 1/max(1, t − t₀).

    Args:
        params: parameters or groups of them.
        lr: η at first; then η = lr/(1 + λ·lr·t)^α.
        lambd: λ.
        alpha: α.
        t0: t₀, from which step on the average is taken.
        weight_decay: added times w to the gradient.
        foreach: accepted; there is one way here.
        maximize: whether the loss is made large.
        differentiable: only False.
        capturable: accepted; it only matters on a GPU.

    Source:
        Polyak, Juditsky, "Acceleration of stochastic approximation by
        averaging" (1992).
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Any = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        check_lr(lr)
        check_option("weight_decay value", weight_decay, weight_decay >= 0.0)
        check_ways(differentiable)
        super().__init__(
            params,
            {
                "lr": lr,
                "lambd": lambd,
                "alpha": alpha,
                "t0": t0,
                "weight_decay": weight_decay,
                "foreach": foreach,
                "maximize": maximize,
                "differentiable": differentiable,
                "capturable": capturable,
            },
        )

    def _scalars(self, group: dict[str, Any]) -> dict[str, float]:
        return {"step": 0.0, "eta": number(group["lr"]), "mu": 1.0}

    def _arrays(self, group: dict[str, Any]) -> dict[str, float]:
        return {"ax": 0.0}

    def _update(self, group: dict[str, Any], run: Run) -> None:
        step, eta, mu = run.scalars
        lr, lambd = number(group["lr"]), group["lambd"]
        rate, share = eta.item(), mu.item()
        (average,) = run.arrays
        w = run.values()
        run.decay = 1 - lambd * rate
        np.multiply(run.grad, rate, run.delta)
        after = w * run.decay - run.delta
        if share == 1:
            np.copyto(average, after)
        else:
            average += (after - average) * share
        t = step.item()
        eta[...] = lr / (1 + lambd * lr * t) ** group["alpha"]
        mu[...] = 1 / max(1, t - group["t0"])
