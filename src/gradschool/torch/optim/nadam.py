"""NAdam: Adam with Nesterov's look ahead."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .optimizer import ParamsT, check_lr, check_option, check_ways, number
from .update_rule import Run, UpdateRule, bias_correction


class NAdam(UpdateRule):
    """Adam whose m̂ looks one step ahead: μ_{t+1}·m/(1−Πμ_{t+1}) + (1−μ_t)·g/(1−Πμ_t).

    μ_t = β₁·(1 − ½·0.96^(t·ψ)) grows towards β₁.

    Args:
        params: parameters or groups of them.
        lr: the learning rate.
        betas: β₁ and β₂.
        eps: ε.
        weight_decay: λ; λ·w is added to the gradient.
        momentum_decay: ψ.
        decoupled_weight_decay: whether w shrinks by lr·λ·w instead.
        foreach: accepted; there is one way here.
        maximize: whether the loss is made large.
        capturable: accepted; it only matters on a GPU.
        differentiable: only False.

    Source:
        Dozat, "Incorporating Nesterov Momentum into Adam" (2016).
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Any = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
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
        check_option("momentum_decay value", momentum_decay, momentum_decay >= 0.0)
        check_ways(differentiable)
        super().__init__(
            params,
            {
                "lr": lr,
                "betas": betas,
                "eps": eps,
                "weight_decay": weight_decay,
                "momentum_decay": momentum_decay,
                "decoupled_weight_decay": decoupled_weight_decay,
                "maximize": maximize,
                "foreach": foreach,
                "capturable": capturable,
                "differentiable": differentiable,
            },
        )

    def _scalars(self, group: dict[str, Any]) -> dict[str, float]:
        return {"step": 0.0, "mu_product": 1.0}

    def _arrays(self, group: dict[str, Any]) -> dict[str, float]:
        return {"exp_avg": 0.0, "exp_avg_sq": 0.0}

    def _update(self, group: dict[str, Any], run: Run) -> None:
        lr, (beta1, beta2) = number(group["lr"]), group["betas"]
        step, product = run.scalars
        t, psi = step.item(), group["momentum_decay"]
        g, delta, s = run.grad, run.delta, run.scratch()
        m, v = run.arrays
        if group["decoupled_weight_decay"]:
            run.decay = 1 - lr * group["weight_decay"]
        mu = beta1 * (1.0 - 0.5 * 0.96 ** (t * psi))
        mu_next = beta1 * (1.0 - 0.5 * 0.96 ** ((t + 1) * psi))
        product *= mu
        total = product.item()
        np.subtract(g, m, s)
        s *= 1 - beta1
        m += s
        np.multiply(g, g, s)
        s *= 1 - beta2
        v *= beta2
        v += s
        np.sqrt(v, s)
        s /= math.sqrt(bias_correction(beta2, t))
        s += group["eps"]
        np.multiply(g, lr * (1.0 - mu) / (1.0 - total), delta)
        delta += np.multiply(m, lr * mu_next / (1.0 - total * mu_next), run.scratch(1))
        delta /= s
