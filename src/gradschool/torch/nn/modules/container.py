"""Modules that hold others: in a row, in a list, in a dictionary."""

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from ..._tensor import Tensor
from ..._typename import typename
from ..parameter import Parameter
from .module import Module, indent


class Sequential(Module):
    """Runs modules in a row: the output of one is the input of the next.

    Args:
        *args: the modules, or one ordered dictionary that names them.

    Example:
        >>> from gradschool.torch import nn
        >>> nn.Sequential(nn.Linear(2, 3), nn.ReLU())
        Sequential(
          (0): Linear(in_features=2, out_features=3, bias=True)
          (1): ReLU()
        )
    """

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            named: Any = args[0]
            for name, module in named.items():
                self.add_module(name, module)
        else:
            for index, module in enumerate(args):
                self.add_module(str(index), module)

    def forward(self, input: Any) -> Any:
        """The last module's output."""
        for module in self._modules.values():
            input = module(input)
        return input

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._modules.values())

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            return self.__class__(OrderedDict(list(self._modules.items())[idx]))
        return self._modules[_name_at(self._modules, idx)]

    def __setitem__(self, idx: Any, module: Module) -> None:
        setattr(self, _name_at(self._modules, idx), module)

    def __delitem__(self, idx: Any) -> None:
        names = (
            list(self._modules)[idx]
            if isinstance(idx, slice)
            else [_name_at(self._modules, idx)]
        )
        for name in names:
            delattr(self, name)
        _renumber(self._modules)

    def __add__(self, other: Any) -> "Sequential":
        if not isinstance(other, Sequential):
            raise ValueError(
                "add operator supports only objects of Sequential class, but "
                f"{type(other)} is given."
            )
        return Sequential(*self, *other)

    def __iadd__(self, other: Any) -> "Sequential":
        if not isinstance(other, Sequential):
            raise ValueError(
                "add operator supports only objects of Sequential class, but "
                f"{type(other)} is given."
            )
        return self.extend(other)

    def __mul__(self, other: int) -> "Sequential":
        _check_times(other)
        return Sequential(*(module for _ in range(other) for module in self))

    __rmul__ = __mul__

    def __imul__(self, other: int) -> "Sequential":
        _check_times(other)
        modules = list(self)
        for _ in range(other - 1):
            self.extend(modules)
        return self

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not name.isdigit()]

    def append(self, module: Module) -> "Sequential":
        """Adds a module at the end; returns self."""
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index: int, module: Module) -> "Sequential":
        """Puts a module before place `index`; returns self."""
        if not isinstance(module, Module):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise AssertionError(f"module should be of type: {Module}")
        size = len(self)
        if not -size <= index <= size:
            raise IndexError(f"Index out of range: {index}")
        _insert(self._modules, index, module)
        return self

    def extend(self, sequential: Iterable[Module]) -> "Sequential":
        """Adds modules at the end; returns self."""
        for module in list(sequential):
            self.append(module)
        return self

    def pop(self, key: Any) -> Any:
        """Removes and returns the module at a place."""
        module = self[key]
        del self[key]
        return module


class ModuleList(Module):
    """A list of modules. Unlike a Python list it registers them.

    Args:
        modules: what it starts with.
    """

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self += modules

    def _place(self, idx: Any) -> str:
        idx = operator.index(idx)
        if not -len(self) <= idx < len(self):
            raise IndexError(f"index {idx} is out of range")
        return str(idx % len(self))

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            return self.__class__(list(self._modules.values())[idx])
        return self._modules[self._place(idx)]

    def __setitem__(self, idx: int, module: Module) -> None:
        setattr(self, self._place(idx), module)

    def __delitem__(self, idx: Any) -> None:
        names = (
            list(self._modules)[idx] if isinstance(idx, slice) else [self._place(idx)]
        )
        for name in names:
            delattr(self, name)
        _renumber(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._modules.values())

    def __iadd__(self, modules: Iterable[Module]) -> "ModuleList":
        return self.extend(modules)

    def __add__(self, other: Iterable[Module]) -> "ModuleList":
        return ModuleList(chain(self, other))

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not name.isdigit()]

    def insert(self, index: int, module: Module) -> None:
        """Puts a module before place `index`."""
        _insert(self._modules, index, module)

    def append(self, module: Module) -> "ModuleList":
        """Adds a module at the end; returns self."""
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key: Any) -> Any:
        """Removes and returns the module at a place."""
        module = self[key]
        del self[key]
        return module

    def extend(self, modules: Iterable[Module]) -> "ModuleList":
        """Adds modules at the end; returns self."""
        if not isinstance(modules, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                "ModuleList.extend should be called with an iterable, but got "
                + type(modules).__name__
            )
        for module in list(modules):
            self.append(module)
        return self

    def __repr__(self) -> str:
        """Equal neighbours share a line: `(0-2): 3 x Linear(...)`."""
        texts = [repr(module) for module in self]
        if not texts:
            return self._get_name() + "()"
        lines: list[str] = []
        first = 0
        for index, text in enumerate(texts):
            if index + 1 < len(texts) and texts[index + 1] == text:
                continue
            count = index - first + 1
            line = (
                f"({first}): {text}"
                if count == 1
                else f"({first}-{index}): {count} x {text}"
            )
            lines.append(indent(line))
            first = index + 1
        return self._get_name() + "(\n  " + "\n  ".join(lines) + "\n)"


class ModuleDict(Module):
    """A dictionary of modules by name. Unlike a Python dict it registers them.

    Args:
        modules: what it starts with: a mapping or pairs.
    """

    def __init__(self, modules: Any = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Any:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: str) -> bool:
        return key in self._modules

    def clear(self) -> None:
        """Removes all modules."""
        self._modules.clear()

    def pop(self, key: str) -> Any:
        """Removes and returns the module under `key`."""
        return self._modules.pop(key)

    def keys(self) -> Any:
        """The names."""
        return self._modules.keys()

    def items(self) -> Any:
        """(name, module) pairs."""
        return self._modules.items()

    def values(self) -> Any:
        """The modules."""
        return self._modules.values()

    def update(self, modules: Any) -> None:
        """Adds modules from a mapping or from pairs; later ones replace earlier."""
        for key, module in _pairs(modules, "ModuleDict"):
            self[key] = module


class ParameterList(Module):
    """A list of parameters. Plain tensors put into it become parameters.

    Args:
        values: what it starts with.
    """

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self += values

    def _place(self, idx: Any) -> str:
        idx = operator.index(idx)
        if not -len(self) <= idx < len(self):
            raise IndexError(f"index {idx} is out of range")
        return str(idx % len(self))

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            places = range(*idx.indices(len(self)))
            return self.__class__(getattr(self, str(place)) for place in places)
        return getattr(self, self._place(idx))

    def __setitem__(self, idx: int, param: Any) -> None:
        setattr(self, self._place(idx), _as_parameter(param))

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return iter(self[place] for place in range(len(self)))

    def __iadd__(self, parameters: Iterable[Any]) -> "ParameterList":
        return self.extend(parameters)

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not name.isdigit()]

    def append(self, value: Any) -> "ParameterList":
        """Adds a parameter at the end; returns self."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> "ParameterList":
        """Adds parameters at the end; returns self."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                "ParameterList.extend should be called with an iterable, but got "
                + type(values).__name__
            )
        for value in list(values):
            self.append(value)
        return self

    def extra_repr(self) -> str:
        """One line for each entry."""
        lines: list[str] = []
        for place, value in enumerate(self):
            kind = str(value.dtype) if isinstance(value, Tensor) else ""
            lines.append(_entry_line(str(place), value, kind))
        return "\n".join(lines)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Not a function: it only holds parameters."""
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """A dictionary of parameters by name. Plain tensors become parameters.

    Args:
        parameters: what it starts with: a mapping or pairs.
    """

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys: dict[str, None] = {}
        if parameters is not None:
            self.update(parameters)

    def _key_to_attr(self, key: str) -> str:
        if not isinstance(key, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                "Index given to ParameterDict cannot be used as a key as it is not a "
                f"string (type is '{type(key).__name__}'). Open an issue on github if "
                "you need non-string keys."
            )
        return key

    def __getitem__(self, key: str) -> Any:
        if key not in self._keys:
            raise KeyError(key)
        return getattr(self, self._key_to_attr(key))

    def __setitem__(self, key: str, value: Any) -> None:
        name = self._key_to_attr(key)
        self._keys[key] = None
        setattr(self, name, _as_parameter(value))

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, self._key_to_attr(key))

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __reversed__(self) -> Iterator[str]:
        return reversed(list(self._keys))

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def copy(self) -> "ParameterDict":
        """Another dictionary of the same parameters."""
        return ParameterDict(OrderedDict(self.items()))

    def setdefault(self, key: str, default: Any = None) -> Any:
        """The parameter under `key`, set to `default` if it was missing."""
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        """Removes all parameters."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key: str) -> Any:
        """Removes and returns the parameter under `key`."""
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Removes and returns the newest (key, parameter)."""
        key = next(reversed(list(self._keys)))
        return key, self.pop(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The parameter under `key`, or `default`."""
        return self[key] if key in self else default  # noqa: SIM401 - this is `get`

    def fromkeys(self, keys: Iterable[str], default: Any = None) -> "ParameterDict":
        """A new dictionary with the same value under each key."""
        return ParameterDict((key, default) for key in keys)

    def keys(self) -> Any:
        """The names."""
        return self._keys.keys()

    def items(self) -> Iterator[tuple[str, Any]]:
        """(name, parameter) pairs."""
        return ((key, self[key]) for key in self._keys)

    def values(self) -> Iterator[Any]:
        """The parameters."""
        return (self[key] for key in self._keys)

    def update(self, parameters: Any) -> None:
        """Adds parameters from a mapping or from pairs; later ones replace earlier."""
        for key, value in _pairs(parameters, "ParameterDict"):
            self[key] = value

    def extra_repr(self) -> str:
        """One line for each entry."""
        return "\n".join(
            _entry_line(key, value, typename(value)) for key, value in self.items()
        )

    def __call__(self, input: Any) -> Any:
        """Not a function: it only holds parameters."""
        raise RuntimeError("ParameterDict should not be called.")

    def __or__(self, other: "ParameterDict") -> "ParameterDict":
        both = self.copy()
        both.update(other)
        return both

    def __ror__(self, other: "ParameterDict") -> "ParameterDict":
        both = other.copy()
        both.update(self)
        return both

    def __ior__(self, other: "ParameterDict") -> "ParameterDict":
        self.update(other)
        return self


def _name_at(modules: Mapping[str, Any], idx: Any) -> str:
    size = len(modules)
    idx = operator.index(idx)
    if not -size <= idx < size:
        raise IndexError(f"index {idx} is out of range")
    return next(islice(modules, idx % size, None))


def _renumber(modules: Any) -> None:
    """Gives the modules the names "0", "1", ... after one was taken out."""
    values = list(modules.values())
    modules.clear()
    for index, module in enumerate(values):
        modules[str(index)] = module


def _insert(modules: Any, index: int, module: Module) -> None:
    values = list(modules.values())
    values.insert(index, module)
    for place, value in enumerate(values):
        modules[str(place)] = value


def _check_times(times: Any) -> None:
    if not isinstance(times, int):
        raise TypeError(
            f"unsupported operand type(s) for *: {Sequential} and {type(times)}"
        )
    if times <= 0:
        raise ValueError(f"Non-positive multiplication factor {times} for {Sequential}")


def _pairs(entries: Any, what: str) -> Iterator[tuple[str, Any]]:
    """The (key, value) pairs of a mapping, of such a module, or of a list of pairs."""
    if not isinstance(entries, Iterable):
        raise TypeError(
            f"{what}.update should be called with an iterable of key/value pairs, but "
            f"got {type(entries).__name__}"
        )
    if isinstance(entries, (Mapping, ModuleDict, ParameterDict)):
        yield from entries.items()
        return
    for place, pair in enumerate(entries):  # pyright: ignore[reportUnknownVariableType]
        if not isinstance(pair, Iterable):
            raise TypeError(
                f"{what} update sequence element #{place} should be Iterable; is"
                + type(pair).__name__
            )
        both: Any = pair
        if len(both) != 2:
            raise ValueError(
                f"{what} update sequence element #{place} has length {len(both)}; 2 is "
                "required"
            )
        yield both[0], both[1]


def _as_parameter(value: Any) -> Any:
    if isinstance(value, Tensor) and not isinstance(value, Parameter):
        return Parameter(value)
    return value


def _entry_line(name: str, value: Any, kind: str) -> str:
    # The leading spaces make these entries stand two further in than child modules.
    if not isinstance(value, Tensor):
        return f"  ({name}): Object of type: {type(value).__name__}"
    size = "x".join(str(length) for length in value.shape)
    holder = "Parameter" if isinstance(value, Parameter) else "Tensor"
    return f"  ({name}): {holder} containing: [{kind} of size {size}]"
