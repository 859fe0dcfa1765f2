"""In-place ops: whose gradient, which node, which version, and what is refused."""

from . import caught, names


def leaf(torch, *values):
    return torch.tensor(values, requires_grad=True)


def the_factor_gets_the_old_value(torch):
    x, w = leaf(torch, 1.0, 2.0), leaf(torch, 3.0, 4.0)
    a = x + 0
    before = names(a)
    a.mul_(w)
    a.sum().backward()
    return before, names(a), a._version, x.grad, w.grad


def two_writes_two_versions(torch):
    x = leaf(torch, 1.0)
    y = x + 0
    y.add_(1)
    y.mul_(2)
    return names(y), y._version


def augmented_assignment_keeps_identity_and_aliases(torch):
    y = torch.tensor(1.0)
    alias, view = y, y.view(1)
    y += 1
    return y is alias, y, view, y._version


def retain_grad_moves_on_hooks_stay(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x * 1
    seen = []
    y.register_hook(seen.append)
    y.retain_grad()
    y.mul_(5)
    y.sum().backward()
    return seen, y.grad, x.grad


def four_rounds_of_mul_and_add(torch):
    x = leaf(torch, 1.0)
    y = x * 1
    for _ in range(4):
        y.mul_(2)
        y.add_(1)
    y.sum().backward()
    return y._version, x.grad, y


def exp_in_place_alone_is_fine(torch):
    x = leaf(torch, 1.0)
    y = x * 1
    y.exp_()
    y.sum().backward()
    return x.grad


def exp_in_place_then_add_is_refused(torch):
    x = leaf(torch, 1.0)
    y = x * 1
    y.exp_()
    y.add_(1)
    return caught(y.sum().backward)


def fill_cuts_the_gradient(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x * 2
    y.fill_(7)
    y.sum().backward()
    return names(y), y, x.grad


def fill_with_a_tensor(torch):
    x, v = leaf(torch, 1.0, 2.0), torch.tensor(3.0, requires_grad=True)
    y = x * 2
    y.fill_(v)
    y.sum().backward()
    return names(y), y, x.grad, v.grad


def zero_cuts_the_gradient(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x * 2
    y.zero_()
    y.sum().backward()
    return names(y), y, x.grad


def copy_across_dtypes(torch):
    x = leaf(torch, 1.0, 2.0)
    y = torch.zeros(3, 2, dtype=torch.float64)
    y.copy_(x)
    y.sum().backward()
    return names(y), y, x.grad


def copy_over_a_tracked_tensor(torch):
    x, w = leaf(torch, 1.0, 2.0), leaf(torch, 5.0, 6.0)
    y = x * 2
    y.copy_(w)
    (y * y).sum().backward()
    return names(y), x.grad, w.grad


def copy_a_plain_tensor_over_a_tracked_one(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x * 2
    y.copy_(torch.tensor([8.0, 9.0]))
    y.sum().backward()
    return names(y), y, x.grad


def a_leaf_written_without_grad_stays_a_leaf(torch):
    w = leaf(torch, 1.0, 2.0)
    with torch.no_grad():
        w[0] = 5.0
    return w, w.is_leaf, w._version


def broadcasting_in_place(torch):
    x, b = torch.ones(2, 3, requires_grad=True), leaf(torch, 1.0, 2.0, 3.0)
    y = x * 1
    y += b
    (y * y).sum().backward()
    return x.grad, b.grad


def a_plain_tensor_takes_up_history(torch):
    w = leaf(torch, 1.0, 2.0)
    z = torch.zeros(2)
    z.add_(w)
    z.mul_(w)
    return names(z), z.requires_grad, caught(z.sum().backward), w.grad


def row_plus_row_writes_twice(torch):
    x = torch.ones(2, 3, requires_grad=True)
    b = x * 2
    b[0] += b[1]
    b.sum().backward()
    return b._version, names(b), x.grad, b


def differentiated_twice_after_two_writes(torch):
    x = leaf(torch, 2.0)
    y = x * 1
    y.mul_(x)
    z = y.clone()
    z.mul_(x)
    (g,) = torch.autograd.grad(z.sum(), x, create_graph=True)
    (h,) = torch.autograd.grad(g.sum(), x)
    return g, h


def numpy_shares_with_a_scalar(torch):
    t = torch.tensor(1.0) * 2
    a = t.numpy()
    t.add_(5)
    return float(a), t


def in_place_on_a_leaf_is_refused(torch):
    x = leaf(torch, 1.0)
    return caught(lambda: x.add_(1)), caught(lambda: x.mul_(x)), caught(x.zero_)


def in_place_on_a_view_of_a_leaf_is_refused(torch):
    x = leaf(torch, 1.0, 2.0)

    def assign():
        x[0] = 5

    return (
        caught(lambda: x[0].add_(1)),
        caught(assign),
        caught(lambda: x.view(2).mul_(2)),
    )


def shapes_and_dtypes_that_do_not_fit(torch):
    return [
        caught(lambda: torch.ones(3).add_(torch.ones(2, 3))),
        caught(lambda: torch.ones(3, dtype=torch.int64).add_(1.5)),
        caught(lambda: torch.ones(3, dtype=torch.int64).mul_(torch.ones(3))),
        caught(lambda: torch.ones(3, dtype=torch.bool).add_(1)),
        caught(lambda: torch.ones(1, 3).expand(2, 3).add_(1)),
        caught(lambda: torch.ones(3).add_(torch.ones(2))),
    ]


def wider_dtypes_are_cast_back(torch):
    x = leaf(torch, 1.0, 2.0)
    w = torch.tensor([3.0, 4.0], dtype=torch.float64, requires_grad=True)
    y = x * 1
    y.mul_(w)
    y.sum().backward()
    return y, x.grad, w.grad


def in_place_of_integers(torch):
    x = torch.tensor([7, -7])
    x //= 2
    y = torch.tensor([1, 2])
    y += 3
    y <<= 1
    return x, y


def in_place_methods_return_self(torch):
    x = torch.ones(2)
    return x.add_(1) is x, x.fill_(2) is x, x.copy_(torch.zeros(2)) is x, x.zero_() is x


def transpose_in_place_keeps_history(torch):
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    y = x * 2
    y.t_()
    y.unsqueeze_(0)
    (y * y).sum().backward()
    return names(y), list(y.shape), x.grad


def out_writes_into_a_tensor(torch):
    out = torch.empty(2)
    result = torch.add(torch.ones(2), torch.ones(2), out=out)
    x = leaf(torch, 1.0, 2.0)
    return result is out, out, caught(lambda: torch.mul(x, x, out=torch.empty(2)))


def masked_fill_in_place(torch):
    x = leaf(torch, 1.0, 2.0, 3.0)
    y = x * 2
    y.masked_fill_(torch.tensor([True, False, True]), -1.0)
    y.sum().backward()
    return names(y), y, x.grad


def index_add_and_scatter_in_place(torch):
    s = torch.ones(2, 3, requires_grad=True)
    y = torch.zeros(4, 3)
    y.index_add_(0, torch.tensor([1, 1]), s)
    z = torch.zeros(2, 3)
    z.scatter_(1, torch.tensor([[0], [2]]), s[:, :1])
    (y.sum() + (z * 2).sum()).backward()
    return names(y, z), y, z, s.grad


def clamp_and_relu_in_place(torch):
    x = leaf(torch, -1.0, 0.5, 3.0)
    y = x * 1
    y.clamp_(0, 1)
    y.sum().backward()
    return names(y), y, x.grad
