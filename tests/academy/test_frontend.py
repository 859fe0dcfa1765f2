import json
import os

import pytest

from gradschool.academy.domain.addresses import Addresses
from gradschool.academy.frontend import FrontEnd, ScriptPolicy

ROOT = Addresses("/sub")


def test_an_entry_brings_its_script_styles_preloads_and_fonts(built):
    entry = FrontEnd(built / "static").entry("lesson", ROOT)
    assert entry.script == "/sub/assets/lesson-a1b2c3d4.js"
    assert entry.styles == (
        "/sub/assets/site-a1b2c3d4.css",
        "/sub/assets/lesson-a1b2c3d4.css",
    )
    assert entry.preloads == ("/sub/assets/site-a1b2c3d4.js",)
    assert entry.fonts == ("/sub/assets/literata-latin-wght-normal-a1b2c3d4.woff2",)


def test_an_entry_that_was_not_built_is_an_error(built):
    with pytest.raises(KeyError):
        FrontEnd(built / "static").entry("admin", ROOT)


def test_a_folder_without_a_build_is_not_built(tmp_path):
    front_end = FrontEnd(tmp_path / "nothing")
    assert not front_end.built
    assert front_end.policy == ScriptPolicy()


def test_a_build_shows_without_a_restart(tmp_path):
    front_end = FrontEnd(tmp_path)
    assert not front_end.built
    chunk = {"file": "assets/a-1.js", "name": "a", "isEntry": True}
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps({"src/a.ts": chunk}))
    assert front_end.entry("a", ROOT).script == "/sub/assets/a-1.js"
    chunk["file"] = "assets/a-2.js"
    before = manifest.stat().st_mtime_ns
    manifest.write_text(json.dumps({"src/a.ts": chunk}))
    os.utime(manifest, ns=(before + 1, before + 1))
    assert front_end.entry("a", ROOT).script == "/sub/assets/a-2.js"


@pytest.mark.parametrize("content", ["", "{", "nonsense"])
def test_a_manifest_that_is_being_written_is_no_build_yet(tmp_path, content):
    (tmp_path / "manifest.json").write_text(content)
    assert not FrontEnd(tmp_path).built


def test_chunks_that_import_each_other_are_followed_once(tmp_path):
    manifest = {
        "a.ts": {
            "file": "assets/a.js",
            "name": "a",
            "isEntry": True,
            "imports": ["b.ts"],
        },
        "b.ts": {"file": "assets/b.js", "imports": ["a.ts", "gone.ts"]},
    }
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    assert FrontEnd(tmp_path).entry("a", ROOT).preloads == ("/sub/assets/b.js",)
