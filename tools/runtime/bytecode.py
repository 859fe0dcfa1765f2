"""Compiles archives to bytecode with the Python that runs them: Pyodide, in Node."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from runtime import archives
from runtime.sources import SourceError

_SCRIPT = Path(__file__).with_name("compile.mjs")


def node() -> str | None:
    """The Node program, None where there is none."""
    return shutil.which("node")


def compiled(
    files: dict[str, bytes], *, core: Path, prefix: str, keep_sources: bool
) -> bytes:
    """A stored zip of `files` with a `.pyc` for each `.py`.

    Args:
        files: Contents by name in the archive.
        core: Folder of npm `pyodide`.
        prefix: What stands before the name in tracebacks: where the archive
            will be, or be unpacked, in Pyodide's file system, with a slash.
        keep_sources: Whether the `.py` stays beside its `.pyc`, for `inspect` and
            for tracebacks that show lines.

    Raises:
        SourceError: Node is missing or failed.
    """
    program = node()
    if program is None:
        raise SourceError("Node was not found; install Node 20 or newer")
    with tempfile.TemporaryDirectory() as scratch:
        source, target = Path(scratch) / "in.zip", Path(scratch) / "out.zip"
        source.write_bytes(archives.stored(files))
        sources = "keep" if keep_sources else "drop"
        result = subprocess.run(
            [program, _SCRIPT, core, source, target, prefix, sources],
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode != 0:
            raise SourceError(f"compiling in Pyodide failed:\n{result.stderr.strip()}")
        return target.read_bytes()
