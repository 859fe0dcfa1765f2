"""What Python asks of a tensor: len, bool, float, iteration, in, formatting."""

from . import caught


def leaf(torch, *values):
    return torch.tensor(values, requires_grad=True)


def truth(torch):
    return [
        bool(torch.tensor(1.0)),
        bool(torch.tensor([0])),
        caught(lambda: bool(torch.tensor([1, 2]))),
        caught(lambda: bool(torch.tensor([]))),
    ]


def numbers(torch):
    return [
        float(torch.tensor(1.5)),
        int(torch.tensor(1.9)),
        int(torch.tensor([[3]])),
        complex(torch.tensor(2.0)),
        torch.tensor(2.5).item(),
        torch.tensor([7]).item(),
        torch.tensor(True).item(),
        [10, 20, 30][torch.tensor(1)],
        caught(lambda: float(torch.ones(2))),
        caught(lambda: torch.ones(2).item()),
        caught(lambda: [1, 2][torch.tensor(1.0)]),
        list(range(torch.tensor(3))),
    ]


def length_and_iteration(torch):
    x = torch.arange(6).reshape(3, 2)
    return [
        len(x),
        [row.tolist() for row in x],
        caught(lambda: len(torch.tensor(1))),
        caught(lambda: iter(torch.tensor(1))),
        [float(v) for v in torch.tensor([1.0, 2.0])],
        list(reversed(torch.arange(3))),
        max(torch.tensor([1, 3, 2])),
        sum(torch.tensor([1, 3, 2])),
    ]


def membership(torch):
    x = torch.tensor([1.0, 2.0])
    return [2 in x, 5 in x, torch.tensor(1.0) in x, caught(lambda: "a" in x)]


def formatting(torch):
    return [
        f"{torch.tensor(1.23456):.2f}",
        f"{torch.tensor(7):d}",
        f"{torch.tensor(7)}",
        f"{torch.tensor([1.0])}",
        caught(lambda: f"{torch.ones(2):.2f}"),
        "%.3f" % torch.tensor(0.5),  # noqa: UP031 - `%` is the question
        f"{torch.tensor(0.25):.0%}",
    ]


def hashing_and_identity(torch):
    x, y = torch.ones(1), torch.ones(1)
    return hash(x) == hash(x), len({x, y}), x in [y], {x: 1}[x]


def numpy_interchange(torch):
    import numpy as np

    a = np.array([1.0, 2.0], dtype=np.float32)
    t = torch.from_numpy(a)
    t.mul_(2)
    a[0] = 9
    x = leaf(torch, 1.0)
    return [
        t,
        np.asarray(torch.ones(2)).tolist(),
        float(np.sum(torch.ones(3).numpy())),
        caught(x.numpy),
        caught(lambda: np.asarray(x)),
        caught(lambda: torch.from_numpy([1])),
        x.detach().numpy().tolist(),
        x.numpy(force=True).tolist(),
        torch.tensor([1, 2]).numpy().dtype,
        (torch.ones(2) + np.float32(2)).tolist(),
        str((torch.ones(2) * np.float64(2)).dtype),
        torch.from_numpy(np.ones((2, 2))[:, 0]).stride(),
    ]


def tolist(torch):
    return [
        torch.tensor([[1, 2], [3, 4]]).tolist(),
        torch.tensor(1.5).tolist(),
        torch.tensor([True]).tolist(),
        torch.zeros(0, 2).tolist(),
    ]


def attributes(torch):
    x = torch.zeros(2, 3)
    x.note = 5
    return [
        x.note,
        x.ndim,
        x.dim(),
        x.numel(),
        x.nelement(),
        x.shape,
        x.size(),
        x.size(1),
        x.dtype,
        x.layout,
        x.is_leaf,
        x.itemsize,
        x.nbytes,
        x.T.shape,
        type(x),
        x.is_sparse,
        x.type(),
        caught(lambda: x.foo),
        x.is_floating_point(),
        x.is_contiguous(),
        x.is_complex(),
        x.is_signed(),
        x.is_same_size(torch.zeros(2, 3)),
    ]


def equality(torch):
    x = torch.tensor([1, 2])
    return x == x, x != 1, x == torch.tensor([1, 5]), x == "a", x != None  # noqa: E711 - so is `!=`


def unpacking(torch):
    a, b = torch.tensor([1.0, 2.0])
    (c, d), (e, f) = torch.arange(4).reshape(2, 2)
    return a, b, c, d, e, f


def conversions(torch):
    x = torch.tensor([1.7, -1.7, 0.0])
    return [
        x.int(),
        x.long(),
        x.bool(),
        x.double(),
        x.half(),
        x.to(torch.int8),
        x.to("cpu", torch.float64).dtype,
        x.type(torch.int32),
        x.type("torch.DoubleTensor").dtype,
        x.type_as(torch.ones(1, dtype=torch.int64)),
        x.to(torch.ones(1, dtype=torch.float64)).dtype,
        x.to(dtype=torch.float32) is x,
        x.to(torch.float32, copy=True) is x,
        caught(lambda: x.to("float32")).split(":")[0],
        x.float().dtype,
        torch.tensor([300]).to(torch.uint8),
        torch.tensor([-1]).to(torch.uint8),
    ]
