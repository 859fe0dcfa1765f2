"""A sample of PyTorch's operator database: same values, dtypes and gradients.

Where PyTorch is installed its database is asked afresh; elsewhere the recorded answers
stand in (`make record` renews them). An operator the engine does not have is skipped by
name; one that it has must be right, or be a line in `gaps.txt` with a reason.
"""

from __future__ import annotations

import functools
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.conformance.neutral import (
    called,
    difference,
    found,
    gradient_difference,
    gradients,
    neutral,
)
from tests.conformance.sample import gaps, recorded, source

from gradschool import torch

SOURCE = source()
GAPS = gaps()
ENTRIES = list(recorded())


@functools.cache
def expected(entry):
    """The cases of an entry, with PyTorch's answers."""
    if SOURCE == "PyTorch":
        # In a thread of its own: PyTorch's `manual_seed`, which the database calls for
        # every sample, formats the whole call stack, and pytest's is deep.
        with ThreadPoolExecutor(1) as pool:
            fresh = pool.submit(asked, entry).result()
        if fresh:
            return fresh
    return recorded()[entry]


def asked(entry):
    from tests.conformance.database import cases

    # `make conformance` asks for everything.
    return list(cases(1, {entry}, ("float32", "int64")))


def problem(case):
    """What is wrong with the engine's answer to a case, or None."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result, leaves = called(torch, case)
        of_result, of_gradients = case.errors
        wrong = difference(case.result, neutral(torch, result), error=of_result)
        if wrong is None and case.cotangents:
            got = gradients(torch, result, leaves, case.cotangents)
            wrong = gradient_difference(case.gradients, got, of_gradients)
    return wrong


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_operator_answers_as_pytorch(entry):
    wanted = expected(entry)
    try:
        found(torch, wanted[0].function)
    except (AttributeError, NotImplementedError):
        pytest.skip(f"torch.{wanted[0].function} is not in the engine yet")
    wrong = []
    missing = []
    for case in wanted:
        if (case.entry, case.dtype) in GAPS or (case.entry, "*") in GAPS:
            continue
        try:
            if text := problem(case):
                wrong.append(f"{case.dtype}: {text}")
        except NotImplementedError as error:
            missing.append(str(error))
        except Exception as error:  # noqa: BLE001 - any exception is the finding
            wrong.append(f"{case.dtype}: {type(error).__name__}: {error}")
    assert not wrong, f"against {SOURCE}: " + "; ".join(wrong)
    if missing and len(missing) == len(wanted):
        pytest.skip(missing[0])


def test_every_gap_names_an_entry_and_a_reason():
    assert all(reason for reason in GAPS.values())
