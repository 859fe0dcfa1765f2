"""Hooks: their order, what they see, and what they may replace."""

from . import caught, names


def leaf(torch, *values):
    return torch.tensor(values, requires_grad=True)


def order_of_all_kinds(torch):
    x, w1, w2 = leaf(torch, 2.0), leaf(torch, 3.0), leaf(torch, 4.0)
    h = x * w1
    y = h * w2
    seen = []

    def note(name):
        def hook(*args):
            seen.append(name)

        return hook

    x.register_hook(note("x"))
    w1.register_hook(note("w1"))
    w2.register_hook(note("w2"))
    y.register_hook(note("y"))
    h.register_hook(note("h"))
    h.grad_fn.register_prehook(note("pre h"))
    h.grad_fn.register_hook(note("node h"))
    w1.register_post_accumulate_grad_hook(note("post w1"))
    y.backward()
    return seen


def a_leaf_hook_sees_the_sum_once(torch):
    x = leaf(torch, 2.0)
    seen = []
    x.register_hook(lambda g: seen.append(g.clone()))
    (x * 3 + x * x).sum().backward()
    (x * 5).sum().backward()
    return seen, x.grad


def a_returned_value_replaces(torch):
    x = leaf(torch, 2.0)
    y = x * 3
    y.register_hook(lambda g: g * 10)
    x.register_hook(lambda g: g + 1)
    y.sum().backward()
    return x.grad


def removal_takes_it_away(torch):
    x = leaf(torch, 2.0)
    seen = []
    handle = x.register_hook(lambda g: seen.append(1))
    x.sum().backward()
    handle.remove()
    handle.remove()
    x.sum().backward()
    return seen


def two_hooks_in_order(torch):
    x = leaf(torch, 2.0)
    x.register_hook(lambda g: g + 1)
    x.register_hook(lambda g: g * 10)
    x.sum().backward()
    return x.grad


def post_accumulate_sees_grad(torch):
    x = leaf(torch, 2.0)
    seen = []
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.clone()))
    x.sum().backward()
    x.sum().backward()
    return seen


def a_node_hook_replaces_grad_inputs(torch):
    x = leaf(torch, 2.0)
    y = x * 3
    seen = []

    def hook(grad_inputs, grad_outputs):
        seen.append((grad_inputs, grad_outputs))
        return (grad_inputs[0] * 100, None)

    y.grad_fn.register_hook(hook)
    y.sum().backward()
    return seen, x.grad


def a_prehook_replaces_grad_outputs(torch):
    x = leaf(torch, 2.0)
    y = x * 3
    y.grad_fn.register_prehook(lambda outputs: (outputs[0] * 7,))
    y.sum().backward()
    return x.grad


def retain_grad_fills_a_non_leaf(torch):
    x = leaf(torch, 2.0)
    y = x * 3
    y.retain_grad()
    before = y.retains_grad
    (y * y).sum().backward()
    return before, y.grad, x.retains_grad


def retain_grad_sees_the_hooks_value(torch):
    x = leaf(torch, 2.0)
    y = x * 3
    y.retain_grad()
    y.register_hook(lambda g: g * 10)
    y.sum().backward()
    return y.grad, x.grad


def a_hook_that_raises_leaves_nothing_behind(torch):
    x = leaf(torch, 2.0)
    y = x * 3
    armed = [True]

    def hook(g):
        if armed[0]:
            raise ValueError("no")

    y.register_hook(hook)
    z = (y * y).sum()
    first = caught(lambda: z.backward(retain_graph=True))
    armed[0] = False
    z.backward()
    return first, x.grad


def grad_mode_is_off_in_a_hook(torch):
    x = leaf(torch, 2.0)
    seen = []
    x.register_hook(lambda g: seen.append((torch.is_grad_enabled(), g.requires_grad)))
    x.sum().backward()
    torch.autograd.grad((x * x).sum(), x, create_graph=True)
    return seen


def hooks_need_a_gradient(torch):
    t = torch.ones(1)
    x = leaf(torch, 1.0)
    return [
        caught(lambda: t.register_hook(print)),
        caught(lambda: t.retain_grad()),
        caught(lambda: (x * 2).register_post_accumulate_grad_hook(print)),
        caught(lambda: t.register_post_accumulate_grad_hook(print)),
    ]


def a_hook_that_returns_something_else(torch):
    x = leaf(torch, 2.0)
    x.register_hook(lambda g: 3)
    return caught(x.sum().backward)


def multi_grad_hook_waits_for_all(torch):
    x, y, z = leaf(torch, 1.0), leaf(torch, 2.0), leaf(torch, 3.0)
    seen = []
    torch.autograd.graph.register_multi_grad_hook((x, y), seen.append)
    (x * y * z).sum().backward()
    return seen


def multi_grad_hook_on_any(torch):
    x, y = leaf(torch, 1.0), leaf(torch, 2.0)
    seen = []
    torch.autograd.graph.register_multi_grad_hook((x, y), seen.append, mode="any")
    (x * y).sum().backward()
    return len(seen)


def saved_tensors_go_through_pack_and_unpack(torch):
    x = leaf(torch, 1.0, 2.0)
    packed, unpacked = [], []

    def pack(t):
        packed.append(t.detach().clone())
        return len(packed) - 1

    def unpack(i):
        unpacked.append(i)
        return packed[i]

    with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
        y = (x * x).exp()
    y.sum().backward()
    return packed, sorted(unpacked), x.grad


def a_backward_inside_a_hook(torch):
    x, w = leaf(torch, 2.0), leaf(torch, 3.0)

    def hook(g):
        with torch.enable_grad():
            (w * w).sum().backward()

    y = x * x
    y.register_hook(hook)
    y.sum().backward()
    return x.grad, w.grad, names(y)
