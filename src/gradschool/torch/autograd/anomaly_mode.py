"""Anomaly mode: remembers where each op was called, and stops at the first NaN."""

from __future__ import annotations

import warnings

from . import recording
from .recording import watch


def _set(on: bool, check_nan: bool) -> None:
    watch(bool(on) - bool(recording.anomaly))
    recording.anomaly = on
    recording.anomaly_checks_nan = check_nan


class detect_anomaly:  # noqa: N801 - PyTorch's name
    """Within it, an error in backward shows the forward call that caused it.

    Every op records its stack, which makes training many times slower: for debugging.

    Args:
        check_nan: raise when a gradient becomes NaN.
    """

    def __init__(self, check_nan: bool = True) -> None:
        self.prev = recording.anomaly
        self.check_nan = check_nan
        self.prev_check_nan = recording.anomaly_checks_nan
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime "
            "and should only be enabled for debugging.",
            stacklevel=2,
        )

    def __enter__(self) -> None:
        _set(True, self.check_nan)

    def __exit__(self, *exc_info: object) -> None:
        _set(self.prev, self.prev_check_nan)


class set_detect_anomaly:  # noqa: N801 - PyTorch's name
    """Switches anomaly mode, as a function or as a context manager."""

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self.prev = recording.anomaly
        self.prev_check_nan = recording.anomaly_checks_nan
        _set(mode, check_nan)

    def __enter__(self) -> None:
        """The mode was switched by the constructor, as in PyTorch."""

    def __exit__(self, *exc_info: object) -> None:
        _set(self.prev, self.prev_check_nan)


def is_anomaly_enabled() -> bool:
    """Whether anomaly mode is on."""
    return recording.anomaly


def is_anomaly_check_nan_enabled() -> bool:
    """Whether anomaly mode stops at NaN."""
    return recording.anomaly_checks_nan


for _class in (detect_anomaly, set_detect_anomaly):
    _class.__module__ = "torch.autograd.anomaly_mode"
