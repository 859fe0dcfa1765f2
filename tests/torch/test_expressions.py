"""What a learner sees, to the letter: prints, refusals, warnings, random numbers."""

from __future__ import annotations

import pytest
from tests.torch.expressions import THEMES, answer, expressions, gaps, recorded

from gradschool import torch

CASES = [(theme, code) for theme in THEMES for code in expressions(theme)]
RECORDED = {theme: recorded(theme) for theme in THEMES}


@pytest.mark.parametrize(
    ("theme", "code"), [case for case in CASES if case[1] not in gaps()]
)
def test_the_engine_answers_as_pytorch(theme, code):
    assert answer(torch, code) == RECORDED[theme][code]


@pytest.mark.parametrize(
    ("theme", "code"), [case for case in CASES if case[1] in gaps()]
)
def test_a_gap_is_still_one(theme, code):
    """If this fails, the gap is closed: take its line out of `gaps.txt`."""
    assert answer(torch, code) != RECORDED[theme][code]


def test_every_gap_is_a_recorded_expression():
    assert gaps().keys() <= {code for _, code in CASES}


def test_every_recording_has_its_expression():
    for theme in THEMES:
        assert RECORDED[theme].keys() == set(expressions(theme))
