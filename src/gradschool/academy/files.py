"""Built files over HTTP: hashed names for ever, compressed twins, right types.

A file `wasm.1a2b.wasm` may have the twins `wasm.1a2b.wasm.br` and `.gz` beside it, made
by the build; the browser gets the smallest that it accepts. Text without a twin is
compressed once and kept. A name that carries a hash never changes its content, so it
may be kept for ever; anything else is asked for again.
"""

import gzip
import re
from functools import lru_cache
from pathlib import Path, PurePosixPath

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send

from gradschool.academy.answers import encodings, is_known

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

# Named here, since a system's own table may say otherwise (Windows' registry does).
TYPES = {
    ".avif": "image/avif",
    ".css": "text/css; charset=utf-8",
    ".gif": "image/gif",
    ".ico": "image/x-icon",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".whl": "application/zip",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
PICTURES = frozenset({".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"})

_TEXT = frozenset({".css", ".js", ".json", ".map", ".mjs", ".svg", ".webmanifest"})
# `lesson-jfhIvlNB.js` (Vite), `pyodide.asm.a50dd1843f80.wasm` (the runtime).
_HASHED = re.compile(r"(?:-[\w-]{8,}|\.[0-9a-f]{8,})\.\w+$")


class BuiltFiles:
    """An ASGI application that serves the files of one folder and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request whose path is relative to the folder."""
        request = Request(scope, receive)
        path: str = scope["path"]
        name = path.removeprefix(scope.get("root_path", "")).lstrip("/")
        response = await run_in_threadpool(self.answer, request, name)
        await response(scope, receive, send)

    def answer(self, request: Request, name: str) -> Response:
        """The file as the browser can read it, or 404."""
        if request.method not in {"GET", "HEAD"}:
            return plain(405, "Only GET and HEAD.", {"Allow": "GET, HEAD"})
        file = find(self.folder, name)
        if file is None or file.suffix in {".br", ".gz", ".partial"}:
            return plain(404, "There is no such file.", {"Cache-Control": "no-store"})
        media_type = TYPES.get(file.suffix)
        if media_type is None:
            return plain(404, "There is no such file.", {"Cache-Control": "no-store"})
        return file_answer(request, file, media_type)


def file_answer(request: Request, file: Path, media_type: str) -> Response:
    """The answer that carries `file`, by the best of its twins."""
    hashed = _HASHED.search(file.name) is not None
    headers = {
        "Cache-Control": FOREVER if hashed else ASK_AGAIN,
        "Vary": "Accept-Encoding",
    }
    status = file.stat()
    tag = f'W/"{status.st_mtime_ns:x}-{status.st_size:x}"'
    headers["ETag"] = tag
    if is_known(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    accepted = encodings(request.headers.get("accept-encoding", ""))
    for encoding, suffix in (("br", ".br"), ("gzip", ".gz")):
        twin = file.with_name(file.name + suffix)
        if encoding in accepted and twin.is_file():
            headers["Content-Encoding"] = encoding
            return FileResponse(twin, headers=headers, media_type=media_type)
    if "gzip" in accepted and file.suffix in _TEXT:
        headers["Content-Encoding"] = "gzip"
        body = _compressed(file, status.st_mtime_ns, status.st_size)
        return Response(body, headers=headers, media_type=media_type)
    return FileResponse(file, headers=headers, media_type=media_type)


def find(folder: Path, name: str) -> Path | None:
    """The file `name` in `folder`, or None; never one outside of it."""
    parts = PurePosixPath(name).parts
    if not parts or "\0" in name or "\\" in name or len(name) > 400:
        return None
    # A leading dot hides a file; ".." leads out; ":" opens a stream on Windows.
    if any(part.startswith((".", "/")) or ":" in part for part in parts):
        return None
    file = folder.joinpath(*parts)
    try:
        inside = file.resolve().is_relative_to(folder.resolve())
        return file if inside and file.is_file() else None
    except (OSError, ValueError):
        return None


def plain(status: int, text: str, headers: dict[str, str] | None = None) -> Response:
    """A sentence for the machine or the developer who asked."""
    return Response(f"{text}\n", status, headers, "text/plain; charset=utf-8")


@lru_cache(maxsize=128)
def _compressed(file: Path, _mtime_ns: int, _size: int) -> bytes:
    """The file's content in gzip; the state of the file is part of the key."""
    return gzip.compress(file.read_bytes(), compresslevel=9, mtime=0)
