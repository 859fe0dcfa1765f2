"""Samplers: in which order the samples of a dataset are taken."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Sampler(Generic[T_co]):
    """An iterable of indices. A subclass defines `__iter__`.

    Args:
        data_source: ignored.
    """

    def __init__(self, data_source: Any = None) -> None:
        if data_source is not None:
            import warnings

            warnings.warn(
                "`data_source` argument is not used and will be removed in 2.2.0. You "
                "may still have custom implementation that utilizes it.",
                stacklevel=2,
            )

    def __iter__(self) -> Iterator[T_co]:
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """Every sample in order.

    Args:
        data_source: the dataset.
    """

    def __init__(self, data_source: Any) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """Every sample in random order, or a number of them with repetitions.

    Args:
        data_source: the dataset.
        replacement: whether a sample may come several times.
        num_samples: how many; by default as many as there are.
        generator: where the random numbers come from.
    """

    def __init__(
        self,
        data_source: Any,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Any = None,
    ) -> None:
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        if not isinstance(replacement, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                "replacement should be a boolean value, but got "
                f"replacement={replacement}"
            )
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(
                "num_samples should be a positive integer value, but got "
                f"num_samples={self.num_samples}"
            )

    @property
    def num_samples(self) -> int:
        """How many indices there will be."""
        # The size of a dataset may change between epochs.
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        from ... import randint, randperm
        from ...random import Generator

        size = len(self.data_source)
        generator = self.generator
        if generator is None:
            # One seed from the global numbers, so that an epoch always takes as many.
            generator = Generator()
            generator.manual_seed(random_seed(None))
        if self.replacement:
            for _ in range(self.num_samples // 32):
                yield from randint(
                    high=size, size=(32,), dtype=_int64(), generator=generator
                ).tolist()
            rest = (self.num_samples % 32,)
            yield from randint(
                high=size, size=rest, dtype=_int64(), generator=generator
            ).tolist()
        else:
            for _ in range(self.num_samples // size):
                yield from randperm(size, generator=generator).tolist()
            order = randperm(size, generator=generator).tolist()
            yield from order[: self.num_samples % size]

    def __len__(self) -> int:
        return self.num_samples


def _int64() -> Any:
    from ..._dtype import int64

    return int64


def random_seed(generator: Any) -> int:
    """A 63-bit seed drawn from a generator, or from the global numbers."""
    from ... import empty

    return int(empty((), dtype=_int64()).random_(generator=generator).item())


class SubsetRandomSampler(Sampler[int]):
    """Some indices in random order.

    Args:
        indices: which.
        generator: where the random numbers come from.
    """

    def __init__(self, indices: Sequence[int], generator: Any = None) -> None:
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        from ... import randperm

        for place in randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[place]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Indices drawn with given weights.

    Args:
        weights: a weight for each sample; they need not sum to 1.
        num_samples: how many to draw.
        replacement: whether a sample may come several times.
        generator: where the random numbers come from.
    """

    def __init__(
        self,
        weights: Sequence[float],
        num_samples: int,
        replacement: bool = True,
        generator: Any = None,
    ) -> None:
        from ... import as_tensor
        from ..._dtype import float64

        if (
            not isinstance(num_samples, int)  # pyright: ignore[reportUnnecessaryIsInstance]
            or isinstance(num_samples, bool)
            or num_samples <= 0
        ):
            raise ValueError(
                "num_samples should be a positive integer value, but got "
                f"num_samples={num_samples}"
            )
        if not isinstance(replacement, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(
                "replacement should be a boolean value, but got "
                f"replacement={replacement}"
            )
        self.weights = as_tensor(weights, dtype=float64)
        if self.weights.dim() != 1:
            raise ValueError(
                "weights should be a 1d sequence but given weights have shape "
                f"{tuple(self.weights.shape)}"
            )
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        from ... import multinomial

        drawn = multinomial(
            self.weights, self.num_samples, self.replacement, generator=self.generator
        )
        yield from drawn.tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """Groups the indices of another sampler into lists.

    Args:
        sampler: the other sampler.
        batch_size: how many in a list.
        drop_last: whether a shorter last list is left out.
    """

    def __init__(
        self, sampler: Iterable[Any], batch_size: int, drop_last: bool
    ) -> None:
        given: Any = batch_size
        if not isinstance(given, int) or isinstance(given, bool) or given <= 0:
            raise ValueError(
                "batch_size should be a positive integer value, but got "
                f"batch_size={batch_size}"
            )
        if not isinstance(drop_last, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(
                f"drop_last should be a boolean value, but got drop_last={drop_last}"
            )
        self.sampler: Any = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        indices = iter(self.sampler)
        while batch := list(itertools.islice(indices, self.batch_size)):
            if len(batch) < self.batch_size and self.drop_last:
                # All indices were taken: a random sampler's draws come out the same.
                return
            yield batch

    def __len__(self) -> int:
        size = len(self.sampler)
        if self.drop_last:
            return size // self.batch_size
        return (size + self.batch_size - 1) // self.batch_size
