"""The graph as a program sees it: names, edges, leaves."""

import copy
import pickle

from . import caught, names


def leaf(torch, *values):
    return torch.tensor(values, requires_grad=True)


def names_of_common_ops(torch):
    x = torch.ones(2, 2, requires_grad=True)
    return names(
        x + 1,
        x - 1,
        1 - x,
        x * 2,
        x / 2,
        2 / x,
        x**2,
        x**x,
        2**x,
        -x,
        x @ x,
        x.exp(),
        x.log(),
        x.sum(),
        x.sum(0),
        x.mean(),
        x.mean(0),
        x.max(),
        x.max(0).values,
        x.relu(),
        x.sigmoid(),
        x.tanh(),
        x.softmax(0),
        x.abs(),
        x.sqrt(),
        x.clamp(0, 1),
        torch.cat([x, x]),
        torch.stack([x, x]),
        torch.where(x > 0, x, x),
        x.masked_fill(x > 0, 0.0),
        x[x > 0],
        x.gather(0, torch.zeros(1, 2, dtype=torch.int64)),
        x.double(),
        x.norm(),
        x.var(),
        x.prod(),
        x.cumsum(0),
        x.tril(),
        x.repeat(2, 2),
        x.flip(0),
        x.roll(1),
        x.index_select(0, torch.tensor([0])),
    )


def next_functions_of_plain_inputs(torch):
    x, p = leaf(torch, 1.0), torch.ones(1)
    y = x * p
    n = y.grad_fn.next_functions
    return len(n), n[0][0].name(), n[0][1], n[1], n[0][0].variable is x


def class_names(torch):
    x = leaf(torch, 1.0)
    y = x * 2
    accumulate = y.grad_fn.next_functions[0][0]
    return [
        type(y.grad_fn).__name__,
        type(accumulate).__name__,
        repr(y.grad_fn).split(" at ")[0],
        repr(accumulate).split(" at ")[0],
    ]


def outputs_are_numbered(torch):
    x = torch.ones(2, 2, requires_grad=True)
    a, b = x.unbind()
    return a.output_nr, b.output_nr, names(a, b), (b * 2).grad_fn.next_functions[0][1]


def deepcopy_of_a_leaf(torch):
    x = leaf(torch, 1.0, 2.0)
    x.note = "kept"
    x.sum().backward()
    y = copy.deepcopy(x)
    y.grad.mul_(5)
    with torch.no_grad():
        y.add_(1)
    return x, x.grad, y, y.grad, y.note, y.is_leaf


def deepcopy_of_a_non_leaf_is_refused(torch):
    x = leaf(torch, 1.0)
    return caught(lambda: copy.deepcopy(x * 2)).split("  If")[0]


def deepcopy_keeps_sharing_within(torch):
    x = torch.ones(2)
    a, b = copy.deepcopy([x, x])
    return a is b, a is x


def pickling(torch):
    x = leaf(torch, 1.0, 2.0)
    y = pickle.loads(pickle.dumps(x))
    z = pickle.loads(pickle.dumps(torch.arange(3)))
    return y, y.is_leaf, z, pickle.loads(pickle.dumps(torch.float32)) is torch.float32


def sizes(torch):
    s = torch.zeros(2, 3).shape
    return [
        s,
        s.numel(),
        s[0],
        s[1:],
        s == (2, 3),
        s + (4,),  # noqa: RUF005 - what `+` gives is the question
        type(s[1:]),
        len(s),
        list(s),
        hash(s) == hash((2, 3)),
        torch.Size([1, 2]),
        caught(lambda: torch.Size([1.5])),
        torch.zeros(2, 3).size(-1),
        s * 2,
    ]


def devices(torch):
    x = torch.ones(1)
    return [
        x.device,
        repr(x.device),
        str(torch.device("cuda:1")),
        torch.device("cuda", 0) == torch.device("cuda:0"),
        torch.device("cpu") == x.device,
        caught(lambda: torch.device("gpu")).split(":")[0],
        x.to("cpu") is x,
        x.is_cuda,
        x.cpu() is x,
    ]
