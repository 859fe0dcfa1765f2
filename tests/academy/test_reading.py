import os
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gradschool.course import shipped_courses

FIXTURES = Path(__file__).parent.parent / "fixtures"
LESSON = "/{}/courses/partial/every-block/"
VOID = frozenset(
    {"br", "hr", "img", "input", "link", "meta", "path", "circle", "rect", "use"}
)


class Page(HTMLParser):
    """What a test asks of a page: its elements, their attributes, their nesting."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.open, self.wrong = [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.wrong.append((tag, self.getpos(), list(self.open[-3:])))
        else:
            self.open.pop()

    def attributes(self, tag):
        return [attrs for name, attrs in self.elements if name == tag]


def test_the_top_sends_to_the_readers_language(academy):
    answer = academy.get("/", headers={"Accept-Language": "fr-CH, en;q=0.5"})
    assert (answer.status_code, answer.headers["location"]) == (302, "/fr/")
    assert answer.headers["vary"] == "Accept-Language"
    assert academy.get("/").headers["location"] == "/en/"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "path", ["/", "/courses/partial/", "/courses/partial/every-block/"]
)
def test_every_page_is_well_formed_and_says_its_language(academy, language, path):
    answer = academy.get(f"/{language}{path}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    page = Page(answer.text)
    assert page.attributes("html")[0]["lang"] == language
    assert (page.wrong, page.open) == ([], [])
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids)), {one for one in ids if ids.count(one) > 1}
    assert len(page.attributes("h1")) == 1


@pytest.mark.parametrize("path", ["/en/", "/en/courses/partial/", LESSON.format("en")])
def test_a_page_names_its_other_languages(academy, path):
    links = Page(academy.get(path).text).attributes("link")
    alternates = {
        one["hreflang"]: one["href"] for one in links if one.get("rel") == "alternate"
    }
    assert alternates == {
        "en": f"http://academy.test{path}",
        "fr": f"http://academy.test{path.replace('/en/', '/fr/')}",
        "x-default": "http://academy.test/",
    }
    [canonical] = [one["href"] for one in links if one.get("rel") == "canonical"]
    assert canonical == f"http://academy.test{path}"


@pytest.mark.parametrize("path", ["/en/", "/fr/courses/partial/", LESSON.format("fr")])
def test_links_within_the_site_lead_somewhere(academy, path):
    page = Page(academy.get(path).text)
    ids = {attrs["id"] for _, attrs in page.elements if "id" in attrs}
    for link in page.attributes("a"):
        href = link["href"]
        if href.startswith("#"):
            assert href[1:] in ids, href
        elif not href.startswith("https://"):
            target = academy.get(path + href if href.startswith(".") else href)
            assert target.status_code == 200, href


def test_a_page_loads_nothing_from_elsewhere_and_runs_nothing_inline(academy):
    for path in ("/en/", "/en/courses/partial/", LESSON.format("en")):
        page = Page(academy.get(path).text)
        for script in page.attributes("script"):
            if script.get("type") != "application/json":
                assert script["src"].startswith("/assets/")
        for tag, attrs in page.elements:
            assert not [name for name in attrs if name.startswith("on")]
            source = attrs.get("src") or (attrs.get("href") if tag == "link" else None)
            assert not source or source.startswith(("/", "../", "http://academy.test"))


def test_the_front_page_shows_the_courses(academy):
    text = academy.get("/fr/").text
    assert "Un cours traduit en partie" in text
    assert "A course with a mistake" in text


def test_a_lesson_reads_without_scripts(academy):
    text = academy.get(LESSON.format("en")).text
    assert "<math" in text
    assert 'data-cell-id="first"' in text
    assert "One of each kind, so that a test can look at it." in text
    assert "Why <code>this</code>?" in text
    assert "raw HTML is text" in text
    assert "<script>alert" not in text


def test_the_front_page_promises_only_the_languages_of_its_courses(client, tmp_path):
    def promise(folder):
        page = client(courses=(folder,)).get("/en/").text
        return re.search(r"What you find here is written in ([^.]*)\.", page)[1]

    both = FIXTURES / "partial"
    assert promise(both) == "English and French"
    one = tmp_path / "one"
    shutil.copytree(both, one)
    shutil.rmtree(one / "fr")
    manifest = one / "course.toml"
    text = manifest.read_text(encoding="utf-8")
    text = re.sub(r"^fr = .*\n", "", text.replace(', "fr"]', "]"), flags=re.MULTILINE)
    manifest.write_text(text, encoding="utf-8")
    assert promise(one) == "English"


def test_a_partial_translation_marks_each_section(academy):
    page = Page(academy.get(LESSON.format("fr")).text)
    sections = {
        one["id"]: (one["data-state"], one.get("lang"))
        for one in page.attributes("section")
        if "data-state" in one
    }
    assert {name: state for name, (state, _) in sections.items()} == {
        "prose": "translated",
        "cells": "stale",
        "checks": "translated",
        "untouched": "missing",
        "recap": "translated",
        "faq": "missing",
    }
    assert sections["untouched"][1] == "en"
    assert sections["prose"][1] in {None, "fr"}


def test_a_source_lesson_has_no_notice(academy):
    page = Page(academy.get(LESSON.format("en")).text)
    states = {one.get("data-state") for one in page.attributes("section")}
    assert states <= {"source", None}


def test_quick_check_answers_are_in_the_page_for_reading_offline(academy):
    assert "That is one of the two." in academy.get(LESSON.format("en")).text


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/en", "/en/"),
        ("/en/courses", "/en/"),
        ("/en/courses/", "/en/"),
        ("/en/courses/partial", "/en/courses/partial/"),
        ("/en/courses/partial/whole?x=1", "/en/courses/partial/whole/?x=1"),
    ],
)
def test_an_address_without_its_slash_is_completed(academy, path, location):
    answer = academy.get(path)
    assert (answer.status_code, answer.headers["location"]) == (308, location)


def test_a_moved_lesson_sends_to_its_new_place(academy):
    answer = academy.get("/fr/courses/partial/old-name/")
    assert (answer.status_code, answer.headers["location"]) == (
        301,
        "/fr/courses/partial/whole/",
    )


def test_an_edited_lesson_shows_with_the_next_request(client, tmp_path):
    folder = shutil.copytree(FIXTURES / "partial", tmp_path / "partial")
    academy = client(courses=(folder,))
    before = academy.get("/en/courses/partial/whole/")
    file = folder / "en/02-whole.md"
    time = file.stat().st_mtime_ns
    file.write_text(file.read_text("utf-8").replace("Text.", "Edited."), "utf-8")
    os.utime(file, ns=(time + 1_000_000, time + 1_000_000))
    after = academy.get(
        "/en/courses/partial/whole/", headers={"If-None-Match": before.headers["etag"]}
    )
    assert after.status_code == 200
    assert "Edited." in after.text


def test_an_academy_without_courses_says_so(client):
    answer = client(courses=()).get("/en/")
    assert answer.status_code == 200
    assert "There is no course on this site yet." in answer.text


@pytest.mark.parametrize("root", ["/sub/path", "sub/path/", "/sub/path/"])
def test_behind_a_proxy_every_address_carries_its_path(client, root):
    academy = client(root_path=root)
    # Some proxies cut the path off, others leave it: both are answered.
    for prefix in ("", "/sub/path"):
        answer = academy.get(f"{prefix}/en/courses/partial/every-block/")
        assert answer.status_code == 200
        page = Page(answer.text)
        for tag in ("a", "link"):
            for attrs in page.attributes(tag):
                href = attrs["href"].removeprefix("http://academy.test")
                if not href.startswith(("#", "../", "https://")):
                    assert href.startswith("/sub/path/"), href
        for script in page.attributes("script"):
            assert script.get("src", "/sub/path/").startswith("/sub/path/")
        assert academy.get(f"{prefix}/").headers["location"] == "/sub/path/en/"
        slash = academy.get(f"{prefix}/en/courses/partial")
        assert slash.headers["location"] == "/sub/path/en/courses/partial/"
        assert academy.get(f"{prefix}/assets/site-a1b2c3d4.js").status_code == 200
        assert academy.get(f"{prefix}/runtime/manifest.json").status_code == 200
        assert academy.get(f"{prefix}/-/health").status_code == 200
        assert academy.get(f"{prefix}/en/nothing").status_code == 404


def test_a_public_address_is_what_search_engines_are_told(client):
    academy = client(public_url="https://learn.example.org/", root_path="/a")
    text = academy.get("/a/en/").text
    assert '<link rel="canonical" href="https://learn.example.org/a/en/">' in text
    assert "http://academy.test" not in text


def test_every_lesson_we_ship_can_be_read_in_every_language(client):
    academy = client(courses=shipped_courses())
    sitemap = academy.get("/sitemap.xml").text
    pages = re.findall(r"<loc>http://academy\.test([^<]+)</loc>", sitemap)
    assert len([one for one in pages if one.count("/") == 5]) >= 8
    for path in pages:
        page = academy.get(path)
        assert page.status_code == 200, path
        assert Page(page.text).wrong == [], path
