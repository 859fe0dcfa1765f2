"""Datasets: what has a length and an element at each index."""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from ..._tensor import Tensor

T_co = TypeVar("T_co", covariant=True)


class Dataset(Generic[T_co]):
    """A sequence of samples. A subclass defines `__getitem__` and `__len__`."""

    def __getitem__(self, index: Any) -> T_co:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other: Dataset[T_co]) -> ConcatDataset[T_co]:
        return ConcatDataset([self, other])


class IterableDataset(Dataset[T_co]):
    """A stream of samples. A subclass defines `__iter__`."""

    def __add__(self, other: Dataset[T_co]) -> Any:
        return ChainDataset([self, other])

    def __iter__(self) -> Iterator[T_co]:
        raise NotImplementedError(
            "Subclasses of IterableDataset should implement __iter__."
        )


class TensorDataset(Dataset[tuple[Tensor, ...]]):
    """Samples cut from tensors along their first dimension.

    Args:
        *tensors: of equal size there.
    """

    def __init__(self, *tensors: Tensor) -> None:
        if any(tensors[0].size(0) != tensor.size(0) for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].size(0)


class StackDataset(Dataset[Any]):
    """Several datasets side by side: a sample is a tuple, or a dict, of theirs.

    Args:
        *args: the datasets, for tuples.
        **kwargs: the datasets by name, for dicts.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args and kwargs:
            raise ValueError(
                "Supported either ``tuple``- (via ``args``) or ``dict``- (via "
                "``kwargs``) like input/output, but both types are given."
            )
        if not args and not kwargs:
            raise ValueError("At least one dataset should be passed")
        self.datasets: Any = args or kwargs
        parts: Any = list(args) or list(kwargs.values())
        self._length = len(parts[0])
        if any(len(part) != self._length for part in parts):
            raise ValueError("Size mismatch between datasets")

    def __getitem__(self, index: Any) -> Any:
        if isinstance(self.datasets, dict):
            named: dict[str, Any] = self.datasets
            return {name: dataset[index] for name, dataset in named.items()}
        return tuple(dataset[index] for dataset in self.datasets)

    def __len__(self) -> int:
        return self._length


class ConcatDataset(Dataset[T_co]):
    """Several datasets, one after another.

    Args:
        datasets: at least one, none of them a stream.
    """

    def __init__(self, datasets: Iterable[Dataset[Any]]) -> None:
        self.datasets: list[Any] = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = self.cumsum(self.datasets)

    @staticmethod
    def cumsum(sequence: Iterable[Any]) -> list[int]:
        """Where each dataset ends."""
        ends: list[int] = []
        for dataset in sequence:
            ends.append(len(dataset) + (ends[-1] if ends else 0))
        return ends

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, index: int) -> Any:
        if index < 0:
            if -index > len(self):
                raise ValueError(
                    "absolute value of index should not exceed dataset length"
                )
            index += len(self)
        part = bisect.bisect_right(self.cumulative_sizes, index)
        start = self.cumulative_sizes[part - 1] if part else 0
        return self.datasets[part][index - start]


class ChainDataset(IterableDataset[Any]):
    """Several streams, one after another.

    Args:
        datasets: the streams.
    """

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = datasets

    def __iter__(self) -> Iterator[Any]:
        for dataset in self.datasets:
            if not isinstance(dataset, IterableDataset):
                raise AssertionError("ChainDataset only supports IterableDataset")
            yield from dataset

    def __len__(self) -> int:
        return sum(len(dataset) for dataset in self.datasets)


class Subset(Dataset[T_co]):
    """The samples of a dataset at some indices.

    Args:
        dataset: the whole.
        indices: which samples, in order.
    """

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, list):
            listed: list[int] = index
            return self.dataset[[self.indices[i] for i in listed]]
        return self.dataset[self.indices[index]]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(
    dataset: Any, lengths: Sequence[int | float], generator: Any = None
) -> list[Subset[Any]]:
    """Cuts a dataset at random into parts without common samples.

    Args:
        dataset: the whole.
        lengths: the sizes of the parts, or their shares, which sum to 1.
        generator: where the random order comes from.

    Returns:
        A `Subset` for each length.

    Raises:
        ValueError: if the lengths do not fit the dataset.
    """
    from ... import randperm

    total = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        sizes: list[int] = []
        for index, share in enumerate(lengths):
            if share < 0 or share > 1:
                raise ValueError(f"Fraction at index {index} is not between 0 and 1")
            sizes.append(math.floor(total * share))
        # What rounding left over goes to the parts in turn.
        for index in range(total - sum(sizes)):
            sizes[index % len(sizes)] += 1
        for index, size in enumerate(sizes):
            if size == 0:
                import warnings

                warnings.warn(
                    f"Length of split at index {index} is 0. This might result in an "
                    "empty dataset.",
                    stacklevel=2,
                )
    else:
        sizes = [int(length) for length in lengths]
    if sum(sizes) != total:
        raise ValueError(
            "Sum of input lengths does not equal the length of the input dataset!"
        )
    order: list[int] = randperm(total, generator=generator).tolist()
    parts: list[Subset[Any]] = []
    start = 0
    for size in sizes:
        parts.append(Subset(dataset, order[start : start + size]))
        start += size
    return parts
