"""Argument errors in PyTorch's words, at no cost for a call that is right.

PyTorch compares every call with the signatures of the function and refuses what does
not fit. That costs time on each call. Here a function starts to work at once, and
Python itself stumbles over a wrong argument (a `TypeError`, an `AttributeError` ...).
Only then are the arguments compared with the signatures (`_signature.py`), and the
error is said again in PyTorch's words:

    @checked
    def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor: ...       cat(1.0)
                    │                                                       │
                    │              TypeError: 'float' object is not iterable
                    ▼                                                       ▼
    TypeError: cat(): argument 'tensors' (position 1) must be tuple of Tensors, not
    float

If the arguments do fit, the first error was not about them and stands as it is.

What a call that is right pays: one more Python frame, 10 ns. A wrapper that takes
`*args, **kwargs` would cost 250, so `guarded` makes one with the function's own
parameters. NumPy's names `axis` and `keepdims` for `dim` and `keepdim` are understood
here too, as in PyTorch.
"""

from __future__ import annotations

import dis
import functools
import inspect
import re
import sys
from collections.abc import Callable
from types import FrameType, FunctionType
from typing import Any, ParamSpec, TypeVar, cast

from ._overloads import OVERLOADS
from ._signature import MISSING, wrong_call

P = ParamSpec("P")
R = TypeVar("R")

# NumPy's names of parameters, which PyTorch's functions take as well.
NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The function, with failures over its arguments said in PyTorch's words."""
    return guarded(function, method=own_parameters(function)[:1] == ("self",))


_OP_PAGE = re.compile(r"\.ops\.|\._copying$")


_SAID = re.compile(r"(\w+)\(\): argument '(\w+)'")


def own_parameters(function: Any) -> tuple[str, ...]:
    """The names of a function's parameters, without `*` and `**`."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def guard(namespace: Any, *, method: bool = False) -> None:
    """Checks the arguments of every op in a module or a class.

    Functions that a factory has made are left alone: they look at their arguments
    themselves.
    """
    members: dict[str, Any] = vars(namespace)
    for name, value in list(members.items()):
        if (
            isinstance(value, FunctionType)
            and value.__closure__ is None
            and not name.startswith("_")
            and _OP_PAGE.search(value.__module__)
        ):
            setattr(namespace, name, guarded(value, method=method))


def guarded(function: Any, *, method: bool) -> Any:
    """`checked`, for a function that may also serve as a method.

    Args:
        function: a Python function
        method: whether it will be called on a tensor, so that positions count from the
            argument after it
    """
    code = function.__code__
    several = bool(code.co_flags & inspect.CO_VARARGS)
    others = bool(code.co_flags & inspect.CO_VARKEYWORDS)
    names = own_parameters(function)
    extra = code.co_varnames[len(names) :][: several + others]
    if not several:
        extra = ("more", *extra)
    single = not several and not others
    named = not others and (
        function.__name__ in OVERLOADS
        or not set(NUMPY_NAMES.values()).isdisjoint(names)
    )

    def failed(error: Exception, values: tuple[Any, ...]) -> Exception:
        said = _SAID.match(str(error))
        if said and (said[1] != function.__name__ or said[2] not in (*names, "size")):
            return error  # the page knows PyTorch's inner function and its parameter
        caller = sys._getframe(2)  # whoever wrote the call
        args, kwargs = _as_passed(function, values, _keywords_at(caller))
        meant = {NUMPY_NAMES.get(name, name): value for name, value in kwargs.items()}
        if wrong_call(function, args[method:], meant, method=method) is None:
            return error
        return wrong_call(function, args[method:], kwargs, method=method) or error

    def renamed(values: tuple[Any, ...]) -> Any:
        given = list(values[: len(names)])
        more, others = (*values[len(names) :], {})[:2]
        if more or not single:
            raise TypeError("too many arguments")
        for name, value in others.items():
            place = names.index(NUMPY_NAMES.get(name, ""))
            if given[place] is not defaults[names[place]]:
                raise TypeError("too many arguments")
            given[place] = value
        return target(*given)

    total = len(names)
    if several or others:
        make = _wrapper_for(
            code.co_argcount, code.co_kwonlyargcount, several, others, named
        )
        target = function
    else:
        # A twin that takes keyword-only parameters by position as well: they stand
        # behind the others already. It is quicker to call, and one template serves
        # every function with as many parameters.
        make = _wrapper_for(total, 0, False, False, named)
        twin = code.replace(
            co_argcount=total, co_kwonlyargcount=0, co_posonlyargcount=0
        )
        target = FunctionType(
            twin, function.__globals__, function.__name__, None, function.__closure__
        )
    call = make(target, failed, renamed)
    # The template's p0, p1, k0 ... become the function's own names, also where they
    # are passed on by name.
    own = call.__code__
    keywords = names[code.co_argcount :]
    call.__code__ = own.replace(
        co_name=function.__name__,
        co_qualname=function.__name__,
        co_argcount=code.co_argcount,
        co_posonlyargcount=code.co_posonlyargcount,
        co_kwonlyargcount=code.co_kwonlyargcount,
        co_varnames=(*names, *extra, *own.co_varnames[total + len(extra) :]),
        co_consts=tuple(_renamed(const, keywords) for const in own.co_consts),
    )
    functools.update_wrapper(call, function)
    defaults = _defaults(function)
    call.__defaults__ = tuple(defaults[n] for n in names[: code.co_argcount])
    call.__kwdefaults__ = {name: defaults[name] for name in keywords}
    return call


def _defaults(function: Any) -> dict[str, Any]:
    """The default of every parameter; MISSING where there is none."""
    code = function.__code__
    positional = code.co_varnames[: code.co_argcount]
    given = function.__defaults__ or ()
    return {
        **dict.fromkeys(own_parameters(function), MISSING),
        **dict(zip(positional[len(positional) - len(given) :], given, strict=True)),
        **(function.__kwdefaults__ or {}),
    }


def _renamed(const: Any, keywords: tuple[str, ...]) -> Any:
    """A constant of the template with `k0`, `k1` ... replaced by real names."""
    if isinstance(const, tuple):
        return tuple(_renamed(part, keywords) for part in cast("tuple[Any]", const))
    if isinstance(const, str) and const in _KEYWORDS:
        return keywords[_KEYWORDS.index(const)]
    return const


_KEYWORDS = tuple(f"k{i}" for i in range(32))


@functools.cache
def _wrapper_for(
    positional: int, keyword_only: int, several: bool, others: bool, named: bool
) -> Any:
    """A maker of wrappers for functions with so many parameters of each kind.

    There are a few dozen of them, compiled when first needed (0.1 ms each).

    Args:
        positional: parameters that may be given by position
        keyword_only: parameters that may not
        several: whether the function has a `*` parameter
        others: whether it has a `**` parameter
        named: whether to accept names it does not have: NumPy's, or wrong ones of an
            overloaded function, which answers with the list of right ones
    """
    names = [f"p{i}" for i in range(positional)]
    keywords = _KEYWORDS[:keyword_only]
    parameters, arguments = list(names), list(names)
    parameters.append("*more")
    if several:
        arguments.append("*more")
    parameters += keywords
    arguments += [f"{k}={k}" for k in keywords]
    if others or named:
        parameters.append("**named")
    if others:
        arguments.append("**named")
    stars = ["more", "named"] if others or named else ["more"]
    surplus = " or ".join(["more"] * (not several) + ["named"] * named)
    values = "".join(f"{name}, " for name in [*names, *keywords, *stars])
    source = (
        "def make(function, failed, renamed):\n"
        f"  def call({', '.join(parameters)}):\n"
        "    try:\n"
        + (f"      if {surplus}: return renamed(({values}))\n" if surplus else "")
        + f"      return function({', '.join(arguments)})\n"
        "    except Exception as error:\n"
        f"      found = failed(error, ({values}))\n"
        "      if found is error: raise\n"
        "    raise found from None\n"
        "  return call\n"
    )
    space: dict[str, Any] = {}
    exec(compile(source, "<checks the arguments>", "exec"), space)  # noqa: S102 - made of fixed names
    return space["make"]


def _as_passed(
    function: Any, values: tuple[Any, ...], keywords: tuple[str, ...]
) -> tuple[list[Any], dict[str, Any]]:
    """Positional and keyword arguments, from a wrapper's variables.

    Args:
        function: what was called
        values: one per parameter, then what `*` and `**` took
        keywords: the names that stand at the place of the call
    """
    code = function.__code__
    names = own_parameters(function)
    stars = values[len(names) :]
    defaults = _defaults(function)
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    # What stands before an argument without a name was given too, even if it is what
    # the default would have been.
    given = [
        position
        for position, name in enumerate(names[: code.co_argcount])
        if name not in keywords and values[position] is not defaults[name]
    ]
    last = max(given, default=-1)
    for position, (name, value) in enumerate(zip(names, values, strict=False)):
        if name in keywords:
            kwargs[name] = value
        elif position <= last:
            args.append(value)
        elif position >= code.co_argcount and value is not defaults[name]:
            kwargs[name] = value
    for star in stars:
        if isinstance(star, tuple):
            args += star
        else:
            kwargs |= star
    order = {name: place for place, name in enumerate(keywords)}
    return args, dict(sorted(kwargs.items(), key=lambda item: order.get(item[0], 0)))


def _keywords_at(frame: FrameType) -> tuple[str, ...]:
    """The names of keyword arguments in the call that a frame is busy with."""
    code = frame.f_code
    found = before = None
    for instruction in dis.get_instructions(code):
        if instruction.offset > frame.f_lasti:
            break
        if before is not None and before.opname.startswith("CALL"):
            found = None
        if instruction.opname == "KW_NAMES":  # Python 3.11, 3.12
            found = instruction.arg
        elif instruction.opname == "CALL_KW" and before is not None:  # from 3.13 on
            found = before.arg
        before = instruction
    names = () if found is None else code.co_consts[found]
    return names if isinstance(names, tuple) else ()
