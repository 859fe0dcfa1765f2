"""Sequences of several lengths: padded to one length, or packed without padding."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..._errors import sizes_must_match
from ..._missing import module_getattr
from ..._tensor import Tensor
from ...creation import arange, as_tensor, empty_like, full, tensor
from ...ops.packing import pack, pad_packed


class _Parts(NamedTuple):
    data: Any
    batch_sizes: Any
    sorted_indices: Any
    unsorted_indices: Any


def _as(name: str) -> Any:
    """The method that casts `data`, as the tensor's of that name does."""

    def converted(self: Any) -> PackedSequence:
        return self._replace(data=getattr(self.data, name)())

    converted.__doc__ = f"With `data` as `Tensor.{name}()` gives it."
    return converted


class PackedSequence(_Parts):
    """Sequences without padding, step by step; a recurrent layer takes and gives it.

    Make it with `pack_sequence` or `pack_padded_sequence`.

    Attributes:
        data: the rows, all sequences' first step, then all that have a second, ...
        batch_sizes: how many sequences have each step.
        sorted_indices: the order, longest first, or None if they came so.
        unsorted_indices: the way back.
    """

    def __new__(
        cls,
        data: Tensor,
        batch_sizes: Any = None,
        sorted_indices: Tensor | None = None,
        unsorted_indices: Tensor | None = None,
    ) -> PackedSequence:
        """As given; the missing of the two orders comes from the other."""
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:
            data, batch_sizes = data  # the pair that PyTorch once had
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """With `data` in another dtype; itself if nothing changes."""
        data = self.data.to(*args, **kwargs)
        return self if data is self.data else self._replace(data=data)

    def cpu(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """Itself: there is no other device."""
        return self

    def pin_memory(self) -> PackedSequence:
        """Itself: there is no other device to pin memory for."""
        return self

    def is_pinned(self) -> bool:
        """Whether the memory is pinned: never here."""
        return False

    @property
    def is_cuda(self) -> bool:
        """Whether `data` is on a CUDA device: never here."""
        return False

    byte, char, short = _as("byte"), _as("char"), _as("short")
    int, long = _as("int"), _as("long")
    half, float, double = _as("half"), _as("float"), _as("double")


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """The permutation that undoes this one.

    Args:
        permutation: indices, or None for no change.
    """
    if permutation is None:
        return None
    output = empty_like(permutation)
    output[permutation] = arange(permutation.numel(), dtype=permutation.dtype)
    return output


def pack_padded_sequence(
    input: Tensor, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """Padded sequences without their padding.

    Args:
        input: the padded sequences.
        lengths: how many steps of each are real.
        batch_first: whether `input` is (N, T, *).
        enforce_sorted: whether the longest must come first; else they are sorted.

    Shape:
        input (T, N, *), lengths (N,) -> rows (Σ lengths, *).

    Raises:
        RuntimeError: if the lengths do not fit or are not sorted.
    """
    lengths = as_tensor(lengths).long()
    order = None
    if not enforce_sorted:
        lengths, order = lengths.sort(descending=True, stable=True)
        input = input.index_select(0 if batch_first else 1, order)
    if lengths.dim() != 1:
        raise RuntimeError(
            "'lengths' argument should be a 1D CPU int64 tensor, but got "
            f"{lengths.dim()}D cpu Long tensor"
        )
    if batch_first:
        input = input.transpose(0, 1)
    known: list[int] = lengths.tolist()
    if len(known) != input.size(1):
        raise RuntimeError(
            "Expected `len(lengths)` to be equal to batch_size, but got "
            f"{len(known)} (batch_size={input.size(1)})"
        )
    if known != sorted(known, reverse=True):
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when "
            "`enforce_sorted` is True. You can pass `enforce_sorted=False` to "
            "pack_padded_sequence and/or pack_sequence to sidestep this requirement "
            "if you do not need ONNX exportability."
        )
    if known[-1] <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in "
            "'lengths' that is <= 0"
        )
    sizes = [sum(n > t for n in known) for t in range(known[0])]
    return PackedSequence(pack(input, sizes), tensor(sizes), order, None)


def pad_packed_sequence(
    sequence: PackedSequence,
    batch_first: bool = False,
    padding_value: float = 0.0,
    total_length: Any = None,
) -> tuple[Tensor, Tensor]:
    """The padded sequences, in their first order, and their lengths.

    Args:
        sequence: packed sequences.
        batch_first: whether the result is (N, T, *).
        padding_value: what stands where a sequence is over.
        total_length: T, if it shall be more than the longest length.

    Raises:
        ValueError: if `total_length` is too short.
    """
    sizes: list[int] = sequence.batch_sizes.tolist()
    length = len(sizes)
    if total_length is not None:
        if total_length < length:
            raise ValueError(
                "Expected total_length to be at least the length of the longest "
                f"sequence in input, but got total_length={total_length} and max "
                f"sequence length being {length}"
            )
        length = total_length
    padded: Any = pad_packed(sequence.data, sizes, length, padding_value)
    lengths: Any = tensor([sum(n > i for n in sizes) for i in range(sizes[0])])
    if batch_first:
        padded = padded.transpose(0, 1)
    if sequence.unsorted_indices is not None:
        order = sequence.unsorted_indices
        return padded.index_select(0 if batch_first else 1, order), lengths[order]
    return padded, lengths


def pad_sequence(
    sequences: Any,
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Tensor:
    """Sequences of several lengths side by side, with padding.

    Args:
        sequences: tensors that differ in their first size alone.
        batch_first: whether the result is (N, T, *).
        padding_value: what stands where a sequence is over.
        padding_side: "right", after the end, or "left", before the start.

    Shape:
        N times (Tᵢ, *) -> (T, N, *) with the longest T.

    Raises:
        RuntimeError: if there is no sequence, or no list of them.
    """
    if not isinstance(sequences, Iterable):
        raise RuntimeError(
            "pad_sequence: Expected iterable for input sequences, but got arg of "
            f"type: {type(sequences)}"
        )
    parts: list[Any] = list(sequences)  # pyright: ignore[reportUnknownArgumentType] - tensors
    if not parts:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(
            f"Expected padding_side to be one of left or right, but got {padding_side}."
        )
    longest = max(part.size(0) for part in parts)
    rest = parts[0].shape[1:]
    first = (len(parts), longest) if batch_first else (longest, len(parts))
    padded: Any = full((*first, *rest), padding_value, dtype=parts[0].dtype)
    for row, part in enumerate(parts):
        n = part.size(0)
        if part.shape[1:] != rest:
            raise sizes_must_match((n, *rest), part.shape)
        start = 0 if padding_side == "right" else longest - n
        steps = slice(start, start + n)
        padded[(row, steps) if batch_first else (steps, row)] = part
    return padded


def unpad_sequence(
    padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False
) -> list[Tensor]:
    """The sequences by themselves again.

    Args:
        padded_sequences: what `pad_sequence` made.
        lengths: how many steps of each are real.
        batch_first: whether they are (N, T, *).
    """
    padded: Any = padded_sequences
    if not batch_first:
        padded = padded.transpose(0, 1)
    known: list[int] = lengths.tolist()
    return [row[:n] for row, n in zip(padded, known, strict=True)]


def pack_sequence(sequences: Any, enforce_sorted: bool = True) -> PackedSequence:
    """Sequences of several lengths as one `PackedSequence`.

    Args:
        sequences: tensors that differ in their first size alone.
        enforce_sorted: whether the longest must come first; else they are sorted.
    """
    lengths = as_tensor([part.size(0) for part in sequences])
    return pack_padded_sequence(
        pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted
    )


def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]:
    """The sequences by themselves, in their first order.

    Args:
        packed_sequences: packed sequences.
    """
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)


__getattr__ = module_getattr(__name__)
