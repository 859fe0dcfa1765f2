import pytest

from gradschool.course.errors import BrokenManifestError, MissingCourseError
from gradschool.course.manifest import read_manifest

GOOD = """\
id = "course"
source_language = "en"
languages = ["en", "fr"]
[title]
en = "A course"
fr = "Un cours"
[[units]]
id = "unit"
lessons = ["one", "two"]
[units.title]
en = "A unit"
[moved]
"old" = "one"
"""


def test_a_manifest_is_read(course):
    manifest = read_manifest(course(manifest=GOOD))
    assert manifest.id == "course"
    assert manifest.title == {"en": "A course", "fr": "Un cours"}
    assert manifest.lesson_ids == ("one", "two")
    assert manifest.moved == {"old": "one"}
    assert manifest.description == {}


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('id = "course"', 'id = "A course"', 1, 'got "A course"'),
        ('id = "course"', "id = 5", 1, 'expected text for "id", got 5'),
        ('id = "course"\n', "", 0, 'expected text for "id", got None'),
        ('"en"\nlang', '"de"\nlang', 3, '"de" is not among them'),
        ('["en", "fr"]', '["en", "fr", "EN"]', 3, 'got "EN"'),
        ('["en", "fr"]', '["../x", "en", "fr"]', 3, 'got "../x"'),
        ('["en", "fr"]', '"en"', 3, "expected a list"),
        ('en = "A course"\n', "", 4, 'no text in the source language "en"'),
        ('fr = "Un cours"', 'de = "Ein Kurs"', 4, '"de" is not one of the languages'),
        ('fr = "Un cours"', 'fr = ""', 4, "expected text for title"),
        ('["one", "two"]', "[]", 9, "expected a list"),
        ('["one", "two"]', '["one", "one"]', 9, '"one" stands twice'),
        ('["one", "two"]', '["one", "Two"]', 9, 'got "Two"'),
        ('["one", "two"]', '["one", "../two"]', 9, 'got "../two"'),
        ("lessons =", "lesson =", 9, 'did you mean "lessons"?'),
        ("[moved]", "[movd]", 12, 'did you mean "moved"?'),
        ('= "one"\n', '= "on"\n', 12, 'did you mean "one"?'),
        ("[[units]]", "[[unitz]]", 10, "at least one [[units]]"),
        ('"A course"', '"A course', 5, "is not TOML"),
    ],
)
def test_a_manifest_that_cannot_be_used_says_where(course, old, new, line, words):
    assert old in GOOD
    folder = course(manifest=GOOD.replace(old, new, 1))
    with pytest.raises(BrokenManifestError) as caught:
        read_manifest(folder)
    findings = caught.value.findings
    assert any(one.line == line and words in one.message for one in findings), findings
    assert str(findings[0]).startswith("course/course.toml")


def test_all_mistakes_are_told_at_once(course):
    broken = GOOD.replace('"course"', '"A B"', 1).replace('["one", "two"]', "[]")
    with pytest.raises(BrokenManifestError, match=r"\(and \d+ more\)") as caught:
        read_manifest(course(manifest=broken))
    assert len(caught.value.findings) >= 2


def test_a_manifest_that_is_not_text_says_so(course):
    with pytest.raises(BrokenManifestError, match="CF101 is not UTF-8 text"):
        read_manifest(course(manifest=b'id = "\xff"'))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, "no such folder"),
        (lambda path: path.write_text("x"), "is a file, not a folder"),
        (lambda path: path.mkdir(), "holds no course.toml"),
    ],
    ids=["nothing", "a file", "an empty folder"],
)
def test_a_path_without_a_course_says_what_is_there(tmp_path, make, words):
    path = tmp_path / "course"
    make(path)
    with pytest.raises(MissingCourseError, match=words):
        read_manifest(path)
