"""The academy, served as a person serves it, and a real Chromium that visits it.

`academy` is the address of a `gradschool serve` in a process of its own, on a free
port. `visit` opens a page in a fresh profile, and fails the test afterwards if the page
asked another origin for anything or wrote an error to the console.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

ROOT = Path(__file__).parent.parent.parent
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",  # as root, Chromium refuses to start with its own sandbox
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # Without these it calls home at every start, and a closed network refuses it.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: How long a server or a cold runtime may take on a busy two-core machine.
PATIENCE_S = 120

expect.set_options(timeout=PATIENCE_S * 1000)


def pytest_collection_modifyitems(items):
    """Tests of one file share a worker, and so one server and one browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)
            item.add_marker(pytest.mark.xdist_group(f"e2e-{item.path.stem}"))


@pytest.fixture(scope="session")
def serve(tmp_path_factory):
    """A function that serves courses and returns the address."""
    processes = []

    def start(*arguments):
        port = free_port()
        log = tmp_path_factory.mktemp("served") / "log"
        database = log.parent / "academy.sqlite3"
        command = [
            *(sys.executable, "-m", "gradschool", "serve", "--port", str(port)),
            *("--database-url", f"sqlite:///{database}", *map(str, arguments)),
        ]
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=log.parent,
                env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        processes.append(process)
        address = f"http://127.0.0.1:{port}"
        wait_until_ready(address, process, log)
        return address

    yield start
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(timeout=30)


@pytest.fixture(scope="session")
def academy(serve):
    """The address of the academy with the courses it ships."""
    return serve()


@pytest.fixture(scope="session")
def browser():
    """One Chromium for all tests of a worker."""
    program = chromium()
    if program is None:
        pytest.fail("no Chromium here: run `make test`, which installs it")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser: Browser):
    """Opens an address in a fresh profile; returns the page.

    After the test the page must have asked no other origin and logged no error
    (`allow` in the call names words of errors that the test itself provokes).
    """
    contexts, complaints, allowed = [], [], []

    def open_page(address, *, allow=(), width=1280, height=900, **options):
        context = browser.new_context(
            viewport={"width": width, "height": height}, **options
        )
        context.set_default_timeout(PATIENCE_S * 1000)
        contexts.append(context)
        allowed.extend(allow)
        own = urlsplit(address).netloc

        def check_request(request):
            url = urlsplit(request.url)
            if url.scheme in ("http", "https", "ws", "wss") and url.netloc != own:
                complaints.append(f"asked another origin: {request.url}")

        def check_console(message):
            if message.type == "error":
                complaints.append(f"console: {message.text}")

        context.on("request", check_request)
        page = context.new_page()
        page.on("console", check_console)
        page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    left = [c for c in complaints if not any(words in c for words in allowed)]
    assert not left


def chromium():
    """The program to start, None where there is none."""
    named = os.environ.get("GRADSCHOOL_CHROMIUM")
    return named or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def free_port():
    """A port nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_ready(address, process, log):
    """Return when the server answers; fail with its log when it ends or takes long."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            pytest.fail(f"the server ended at once:\n{log.read_text()}")
        try:
            with urllib.request.urlopen(f"{address}/-/ready", timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    pytest.fail(f"the server is not ready after {PATIENCE_S} s:\n{log.read_text()}")
