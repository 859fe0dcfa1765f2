"""What a name answers that is not in the engine."""

from __future__ import annotations

import pytest

from gradschool import torch
from gradschool.torch import _missing


def test_a_name_of_pytorchs_says_that_it_is_not_here():
    with pytest.raises(
        NotImplementedError, match=r"torch\.compile is in PyTorch but not"
    ):
        torch.compile


def test_it_names_the_nearest():
    with pytest.raises(NotImplementedError, match="nearest: calling the function"):
        torch.compile


def test_an_import_says_the_same():
    with pytest.raises(NotImplementedError, match=r"torch\.compile is in PyTorch"):
        from gradschool.torch import compile  # noqa: F401 - the test


def test_hasattr_answers_no():
    assert not hasattr(torch, "compile")
    assert not hasattr(torch.tensor(1.0), "to_sparse_csr")


def test_an_unknown_name_is_an_attribute_error_as_in_pytorch():
    with pytest.raises(AttributeError, match="module 'torch' has no attribute 'foo'"):
        torch.foo
    with pytest.raises(AttributeError, match="'Tensor' object has no attribute 'foo'"):
        torch.tensor(1.0).foo


def test_a_method_says_that_it_is_not_here():
    with pytest.raises(
        NotImplementedError, match=r"torch\.Tensor\.to_sparse_csr is in"
    ):
        torch.tensor(1.0).to_sparse_csr()


def test_private_names_are_attribute_errors():
    with pytest.raises(AttributeError):
        torch._C
    assert not isinstance(AttributeError(), NotImplementedError)


def test_the_list_knows_every_space():
    assert _missing.is_pytorch_name("", "cuda")
    assert _missing.is_pytorch_name("nn", "Conv3d")
    assert _missing.is_pytorch_name("Tensor", "to_sparse")
    assert not _missing.is_pytorch_name("nn", "Conv9d")
