"""Normalisation over the positions of each channel of each sample."""

import warnings
from typing import Any

from ..._tensor import Tensor
from .. import functional as F
from .batchnorm import _NormBase


class _InstanceNorm(_NormBase):
    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(
            num_features,
            eps,
            momentum,
            affine,
            track_running_stats,
            device,
            dtype,
            bias=bias,
        )

    _without_batch: int

    def forward(self, input: Tensor) -> Tensor:
        """The normalised input."""
        self._check_input_dim(input)
        alone = input.dim() == self._without_batch
        channels = input.size(0 if alone else 1)
        if channels != self.num_features:
            if self.affine:
                raise ValueError(
                    f"expected input's size at dim={0 if alone else 1} to match "
                    f"num_features ({self.num_features}), but got: {channels}."
                )
            warnings.warn(
                f"input's size at dim={0 if alone else 1} does not match num_features. "
                "You can silence this warning by not passing in num_features, which is "
                "not used because affine=False",
                stacklevel=2,
            )
        output = F.instance_norm(
            input.unsqueeze(0) if alone else input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            0.0 if self.momentum is None else self.momentum,
            self.eps,
        )
        return output.squeeze(0) if alone else output


class InstanceNorm1d(_InstanceNorm):
    """y = (x − mean) / √(variance + ε), for each channel of each sample.

    Args:
        num_features: C.
        eps: ε.
        momentum: the weight of the newest batch in the running statistics.
        affine: whether each channel is scaled and shifted afterwards.
        track_running_stats: whether statistics are kept for `eval()` mode.
        device: only the CPU.
        dtype: of parameters and statistics.
        bias: whether the shift is there.

    Shape:
        input (N, C, L) or (C, L) -> the same.

    Source:
        Ulyanov et al., "Instance Normalization" (2016).
    """

    _without_batch = 2

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")


class InstanceNorm2d(_InstanceNorm):
    """`InstanceNorm1d` on pictures.

    Shape:
        input (N, C, H, W) or (C, H, W) -> the same.
    """

    _without_batch = 3

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in (3, 4):
            raise ValueError(f"expected 3D or 4D input (got {input.dim()}D input)")


class InstanceNorm3d(_InstanceNorm):
    """`InstanceNorm1d` on volumes.

    Shape:
        input (N, C, D, H, W) or (C, D, H, W) -> the same.
    """

    _without_batch = 4

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in (4, 5):
            raise ValueError(f"expected 4D or 5D input (got {input.dim()}D input)")
