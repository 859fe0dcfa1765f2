"""Dtypes of results, and gradients that come back in the input's."""

from . import caught


def of_two_operands(torch):
    f64 = torch.tensor(2.0, dtype=torch.float64)
    v32 = torch.ones(2)
    ints = torch.tensor([1, 2])
    half = torch.ones(2, dtype=torch.float16)
    flags = torch.tensor([True, False])
    byte = torch.tensor([200], dtype=torch.uint8)
    results = [
        f64 * v32,
        f64 * ints,
        ints * 1.5,
        ints / ints,
        half * f64,
        torch.tensor(1.0) * f64,
        ints + v32,
        flags + flags,
        flags * 2,
        flags * 2.0,
        byte + byte,
        byte + torch.tensor([1], dtype=torch.int8),
        byte + 100,
        ints + 2.5,
        half + 1e9,
        torch.tensor(3) * v32,
        torch.tensor(3, dtype=torch.int8) + ints,
        torch.tensor([1], dtype=torch.int32) + 2**20,
        ints // 2,
        ints % 2,
        ints**2,
        2.0 - ints,
        1 / ints,
        ints == 1.0,
        -flags.int(),
    ]
    return [(str(r.dtype), r.tolist()) for r in results]


def gradients_come_back(torch):
    a = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
    b = torch.ones(2, requires_grad=True)
    c = torch.ones(2, dtype=torch.float16, requires_grad=True)
    (a * b).sum().backward()
    (c * b).sum().backward()
    return a.grad, b.grad, c.grad


def integers_beside_gradients(torch):
    x = torch.ones(2, requires_grad=True)
    n = torch.tensor([3, 4])
    y = x * n
    y.sum().backward()
    z = x * torch.tensor([True, False])
    z.sum().backward()
    return y, x.grad


def broadcasting_gradients(torch):
    seen = []
    for shape in [(3,), (1, 3), (2, 1), (1,), (), (1, 1, 1)]:
        x = torch.full(shape, 2.0, requires_grad=True)
        m = torch.arange(6.0).reshape(2, 3)
        (x * m).sum().backward()
        (m - x).sum().backward()
        seen.append(x.grad)
    return seen


def broadcasting_errors(torch):
    return [
        caught(lambda: torch.ones(2) + torch.ones(3)),
        caught(lambda: torch.ones(2, 3) * torch.ones(2)),
        caught(lambda: torch.ones(2) * "a"),
        caught(lambda: torch.ones(2) + None),
        caught(lambda: torch.ones(2) * [1, 2]),
        caught(lambda: 2 ** torch.ones(2, dtype=torch.int64) - "a"),
    ]


def casts_are_differentiable(torch):
    x = torch.ones(2, requires_grad=True)
    y = x.double()
    (y * y).sum().backward()
    return y, x.grad, x.float() is x, x.to(torch.float32) is x, x.long()


def result_type_and_promote_types(torch):
    return [
        torch.promote_types(torch.int64, torch.float32),
        torch.promote_types(torch.uint8, torch.int8),
        torch.promote_types(torch.float16, torch.complex64),
        torch.promote_types(torch.bool, torch.uint8),
        torch.can_cast(torch.float32, torch.int64),
        torch.can_cast(torch.int64, torch.float32),
        torch.can_cast(torch.float64, torch.float32),
        torch.can_cast(torch.int64, torch.bool),
    ]


def default_dtype(torch):
    before = torch.get_default_dtype()
    try:
        torch.set_default_dtype(torch.float64)
        seen = [(torch.tensor([1]) / 2).dtype, torch.tensor(1.5).dtype]
        seen.append((torch.tensor([1]) * 1.5).dtype)
        seen.append(caught(lambda: torch.set_default_dtype(torch.int64)))
    finally:
        torch.set_default_dtype(before)
    return seen


def limits(torch):
    return [
        torch.finfo(torch.float32),
        torch.finfo(torch.float64),
        torch.finfo(torch.float16),
        torch.finfo().eps,
        torch.iinfo(torch.int64),
        torch.iinfo(torch.uint8).max,
        caught(lambda: torch.iinfo(torch.float32)),
        caught(lambda: torch.finfo(torch.int64)),
    ]


def dtype_objects(torch):
    return [
        torch.float32,
        torch.float is torch.float32,
        torch.long is torch.int64,
        torch.float32.is_floating_point,
        torch.int64.is_floating_point,
        torch.complex64.is_complex,
        torch.uint8.is_signed,
        torch.float64.itemsize,
        torch.bool,
        torch.float32.to_complex(),
        torch.complex64.to_real(),
        torch.float32 == torch.float32,
        type(torch.float32),
    ]
