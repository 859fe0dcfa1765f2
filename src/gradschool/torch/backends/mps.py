"""Apple's Metal, which is not here."""


def is_available() -> bool:
    """Whether a Metal device can be used."""
    return False


def is_built() -> bool:
    """Whether the engine was built with Metal."""
    return False
