from pathlib import Path

import pytest

from gradschool.course import MissingCourseError, check, shipped_courses
from gradschool.course.checks.translations import same_code

FIXTURES = Path(__file__).parent.parent / "fixtures"
HEAD = "---\nid: one\ntitle: T\nminutes: 1\nlede: L\n---\n\n"
SECTION = "(s)=\n## S\n{stamp}\n{body}\n"


def found(folder):
    return [(one.code, one.line) for one in check(folder)]


def lesson(body, stamp=""):
    return HEAD + SECTION.format(stamp=stamp, body=body)


def cell(code, name="a", options=""):
    return f"```{{code-cell}} python\n:id: {name}\n{options}{code}\n```"


def test_the_shipped_courses_have_no_finding():
    assert [str(one) for folder in shipped_courses() for one in check(folder)] == []


def test_a_partial_translation_is_told_section_by_section():
    findings = check(FIXTURES / "partial")
    assert [(one.code, one.severity) for one in findings] == [
        ("CF202", "warning"),
        ("CF202", "warning"),
        ("CF203", "warning"),
        ("CF204", "warning"),
        ("CF201", "warning"),
    ]
    assert str(findings[2]).startswith(
        str(Path("partial/fr/01-every-block.md")) + ":15: CF203 "
    )


def test_mistakes_of_the_text_are_among_the_findings():
    assert found(FIXTURES / "broken-lesson") == [
        ("CF108", 11),
        ("CF107", 17),
        ("CF113", 19),
    ]


def test_mistakes_of_the_manifest_end_the_check():
    assert {code for code, _ in found(FIXTURES / "broken-manifest")} == {"CF102"}


def test_no_course_is_no_finding_but_an_error(tmp_path):
    with pytest.raises(MissingCourseError):
        check(tmp_path)


# Structure.


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("en/02-other.md", lesson("x"), "CF119"),
        ("en/Notes.md", "x", "CF119"),
        ("en/02-one.md", lesson("x"), "CF120"),
        ("fr/01-one.md", lesson("x").replace("id: one", "id: uno"), "CF121"),
        ("en/01-one.md", None, "CF103"),
    ],
)
def test_files_and_manifest_agree(course, name, text, code):
    folder = course({"en/01-one.md": lesson("x"), name: text})
    assert code in {one for one, _ in found(folder)}


# Links.


@pytest.mark.parametrize(
    ("link", "code"),
    [
        ("[a](#nothing)", "CF302"),
        ("[a](01-one.md#nothing)", "CF302"),
        ("[a](02-two.md)", "CF304"),
        ("![a](../images/no.png)", "CF303"),
        ("![a](../course.toml)", "CF303"),
        ("[a](#s) [b](01-one.md#s) [c](one.md) ![d](../images/a.svg)", None),
    ],
)
def test_links_lead_somewhere(course, link, code):
    folder = course({"en/01-one.md": lesson(link), "images/a.svg": "<svg/>"})
    findings = [one for one in found(folder) if one[0] != "CF201"]
    assert findings == ([(code, 11)] if code else [])


def test_a_dead_link_in_a_translation_is_found_there(course):
    files = {"en/01-one.md": lesson("x"), "fr/01-one.md": lesson("[a](#no)")}
    [finding] = [one for one in check(course(files)) if one.code == "CF302"]
    assert finding.file == Path("course/fr/01-one.md")


# Cells.


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (cell("1", options=":after: b\n"), "CF401"),
        (cell("1", options=":after: a\n"), "CF401"),
        (cell("1", options=":after: b\n") + "\n\n" + cell("1", "b"), "CF401"),
        (cell("1", "b") + "\n\n" + cell("1", options=":after: b\n"), None),
        (cell("1", options=":raises: RuntimError\n"), "CF403"),
        (cell("1", options=":raises: list\n"), "CF403"),
        (cell("1", options=":raises: torch.OutOfMemoryError\n"), None),
    ],
)
def test_cells_refer_to_what_is_there(course, body, code):
    findings = found(course({"en/01-one.md": lesson(body)}))
    codes = [one for one, _ in findings if one.startswith("CF4") and one != "CF404"]
    assert codes == ([code] if code else [])


def test_a_prediction_of_a_cell_that_is_not_there_is_found(course):
    body = (
        "```{quick-check}\n:id: q\n:type: predict\n:cell: no\n:answer: 1\n"
        ":right: r\n:wrong: w\nQ\n```"
    )
    assert "CF402" in {one for one, _ in found(course({"en/01-one.md": lesson(body)}))}


def test_minutes_that_cannot_be_true_are_found(course):
    text = lesson("word " * 3000)
    assert "CF404" in {one for one, _ in found(course({"en/01-one.md": text}))}


# Translations.


def translated(course, source, translation):
    """A course whose French section was checked against the present source."""
    folder = course({"en/01-one.md": lesson(source)})
    stamp = [one for one in check(folder) if one.code == "CF201"]
    assert stamp, "the course is not translated yet"
    from gradschool.course.folder import CourseFolder

    now = CourseFolder(folder).source("one").sections[0].hash
    (folder / "fr").mkdir()
    text = lesson(translation, stamp=f"% source: {now}\n")
    (folder / "fr/01-one.md").write_text(text, encoding="utf-8")
    return [one.code for one in check(folder)]


def test_a_translation_with_its_stamp_has_no_finding(course):
    assert translated(course, "Text.", "Texte.") == []


def test_a_translator_may_change_comments_and_printed_words(course):
    ours = cell('print("hello", 1.5)  # greet\nprint(f"{x} and {y}")')
    theirs = cell('# saluer\nprint("bonjour", 1.5)\nprint(f"{x}, {y}")')
    assert translated(course, ours, theirs) == []


@pytest.mark.parametrize(
    ("source", "translation", "code"),
    [
        (cell("x = 1.5"), cell("x = 1,5"), "CF207"),
        (cell("x = 1"), cell("x = 1", "b"), "CF206"),
        (cell("x = 1"), "Texte.", "CF206"),
        (
            cell("x = 1") + "\n\n" + cell("2", "b"),
            cell("2", "b") + "\n\n" + cell("x = 1"),
            "CF206",
        ),
    ],
)
def test_a_translation_that_does_something_else_is_found(
    course, source, translation, code
):
    assert translated(course, source, translation) == [code]


def test_a_quick_check_with_another_answer_is_found(course):
    ask = (
        "```{{quick-check}}\n:id: q\n:type: single\nQ\n\n- [{}] a\n  : f\n"
        "- [{}] b\n  : g\n```"
    )
    findings = translated(course, ask.format("x", " "), ask.format(" ", "x"))
    assert findings == ["CF208"]


def test_a_section_that_the_source_lacks_is_found(course):
    more = "Texte.\n\n(extra)=\n## En plus\n\nTexte."
    assert translated(course, "Text.", more) == ["CF205"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("x = 1", "x  =  1 # c", True),
        ("'a'", '"b"', True),
        ("f'{x} a'", "f'b {x}'", True),
        ("f'{x}'", "f'{y}'", False),
        ("f'{x:.1f}'", "f'{x:.2f}'", False),
        ("b'a'", "b'b'", False),
        ("x = 1", "y = 1", False),
        ("x = = 1", "x = =  1", True),
        ("x = = 1", "x = = 2", False),
    ],
)
def test_code_is_compared_without_its_words(one, other, same):
    assert same_code(one, other) is same
