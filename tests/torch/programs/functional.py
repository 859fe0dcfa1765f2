"""`torch.autograd.functional`: Jacobians, Hessians and products with them."""

from . import caught


def _points(torch):
    return torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])


def jacobians(torch):
    jacobian = torch.autograd.functional.jacobian
    x, y = _points(torch)
    return [
        jacobian(lambda x: x**2, x),
        jacobian(lambda x, y: (x * y).sum(), (x, y)),
        jacobian(lambda x, y: (x * y, x + y), (x, y)),
        jacobian(lambda x: (x**2,), x),
        jacobian(lambda x: x**2, (x,)),
        jacobian(lambda x: x**2, x, create_graph=True),
        jacobian(lambda x: torch.tensor([1.0, 2.0]), x),
        jacobian(lambda x, y: x * 2, (x, y)),
        jacobian(lambda x: x.outer(x), x),
        jacobian(lambda x: x**2, x, vectorize=True),
    ]


def wrong_jacobians(torch):
    jacobian = torch.autograd.functional.jacobian
    x, y = _points(torch)
    return [
        caught(lambda: jacobian(lambda x: torch.ones(2), x, strict=True)),
        caught(lambda: jacobian(lambda x, y: x * 2, (x, y), strict=True)),
        caught(lambda: jacobian(lambda x: 3, x)),
        caught(lambda: jacobian(lambda x: x, 3)),
        caught(lambda: jacobian(lambda x: x, x, strategy="forward-mode")),
    ]


def hessians(torch):
    hessian = torch.autograd.functional.hessian
    x, y = _points(torch)
    leaf = x.clone().requires_grad_()
    third = hessian(lambda x: (x**3).sum(), leaf, create_graph=True)
    third.sum().backward()
    return [
        hessian(lambda x: (x**3).sum(), x),
        hessian(lambda x, y: (x * y**2).sum(), (x, y)),
        hessian(lambda x: x.sum(), x),
        hessian(lambda x: torch.tensor(1.0), x),
        hessian(lambda x: (x**2).sum().reshape(1), x),
        leaf.grad,
        caught(lambda: hessian(lambda x: x**2, x)),
        caught(lambda: hessian(lambda x: (x.sum(),), x)),
    ]


def products_with_vectors(torch):
    F = torch.autograd.functional
    x, y = _points(torch)
    one = torch.ones(2)
    answers = []
    for product in (F.vjp, F.jvp):
        answers += [
            product(lambda x: x**2, x, one),
            product(lambda x, y: (x * y, x + y), (x, y), (x, y)),
            product(lambda x: torch.ones(2), x, one),
            product(lambda x: x**2, x, one, create_graph=True),
            caught(lambda product=product: product(lambda x: x**2, x)),
            caught(lambda product=product: product(lambda x: x**2, x, one[:1])),
            caught(lambda product=product: product(lambda x: x**2, x, (x, x))),
        ]
    for product in (F.hvp, F.vhp):
        answers += [
            product(lambda x: (x**3).sum(), x, one),
            product(lambda x, y: (x * y**2).sum(), (x, y), (x, y)),
            product(lambda x: x.sum(), x, x),
            caught(lambda product=product: product(lambda x: x**3, x, x)),
        ]
    answers.append(F.vjp(lambda x: (x**2).sum(), x))
    answers.append(F.jvp(lambda x: x**2, torch.tensor(2.0)))
    answers.append(caught(lambda: F.vjp(lambda x: one, x, one, strict=True)))
    return answers
