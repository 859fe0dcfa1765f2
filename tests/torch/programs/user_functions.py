"""`autograd.Function`: what a user may write, and what is checked."""

from . import caught, names


def leaf(torch, *values):
    return torch.tensor(values, requires_grad=True)


def _square(torch):
    class Sq(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return 2 * x * grad

    return Sq


def its_name_and_gradient(torch):
    x = leaf(torch, 3.0)
    y = _square(torch).apply(x)
    y.sum().backward()
    return names(y), type(y.grad_fn).__name__, x.grad


def differentiable_twice_through_its_ops(torch):
    x = leaf(torch, 3.0)
    y = _square(torch).apply(x)
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    (h,) = torch.autograd.grad(g.sum(), x)
    return g, h


def wrong_shape_is_refused(torch):
    class Wrong(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return torch.ones(7)

    return caught(Wrong.apply(leaf(torch, 1.0, 2.0)).sum().backward)


def wrong_number_is_refused(torch):
    class Wrong(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad, grad

    return caught(Wrong.apply(leaf(torch, 1.0, 2.0)).sum().backward)


def trailing_nones_and_constants(torch):
    class Scale(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor):
            ctx.factor = factor
            return x * factor

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.factor, None

    x = leaf(torch, 1.0, 2.0)
    y = Scale.apply(x, 5)
    y.sum().backward()
    return x.grad, names(y), y


def an_unused_output_gives_zeros(torch):
    seen = []

    class Two(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, a, b):
            seen.append((a.clone(), b.clone()))
            return a * 2 + b * 3

    x = leaf(torch, 1.0)
    _, b = Two.apply(x)
    b.sum().backward()
    return seen, x.grad, b.output_nr


def unused_outputs_as_none(torch):
    seen = []

    class Two(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(False)
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, a, b):
            seen.append((a is None, b is None))
            return b * 3

    x = leaf(torch, 1.0)
    Two.apply(x)[1].sum().backward()
    return seen, x.grad


def saved_tensors_are_checked(torch):
    Sq = _square(torch)
    x = leaf(torch, 1.0)
    h = x * 1
    y = Sq.apply(h).sum()
    h.add_(1)
    first = caught(y.backward)
    z = Sq.apply(x).sum()
    z.backward()
    return first, caught(z.backward)


def a_saved_output(torch):
    class Exp(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            y = x.exp()
            ctx.save_for_backward(y)
            return y

        @staticmethod
        def backward(ctx, grad):
            (y,) = ctx.saved_tensors
            return grad * y

    x = leaf(torch, 1.0)
    y = Exp.apply(x)
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    (h,) = torch.autograd.grad(g.sum(), x)
    return g, h


def needs_input_grad(torch):
    seen = []

    class Mul(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.save_for_backward(x, y)
            return x * y

        @staticmethod
        def backward(ctx, grad):
            _, y = ctx.saved_tensors
            seen.append(ctx.needs_input_grad)
            return grad * y, None

    x, y = leaf(torch, 2.0), torch.ones(1) * 3
    Mul.apply(x, y).sum().backward()
    return seen, x.grad


def setup_context(torch):
    class Cube(torch.autograd.Function):
        @staticmethod
        def forward(x, n):
            return x**n

        @staticmethod
        def setup_context(ctx, inputs, output):
            x, n = inputs
            ctx.save_for_backward(x)
            ctx.n = n

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * ctx.n * x ** (ctx.n - 1), None

    x = leaf(torch, 2.0)
    Cube.apply(x, 3).sum().backward()
    return x.grad


def marked_dirty(torch):
    class AddOne(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            x.add_(1)
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 10

    x = leaf(torch, 1.0)
    y = x * 2
    z = AddOne.apply(y)
    z.sum().backward()
    return z is y, names(y), y, x.grad


def not_differentiable(torch):
    class Sort(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            values, places = x.sort()
            ctx.mark_non_differentiable(places)
            ctx.save_for_backward(places)
            return values, places

        @staticmethod
        def backward(ctx, grad, _):
            (places,) = ctx.saved_tensors
            return torch.zeros_like(grad).scatter_(0, places, grad)

    x = leaf(torch, 3.0, 1.0, 2.0)
    values, places = Sort.apply(x)
    (values * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
    return values, places.requires_grad, x.grad


def a_checkpoint(torch):
    class Checkpoint(torch.autograd.Function):
        @staticmethod
        def forward(ctx, function, x):
            ctx.function = function
            ctx.save_for_backward(x)
            return function(x)

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            inner = x.detach().requires_grad_()
            with torch.enable_grad():
                y = ctx.function(inner)
            y.backward(grad)
            return None, inner.grad

    w = leaf(torch, 0.5)
    x = leaf(torch, 2.0)
    h = x * w
    y = Checkpoint.apply(lambda t: (t * w).tanh(), h)
    (y * w).sum().backward()
    return x.grad, w.grad


def no_graph_without_grad(torch):
    x = leaf(torch, 1.0)
    with torch.no_grad():
        y = _square(torch).apply(x)
    z = _square(torch).apply(torch.ones(1))
    return y.requires_grad, z.requires_grad


def recording_is_off_in_forward(torch):
    seen = []

    class Look(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            seen.append(torch.is_grad_enabled())
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            seen.append(torch.is_grad_enabled())
            return grad

    x = leaf(torch, 1.0)
    Look.apply(x).sum().backward()
    return seen


def an_input_returned_as_it_is(torch):
    class Same(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 3

    x = leaf(torch, 1.0)
    y = Same.apply(x)
    y.sum().backward()
    return y is x, names(y), x.grad


def straight_through(torch):
    class Round(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.round()

        @staticmethod
        def backward(ctx, grad):
            return grad

    x = leaf(torch, 1.4, 2.6)
    (Round.apply(x) * x).sum().backward()
    return x.grad
