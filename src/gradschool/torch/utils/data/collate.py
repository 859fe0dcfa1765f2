"""Making a batch of samples: tensors stacked, numbers joined, structures kept."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..._tensor import Tensor


def default_convert(data: Any) -> Any:
    """Makes tensors of NumPy arrays in a sample; leaves everything else as it is."""
    from ... import as_tensor

    if isinstance(data, Tensor):
        return data
    value: Any = data
    if isinstance(data, (np.ndarray, np.generic)):
        return value if value.dtype.kind in "SaUO" else as_tensor(value)
    if isinstance(data, Mapping):
        named: Any = data
        return type(named)({key: default_convert(named[key]) for key in named})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        fields: Any = data
        return type(fields)(*(default_convert(value) for value in fields))
    if isinstance(data, tuple):
        values: Any = data
        return [default_convert(value) for value in values]
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        listed: Any = data
        return [default_convert(value) for value in listed]
    return data


def default_collate(batch: Any) -> Any:
    """Makes one batch of a list of samples.

    Tensors and arrays are stacked along a new first dimension, numbers become a tensor,
    strings a list; tuples, lists and dictionaries are collated entry by entry.

    Args:
        batch: samples of one structure.

    Raises:
        TypeError: for a kind of sample that has no rule.
        RuntimeError: for samples of different sizes.
    """
    from ... import as_tensor, stack, tensor
    from ..._dtype import float64

    first = batch[0]
    kind = type(first)
    if isinstance(first, Tensor):
        return stack(list(batch), 0)
    if isinstance(first, (np.ndarray, np.generic)):
        value: Any = first
        if value.dtype.kind in "SaUO":
            raise TypeError(_no_rule(value.dtype))
        if isinstance(first, np.ndarray) and first.shape:
            return stack([as_tensor(sample) for sample in batch], 0)
        return as_tensor(np.asarray(batch))
    if isinstance(first, float):
        return tensor(batch, dtype=float64)
    if isinstance(first, int):
        return tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, Mapping):
        return _collate_mapping(batch, first)
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return kind(*(default_collate(samples) for samples in _columns(batch)))
    if isinstance(first, Sequence):
        columns = [default_collate(samples) for samples in _columns(batch)]
        if isinstance(first, tuple):
            return columns  # as PyTorch: a list, whatever the samples were
        try:
            clone: Any = copy.copy(first)
            for place, column in enumerate(columns):
                clone[place] = column
            return clone
        except TypeError:
            return columns
    raise TypeError(_no_rule(kind))


def _no_rule(kind: Any) -> str:
    return (
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or "
        f"lists; found {kind}"
    )


def _columns(batch: Any) -> list[Any]:
    """The first entries of all samples, the second ones, ..."""
    size = len(batch[0])
    if any(len(sample) != size for sample in batch):
        raise RuntimeError("each element in list of batch should be of equal size")
    return list(zip(*batch, strict=True))


def _collate_mapping(batch: Any, first: Any) -> Any:
    entries = {key: default_collate([sample[key] for sample in batch]) for key in first}
    try:
        return type(first)(entries)
    except TypeError:
        return entries
