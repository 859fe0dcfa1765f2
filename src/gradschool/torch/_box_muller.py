"""Box-Muller: 16 uniform numbers become 16 normal ones, with PyTorch's bits.

For two independent uniform numbers u₁, u₂ in (0, 1], the pair

    r·cos t,  r·sin t      with   r = √(−2 ln u₁),   t = 2π·u₂

is a pair of independent standard normal numbers (Box and Muller 1958). PyTorch takes
eight radii from the first half of a block and eight angles from the second half:

    u:    0 1 2 ... 7 | 8 9 ... 15
          └ radii ──┘   └ angles ┘
    z:    r·cos t     | r·sin t

In float32 the last bit depends on how ln, sin and cos are computed. PyTorch uses the
single-precision polynomials of the Cephes library, each step a *fused* multiply-add
(one rounding instead of two). NumPy has no fused operation, but a product of two
float32 numbers is exact in float64, so `fused` rounds once as well.

Source: G. E. P. Box and M. E. Muller (1958), "A note on the generation of random normal
    deviates"; S. L. Moshier, Cephes Mathematical Library, logf.c and sinf.c.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._exact import Doubles, Floats, fused, precisely

BLOCK = 16
HALF = BLOCK // 2

# ln(1 + y) = y − y²/2 + y³·P(y) for y in [√½ − 1, √2 − 1]; coefficients of P, highest
# first.
LOG_POLYNOMIAL = (
    7.0376836292e-2,
    -1.1514610310e-1,
    1.1676998740e-1,
    -1.2420140846e-1,
    1.4249322787e-1,
    -1.6668057665e-1,
    2.0000714765e-1,
    -2.4999993993e-1,
    3.3333331174e-1,
)
# ln 2 in two parts: the large one is exact in float32, so that e·ln 2 loses nothing.
LN2_LARGE, LN2_SMALL = np.float32(0.693359375), np.float32(-2.12194440e-4)
# −π/4 in three parts, for the same reason.
QUARTER_TURN = (-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)
COS_POLYNOMIAL = (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
SIN_POLYNOMIAL = (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)

# 64 K values at a time: the temporaries of the polynomials then stay in the cache.
CHUNK = 4096 * BLOCK


def normal_blocks(uniforms: NDArray[Any]) -> NDArray[Any]:
    """Standard normal numbers from uniform ones in [0, 1).

    Args:
        uniforms: float32 or float64; overwritten.

    Shape:
        uniforms (16·k) -> normals (16·k), the same memory
    """
    box = box_float32 if uniforms.dtype == np.float32 else box_float64
    for start in range(0, uniforms.size, CHUNK):
        box(uniforms[start : start + CHUNK].reshape(-1, BLOCK))
    return uniforms


def box_float64(block: Doubles) -> None:
    """Box-Muller in place, float64: the C library's functions."""
    radius = np.sqrt(-2.0 * precisely(math.log, 1.0 - block[:, :HALF]))
    angle = 2.0 * math.pi * block[:, HALF:]
    block[:, :HALF] = radius * precisely(math.cos, angle)
    block[:, HALF:] = radius * precisely(math.sin, angle)


def box_float32(block: Floats) -> None:
    """Box-Muller in place, float32: the polynomials, to the last bit."""
    radius = np.sqrt(np.float32(-2) * log_float32(np.float32(1) - block[:, :HALF]))
    sin, cos = sin_cos_float32(np.float32(2 * math.pi) * block[:, HALF:])
    np.multiply(radius, cos, block[:, :HALF])
    np.multiply(radius, sin, block[:, HALF:])


def log_float32(x: Floats) -> Floats:
    """The natural logarithm of x in (0, 1], as Cephes' `logf` with fused steps."""
    mantissa, exponent = np.frexp(x)  # x = mantissa·2^exponent, mantissa in [½, 1)
    small = mantissa < np.float32(math.sqrt(0.5))
    e = (exponent - small).astype(np.float32)
    y = mantissa - np.float32(1)
    y += np.where(small, mantissa, np.float32(0))  # 2·mantissa − 1 for the small ones
    square = y * y
    wide = y.astype(np.float64)
    p = np.full_like(y, LOG_POLYNOMIAL[0])
    for coefficient in LOG_POLYNOMIAL[1:]:
        p = fused(p, wide, np.float32(coefficient))
    p = fused(p * y, square, e * LN2_SMALL)
    p -= square * np.float32(0.5)
    return fused(e, LN2_LARGE, y + p)


def sin_cos_float32(t: Floats) -> tuple[Floats, Floats]:
    """Both sin t and cos t, t >= 0, as Cephes' `sinf` and `cosf` with fused steps."""
    # The octant, made even: t = octant·π/4 + x with |x| <= π/4.
    octant = (t * np.float32(4 / math.pi)).astype(np.int32)
    octant += 1
    octant &= ~1
    turns = octant.astype(np.float64)
    x = t
    for part in QUARTER_TURN:
        x = fused(turns, np.float32(part), x)
    square = x * x
    wide = square.astype(np.float64)

    a, b, c = (np.float32(v) for v in COS_POLYNOMIAL)
    cos = fused(fused(wide, a, b), wide, c)
    cos = fused(cos * square, wide, square * np.float32(-0.5))
    cos += np.float32(1)

    a, b, c = (np.float32(v) for v in SIN_POLYNOMIAL)
    sin = fused(fused(wide, a, b), wide, c)
    sin = fused(sin * square, x, x)

    # Octants 2 and 6 exchange the two; the lower half plane negates sin, the left cos.
    exchanged = (octant & 2) != 0
    sine = np.where(exchanged, cos, sin)
    cosine = np.where(exchanged, sin, cos)
    np.negative(sine, sine, where=(octant & 4) != 0)
    np.negative(cosine, cosine, where=((octant - 2) & 4) == 0)
    return sine, cosine
