"""Adam, and AdamW as the same with decoupled weight decay."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .optimizer import ParamsT, check_lr, check_option, check_ways, number
from .update_rule import Run, UpdateRule, bias_correction


class Adam(UpdateRule):
    """m ← β₁·m + (1−β₁)·g,  v ← β₂·v + (1−β₂)·g²,  w ← w − lr·m̂ / (√v̂ + ε).

    m̂ = m / (1 − β₁ᵗ) and v̂ = v / (1 − β₂ᵗ) make up for the start at 0.

    Args:
        params: parameters or groups of them.
        lr: the learning rate.
        betas: β₁ and β₂.
        eps: ε.
        weight_decay: λ; λ·w is added to the gradient.
        amsgrad: whether the largest v̂ so far is used.
        foreach: accepted; there is one way here.
        maximize: whether the loss is made large.
        capturable: accepted; it only matters on a GPU.
        differentiable: only False.
        fused: accepted; there is one way here.
        decoupled_weight_decay: whether w shrinks by lr·λ·w instead, as in AdamW.

    Source:
        Kingma, Ba, "Adam: A Method for Stochastic Optimization" (2014), algorithm 1.
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Any = 1e-3,
        betas: tuple[Any, Any] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        check_lr(lr)
        check_option("epsilon value", eps, eps >= 0.0)
        for index, beta in enumerate(betas):
            check_option(
                f"beta parameter at index {index}", beta, bool(0.0 <= beta < 1.0)
            )
        check_option("weight_decay value", weight_decay, weight_decay >= 0.0)
        check_ways(differentiable, foreach, fused)
        super().__init__(
            params,
            {
                "lr": lr,
                "betas": betas,
                "eps": eps,
                "weight_decay": weight_decay,
                "amsgrad": amsgrad,
                "maximize": maximize,
                "foreach": foreach,
                "capturable": capturable,
                "differentiable": differentiable,
                "fused": fused,
                "decoupled_weight_decay": decoupled_weight_decay,
            },
        )

    def _arrays(self, group: dict[str, Any]) -> dict[str, float]:
        names = {"exp_avg": 0.0, "exp_avg_sq": 0.0}
        return {**names, "max_exp_avg_sq": 0.0} if group["amsgrad"] else names

    def _shape(self, group: dict[str, Any]) -> Any:
        return group["amsgrad"]

    def _update(self, group: dict[str, Any], run: Run) -> None:
        lr, (beta1, beta2), eps = number(group["lr"]), group["betas"], group["eps"]
        beta1, beta2 = number(beta1), number(beta2)
        t = run.scalars[0].item()
        g, delta, s = run.grad, run.delta, run.scratch()
        m, v, *v_max = run.arrays
        if group["decoupled_weight_decay"]:
            run.decay = 1 - lr * group["weight_decay"]

        np.subtract(g, m, s)  # m ← m + (1−β₁)·(g − m), the same with one product less
        s *= 1 - beta1
        m += s
        np.multiply(g, g, s)
        s *= 1 - beta2
        v *= beta2
        v += s
        if v_max:
            v = np.maximum(v_max[0], v, out=v_max[0])
        np.sqrt(v, s)  # √v̂ + ε = √v / √(1 − β₂ᵗ) + ε
        s /= math.sqrt(bias_correction(beta2, t))
        s += eps
        np.multiply(m, lr / bias_correction(beta1, t), delta)
        delta /= s
