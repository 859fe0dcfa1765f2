import logging

import pytest

from gradschool.academy.site import Site
from gradschool.course import CourseError


@pytest.mark.parametrize(
    "path",
    [
        "/en/nothing/here",
        "/de/",
        "/en/courses/nothing/",
        "/en/courses/partial/nothing/",
        "/wp-login.php",
        "/en/%ff%fe/",
        "/en/courses/%00/",
        "/en/courses/partial/" + "a" * 3000 + "/",
        "/en/courses/partial/..%2f..%2fetc/",
        "/en/./x//y/",
        "/en//courses",
    ],
)
def test_an_address_that_leads_nowhere_gets_a_page_of_ours(academy, path):
    answer = academy.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "<h1" in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["cache-control"] == "no-store"


def test_a_404_speaks_the_language_of_the_address(academy):
    assert '<html lang="fr"' in academy.get("/fr/rien/du/tout").text
    answer = academy.get("/rien", headers={"Accept-Language": "fr"})
    assert '<html lang="fr"' in answer.text


def test_a_misspelled_lesson_offers_the_nearest(academy):
    text = academy.get("/fr/courses/partial/every-blok/").text
    assert 'href="/fr/courses/partial/every-block/"' in text
    assert "Chaque bloc de gradschool" in text


def test_a_lesson_asked_for_in_another_course_is_found(academy):
    text = academy.get("/en/courses/nothing/every-block/").text
    assert 'href="/en/courses/partial/every-block/"' in text


def test_a_misspelled_course_offers_the_nearest(academy):
    text = academy.get("/en/courses/partiel/").text
    assert 'href="/en/courses/partial/"' in text


def test_what_was_typed_is_not_run(academy):
    answer = academy.get("/en/courses/partial/<script>alert(1)</script>/")
    assert "<script>alert(1)" not in answer.text


@pytest.mark.parametrize("path", ["/en/", "/en/courses/partial/every-block/", "/"])
def test_a_method_that_is_not_allowed_gets_a_page_of_ours(academy, path):
    answer = academy.post(path, headers={"Origin": "http://academy.test"})
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]
    assert "<h1" in answer.text


def test_machines_get_json(academy):
    answer = academy.get("/-/nothing")
    assert (answer.status_code, answer.json()) == (404, {"code": "not-found"})


def test_a_broken_lesson_shows_the_teacher_where(academy):
    answer = academy.get("/en/courses/broken-lesson/bad/")
    assert answer.status_code == 500
    for words in ("broken-lesson/en/02-bad.md:11", "CF108", "CF107", "CF113"):
        assert words in answer.text
    assert "Traceback" not in answer.text
    assert academy.get("/en/courses/broken-lesson/good/").status_code == 200


def test_an_unforeseen_error_shows_a_number_and_logs_the_rest(
    academy, monkeypatch, caplog
):
    def explode(*_):
        raise RuntimeError("the secret reason")

    monkeypatch.setattr(Site, "home", explode)
    with caplog.at_level(logging.ERROR):
        answer = academy.get("/fr/")
    assert answer.status_code == 500
    assert '<html lang="fr"' in answer.text
    assert "secret reason" not in answer.text
    assert "Traceback" not in answer.text
    [record] = [one for one in caplog.records if one.name == "gradschool.academy"]
    number = record.getMessage().split()[1]
    assert number in answer.text
    assert "the secret reason" in caplog.text
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"


def test_an_error_page_that_fails_itself_still_says_something(
    academy, monkeypatch, caplog
):
    def explode(*_):
        raise RuntimeError("the template is being edited")

    monkeypatch.setattr(Site, "render", explode)
    answer = academy.get("/en/nothing")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/plain")
    assert len(answer.text.strip()) > 5
    assert "being edited" in caplog.text


def test_an_unbuilt_front_end_says_which_command_builds_it(client, tmp_path, caplog):
    academy = client(static_folder=tmp_path / "none")
    for path in ("/en/", "/en/courses/partial/whole/", "/en/nothing"):
        answer = academy.get(path)
        assert answer.status_code == 503
        assert "tools/setup.py web" in answer.text
    assert "tools/setup.py web" in caplog.text


def test_a_course_that_cannot_be_read_at_all_is_told_on_the_front_page(
    academy, monkeypatch
):
    def explode(*_):
        raise CourseError("course.toml: gone")

    monkeypatch.setattr("gradschool.course.folder.CourseFolder.course", explode)
    answer = academy.get("/en/")
    assert answer.status_code == 500
    assert "course.toml: gone" in answer.text
