"""`input()`, `time.sleep` and the look for Stop: everything that waits for the page.

Pyodide looks for an interrupt once in about fifty turns of Python's loop. Fifty calls
of a slow operation can take seconds, and `time.sleep` never turns the loop, so the
engine calls `Waiting.look` between operations and `time.sleep` is replaced.
"""

from __future__ import annotations

import builtins
import math
import time
from collections.abc import Callable

from gradschool.browser.bridge import Bridge, Waiter
from gradschool.browser.errors import InputUnavailableError

_SLICE_S = 0.05


class Waiting:
    """How this worker waits, by what its page allows."""

    def __init__(self, bridge: Bridge, waiter: Waiter) -> None:
        self._bridge = bridge
        self._waiter = waiter
        self._stock_sleep = time.sleep

    def install(self) -> None:
        """Makes `input` and `time.sleep` those of the page."""
        builtins.input = self.input
        time.sleep = self.sleep

    def input(self, prompt: object = "", /) -> str:
        """Reads a line from the learner, who sees the prompt beside the field.

        Raises:
            EOFError: The learner gave no answer.
            InputUnavailableError: The page cannot wait for one.
        """
        line = self.ask(str(prompt))
        if line is None:
            raise EOFError("EOF when reading a line")
        return line

    def ask(self, prompt: str) -> str | None:
        """A line from the learner, None at end of file."""
        if self._bridge.waiting == "shared":
            answer = self._bridge.ask(prompt)
        elif self._bridge.waiting == "promise":
            answer = self._waiter.wait_for(self._bridge.ask_promise(prompt))
        else:
            raise InputUnavailableError(
                "input() cannot wait for an answer on this page;"
                " open it over HTTPS or on localhost"
            )
        return read_answer(str(answer))

    def sleep(self, seconds: float, /) -> None:
        """Suspends the program; Stop ends it at once."""
        seconds = float(seconds)
        if math.isnan(seconds):
            raise ValueError("Invalid value NaN (not a number)")
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        if self._bridge.waiting == "shared":
            interrupted = self._bridge.pause(seconds * 1000)
        elif self._bridge.waiting == "promise":
            interrupted = self._waiter.wait_for(
                self._bridge.pause_promise(seconds * 1000)
            )
        else:
            self._bridge.flush()
            self._stock_sleep(seconds)
            interrupted = False
        if interrupted:
            raise KeyboardInterrupt

    def look(self) -> None:
        """Raises `KeyboardInterrupt` if the learner pressed Stop; takes 0.3 µs."""
        if self._bridge.should_yield():
            if self._waiter.wait_for(self._bridge.pause_promise(0)):
                raise KeyboardInterrupt
        else:
            self._waiter.check_interrupt()

    def looker(self) -> Callable[[], None]:
        """The cheapest function that does what `look` does on this page."""
        if self._bridge.waiting == "promise":
            return self.look
        return self._waiter.check_interrupt


def read_answer(answer: str) -> str | None:
    """What the worker says about a question: `line:...`, `end` or `interrupted`."""
    kind, _, line = answer.partition(":")
    if kind == "interrupted":
        raise KeyboardInterrupt
    return line if kind == "line" else None
