import pytest

from gradschool.academy.domain.languages import direction, negotiate


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA, en;q=0.8", "fr"),
        ("en;q=0.5, fr;q=0.9", "fr"),
        ("de, fr;q=0.5", "fr"),
        ("de", "en"),
        ("*", "en"),
        ("de, *;q=0.5, fr;q=0.1", "en"),
        ("fr;q=0", "en"),
        ("FR", "fr"),
        (" fr ; q=0.7 ", "fr"),
        ("fr;q=hello, en", "en"),
        ("fr;q=2, en;q=0.1", "en"),
        ("fr;q=nan, en;q=0.1", "en"),
        (";;;,,,=", "en"),
        ("x" * 10_000, "en"),
        ("a," * 10_000 + "fr", "en"),
    ],
)
def test_the_best_language_for_a_browser_is_chosen(header, language):
    assert negotiate(header, ["en", "fr"]) == language


def test_an_academy_without_english_falls_back_to_its_first_language():
    assert negotiate("de", ["fr", "it"]) == "fr"


def test_languages_written_from_right_to_left_are_known():
    assert [direction(one) for one in ("fr", "ar", "he-IL")] == ["ltr", "rtl", "rtl"]
