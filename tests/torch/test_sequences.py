"""Layers over sequences, `torch.testing`: every program answers as real PyTorch did."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest
from tests.torch.programs import described
from tests.torch.semantics import SEQUENCE_THEMES, programs_of
from tests.torch.test_semantics import close

from gradschool import torch

RECORDED = json.loads(
    (Path(__file__).parent / "recorded" / "sequences.json").read_text(encoding="utf-8")
)
PROGRAMS = {
    f"{theme}.{name}": program
    for theme in SEQUENCE_THEMES
    for name, program in programs_of(theme)
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_answers_as_pytorch(name):
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        answer = described(PROGRAMS[name](torch))
    close(json.loads(json.dumps(answer)), RECORDED[name])


def test_every_recording_has_its_program():
    assert set(RECORDED) == set(PROGRAMS)
