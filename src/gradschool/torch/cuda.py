"""`torch.cuda` on a machine without CUDA: it says so, in PyTorch's words."""

from __future__ import annotations

from typing import Any, NoReturn


def is_available() -> bool:
    """Whether a CUDA device can be used: never here."""
    return False


def device_count() -> int:
    """How many CUDA devices there are: none."""
    return 0


def is_initialized() -> bool:
    """Whether CUDA has been started: never."""
    return False


def is_bf16_supported() -> bool:
    """Whether a device computes in bfloat16: there is none."""
    return False


def manual_seed(seed: int) -> None:
    """Seeds the current device, of which there is none."""


def manual_seed_all(seed: int) -> None:
    """Seeds all devices, of which there are none."""


def empty_cache() -> None:
    """Gives cached memory back: there is none."""


def memory_allocated(device: Any = None) -> int:
    """Bytes in use on a device: none."""
    return 0


def max_memory_allocated(device: Any = None) -> int:
    """The most bytes that were in use on a device: none."""
    return 0


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise AssertionError("Torch not compiled with CUDA enabled")


synchronize = _refuse
current_device = _refuse
set_device = _refuse
get_device_name = _refuse
get_device_properties = _refuse
get_device_capability = _refuse
