"""RAdam: Adam that waits until its v can be trusted."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .optimizer import ParamsT, check_lr, check_option, check_ways, number
from .update_rule import Run, UpdateRule, bias_correction


class RAdam(UpdateRule):
    """Adam times a factor r; while ρ ≤ 5 (the first steps) w ← w − lr·m̂.

    ρ∞ = 2/(1−β₂) − 1, ρ = ρ∞ − 2·t·β₂ᵗ/(1−β₂ᵗ),
    r = √((ρ−4)·(ρ−2)·ρ∞ / ((ρ∞−4)·(ρ∞−2)·ρ)).

    Args:
        params: parameters or groups of them.
        lr: the learning rate.
        betas: β₁ and β₂.
        eps: ε.
        weight_decay: λ; λ·w is added to the gradient.
        decoupled_weight_decay: whether w shrinks by lr·λ·w instead.
        foreach: accepted; there is one way here.
        maximize: whether the loss is made large.
        capturable: accepted; it only matters on a GPU.
        differentiable: only False.

    Source:
        Liu et al., "On the Variance of the Adaptive Learning Rate and Beyond" (2019).
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Any = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
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
                "maximize": maximize,
                "foreach": foreach,
                "capturable": capturable,
                "decoupled_weight_decay": decoupled_weight_decay,
                "differentiable": differentiable,
            },
        )

    def _arrays(self, group: dict[str, Any]) -> dict[str, float]:
        return {"exp_avg": 0.0, "exp_avg_sq": 0.0}

    def _update(self, group: dict[str, Any], run: Run) -> None:
        lr, (beta1, beta2) = number(group["lr"]), group["betas"]
        t = run.scalars[0].item()
        g, delta, s = run.grad, run.delta, run.scratch()
        m, v = run.arrays
        if group["decoupled_weight_decay"]:
            run.decay = 1 - lr * group["weight_decay"]
        np.subtract(g, m, s)
        s *= 1 - beta1
        m += s
        np.multiply(g, g, s)
        s *= 1 - beta2
        v *= beta2
        v += s
        np.multiply(m, lr / bias_correction(beta1, t), delta)
        limit = 2 / (1 - beta2) - 1
        correction = bias_correction(beta2, t)
        rho = limit - 2 * t * beta2**t / correction
        if rho > 5.0:
            rectified = math.sqrt(
                (rho - 4) * (rho - 2) * limit / ((limit - 4) * (limit - 2) * rho)
            )
            np.sqrt(v, s)
            s += group["eps"]
            delta *= math.sqrt(correction) * rectified
            delta /= s
