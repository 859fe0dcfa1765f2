import json
import re
import string
from pathlib import Path

import pytest

from gradschool.browser import explanation
from gradschool.browser.explanation import KEYS, explain

LOCALES = Path(__file__).parents[2] / "src/gradschool/academy/locales"


def error_of(code):
    with pytest.raises(Exception) as caught:
        exec(compile(code, "cell one", "exec"), {})
    return caught.value


@pytest.mark.parametrize(
    ("code", "key", "params"),
    [
        ("print(y)", "nameError", {"name": "y"}),
        ("def f():\n  x += 1\nf()", "unboundLocal", {"name": "x"}),
        ("import nope.more", "moduleNotFound", {"name": "nope"}),
        (
            "from math import nope",
            "cannotImportName",
            {"name": "nope", "module": "math"},
        ),
        ("None.grad", "noneHasNoAttribute", {"name": "grad"}),
        (
            "import math\nmath.nope",
            "moduleHasNoAttribute",
            {"module": "math", "name": "nope"},
        ),
        ("x = None\nx()", "noneIsNot", {}),
        ("x = 3\nx()", "notCallable", {"type": "int"}),
        ("for i in 3: pass", "notIterable", {"type": "int"}),
        ("x = 3\nx[0]", "notSubscriptable", {"type": "int"}),
        (
            "'a' - 1",
            "unsupportedOperands",
            {"operator": "-", "left": "str", "right": "int"},
        ),
        (
            "def f(a, b): pass\nf()",
            "missingArguments",
            {"name": "f", "arguments": "'a' and 'b'"},
        ),
        (
            "def f(): pass\nf(a=1)",
            "unexpectedArgument",
            {"name": "f", "argument": "a"},
        ),
        ("def f(): pass\nf(1)", "tooManyArguments", {"name": "f"}),
        ("[][0]", "indexError", {}),
        ("{}['a']", "keyError", {"name": "'a'"}),
        ("1 / 0", "zeroDivision", {}),
        ("open('nope')", "fileNotFound", {}),
        ("a, b = [1]", "unpackTooFew", {"expected": "2", "found": "1"}),
        ("a, b = 1, 2, 3", "unpackTooMany", {"expected": "2"}),
        ("assert 1 == 2", "assertion", {}),
        ("if True\n  x", "colonMissing", {}),
        ("x = (1,", "bracketOpen", {"bracket": "("}),
        ("x = 'a", "stringOpen", {}),
        ("if x = 1: pass", "assignmentInCondition", {}),
        ("print 'a'", "printNeedsParentheses", {}),
        ("x = [1 2]", "commaMissing", {}),
        ("def f():\npass", "indentMissing", {}),
        ("x = 1\n  y = 2", "indentation", {}),
        ("x = = 1", "syntax", {}),
        ("raise MemoryError", "memory", {}),
        ("raise NotImplementedError('x')", "notImplemented", {}),
        (
            "raise NotImplementedError('a is not here; nearest: torch.b')",
            "notImplementedNearest",
            {"nearest": "torch.b"},
        ),
        (
            "from gradschool import torch\ntorch.tesnor(1.0)",
            "attributeSuggestion",
            {"name": "tesnor", "suggestion": "tensor"},
        ),
        (
            "from gradschool import torch\ntorch.tensor(1.0).bakward()",
            "attributeSuggestion",
            {"name": "bakward", "suggestion": "backward"},
        ),
        (
            "'a'.grad",
            "attributeError",
            {"type": "str", "name": "grad"},
        ),
    ],
)
def test_a_common_error_has_its_explanation(code, key, params):
    found = explain(error_of(code))
    assert found is not None
    assert (found.key, dict(found.params)) == (f"error.{key}", params)


def test_an_error_without_a_better_explanation_has_none():
    assert explain(ValueError("something of its own")) is None


def test_a_subclass_is_explained_like_its_parent():
    class Mine(ZeroDivisionError):
        pass

    found = explain(Mine())
    assert found is not None
    assert found.key == "error.zeroDivision"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_explanation_has_its_text_in_each_language(language):
    texts = json.loads((LOCALES / f"{language}.json").read_text(encoding="utf-8"))
    assert [key for key in KEYS if key not in texts] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_texts_name_only_values_that_the_explanation_has(language):
    texts = json.loads((LOCALES / f"{language}.json").read_text(encoding="utf-8"))
    for entry in explanation._ENTRIES:
        given = set(re.compile(entry.pattern).groupindex)
        for key in (f"error.{entry.key}", f"error.{entry.key}.title"):
            fields = {name for _, name, _, _ in string.Formatter().parse(texts[key])}
            assert fields - {None} <= given, key


def test_an_attribute_error_that_names_no_attribute_is_left_alone():
    assert explain(AttributeError("the value is 'None'")) is None
