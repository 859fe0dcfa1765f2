"""Keeping gradients small before a step."""

import math
from collections.abc import Iterable
from typing import Any

from ..._tensor import Tensor
from ...autograd.grad_mode import no_grad


def _gradients(parameters: Tensor | Iterable[Tensor]) -> list[Any]:
    tensors = [parameters] if isinstance(parameters, Tensor) else parameters
    return [p.grad for p in tensors if p.grad is not None]


def get_total_norm(
    tensors: Iterable[Tensor],
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """The norm of all the tensors together, as if they were one vector.

    Args:
        tensors: one or several.
        norm_type: the exponent of the norm; may be infinite.
        error_if_nonfinite: whether NaN or infinity is an error.
        foreach: accepted; there is one way here.

    Raises:
        RuntimeError: for a norm that is not finite, if asked for.
    """
    from ... import stack, tensor
    from ...linalg import vector_norm

    tensors = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    norm_type = float(norm_type)
    if not tensors:
        return tensor(0.0)
    norms = [vector_norm(t, norm_type) for t in tensors]
    total = vector_norm(stack(norms), norm_type)
    if error_if_nonfinite and not math.isfinite(total.item()):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is "
            "non-finite, so it cannot be clipped. To disable this error and scale the "
            "gradients by the non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    return total


def clip_grads_with_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    total_norm: Tensor,
    foreach: bool | None = None,
) -> None:
    """Scales the gradients by max_norm / total_norm where that is below 1.

    Args:
        parameters: whose gradients.
        max_norm: the norm they are to have at most.
        total_norm: the norm they have.
        foreach: accepted; there is one way here.
    """
    grads = _gradients(parameters)
    if not grads:
        return
    # 1e-6: a norm of 0 divides by no zero. Clamping instead of an `if` leaves NaN NaN.
    factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
    with no_grad():
        for grad in grads:
            grad.mul_(factor)


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scales all gradients together so that their norm is at most `max_norm`.

    Args:
        parameters: whose gradients; changed in place.
        max_norm: the norm they are to have at most.
        norm_type: the exponent of the norm; may be infinite.
        error_if_nonfinite: whether NaN or infinity is an error.
        foreach: accepted; there is one way here.

    Returns:
        The norm before.

    Source:
        Pascanu et al., "On the difficulty of training recurrent neural
        networks" (2013).
    """
    tensors = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    with no_grad():
        total = get_total_norm(_gradients(tensors), norm_type, error_if_nonfinite)
        clip_grads_with_norm_(tensors, max_norm, total)
    return total


def clip_grad_value_(
    parameters: Tensor | Iterable[Tensor],
    clip_value: float,
    foreach: bool | None = None,
) -> None:
    """Keeps every element of the gradients between −clip_value and clip_value.

    Args:
        parameters: whose gradients; changed in place.
        clip_value: the greatest absolute value.
        foreach: accepted; there is one way here.
    """
    clip_value = float(clip_value)
    with no_grad():
        for grad in _gradients(parameters):
            grad.clamp_(min=-clip_value, max=clip_value)


def clip_grad_norm(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """The old name of `clip_grad_norm_`."""
    import warnings

    warnings.warn(
        "`torch.nn.utils.clip_grad_norm` is now deprecated in favor of "
        "`torch.nn.utils.clip_grad_norm_`.",
        FutureWarning,
        stacklevel=2,
    )
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)
