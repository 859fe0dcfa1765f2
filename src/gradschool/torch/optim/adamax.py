"""Adamax: Adam with the largest gradient instead of the mean square."""

from __future__ import annotations

from typing import Any

import numpy as np

from .optimizer import ParamsT, check_lr, check_option, check_ways, number
from .update_rule import Run, UpdateRule, bias_correction


class Adamax(UpdateRule):
    """m ← β₁·m + (1−β₁)·g,  u ← max(β₂·u, |g| + ε),  w ← w − lr/(1−β₁ᵗ)·m / u.

    Args:
        params: parameters or groups of them.
        lr: the learning rate.
        betas: β₁ and β₂.
        eps: ε.
        weight_decay: λ; λ·w is added to the gradient.
        foreach: accepted; there is one way here.
        maximize: whether the loss is made large.
        differentiable: only False.
        capturable: accepted; it only matters on a GPU.

    Source:
        Kingma, Ba, "Adam" (2014), algorithm 2.
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Any = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        check_lr(lr)
        check_option("epsilon value", eps, eps >= 0.0)
        for index, beta in enumerate(betas):
            check_option(f"beta parameter at index {index}", beta, 0.0 <= beta < 1.0)
        check_option("weight_decay value", weight_decay, weight_decay >= 0.0)
        check_ways(differentiable)
        super().__init__(
            params,
            {
                "lr": lr,
                "betas": betas,
                "eps": eps,
                "weight_decay": weight_decay,
                "foreach": foreach,
                "maximize": maximize,
                "differentiable": differentiable,
                "capturable": capturable,
            },
        )

    def _arrays(self, group: dict[str, Any]) -> dict[str, float]:
        return {"exp_avg": 0.0, "exp_inf": 0.0}

    def _update(self, group: dict[str, Any], run: Run) -> None:
        beta1, beta2 = group["betas"]
        t = run.scalars[0].item()
        g, delta, s = run.grad, run.delta, run.scratch()
        m, u = run.arrays
        np.subtract(g, m, s)
        s *= 1 - beta1
        m += s
        np.abs(g, s)
        s += group["eps"]
        u *= beta2
        np.maximum(u, s, out=u)
        np.multiply(m, number(group["lr"]) / bias_correction(beta1, t), delta)
        delta /= u
