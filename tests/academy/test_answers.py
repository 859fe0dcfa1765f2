import pytest

from gradschool.academy.answers import encodings, is_known


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("", set()),
        ("gzip, br", {"gzip", "br"}),
        ("GZIP;q=1.0, br;q=0", {"gzip"}),
        ("br; q = 0.0, gzip;q=0.5", {"gzip"}),
        ("identity;q=1, *;q=0", {"identity"}),
        (",;,", set()),
    ],
)
def test_compressions_are_those_a_browser_accepts(header, accepted):
    assert encodings(header) == accepted


@pytest.mark.parametrize(
    ("header", "known"),
    [
        ('W/"abc"', True),
        ('"abc"', True),
        ('"x", W/"abc"', True),
        ("*", True),
        ('"abcd"', False),
        ("abc", False),
        ("", False),
    ],
)
def test_a_tag_is_known_when_the_browser_names_it(header, known):
    assert is_known(header, 'W/"abc"') is known


def test_a_page_is_not_sent_again_while_it_stands_still(academy):
    first = academy.get("/en/")
    assert first.headers["cache-control"] == "no-cache"
    again = academy.get("/en/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    other = academy.get("/fr/", headers={"If-None-Match": first.headers["etag"]})
    assert other.status_code == 200


def test_a_page_is_compressed_for_those_who_can_read_it(academy):
    plain = academy.get("/en/courses/partial/every-block/")
    small = academy.get(
        "/en/courses/partial/every-block/", headers={"Accept-Encoding": "gzip"}
    )
    assert small.headers["content-encoding"] == "gzip"
    assert small.text == plain.text
    assert int(small.headers["content-length"]) < len(plain.content) / 2
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == small.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "path", ["/en/", "/en/nothing/here", "/-/health", "/favicon.svg"]
)
def test_head_is_get_without_a_body(academy, path):
    get, head = academy.get(path), academy.head(path)
    assert head.status_code == get.status_code
    assert head.content == b""
    assert head.headers["content-length"] == get.headers["content-length"]
