import builtins
import sys
import time
from typing import Any

import pytest

from gradschool.browser import bridge, worker
from gradschool.browser.errors import InputUnavailableError
from gradschool.browser.waiting import Waiting, read_answer


class FakeBridge:
    memory_limit = 1 << 30

    def __init__(self, waiting: bridge.Waiting = "shared", answers=()):
        self.waiting: bridge.Waiting = waiting
        self.answers = list(answers)
        self.prompts, self.written, self.paused = [], [], []
        self.interrupt = False
        self.due = False

    def write(self, stream, text):
        self.written.append((stream, text))

    def flush(self):
        pass

    def cut(self):
        self.written.append(("cut", ""))

    def ask(self, prompt):
        self.prompts.append(prompt)
        return self.answers.pop(0)

    def ask_promise(self, prompt) -> Any:
        return lambda: self.ask(prompt)

    def pause(self, milliseconds):
        self.paused.append(milliseconds)
        return self.interrupt

    def pause_promise(self, milliseconds) -> Any:
        return lambda: self.pause(milliseconds)

    def should_yield(self):
        return self.due


class FakeWaiter:
    def __init__(self):
        self.checks = 0

    def check_interrupt(self):
        self.checks += 1

    def wait_for(self, awaitable):
        return awaitable()


@pytest.fixture
def make():
    kept = builtins.input, time.sleep
    streams = sys.stdin, sys.stdout, sys.stderr, sys.modules["__main__"]
    depth = sys.getrecursionlimit()
    yield lambda *args, **options: Waiting(FakeBridge(*args, **options), FakeWaiter())
    builtins.input, time.sleep = kept
    sys.stdin, sys.stdout, sys.stderr, sys.modules["__main__"] = streams
    sys.setrecursionlimit(depth)


@pytest.mark.parametrize("waiting", ["shared", "promise"])
def test_input_gives_the_learners_line(make, waiting):
    assert make(waiting, answers=["line:a:b"]).input("Name? ") == "a:b"


@pytest.mark.parametrize("waiting", ["shared", "promise"])
def test_input_without_an_answer_is_the_end_of_the_file(make, waiting):
    with pytest.raises(EOFError, match="EOF when reading a line"):
        make(waiting, answers=["end"]).input()


@pytest.mark.parametrize("waiting", ["shared", "promise"])
def test_stop_while_input_waits_interrupts(make, waiting):
    with pytest.raises(KeyboardInterrupt):
        make(waiting, answers=["interrupted"]).input()


def test_input_on_a_page_that_cannot_wait_says_what_to_do(make):
    with pytest.raises(InputUnavailableError, match="over HTTPS or on localhost"):
        make("none").input()


def test_an_empty_line_is_a_line(make):
    assert read_answer("line:") == ""


@pytest.mark.parametrize("waiting", ["shared", "promise"])
def test_sleep_waits_in_the_worker_and_stop_ends_it(make, waiting):
    waits = make(waiting)
    waits.sleep(1.5)
    assert waits._bridge.paused == [1500]
    waits._bridge.interrupt = True
    with pytest.raises(KeyboardInterrupt):
        waits.sleep(1.5)


def test_a_negative_sleep_is_pythons_error(make):
    with pytest.raises(ValueError, match="sleep length must be non-negative"):
        make().sleep(-1)


def test_with_shared_memory_the_engine_calls_pyodide_directly(make):
    waits = make("shared")
    assert waits.looker() == waits._waiter.check_interrupt


def test_without_it_a_busy_program_lets_messages_in_now_and_then(make):
    waits = make("promise")
    look = waits.looker()
    look()
    assert waits._waiter.checks == 1
    waits._bridge.due = waits._bridge.interrupt = True
    with pytest.raises(KeyboardInterrupt):
        look()


def test_a_started_worker_runs_cells_and_speaks_json(make, monkeypatch):
    # The packed engine is the browser's `torch`; here the name may be PyTorch's.
    monkeypatch.setattr(worker, "_prepare_engine", lambda waiting: None)
    make()  # puts everything back afterwards
    page = FakeBridge(answers=["line:Ada"])
    run = worker.start(page, FakeWaiter())
    answer = run("one", "print(input('Name? '))\n1 / 0")
    written = "".join(text for stream, text in page.written if stream == "stdout")
    assert written == "Ada\n"
    assert page.prompts == ["Name? "]
    assert '"explanationKey": "error.zeroDivision"' in answer
    assert run("two", "2 + 2") == '{"value": "4", "interrupted": false, "error": null}'


def test_sleeping_for_no_number_is_an_error_at_once(make):
    with pytest.raises(ValueError, match="NaN"):
        make().sleep(float("nan"))


def test_a_cell_that_replaces_or_closes_the_streams_silences_only_itself(make):
    page = FakeBridge()
    run = worker.start(page, FakeWaiter())
    run("one", "import sys, io; sys.stdout.close(); sys.stdout = io.StringIO()")
    run("two", "import sys; sys.stdin = sys.stderr = None")
    run("three", "print('heard')")
    assert ("stdout", "heard") in page.written
