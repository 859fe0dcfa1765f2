"""Leaves: when `.grad` appears, and what it shares memory with."""

from . import caught, warned


def leaf(torch, *values):
    return torch.tensor(values, requires_grad=True)


def grad_is_none_then_accumulates_into_one_object(torch):
    x = leaf(torch, 1.0, 2.0)
    seen = [x.grad]
    (x * 2).sum().backward()
    seen.append(x.grad.clone())
    first = x.grad
    (x * 2).sum().backward()
    return seen, x.grad, first is x.grad, x.grad._version


def the_two_gradients_of_a_sum_share_no_memory(torch):
    x, y = leaf(torch, 1.0, 2.0), leaf(torch, 3.0, 4.0)
    (x + y).sum().backward()
    x.grad.mul_(10)
    return x.grad, y.grad


def the_gradient_given_to_backward_is_copied(torch):
    x = leaf(torch, 1.0, 2.0)
    g = torch.tensor([1.0, 1.0])
    x.backward(g)
    g.mul_(5)
    return x.grad


def the_gradient_of_a_sum_can_be_written(torch):
    x = leaf(torch, 1.0, 2.0, 3.0)
    x.sum().backward()
    x.grad[0] = 7
    return x.grad, x.grad.is_contiguous()


def a_non_leaf_has_no_grad_and_warns(torch):
    x = leaf(torch, 1.0)
    y = x * 2
    y.sum().backward()
    seen = []
    return warned(lambda: seen.append(y.grad)), seen, x.grad


def backward_on_a_leaf_scalar_gives_one(torch):
    x = torch.tensor(3.0, requires_grad=True)
    x.backward()
    return x.grad


def backward_on_a_leaf_adds_the_given_gradient(torch):
    x = leaf(torch, 1.0, 2.0)
    x.backward(torch.tensor([1.0, 2.0]))
    x.backward(torch.tensor([1.0, 2.0]))
    return x.grad


def grad_takes_the_dtype_of_the_leaf(torch):
    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    w = torch.tensor([3.0], requires_grad=True)
    (x * w).sum().backward()
    return x.grad, w.grad


def a_view_of_a_flat_buffer_as_grad_is_filled_in_place(torch):
    buffer = torch.zeros(4)
    x, y = leaf(torch, 1.0, 2.0), leaf(torch, 3.0, 4.0)
    x.grad, y.grad = buffer[:2], buffer[2:]
    (x * y).sum().backward()
    (x * y).sum().backward()
    return buffer, x.grad


def grad_setter_refuses_what_does_not_fit(torch):
    x = leaf(torch, 1.0, 2.0)

    def assign(value):
        x.grad = value

    return [
        caught(lambda: assign(torch.ones(3))),
        caught(lambda: assign(torch.ones(2, dtype=torch.float64))),
        caught(lambda: assign(3)),
        caught(lambda: assign(x)),
    ]


def del_grad_and_none_clear(torch):
    x = leaf(torch, 1.0)
    x.sum().backward()
    del x.grad
    first = x.grad
    x.sum().backward()
    x.grad = None
    return first, x.grad


def data_setter_keeps_requires_grad(torch):
    x = leaf(torch, 1.0, 2.0)
    x.data = torch.tensor([5.0, 6.0, 7.0])
    (x * x).sum().backward()
    return x, x.is_leaf, x.grad


def requires_grad_as_attribute_and_method(torch):
    x = torch.ones(2)
    x.requires_grad = True
    y = torch.ones(2).requires_grad_()
    z = y.requires_grad_(False)
    return x.requires_grad, z.requires_grad, z is y


def requires_grad_errors(torch):
    x = leaf(torch, 1.0)
    y = x * 2

    def off():
        y.requires_grad = False

    return [
        caught(lambda: torch.tensor([1, 2]).requires_grad_()),
        caught(lambda: y.requires_grad_(False)),
        caught(off),
        caught(lambda: torch.tensor([1, 2], requires_grad=True)),
    ]


def detach_shares_memory_and_version(torch):
    x = torch.ones(2)
    y = x.detach()
    y.mul_(3)
    return x, x._version, y._base is None, y.is_leaf


def data_shares_memory_but_not_the_version(torch):
    x = torch.ones(2, requires_grad=True)
    x.data.mul_(3)
    return x, x._version


def detach_in_place_makes_a_leaf(torch):
    x = leaf(torch, 1.0)
    y = x * 2
    y.detach_()
    return y, y.is_leaf


def leaf_used_many_times_gets_the_sum(torch):
    x = leaf(torch, 2.0)
    y = x * x + x * 3 + x
    y.sum().backward()
    return x.grad


def same_tensor_as_both_operands(torch):
    x = leaf(torch, 2.0, 3.0)
    (x * x).backward(torch.tensor([1.0, 10.0]))
    return x.grad


def is_leaf_of_everything(torch):
    x = leaf(torch, 1.0)
    return (
        x.is_leaf,
        (x * 2).is_leaf,
        torch.ones(1).is_leaf,
        (torch.ones(1) * 2).is_leaf,
    )
