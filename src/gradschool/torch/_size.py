"""`torch.Size`: the shape of a tensor, a tuple with two words more."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, SupportsIndex, cast, overload

# Typed loosely: the stubs say that `tuple.__add__` and its kin make plain tuples.
_tuple: Any = tuple
_new: Any = cast("Any", tuple).__new__


class Size(tuple[int, ...]):
    """A tensor's sizes, one per dimension.

    Example:
        >>> import gradschool.torch as torch
        >>> torch.zeros(2, 3).shape.numel()
        6
    """

    __slots__ = ()

    def __new__(cls, sizes: Iterable[Any] = ()) -> Size:
        """Takes whole numbers only, as PyTorch's."""
        values: list[int] = []
        for index, size in enumerate(sizes):
            try:
                values.append(size.__index__())
            except (AttributeError, TypeError):
                raise TypeError(
                    "torch.Size() takes an iterable of 'int' "
                    f"(item {index} is '{type(size).__name__}')"
                ) from None
        return _new(cls, values)

    def numel(self) -> int:
        """The number of elements of a tensor of this size."""
        return math.prod(self)

    def __repr__(self) -> str:
        return f"torch.Size([{', '.join(map(str, self))}])"

    __str__ = __repr__

    @overload  # type: ignore[override]
    def __getitem__(self, index: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> Size: ...
    def __getitem__(self, index: Any, /) -> Any:
        """A size, or a `Size` for a slice."""
        found = _tuple.__getitem__(self, index)
        return _new(Size, found) if found.__class__ is tuple else found

    def __add__(self, other: Any, /) -> Size:  # type: ignore[override]
        """Both, one after the other, as a `Size`."""
        if not isinstance(other, tuple):
            raise TypeError(
                "can only concatenate tuple "
                f'(not "{type(other).__name__}") to torch.Size'
            )
        return _new(Size, _tuple.__add__(self, other))

    def __radd__(self, other: tuple[int, ...], /) -> Size:
        return _new(Size, _tuple.__add__(other, self))

    def __mul__(self, times: SupportsIndex, /) -> Size:
        return _new(Size, _tuple.__mul__(self, times))

    __rmul__ = __mul__

    def __reduce__(self) -> tuple[Any, ...]:
        return size_of, (tuple(self),)


Size.__module__ = "torch"


def size_of(shape: tuple[int, ...]) -> Size:
    """The `Size` of an array's shape, unchecked."""
    return _new(Size, shape)
