#!/usr/bin/env python3
"""Build the folder of runtime files that the academy serves to browsers.

    python tools/build_runtime.py              # what is missing or out of date
    python tools/build_runtime.py --engine     # our own Python only; needs the rest
    python tools/build_runtime.py --check      # say whether all is there and right

Fetches Pyodide and NumPy, verifies them, compiles them to bytecode, and publishes them
with our engine into `src/gradschool/academy/runtime/`. The first run takes a minute;
its parts are kept in the user's cache, so that the next clone takes seconds and a run
with nothing to do takes a fraction of one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from runtime import archives, bytecode, engine, published, sources
from runtime.sources import SourceError

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src/gradschool/academy/runtime"
NPM_PACKAGE = ROOT / "web/node_modules/pyodide"

_STDLIB_MOUNTED = "/lib/python312.zip/"
_SITE_PACKAGES = "/lib/python3.12/site-packages/"
_VERSIONS = {"pyodide": sources.PYODIDE_VERSION, "python": "3.12.7", "numpy": "2.0.2"}
_STAMP = "engine.stamp"


def main(arguments: list[str] | None = None) -> int:
    """Run the tool; returns the exit code."""
    options = _options(arguments)
    try:
        if options.check:
            return _check()
        build(
            engine_only=options.engine,
            local_wheel=options.numpy_wheel,
            cache=options.cache,
            quality=options.quality,
        )
    except SourceError as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 1
    return 0


def build(
    *, engine_only: bool, local_wheel: Path | None, cache: Path, quality: int
) -> None:
    """Bring `TARGET` up to date.

    Raises:
        SourceError: A file could not be had, was wrong, or did not compile.
    """
    base = _published_base(TARGET)
    if base is None and engine_only:
        raise SourceError(
            f"{TARGET} has no Python runtime yet; run tools/build_runtime.py first"
        )
    if base is None:
        base = _build_base(cache, local_wheel, quality)
    _build_engine(base, cache, quality)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Build the runtime files that the academy serves to browsers."
    )
    parser.add_argument(
        "--engine", action="store_true", help="pack our own Python only"
    )
    parser.add_argument(
        "--check", action="store_true", help="verify what is there; exit code 1 if not"
    )
    parser.add_argument(
        "--numpy-wheel",
        type=Path,
        metavar="PATH",
        help=f"the NumPy wheel or its folder (also: {sources.NUMPY_WHEEL_VARIABLE})",
    )
    parser.add_argument(
        "--cache", type=Path, default=_user_cache(), help="default: %(default)s"
    )
    parser.add_argument(
        "--quality",
        type=int,
        default=11,
        metavar="0-11",
        help="brotli quality of the fixed files; default: %(default)s",
    )
    return parser.parse_args(arguments)


def _user_cache() -> Path:
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "gradschool" / "runtime"


def _say(line: str) -> None:
    print(f"[runtime] {line}", file=sys.stderr, flush=True)


# The fixed part: Pyodide and NumPy


def _recipe() -> str:
    """Changes when the fixed part would come out differently."""
    digest = hashlib.sha256(json.dumps([_VERSIONS, sources.CORE_SHA256]).encode())
    for module in ("archives.py", "compile.mjs"):
        digest.update((ROOT / "tools/runtime" / module).read_bytes())
    return digest.hexdigest()[:16]


def _published_base(folder: Path) -> dict[str, published.PublishedFile] | None:
    """The fixed files that `folder` has, None unless made by this recipe."""
    files = published.read_files(folder)
    manifest = folder / published.MANIFEST
    if files is None or json.loads(manifest.read_text())["recipe"] != _recipe():
        return None
    return {role: file for role, file in files.items() if role != "engine"}


def _build_base(
    cache: Path, local_wheel: Path | None, quality: int
) -> dict[str, published.PublishedFile]:
    kept = cache / f"base-{_recipe()}-q{quality}"
    base = _published_base(kept)
    if base is None:
        cache.mkdir(parents=True, exist_ok=True)
        for old in cache.glob("base-*"):
            shutil.rmtree(old)
        found = sources.fetch(
            cache, npm_package=NPM_PACKAGE, local_wheel=local_wheel, say=_say
        )
        base = _repack(found, kept, quality)
    TARGET.mkdir(parents=True, exist_ok=True)
    for path in kept.iterdir():
        if path.name != published.MANIFEST:
            shutil.copyfile(path, TARGET / path.name)
    return base


def _repack(
    found: sources.Sources, target: Path, quality: int
) -> dict[str, published.PublishedFile]:
    _say("compiling the standard library and NumPy to bytecode")
    stdlib = bytecode.compiled(
        archives.without_unused_stdlib(archives.read(found.core / "python_stdlib.zip")),
        core=found.core,
        prefix=_STDLIB_MOUNTED,
        keep_sources=False,
    )
    numpy = bytecode.compiled(
        archives.without_unused_numpy(archives.read(found.numpy_wheel)),
        core=found.core,
        prefix=_SITE_PACKAGES,
        keep_sources=False,
    )
    _say("compressing (about a minute, once)")
    plain = {
        role: (name, (found.core / name).read_bytes())
        for role, name in {
            "wasm": "pyodide.asm.wasm",
            "glue": "pyodide.asm.js",
            "loader": "pyodide.js",
        }.items()
    }
    packed = {"stdlib": ("python-stdlib.zip", stdlib), "numpy": ("numpy.zip", numpy)}
    base = published.publish_all(plain | packed, target, quality=quality)
    published.write_manifest(target, _VERSIONS | {"recipe": _recipe()}, base)
    return base


# The part that changes with our sources


def _build_engine(
    base: Mapping[str, published.PublishedFile], cache: Path, quality: int
) -> None:
    contents = engine.files(ROOT / "src")
    core = NPM_PACKAGE
    if not (core / "pyodide.mjs").is_file():
        core = cache / f"pyodide-{sources.PYODIDE_VERSION}"
    with_bytecode = bytecode.node() is not None and (core / "pyodide.mjs").is_file()
    made_from = engine.fingerprint(contents)
    # The base too: the manifest names its files beside the engine.
    stamp = f"{made_from} base={_recipe()} bytecode={with_bytecode} q={quality}"
    stamped = TARGET / _STAMP
    current = published.read_files(TARGET)
    up_to_date = stamped.is_file() and stamped.read_text() == stamp
    if up_to_date and current is not None and "engine" in current:
        return
    if with_bytecode:
        pack = bytecode.compiled(
            contents, core=core, prefix=engine.MOUNTED, keep_sources=True
        )
    else:
        # Slower to start in the browser, and right all the same.
        _say("Node was not found: the engine is packed without bytecode")
        pack = archives.stored(contents)
    files = dict(base)
    files["engine"] = published.publish("gradschool.zip", pack, TARGET, quality=quality)
    published.write_manifest(TARGET, _VERSIONS | {"recipe": _recipe()}, files)
    published.sweep(TARGET, files)
    stamped.write_text(stamp)
    total = sum(file.transfer for file in files.values())
    _say(f"ready: {len(files)} files, {total / 1e6:.2f} MB to a browser (brotli)")


def _check() -> int:
    files = published.read_files(TARGET)
    if files is None or "engine" not in files:
        _say(f"{TARGET} is not complete; run tools/build_runtime.py")
        return 1
    wrong = [
        file.name
        for file in files.values()
        if sources.sha256_of(TARGET / file.name) != file.sha256
    ]
    for name in wrong:
        _say(f"{name} is damaged; delete it and run tools/build_runtime.py")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
