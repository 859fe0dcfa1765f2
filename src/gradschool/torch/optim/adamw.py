"""Adam with decoupled weight decay."""

from __future__ import annotations

from typing import Any

from .adam import Adam
from .optimizer import ParamsT


class AdamW(Adam):
    """`Adam`, but weights shrink by themselves: w ← w − lr·λ·w, then Adam's step.

    In Adam λ·w goes through the division by √v̂, so weights with large gradients shrink
    less; here all shrink alike.

    Args:
        params: parameters or groups of them.
        lr: the learning rate.
        betas: β₁ and β₂.
        eps: ε.
        weight_decay: λ.
        amsgrad: whether the largest v̂ so far is used.
        maximize: whether the loss is made large.
        foreach: accepted; there is one way here.
        capturable: accepted; it only matters on a GPU.
        differentiable: only False.
        fused: accepted; there is one way here.

    Source:
        Loshchilov, Hutter, "Decoupled Weight Decay Regularization" (2017).
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Any = 1e-3,
        betas: tuple[Any, Any] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        super().__init__(
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=True,
        )

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for group in self.param_groups:
            group["decoupled_weight_decay"] = True
