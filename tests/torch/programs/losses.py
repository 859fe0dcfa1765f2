"""What losses compute, and what they refuse."""

from . import caught, names, warned


def x(torch, *shape):
    n = 1
    for size in shape:
        n *= size
    values = torch.arange(n, dtype=torch.float32)
    return ((values * 0.7 + 0.3).sin() * 2).reshape(shape).requires_grad_()


def each(torch, function, *others):
    """The loss and gradient of every reduction."""
    answers = []
    for reduction in ("mean", "sum", "none"):
        a = x(torch, 2, 3)
        y = function(a, *others, reduction=reduction)
        y.sum().backward()
        answers += [y, a.grad, names(y)]
    return answers


def regression(torch):
    F = torch.nn.functional
    t = x(torch, 2, 3).detach() * 0.3 + 0.1
    return [
        each(torch, F.mse_loss, t),
        each(torch, F.l1_loss, t),
        each(torch, F.smooth_l1_loss, t),
        each(torch, F.huber_loss, t),
        each(torch, lambda *a, **k: F.smooth_l1_loss(*a, beta=0.5, **k), t),
        each(torch, lambda *a, **k: F.huber_loss(*a, delta=0.5, **k), t),
    ]


def the_target_may_want_a_gradient(torch):
    F = torch.nn.functional
    answers = []
    for function in (F.mse_loss, F.smooth_l1_loss, F.huber_loss, F.l1_loss):
        a, t = x(torch, 3), (x(torch, 3).detach() * 0.2).requires_grad_()
        function(a, t).backward()
        answers += [a.grad, t.grad]
    return answers


def sizes_that_differ(torch):
    F = torch.nn.functional
    a = x(torch, 2, 3)
    b = torch.ones(3)
    return [
        warned(lambda: F.mse_loss(a, b)),
        warned(lambda: F.l1_loss(a, b)),
        F.mse_loss(a, b),
        caught(lambda: F.mse_loss(a, torch.ones(4))),
        caught(lambda: F.binary_cross_entropy(torch.ones(2), torch.ones(3))),
        caught(
            lambda: F.binary_cross_entropy_with_logits(torch.ones(2), torch.ones(3))
        ),
        caught(lambda: F.mse_loss(a, a, reduction="avg")),
        caught(lambda: F.mse_loss(torch.tensor([1]), torch.tensor([1]))),
        warned(lambda: F.mse_loss(a, a, size_average=False)),
    ]


def cross_entropy(torch):
    F = torch.nn.functional
    t = torch.tensor([2, 0])
    w = torch.tensor([1.0, 2.0, 0.5])
    p = torch.tensor([[0.2, 0.3, 0.5], [0.1, 0.8, 0.1]])

    def with_(**options):
        return lambda *a, **k: F.cross_entropy(*a, **options, **k)

    return [
        each(torch, F.cross_entropy, t),
        each(torch, with_(weight=w), t),
        each(torch, with_(label_smoothing=0.1), t),
        each(torch, with_(label_smoothing=0.1, weight=w), t),
        each(torch, with_(ignore_index=2), t),
        each(torch, with_(ignore_index=0, label_smoothing=0.2), t),
        each(torch, F.cross_entropy, p),
        each(torch, with_(weight=w, label_smoothing=0.1), p),
    ]


def cross_entropy_of_pictures_and_of_one_sample(torch):
    F = torch.nn.functional
    answers = []
    for a, t in (
        (x(torch, 2, 3, 2), torch.tensor([[0, 2], [1, 1]])),
        (x(torch, 1, 2, 2, 2), torch.tensor([[[0, 1], [1, 1]]])),
        (x(torch, 3), torch.tensor(1)),
        (x(torch, 2, 3), torch.tensor([-100, 1])),
        (x(torch, 2, 3), torch.tensor([-100, -100])),
        (torch.tensor([[1000.0, -1000.0]], requires_grad=True), torch.tensor([1])),
    ):
        y = F.cross_entropy(a, t)
        y.backward()
        answers += [y, a.grad, names(y)]
    return answers


def the_graph_of_cross_entropy(torch):
    a = x(torch, 2, 3)
    y = torch.nn.functional.cross_entropy(a * 1, torch.tensor([0, 1]))
    inner = y.grad_fn.next_functions[0][0]
    return [names(y), inner.name(), inner.next_functions[0][0].name()]


def cross_entropy_differentiated_twice(torch):
    a = x(torch, 2, 3)
    y = torch.nn.functional.cross_entropy(a, torch.tensor([0, 1]))
    (g,) = torch.autograd.grad(y, a, create_graph=True)
    (g * g).sum().backward()
    return [g.detach(), a.grad]


def cross_entropy_backward_twice(torch):
    a = x(torch, 2, 3)
    y = torch.nn.functional.cross_entropy(a, torch.tensor([0, 1]))
    y.backward()
    return caught(lambda: y.backward()).split("(")[0]


def wrong_targets(torch):
    F = torch.nn.functional
    a = torch.ones(2, 3)
    return [
        caught(lambda: F.cross_entropy(a, torch.tensor([0, 3]))),
        caught(lambda: F.cross_entropy(a, torch.tensor([0, -1]))),
        caught(lambda: F.cross_entropy(a, torch.tensor([0, 1, 2]))),
        caught(lambda: F.cross_entropy(a, torch.tensor([[0], [1]]))),
        caught(lambda: F.cross_entropy(a, torch.tensor([0.0, 1.0]))),
        caught(lambda: F.cross_entropy(a, torch.ones(2, 3, dtype=torch.int64))),
        caught(lambda: F.cross_entropy(a, torch.tensor([0, 1]), torch.ones(2))),
        caught(lambda: F.cross_entropy(a, [0, 1])),
        caught(lambda: F.cross_entropy(a, torch.tensor([0, 1]), label_smoothing=2.0)),
        caught(lambda: F.nll_loss(a, torch.tensor([5, 0]))),
        caught(lambda: F.nll_loss(a, torch.tensor([0.0, 1.0]))),
        caught(lambda: F.nll_loss(a, torch.tensor([0]))),
    ]


def nll_loss(torch):
    F = torch.nn.functional
    t = torch.tensor([2, 0])
    w = torch.tensor([1.0, 2.0, 0.5])
    return [
        each(torch, F.nll_loss, t),
        each(torch, lambda *a, **k: F.nll_loss(*a, weight=w, ignore_index=2, **k), t),
    ]


def binary(torch):
    F = torch.nn.functional
    t = torch.tensor([[0.0, 1.0, 0.3], [1.0, 0.0, 0.7]])
    w = torch.tensor([1.0, 2.0, 0.5])
    certain = torch.tensor([0.0, 1.0], requires_grad=True)
    y = F.binary_cross_entropy(certain, torch.tensor([1.0, 0.0]))
    y.backward()
    return [
        each(torch, F.binary_cross_entropy_with_logits, t),
        each(
            torch,
            lambda *a, **k: F.binary_cross_entropy_with_logits(
                *a, weight=w, pos_weight=w + 1, **k
            ),
            t,
        ),
        each(
            torch,
            lambda a, b, **k: F.binary_cross_entropy(a.sigmoid(), b, weight=w, **k),
            t,
        ),
        y,
        certain.grad,
        caught(lambda: F.binary_cross_entropy(torch.tensor([1.5]), torch.ones(1))),
    ]


def probability_losses(torch):
    F = torch.nn.functional
    t = torch.tensor([[0.2, 0.3, 0.5], [0.1, 0.8, 0.1]])
    v = torch.tensor([[0.5], [2.0]])
    return [
        each(torch, F.kl_div, t),
        F.kl_div(x(torch, 2, 3), t, reduction="batchmean"),
        F.kl_div(x(torch, 2, 3), t.log(), reduction="sum", log_target=True),
        warned(lambda: F.kl_div(x(torch, 2, 3), t)),
        each(torch, lambda a, b, **k: F.gaussian_nll_loss(a, b, v, full=True, **k), t),
        each(torch, lambda a, b, **k: F.poisson_nll_loss(a, b * 9, full=True, **k), t),
        F.poisson_nll_loss(t, t, log_input=False),
        caught(lambda: F.gaussian_nll_loss(t, t, -v)),
    ]


def margin_losses(torch):
    F = torch.nn.functional
    signs = torch.tensor([[1.0, -1.0, 1.0], [-1.0, 1.0, -1.0]])
    other = x(torch, 2, 3).detach() * 0.5 + 0.2
    classes = torch.tensor([2, 0])
    return [
        each(torch, F.hinge_embedding_loss, signs),
        each(torch, F.soft_margin_loss, signs),
        each(torch, F.margin_ranking_loss, other, signs),
        each(torch, F.cosine_embedding_loss, other, torch.tensor([1.0, -1.0])),
        each(torch, F.triplet_margin_loss, other, other + 1),
        each(torch, lambda *a, **k: F.triplet_margin_loss(*a, swap=True, p=1, **k),
             other, other + 1),
        each(torch, F.multi_margin_loss, classes),
        each(torch, lambda *a, **k: F.multi_margin_loss(
            *a, p=2, margin=0.5, weight=torch.tensor([1.0, 2.0, 3.0]), **k), classes),
        each(torch, F.multilabel_margin_loss, torch.tensor([[2, 0, -1], [1, -1, 0]])),
        each(torch, F.multilabel_soft_margin_loss, (signs + 1) / 2),
    ]  # fmt: skip


def losses_as_modules(torch):
    nn = torch.nn
    a, t = x(torch, 2, 3), torch.tensor([2, 0])
    return [
        nn.CrossEntropyLoss(reduction="sum")(a, t),
        nn.NLLLoss(torch.tensor([1.0, 2.0, 3.0]))(a, t),
        nn.MSELoss()(a, a.detach() + 1),
        nn.BCEWithLogitsLoss(pos_weight=torch.tensor(2.0))(a, a.detach().sigmoid()),
        nn.HuberLoss(delta=0.3)(a, a.detach() + 1),
        nn.KLDivLoss(reduction="batchmean")(a, a.detach().softmax(1)),
        list(nn.CrossEntropyLoss(torch.ones(3)).state_dict()),
        caught(lambda: nn.CrossEntropyLoss()(a)),
        caught(lambda: nn.TripletMarginLoss(margin=-1)),
    ]
