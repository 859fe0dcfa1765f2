"""Normalisation over a batch, with running statistics for `eval()` mode."""

from typing import Any

from ..._tensor import Tensor
from ...creation import empty, ones, tensor, zeros
from .. import functional as F
from .. import init
from ..parameter import Parameter, UninitializedBuffer, UninitializedParameter, is_lazy
from .lazy import LazyModuleMixin
from .module import Module


class _NormBase(Module):
    """Parameters, running statistics and their saving: batch and instance norm."""

    _version = 2  # since version 2 num_batches_tracked is saved

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        weight: Any = None
        shift: Any = None
        if affine:
            weight = Parameter(empty(num_features, device=device, dtype=dtype))
            if bias:
                shift = Parameter(empty(num_features, device=device, dtype=dtype))
        self.register_parameter("weight", weight)
        self.register_parameter("bias", shift)
        mean: Any = None
        var: Any = None
        count: Any = None
        if track_running_stats:
            mean = zeros(num_features, device=device, dtype=dtype)
            var = ones(num_features, device=device, dtype=dtype)
            count = tensor(0)
        self.register_buffer("running_mean", mean)
        self.register_buffer("running_var", var)
        self.register_buffer("num_batches_tracked", count)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Forgets what was learned about the batches."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Forgets the statistics, sets the weight to 1 and the bias to 0."""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def _check_input_dim(self, input: Tensor) -> None:
        raise NotImplementedError

    def extra_repr(self) -> str:
        """The size and the options."""
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, "
            f"affine={self.affine}, bias={self.bias is not None}, "
            f"track_running_stats={self.track_running_stats}"
        )

    def _load_from_state_dict(
        self,
        state_dict: dict[str, Any],
        prefix: str,
        local_metadata: dict[str, Any],
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        version = local_metadata.get("version")
        key = prefix + "num_batches_tracked"
        if (
            (version is None or version < 2)
            and self.track_running_stats
            and key not in state_dict
        ):
            state_dict[key] = (
                self.num_batches_tracked
                if self.num_batches_tracked is not None
                else tensor(0)
            )
        super()._load_from_state_dict(
            state_dict,
            prefix,
            local_metadata,
            strict,
            missing_keys,
            unexpected_keys,
            error_msgs,
        )


class _BatchNorm(_NormBase):
    def forward(self, input: Tensor) -> Tensor:
        """The normalised input."""
        self._check_input_dim(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            count = self.num_batches_tracked
            if count is not None:
                count.add_(1)
                if self.momentum is None:  # the plain average of all batches so far
                    momentum = 1.0 / float(count)
        # Statistics of the batch while training, and always if none are kept.
        use_batch = self.training or (
            self.running_mean is None and self.running_var is None
        )
        keep = not self.training or self.track_running_stats
        return F.batch_norm(
            input,
            self.running_mean if keep else None,
            self.running_var if keep else None,
            self.weight,
            self.bias,
            use_batch,
            momentum,
            self.eps,
        )


class BatchNorm1d(_BatchNorm):
    """y = (x − mean) / √(variance + ε) · w + b, over the batch, for each feature.

    Args:
        num_features: C.
        eps: ε.
        momentum: the weight of the newest batch in the running statistics; None
            averages all batches equally.
        affine: whether w and b are there.
        track_running_stats: whether statistics are kept for `eval()` mode.
        device: only the CPU.
        dtype: of w, b and the statistics.
        bias: whether b is there.

    Shape:
        input (N, C) or (N, C, L) -> the same.

    Source:
        Ioffe, Szegedy, "Batch Normalization" (2015).
    """

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")


class BatchNorm2d(_BatchNorm):
    """`BatchNorm1d` on pictures: over the batch and all pixels, for each channel.

    Shape:
        input (N, C, H, W) -> the same.
    """

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() != 4:
            raise ValueError(f"expected 4D input (got {input.dim()}D input)")


class BatchNorm3d(_BatchNorm):
    """`BatchNorm1d` on volumes: over the batch and all voxels, for each channel.

    Shape:
        input (N, C, D, H, W) -> the same.
    """

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() != 5:
            raise ValueError(f"expected 5D input (got {input.dim()}D input)")


class _LazyNorm(LazyModuleMixin, _NormBase):
    def __init__(
        self,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(0, eps, momentum, False, False, bias=False)
        self.affine = affine
        self.track_running_stats = track_running_stats
        if affine:
            self.weight = UninitializedParameter(device=device, dtype=dtype)
            if bias:
                self.bias = UninitializedParameter(device=device, dtype=dtype)
        if track_running_stats:
            for name in ("running_mean", "running_var"):
                setattr(self, name, UninitializedBuffer(device=device, dtype=dtype))
            self.num_batches_tracked = tensor(0)

    def reset_parameters(self) -> None:
        """Sets the parameters once they have a shape."""
        if not self.has_uninitialized_params() and self.num_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor) -> None:
        """Takes `num_features` from the input."""
        if not self.has_uninitialized_params():
            return
        self.num_features = input.shape[1]
        for waiting in (*self._parameters.values(), *self._buffers.values()):
            if is_lazy(waiting):
                waiting.materialize((self.num_features,))
        self.reset_parameters()


class LazyBatchNorm1d(_LazyNorm, _BatchNorm):
    """A `BatchNorm1d` that learns its `num_features` from its first input."""

    cls_to_become = BatchNorm1d  # type: ignore[assignment]
    _check_input_dim = BatchNorm1d._check_input_dim


class LazyBatchNorm2d(_LazyNorm, _BatchNorm):
    """A `BatchNorm2d` that learns its `num_features` from its first input."""

    cls_to_become = BatchNorm2d  # type: ignore[assignment]
    _check_input_dim = BatchNorm2d._check_input_dim


class LazyBatchNorm3d(_LazyNorm, _BatchNorm):
    """A `BatchNorm3d` that learns its `num_features` from its first input."""

    cls_to_become = BatchNorm3d  # type: ignore[assignment]
    _check_input_dim = BatchNorm3d._check_input_dim
