"""What the worker offers to Python: the interface between the two languages.

In the browser a JavaScript object stands behind it (`web/src/worker/worker.ts`, class
`Bridge`); in tests a plain Python object does. Names are the same on both sides.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Literal, Protocol

Waiting = Literal["shared", "promise", "none"]
"""How Python can wait for the page: by sleeping in shared memory, by suspending
WebAssembly until a promise is there, or not at all."""

StreamName = Literal["stdout", "stderr"]


class Bridge(Protocol):
    """The worker, as Python sees it."""

    @property
    def waiting(self) -> Waiting:
        """How Python can wait; fixed for the life of the worker."""
        ...

    @property
    def memory_limit(self) -> int:
        """Bytes that the heap may grow to."""
        ...

    def write(self, stream: StreamName, text: str) -> None:
        """Takes output; it is sent in batches."""
        ...

    def flush(self) -> None:
        """Sends what is held back."""
        ...

    def cut(self) -> None:
        """Says that output was dropped, once a run."""
        ...

    def ask(self, prompt: str) -> str:
        """`line:...`, `end` or `interrupted`. Only with `shared`."""
        ...

    def ask_promise(self, prompt: str) -> Awaitable[str]:
        """The same as a promise."""
        ...

    def pause(self, milliseconds: float) -> bool:
        """Sleeps; True when an interrupt came. Only with `shared`."""
        ...

    def pause_promise(self, milliseconds: float) -> Awaitable[bool]:
        """The same as a promise."""
        ...

    def should_yield(self) -> bool:
        """Whether it is time to let messages in; False unless `promise`."""
        ...


class Waiter(Protocol):
    """The two things of Pyodide that a session needs."""

    def check_interrupt(self) -> None:
        """Raises `KeyboardInterrupt` if the learner pressed Stop."""
        ...

    def wait_for(self, awaitable: Awaitable[object], /) -> object:
        """Suspends Python until the awaitable has a value."""
        ...
