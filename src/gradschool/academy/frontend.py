"""What the front end's build left: the manifest of its files, the script policy.

The build writes `static/manifest.json` (which entry became which hashed file) and
`static/runtime-csp.json` (what the Python runtime's frame needs of the page's policy).
Both are read again when they change, so a rebuild shows without a restart.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from gradschool.academy.domain.addresses import Addresses
from gradschool.academy.pages import EntryAssets

BUILD_COMMAND = "python3 tools/setup.py web"

# The faces that the first screen is set in; the others may arrive later.
_FIRST_FONTS = (
    "atkinson-hyperlegible-next-latin-wght-normal",
    "literata-latin-wght-normal",
)


class NotBuiltError(Exception):
    """The front end has not been built, so there is nothing to show pages with."""


@dataclass(frozen=True, slots=True)
class ScriptPolicy:
    """What the runtime's frame needs of the page's Content-Security-Policy."""

    script_src: tuple[str, ...] = ("'wasm-unsafe-eval'",)
    worker_src: tuple[str, ...] = ("blob:",)


@dataclass(frozen=True, slots=True)
class _Chunk:
    """One file of the build and what it pulls in."""

    file: str
    css: tuple[str, ...]
    assets: tuple[str, ...]
    imports: tuple[str, ...]


@dataclass(slots=True)
class FrontEnd:
    """The built front end in `folder`, as it is at present."""

    folder: Path
    _state: tuple[int, int] = (0, 0)
    _chunks: dict[str, _Chunk] = field(default_factory=dict[str, _Chunk])
    _entries: dict[str, str] = field(default_factory=dict[str, str])
    _policy: ScriptPolicy = field(default_factory=ScriptPolicy)

    @property
    def built(self) -> bool:
        """Whether there is a build to serve."""
        self._refresh()
        return bool(self._entries)

    @property
    def policy(self) -> ScriptPolicy:
        """What the runtime's frame needs."""
        self._refresh()
        return self._policy

    def entry(self, name: str, addresses: Addresses) -> EntryAssets:
        """The files of a Vite entry (`lesson`, `site`, `theme`).

        Raises:
            KeyError: the build has no such entry.
        """
        self._refresh()
        key = self._entries[name]
        chunks = self._with_imports(key)
        # The manifest names styles at the chunk they belong to; pages want the ones
        # of shared chunks first, as the entry's own build on them.
        styles = dict.fromkeys(css for chunk in reversed(chunks) for css in chunk.css)
        files = dict.fromkeys(name for chunk in chunks for name in chunk.assets)
        fonts = [
            file
            for face in _FIRST_FONTS
            for file in files
            if face in file and file.endswith(".woff2")
        ]
        return EntryAssets(
            script=addresses.file(chunks[0].file),
            styles=tuple(addresses.file(file) for file in styles),
            preloads=tuple(addresses.file(chunk.file) for chunk in chunks[1:]),
            fonts=tuple(addresses.file(file) for file in fonts),
        )

    def _with_imports(self, key: str) -> list[_Chunk]:
        """The chunk and everything it imports statically, each once."""
        seen: dict[str, _Chunk] = {}
        waiting = [key]
        while waiting:
            name = waiting.pop(0)
            if name not in seen and name in self._chunks:
                seen[name] = self._chunks[name]
                waiting.extend(seen[name].imports)
        return list(seen.values())

    def _refresh(self) -> None:
        manifest = self.folder / "manifest.json"
        try:
            state = (manifest.stat().st_mtime_ns, manifest.stat().st_size)
        except OSError:
            self._entries = {}
            self._state = (0, 0)
            return
        if state == self._state:
            return
        entries = _read_json(manifest)
        self._chunks = {key: _chunk(value) for key, value in entries.items()}
        self._entries = {
            str(value.get("name") or Path(key).stem): key
            for key, value in entries.items()
            if value.get("isEntry")
        }
        self._policy = _read_policy(self.folder / "runtime-csp.json")
        self._state = state


def _chunk(value: dict[str, Any]) -> _Chunk:
    return _Chunk(
        file=str(value["file"]),
        css=tuple(value.get("css", ())),
        assets=tuple(value.get("assets", ())),
        imports=tuple(value.get("imports", ())),
    )


def _read_json(file: Path) -> dict[str, dict[str, Any]]:
    """The build's own JSON; an empty table while the build is writing it."""
    try:
        return cast(
            "dict[str, dict[str, Any]]", json.loads(file.read_text(encoding="utf-8"))
        )
    except (OSError, ValueError):
        return {}


def _read_policy(file: Path) -> ScriptPolicy:
    value = cast("dict[str, Any]", _read_json(file))
    if not value:
        return ScriptPolicy()
    return ScriptPolicy(
        script_src=tuple(str(one) for one in value.get("script_src", ())),
        worker_src=tuple(str(one) for one in value.get("worker_src", ())),
    )
