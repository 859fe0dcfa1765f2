"""RMSprop: each gradient divided by its recent size."""

from __future__ import annotations

from typing import Any

import numpy as np

from .optimizer import ParamsT, check_lr, check_option, check_ways, number
from .update_rule import Run, UpdateRule


class RMSprop(UpdateRule):
    """v ← α·v + (1−α)·g²,  w ← w − lr·g / (√v + ε).

    Args:
        params: parameters or groups of them.
        lr: the learning rate.
        alpha: α.
        eps: ε.
        weight_decay: λ; λ·w is added to the gradient.
        momentum: μ; then b ← μ·b + g / (√v + ε), w ← w − lr·b.
        centered: whether v is the variance, v − (the mean gradient)².
        capturable: accepted; it only matters on a GPU.
        foreach: accepted; there is one way here.
        maximize: whether the loss is made large.
        differentiable: only False.

    Source:
        Hinton's lecture notes (2012); centred as in Graves, "Generating Sequences With
        Recurrent Neural Networks" (2013).
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Any = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        check_option("epsilon value", eps, eps >= 0.0)
        check_option("momentum value", momentum, momentum >= 0.0)
        check_option("weight_decay value", weight_decay, weight_decay >= 0.0)
        check_option("alpha value", alpha, alpha >= 0.0)
        check_ways(differentiable)
        super().__init__(
            params,
            {
                "lr": lr,
                "momentum": momentum,
                "alpha": alpha,
                "eps": eps,
                "centered": centered,
                "weight_decay": weight_decay,
                "capturable": capturable,
                "foreach": foreach,
                "maximize": maximize,
                "differentiable": differentiable,
            },
        )

    def _arrays(self, group: dict[str, Any]) -> dict[str, float]:
        names = {"square_avg": 0.0}
        if group["momentum"] > 0:
            names["momentum_buffer"] = 0.0
        if group["centered"]:
            names["grad_avg"] = 0.0
        return names

    def _shape(self, group: dict[str, Any]) -> Any:
        return group["momentum"] > 0, group["centered"]

    def _update(self, group: dict[str, Any], run: Run) -> None:
        lr, alpha = number(group["lr"]), group["alpha"]
        g, delta, s = run.grad, run.delta, run.scratch()
        v, *others = run.arrays
        np.multiply(g, g, s)  # v ← α·v + (1−α)·g²
        s *= 1 - alpha
        v *= alpha
        v += s
        if group["centered"]:
            mean = others[-1]
            np.subtract(g, mean, s)
            s *= 1 - alpha
            mean += s
            np.multiply(mean, mean, s)
            np.subtract(v, s, s)
            np.sqrt(s, s)
        else:
            np.sqrt(v, s)
        s += group["eps"]
        np.divide(g, s, delta)
        if group["momentum"] > 0:
            b = others[0]
            b *= group["momentum"]
            b += delta
            np.multiply(b, lr, delta)
        else:
            delta *= lr
