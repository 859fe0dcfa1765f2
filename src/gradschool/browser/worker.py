"""Ties a session to the worker: the only file here that knows it is in a browser.

`start` is called once by JavaScript. It puts the page's streams and waiting in place,
imports the engine while the learner still reads, and gives back the function that
runs a cell. Outcomes cross the border as JSON: no proxies to forget, no attributes
that a learner's object could fake.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from gradschool import as_torch
from gradschool.browser.recursion import limit_recursion
from gradschool.browser.session import Outcome, Session
from gradschool.browser.streams import InputStream, OutputBudget, OutputStream
from gradschool.browser.waiting import Waiting
from gradschool.browser.warning_text import install as install_warning_text

if TYPE_CHECKING:
    from gradschool.browser.bridge import Bridge, Waiter
    from gradschool.browser.failure import Failure


def start(bridge: Bridge, waiter: Waiter | None = None) -> Callable[[str, str], str]:
    """Prepares Python for cells.

    Args:
        bridge: The worker.
        waiter: Pyodide's part; made here unless a test brings another.

    Returns:
        A function of cell id and code that runs the cell and gives its outcome, as
        JSON: `{"value": ..., "interrupted": ..., "error": null | {...}}`.
    """
    waiting = Waiting(bridge, waiter or _PyodideWaiter())
    waiting.install()
    budget = OutputBudget(bridge.cut)

    def open_streams() -> None:
        sys.stdout = OutputStream("stdout", bridge.write, bridge.flush, budget)
        sys.stderr = OutputStream("stderr", bridge.write, bridge.flush, budget)
        sys.stdin = InputStream(waiting.ask)

    open_streams()
    limit_recursion()
    install_warning_text()
    session = Session()
    _prepare_engine(waiting)

    def run(cell_id: str, code: str) -> str:
        budget.renew()
        # A cell that closed or replaced them must not silence the ones after it.
        open_streams()
        outcome = session.run(cell_id, code)
        return json.dumps(_wire(outcome))

    return run


class _PyodideWaiter:
    """Pyodide's interrupt check and its way to wait for a promise."""

    def __init__(self) -> None:
        # Both modules exist in the browser only.
        pyodide_js = importlib.import_module("pyodide_js")
        ffi = importlib.import_module("pyodide.ffi")
        self.check_interrupt: Callable[[], None] = pyodide_js.checkInterrupt
        self.wait_for: Callable[[Awaitable[object]], object] = ffi.run_sync


def _prepare_engine(waiting: Waiting) -> None:
    """Imports the engine, so that the first cell does not wait for it."""
    try:
        importlib.import_module("torch")
        recording = importlib.import_module("torch.autograd.recording")
    except Exception:  # noqa: BLE001 - whatever it is, the cell that imports it will raise it again
        return
    recording.set_poll(waiting.looker())
    # Lessons on the engine itself name it `gradschool.torch`.
    as_torch.add_second_name()


def _wire(outcome: Outcome) -> dict[str, object]:
    return {
        "value": outcome.value,
        "interrupted": outcome.interrupted,
        "error": None if outcome.failure is None else _wire_failure(outcome.failure),
    }


def _wire_failure(failure: Failure) -> dict[str, object]:
    wire = asdict(failure)
    explanation = failure.explanation
    del wire["explanation"]
    wire["explanationKey"] = None if explanation is None else explanation.key
    wire["explanationParams"] = {} if explanation is None else explanation.params
    return wire
