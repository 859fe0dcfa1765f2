"""Derivatives of derivatives."""

from . import caught


def leaf(torch, *values):
    return torch.tensor(values, dtype=torch.float64, requires_grad=True)


def gradient_of_squared_gradient(torch, function, *shape):
    count = 1
    for n in shape:
        count *= n
    x = (torch.arange(1, count + 1, dtype=torch.float64) * 0.37).sin().reshape(shape)
    x = (x * 0.8 + 1.1).requires_grad_()
    weights = (
        (torch.arange(count, dtype=torch.float64) * 0.7 + 0.3).cos().reshape(shape)
    )
    y = function(x)
    total = (y * weights.reshape(-1)[: y.numel()].reshape(y.shape)).sum()
    (g,) = torch.autograd.grad(total, x, create_graph=True)
    if not g.requires_grad:
        return g
    (g * g).sum().backward()
    return x.grad


def third_derivative_of_a_cube(torch):
    x = leaf(torch, 2.0)
    (a,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    (b,) = torch.autograd.grad(a.sum(), x, create_graph=True)
    (c,) = torch.autograd.grad(b.sum(), x)
    return a, b, c


def exp(torch):
    return gradient_of_squared_gradient(torch, torch.exp, 4)


def log(torch):
    return gradient_of_squared_gradient(torch, torch.log, 4)


def tanh(torch):
    return gradient_of_squared_gradient(torch, torch.tanh, 4)


def sigmoid(torch):
    return gradient_of_squared_gradient(torch, torch.sigmoid, 4)


def relu(torch):
    return gradient_of_squared_gradient(torch, lambda x: torch.relu(x - 1) * x, 4)


def reciprocal(torch):
    return gradient_of_squared_gradient(torch, torch.reciprocal, 4)


def quotient(torch):
    return gradient_of_squared_gradient(torch, lambda x: (x + 1) / (x * x), 4)


def sqrt(torch):
    return gradient_of_squared_gradient(torch, torch.sqrt, 4)


def softmax(torch):
    return gradient_of_squared_gradient(torch, lambda x: torch.softmax(x, -1), 2, 3)


def log_softmax(torch):
    return gradient_of_squared_gradient(torch, lambda x: torch.log_softmax(x, -1), 2, 3)


def mean_of_powers(torch):
    return gradient_of_squared_gradient(torch, lambda x: (x**3).mean(0), 2, 3)


def expanded(torch):
    return gradient_of_squared_gradient(
        torch, lambda x: (x.expand(2, 3) ** 2).sum(0), 1, 3
    )


def sliced(torch):
    return gradient_of_squared_gradient(torch, lambda x: x[1:] ** 2 * x[:-1], 4)


def gathered(torch):
    return gradient_of_squared_gradient(
        torch, lambda x: x[torch.tensor([0, 0, 2])] ** 3, 4
    )


def joined(torch):
    return gradient_of_squared_gradient(
        torch, lambda x: torch.cat([x, x * x])[1:5] * x, 4
    )


def product_of_matrices(torch):
    return gradient_of_squared_gradient(torch, lambda x: x @ x.t() @ x, 2, 3)


def gelu(torch):
    return gradient_of_squared_gradient(torch, torch.nn.functional.gelu, 4)


def a_view_written_in_place(torch):
    def function(x):
        b = x * x
        b[0].mul_(b[1] * 1)
        return b

    return gradient_of_squared_gradient(torch, function, 2, 3)


def an_assignment(torch):
    def function(x):
        b = x * x
        b[1:] = x[:-1] ** 3
        return b * x

    return gradient_of_squared_gradient(torch, function, 4)


def masked_and_where(torch):
    def function(x):
        y = torch.where(x > 1, x * x, x**3)
        return y.masked_fill(x > 1.5, 0.0)

    return gradient_of_squared_gradient(torch, function, 6)


def scattered(torch):
    def function(x):
        z = torch.zeros(4, dtype=torch.float64).scatter_add(
            0, torch.tensor([0, 1, 1, 3]), x * x
        )
        return z.index_select(0, torch.tensor([1, 1, 0])) * x[:3]

    return gradient_of_squared_gradient(torch, function, 4)


def gradient_penalty_of_an_mlp(torch):
    nn = torch.nn
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)).double()
    with torch.no_grad():
        for k, p in enumerate(model.parameters()):
            count = torch.arange(p.numel(), dtype=torch.float64)
            p.copy_((count * 0.6 + k).sin().reshape(p.shape))
    x = torch.linspace(-1, 1, 6, dtype=torch.float64).reshape(2, 3).requires_grad_()
    (g,) = torch.autograd.grad(model(x).sum(), x, create_graph=True)
    ((g.norm(dim=1) - 1) ** 2).mean().backward()
    return [p.grad for p in model.parameters()], x.grad


def cross_entropy(torch):
    def function(x):
        return torch.nn.functional.cross_entropy(x, torch.tensor([1, 0]))

    return gradient_of_squared_gradient(torch, function, 2, 3)


def layer_norm(torch):
    def function(x):
        return torch.nn.functional.layer_norm(x, (3,))

    return gradient_of_squared_gradient(torch, function, 2, 3)


def convolution(torch):
    weight = torch.linspace(-1, 1, 18, dtype=torch.float64).reshape(1, 2, 3, 3)

    def function(x):
        return torch.nn.functional.conv2d(
            x * x, weight, torch.ones(1).double(), padding=1
        )

    return gradient_of_squared_gradient(torch, function, 1, 2, 3, 3)


def hessian_vector_product(torch):
    x = leaf(torch, 1.0, 2.0)
    v = torch.tensor([1.0, -1.0], dtype=torch.float64)
    y = (x[0] ** 2 * x[1]).exp() * 0.01
    (g,) = torch.autograd.grad(y, x, create_graph=True)
    return torch.autograd.grad(g @ v, x)


def create_graph_leaves_a_grad_that_requires_grad(torch):
    x = leaf(torch, 2.0)
    (x**3).sum().backward(create_graph=True)
    first = x.grad
    flags = first.requires_grad, first.is_leaf
    first.sum().backward()
    return flags, x.grad


def create_graph_keeps_the_graph(torch):
    x = leaf(torch, 2.0)
    y = (x**2).sum()
    torch.autograd.grad(y, x, create_graph=True)
    return torch.autograd.grad(y, x), caught(lambda: torch.autograd.grad(y, x))
