"""Stochastic gradient descent."""

from __future__ import annotations

from typing import Any

import numpy as np

from .optimizer import ParamsT, check_lr, check_option, check_ways, number
from .update_rule import Run, UpdateRule


class SGD(UpdateRule):
    """w ← w − lr·g, or with momentum: b ← μ·b + (1 − τ)·g,  w ← w − lr·b.

    Args:
        params: parameters or groups of them.
        lr: the learning rate.
        momentum: μ.
        dampening: τ. The first b is g itself, undampened.
        weight_decay: λ; λ·w is added to the gradient.
        nesterov: whether the step looks ahead: w ← w − lr·(g + μ·b).
        maximize: whether the loss is made large.
        foreach: accepted; there is one way here.
        differentiable: only False.
        fused: accepted; there is one way here.

    Source:
        Sutskever et al., "On the importance of initialization and momentum in deep
        learning" (2013), with the learning rate outside of b as in PyTorch.
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Any = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: Any = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check_lr(lr)
        check_option("momentum value", momentum, momentum >= 0.0)
        check_option("weight_decay value", weight_decay, weight_decay >= 0.0)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        check_ways(differentiable, foreach, fused)
        super().__init__(
            params,
            {
                "lr": lr,
                "momentum": momentum,
                "dampening": dampening,
                "weight_decay": weight_decay,
                "nesterov": nesterov,
                "maximize": maximize,
                "foreach": foreach,
                "differentiable": differentiable,
                "fused": fused,
            },
        )

    def _arrays(self, group: dict[str, Any]) -> dict[str, float]:
        return {"momentum_buffer": 0.0} if group["momentum"] else {}

    def _scalars(self, group: dict[str, Any]) -> dict[str, float]:
        return {}

    def _shape(self, group: dict[str, Any]) -> Any:
        return bool(group["momentum"])

    def _update(self, group: dict[str, Any], run: Run) -> None:
        lr, g = number(group["lr"]), run.grad
        momentum = group["momentum"]
        if not momentum:
            np.multiply(g, lr, run.delta)
            return
        (b,) = run.arrays
        if run.first:
            np.copyto(b, g)
        else:
            b *= momentum
            b += np.multiply(g, 1 - group["dampening"], run.scratch())
        if group["nesterov"]:
            np.multiply(b, momentum, run.delta)
            run.delta += g
            run.delta *= lr
        else:
            np.multiply(b, lr, run.delta)
