import pytest

from gradschool.course.maths import FormulaError, mathml


def test_a_formula_becomes_mathml_with_its_source_as_alternative():
    element = mathml(r"\frac{\partial L}{\partial w}", display=False)
    assert element.startswith('<math alttext="\\frac{\\partial L}{\\partial w}">')
    assert "<mfrac>" in element


def test_a_displayed_formula_is_a_block():
    assert 'display="block"' in mathml("y = wx", display=True)


def test_the_source_is_escaped_in_its_attribute():
    assert 'alttext="a &lt; &quot;b&quot;"' in mathml('a < "b"', display=False)


@pytest.mark.parametrize(
    ("latex", "offset", "word"),
    [(r"x + \foo", 4, r"\foo"), (r"\frac{a", 7, "}"), ("a_1_2", 3, "")],
)
def test_what_cannot_be_read_says_where(latex, offset, word):
    with pytest.raises(FormulaError) as caught:
        mathml(latex, display=False)
    assert caught.value.offset == offset
    assert word in str(caught.value)
