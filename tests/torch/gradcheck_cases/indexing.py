"""Picking, placing and masking elements."""

from . import numbers


def cases(torch):
    def n(*shape):
        return numbers(torch, *shape)

    rows = torch.tensor([1, 0, 1])
    places = torch.tensor([[0, 2], [1, 1]])
    mask = torch.tensor([[True, False, True], [False, True, True]])

    def assigned(x, v):
        y = x * 1
        y[torch.tensor([0, 1]), torch.tensor([2, 0])] = v
        return y * y

    one = {
        "index arrays": lambda x: x[rows] ** 2,
        "mask": lambda x: x[mask] ** 2,
        "index_select": lambda x: x.index_select(1, rows) ** 2,
        "index_select of a number": lambda x: (
            x[0, 0].index_select(0, torch.tensor([0])) ** 2
        ),
        "gather": lambda x: x.gather(1, places) ** 2,
        "gather nothing": lambda x: x.gather(1, places[:, :0]).sum() + x**2,
        "take": lambda x: x.take(places) ** 2,
        "masked_select": lambda x: x.masked_select(mask) ** 2,
        "masked_fill": lambda x: x.masked_fill(mask, 0.5) ** 2,
        "index_fill": lambda x: x.index_fill(1, torch.tensor([1]), 0.5) ** 2,
        "tril": lambda x: x.tril() ** 2,
        "triu": lambda x: x.triu(1) ** 2,
        "diag_embed": lambda x: x.diag_embed() ** 2,
        "take_along_dim": lambda x: torch.take_along_dim(x, places, 1) ** 2,
        "scatter a number": lambda x: x.scatter(1, places, 0.5) ** 2,
    }
    found = {name: (f, (n(2, 3),)) for name, f in one.items()}
    found |= {
        "where": (lambda x, y: torch.where(mask, x * x, y) ** 2, (n(2, 3), n(3))),
        "assignment": (assigned, (n(2, 3), n(2))),
        "scatter": (
            lambda x, s: x.scatter(1, torch.tensor([[0, 2], [1, 0]]), s) ** 2,
            (n(2, 3), n(2, 3)),
        ),
        "scatter_add": (
            lambda x, s: x.scatter_add(1, places, s) ** 2,
            (n(2, 3), n(2, 2)),
        ),
        "index_add": (
            lambda x, s: x.index_add(1, rows, s, alpha=2) ** 2,
            (n(2, 3), n(2, 3)),
        ),
        "index_copy": (
            lambda x, s: x.index_copy(1, torch.tensor([2, 0]), s) ** 2,
            (n(2, 3), n(2, 2)),
        ),
        "masked_fill with a tensor": (
            lambda x, v: x.masked_fill(mask, v) ** 2,
            (n(2, 3), n()),
        ),
        "masked_scatter": (
            lambda x, s: x.masked_scatter(mask, s) ** 2,
            (n(2, 3), n(5)),
        ),
        "diagonal_scatter": (
            lambda x, s: x.diagonal_scatter(s) ** 2,
            (n(2, 3), n(2)),
        ),
        "select_scatter": (
            lambda x, s: x.select_scatter(s, 0, 1) ** 2,
            (n(2, 3), n(3)),
        ),
        "put": (
            lambda x, s: x.put(torch.tensor([0, 4]), s) ** 2,
            (n(2, 3), n(2)),
        ),
    }
    return found
