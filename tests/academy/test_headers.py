import pytest
from starlette.responses import PlainTextResponse

from gradschool.academy.headers import OriginCheck

EVERYWHERE = [
    "/",
    "/en/",
    "/en/nothing",
    "/-/health",
    "/-/nothing",
    "/assets/none.js",
    "/runtime/manifest.json",
    "/robots.txt",
    "/en/courses/broken-lesson/bad/",
]


def policy(response):
    text = response.headers["content-security-policy"]
    return dict(part.split(" ", 1) for part in text.split("; "))


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_is_isolated_and_sniffs_nothing(academy, path):
    headers = academy.get(path).headers
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-embedder-policy"] == "require-corp"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]


def test_scripts_come_from_us_and_from_the_runtimes_frame_only(academy):
    scripts = policy(academy.get("/en/"))["script-src"]
    assert scripts == "'self' 'wasm-unsafe-eval' 'sha256-AAAA'"


def test_nothing_may_be_loaded_from_elsewhere(academy):
    rules = policy(academy.get("/en/"))
    assert rules["default-src"] == "'none'"
    assert rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == "'none'"
    assert rules["worker-src"] == "'self' blob:"
    assert "unsafe-inline" not in rules["script-src"]
    assert "unsafe-eval'" not in rules["script-src"].replace("'wasm-unsafe-eval'", "")


def test_a_picture_of_a_course_may_not_run_its_script(academy):
    picture = academy.get("/en/courses/partial/-/images/product.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "<script>" in picture.text
    assert picture.headers["content-security-policy"] == (
        "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    )


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "https://evil.example",
        "http://academy.test.evil.example",
        "http://[",
        "academy.test",
        "ftp://academy.test",
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "QUERY"])
def test_no_other_site_may_change_anything(academy, method, origin):
    headers = {} if origin is None else {"Origin": origin}
    answer = academy.request(method, "/-/health", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["code"] == "forbidden-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"


def test_our_own_pages_get_past_the_origin_check(academy):
    answer = academy.post("/-/health", headers={"Origin": "http://academy.test"})
    assert answer.status_code == 405


def test_reading_needs_no_origin(academy):
    answer = academy.get("/en/", headers={"Origin": "https://evil.example"})
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


def test_behind_a_public_address_only_that_origin_counts(client):
    academy = client(public_url="https://learn.example.org")
    for origin, status in [
        ("https://learn.example.org", 405),
        ("http://learn.example.org", 403),
        ("http://academy.test", 403),
    ]:
        answer = academy.post("/-/health", headers={"Origin": origin})
        assert answer.status_code == status


def test_an_origin_without_a_host_is_nobodys():
    assert not OriginCheck(PlainTextResponse("")).is_ours("http://", "")
