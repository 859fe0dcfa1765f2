"""Which language a reader gets before having chosen one."""

from collections.abc import Sequence

DEFAULT = "en"
_RIGHT_TO_LEFT = frozenset({"ar", "dv", "fa", "he", "ps", "ur", "yi"})


def negotiate(accept_language: str, available: Sequence[str]) -> str:
    """The best of `available` for an `Accept-Language` header.

    `fr-CA` accepts `fr`; a weight of 0 refuses a language; what cannot be read is
    passed over. With nothing in common the default language wins.
    """
    wishes: list[tuple[float, int, str]] = []
    refused: set[str] = set()
    # A header is a handful of languages; what comes after a hundred is an attack.
    for position, item in enumerate(accept_language.split(",")[:100]):
        tag, *parameters = (part.strip().lower() for part in item.split(";"))
        weight = _weight(parameters)
        if weight == 0:
            refused.add(tag)
        elif tag:
            wishes.append((-weight, position, tag))
    for _, _, tag in sorted(wishes):
        for candidate in (tag, tag.split("-")[0]):
            if candidate in available and candidate not in refused:
                return candidate
        if tag == "*":
            break
    return DEFAULT if DEFAULT in available else available[0]


def direction(language: str) -> str:
    """`rtl` for languages written from right to left, else `ltr`."""
    return "rtl" if language.split("-")[0] in _RIGHT_TO_LEFT else "ltr"


def _weight(parameters: Sequence[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                weight = float(value)
            except ValueError:
                return 0.0
            return weight if 0 <= weight <= 1 else 0.0
    return 1.0
