"""The files of the browser's Python: whether they are there, right and fresh.

`tools/build_runtime.py` writes the folder and its `manifest.json`; a wheel brings both
along. In a source checkout our own Python changes while the academy is being worked
on, so `refresh` packs it again when it did. Everything else stays as it was fetched.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import cast

PACKAGE_FOLDER = Path(__file__).parent / "runtime"
MANIFEST = "manifest.json"
TWINS = ("", ".br", ".gz")
"""A file as it is, and what is beside it for browsers that take less."""

_CHECKOUT_TOOL = Path(__file__).parents[3] / "tools" / "build_runtime.py"


@dataclass(frozen=True)
class RuntimeFile:
    """One file that the manifest names."""

    role: str
    name: str
    sha256: str
    size_bytes: int
    transfer_bytes: int
    """What a browser that takes brotli has to fetch."""


@dataclass(frozen=True)
class RuntimeManifest:
    """What the folder holds."""

    pyodide: str
    python: str
    numpy: str
    files: tuple[RuntimeFile, ...]

    @property
    def transfer_bytes(self) -> int:
        """What the first visit costs, with brotli."""
        return sum(file.transfer_bytes for file in self.files)


def load_manifest(folder: Path = PACKAGE_FOLDER) -> RuntimeManifest | None:
    """The manifest of `folder`; None where the runtime has not been built."""
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    data = cast("dict[str, object]", json.loads(text))
    files = cast("dict[str, dict[str, object]]", data["files"])
    return RuntimeManifest(
        pyodide=str(data["pyodide"]),
        python=str(data["python"]),
        numpy=str(data["numpy"]),
        files=tuple(
            RuntimeFile(
                role=role,
                name=str(entry["name"]),
                sha256=str(entry["sha256"]),
                size_bytes=int(str(entry["bytes"])),
                transfer_bytes=int(str(entry["transfer"])),
            )
            for role, entry in files.items()
        ),
    )


def verify(folder: Path = PACKAGE_FOLDER) -> list[str]:
    """What is wrong with the folder, a sentence each; empty when all is right."""
    manifest = load_manifest(folder)
    if manifest is None:
        return [f"{folder / MANIFEST} is missing; run tools/build_runtime.py"]
    problems: list[str] = []
    for file in manifest.files:
        for twin in TWINS:
            path = folder / f"{file.name}{twin}"
            if not path.is_file():
                problems.append(f"{path} is missing; run tools/build_runtime.py")
        path = folder / file.name
        if path.is_file() and _sha256(path) != file.sha256:
            problems.append(
                f"{path} is damaged; delete it and run tools/build_runtime.py"
            )
    return problems


def refresh() -> str | None:
    """In a source checkout, packs our own Python again if it changed.

    Costs a tenth of a second when it did not; when it did, the tool's progress goes to
    stderr for some seconds. Does nothing in an installed package, or where the runtime
    was never built.

    Returns:
        What the tool said when it failed, else None.
    """
    if not _CHECKOUT_TOOL.is_file() or load_manifest() is None:
        return None
    said: list[str] = []
    with subprocess.Popen(  # noqa: S603 - our own tool, beside our own sources
        [sys.executable, str(_CHECKOUT_TOOL), "--engine"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as tool:
        for line in tool.stderr or ():
            sys.stderr.write(line)
            said.append(line)
    return None if tool.returncode == 0 else "".join(said).strip()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
