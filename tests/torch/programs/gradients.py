"""`autograd.grad` and `backward(inputs=)`."""

from . import caught, names


def leaf(torch, *values):
    return torch.tensor(values, requires_grad=True)


def grad_leaves_the_leaves_alone(torch):
    x = leaf(torch, 2.0)
    (g,) = torch.autograd.grad((x * x).sum(), x)
    return g, x.grad


def unused_inputs(torch):
    x, y = leaf(torch, 2.0), leaf(torch, 3.0)
    z = (x * x).sum()
    return [
        caught(lambda: torch.autograd.grad(z, [x, y], retain_graph=True)),
        torch.autograd.grad(z, [x, y], retain_graph=True, allow_unused=True),
        torch.autograd.grad(z, [x, y], materialize_grads=True),
    ]


def with_respect_to_a_non_leaf(torch):
    x = leaf(torch, 2.0)
    h = x * 3
    return torch.autograd.grad((h * h).sum(), [h, x])


def grad_outputs_are_weights(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x * x
    return [
        torch.autograd.grad(y, x, grad_outputs=torch.tensor([1.0, 10.0])),
        caught(lambda: torch.autograd.grad(x * x, x)),
        caught(lambda: torch.autograd.grad(x * x, x, torch.ones(3))),
    ]


def inputs_must_require_grad(torch):
    x, y = leaf(torch, 1.0), torch.ones(1)
    return caught(lambda: torch.autograd.grad((x * y).sum(), y))


def outputs_must_require_grad(torch):
    x = leaf(torch, 1.0)
    return caught(lambda: torch.autograd.grad(torch.ones(1).sum(), x))


def backward_into_one_input(torch):
    x, w = leaf(torch, 2.0), leaf(torch, 3.0)
    (x * w).sum().backward(inputs=[x])
    return x.grad, w.grad


def backward_into_no_input(torch):
    x = leaf(torch, 2.0)
    return caught(lambda: x.sum().backward(inputs=[]))


def hooks_on_other_branches_stay_silent(torch):
    x, w = leaf(torch, 2.0), leaf(torch, 3.0)
    a, b = x * 2, w * 2
    seen = []
    a.register_hook(lambda g: seen.append("a"))
    b.register_hook(lambda g: seen.append("b"))
    w.register_hook(lambda g: seen.append("w"))
    torch.autograd.grad((a * b).sum(), x)
    return seen


def outputs_of_unbind_as_inputs(torch):
    x = torch.ones(2, 2, requires_grad=True)
    a, b = (x * 2).unbind()
    return torch.autograd.grad((a * b * b).sum(), [a, b])


def several_outputs(torch):
    x = leaf(torch, 2.0)
    return torch.autograd.grad([(x * x).sum(), (x * 3).sum()], x)


def an_input_that_is_an_output(torch):
    x = leaf(torch, 2.0)
    y = x * 3
    return torch.autograd.grad(y.sum(), [y]), torch.autograd.grad(x.sum(), [x])


def gradients_in_a_loop_of_updates(torch):
    x = leaf(torch, 5.0)
    for _ in range(3):
        (g,) = torch.autograd.grad((x * x).sum(), x)
        x = (x - 0.1 * g).detach().requires_grad_()
    return x


def the_gradient_of_a_sum_is_expanded(torch):
    x = leaf(torch, 1.0, 2.0)
    (g,) = torch.autograd.grad(x.sum(), x)
    return g, g.stride(), caught(lambda: g.mul_(2))


def grad_of_max_goes_to_one_place(torch):
    x = leaf(torch, 1.0, 3.0, 3.0, 2.0)
    (g,) = torch.autograd.grad(x.max(dim=0).values, x)
    return g


def names_after_create_graph(torch):
    x = leaf(torch, 2.0)
    (g,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    return g.requires_grad, g, names(g)[0] is not None
