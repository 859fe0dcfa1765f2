"""Attention with every kind of mask."""

from . import numbers


def cases(torch):
    attend = torch.nn.functional.scaled_dot_product_attention

    def n(*shape):
        return numbers(torch, *shape)

    def dropped(q, k, v):
        torch.manual_seed(0)
        return attend(q, k, v, dropout_p=0.5)

    bools = torch.tensor([[True, False, True], [False, False, False]])
    return {
        "matrices": (attend, (n(2, 2), n(3, 2), n(3, 2))),
        "heads, causal": (
            lambda q, k, v: attend(q, k, v, is_causal=True),
            (n(1, 2, 2, 2), n(1, 2, 2, 2), n(1, 2, 2, 2)),
        ),
        "Booleans, a row without any": (
            lambda q, k, v: attend(q, k, v, bools),
            (n(2, 2, 2), n(2, 3, 2), n(2, 3, 2)),
        ),
        "a mask that learns, one key for all": (
            attend,
            (n(2, 2, 2), n(1, 3, 2), n(1, 3, 2), n(2, 3)),
        ),
        "dropout": (dropped, (n(2, 2, 2), n(2, 3, 2), n(2, 3, 2))),
    }
