"""Switches of CUDA, which is not here."""


def is_built() -> bool:
    """Whether the engine was built with CUDA."""
    return False
