"""`torch.random`: seeds, generators and their states.

`torch.manual_seed(0)` makes everything random that follows repeat itself, with the very
numbers PyTorch gives for that seed. What is drawn, and how, stands in `_random.py`.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ._device import device
from ._random import Twister
from .autograd.recording import wrap

if TYPE_CHECKING:
    from ._tensor import Tensor

LEAST_SEED, SEEDS = -(2**63), 2**64

NO_CUDA_GENERATOR = (
    "Cannot get CUDA generator without ATen_cuda library. PyTorch splits its backend "
    "into two shared libraries: a CPU library and a CUDA library; this error has "
    "occurred because you are trying to use some CUDA functionality, but the CUDA "
    "library has not been loaded by the dynamic linker for some reason.  The CUDA "
    "library MUST be loaded, EVEN IF you don't directly use any symbols from the CUDA "
    "library! One common culprit is a lack of -Wl,--no-as-needed in your link "
    "arguments; many dynamic linkers will delete dynamic library dependencies if you "
    "don't depend on any of their symbols.  You can check if this has occurred by "
    "using ldd on your binary to see if there is a dependency on *_cuda.so library."
)


class Generator(Twister):
    """A source of random numbers with a state of its own.

    Pass it as `generator=` to keep some draws (a shuffle, a split) apart from the
    global ones.

    Args:
        device: only the CPU has one here

    Example:
        >>> import gradschool.torch as torch
        >>> g = torch.Generator().manual_seed(0)
        >>> torch.rand(2, generator=g)
        tensor([0.4963, 0.7682])
    """

    __slots__ = ("device",)

    def __init__(self, device: device | str = "cpu") -> None:
        super().__init__()
        self.device = _cpu_only(device)

    def __repr__(self) -> str:
        """As PyTorch: the type and where it is."""
        return f"<torch._C.Generator object at {id(self):#x}>"

    def manual_seed(self, seed: int) -> Generator:
        """Starts the stream that belongs to a seed; returns the generator itself.

        Raises:
            RuntimeError: the seed is no integer.
            ValueError: the seed has more than 64 bits.
        """
        if type(seed) is not int:
            kind = type(seed).__name__
            raise RuntimeError(f"manual_seed expected a long, but got {kind}")
        self.reseed(_in_64_bits(seed))
        return self

    def seed(self) -> int:
        """Starts from a seed that the operating system chooses, and returns it."""
        return self.reseed_from_system()

    def initial_seed(self) -> int:
        """The seed of the last start."""
        return self.seed_value

    def get_state(self) -> Tensor:
        """The state as a tensor of 5056 bytes, in PyTorch's layout."""
        return wrap(self.state_bytes())

    def set_state(self, new_state: Tensor) -> Generator:
        """Goes on from a state that `get_state` gave.

        Raises:
            TypeError: no tensor of bytes.
            RuntimeError: no state.
        """
        array = getattr(new_state, "_array", None)
        if array is None:
            kind = type(new_state).__name__
            raise TypeError(f"expected a torch.ByteTensor, but got {kind}")
        if array.dtype != "uint8":
            raise TypeError("RNG state must be a torch.ByteTensor")
        self.restore(array)
        return self

    def clone_state(self) -> Generator:
        """Another generator that will draw the same numbers."""
        return Generator().set_state(self.get_state())


if not TYPE_CHECKING:
    Generator.__module__ = "torch._C"


def _cpu_only(wanted: device | str) -> device:
    found = wanted if isinstance(wanted, device) else device(wanted)
    if found.type == "cuda":
        raise RuntimeError(NO_CUDA_GENERATOR)
    if found.type != "cpu":
        raise NotImplementedError(
            f"Generator(device='{found}') is in PyTorch but not in Gradschool's "
            "engine; nearest: Generator()"
        )
    return found


def _in_64_bits(seed: int) -> int:
    if not LEAST_SEED <= seed < SEEDS:
        raise ValueError("Overflow when unpacking long long")
    return seed % SEEDS


default_generator = Generator()
default_generator.seed()


def generator_or_default(generator: Any) -> Generator:
    """The generator that a function was given, or the global one.

    Raises:
        TypeError: it is no generator; `checked` says so in PyTorch's words.
    """
    if generator is None:
        return default_generator
    if not isinstance(generator, Generator):
        raise TypeError(f"generator must be a torch.Generator, not {generator!r}")
    return generator


def manual_seed(seed: int) -> Generator:
    """Makes all that is random from here on repeat itself.

    Args:
        seed: in [-2⁶³, 2⁶⁴); only its low 32 bits reach the numbers

    Returns:
        The global generator.

    Example:
        >>> import gradschool.torch as torch
        >>> _ = torch.manual_seed(0)
        >>> torch.rand(2)
        tensor([0.4963, 0.7682])
    """
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    """Starts the global generator from a random seed, and returns that."""
    return default_generator.seed()


def initial_seed() -> int:
    """The seed the global generator was started with."""
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """The state of the global generator, a tensor of 5056 bytes."""
    return default_generator.get_state()


def set_rng_state(new_state: Tensor) -> None:
    """Goes on from a state that `get_rng_state` gave."""
    default_generator.set_state(new_state)


@contextmanager
def fork_rng(
    devices: Sequence[Any] | None = None,
    enabled: bool = True,
    device_type: str = "cuda",
) -> abc.Generator[None, None, None]:
    """What is drawn inside the `with` block is forgotten after it.

    Args:
        devices: other devices to treat alike; there are none
        enabled: whether to do anything at all
        device_type: of `devices`
    """
    if not enabled:
        yield
        return
    state = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(state)
