"""`torch.save`, `torch.load`: files that PyTorch reads, and those that it wrote.

A file is a zip archive without compression:

    archive/data.pkl        a pickle of the object, with the tensors' numbers left out
    archive/data/0, 1 ...   the numbers, one entry per piece of memory
    archive/version         "3"
    archive/byteorder       "little"

In the pickle a tensor is a call of `torch._utils._rebuild_tensor_v2` on a piece of
memory and the offset, sizes and strides in it; so tensors that share memory still do
after loading.

A pickle can call anything, so one from a stranger can do anything. By default `load`
therefore knows only the few names that data needs and refuses the others.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
import zipfile
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, ClassVar, cast

import numpy as np

from . import _dtype
from ._device import check_device, device
from ._dtype import dtype, torch_dtype
from ._size import Size
from ._tensor_base import TensorBase
from ._typing import Array
from .autograd.recording import wrap
from .autograd.versions import memory

PACKAGE = __name__.rpartition(".")[0]
PROTOCOL = 2

# PyTorch's names of a piece of memory, by dtype.
STORAGES = {
    "FloatStorage": _dtype.float32,
    "DoubleStorage": _dtype.float64,
    "HalfStorage": _dtype.float16,
    "LongStorage": _dtype.int64,
    "IntStorage": _dtype.int32,
    "ShortStorage": _dtype.int16,
    "CharStorage": _dtype.int8,
    "ByteStorage": _dtype.uint8,
    "BoolStorage": _dtype.bool_,
    "ComplexFloatStorage": _dtype.complex64,
    "ComplexDoubleStorage": _dtype.complex128,
}
STORAGE_OF = {found: name for name, found in STORAGES.items()}


@dataclass(frozen=True)
class Name:
    """A global name in a pickle."""

    module: str
    name: str

    def __call__(self) -> None:
        """Pickle wants to see that it could be called."""


REBUILD_TENSOR = Name("torch._utils", "_rebuild_tensor_v2")
REBUILD_PARAMETER = Name("torch._utils", "_rebuild_parameter")


@dataclass(frozen=True)
class Piece:
    """A piece of memory that tensors lie in."""

    key: str
    array: Array

    @property
    def persistent_id(self) -> tuple[Any, ...]:
        """How the pickle refers to it."""
        kind = Name("torch", STORAGE_OF[torch_dtype(self.array.dtype)])
        return ("storage", kind, self.key, "cpu", self.array.size)


# ------------------------------------------------------------------ writing


# Python's own pickler, not the one in C: only it lets us write a name of our choice.
class Writer(pickle._Pickler):
    """Writes the pickle and collects the memory that goes beside it."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__(file, PROTOCOL)
        self.pieces: dict[int, Piece] = {}

    def persistent_id(self, obj: Any) -> Any:
        """Memory is written beside the pickle."""
        return obj.persistent_id if isinstance(obj, Piece) else None

    def reducer_override(self, obj: Any) -> Any:
        """Tensors and their attributes as PyTorch writes them."""
        if isinstance(obj, Name):
            return obj.name
        if isinstance(obj, dtype):
            return repr(obj).removeprefix("torch.")
        if isinstance(obj, Size):
            return Name("torch", "Size"), (tuple(obj),)
        if isinstance(obj, device):
            place = (obj.type,) if obj.index is None else (obj.type, obj.index)
            return Name("torch", "device"), place
        if not isinstance(obj, TensorBase):
            return NotImplemented
        if type(obj).__name__ == "Parameter":
            plain = wrap(memory(obj))
            return REBUILD_PARAMETER, (plain, obj.requires_grad, OrderedDict())
        array = memory(obj)
        piece = self.piece_of(array)
        first = array.__array_interface__["data"][0]
        start = piece.array.__array_interface__["data"][0]
        size = array.itemsize
        return REBUILD_TENSOR, (
            piece,
            (first - start) // size,
            tuple(array.shape),
            tuple(cast("Any", obj).stride()),
            obj.requires_grad,
            OrderedDict(),
        )

    def piece_of(self, array: Array) -> Piece:
        """The memory an array lies in, once for all arrays in it."""
        root = array
        while isinstance(root.base, np.ndarray) and root.base.dtype == array.dtype:
            root = root.base
        if not (root.flags.c_contiguous or root.flags.f_contiguous):
            root = array = np.ascontiguousarray(array)
        known = self.pieces.get(id(root))
        if known is None:
            flat = root.reshape(-1, order="A" if root.flags.c_contiguous else "F")
            known = self.pieces[id(root)] = Piece(str(len(self.pieces)), flat)
        return known

    def save_global(self, obj: Any, name: str | None = None) -> None:
        """Names of the engine as PyTorch's."""
        # The stubs know little of the pickler in Python.
        own, parent = cast("Any", self), cast("Any", super())
        if isinstance(obj, Name):
            module, name = obj.module, obj.name
        elif isinstance(obj, dtype):
            module, name = "torch", repr(obj).removeprefix("torch.")
        else:
            module = getattr(obj, "__module__", "")
            if module != PACKAGE and not module.startswith(f"{PACKAGE}."):
                parent.save_global(obj, name)
                return
            module = "torch" + module.removeprefix(PACKAGE)
            name = name or obj.__qualname__
        own.write(pickle.GLOBAL + f"{module}\n{name}\n".encode())
        own.memoize(obj)


def save(
    obj: Any,
    f: Any,
    pickle_module: Any = None,
    pickle_protocol: int = PROTOCOL,
    _use_new_zipfile_serialization: bool = True,
) -> None:
    """Writes an object with its tensors to a file that `load` and PyTorch read.

    Save a model's `state_dict()` rather than the model: it holds numbers only, so it
    can be loaded without trusting the file, and outlives changes of the code.

    Args:
        obj: tensors, or lists and dicts of them, or anything pickle takes
        f: a path, or a file open for writing bytes
        pickle_module: only Python's own
        pickle_protocol: accepted; the file is written with protocol 2, as PyTorch's
        _use_new_zipfile_serialization: only True

    Example:
        >>> import io
        >>> import gradschool.torch as torch
        >>> file = io.BytesIO()
        >>> torch.save({"w": torch.ones(2)}, file)
        >>> _ = file.seek(0)
        >>> torch.load(file)
        {'w': tensor([1., 1.])}
    """
    if not _use_new_zipfile_serialization:
        raise NotImplementedError(
            "torch.save(_use_new_zipfile_serialization=False) is in PyTorch but not in "
            "Gradschool's engine; nearest: the zip format, which it writes by default"
        )
    pickled = io.BytesIO()
    writer = Writer(pickled)
    writer.dump(obj)
    path = _path(f)
    if path is not None and not path.parent.is_dir():
        raise RuntimeError(f"Parent directory {path.parent} does not exist.")
    stem = "archive" if path is None else path.stem or "archive"
    with zipfile.ZipFile(f, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(f"{stem}/data.pkl", pickled.getvalue())
        archive.writestr(f"{stem}/byteorder", sys.byteorder)
        for piece in writer.pieces.values():
            archive.writestr(f"{stem}/data/{piece.key}", piece.array.tobytes())
        archive.writestr(f"{stem}/version", "3\n")


def _path(f: Any) -> Path | None:
    return Path(cast("str", f)) if isinstance(f, str | os.PathLike) else None


# ------------------------------------------------------------------ reading


def rebuild_tensor(
    storage: Array,
    storage_offset: int,
    size: tuple[int, ...],
    stride: tuple[int, ...],
    requires_grad: bool,
    *_: Any,
) -> Any:
    """A tensor from its place in a piece of memory."""
    steps = [step * storage.itemsize for step in stride]
    reach = sum((n - 1) * step for n, step in zip(size, stride, strict=True))
    if storage_offset < 0 or min(stride, default=0) < 0:
        raise pickle.UnpicklingError("a tensor begins before its memory")
    if 0 not in size and storage_offset + reach >= storage.size:
        raise pickle.UnpicklingError("a tensor ends behind its memory")
    start = storage[storage_offset:]
    tensor = wrap(np.lib.stride_tricks.as_strided(start, size, steps))
    return tensor.requires_grad_() if requires_grad else tensor


def rebuild_parameter(data: Any, requires_grad: bool, *_: Any) -> Any:
    """A parameter from its values."""
    from .nn.parameter import Parameter

    return Parameter(data, requires_grad)


SAFE: dict[tuple[str, str], Any] = {
    ("torch._utils", "_rebuild_tensor_v2"): rebuild_tensor,
    ("torch._utils", "_rebuild_parameter"): rebuild_parameter,
    ("torch", "Size"): Size,
    ("torch", "device"): device,
    ("collections", "OrderedDict"): OrderedDict,
    ("collections", "Counter"): Counter,
    ("collections", "defaultdict"): defaultdict,
    ("builtins", "set"): set,
    ("builtins", "complex"): complex,
    ("builtins", "bytearray"): bytearray,
    **{("torch", name): name for name in STORAGES},
    **{("torch", repr(d).removeprefix("torch.")): d for d in _dtype.ALL},
}
"""The names that data needs."""

_allowed: dict[tuple[str, str], Any] = {}


def add_safe_globals(safe_globals: list[Any]) -> None:
    """Lets `load` know more classes and functions; only name what you trust."""
    for known in safe_globals:
        _allowed[known.__module__, known.__qualname__] = known


def clear_safe_globals() -> None:
    """Takes `add_safe_globals` back."""
    _allowed.clear()


def get_safe_globals() -> list[Any]:
    """What `add_safe_globals` has added."""
    return list(_allowed.values())


@contextmanager
def safe_globals(safe_globals: list[Any]) -> Generator[None, None, None]:
    """`add_safe_globals` for the length of a `with` block."""
    before = dict(_allowed)
    add_safe_globals(safe_globals)
    try:
        yield
    finally:
        _allowed.clear()
        _allowed.update(before)


# Python's own again: what a pickle may do besides calling can only be narrowed there.
class Reader(pickle._Unpickler):
    """Reads the pickle; the memory comes from beside it."""

    dispatch: ClassVar[Any] = dict(pickle._Unpickler.dispatch)

    def __init__(
        self, file: IO[bytes], piece: Callable[[str, str], Array], weights_only: bool
    ) -> None:
        super().__init__(file)
        self.piece = piece
        self.weights_only = weights_only

    def find_class(self, module: str, name: str) -> Any:
        """The object of a name: a known one, or, if the file is trusted, any."""
        # Protocol 2 writes Python 2's name of the module.
        if module == "__builtin__":
            module = "builtins"
        known = SAFE.get((module, name))
        if known is None:
            known = _allowed.get((module, name))
        if known is not None:
            return known
        if self.weights_only:
            raise pickle.UnpicklingError(refusal(module, name))
        if module == "torch" or module.startswith("torch."):
            module = PACKAGE + module.removeprefix("torch")
        return super().find_class(module, name)

    def load_build(self) -> None:
        """Setting attributes: on containers and on what was allowed, nothing else.

        Otherwise a file could change the very classes and functions it may name.
        """
        # The stubs know little of the pickler in Python.
        own, parent = cast("Any", self), cast("Any", super())
        target: object = own.stack[-2]
        known = (OrderedDict, *(v for v in _allowed.values() if isinstance(v, type)))
        if self.weights_only and not isinstance(target, known):
            raise pickle.UnpicklingError(
                "Weights only load failed. WeightsUnpickler error: Can only build "
                f"Tensor, Parameter, OrderedDict or types allowlisted via "
                f"`add_safe_globals`, but got {type(target)}"
            )
        parent.load_build()

    dispatch[pickle.BUILD[0]] = load_build

    def persistent_load(self, pid: Any) -> Array:
        """The memory that a persistent id names."""
        _, kind, key, *_ = pid
        return self.piece(kind, key)


def refusal(module: str, name: str) -> str:
    """Why a name was not looked up, in PyTorch's words."""
    return (
        "Weights only load failed. This file can still be loaded, to do so you have "
        "two options, \x1b[1mdo those steps only if you trust the source of the "
        "checkpoint\x1b[0m. \n\t(1) In PyTorch 2.6, we changed the default value of "
        "the `weights_only` argument in `torch.load` from `False` to `True`. "
        "Re-running `torch.load` with `weights_only` set to `False` will likely "
        "succeed, but it can result in arbitrary code execution. Do it only if you got "
        "the file from a trusted source.\n\t(2) Alternatively, to load with "
        "`weights_only=True` please check the recommended steps in the following error "
        "message.\n\t"
        f"WeightsUnpickler error: Unsupported global: GLOBAL {module}.{name} was not "
        "an allowed global by default. Please use "
        f"`torch.serialization.add_safe_globals([{module}.{name}])` or the "
        f"`torch.serialization.safe_globals([{module}.{name}])` context manager to "
        "allowlist this global if you trust this class/function.\n\nCheck the "
        "documentation of torch.load to learn more about types accepted by default "
        "with weights_only "
        "https://pytorch.org/docs/stable/generated/torch.load.html."
    )


def load(
    f: Any,
    map_location: Any = None,
    pickle_module: Any = None,
    *,
    weights_only: bool | None = None,
    mmap: bool | None = None,
    **pickle_load_args: Any,
) -> Any:
    """Reads what `save`, or PyTorch, has written.

    Args:
        f: a path, or a file open for reading bytes
        map_location: only the CPU, which is where everything goes anyway
        pickle_module: only Python's own
        weights_only: True, the default, knows tensors, numbers, text and containers
            and refuses any other name; False calls whatever the file says, so use it
            on files of your own only
        mmap: accepted; the file is read whole
        pickle_load_args: accepted

    Raises:
        FileNotFoundError: there is no such file.
        pickle.UnpicklingError: the file names something that data does not need.
        NotImplementedError: a file in PyTorch's format from before 1.6.
    """
    if isinstance(map_location, str | device):
        check_device(map_location)
    trusted = weights_only is False
    path = _path(f)
    if path is not None:
        with path.open("rb") as file:
            return _read(file, not trusted)
    return _read(f, not trusted)


def _read(file: IO[bytes], weights_only: bool) -> Any:
    if not zipfile.is_zipfile(file):
        raise NotImplementedError(
            "torch.load of a file without zip format is in PyTorch but not in "
            "Gradschool's engine; nearest: saving it anew with PyTorch 1.6 or later"
        )
    with zipfile.ZipFile(file) as archive:
        path = next(n for n in archive.namelist() if n.endswith("/data.pkl"))
        stem = path.removesuffix("/data.pkl")
        order = "little"
        if f"{stem}/byteorder" in archive.namelist():
            order = archive.read(f"{stem}/byteorder").decode()
        pieces: dict[str, Array] = {}

        def piece(kind: str, key: str) -> Array:
            if key not in pieces:
                found = STORAGES[kind]._numpy
                assert found is not None  # STORAGES lists dtypes of NumPy
                data = bytearray(archive.read(f"{stem}/data/{key}"))
                array = np.frombuffer(data, found)
                swapped = order != sys.byteorder
                pieces[key] = array.byteswap() if swapped else array
            return pieces[key]

        reader = Reader(io.BytesIO(archive.read(path)), piece, weights_only)
        return reader.load()
