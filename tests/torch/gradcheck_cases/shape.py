"""Views, joining, copies, and in-place writes."""

from . import numbers


def cases(torch):
    def n(*shape):
        return numbers(torch, *shape)

    def filled(x, v):
        y = x * 2
        y[0].fill_(v)
        return y * y

    def zeroed(x):
        y = x * x
        y.fill_(3.0)
        return y + x * x

    def written(x, w):
        b = x * 1
        v = b[0]
        v.mul_(w)
        return b * v

    def expanded(x):
        b = x * x
        e = b.expand(2, 3)
        b.mul_(2)
        return e * e

    def copied(x, w):
        b = x * 2
        b[1].copy_(w)
        return b * b

    one = {
        "view": lambda x: x.view(3, 2) ** 2,
        "reshape that copies": lambda x: x.t().reshape(6) ** 2,
        "transpose": lambda x: x.transpose(0, 1) ** 2,
        "t": lambda x: x.t() ** 2,
        "permute": lambda x: x.reshape(1, 2, 3).permute(2, 0, 1) ** 2,
        "squeeze": lambda x: x.reshape(2, 1, 3).squeeze() ** 2,
        "squeeze dim": lambda x: x.reshape(2, 1, 3).squeeze(1) ** 2,
        "unsqueeze": lambda x: x.unsqueeze(1) ** 2,
        "expand": lambda x: x.unsqueeze(0).expand(2, 2, 3) ** 2,
        "unbind": lambda x: x.unbind()[0] * x.unbind(1)[1].sum(),
        "split": lambda x: x.split(2, 1)[0] ** 2,
        "split with sizes": lambda x: x.split([1, 2], 1)[1] ** 2,
        "chunk": lambda x: x.chunk(2)[1] ** 3,
        "diagonal": lambda x: x.diagonal(1) ** 2,
        "as_strided": lambda x: x.as_strided((2, 2), (1, 1), 1) ** 2,
        "unfold": lambda x: x.unfold(1, 2, 1) ** 2,
        "repeat": lambda x: x.repeat(2, 1, 2) ** 2,
        "repeat_interleave": lambda x: x.repeat_interleave(2, 0) ** 2,
        "flip": lambda x: x.flip(0, 1) ** 2,
        "roll": lambda x: x.roll(1, 0) ** 2,
        "roll all": lambda x: x.roll(2) ** 2,
        "rot90": lambda x: torch.rot90(x) ** 2,
        "clone": lambda x: x.clone() ** 2,
        "select": lambda x: x[1] ** 2,
        "slice": lambda x: x[:, 1:] ** 2,
        "alias": lambda x: x[...] ** 2,
        "new axis": lambda x: x[:, None] ** 2,
        "cat": lambda x: torch.cat([x, x * x], 1) ** 2,
        "stack": lambda x: torch.stack([x, x * x], 1) ** 2,
        "fill with a number": zeroed,
        "transpose in place": lambda x: (x * x).t_() ** 2,
    }
    found = {name: (f, (n(2, 3),)) for name, f in one.items()}
    found["a view written in place"] = (written, (n(2, 3), n(3)))
    found["a base written under an expanded view"] = (expanded, (n(1, 3),))
    found["copy"] = (copied, (n(2, 3), n(3)))
    found["fill with a tensor"] = (filled, (n(2, 3), n()))
    return found
