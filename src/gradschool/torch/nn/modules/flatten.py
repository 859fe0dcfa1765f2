"""Modules that only change the shape."""

from typing import Any

from ..._tensor import Tensor
from .module import Module


class Flatten(Module):
    """Joins a range of dimensions into one; by default all but the first.

    Args:
        start_dim: the first that is joined.
        end_dim: the last that is joined.

    Shape:
        input (N, *) -> output (N, product of *).
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        """The flattened input, a view where possible."""
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        """The range."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Splits one dimension into several.

    Args:
        dim: the dimension.
        unflattened_size: the sizes it becomes.
    """

    def __init__(self, dim: Any, unflattened_size: Any) -> None:
        super().__init__()
        if not isinstance(dim, int):
            raise NotImplementedError(
                "Unflatten with named dimensions is not implemented; give dim as an int"
            )
        for place, size in enumerate(_as_tuple(unflattened_size)):
            if not isinstance(size, int):
                raise TypeError(
                    "unflattened_size must be tuple of ints, but found element of type "
                    f"{type(size).__name__} at pos {place}"
                )
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input: Tensor) -> Tensor:
        """The input with that dimension split, a view."""
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        """The dimension and its sizes."""
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


def _as_tuple(sizes: Any) -> tuple[Any, ...]:
    if isinstance(sizes, (tuple, list)):
        both: Any = sizes
        return tuple(both)
    raise TypeError(
        "unflattened_size must be a tuple of ints, but found type "
        f"{type(sizes).__name__}"
    )
