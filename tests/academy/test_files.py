import gzip

import pytest

from gradschool.academy.files import find

WASM = "/runtime/pyodide.asm.0123456789ab.wasm"
SCRIPT = "/assets/lesson-a1b2c3d4.js"


def get(academy, path, accept="identity", **headers):
    return academy.get(path, headers={"Accept-Encoding": accept, **headers})


def test_a_hashed_file_is_kept_for_ever(academy):
    for path in (WASM, SCRIPT):
        answer = get(academy, path)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_file_without_a_hash_is_asked_for_again(academy):
    answer = get(academy, "/runtime/manifest.json")
    assert answer.headers["cache-control"] == "no-cache"
    tag = answer.headers["etag"]
    again = get(academy, "/runtime/manifest.json", **{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("accept", "encoding", "length"),
    [
        ("br, gzip", "br", len(b"brotli twin")),
        ("gzip", "gzip", len(b"gzip twin")),
        ("br;q=0, gzip", "gzip", len(b"gzip twin")),
        ("identity", None, 400),
    ],
)
def test_the_best_twin_is_sent_with_its_own_length(academy, accept, encoding, length):
    answer = academy.head(WASM, headers={"Accept-Encoding": accept})
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["content-length"] == str(length)
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.headers["vary"] == "Accept-Encoding"


def test_a_script_without_a_twin_is_compressed_here(academy):
    answer = get(academy, SCRIPT, "gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.text == get(academy, SCRIPT).text


@pytest.mark.parametrize(
    "path",
    [
        "/assets/",
        "/assets",
        "/assets/none.js",
        "/assets/../manifest.json",
        "/assets/%2e%2e/manifest.json",
        "/assets/..%2fmanifest.json",
        "/assets/%2e%2e%5cmanifest.json",
        "/assets/%00",
        "/assets//etc/passwd",
        "/assets/.hidden",
        "/assets/" + "a" * 5000,
        f"{WASM}.br",
        f"{WASM}.gz",
        "/runtime/secret.txt.partial",
        "/runtime",
        "/manifest.json",
        "/static/manifest.json",
    ],
)
def test_nothing_else_of_the_disk_can_be_had(academy, path):
    answer = academy.get(path)
    assert answer.status_code == 404
    assert b"half written" not in answer.content


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path):
    (tmp_path / "secret.js").write_text("secret")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.js").symlink_to(tmp_path / "secret.js")
    assert find(inside, "link.js") is None


@pytest.mark.parametrize(
    "path",
    [
        "course.toml",
        "en/01-every-block.md",
        "../broken-lesson/course.toml",
        "images/",
        "images/none.png",
    ],
)
def test_of_a_course_only_pictures_can_be_had(academy, path):
    assert academy.get(f"/en/courses/partial/-/{path}").status_code == 404


def test_a_missing_runtime_leaves_the_site_readable(client, tmp_path):
    academy = client(runtime_folder=tmp_path / "none")
    assert academy.get("/runtime/manifest.json").status_code == 404
    page = academy.get("/en/courses/partial/every-block/")
    assert page.status_code == 200
    assert "runtime/manifest.json" not in page.text


def test_gzip_of_a_page_is_the_same_bytes_each_time(academy):
    with academy.stream("GET", "/en/", headers={"Accept-Encoding": "gzip"}) as one:
        first = b"".join(one.iter_raw())
    with academy.stream("GET", "/en/", headers={"Accept-Encoding": "gzip"}) as other:
        assert b"".join(other.iter_raw()) == first
    assert gzip.decompress(first).startswith(b"<!doctype html>")
