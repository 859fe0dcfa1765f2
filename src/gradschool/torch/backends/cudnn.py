"""Switches of cuDNN, which is not here; programs may set them all the same."""

enabled = True
deterministic = False
benchmark = False
allow_tf32 = True


def is_available() -> bool:
    """Whether cuDNN can be used."""
    return False


def version() -> None:
    """The version of cuDNN: none."""
