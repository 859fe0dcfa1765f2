"""Dimensions as arguments: negative ones, tuples of them, all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from ._errors import out_of_range
from ._typing import Dims, Shape

ALL = slice(None)
"""`:` in an index: `x[(*(ALL,) * dim, i)]` is x[:, :, i] for dim 2."""


def normalize_dim(dim: int, ndim: int) -> int:
    """The dimension counted from the front.

    A 0-d tensor takes 0 and -1, as in PyTorch.

    Raises:
        IndexError: the tensor does not have it.
    """
    if dim.__class__ is not int:
        dim = dim.__index__()
    extent = ndim or 1
    if not -extent <= dim < extent:
        raise out_of_range(dim, ndim)
    return dim + extent if dim < 0 else dim


def normalize_dims(dim: Dims, ndim: int) -> tuple[int, ...] | None:
    """The dimensions counted from the front; None for "all of them".

    A 0-d tensor's dimension 0 is left out: NumPy does not know it.

    Raises:
        IndexError: the tensor does not have one.
        RuntimeError: one appears twice.
    """
    if dim is None:
        return None
    if isinstance(dim, Sequence):
        if not dim:
            return None
        dims = tuple(normalize_dim(d, ndim) for d in dim)
        if len(set(dims)) < len(dims):
            twice = next(d for d in dims if dims.count(d) > 1)
            raise RuntimeError(
                f"dim {twice} appears multiple times in the list of dims"
            )
    else:
        dims = (normalize_dim(dim, ndim),)
    return dims if ndim else ()


def shape_with_ones(shape: Shape, dims: tuple[int, ...] | None) -> Shape:
    """The shape with size 1 where `dims` were summed away."""
    if dims is None:
        return (1,) * len(shape)
    return tuple(1 if d in dims else n for d, n in enumerate(shape))


def sizes_argument(sizes: tuple[Any, ...]) -> Shape:
    """`view(2, 3)` and `view((2, 3))` are the same call."""
    if len(sizes) == 1 and isinstance(sizes[0], tuple | list):
        sizes = tuple(cast("Sequence[Any]", sizes[0]))
    if all(s.__class__ is int for s in sizes):
        return sizes
    return tuple(_size(s) for s in sizes)


def _size(size: Any) -> int:
    if isinstance(size, bool | float | np.floating):
        kind = type(cast("object", size))
        raise TypeError(f"sizes must be int, not {kind.__name__}")
    return size.__index__()
