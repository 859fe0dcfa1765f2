"""Arithmetic to the last bit, as PyTorch's kernels do it and NumPy does not.

A fused a·b + c is rounded once instead of twice. Processors have an instruction for it,
NumPy has no operation; without it the last bit of one value in four would differ. And
logarithms and the like are the C library's, one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


def fused(a: Any, b: Any, c: Any) -> Floats:
    """a·b + c of float32 numbers, rounded once.

    The product is exact in float64, the sum is rounded there to 53 bits and then to 24;
    the two roundings differ from one only in a tie of the second kind, about once in
    2²⁹.
    """
    out = np.multiply(a, b, dtype=np.float64)
    out += c
    return out.astype(np.float32)


def fused_float64(a: Any, b: Any, c: Any) -> Doubles:
    """a·b + c in float64, rounded once.

    The product is split without error into p + e (Dekker 1971), the sum likewise
    (Knuth), and what was lost is added at the end.
    """
    p = a * b
    a_high, a_low = _halves(a)
    b_high, b_low = _halves(np.float64(b))
    e = ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low
    total = p + c
    added = total - p
    return total + (e + ((p - (total - added)) + (c - added)))


def _halves(x: Any) -> tuple[Any, Any]:
    """The number as the sum of two of 26 bits each."""
    scaled = 134217729.0 * x  # 2²⁷ + 1
    high = scaled - (scaled - x)
    return high, x - high


def precisely(function: Callable[[float], float], x: Doubles) -> Doubles:
    """A function of Python's `math` on every element.

    NumPy's own differ from the C library's, which PyTorch calls, in the last bit of a
    few values in a thousand, or a few in a hundred, depending on the processor.
    """
    values = np.fromiter(map(function, x.ravel().tolist()), np.float64, x.size)
    return values.reshape(x.shape)
