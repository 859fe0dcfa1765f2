"""Signatures, and what is wrong with the arguments of a call that has failed.

PyTorch's overloads are written down in `_overloads.py`, one line each; a function with
one signature has it already, in its own parameters and their annotations. `wrong_call`
compares the arguments with them and says what PyTorch would: start reading there. Who
calls it, and when, is in `_checked.py`.
"""

from __future__ import annotations

import functools
import inspect
import numbers
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from . import _device, _dtype
from ._errors import type_name
from ._overloads import OVERLOADS


@dataclass(frozen=True)
class Parameter:
    """One parameter of a signature; `kind` in PyTorch's words: "tuple of ints"."""

    kind: str
    name: str
    required: bool
    keyword_only: bool
    nullable: bool


@dataclass(frozen=True)
class Signature:
    """One way to call a function, and the text in which PyTorch shows it."""

    text: str
    parameters: tuple[Parameter, ...]

    @property
    def fewest(self) -> int:
        """How many arguments it needs."""
        return sum(p.required for p in self.parameters)

    @property
    def positional(self) -> list[Parameter]:
        """The parameters that need no name."""
        return [p for p in self.parameters if not p.keyword_only]

    @property
    def takes_sizes(self) -> bool:
        """Whether `f(2, 3)` may stand for `f((2, 3))`."""
        positional = self.positional
        return len(positional) == 1 and positional[0].kind == "tuple of ints"


def wrong_call(
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    *,
    method: bool = False,
) -> TypeError | None:
    """PyTorch's error for a call, or None if the arguments fit a signature.

    Args:
        function: what was called; its name leads to its overloads
        args: positional arguments, without `self` for a method
        kwargs: the others
        method: whether it was called on a tensor
    """
    name = function.__name__.removesuffix("_method")
    known = overloads_of_method(name) if method else OVERLOADS.get(name)
    if known is None:
        own = _own_signature(function, method)
        return None if own is None else _mismatch(name, own, args, kwargs)
    signatures = [read_signature(text) for text in known]
    count = len(args) + len(kwargs)
    for signature in signatures:
        if _fits(signature, args, kwargs):
            return _mismatch(name, signature, args, kwargs)
    plausible = [s for s in signatures if s.fewest <= count <= len(s.parameters)]
    if len(plausible) == 1:
        return _mismatch(name, plausible[0], args, kwargs)
    return _no_overload(name, signatures, args, kwargs)


# Signatures


def own_parameters(function: Any) -> tuple[str, ...]:
    """The names of a function's parameters, without `*` and `**`."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


@functools.cache
def read_signature(text: str) -> Signature:
    """Reads `(Tensor input, int dim, *, Tensor out = None)`."""
    parameters: list[Parameter] = []
    keyword_only = False
    for part in filter(None, text.strip("()").split(", ")):
        if part == "*":
            keyword_only = True
            continue
        declared, equals, default = part.partition(" = ")
        kind, _, name = declared.rpartition(" ")
        parameters.append(
            Parameter(kind, name, not equals, keyword_only, default == "None")
        )
    return Signature(text, tuple(parameters))


def overloads_of_method(name: str) -> list[str] | None:
    """The signatures of a method, in-place ones like those of their model."""
    for key in (name, name.removesuffix("_")):
        if f"Tensor.{key}" in OVERLOADS:
            return OVERLOADS[f"Tensor.{key}"]
        if key in OVERLOADS:
            texts = OVERLOADS[key]
            methods = [_as_method(t) for t in texts if t.startswith("(Tensor input")]
            return methods or None
    return None


def _as_method(text: str) -> str:
    inner = text[1:-1].split(", ")
    kept = [p for p in inner[1:] if not p.endswith("out = None")]
    if kept and kept[-1] == "*":
        kept.pop()
    return f"({', '.join(kept)})"


# What pages call a parameter that takes `f(2, 3)` as well as `f((2, 3))`.
SPREAD_SIZES = frozenset({"size", "sizes", "shape", "dims", "repeats"})

# How the engine's annotations are called in PyTorch's messages. The first one that
# occurs in an annotation counts.
KINDS = {
    "Sequence[Tensor]": "tuple of Tensors",
    "Sequence[int]": "tuple of ints",
    "Dims": "tuple of ints",
    "Shape": "tuple of ints",
    "Sizes": "tuple of ints",
    "Operand": "Tensor",
    "Tensor": "Tensor",
    "Number": "Number",
    "float": "float",
    "bool": "bool",
    "Dim": "int",
    "int": "int",
    "str": "str",
    "DtypeLike": "torch.dtype",
    "dtype": "torch.dtype",
    "Device": "torch.device",
    "Generator": "torch.Generator",
    "Layout": "torch.layout",
    "MemoryFormat": "torch.memory_format",
}


def _own_signature(function: Callable[..., Any], method: bool) -> Signature | None:
    """The signature that the function's parameters and annotations spell.

    None for a function that takes any number of something else than sizes, such as
    tensors: those are not checked as arguments in PyTorch either.
    """
    parameters: list[Parameter] = []
    own = list(inspect.signature(function).parameters.values())
    for parameter in own[1:] if method else own:
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            continue
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            if parameter.name not in SPREAD_SIZES:
                return None
            # `f(*sizes, size=None)` is how a page spells "tuple of ints size".
            name = parameter.name.removesuffix("s")
            if name != "size" and not any(p.name == name for p in own):
                name = parameter.name
            parameters.append(Parameter("tuple of ints", name, True, False, False))
            continue
        if any(p.name == parameter.name for p in parameters):
            continue
        note = str(parameter.annotation)
        parameters.append(
            Parameter(
                kind=next((KINDS[word] for word in KINDS if word in note), "object"),
                name=parameter.name,
                required=parameter.default is inspect.Parameter.empty,
                keyword_only=parameter.kind is inspect.Parameter.KEYWORD_ONLY,
                nullable=parameter.default is None or "None" in note,
            )
        )
    return Signature("", tuple(parameters))


# Fitting


def _fits(signature: Signature, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    positional = signature.positional
    names = {p.name for p in signature.parameters}
    if len(args) > len(positional) and not (signature.takes_sizes and _is_int(args[0])):
        return False
    if not names.issuperset(kwargs):
        return False
    given, doubled = _bound(signature, args, kwargs)
    return doubled is None and all(
        _accepts(p, given[p.name]) if p.name in given else not p.required
        for p in signature.parameters
    )


def _bound(
    signature: Signature, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> tuple[dict[str, Any], str | None]:
    """The arguments by name, and a name that was given twice."""
    positional = signature.positional
    if args and signature.takes_sizes and _is_int(args[0]):
        args = (tuple(args),)
    given = {p.name: value for p, value in zip(positional, args, strict=False)}
    doubled = next((name for name in given if name in kwargs), None)
    return {**kwargs, **given}, doubled


def _is_int(value: Any) -> bool:
    if _is_tensor(value):
        return value.ndim == 0 and value._array.dtype.kind in "iu"
    return not isinstance(value, bool) and isinstance(
        value, numbers.Integral | np.integer
    )


def _is_tensor(value: Any) -> bool:
    return hasattr(value, "_array") and hasattr(value, "_node")


def _is_number(value: Any) -> bool:
    if _is_tensor(value):
        return value.ndim == 0
    return isinstance(value, numbers.Number | np.number | np.bool_)


def _is_real(value: Any) -> bool:
    return _is_number(value) and not isinstance(value, complex | np.complexfloating)


def _starts_with(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Sequences are judged by their first element, as PyTorch does."""

    def accepts(value: Any) -> bool:
        return isinstance(value, tuple | list) and (
            not value or test(cast("Sequence[Any]", value)[0])
        )

    return accepts


ACCEPTS: dict[str, Callable[[Any], bool]] = {
    "Tensor": _is_tensor,
    "Number": _is_number,
    "float": _is_real,
    "int": _is_int,
    "bool": lambda value: isinstance(value, bool | np.bool_),
    "str": lambda value: isinstance(value, str),
    "tuple of ints": _starts_with(_is_int),
    "tuple of floats": _starts_with(_is_real),
    "tuple of Tensors": lambda value: isinstance(value, tuple | list),
    "torch.dtype": lambda value: (
        isinstance(value, _dtype.dtype) or value in (float, int, bool, complex)
    ),
    "torch.device": lambda value: isinstance(value, _device.device | str | int),
    "torch.Generator": lambda value: type(value).__name__ == "Generator",
}


# Parameters that a single int cannot stand for; elsewhere `dim=0` means `dim=(0,)`.
WHOLE_SHAPES = frozenset({"size", "shape", "dims", "repeats", "split_sizes"})


def _accepts(parameter: Parameter, value: Any) -> bool:
    if value is None:
        return parameter.nullable or parameter.kind == "object"
    if parameter.kind == "tuple of ints" and parameter.name not in WHOLE_SHAPES:
        return _is_int(value) or ACCEPTS["tuple of ints"](value)
    return ACCEPTS.get(parameter.kind, lambda _: True)(value)


# Messages


def _mismatch(
    name: str, signature: Signature, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> TypeError | None:
    """The first argument that keeps a call from this one signature."""
    positional = signature.positional
    most = len(positional)
    sizes = signature.takes_sizes and bool(args) and _is_int(args[0])
    if len(args) > most and not sizes:
        least = sum(p.required for p in positional)
        range_text = str(most) if least == most else f"from {least} to {most}"
        plural = "" if most == 1 and least == most else "s"
        was = "was" if len(args) == 1 else "were"
        return TypeError(
            f"{name}() takes {range_text} positional argument{plural} but {len(args)} "
            f"{was} given"
        )
    given, doubled = _bound(signature, args, kwargs)
    if doubled is not None:
        return TypeError(f"{name}() got multiple values for argument '{doubled}'")
    missing = [
        p.name for p in signature.parameters if p.required and p.name not in given
    ]
    if missing:
        # The plural of the two is exchanged in PyTorch.
        plural = "s" if len(missing) == 1 else ""
        names = ", ".join(f'"{m}"' for m in missing)
        return TypeError(
            f"{name}() missing {len(missing)} required positional argument{plural}: "
            f"{names}"
        )
    for position, parameter in enumerate(signature.parameters, 1):
        if parameter.name in given:
            where = f" (position {position})" if parameter.name not in kwargs else ""
            wrong = _wrong_value(name, parameter, where, given[parameter.name])
            if wrong is not None:
                return wrong
    names = {p.name for p in signature.parameters}
    unknown = next((key for key in kwargs if key not in names), None)
    if unknown is not None:
        return TypeError(f"{name}() got an unexpected keyword argument '{unknown}'")
    return None


def _wrong_value(
    name: str, parameter: Parameter, where: str, value: Any
) -> TypeError | None:
    """The error about one argument, or None."""
    about = f"{name}(): argument '{parameter.name}'"
    if not _accepts(parameter, value):
        if parameter.kind == "tuple of ints" and isinstance(value, tuple | list):
            first = type_name(cast("Sequence[Any]", value)[0])
            return TypeError(
                f"{about}{where} must be {parameter.kind}, but found element of type "
                f"{first} at pos 0"
            )
        return TypeError(
            f"{about}{where} must be {parameter.kind}, not {type_name(value)}"
        )
    if parameter.kind == "tuple of ints" and isinstance(value, tuple | list):
        for index, element in enumerate(cast("Sequence[Any]", value), 1):
            if not (_is_int(element) or isinstance(element, bool)):
                return TypeError(
                    f"{about} failed to unpack the object at pos {index} with error "
                    f'"type must be tuple of ints,but got {type_name(element)}"'
                )
    if parameter.kind == "tuple of Tensors":
        for index, element in enumerate(cast("Sequence[Any]", value)):
            if not _is_tensor(element):
                return TypeError(
                    f"expected Tensor as element {index} in argument 0, but got "
                    f"{type_name(element)}"
                )
    return None


def _no_overload(
    name: str,
    signatures: Sequence[Signature],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> TypeError:
    """The list of everything that would have been right."""
    # PyTorch keeps keyword arguments in an order that turns them round.
    named = dict(list(kwargs.items())[::-1])
    types = [type_name(value) for value in args]
    got = ", ".join([*types, *(f"{k}={type_name(v)}" for k, v in named.items())])
    if not args and named:
        got += ", "
    start = f"{name}() received an invalid combination of arguments - got ({got}), "
    if len(signatures) == 1:
        return TypeError(f"{start}but expected {signatures[0].text}")
    lines = [f"{start}but expected one of:"]
    for signature in signatures:
        lines.append(f" * {signature.text}")
        lines += _why_not(signature.text, args, named)
    return TypeError("\n".join(lines) + "\n")


def _why_not(text: str, args: Sequence[Any], named: Mapping[str, Any]) -> list[str]:
    """The line below a signature of as many parameters as there are arguments.

    PyTorch reads the parameters from the text itself: `*` counts as one, and one with a
    default has the default for a name, so that it never fits.
    """
    entries = [part.rsplit(" ", 1) for part in text[1:-1].split(", ")]
    if len(entries) != len(args) + len(named):
        return []
    kinds = {entry[-1]: entry[0] for entry in entries}
    unknown = [key for key in named if key not in kinds]
    because = "      didn't match because some of the "
    if unknown:
        return [f"{because}keywords were incorrect: {', '.join(unknown)}"]

    def marked(text: str, kind: str, value: Any) -> str:
        return text if type_name(value) == kind else f"!{text}!"

    shown = [
        marked(full_type_name(value), entry[0], value)
        for value, entry in zip(args, entries, strict=False)
    ] + [
        marked(f"{key}={full_type_name(value)}", kinds[key], value)
        for key, value in sorted(named.items())
    ]
    types = ", ".join(shown) + ("" if args else ", ")
    return [f"{because}arguments have invalid types: ({types})"]


def full_type_name(value: Any) -> str:
    """The type with those of its elements: `list of [int, str]`, `tuple of (int,)`."""
    name = type_name(value)
    if not isinstance(value, tuple | list):
        return name
    elements = cast("Sequence[Any]", value)
    inner = ", ".join(map(type_name, elements))
    if isinstance(value, list):
        return f"{name} of [{inner}]"
    return f"{name} of ({inner}{',' if len(elements) == 1 else ''})"
