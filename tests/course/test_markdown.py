from html.parser import HTMLParser
from pathlib import Path

import pytest

from gradschool.course.findings import Notebook
from gradschool.course.markdown import Link, Writer, plain_text


class Elements(HTMLParser):
    """The elements and attributes that a browser would see."""

    def __init__(self):
        super().__init__()
        self.tags, self.attributes = set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs


@pytest.fixture
def notebook():
    return Notebook(Path("lesson.md"))


@pytest.fixture
def writer(notebook):
    return Writer(notebook, "en")


def test_raw_html_is_shown_as_text(writer):
    assert writer.html("<script>alert(1)</script>\n\nA <b>b</b>.", 1) == (
        "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>A &lt;b&gt;b&lt;/b&gt;.</p>"
    )


@pytest.mark.parametrize(
    "text",
    [
        "[x](javascript:alert(1))",
        "[x](<javascript:alert(1)>)",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html,<script>1</script>)",
        "[x](vbscript:x)",
        "![x](javascript:alert(1))",
        "[x][r]\n\n[r]: javascript:alert(1)",
        '[x](https://a.b "\\" onclick=alert(1) \\"")',
        "`<img onerror=alert(1)>`",
        "$\\text{<img onerror=alert(1)>}$",
        '{v}`<b onclick="x">`',
        '```x"onclick=alert(1)\n1\n```',
    ],
)
def test_no_way_of_writing_runs_a_script(writer, text):
    elements = Elements()
    elements.feed(writer.html(text, 1))
    assert elements.tags <= {"p", "a", "img", "code", "pre", "span", "math", "mtext"}
    assert not [name for name, _ in elements.attributes if name.startswith("on")]
    for name, value in elements.attributes:
        if name in {"href", "src"}:
            assert value.startswith(("#", "../", "https:"))


def test_roles_mark_values_gradients_and_keys(writer):
    assert writer.inline_html("{v}`3.0` {g}`6.0` {kbd}`Esc`", 1) == (
        '<span class="v">3.0</span> <span class="g">6.0</span> <kbd>Esc</kbd>'
    )


def test_an_unknown_role_is_named_with_its_line(writer, notebook):
    writer.html("one\ntwo {grad}`6.0`", 7)
    assert str(notebook.findings[0]).startswith("lesson.md:8: CF112 there is no role")


def test_a_formula_that_cannot_be_read_is_named_with_its_line(writer, notebook):
    writer.html("one $x$\ntwo $y$ and\n$\\foo$", 7)
    [finding] = notebook.findings
    assert (finding.code, finding.line) == ("CF113", 9)
    assert "\\foo" in finding.message


def test_an_error_deep_in_a_displayed_formula_names_its_own_line(writer, notebook):
    writer.html("text\n\n$$\na\n\\foo\n$$", 1)
    assert [one.line for one in notebook.findings] == [5]


def test_money_is_not_maths(writer, notebook):
    assert "<math" not in writer.html("It costs $5 or $6, and \\$7 with tax.", 1)
    assert notebook.findings == []


def test_links_become_addresses_and_are_noted(writer):
    html = writer.html(
        "[a](#clear) [b](02-calling-backward.md) [c](02-calling-backward.md#why)\n"
        "[d](https://example.org/?a=1&b=2) [e](mailto:a@example.org)",
        4,
    )
    assert 'href="#clear"' in html
    assert 'href="../calling-backward/"' in html
    assert 'href="../calling-backward/#why"' in html
    assert 'href="https://example.org/?a=1&amp;b=2" rel="external noopener"' in html
    assert writer.links == [
        Link("section", "clear", 4),
        Link("lesson", "calling-backward", 4),
        Link("lesson", "calling-backward#why", 4),
        Link("outside", "https://example.org/?a=1&b=2", 5),
        Link("outside", "mailto:a@example.org", 5),
    ]


@pytest.mark.parametrize(
    "target", ["/en/", "calling-backward", "../x.md", "x.html", "#", "//evil.example"]
)
def test_a_link_to_nowhere_is_a_finding(writer, notebook, target):
    html = writer.html(f"[a]({target})", 1)
    assert [one.code for one in notebook.findings] == ["CF301"]
    assert 'href="#"' in html


def test_a_picture_is_found_in_the_course_folder(writer):
    html = writer.html("![w times x](../images/a%20b.svg)", 1)
    assert 'src="../-/images/a%20b.svg" alt="w times x"' in html
    assert writer.links == [Link("picture", "images/a b.svg", 1)]


@pytest.mark.parametrize(
    "source",
    [
        "../../secret.svg",
        "/etc/passwd.svg",
        "https://a.b/c.png",
        "//a.b/c.png",
        "..\\x.svg",
        "C:/x.svg",
    ],
)
def test_a_picture_from_elsewhere_is_refused(writer, notebook, source):
    html = writer.html(f"![alt](<{source}>)", 1)
    assert "<img" not in html
    assert [one.code for one in notebook.findings] == ["CF303"]


def test_a_picture_without_words_is_a_finding(writer, notebook):
    writer.html("![](../images/a.svg)", 3)
    assert [(one.code, one.line) for one in notebook.findings] == [("CF116", 3)]


def test_code_in_python_is_coloured_and_other_code_is_not(writer):
    html = writer.html("```python\nw.grad\n```\n\n```text\nw.grad < 1\n```", 1)
    assert '<code class="language-python">w<span class="g">.grad</span></code>' in html
    assert '<code class="language-text">w.grad &lt; 1</code>' in html


def test_tables_keep_their_alignment_without_inline_styles(writer):
    html = writer.html("| a | b |\n| --- | ---: |\n| 1 | 2 |", 1)
    assert '<td class="right">2</td>' in html
    assert "style=" not in html


def test_french_typography_is_left_as_it_is_typed(writer):
    text = "Le solde\u00a0: «\u00a06\u00a0» … c’est juste\u202f; et après\u202f?"
    assert writer.html(text, 1) == f"<p>{text}</p>"


def test_a_tight_list_has_no_paragraphs(writer):
    assert "<p>" not in writer.html("- a\n- b", 1)


def test_a_block_inside_a_list_is_a_finding(writer, notebook):
    writer.html("- item\n\n  ```{code-cell} python\n  1\n  ```", 5)
    assert [(one.code, one.line) for one in notebook.findings] == [("CF108", 7)]


def test_plain_text_has_no_marks():
    assert plain_text("Calling `backward()` *twice*, [again](#x)") == (
        "Calling backward() twice, again"
    )
