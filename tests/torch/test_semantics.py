"""Every program of `programs/` answers what real PyTorch answered."""

from __future__ import annotations

import json
import math
import warnings
from pathlib import Path

import pytest
from tests.torch.programs import described
from tests.torch.semantics import THEMES, programs_of

from gradschool import torch

RECORDED = json.loads(
    (Path(__file__).parent / "recorded" / "semantics.json").read_text(encoding="utf-8")
)
PROGRAMS = {
    f"{theme}.{name}": program
    for theme in THEMES
    for name, program in programs_of(theme)
}


def close(got, expected, path=""):
    """Raises where the two differ; numbers in the last digits of float32 may."""
    if isinstance(expected, dict):
        assert isinstance(got, dict), path
        assert got.keys() == expected.keys(), path
        # Values that went through float32 arithmetic: 1e-5 is 100 roundings.
        for key in expected:
            close(got[key], expected[key], f"{path}.{key}")
    elif isinstance(expected, list):
        assert isinstance(got, list), path
        assert len(got) == len(expected), path
        for index, (g, e) in enumerate(zip(got, expected, strict=True)):
            close(g, e, f"{path}[{index}]")
    elif isinstance(expected, float) and not isinstance(got, bool):
        assert isinstance(got, float | int), path
        assert math.isclose(got, expected, rel_tol=1e-5, abs_tol=1e-6) or (
            math.isnan(got) and math.isnan(expected)
        ), f"{path}: {got} is not {expected}"
    else:
        assert got == expected, path
        assert type(got) is type(expected), path


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_answers_as_pytorch(name):
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        answer = described(PROGRAMS[name](torch))
    close(json.loads(json.dumps(answer)), RECORDED[name])


def test_every_recording_has_its_program():
    assert set(RECORDED) == set(PROGRAMS)
