"""The pack of our own Python that the browser imports: the engine as `torch`, and us.

    src/gradschool/torch/**      -> torch/**
    src/gradschool/__init__.py   -> gradschool/__init__.py   (and as_torch.py)
    src/gradschool/browser/**    -> gradschool/browser/**
    src/gradschool/doctor/**     -> gradschool/doctor/**      (where it exists)

Sources stay in the pack: lessons show them, and tracebacks quote them. The bytecode
beside them only saves the browser from compiling at every start.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

_PACKED = {
    "gradschool/torch": "torch",
    "gradschool/browser": "gradschool/browser",
    "gradschool/doctor": "gradschool/doctor",
}
_ALONE = ("gradschool/__init__.py", "gradschool/as_torch.py", "gradschool/py.typed")
_SUFFIXES = {".py", ".pyi", ".typed", ".json", ".txt", ".so"}

MOUNTED = "/lib/gradschool.zip/"
"""Where the worker puts the pack; tracebacks through the engine begin with it."""


def files(source: Path) -> dict[str, bytes]:
    """What the pack holds, by name in it; `source` is the repository's `src`."""
    found: dict[str, bytes] = {}
    for folder, packed in _PACKED.items():
        for path in sorted((source / folder).rglob("*")):
            if path.suffix in _SUFFIXES and path.is_file():
                name = path.relative_to(source / folder).as_posix()
                found[f"{packed}/{name}"] = path.read_bytes()
    for name in _ALONE:
        if (source / name).is_file():
            found[name] = (source / name).read_bytes()
    return found


def fingerprint(contents: Mapping[str, bytes]) -> str:
    """Changes exactly when a name or a byte of `contents` does."""
    digest = hashlib.sha256()
    for name in sorted(contents):
        digest.update(f"{name}\0{len(contents[name])}\0".encode())
        digest.update(contents[name])
    return digest.hexdigest()
