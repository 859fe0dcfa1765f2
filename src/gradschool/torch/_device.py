"""`torch.device`: where a tensor lives. Here that is always the CPU.

`device("cuda")` can be named and compared, since programs do so before they ask
`cuda.is_available()`; putting a tensor there is refused in PyTorch's words.
"""

from __future__ import annotations

_TYPES = (
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, "
    "lazy, vulkan, mps, meta, hpu, mtia, privateuseone"
)


class device:  # noqa: N801 - PyTorch's name
    """A device by name: `device("cpu")`, `device("cuda:0")`, `device("cuda", 0)`."""

    __slots__ = ("index", "type")

    def __init__(self, type: str | device | int = "cpu", index: int | None = None):
        if isinstance(type, device):
            self.type, self.index = type.type, type.index
            return
        if isinstance(type, int):
            type, index = "cuda", type
        name, colon, number = type.partition(":")
        if name not in _TYPES.split(", "):
            raise RuntimeError(
                f"Expected one of {_TYPES} device type at start of device string: "
                f"{name}"
            )
        if colon:
            if not number.isdigit():
                raise RuntimeError(f"Invalid device string: '{type}'")
            if index is not None:
                raise RuntimeError(
                    "type (string) must not include an index because index was passed "
                    f"explicitly: {type}"
                )
            index = int(number)
        self.type, self.index = name, index

    def __repr__(self) -> str:
        tail = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{tail})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, device)
            and self.type == other.type
            and self.index == other.index
        )

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return device_named, (str(self),)


device.__module__ = "torch"


def device_named(name: str) -> device:
    """How pickles refer to a device: the class calls itself `torch.device`."""
    return device(name)


CPU = device("cpu")


def check_device(wanted: device | str | int | None) -> device:
    """The device if it is one we have.

    Raises:
        AssertionError: another back end was asked for (PyTorch's type without CUDA).
    """
    if wanted is None or wanted == "cpu":
        return CPU
    if isinstance(wanted, int):
        raise RuntimeError("Cannot access accelerator device when none is available.")
    found = wanted if isinstance(wanted, device) else device(wanted)
    if found.type in ("cuda", "xpu"):
        raise AssertionError(f"Torch not compiled with {found.type.upper()} enabled")
    if found.type != "cpu":
        raise NotImplementedError(
            f"device '{found}' is in PyTorch but not in Gradschool's engine; "
            "nearest: 'cpu'"
        )
    return found
