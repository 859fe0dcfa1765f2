"""`DataLoader`: batches of a dataset, in order or shuffled, in one process."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from .collate import default_collate, default_convert
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler, random_seed

T_co = TypeVar("T_co", covariant=True)


class _Forever:
    """A sampler for a stream: it only counts."""

    def __iter__(self) -> Iterator[None]:
        return itertools.repeat(None)


class DataLoader(Generic[T_co]):
    """Iterates over a dataset in batches.

    Args:
        dataset: with `__getitem__` and `__len__`, or an `IterableDataset`.
        batch_size: samples in a batch; None gives single samples.
        shuffle: whether the order is drawn anew for each epoch.
        sampler: gives the indices instead.
        batch_sampler: gives lists of indices instead.
        num_workers: accepted; loading happens in this process.
        collate_fn: makes a batch of a list of samples.
        pin_memory: accepted; it only matters for a GPU.
        drop_last: whether a shorter last batch is left out.
        timeout: accepted; there are no workers to wait for.
        worker_init_fn: accepted; there are no workers.
        multiprocessing_context: accepted; there are no workers.
        generator: where the random order comes from.
        prefetch_factor: accepted; there are no workers.
        persistent_workers: accepted; there are no workers.
        pin_memory_device: accepted; it only matters for a GPU.
        in_order: accepted; batches always come in order.
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Any = None,
        batch_sampler: Any = None,
        num_workers: int = 0,
        collate_fn: Callable[[list[Any]], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], None] | None = None,
        multiprocessing_context: Any = None,
        generator: Any = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.persistent_workers = persistent_workers
        self.in_order = in_order
        self._is_stream = isinstance(dataset, IterableDataset)
        if self._is_stream:
            _check_stream(shuffle, sampler, batch_sampler)
        shuffle = bool(shuffle)
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, "
                    "shuffle, sampler, and drop_last"
                )
            batch_size = None
            drop_last = False
        elif batch_size is None and drop_last:
            raise ValueError(
                "batch_size=None option disables auto-batching and is mutually "
                "exclusive "
                "with drop_last"
            )
        if sampler is None:
            if self._is_stream:
                sampler = _Forever()
            elif shuffle:
                sampler = RandomSampler(dataset, generator=generator)
            else:
                sampler = SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler: Any = sampler
        self.batch_sampler: Any = batch_sampler
        self.generator = generator
        if collate_fn is None:
            collate_fn = default_convert if batch_sampler is None else default_collate
        self.collate_fn: Any = collate_fn

    def __iter__(self) -> Iterator[Any]:
        # PyTorch draws a base seed for its workers, even when there are none.
        random_seed(self.generator)
        return self._stream() if self._is_stream else self._batches()

    def _batches(self) -> Iterator[Any]:
        dataset: Any = self.dataset
        if self.batch_sampler is None:
            for index in self.sampler:
                yield self.collate_fn(dataset[index])
            return
        many: Any = getattr(dataset, "__getitems__", None)
        for indices in self.batch_sampler:
            samples = many(indices) if many else [dataset[index] for index in indices]
            yield self.collate_fn(samples)

    def _stream(self) -> Iterator[Any]:
        samples: Iterator[Any] = iter(self.dataset)
        if self.batch_size is None:
            for sample in samples:
                yield self.collate_fn(sample)
            return
        while batch := list(itertools.islice(samples, self.batch_size)):
            if len(batch) < self.batch_size and self.drop_last:
                return
            yield self.collate_fn(batch)

    def __len__(self) -> int:
        if self._is_stream:
            length = len(self.dataset)
            if self.batch_size is None:
                return length
            if self.drop_last:
                return length // self.batch_size
            return math.ceil(length / self.batch_size)
        return len(self.sampler if self.batch_sampler is None else self.batch_sampler)


def _check_workers(
    num_workers: int,
    timeout: float,
    prefetch_factor: int | None,
    persistent_workers: bool,
) -> None:
    """Refuses options about workers that contradict each other."""
    if num_workers < 0:
        raise ValueError(
            "num_workers option should be non-negative; use num_workers=0 to "
            "disable multiprocessing."
        )
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError(
            "prefetch_factor option could only be specified in multiprocessing.let "
            "num_workers > 0 to enable multiprocessing, otherwise set "
            "prefetch_factor to None."
        )
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")


def _check_stream(shuffle: bool | None, sampler: Any, batch_sampler: Any) -> None:
    """Refuses an order of its own for a dataset that comes as a stream."""
    if shuffle not in (None, False):
        raise ValueError(
            "DataLoader with IterableDataset: expected unspecified shuffle "
            f"option, but got shuffle={shuffle}"
        )
    if sampler is not None:
        raise ValueError(
            "DataLoader with IterableDataset: expected unspecified sampler "
            f"option, but got sampler={sampler}"
        )
    if batch_sampler is not None:
        raise ValueError(
            "DataLoader with IterableDataset: expected unspecified "
            f"batch_sampler option, but got batch_sampler={batch_sampler}"
        )
