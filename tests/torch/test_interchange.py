"""Numbers taken out of tensors."""

from __future__ import annotations

import warnings

from gradschool import torch
from gradschool.torch import _interchange


def test_a_number_from_a_tracked_tensor_warns_once(monkeypatch):
    monkeypatch.setattr(_interchange, "_warned", set())
    x = torch.tensor(1.0, requires_grad=True)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        float(x)
        int(x)
        x.item()
    assert [str(w.message) for w in seen] == [
        (
            "Converting a tensor with requires_grad=True to a scalar may lead to "
            "unexpected behavior.\nConsider using tensor.detach() first."
        )
    ]
