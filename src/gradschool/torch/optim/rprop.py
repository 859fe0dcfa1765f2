"""Rprop: steps by the sign of the gradient alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from .optimizer import ParamsT, check_lr, check_ways, number
from .update_rule import Run, UpdateRule


class Rprop(UpdateRule):
    """w ← w − sign(g)·η; η grows while the sign stays and shrinks when it turns.

    Args:
        params: parameters or groups of them.
        lr: η at first.
        etas: by what η is multiplied when the sign turns, and when it stays.
        step_sizes: the least and the greatest η.
        capturable: accepted; it only matters on a GPU.
        foreach: accepted; there is one way here.
        maximize: whether the loss is made large.
        differentiable: only False.

    Source:
        Riedmiller, Braun, "A direct adaptive method for faster backpropagation
        learning: the RPROP algorithm" (1993).
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Any = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        check_ways(differentiable)
        super().__init__(
            params,
            {
                "lr": lr,
                "etas": etas,
                "step_sizes": step_sizes,
                "foreach": foreach,
                "maximize": maximize,
                "differentiable": differentiable,
                "capturable": capturable,
            },
        )

    def _arrays(self, group: dict[str, Any]) -> dict[str, float]:
        return {"prev": 0.0, "step_size": number(group["lr"])}

    def _update(self, group: dict[str, Any], run: Run) -> None:
        shrink, grow = group["etas"]
        least, greatest = group["step_sizes"]
        before, eta = run.arrays
        agreement = np.sign(run.grad * before)
        factor = np.where(agreement > 0, grow, np.where(agreement < 0, shrink, 1.0))
        eta *= factor.astype(eta.dtype)
        np.clip(eta, least, greatest, eta)
        # Where the sign turned the minimum was passed: stand still once.
        g = np.where(agreement < 0, eta.dtype.type(0), run.grad)
        np.multiply(np.sign(g), eta, run.delta)
        np.copyto(before, g)
