import pytest

from gradschool.course.source_hash import source_hash

TEXT = """## Title

One sentence, and
another.

```{code-cell} python
:id: a
if x:
    y = 1
```
"""


def test_a_hash_is_twelve_hexadecimal_digits_that_never_change():
    # Every translation carries one: another value would make all of them stale.
    assert source_hash(TEXT) == "56a80845e2ec"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("and\nanother", "and another"),
        lambda text: text.replace("\n\nOne", "\n\n\n\nOne"),
        lambda text: text.replace("sentence,", "sentence,  "),
        lambda text: text.replace("## Title", "## Title\n% a comment"),
        lambda text: text.replace("y = 1", "y = 1   "),
        lambda text: text.replace("\n", "\r\n"),
    ],
    ids=["wrapped", "blank lines", "spaces", "comment", "trailing space", "crlf"],
)
def test_white_space_and_comments_do_not_count(change):
    assert source_hash(change(TEXT)) == source_hash(TEXT)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("Title", "Titel"),
        lambda text: text.replace("    y", "  y"),
        lambda text: text.replace(":id: a", ":id: b"),
        lambda text: text.replace("One", "% not a comment: One"),
    ],
    ids=["title", "indentation of code", "option", "percent within a line"],
)
def test_words_and_code_count(change):
    changed = change(TEXT).replace("% not", "x % not")
    assert source_hash(changed) != source_hash(TEXT)


def test_two_spellings_of_one_letter_are_the_same():
    assert source_hash("caf\N{LATIN SMALL LETTER E WITH ACUTE}") == source_hash(
        "cafe\N{COMBINING ACUTE ACCENT}"
    )


def test_a_percent_sign_inside_a_fence_is_code():
    with_magic = "```python\n% timeit\n```"
    assert source_hash(with_magic) != source_hash("```python\n```")
