"""`gradschool serve`: checks what can go wrong, then runs the web server.

The command line catches `AcademyError` and `CourseError`, prints the one line they
carry and ends with exit code 2.
"""

import errno
import logging
import socket
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from gradschool.academy import runtime_files
from gradschool.academy.app import create_app
from gradschool.academy.errors import ListenError
from gradschool.academy.mounting import clean_root

if TYPE_CHECKING:
    from gradschool.academy.settings import Settings

log = logging.getLogger("gradschool.academy")

# How long running requests may take to end after Ctrl+C.
GRACE_S = 3


def serve(settings: "Settings") -> int:
    """Serves an academy until it is interrupted; returns the exit code.

    Raises:
        AcademyError: the port, the database or the installation.
        CourseError: a course folder.
    """
    logging.basicConfig(
        level=logging.INFO, format="%(levelname)s: %(message)s", stream=sys.stderr
    )
    # Migrations are steps of the start, not news: only their troubles are.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # The port first: a second server should not touch the database of the first.
    listening = listen(settings.host, settings.port)
    try:
        app = create_app(settings)
        # In a source checkout the engine may have changed since it was packed.
        if problem := runtime_files.refresh():
            log.warning("the engine in the page may be old: %s", problem)
        look_after_runtime(settings.runtime_folder)
        port = int(listening.getsockname()[1])
        say(f"Gradschool is at {address(settings, port)} (stop with Ctrl+C)")
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=GRACE_S,
        )
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        # uvicorn raises it again after it has shut down.
        return 0
    finally:
        listening.close()
    return 0


def look_after_runtime(folder: Path) -> threading.Thread:
    """Beside the start, checks the files of the in-page Python.

    A damaged file is named in the log; the site is up meanwhile, since reading needs
    none of them.
    """

    def look() -> None:
        try:
            built = runtime_files.load_manifest(folder) is not None
            problems = runtime_files.verify(folder) if built else []
        except (OSError, ValueError, KeyError) as error:
            problems = [f"{folder / runtime_files.MANIFEST} cannot be read: {error!r}"]
        for problem in problems:
            log.warning("%s", problem)

    thread = threading.Thread(target=look, name="runtime files", daemon=True)
    thread.start()
    return thread


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at the address.

    Raises:
        ListenError: the port is taken, forbidden, or the host is not ours.
    """
    if not 0 <= port <= 65535:
        raise ListenError(f"expected a port from 0 to 65535, got {port}")
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError) as error:
        raise ListenError(
            f'expected a host such as 127.0.0.1, got "{host}" ({error})'
        ) from error
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            # On Windows this option would let two servers share the port.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise ListenError(_why_not(error, host, port)) from error
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    number = error.errno
    if number == errno.EADDRINUSE:
        return (
            f"Port {port} on {host} is taken by another program. Stop it, or choose "
            f"another one: --port {port + 1 if port < 65535 else 8000}"
        )
    if number == errno.EACCES:
        return (
            f"This program may not listen on port {port}: below 1024 that takes an "
            "administrator. Choose another one: --port 8000"
        )
    if number == errno.EADDRNOTAVAIL:
        return (
            f"{host} is not an address of this machine. Use --host 127.0.0.1, or "
            "--host 0.0.0.0 for the whole network"
        )
    return f"Port {port} on {host} cannot be used: {error}. Choose another --port"


def address(settings: "Settings", port: int) -> str:
    """What to type into the browser."""
    if settings.public_url is not None:
        base = settings.public_url.rstrip("/")
    else:
        everywhere = settings.host in {"0.0.0.0", "::", ""}  # noqa: S104 - compared
        host = "127.0.0.1" if everywhere else settings.host
        base = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    return f"{base}{clean_root(settings.root_path)}/"


def say(sentence: str) -> None:
    """Prints for the person at the terminal, and at once."""
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
