"""Grids: every pair of coordinates, every combination of elements."""

from __future__ import annotations

import itertools
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from .._signature import checked
from ..creation import made
from .joining import stack

if TYPE_CHECKING:
    from .._tensor import Tensor


@checked
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """The coordinates of every point of a grid, one tensor per axis.

    Args:
        tensors: the ticks of each axis
        indexing: "ij": the first axis runs down the rows; "xy": along the columns, as in
            a plot. PyTorch warns if it is left out and takes "ij".

    Shape:
        (A), (B), ... -> as many of (A, B, ...);  "xy": (B, A, ...)

    Returns:
        Views of the inputs: every value stands in memory once.

    Example:
        >>> import gradschool.torch as torch
        >>> x, y = torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")
        >>> y
        tensor([[0, 1, 2],
                [0, 1, 2]])
    """
    if len(tensors) == 1 and isinstance(tensors[0], tuple | list):
        tensors = tuple(tensors[0])
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing is None:
        warnings.warn(
            "torch.meshgrid: in an upcoming release, it will be required to pass the "
            "indexing argument.",
            UserWarning,
            stacklevel=3,
        )
        indexing = "ij"
    if indexing not in ("ij", "xy"):
        raise RuntimeError(
            'torch.meshgrid: indexing must be one of "xy" or "ij", but received: '
            f"{indexing}"
        )
    for ticks in tensors:
        if ticks.ndim > 1:
            raise RuntimeError(
                "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
                f"{ticks!r}"
            )
        if ticks.dtype != tensors[0].dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    swap = indexing == "xy" and len(tensors) > 1
    axes = [tensors[1], tensors[0], *tensors[2:]] if swap else list(tensors)
    shape = [ticks.numel() for ticks in axes]
    grids = [
        ticks.reshape([-1 if d == axis else 1 for d in range(len(axes))]).expand(shape)
        for axis, ticks in enumerate(axes)
    ]
    if swap:
        grids[0], grids[1] = grids[1], grids[0]
    return tuple(grids)


@checked
def cartesian_prod(*tensors: Any) -> Tensor:
    """Every choice of one element from each tensor, the last one running fastest.

    Shape:
        (A), (B), ... -> (A·B·..., number of tensors);  a single (A) -> (A)
    """
    for ticks in tensors:
        if ticks.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(ticks.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    grids = meshgrid(*tensors, indexing="ij")
    return stack([grid.reshape(-1) for grid in grids], 1)


@checked
def combinations(
    input: Tensor, r: int = 2, with_replacement: bool = False
) -> Tensor:
    """Every choice of r elements, in the order of the input.

    Args:
        input: the elements
        r: how many to choose
        with_replacement: whether an element may be chosen again

    Shape:
        (n) -> (number of choices, r)
    """
    if input.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return made(np.empty(0, input._array.dtype))
    choose = (
        itertools.combinations_with_replacement
        if with_replacement
        else itertools.combinations
    )
    places = np.array(list(choose(range(input.numel()), r)), np.int64).reshape(-1, r)
    return input[made(places)]
