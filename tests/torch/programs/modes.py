"""`no_grad`, `enable_grad`, `inference_mode`: as contexts and as decorators."""

from . import caught


def leaf(torch, *values):
    return torch.tensor(values, requires_grad=True)


def nesting(torch):
    x = leaf(torch, 1.0)
    seen = [torch.is_grad_enabled()]
    with torch.no_grad():
        seen.append((x * 2).requires_grad)
        with torch.enable_grad():
            seen.append((x * 2).requires_grad)
            with torch.set_grad_enabled(False):
                seen.append((x * 2).requires_grad)
            seen.append((x * 2).requires_grad)
        seen.append((x * 2).requires_grad)
    seen.append((x * 2).requires_grad)
    return seen


def restored_after_an_exception(torch):
    def action():
        with torch.no_grad():
            raise ValueError("no")

    return caught(action), torch.is_grad_enabled()


def decorators(torch):
    x = leaf(torch, 1.0)

    @torch.no_grad()
    def off():
        return (x * 2).requires_grad

    @torch.no_grad
    def off_too():
        return (x * 2).requires_grad

    @torch.enable_grad()
    def on():
        return (x * 2).requires_grad

    @torch.inference_mode()
    def inference():
        return (x * 2).is_inference()

    with torch.no_grad():
        inside = on()
    return off(), off_too(), inside, inference(), torch.is_grad_enabled(), off.__name__


def a_decorated_generator(torch):
    x = leaf(torch, 1.0)

    @torch.no_grad()
    def numbers():
        yield (x * 2).requires_grad
        yield (x * 3).requires_grad

    return [(inside, (x * 2).requires_grad) for inside in numbers()]


def set_grad_enabled_as_a_function(torch):
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    inside = torch.is_grad_enabled()
    torch.set_grad_enabled(before)
    return inside, torch.is_grad_enabled()


def leaves_made_without_grad_mode(torch):
    with torch.no_grad():
        x = torch.ones(2, requires_grad=True)
        y = x * 2
    return x.requires_grad, y.requires_grad, y.is_leaf


def inference_tensors_must_not_be_saved(torch):
    w = leaf(torch, 1.0)
    with torch.inference_mode():
        t = torch.ones(1) * 2
    return [
        t.is_inference(),
        (t + w).requires_grad,
        caught(lambda: t * w),
        caught(lambda: t.add_(1)),
        caught(lambda: t.requires_grad_()),
        caught(lambda: t._version),
        (t * 2).is_inference(),
        (t.clone() * w).requires_grad,
    ]


def normal_tensors_in_inference_mode(torch):
    w = leaf(torch, 1.0)
    with torch.inference_mode():
        y = w * 2
        enabled = torch.is_grad_enabled()
        with torch.inference_mode(False):
            z = w * 2
    return y.requires_grad, y.is_inference(), enabled, z.requires_grad, w.is_inference()


def no_grad_view_then_in_place(torch):
    x = torch.ones(2, 2)
    with torch.no_grad():
        v = x[0]
    v.add_(1)
    return x


def backward_under_no_grad(torch):
    x = leaf(torch, 2.0)
    y = (x * x).sum()
    with torch.no_grad():
        y.backward()
    return x.grad


def an_update_step(torch):
    w = leaf(torch, 2.0)
    (w * w).sum().backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
    (w * w).sum().backward()
    return w, w.grad, w.is_leaf


def a_rebound_leaf_loses_its_place(torch):
    w = leaf(torch, 2.0)
    (w * w).sum().backward()
    w = w - 0.1 * w.grad
    return w.is_leaf, w.requires_grad
