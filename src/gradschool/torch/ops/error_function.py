"""The error function and its kin: erf, erfc, erfinv, erfcx, ndtr, ndtri, log_ndtr.

NumPy has none of them. The values come from series that we fitted ourselves
(`tools/fit_error_function.py` prints them): with t = 2/(2+x), which maps [0, ∞) onto
(0, 1],

    eˣ² · erfc(x) = t · e^{f(t)}

f is smooth and nearly straight on all of (0, 1], so some 28 Chebyshev terms reach the
last bit of a float64. float32 takes one quotient of two short polynomials instead: it
is the hot case (`gelu`), and 4·10⁻⁷ is what float32 can show.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.elementwise import unary
from ..autograd.node import Node

if TYPE_CHECKING:
    from .._typing import Array, Gradients

TWO_OVER_ROOT_PI = 2 / math.sqrt(math.pi)
ROOT_HALF = math.sqrt(0.5)
ROOT_TWO_PI = math.sqrt(2 * math.pi)

# erf(x)/x as a Chebyshev series in x² on [0, 1].
_NEAR_ZERO = (
    0.975476939382654096, -0.142261205103713642, 0.0100355821875997956,
    -5.76876469976748477e-4, 2.7419931252196061e-5, -1.10431755073445076e-6,
    3.84887554203450369e-8, -1.1808582533875467e-9, 3.23342158260509096e-11,
    -7.99101594700454876e-13, 1.79907251139614556e-14, -3.71863548781869264e-16,
    7.10359900371424016e-18,
)  # fmt: skip

# f(t) = log(eˣ² erfc(x) / t) as a Chebyshev series in t = 2/(2+x) on [0, 1].
_TAIL = (
    -0.651326859890854717, 0.64196979235649026, 0.0194764732041858363,
    -0.00956151478680863164, -9.46595344482036866e-4, 3.66839497852761452e-4,
    4.25233248069077716e-5, -2.02785781125342432e-5, -1.62429000464702551e-6,
    1.3036558355805232e-6, 1.56264417220661432e-8, -8.52380959149265425e-8,
    6.5290544390988515e-9, 5.05934349555146894e-9, -9.91364156493033087e-10,
    -2.27365122293183586e-10, 9.6467911020155268e-11, 2.39403808303911475e-12,
    -6.88602752649755331e-12, 8.94487927309072247e-13, 3.13092139934296242e-13,
    -1.12708223613671147e-13, 3.81090525509781272e-16, 7.10609761363024643e-15,
    -1.52302820144840171e-15, -9.45749459466481221e-17, 1.21023719704042821e-16,
    -2.81666314650695496e-17,
)  # fmt: skip

# erf(x) = x·P(x²)/Q(x²) for |x| <= 4, to 4e-7 in float32 arithmetic.
_P = (1.1283791392946076, 0.1935457135583891, 0.05310183652224965,
      0.0038833741295162716, 0.00028456697215214615, 1.986782001465922e-06)  # fmt: skip
_Q = (1.0, 0.5048579779690727, 0.1153502738517152, 0.015207309814438677,
      0.0011855792606554815, 3.742022840293084e-05)  # fmt: skip


def erf_values(x: Array) -> Array:
    """erf of an array, in the array's dtype."""
    if x.dtype != np.float64:
        return _erf_quotient(np.asarray(x, np.float32)).astype(x.dtype)
    small = np.abs(x) < 1
    inside = np.where(small, x, 0.0)
    near = inside * _chebyshev(_NEAR_ZERO, 2 * inside * inside - 1)
    far = np.copysign(1 - erfc_positive(np.where(small, 1.0, np.abs(x))), x)
    return np.where(small, near, far)


def erfc_values(x: Array) -> Array:
    """1 − erf, without the cancellation for large x."""
    wide = np.asarray(x, np.float64)
    tail = erfc_positive(np.abs(wide))
    y = np.where(wide > 0.5, tail, 1 - erf_values(wide))
    return np.where(wide < -1, 2 - tail, y).astype(x.dtype)


def erfc_positive(x: Array) -> Array:
    """Erfc for float64 x >= 0."""
    return np.exp(-x * x) * erfcx_positive(x)


def erfcx_positive(x: Array) -> Array:
    """eˣ² · erfc(x) for float64 x >= 0."""
    t = 2 / (2 + x)
    return t * np.exp(_chebyshev(_TAIL, 2 * t - 1))


def erfcx_values(x: Array) -> Array:
    """eˣ² · erfc(x), which falls as 1/x and never underflows."""
    wide = np.asarray(x, np.float64)
    tail = erfcx_positive(np.abs(wide))
    return np.where(wide >= 0, tail, 2 * np.exp(wide * wide) - tail).astype(x.dtype)


def erfinv_values(x: Array) -> Array:
    """The z with erf(z) = x; ±inf at ±1, NaN outside [-1, 1].

    A start by Winitzki's formula (relative error 2·10⁻³), then Halley's iteration,
    which triples the number of right digits: three rounds are enough.
    """
    wide = np.asarray(x, np.float64)
    size = np.abs(wide)
    safe = np.where(size < 1, size, 0.5)
    log = np.log1p(-safe * safe)
    a = 0.147
    half = 2 / (math.pi * a) + log / 2
    z = np.sqrt(np.maximum(np.sqrt(half * half - log / a) - half, 0.0))
    for _ in range(3):
        # The residual erf(z) − x, formed from the complements where both are near 1.
        miss = np.where(safe > 0.5, (1 - safe) - erfc_positive(z), erf_values(z) - safe)
        step = miss / (TWO_OVER_ROOT_PI * np.exp(-z * z))
        z = z - step / (1 + z * step)
    z = np.where(size < 1, z, np.where(size == 1, np.inf, np.nan))
    return np.copysign(z, wide).astype(x.dtype)


def ndtr_values(x: Array) -> Array:
    """The normal distribution function Φ(x)."""
    return (0.5 * erfc_values(np.asarray(x, np.float64) * -ROOT_HALF)).astype(x.dtype)


def log_ndtr_values(x: Array) -> Array:
    """Log Φ(x), exact far into the left tail."""
    wide = np.asarray(x, np.float64)
    scaled = np.minimum(wide, 0) * -ROOT_HALF
    left = np.log(0.5 * erfcx_positive(scaled)) - scaled * scaled
    right = np.log1p(-0.5 * erfc_values(wide * ROOT_HALF))
    return np.where(wide < -1, left, right).astype(x.dtype)


def ndtri_values(x: Array) -> Array:
    """The z with Φ(z) = x."""
    wide = np.asarray(x, np.float64)
    # Near 0 the argument 2x − 1 loses digits, so those start from the tail itself.
    z = math.sqrt(2) * erfinv_values(2 * wide - 1)
    low = (wide > 0) & (wide < 0.01)
    tail = np.where(low, wide, 0.01)
    guess = -np.sqrt(-2 * np.log(tail))
    for _ in range(8):
        # Newton on log Φ, which is nearly a parabola there.
        log_value = log_ndtr_values(guess)
        slope = np.exp(-0.5 * guess * guess - log_value) / ROOT_TWO_PI
        guess = guess - (log_value - np.log(tail)) / slope
    return np.where(low, guess, z).astype(x.dtype)


class Erf(Node):
    """y = 2/√π ∫₀ˣ e^{−t²} dt,   ∂x = ∂y·2/√π·e^{−x²}"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * xp.exp(-(x * x)) * TWO_OVER_ROOT_PI


erf = unary(Erf, erf_values)


class Erfc(Node):
    """y = 1 − erf(x),   ∂x = −∂y·2/√π·e^{−x²}"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * xp.exp(-(x * x)) * -TWO_OVER_ROOT_PI


erfc = unary(Erfc, erfc_values)


class Erfinv(Node):
    """erf(y) = x,   ∂x = ∂y·√π/2·e^{y²}"""

    __slots__ = ()
    saves = "y"

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        return grad * xp.exp(y * y) * (1 / TWO_OVER_ROOT_PI)


erfinv = unary(Erfinv, erfinv_values)


class SpecialErfcx(Node):
    """y = eˣ²·erfc(x),   ∂x = ∂y·(2x·y − 2/√π)"""

    __slots__ = ()
    saves = "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        return (x * y * 2 - TWO_OVER_ROOT_PI) * grad


erfcx = unary(SpecialErfcx, erfcx_values)


class SpecialNdtr(Node):
    """y = Φ(x),   ∂x = ∂y·e^{−x²/2}/√2π"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * xp.exp(x * x * -0.5) * (1 / ROOT_TWO_PI)


ndtr = unary(SpecialNdtr, ndtr_values)


class SpecialNdtri(Node):
    """Φ(y) = x,   ∂x = ∂y·√2π·e^{y²/2}"""

    __slots__ = ()
    saves = "y"

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        return grad * xp.exp(y * y * 0.5) * ROOT_TWO_PI


ndtri = unary(SpecialNdtri, ndtri_values)


class SpecialLogNdtr(Node):
    """y = log Φ(x),   ∂x = ∂y·φ(x)/Φ(x) = ∂y·√(2/π)/erfcx(−x/√2)

    The quotient of the two densities would be 0/0 far to the left; in erfcx the common
    factor e^{−x²/2} is gone.
    """

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * math.sqrt(2 / math.pi) / xp.erfcx(x * -ROOT_HALF)


log_ndtr = unary(SpecialLogNdtr, log_ndtr_values)


def _chebyshev(coefficients: tuple[float, ...], u: Array) -> Array:
    """Σ cₖ·Tₖ(u) by Clenshaw's recurrence."""
    twice = 2 * u
    b1 = np.zeros_like(u)
    b2 = b1
    for c in coefficients[:0:-1]:
        b1, b2 = c + twice * b1 - b2, b1
    return coefficients[0] + u * b1 - b2


def _erf_quotient(x: Array) -> Array:
    # At 3.95 the quotient rounds to 1 exactly, so all beyond is 1 and Φ(−10) is 0.
    x = np.clip(x, np.float32(-3.95), np.float32(3.95))
    square = x * x
    p = np.full_like(square, _P[-1])
    q = np.full_like(square, _Q[-1])
    for a, b in zip(_P[-2::-1], _Q[-2::-1], strict=True):
        p = p * square + a
        q = q * square + b
    return x * p / q
