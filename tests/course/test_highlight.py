import html
import re

import pytest

from gradschool.course.highlight import highlight


def marks(code):
    return re.findall(r'<span class="(\w)">(.*?)</span>', highlight(code))


def test_each_kind_of_word_has_its_mark():
    code = "for w in ws:  # all\n    w.grad = None if 'a' else 1.5e-3"
    assert marks(code) == [
        ("k", "for"),
        ("k", "in"),
        ("c", "# all"),
        ("g", ".grad"),
        ("k", "if"),
        ("s", "'a'"),
        ("k", "else"),
        ("v", "1.5e-3"),
    ]


@pytest.mark.parametrize(
    "word",
    [
        "y.backward()",
        "torch.no_grad()",
        "f(requires_grad=True)",
        "x.detach()",
        "o.zero_grad()",
    ],
)
def test_words_that_touch_gradients_are_marked(word):
    assert [kind for kind, _ in marks(word)] == ["g"]


def test_a_name_grad_of_the_authors_own_stays_ink():
    assert marks("grad = 1") == [("v", "1")]


def test_true_false_and_none_stay_ink():
    assert marks("True, False, None") == []


@pytest.mark.parametrize(
    "number", ["0", "3.0", ".5", "1_0", "0xff", "2j", "1e-3", "1."]
)
def test_numbers_of_every_spelling_are_values(number):
    assert marks(f"x = {number}") == [("v", number)]


def test_digits_inside_a_name_are_no_number():
    assert marks("layer1 = conv2d") == []


def test_an_index_after_a_dot_is_no_number():
    assert marks("x.T1") == []


def test_a_span_never_crosses_a_line_break():
    lines = highlight('x = """one\n\n<two>\n"""').split("\n")
    assert lines == [
        'x = <span class="s">"""one</span>',
        "",
        '<span class="s">&lt;two&gt;</span>',
        '<span class="s">"""</span>',
    ]


@pytest.mark.parametrize(
    "code",
    [
        "<script>alert('1')</script>",
        "a < b & c > d",
        "s = '<b>'",
        "# <i>",
        "'unclosed <b>\n",
    ],
)
def test_markup_in_code_is_escaped(code):
    bare = re.sub(r"</?span[^>]*>", "", highlight(code))
    assert "<" not in bare
    assert html.unescape(bare) == code


@pytest.mark.parametrize("code", ["", "\n", "f(", "'", '"""', "rb'\\", "é = λ", "\\"])
def test_fragments_come_out_as_they_went_in(code):
    assert html.unescape(re.sub(r"</?span[^>]*>", "", highlight(code))) == code
