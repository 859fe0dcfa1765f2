import re

import pytest

from gradschool.academy.errors import TextsError
from gradschool.academy.settings import PACKAGE
from gradschool.academy.texts import Texts, plural

PLACEHOLDER = re.compile(r"\{[^}]*\}")


@pytest.fixture(scope="module")
def texts():
    return Texts.load()


def keys(texts, language):
    return set(texts.translator(language)._texts)


def test_every_language_has_every_text(texts):
    for language in texts.languages:
        assert keys(texts, language) == keys(texts, "en")


def test_a_translation_has_the_placeholders_of_its_source(texts):
    source = texts.translator("en")._texts
    for language in texts.languages:
        for key, text in texts.translator(language)._texts.items():
            ours = sorted(PLACEHOLDER.findall(text))
            assert ours == sorted(PLACEHOLDER.findall(source[key])), (language, key)


def test_french_sets_its_spaces(texts):
    for key, text in texts.translator("fr")._texts.items():
        # A no-break space before a colon and inside quotes, a narrow one before ; ? !
        assert not re.search(r"[^\s\u00a0\u202f\d/]:\s", text + " "), (key, text)
        assert not re.search(r" [:;?!»]|« ", text), (key, text)


def test_templates_use_texts_that_exist(texts):
    used = set()
    for file in (PACKAGE / "templates").rglob("*.html"):
        used |= set(
            re.findall(r"""\bt\(\s*["']([^"'{]+)["']\s*[,)]""", file.read_text())
        )
    assert len(used) > 20, "the pattern finds the calls"
    translator = texts.translator("en")
    assert {key for key in used if key not in translator} == set()


def test_placeholders_are_filled_in(texts):
    text = texts.translator("fr")("lesson.number", n=3, total=4)
    assert "3" in text
    assert "4" in text
    assert "{" not in text


def test_a_number_chooses_the_plural(texts):
    english, french = texts.translator("en"), texts.translator("fr")
    assert english("page.lessons", n=1) == "1 lesson"
    assert english("page.lessons", n=0) == "0 lessons"
    assert french("page.lessons", n=0).endswith("leçon")
    assert french("page.lessons", n=2).endswith("leçons")
    assert french("course.done", n=1, done=0).endswith("leçon faite")


@pytest.mark.parametrize(
    ("language", "number", "category"),
    [
        ("en", 1, "one"),
        ("en", 1.5, "other"),
        ("fr", 1.5, "one"),
        ("fr-CA", 0, "one"),
        ("en", None, "other"),
    ],
)
def test_plural_categories_follow_the_language(language, number, category):
    assert plural(language, number) == category


@pytest.mark.parametrize("call", [("no.such.key", {}), ("lesson.number", {"n": 1})])
def test_a_missing_text_or_value_is_an_error(texts, call):
    key, values = call
    with pytest.raises(KeyError):
        texts.translator("en")(key, **values)


def test_texts_for_scripts_cannot_end_the_script_element(tmp_path):
    (tmp_path / "en.json").write_text('{"cell.a": "</script><!-- & é"}', "utf-8")
    dumped = Texts.load(tmp_path).translator("en").for_scripts(cells=False)
    assert dumped == '{"cell.a":"\\u003c/script>\\u003c!-- \\u0026 é"}'


def test_texts_for_scripts_are_those_that_scripts_need(texts):
    dumped = str(texts.translator("fr").for_scripts(cells=False))
    assert '"cell.run":' in dumped
    assert '"page.skip":' not in dumped


def test_only_pages_with_cells_carry_the_explanations_of_errors(texts):
    translator = texts.translator("en")
    assert '"error.nameError":' in translator.for_scripts(cells=True)
    assert '"error.nameError":' not in translator.for_scripts(cells=False)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"a": 1}', '"x"'])
def test_a_file_that_is_no_table_of_texts_is_refused(tmp_path, content):
    (tmp_path / "en.json").write_text(content)
    with pytest.raises(TextsError, match=r"en\.json"):
        Texts.load(tmp_path)


def test_a_folder_without_texts_is_refused(tmp_path):
    with pytest.raises(TextsError, match="holds no interface texts"):
        Texts.load(tmp_path)
