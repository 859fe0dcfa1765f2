"""The dictionaries in which a module keeps its parameters, buffers and children.

What is registered is also an attribute of the module itself, so that `self.weight` in
a `forward` costs one look-up and no `__getattr__`. A `Registry` keeps the two in step,
even where somebody writes `module._parameters["weight"] = other`.
"""

import weakref
from collections.abc import Iterable, Mapping
from typing import Any

_ABSENT = object()


class Registry(dict[str, Any]):
    """A dict of one module's registered things that writes through to its attributes.

    It knows its module weakly: a strong reference would make a cycle, and a model of a
    gigabyte would then stay until the collector runs. Copies and pickles are plain
    dicts; `Module.__setstate__` makes registries of them again.
    """

    __slots__ = ("_owner",)

    def __init__(self, owner: Any, entries: Mapping[str, Any] | None = None) -> None:
        super().__init__(entries or {})
        self._owner = weakref.ref(owner)

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        owner = self._owner()
        if owner is not None:
            owner.__dict__[name] = value

    def __delitem__(self, name: str) -> None:
        super().__delitem__(name)
        owner = self._owner()
        if owner is not None:
            owner.__dict__.pop(name, None)

    def pop(self, name: str, default: Any = _ABSENT) -> Any:  # type: ignore[override]
        """Removes `name` and returns its value, like `dict.pop`."""
        if name not in self:
            if default is _ABSENT:
                raise KeyError(name)
            return default
        value = self[name]
        del self[name]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Removes and returns the newest entry."""
        name = next(reversed(self))
        return name, self.pop(name)

    def setdefault(self, name: str, default: Any = None) -> Any:
        """The value of `name`, set to `default` if it was missing."""
        if name not in self:
            self[name] = default
        return self[name]

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Sets several entries, like `dict.update`."""
        for name, value in dict(*args, **kwargs).items():
            self[name] = value

    def clear(self) -> None:
        """Removes every entry."""
        for name in list(self):
            del self[name]

    def __ior__(self, other: Any) -> "Registry":  # type: ignore[override]
        self.update(other)
        return self

    def __copy__(self) -> dict[str, Any]:
        return dict(self)

    copy = __copy__

    def __reduce_ex__(self, protocol: Any) -> Any:
        return dict, (dict(self),)


def forget(name: str, *registries: Iterable[str] | None) -> None:
    """Removes `name` from each dict or set, wherever it is."""
    for registry in registries:
        if registry is not None and name in registry:
            if isinstance(registry, set):
                registry.discard(name)  # pyright: ignore[reportUnknownMemberType]
            else:
                del registry[name]  # type: ignore[attr-defined]  # pyright: ignore
