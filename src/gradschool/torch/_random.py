"""Random numbers on arrays: the generator PyTorch uses on the CPU, and what it draws.

Everything starts from one stream of 32-bit words, the Mersenne Twister (MT19937). A
distribution is a *recipe*: how many words it takes per value and what it makes of
them. The same seed gives the same bits as PyTorch only if every recipe takes exactly
as many words as PyTorch's, so the counts stand first in each docstring:

    word        32 bits of the stream
    long word   two words, the first one the high half
    unit24      word & (2²⁴ − 1), times 2⁻²⁴: a uniform float32 in [0, 1)
    unit53      long word & (2⁵³ − 1), times 2⁻⁵³: a uniform float64 in [0, 1)

Values fill an array in memory order. Tensors, their dtypes and their errors are in
`ops/sampling.py`; seeding and saving the state in `random.py`.

Source: M. Matsumoto and T. Nishimura (1998), "Mersenne Twister"; the recipes were found
    by comparing outputs with PyTorch 2.13 on a processor with AVX2.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._box_muller import BLOCK, normal_blocks
from ._exact import Doubles, fused, fused_float64, precisely

Words: TypeAlias = NDArray[np.uint32]
Values: TypeAlias = NDArray[Any]

F16, F32, F64 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.float64)

# Below this many values a range needs one word, from here on two. The remainder of a
# 32-bit word would favour the small values of a large range too visibly.
WIDE_RANGE = 2**28
LARGEST_EXPONENT = 709.0

# The layout in which PyTorch saves a generator; the gaps are padding.
STATE = np.dtype(
    {
        "names": ["seed", "left", "seeded", "next", "key", "spare", "has_spare"],
        "formats": ["<u8", "<i4", "<i4", "<u8", ("<u8", 624), "<f8", "<i4"],
        "offsets": [0, 8, 12, 16, 24, 5024, 5040],
        "itemsize": 5056,
    }
)
KEY_WORDS = 624
UNSEEDED = 67280421310721
"""The seed of a generator that nobody has seeded."""


class Twister:
    """A Mersenne Twister with PyTorch's memory: its 64-bit seed and a spare normal.

    The stream itself is NumPy's; only the low 32 bits of the seed reach it.
    `numpy.random` is imported when the first word is drawn: it costs an import of
    `gradschool.torch` a fifth of its time, and many programs never need it.
    """

    __slots__ = ("_bits", "_fresh", "seed_value", "spare")

    def __init__(self, seed: int = UNSEEDED) -> None:
        self._bits: Any = None
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start the stream of a seed in [0, 2⁶⁴) and forget the spare normal."""
        self.seed_value = seed
        self.spare: float | None = None
        self._fresh = True
        if self._bits is not None:
            np.random.RandomState(self._bits).seed(seed & 0xFFFFFFFF)

    def reseed_from_system(self) -> int:
        """Start from a seed that the operating system chooses, and return it."""
        self.reseed(int.from_bytes(os.urandom(8), "little"))
        return self.seed_value

    def _stream(self) -> Any:
        if self._bits is None:
            self._bits = np.random.MT19937(0)
            np.random.RandomState(self._bits).seed(self.seed_value & 0xFFFFFFFF)
        return self._bits

    def words(self, count: int) -> Words:
        """The next `count` words."""
        if count:
            self._fresh = False
        return self._stream().random_raw(count).astype(np.uint32)

    def long_words(self, count: int) -> NDArray[np.uint64]:
        """The next `count` long words (two words each)."""
        if count:
            self._fresh = False
        words = self._stream().random_raw(2 * count)
        return (words[0::2] << np.uint64(32)) | words[1::2]

    def unit24(self, count: int) -> NDArray[np.float32]:
        """Uniform float32 numbers in [0, 1), one word each."""
        words = self.words(count) & np.uint32(0xFFFFFF)
        return words.astype(np.float32) * np.float32(2**-24)

    def unit53(self, count: int) -> Doubles:
        """Uniform float64 numbers in [0, 1), one long word each."""
        words = self.long_words(count) & np.uint64(2**53 - 1)
        return words.astype(np.float64) * 2.0**-53

    # Saving and restoring

    def state_bytes(self) -> NDArray[np.uint8]:
        """The state in PyTorch's layout (5056 bytes)."""
        state = np.zeros((), STATE)
        stream = self._stream().state["state"]
        position = int(stream["pos"])
        state["seed"], state["seeded"], state["key"] = self.seed_value, 1, stream["key"]
        # NumPy says "all 624 words used" both after seeding and after the 624th draw;
        # PyTorch tells the two apart in `next`.
        state["next"] = 0 if self._fresh else position
        state["left"] = KEY_WORDS + 1 - position
        if self.spare is not None:
            state["spare"], state["has_spare"] = self.spare, 1
        return np.frombuffer(state.tobytes(), np.uint8).copy()

    def restore(self, saved: NDArray[np.uint8]) -> None:
        """Continue from a state that `state_bytes`, or PyTorch, has made.

        Raises:
            RuntimeError: the bytes have another size, or no stream can look like that.
        """
        if saved.size != STATE.itemsize:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {STATE.itemsize} but found "
                f"the input RNG state size to be {saved.size}"
            )
        state = np.frombuffer(saved.tobytes(), STATE)[0]
        left, following = int(state["left"]), int(state["next"])
        if not (state["seeded"] and 0 < left <= KEY_WORDS and following <= KEY_WORDS):
            raise RuntimeError("Invalid mt19937 state")
        self._stream().state = {
            "bit_generator": "MT19937",
            "state": {
                "key": state["key"].astype(np.uint32),
                "pos": KEY_WORDS if left == 1 else following,
            },
        }
        self._fresh = following == 0
        self.seed_value = int(state["seed"])
        self.spare = float(state["spare"]) if state["has_spare"] else None


# Continuous distributions


def uniform(gen: Twister, count: int, low: float, high: float, dtype: Any) -> Values:
    """x·(high − low) + low, rounded once; x is a `unit24` (float64: a `unit53`)."""
    if dtype == F64:
        x = gen.unit53(count)
        return x if low == 0 and high == 1 else fused_float64(x, high - low, low)
    x = gen.unit24(count)
    if low != 0 or high != 1:
        least = np.float32(low)
        x = fused(x, np.float32(high) - least, least)
    return x.astype(dtype, copy=False)


def normal(gen: Twister, count: int, mean: float, std: float, dtype: Any) -> Values:
    """z·std + mean with z from blocks of 16 (see `_box_muller`).

    Takes a `unit24` per value (float64: a `unit53`). If `count` is no multiple of 16,
    the last 16 places are made once more, from 16 fresh uniforms:

        count = 20:   [ block of 16 ........ ] . . . .
                              [ fresh block of 16 .... ]

    In float16 the places marked `.` take nothing the first time.
    Fewer than 16 values go the other way: `normal_pairs`.
    """
    if count < BLOCK:
        return normal_pairs(gen, count, mean, std).astype(dtype)
    draw: Callable[[int], Values] = gen.unit53 if dtype == F64 else gen.unit24
    whole = count - count % BLOCK
    z = draw(whole if dtype == F16 else count)
    normal_blocks(z[:whole])
    if z.size < count:
        z = np.resize(z, count)
    if whole != count:
        z[-BLOCK:] = normal_blocks(draw(BLOCK))
    if mean != 0 or std != 1:
        if dtype == F64:
            z = fused_float64(z, std, mean)
        else:
            z = fused(z, np.float32(std), np.float32(mean))
    return z.astype(dtype, copy=False)


def normal_pairs(gen: Twister, count: int, mean: float, std: float) -> Doubles:
    """z·std + mean in float64, z in pairs of Box-Muller: two `unit53` per pair.

    If the second half of the last pair is not wanted it stays in the generator, and is
    the first value of the next request of this kind.
    """
    kept = [] if gen.spare is None or not count else [gen.spare]
    pairs = (count - len(kept) + 1) // 2
    u = gen.unit53(2 * pairs)
    radius = np.sqrt(-2.0 * precisely(math.log1p, -u[1::2]))
    angle = 2.0 * math.pi * u[0::2]
    z = np.empty(len(kept) + 2 * pairs)
    z[: len(kept)] = kept
    z[len(kept) :: 2] = radius * precisely(math.cos, angle)
    z[len(kept) + 1 :: 2] = radius * precisely(math.sin, angle)
    if count:
        gen.spare = float(z[-1]) if z.size > count else None
    return z[:count] * std + mean


def log_normal(gen: Twister, count: int, mean: float, std: float) -> Doubles:
    """exp(z·std + mean), z from `normal_pairs` however many there are."""
    x = normal_pairs(gen, count, mean, std)
    if (x > LARGEST_EXPONENT).any():
        return np.exp(x)  # answers inf where `math.exp` raises
    return precisely(math.exp, x)


def exponential(gen: Twister, count: int, rate: float, dtype: Any) -> Values:
    """−ln(1 − u)/rate with one `unit53` each."""
    u = gen.unit53(count)
    # A float32 result hides the last bit of the logarithm, a float64 one does not.
    log = precisely(math.log1p, -u) if dtype == F64 else np.log1p(-u)
    return ((-1.0 / rate) * log).astype(dtype)


def cauchy(gen: Twister, count: int, median: float, sigma: float) -> Doubles:
    """Cauchy: median + sigma·tan(π(u − ½)) with one `unit53` each."""
    return median + sigma * precisely(math.tan, math.pi * (gen.unit53(count) - 0.5))


# Discrete distributions


def integers(gen: Twister, count: int, low: int, high: int) -> NDArray[np.int64]:
    """Uniform integers: low + (w mod (high − low)); w is a word, or two if wide."""
    span = high - low
    words = gen.words(count) if span < WIDE_RANGE else gen.long_words(count)
    rest = words.astype(np.uint64) % np.uint64(span)
    return rest.astype(np.int64) + np.int64(low)


def permutation(gen: Twister, count: int) -> NDArray[np.int64]:
    """0 ... count − 1, shuffled as by Fisher and Yates: count − 1 words.

    Place i is exchanged with place i + (w mod (count − i)). The exchanges depend on one
    another, so they run over a list: that is faster than over an array.
    """
    order = list(range(count))
    if count > 1:
        choices = gen.words(count - 1) % np.arange(count, 1, -1, dtype=np.uint32)
        for i, k in enumerate(choices.tolist()):
            order[i], order[i + k] = order[i + k], order[i]
    return np.array(order, np.int64)


def bernoulli(gen: Twister, count: int, p: float) -> NDArray[np.bool_]:
    """`unit53` < p: also the mask of dropout, with p the chance to be kept."""
    return gen.unit53(count) < p


def bernoulli_each(gen: Twister, p: Values) -> NDArray[np.bool_]:
    """`unit24` < p for each p (float64: `unit53` < p); shape of p."""
    draw: Callable[[int], Values] = gen.unit53 if p.dtype == F64 else gen.unit24
    return draw(p.size).reshape(p.shape) < p


def geometric(gen: Twister, count: int, p: float) -> Doubles:
    """Trials up to the first success: ⌈ln u / ln(1 − p)⌉ with one `unit53` each."""
    return np.ceil(np.log(gen.unit53(count)) / math.log(1.0 - p))


def categories(
    gen: Twister, p: Values, count: int, replacement: bool
) -> NDArray[np.int64]:
    """Indices drawn with the weights of each row.

    Without replacement, or for one draw: the `count` largest of weight/exponential(1),
    one draw per *category* (Efraimidis and Spirakis 2006). With replacement: one
    `unit53` per draw, looked up in the running sum of the weights.

    Shape:
        p (N, K) -> (N, count)
    """
    if not replacement or count == 1:
        race = p / exponential(gen, p.size, 1.0, p.dtype).reshape(p.shape)
        if count == 1:
            return race.argmax(1)[:, None]
        order = np.argsort(-race, axis=1, kind="stable")[:, :count]
        return np.ascontiguousarray(order)
    u = gen.unit53(len(p) * count).reshape(len(p), count)
    chosen = np.empty(u.shape, np.int64)
    for row, (weights, draws) in enumerate(zip(p, u, strict=True)):
        total = np.add.accumulate(weights)
        chosen[row] = np.searchsorted((total / total[-1]).astype(F64), draws)
    return chosen
