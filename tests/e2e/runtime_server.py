"""A site with nothing but the runtime, a secret and a list of what was asked of it."""

import json
import mimetypes
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

CSP = (
    "default-src 'none'; script-src 'self' {script_src};"
    " worker-src 'self' {worker_src}; connect-src 'self'; style-src 'self';"
    " img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)
PAGE = b"""<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Runtime</title><link rel="icon" href="data:,">
<script type="module" src="/page.js"></script></head><body></body></html>"""


class RuntimeServer:
    """Serves the test page, the runtime and `/api/me`, which needs the cookie.

    Args:
        page: Folder with the built test page.
        runtime: Folder with the runtime's files.
        isolated: Whether the page is cross-origin isolated.
    """

    def __init__(self, page: Path, runtime: Path, *, isolated: bool = True):
        self.page, self.runtime, self.isolated = page, runtime, isolated
        policy = json.loads((page / "runtime-csp.json").read_text())
        self.csp = CSP.format(**{key: " ".join(value) for key, value in policy.items()})
        self.asked: list[tuple[str, str]] = []
        self.sent_bytes = 0
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                server.answer(self)

            def do_POST(self):
                server.answer(self)

            def log_message(self, format, *_arguments):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.port = self._http.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def close(self):
        self._http.shutdown()
        self._http.server_close()

    def answer(self, request):
        path = request.path.split("?")[0]
        self.asked.append((request.command, path))
        cookie = request.headers.get("Cookie", "")
        if path == "/":
            cookies = {"Set-Cookie": "session=secret; SameSite=Lax; Path=/"}
            self.send(request, PAGE, "text/html; charset=utf-8", cookies)
        elif path == "/page.js":
            self.send(request, (self.page / "page.js").read_bytes(), "text/javascript")
        elif path.startswith("/runtime/"):
            self.send_file(request, self.runtime / path.rpartition("/")[2])
        elif path.startswith("/api/"):
            me = {"name": "Ada"} if "session=secret" in cookie else {}
            self.send(request, json.dumps(me).encode(), "application/json")
        else:
            request.send_error(404)

    def send_file(self, request, path: Path):
        if not path.is_file():
            request.send_error(404)
            return
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        twin = path.with_name(f"{path.name}.br")
        if twin.is_file() and "br" in request.headers.get("Accept-Encoding", ""):
            path = twin
            headers["Content-Encoding"] = "br"
        elif path.suffix == ".json":
            headers["Cache-Control"] = "no-cache"
        data = path.read_bytes()
        self.sent_bytes += len(data)
        self.send(request, data, kind, headers)

    def send(self, request, data: bytes, kind: str, headers=()):
        request.send_response(200)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(data)))
        request.send_header("Content-Security-Policy", self.csp)
        request.send_header("Cross-Origin-Resource-Policy", "same-origin")
        if self.isolated:
            request.send_header("Cross-Origin-Opener-Policy", "same-origin")
            request.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        for name, value in dict(headers).items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(data)
