import hashlib
import json

import pytest

from gradschool.academy import runtime_files
from gradschool.academy.runtime_files import load_manifest, verify


@pytest.fixture
def folder(tmp_path):
    data = b"engine"
    entry = {
        "name": "gradschool.0123.zip",
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "transfer": 3,
    }
    versions = {"pyodide": "0.27.7", "python": "3.12.7", "numpy": "2.0.2"}
    manifest = {"format": 1, **versions, "files": {"engine": entry}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    for twin in ("", ".br", ".gz"):
        (tmp_path / f"gradschool.0123.zip{twin}").write_bytes(data)
    return tmp_path


def test_the_manifest_tells_versions_and_sizes(folder):
    manifest = load_manifest(folder)
    assert manifest is not None
    assert (manifest.pyodide, manifest.python) == ("0.27.7", "3.12.7")
    assert manifest.transfer_bytes == 3
    assert manifest.files[0].role == "engine"


def test_a_runtime_that_was_never_built_has_no_manifest(tmp_path):
    assert load_manifest(tmp_path) is None
    assert "run tools/build_runtime.py" in verify(tmp_path)[0]


def test_a_whole_folder_has_no_problems(folder):
    assert verify(folder) == []


def test_a_missing_twin_is_named(folder):
    (folder / "gradschool.0123.zip.br").unlink()
    (problem,) = verify(folder)
    assert "gradschool.0123.zip.br is missing" in problem


def test_a_damaged_file_is_named(folder):
    (folder / "gradschool.0123.zip").write_bytes(b"broken")
    (problem,) = verify(folder)
    assert "gradschool.0123.zip is damaged" in problem


def test_an_installed_package_has_nothing_to_refresh(monkeypatch, tmp_path):
    monkeypatch.setattr(runtime_files, "_CHECKOUT_TOOL", tmp_path / "none.py")
    assert runtime_files.refresh() is None


def test_a_failed_refresh_says_what_the_tool_said(monkeypatch, tmp_path, folder):
    tool = tmp_path / "tool.py"
    tool.write_text("import sys\nsys.exit('Node is ill')")
    monkeypatch.setattr(runtime_files, "_CHECKOUT_TOOL", tool)
    monkeypatch.setattr(runtime_files, "load_manifest", lambda: load_manifest(folder))
    assert runtime_files.refresh() == "Node is ill"
