"""Complex numbers compute; what they cannot do yet is said, never a wrong gradient."""

import pytest

from gradschool import torch

WORDS = "the gradient of complex tensors is in PyTorch but not in Gradschool's engine"


Z = torch.tensor([3 + 4j], requires_grad=True)


def real():
    return torch.ones(2, requires_grad=True)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: Z.abs().sum().backward(),
        lambda: (Z * Z).abs().sum().backward(),
        lambda: Z.sum().backward(torch.tensor(1j)),
        lambda: torch.autograd.grad(Z.abs().sum(), [Z]),
        lambda: real() * 1j,
        lambda: real() * torch.tensor([1j, 2j]),
        lambda: torch.tensor([1j, 2j]) - real(),
        lambda: real().to(torch.complex64),
    ],
)
def test_a_gradient_through_complex_numbers_is_refused(attempt):
    with pytest.raises(NotImplementedError, match=WORDS):
        attempt()


def test_values_need_no_gradient():
    z = torch.tensor([3 + 4j])
    assert z.abs().item() == 5.0
    assert (z * 2).tolist() == [6 + 8j]
