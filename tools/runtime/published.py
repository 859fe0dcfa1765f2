"""The folder that the academy serves: hashed names, compressed twins, a manifest.

academy/runtime/
  manifest.json                       roles -> names, sizes, hashes
  pyodide.asm.a50dd1843f80.wasm       as it is
  pyodide.asm.a50dd1843f80.wasm.br    for browsers over HTTPS and on localhost
  pyodide.asm.a50dd1843f80.wasm.gz    for browsers over plain HTTP: they take no brotli
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import brotli

MANIFEST = "manifest.json"
FORMAT = 1
_HASH_LENGTH = 12


@dataclass(frozen=True)
class PublishedFile:
    """One file of the runtime, as the manifest names it."""

    name: str
    sha256: str
    bytes: int
    """Size of the file itself."""
    transfer: int
    """Size of its brotli twin."""


def publish(name: str, data: bytes, folder: Path, *, quality: int) -> PublishedFile:
    """Writes one file and its compressed twins under a name with its hash.

    Args:
        name: `pyodide.asm.wasm`; the hash goes before the last suffix.
        data: The contents.
        folder: Where to; made if missing.
        quality: Brotli's, 0 to 11. 11 takes eight times as long as 9,
            for an eighth less.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sha256 = hashlib.sha256(data).hexdigest()
    stem, _, suffix = name.rpartition(".")
    hashed = f"{stem}.{sha256[:_HASH_LENGTH]}.{suffix}"
    small = brotli.compress(data, quality=quality, lgwin=24)
    _write(folder / f"{hashed}.br", small)
    # No time stamp in the header: the same input gives the same bytes.
    _write(folder / f"{hashed}.gz", gzip.compress(data, 9, mtime=0))
    _write(folder / hashed, data)
    return PublishedFile(hashed, sha256, len(data), len(small))


def publish_all(
    files: Mapping[str, tuple[str, bytes]], folder: Path, *, quality: int
) -> dict[str, PublishedFile]:
    """Publishes `role -> (name, data)` on all cores; brotli releases the GIL."""
    with ThreadPoolExecutor() as pool:
        running = {
            role: pool.submit(publish, name, data, folder, quality=quality)
            for role, (name, data) in files.items()
        }
        return {role: future.result() for role, future in running.items()}


def write_manifest(
    folder: Path, versions: Mapping[str, str], files: Mapping[str, PublishedFile]
) -> None:
    """Writes `manifest.json` last, so that it never names a file that is not there."""
    manifest = {
        "format": FORMAT,
        **versions,
        "files": {role: asdict(file) for role, file in files.items()},
    }
    _write(folder / MANIFEST, json.dumps(manifest, indent=2).encode() + b"\n")


def read_files(folder: Path) -> dict[str, PublishedFile] | None:
    """The files that the folder's manifest names; None when one is not there."""
    path = folder / MANIFEST
    if not path.is_file():
        return None
    entries = json.loads(path.read_text(encoding="utf-8"))["files"]
    found = {role: PublishedFile(**entry) for role, entry in entries.items()}
    for file in found.values():
        for twin in ("", ".br", ".gz"):
            if not (folder / f"{file.name}{twin}").is_file():
                return None
    return found


def sweep(folder: Path, files: Mapping[str, PublishedFile]) -> None:
    """Deletes what an earlier build left and the manifest no longer names."""
    kept = {MANIFEST}
    for file in files.values():
        kept |= {file.name, f"{file.name}.br", f"{file.name}.gz"}
    for path in folder.iterdir():
        if path.is_file() and path.name not in kept:
            path.unlink()


def _write(path: Path, data: bytes) -> None:
    """Writes at one stroke: a server that reads meanwhile sees old or new, not half."""
    partial = path.with_name(f"{path.name}.partial")
    partial.write_bytes(data)
    partial.replace(path)
