"""`no_grad` and its family: whether ops are recorded, per thread.

Each is a context manager and a decorator. The mode itself is one number in
`recording.here`; see there why it costs nothing while nobody uses it.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Generator
from typing import Any, TypeVar, cast

from . import recording
from .recording import INFERENCE, NO_GRAD, RECORD, here, set_off, watch

F = TypeVar("F", bound=Callable[..., Any])


class _Mode:
    """A context manager that also decorates functions and generator functions."""

    def clone(self) -> Any:
        """A fresh context for one call of a decorated function."""
        return type(self)()

    def __enter__(self) -> Any:
        raise NotImplementedError

    def __exit__(self, *exc_info: object) -> None:
        raise NotImplementedError

    def __call__(self, function: F) -> F:
        """Decorates a function: each call runs in this mode."""
        if inspect.isclass(function):
            import warnings

            warnings.warn(
                "Decorating classes is deprecated and will be disabled in future "
                "versions. You should only decorate functions or methods. To preserve "
                "the current behavior of class decoration, you can directly decorate "
                "the `__init__` method and nothing else.",
                FutureWarning,
                stacklevel=2,
            )
            decorated_class = cast("Any", function)
            decorated_class.__init__ = self(decorated_class.__init__)
            return decorated_class
        if inspect.isgeneratorfunction(function):
            return self._generator(function)

        @functools.wraps(function)
        def decorated(*args: Any, **kwargs: Any) -> Any:
            with self.clone():
                return function(*args, **kwargs)

        return decorated  # pyright: ignore[reportReturnType] - same signature

    def _generator(self, function: Any) -> Any:
        """The mode holds while the generator runs, not while its user does."""

        @functools.wraps(function)
        def decorated(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
            generator = function(*args, **kwargs)
            try:
                with self.clone():
                    value = generator.send(None)
                while True:
                    try:
                        sent = yield value
                    except GeneratorExit:
                        with self.clone():
                            generator.close()
                        raise
                    except BaseException:  # noqa: BLE001 - handed on to the generator
                        with self.clone():
                            value = generator.throw(*sys.exc_info())
                    else:
                        with self.clone():
                            value = generator.send(sent)
            except StopIteration as stop:
                return stop.value

        return decorated


class _PlainMode(_Mode):
    """A mode without arguments."""

    def __new__(cls, orig_func: Any = None) -> Any:
        """`@no_grad` without parentheses decorates at once."""
        self = super().__new__(cls)
        return self if orig_func is None else self(orig_func)

    def __init__(self) -> None:  # pyright: ignore[reportInconsistentConstructor] - what `__new__` decorates is no mode
        self._before: list[int] = []


class no_grad(_PlainMode):  # noqa: N801 - PyTorch's name
    """Nothing inside is recorded: results do not require gradients.

    Example:
        >>> import gradschool.torch as torch
        >>> x = torch.ones(2, requires_grad=True)
        >>> with torch.no_grad():
        ...     y = x * 2
        >>> y.requires_grad
        False
    """

    prev = False

    def __enter__(self) -> None:
        off = here.off
        self.prev = off == RECORD
        self._before.append(off)
        if off == RECORD:
            set_off(NO_GRAD)

    def __exit__(self, *exc_info: object) -> None:
        set_off(self._before.pop())


class enable_grad(_PlainMode):  # noqa: N801 - PyTorch's name
    """Recording is on inside, also within `no_grad`; inference mode stays."""

    def __enter__(self) -> None:
        off = here.off
        self._before.append(off)
        if off == NO_GRAD:
            set_off(RECORD)

    def __exit__(self, *exc_info: object) -> None:
        set_off(self._before.pop())


class set_grad_enabled(_Mode):  # noqa: N801 - PyTorch's name
    """Switches recording on or off, as a function or as a context manager."""

    def __init__(self, mode: bool) -> None:
        self.mode = mode
        self._before = here.off
        if here.off != INFERENCE:
            set_off(RECORD if mode else NO_GRAD)

    def clone(self) -> set_grad_enabled:
        return set_grad_enabled(self.mode)

    def __call__(self, function: F) -> F:
        # As a decorator it must not leave the mode switched at the definition.
        set_off(self._before)
        return super().__call__(function)

    def __enter__(self) -> None:
        if here.off != INFERENCE:
            set_off(RECORD if self.mode else NO_GRAD)

    def __exit__(self, *exc_info: object) -> None:
        set_off(self._before)


class inference_mode(_Mode):  # noqa: N801 - PyTorch's name
    """`no_grad` whose results autograd may never use.

    Args:
        mode: False leaves inference mode inside it.
    """

    def __new__(cls, mode: Any = True) -> Any:
        """`@inference_mode` without parentheses decorates at once."""
        self = super().__new__(cls)
        if isinstance(mode, bool):
            return self
        self.__init__(True)
        return self(mode)

    def __init__(self, mode: bool = True) -> None:
        self.mode = mode
        self._before: list[int] = []

    def clone(self) -> inference_mode:
        return inference_mode(self.mode)

    def __enter__(self) -> None:
        if self.mode and not recording.inference_seen:
            # From here on every op must look whether it saves an inference tensor.
            recording.inference_seen = True
            watch(+1)
        before = here.off
        self._before.append(before)
        if self.mode:
            set_off(INFERENCE)
        elif before == INFERENCE:
            set_off(RECORD)

    def __exit__(self, *exc_info: object) -> None:
        set_off(self._before.pop())


def is_grad_enabled() -> bool:
    """Whether ops are recorded in this thread."""
    return here.off == RECORD


def is_inference_mode_enabled() -> bool:
    """Whether this thread is in inference mode."""
    return here.off == INFERENCE


for _mode in (no_grad, enable_grad, set_grad_enabled):
    _mode.__module__ = "torch.autograd.grad_mode"
inference_mode.__module__ = "torch.autograd.grad_mode"
