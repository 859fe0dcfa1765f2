"""All parameters as one vector, and back."""

from collections.abc import Iterable

from ..._tensor import Tensor


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """The values of all parameters, one after another; gradients flow through."""
    from ...ops.joining import cat

    return cat([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Cuts a vector into the parameters: their `.data` become views of it.

    Raises:
        TypeError: if it is no tensor.
    """
    if not isinstance(vec, Tensor):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"expected torch.Tensor, but got: {type(vec)}")
    start = 0
    for parameter in parameters:
        size = parameter.numel()
        parameter.data = vec[start : start + size].view_as(parameter).data
        start += size
