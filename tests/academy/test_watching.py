import re
import sqlite3

import gradschool


def test_health_says_that_the_process_answers(academy):
    answer = academy.get("/-/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert answer.headers["cache-control"] == "no-store"


def test_version_is_the_packages(academy):
    assert academy.get("/-/version").json() == {"version": gradschool.__version__}


def test_ready_names_everything_a_page_needs(academy):
    assert academy.get("/-/ready").json() == {
        "ready": True,
        "database": "ok",
        "courses": "ok",
        "front_end": "ok",
        "runtime": "ok",
    }


def test_an_unbuilt_front_end_is_not_ready(client, tmp_path):
    answer = client(static_folder=tmp_path / "none").get("/-/ready")
    assert answer.status_code == 503
    assert answer.json()["front_end"] == "not built"


def test_a_missing_runtime_does_not_keep_lessons_from_being_read(client, tmp_path):
    answer = client(runtime_folder=tmp_path / "none").get("/-/ready")
    assert answer.status_code == 200
    assert answer.json()["runtime"] == "not built"


def test_a_database_that_lost_its_tables_is_not_ready(client, tmp_path):
    academy = client(database_url=f"sqlite:///{tmp_path / 'gone.sqlite3'}")
    connection = sqlite3.connect(tmp_path / "gone.sqlite3")
    connection.execute("DROP TABLE instance")
    connection.close()
    answer = academy.get("/-/ready")
    assert answer.status_code == 503
    assert "no such table: instance" in answer.json()["database"]


def test_robots_are_kept_from_the_machines_pages(academy):
    text = academy.get("/robots.txt").text
    assert "Disallow: /-/" in text
    assert "Sitemap: http://academy.test/sitemap.xml" in text


def test_the_sitemap_names_every_page_once(academy):
    answer = academy.get("/sitemap.xml")
    assert answer.headers["content-type"].startswith("application/xml")
    pages = re.findall("<loc>(.*?)</loc>", answer.text)
    assert len(pages) == len(set(pages)) == 2 * (1 + 2 + 5)


def test_the_interface_description_is_ours_and_names_no_third_party(academy):
    description = academy.get("/-/openapi.json").json()
    assert set(description["paths"]) == {"/-/health", "/-/ready", "/-/version"}
    for path in ("/docs", "/redoc"):
        assert academy.get(path).status_code == 404
