"""Ops without a public name: other ops' derivatives are made of them."""

from gradschool.torch.autograd.backward_pass import copied_gradient
from gradschool.torch.ops.along import put_along, take_along

from . import numbers


def cases(torch):
    places = torch.tensor([[0, 2], [1, 0]]).numpy()
    x = numbers(torch, 2, 3)
    return {
        "a gradient copied with its graph": (lambda x: copied_gradient(x * x), (x,)),
        "take along": (lambda x: take_along(x, places, 1) ** 2, (x,)),
        "put along": (
            lambda x: put_along(x, places, 1, (2, 3)) ** 2,
            (numbers(torch, 2, 2),),
        ),
    }
