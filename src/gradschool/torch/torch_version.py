"""Version numbers that compare as versions, not as text: "2.10" is after "2.9".

Source: PEP 440, which gives the order of its parts.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any

_VERSION = (
    r"v?(?:(?P<epoch>\d+)!)?(?P<release>\d+(?:\.\d+)*)"
    r"(?:[-_.]?(?P<stage>alpha|beta|preview|pre|rc|a|b|c)[-_.]?(?P<pre>\d*))?"
    r"(?P<post>-\d+|[-_.]?(?:post|rev|r)[-_.]?\d*)?"
    r"(?:[-_.]?(?P<dev>dev[-_.]?\d*))?"
    r"(?:\+(?P<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?"
)


def _last_number(text: str) -> int:
    digits = re.search(r"\d+$", text)
    return int(digits[0]) if digits else 0


def _key(version: str) -> tuple[Any, ...] | None:
    """What to compare instead of the text; None if it is no version."""
    found = re.fullmatch(_VERSION, version.strip().lower())
    if found is None:
        return None
    release = [int(part) for part in found["release"].split(".")]
    while release and release[-1] == 0:  # 2.0 is 2
        release.pop()
    stage, post, dev, local = (
        found["stage"],
        found["post"],
        found["dev"],
        found["local"],
    )
    if stage is not None:
        first = {"alpha": "a", "beta": "b"}.get(stage, stage)
        before: tuple[Any, ...] = (
            0,
            first if first in "ab" else "rc",
            int(found["pre"] or 0),
        )
    else:  # a bare development version comes before its alphas
        before = (-1,) if dev is not None and post is None else (1,)
    parts = re.split(r"[-_.]", local) if local else ()
    return (
        int(found["epoch"] or 0),
        tuple(release),
        before,
        -1 if post is None else _last_number(post),
        float("inf") if dev is None else _last_number(dev),
        # Letters come before numbers.
        tuple((1, int(p), "") if p.isdigit() else (0, 0, p) for p in parts),
    )


def _comparison(
    compare: Callable[[Any, Any], bool], name: str
) -> Callable[[TorchVersion, Any], Any]:
    def compared(self: TorchVersion, other: Any) -> Any:
        text = other
        if isinstance(text, tuple | list):
            text = ".".join(map(str, other))
        ours, its = _key(self), _key(text) if isinstance(text, str) else None
        if ours is None or its is None:
            return getattr(str, name)(self, other)
        return compare(ours, its)

    compared.__name__ = name
    return compared


class TorchVersion(str):
    """A version that compares with text and tuples: `version >= (2, 1)`.

    What is no version number compares as text, and `!=` does always, as in PyTorch.

    Example:
        >>> TorchVersion("2.13.0") > "2.9", TorchVersion("2.13.0") > (3,)
        (True, False)
    """

    __slots__ = ()
    __eq__ = _comparison(operator.eq, "__eq__")
    __lt__ = _comparison(operator.lt, "__lt__")
    __le__ = _comparison(operator.le, "__le__")
    __gt__ = _comparison(operator.gt, "__gt__")
    __ge__ = _comparison(operator.ge, "__ge__")

    def __hash__(self) -> int:  # noqa: D105 - equal versions, equal hashes
        return hash(_key(self))
