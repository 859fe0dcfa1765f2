"""The ledger's ear: what backward tells an observer."""

from __future__ import annotations

import pytest

from gradschool import torch
from gradschool.torch.autograd import backward_pass


class Notes:
    """Writes down what it hears."""

    def __init__(self):
        self.heard = []

    def started(self, roots):
        self.heard.append(("started", len(roots)))

    def deposited(self, leaf, gradient, first):
        self.heard.append(("deposited", leaf, first))

    def cleared(self, leaf, new):
        self.heard.append(("cleared", leaf, new))

    def zeroed(self, optimizer):
        self.heard.append(("zeroed", optimizer))

    def stepped(self, optimizer):
        self.heard.append(("stepped", optimizer))


@pytest.fixture
def notes(monkeypatch):
    notes = Notes()
    monkeypatch.setattr(backward_pass, "observer", notes)
    return notes


def test_deposits_tell_first_from_later(notes):
    x = torch.tensor(2.0, requires_grad=True)
    (x * x).backward()
    (x * x).backward()
    assert [entry[0] for entry in notes.heard] == [
        "started",
        "deposited",
        "started",
        "deposited",
    ]
    assert [e[2] for e in notes.heard if e[0] == "deposited"] == [True, False]
    assert notes.heard[1][1] is x


def test_clearing_by_hand_is_heard(notes):
    x = torch.tensor(2.0, requires_grad=True)
    x.grad = None
    assert notes.heard == [("cleared", x, None)]


def test_autograd_grad_deposits_nothing(notes):
    x = torch.tensor(2.0, requires_grad=True)
    torch.autograd.grad(x * x, x)
    assert not [e for e in notes.heard if e[0] == "deposited"]
