import errno
import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from gradschool.academy.errors import ListenError
from gradschool.academy.server import address, listen, look_after_runtime

ROOT = Path(__file__).parent.parent.parent
PROGRAM = """
import sys
from pathlib import Path
from gradschool.academy.server import serve
from gradschool.academy.settings import Settings
course, port, database = sys.argv[1:]
settings = Settings(courses=(Path(course),), port=int(port), database_url=database)
sys.exit(serve(settings))
"""


def test_a_server_says_where_it_is_serves_and_stops_when_asked(tmp_path):
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", PROGRAM),
            *(str(ROOT / "tests/fixtures/partial"), "0"),
            f"sqlite:///{tmp_path / 'academy.sqlite3'}",
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("Gradschool is at http://127.0.0.1:")
        place = line.split()[3]
        with urllib.request.urlopen(f"{place}-/health", timeout=30) as answer:
            assert answer.status == 200
    finally:
        process.send_signal(signal.SIGTERM)
        process.stdout.close()
        code = process.wait(timeout=30)
    assert code in {0, -signal.SIGTERM}
    # The last connection to a database in write-ahead mode takes its log away.
    assert not list(tmp_path.glob("*-wal"))


def test_a_port_that_is_taken_is_named_with_a_way_out():
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with pytest.raises(ListenError, match=f"Port {port} .* is taken") as caught:
            listen("127.0.0.1", port)
    assert "--port" in str(caught.value)


def test_a_port_for_administrators_is_named(monkeypatch):
    class Forbidden(socket.socket):
        """What the system says to everyone but root, who may run these tests."""

        def bind(self, _):
            raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "socket", Forbidden)
    with pytest.raises(ListenError, match="below 1024"):
        listen("127.0.0.1", 80)


@pytest.mark.parametrize(
    ("host", "port"),
    [
        ("no.such.host.invalid", 8000),
        ("127.0.0.1", 70000),
        ("127.0.0.1", -1),
        ("x" * 300, 80),
        ("\0", 80),
    ],
)
def test_an_address_that_is_none_is_named(host, port):
    with pytest.raises(ListenError):
        listen(host, port)


def test_an_address_of_another_machine_is_named():
    with pytest.raises(ListenError, match="not an address of this machine"):
        listen("192.0.2.1", 0)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({}, "http://127.0.0.1:81/"),
        ({"host": "0.0.0.0"}, "http://127.0.0.1:81/"),
        ({"host": "::1"}, "http://[::1]:81/"),
        ({"root_path": "a/"}, "http://127.0.0.1:81/a/"),
        ({"public_url": "https://x.org/", "root_path": "/a"}, "https://x.org/a/"),
    ],
)
def test_the_address_is_what_to_type_into_the_browser(settings, changes, place):
    assert address(settings(**changes), 81) == place


def test_a_damaged_runtime_file_is_named_in_the_log(tmp_path, caplog):
    content = b"what was built"
    name = "numpy.0123456789ab.zip"
    entry = {
        "name": name,
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
        "transfer": len(content),
    }
    versions = {"format": 1, "pyodide": "0", "python": "3", "numpy": "2"}
    manifest = {**versions, "files": {"numpy": entry}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    for twin in ("", ".br", ".gz"):
        (tmp_path / f"{name}{twin}").write_bytes(content)
    look_after_runtime(tmp_path).join()
    assert caplog.text == ""
    (tmp_path / name).write_bytes(b"something else")
    look_after_runtime(tmp_path).join()
    assert f"{name} is damaged" in caplog.text
    (tmp_path / "manifest.json").write_text("{")
    look_after_runtime(tmp_path).join()
    assert "manifest.json cannot be read" in caplog.text
