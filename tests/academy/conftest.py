"""An academy in this process: real courses, real templates, a real SQLite file."""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from gradschool.academy.app import create_app
from gradschool.academy.settings import Settings

FIXTURES = Path(__file__).parent.parent / "fixtures"


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """A front end and a runtime as their builds leave them, with made-up contents."""
    folder = tmp_path_factory.mktemp("built")
    assets = folder / "static/assets"
    runtime = folder / "runtime"
    assets.mkdir(parents=True)
    runtime.mkdir()
    manifest = {}
    for name in ("lesson", "site", "theme"):
        (assets / f"{name}-a1b2c3d4.js").write_text(f"console.log({name!r});" * 50)
        (assets / f"{name}-a1b2c3d4.css").write_text(":root{color:#000}")
        manifest[f"src/{name}.ts"] = {
            "file": f"assets/{name}-a1b2c3d4.js",
            "name": name,
            "src": f"src/{name}.ts",
            "isEntry": True,
            "css": [f"assets/{name}-a1b2c3d4.css"],
        }
    manifest["src/lesson.ts"]["imports"] = ["src/site.ts"]
    face = "assets/literata-latin-wght-normal-a1b2c3d4.woff2"
    (folder / "static" / face).write_bytes(b"wOF2")
    manifest["src/site.ts"]["assets"] = [face]
    (folder / "static/manifest.json").write_text(json.dumps(manifest))
    policy = {
        "script_src": ["'wasm-unsafe-eval'", "'sha256-AAAA'"],
        "worker_src": ["blob:"],
    }
    (folder / "static/runtime-csp.json").write_text(json.dumps(policy))
    (runtime / "manifest.json").write_text('{"format": 1}')
    wasm = runtime / "pyodide.asm.0123456789ab.wasm"
    wasm.write_bytes(b"\0asm" * 100)
    wasm.with_name(wasm.name + ".br").write_bytes(b"brotli twin")
    wasm.with_name(wasm.name + ".gz").write_bytes(b"gzip twin")
    (runtime / "secret.txt.partial").write_text("half written")
    return folder


@pytest.fixture(scope="session")
def settings(built, tmp_path_factory):
    """Settings of a small academy; keyword arguments change them."""

    def make(**changes):
        database = tmp_path_factory.mktemp("database") / "academy.sqlite3"
        values = {
            "courses": (FIXTURES / "partial", FIXTURES / "broken-lesson"),
            "database_url": f"sqlite:///{database}",
            "static_folder": built / "static",
            "runtime_folder": built / "runtime",
        }
        return Settings(**{**values, **changes})

    return make


@pytest.fixture(scope="session")
def client(settings):
    """Makes a client of an academy; keyword arguments change its settings."""

    def make(**changes):
        app = create_app(settings(**changes))
        return TestClient(
            app,
            base_url="http://academy.test",
            follow_redirects=False,
            raise_server_exceptions=False,
            # The client's own default would ask for compressed pages everywhere.
            headers={"Accept-Encoding": "identity"},
        )

    return make


@pytest.fixture(scope="session")
def academy(client):
    """A client of the small academy, which no test changes."""
    return client()
