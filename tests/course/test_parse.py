from pathlib import Path

import pytest

from gradschool.course.errors import BrokenLessonError
from gradschool.course.lesson import CodeCell, Faq, Margin, Prose, QuickCheck, Recap
from gradschool.course.parse import parse_file

FIXTURES = Path(__file__).parent.parent / "fixtures"
PYTHON = "```{code-cell} python\n:id: a\n"
CELL = PYTHON + "1\n```\n"
CHECK = "```{{quick-check}}\n:id: q\n:type: {}\n{}\n```"
OPTION = "- [x] a\n  : why\n- [ ] b\n  : why not"


def codes(findings):
    """The codes of findings with their lines."""
    return [(one.code, one.line) for one in findings]


@pytest.fixture(scope="module")
def every_block():
    file = FIXTURES / "partial/en/01-every-block.md"
    return parse_file(file, "en", shown_as=file)


def test_the_fixture_with_every_block_has_no_mistake(every_block):
    assert every_block.findings == ()
    assert [one.id for one in every_block.sections] == [
        "prose",
        "cells",
        "checks",
        "untouched",
        "recap",
        "faq",
    ]


def test_front_matter_is_read_as_text_and_as_html(every_block):
    assert every_block.id == "every-block"
    assert every_block.title == "Every block of gradschool"
    assert every_block.title_html == "Every block of <code>gradschool</code>"
    assert every_block.minutes == 2


def test_prose_around_a_block_stays_in_order(every_block):
    blocks = every_block.sections[0].blocks
    assert [type(one) for one in blocks] == [Prose, Margin, Prose]
    assert "<math" in blocks[0].html
    assert blocks[1] == Margin("Leaf", "<p>A tensor you made yourself.</p>")
    assert "nobody sees" not in blocks[2].html
    assert "&lt;script&gt;" in blocks[2].html


def test_cells_carry_their_options(every_block):
    first, fails, alone = every_block.sections[1].blocks
    assert isinstance(first, CodeCell)
    assert (first.id, first.title) == ("first", "two calls")
    assert first.code == "total = 1 + 1\nprint(total)"
    assert '<span class="v">1</span>' in first.code_html
    assert (fails.raises, fails.after, fails.time_limit_s) == (
        "ZeroDivisionError",
        ("first",),
        2.5,
    )
    assert (alone.after, alone.output_varies) == ((), True)


def test_quick_checks_of_each_kind_are_read(every_block):
    single, multiple, numeric, predict, order = every_block.sections[2].blocks
    assert isinstance(single, QuickCheck)
    assert single.question_html == "<p>What is <code>1 + 1</code>?</p>"
    assert [(one.text, one.right) for one in single.options] == [
        ("1", False),
        ("2", True),
    ]
    assert single.options[1].feedback_html == "One and\none more."
    assert [one.right for one in multiple.options] == [True, False, True]
    assert "<pre" in multiple.question_html
    assert (numeric.answer, numeric.tolerance) == ("6.0", 0.5)
    assert numeric.wrong_html == "Each call adds,\nso add."
    assert (predict.answer, predict.cell) == ("2", "first")
    assert [one.text for one in order.options] == [
        "zero_grad()",
        "loss.backward()",
        "step()",
    ]


def test_an_order_check_is_never_shown_in_the_right_order(every_block):
    order = every_block.sections[2].blocks[4]
    assert sorted(order.shown_order) == [0, 1, 2]
    assert order.shown_order != (0, 1, 2)


def test_recap_and_questions_are_read(every_block):
    [recap] = every_block.sections[4].blocks
    assert recap == Recap(("One.", "<code>Two</code>."))
    [faq] = every_block.sections[5].blocks
    assert isinstance(faq, Faq)
    assert [one.id for one in faq.entries] == ["faq-1", "faq-2"]
    assert faq.entries[0].question_html == "Why <code>this</code>?"
    assert "indented code stays" in faq.entries[0].answer_html
    assert "<pre" in faq.entries[0].answer_html


def test_a_windows_file_is_read_like_any_other(tmp_path):
    original = FIXTURES / "partial/en/01-every-block.md"
    copy = tmp_path / "01-every-block.md"
    text = original.read_text("utf-8").replace("\n", "\r\n")
    copy.write_bytes(b"\xef\xbb\xbf" + text.encode())
    one = parse_file(original, "en", shown_as=original)
    other = parse_file(copy, "en", shown_as=original)
    assert other == one


def test_a_file_that_is_not_utf8_says_so(tmp_path):
    file = tmp_path / "01-a.md"
    file.write_bytes(b"---\nid: caf\xe9\n---\n")
    with pytest.raises(BrokenLessonError, match=r"CF115 is not UTF-8 text \(byte 11\)"):
        parse_file(file, "en", shown_as=file)


def test_a_folder_in_place_of_a_file_says_so(tmp_path):
    with pytest.raises(BrokenLessonError, match="CF115 cannot be read"):
        parse_file(tmp_path, "en", shown_as=tmp_path)


# Sections.


def test_text_before_the_first_section_is_one_finding(parsed):
    lesson = parsed("Hello.\n\nAgain.\n\n(a)=\n## A\n\nText.\n")
    assert codes(lesson.findings) == [("CF105", 8)]


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ("## No id\n\nText.", 8, "has no id"),
        ("(a)=\n\nText.", 8, 'no "## " heading directly under it'),
        ("(a)=\n## A\n\nText.\n\n(b)=", 13, 'no "## " heading directly under it'),
        ("(a)=\n## A\n\nText.\n\n(b)=\n### B\n\nText.", 13, 'no "## " heading'),
        ("(a)=\n# A\n\nText.", 9, 'no "#" heading'),
        ("(a)=\n## A", 9, 'the section "a" is empty'),
        ("(a)=\n## \n\nText.", 9, "heading has no text"),
        ("", 7, "no section"),
    ],
)
def test_a_section_that_is_not_one_says_why(parsed, body, line, words):
    found = parsed(body).findings
    assert any(one.line == line and words in one.message for one in found), found


@pytest.mark.parametrize("name", ["A", "a_b", "1a", "a--b", "-a", "a-", "é"])
def test_an_id_of_other_letters_is_refused(parsed, name):
    lesson = parsed(f"({name})=\n## A\n\nText.")
    assert ("CF106", 8) in codes(lesson.findings)


def test_two_sections_with_one_id_are_refused(parsed):
    lesson = parsed("(a)=\n## A\n\nText.\n\n(a)=\n## B\n\nText.")
    assert codes(lesson.findings) == [("CF107", 14)]
    assert "line 9" in lesson.findings[0].message


def test_a_cell_may_have_the_id_of_its_section(parsed):
    assert parsed(f"(a)=\n## A\n\n{CELL}").findings == ()


def test_a_cell_and_a_quick_check_may_not_have_the_same_id(section):
    check = CHECK.format("numeric", ":answer: 1\n:right: r\n:wrong: w\nQ")
    lesson = section(CELL + "\n" + check.replace(":id: q", ":id: a"))
    assert codes(lesson.findings) == [("CF107", 15)]


# Front matter.


@pytest.mark.parametrize(
    ("head", "line", "words"),
    [
        ("", 1, "does not start with its front matter"),
        ("---\nid: a\n", 1, "does not start with its front matter"),
        ("---\n- a\n---\n", 1, "`key: value` lines"),
        ("---\nid: a\n---\n", 1, "has no title, minutes, lede"),
        ("---\nid: a\ntitle: x: y\nminutes: 1\nlede: l\n---\n", 3, "quotes"),
        ("---\nid: a\ntitle: t\nminutes: soon\nlede: l\n---\n", 4, "'soon'"),
        ("---\nid: a\ntitle: t\nminutes: 0\nlede: l\n---\n", 4, "got 0"),
        ("---\nid: a\ntitle: t\nminutes: true\nlede: l\n---\n", 4, "got True"),
        (
            "---\nid: a\ntitle: 5\nminutes: 1\nlede: l\n---\n",
            3,
            "expected text for title",
        ),
        ("---\nid: A b\ntitle: t\nminutes: 1\nlede: l\n---\n", 2, "expected an id"),
        (
            "---\nid: a\ntitle: t\nminute: 1\nminutes: 1\nlede: l\n---\n",
            4,
            '"minutes"?',
        ),
        ("---\nid: *x\n---\n", 2, "not YAML"),
        ("---\nid: !!python/object:os.system x\n---\n", 2, "not YAML"),
    ],
)
def test_front_matter_that_cannot_be_used_says_where(parsed, head, line, words):
    lesson = parsed("(a)=\n## A\n\nText.", head=head)
    found = [one for one in lesson.findings if one.code in {"CF104", "CF106"}]
    assert found, lesson.findings
    assert found[0].line == line
    assert words in found[0].message


def test_what_jupyter_writes_into_the_front_matter_is_left_alone(parsed):
    head = "---\nid: a\ntitle: t\nminutes: 1\nlede: l\nkernelspec: {a: x}\n---\n"
    assert parsed("(a)=\n## A\n\nText.", head=head).findings == ()


# Blocks.


@pytest.mark.parametrize(
    ("body", "code", "line", "words"),
    [
        ("```{code-cel} python\n1\n```", "CF108", 10, 'did you mean "code-cell"?'),
        ("```{}\n1\n```", "CF108", 10, "there is no block"),
        ("```{code-cell} python\n1\n```", "CF109", 10, "needs a line :id:"),
        ("```{code-cell} python\n:id: A\n1\n```", "CF106", 11, "expected an id"),
        ("```{code-cell} ruby\n:id: a\n1\n```", "CF109", 10, 'got "ruby"'),
        (PYTHON + ":titel: x\n1\n```", "CF109", 12, '"title"?'),
        (PYTHON + ":id: b\n1\n```", "CF109", 12, "stands twice"),
        (PYTHON + "```", "CF117", 10, "holds no code"),
        (PYTHON + "x = = 1\n```", "CF117", 12, "not Python"),
        (PYTHON + "1\n\nif x\n```", "CF117", 14, "not Python"),
        (PYTHON + "\n\nif x\n```", "CF117", 14, "not Python"),
        (
            PYTHON + ":raises: a b\n1\n```",
            "CF109",
            12,
            "exception",
        ),
        (
            PYTHON + ":time-limit: -1\n1\n```",
            "CF109",
            12,
            "positive",
        ),
        (
            PYTHON + ":time-limit: x\n1\n```",
            "CF109",
            12,
            "positive",
        ),
        (PYTHON + ":output: no\n1\n```", "CF109", 12, '"varies"'),
        (PYTHON + "1\n", "CF114", 10, "not closed"),
        ("```python\n1\n", "CF114", 10, "not closed"),
        ("```{margin}\n```", "CF108", 10, "is empty"),
        ("```{margin} T\nt $\\foo$\n```", "CF113", 11, "\\foo"),
        ("```{recap}\n1. a\n```", "CF111", 10, "section of its own"),
        ("```{code-cell} python\n---\nid: a\n1\n```", "CF109", 11, "not closed"),
    ],
)
def test_a_block_that_cannot_be_used_says_where(section, body, code, line, words):
    lesson = section(body)
    found = [
        one.message for one in lesson.findings if (one.code, one.line) == (code, line)
    ]
    assert any(words in message for message in found), lesson.findings


def test_options_may_be_written_as_jupytext_writes_them(section):
    lesson = section("```{code-cell} python\n---\nid: a\ntitle: b\n---\n1\n```")
    assert lesson.findings == ()
    [cell] = lesson.sections[0].blocks
    assert (cell.id, cell.title, cell.code) == ("a", "b", "1")


def test_a_cell_may_show_a_syntax_error_on_purpose(section):
    lesson = section(PYTHON + ":raises: SyntaxError\nx = = 1\n```")
    assert lesson.findings == ()


def test_a_cell_may_await_at_the_top(section):
    lesson = section(PYTHON + "await x()\n```")
    assert lesson.findings == ()


def test_a_type_annotation_is_code_and_not_an_option(section):
    lesson = section(PYTHON + "x: int = 1\n```")
    assert lesson.sections[0].blocks[0].code == "x: int = 1"


@pytest.mark.parametrize(
    ("kind", "body", "line", "words"),
    [
        ("singel", "Q", 12, 'did you mean "single"?'),
        ("single", "Q\n\n- [ ] a\n  : f\n- [ ] b\n  : f", 10, "exactly one right"),
        ("single", "Q\n\n- [x] a\n  : f\n- [x] b\n  : f", 10, "this one has 2"),
        ("single", "Q\n\n- [x] a\n  : f", 10, "at least two options"),
        ("single", "Q", 10, "at least two options"),
        ("single", OPTION, 10, "has no question"),
        ("single", "Q\n\n- [x] a\n- [ ] b\n  : f", 15, "no feedback"),
        ("single", "Q\n\n- [x]\n  : f\n- [ ] b\n  : f", 15, "no text"),
        ("single", "Q\n\n- [x] a\n  : f\n- [ ] a\n  : g", 10, "stands twice"),
        ("single", ":answer: 1\nQ\n\n" + OPTION, 13, 'no option ":answer:"'),
        ("multiple", "Q\n\n- [ ] a\n  : f\n- [ ] b\n  : f", 10, "no option is marked"),
        ("numeric", ":right: r\n:wrong: w\nQ", 10, "needs a line :answer:"),
        ("numeric", ":answer: six\n:right: r\n:wrong: w\nQ", 13, 'got "six"'),
        ("numeric", ":answer: nan\n:right: r\n:wrong: w\nQ", 13, 'got "nan"'),
        (
            "numeric",
            ":answer: 1\n:tolerance: -1\n:right: r\n:wrong: w\nQ",
            14,
            "positive",
        ),
        ("numeric", ":answer: 1\n:wrong: w\nQ", 10, "needs a line :right:"),
        ("numeric", ":answer: 1\n:right: r\nQ", 10, "needs a line :wrong:"),
        (
            "predict",
            ":answer: a\n:tolerance: 1\n:right: r\n:wrong: w\nQ",
            14,
            "tolerance",
        ),
        ("order", ":right: r\n:wrong: w\nQ\n\n1. a", 10, "at least two steps"),
        ("order", ":right: r\n:wrong: w\nQ\n\n1. a\n2. a", 10, "stands twice"),
    ],
)
def test_a_quick_check_that_cannot_be_asked_says_why(section, kind, body, line, words):
    found = section(CHECK.format(kind, body)).findings
    assert any(one.line == line and words in one.message for one in found), found


def test_a_quick_check_without_a_type_lists_the_types(section):
    [finding] = section("```{quick-check}\n:id: q\nQ\n```").findings
    assert "single, multiple, numeric, order, predict" in finding.message


def test_a_dash_in_the_code_of_a_question_is_no_option(section):
    body = "Q\n\n```python\n- [x] a\n```\n\n" + OPTION
    check = section("`" + CHECK.format("single", body) + "`").sections[0].blocks[0]
    assert [one.text for one in check.options] == ["a", "b"]
    assert "- [x] a" in check.question_html


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("```{recap}\n```", "one to five items, this one 0"),
        ("```{recap}\n" + "1. a\n" * 6 + "```", "this one 6"),
        ("```{recap}\nFirst:\n1. a\n```", "a recap is"),
    ],
)
def test_a_recap_is_a_short_list(parsed, body, words):
    found = parsed(f"(recap)=\n## R\n\n{body}").findings
    assert any(words in one.message for one in found), found


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("```{faq}\n```", "needs a question"),
        ("```{faq}\nHello\n### Q?\nA\n```", "starts with a question"),
        ("```{faq}\n### Q?\n```", "has no answer"),
        ("```{faq}\n### \nA\n```", "has no question"),
    ],
)
def test_a_faq_has_questions_and_answers(parsed, body, words):
    found = parsed(f"(faq)=\n## F\n\n{body}").findings
    assert any(words in one.message for one in found), found


@pytest.mark.parametrize(
    "text",
    [
        "\0",
        "`" * 10_000,
        "[" * 5_000,
        "> " * 500 + "x",
        "$" * 999,
        "- " * 400 + "a",
        "*a " * 5_000,
        "| a |\n| - |\n" + "| b |\n" * 2_000,
        "😀" * 1000,
        "(a)=\n" * 500,
        "{v}`" * 1000,
    ],
    ids=lambda text: text[:6],
)
def test_hostile_text_is_read_in_reasonable_time_and_without_a_crash(parsed, text):
    lesson = parsed(f"(a)=\n## A\n\n{text}\n\nThe end.")
    assert lesson.sections
