import pytest

from gradschool.academy.domain.nearest import nearest

LESSONS = (
    "requires-grad-and-the-graph",
    "calling-backward",
    "reading-and-zeroing-grad",
    "no-grad-for-inference",
)


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("calling-backwards", "calling-backward"),
        ("backward", "calling-backward"),
        ("zeroing-grad", "reading-and-zeroing-grad"),
        ("Reading-And-Zeroing-Grad", "reading-and-zeroing-grad"),
        ("no-grad", "no-grad-for-inference"),
    ],
)
def test_the_page_that_was_meant_comes_first(wanted, first):
    assert nearest(wanted, LESSONS)[0] == first


@pytest.mark.parametrize("wanted", ["", "xyzzy", "🦆", "x" * 100_000])
def test_nothing_is_offered_for_something_else_entirely(wanted):
    assert nearest(wanted, LESSONS) == ()
