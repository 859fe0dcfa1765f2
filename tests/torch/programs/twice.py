"""Backward twice, and the errors of a backward that cannot be."""

from . import caught, names


def leaf(torch, *values):
    return torch.tensor(values, requires_grad=True)


def twice(y):
    y.backward()
    return caught(y.backward)


def a_square_twice_explains_itself(torch):
    x = leaf(torch, 1.0)
    return twice((x * x).sum())


def a_product_with_a_number_twice_explains_itself(torch):
    x = leaf(torch, 1.0)
    return twice((x * 2).sum())


def a_trunk_shared_by_two_losses_explains_itself(torch):
    x = leaf(torch, 1.0)
    trunk = x.exp()
    a, b = (trunk + 1).sum(), (trunk - 1).sum()
    a.backward()
    return caught(b.backward)


def sums_twice_are_fine(torch):
    x = leaf(torch, 1.0, 2.0)
    y = (x + 1).sum()
    y.backward()
    y.backward()
    z = x.mean()
    z.backward()
    z.backward()
    w = torch.ones(2, 3, requires_grad=True)
    v = w.t().reshape(6).sum()
    v.backward()
    v.backward()
    return x.grad, w.grad


def retain_graph_allows_it(torch):
    x = leaf(torch, 3.0)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    return x.grad, caught(y.backward)


def next_functions_answer_after_backward(torch):
    x = leaf(torch, 3.0)
    y = (x * x).sum()
    y.backward()
    mul = y.grad_fn.next_functions[0][0]
    return (
        names(y),
        mul.name(),
        mul.next_functions[0][0].name(),
        len(mul.next_functions),
    )


def no_grad_fn(torch):
    return caught(torch.ones(2).sum().backward)


def not_a_scalar(torch):
    x = leaf(torch, 1.0, 2.0)
    return caught((x * 2).backward)


def gradient_of_the_wrong_shape(torch):
    x = leaf(torch, 1.0, 2.0)
    return caught(lambda: (x * 2).backward(torch.ones(3)))


def gradient_that_is_no_tensor(torch):
    x = leaf(torch, 1.0, 2.0)
    return caught(lambda: (x * 2).backward([1.0, 1.0]))


def one_element_needs_no_gradient(torch):
    x = torch.ones(1, 1, requires_grad=True)
    (x * 3).backward()
    return x.grad


def two_roots_at_once(torch):
    x = leaf(torch, 1.0, 2.0)
    a, b = (x * x).sum(), x.sum()
    torch.autograd.backward([a, b])
    c = x * 3
    torch.autograd.backward([c, x.sum()], [torch.ones(2), None])
    return x.grad


def a_shared_node_below_two_roots_runs_once(torch):
    x = leaf(torch, 2.0)
    h = x * x
    torch.autograd.backward([h.sum(), (h * 3).sum()])
    return x.grad
