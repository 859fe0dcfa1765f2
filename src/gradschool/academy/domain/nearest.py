"""What a reader may have meant by an address that leads nowhere."""

from collections.abc import Iterable
from difflib import SequenceMatcher

LIMIT = 3
_SIMILAR = 0.5


def nearest(wanted: str, known: Iterable[str], limit: int = LIMIT) -> tuple[str, ...]:
    """The ids most like `wanted`, best first; none when none is much like it.

    Letters in order count, and so do whole words: `zero-grad` is near to
    `reading-and-zeroing-grad` and to `zeroing-grad`.
    """
    # Comparing takes time with the product of the lengths, and ids are short.
    wanted = wanted.lower()[:80]
    scored = [(_likeness(wanted, one), one) for one in known]
    good = [pair for pair in scored if pair[0] >= _SIMILAR]
    good.sort(key=lambda pair: (-pair[0], pair[1]))
    return tuple(one for _, one in good[:limit])


def _likeness(wanted: str, known: str) -> float:
    letters = SequenceMatcher(None, wanted, known).ratio()
    words, own = set(wanted.split("-")), set(known.split("-"))
    shared = len(words & own) / len(words) if words else 0.0
    return max(letters, 0.9 * shared)
