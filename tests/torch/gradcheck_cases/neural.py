"""Activations, losses, normalization, convolution, embedding, padding."""

from . import numbers, positive

ACTIVATIONS = [
    "relu",
    "leaky_relu",
    "sigmoid",
    "silu",
    "mish",
    "hardsigmoid",
    "hardswish",
    "softplus",
    "logsigmoid",
    "elu",
    "celu",
    "selu",
    "gelu",
    "hardshrink",
    "softshrink",
    "hardtanh",
    "tanh",
    "softsign",
]


def cases(torch):
    F = torch.nn.functional

    def n(*shape):
        return numbers(torch, *shape)

    labels = torch.tensor([1, 0])
    target = numbers(torch, 2, 3, low=0.1, high=0.9).detach()
    one = {name: getattr(F, name) for name in ACTIVATIONS if hasattr(F, name)}
    one |= {
        "glu": lambda x: F.glu(x.t(), 0) if x.shape[0] % 2 else F.glu(x, 0),
        "gelu tanh": lambda x: F.gelu(x, approximate="tanh"),
        "threshold": lambda x: F.threshold(x, 0.1, 0.5),
        "mse_loss": lambda x: F.mse_loss(x, target),
        "smooth_l1_loss": lambda x: F.smooth_l1_loss(x * 3, target),
        "huber_loss": lambda x: F.huber_loss(x * 3, target),
        "l1_loss": lambda x: F.l1_loss(x, target) ** 2,
        "soft_margin_loss": lambda x: F.soft_margin_loss(x, target.sign()),
        "binary_cross_entropy_with_logits": lambda x: (
            F.binary_cross_entropy_with_logits(x, target)
        ),
        "cross_entropy": lambda x: F.cross_entropy(x, labels),
        "nll_loss": lambda x: F.nll_loss(x * x, labels),
        "multi_margin_loss": lambda x: F.multi_margin_loss(x, labels),
        "multilabel_margin_loss": lambda x: F.multilabel_margin_loss(
            x, torch.tensor([[1, -1, 0], [2, 0, -1]])
        ),
        "layer_norm": lambda x: F.layer_norm(x, (3,)),
        "pad": lambda x: F.pad(x, (1, 2)) ** 2,
        "pad by reflection": lambda x: F.pad(x, (1, 2), mode="reflect") ** 2,
    }
    found = {name: (f, (n(2, 3),)) for name, f in one.items()}

    def drawn(function):
        def seeded(x):
            torch.manual_seed(0)
            return function(x)

        return seeded

    found["rrelu"] = (drawn(lambda x: F.rrelu(x, training=True)), (n(2, 3),))
    found["dropout"] = (drawn(lambda x: F.dropout(x, 0.5) * x), (n(2, 3),))
    found["conv_transpose2d"] = (
        lambda x, w, b: F.conv_transpose2d(x, w, b, stride=2),
        (n(1, 2, 2, 2), n(2, 2, 2, 2), n(2)),
    )
    for name, pool in {
        "avg_pool2d": lambda x: F.avg_pool2d(x, 2) ** 2,
        "max_pool2d": lambda x: F.max_pool2d(x, 2) ** 2,
        "adaptive_avg_pool2d": lambda x: F.adaptive_avg_pool2d(x, (2, 3)) ** 2,
    }.items():
        found[name] = (pool, (n(1, 2, 4, 4),))
    found |= {
        "prelu": (lambda x, w: F.prelu(x, w.abs() + 0.1), (n(2, 3), n(3))),
        "binary_cross_entropy": (
            lambda x: F.binary_cross_entropy(x / 3, target),
            (positive(torch, 2, 3),),
        ),
        "linear": (F.linear, (n(2, 3), n(2, 3), n(2))),
        "linear without bias": (F.linear, (n(2, 3), n(2, 3))),
        "layer_norm with weights": (
            lambda x, w, b: F.layer_norm(x, (3,), w, b),
            (n(2, 3), n(3), n(3)),
        ),
        "group_norm": (
            lambda x, w, b: F.group_norm(x, 2, w, b),
            (n(2, 4, 3), n(4), n(4)),
        ),
        "batch_norm": (
            lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True),
            (n(3, 2, 2), n(2), n(2)),
        ),
        "conv1d": (F.conv1d, (n(1, 2, 5), n(2, 2, 3), n(2))),
        "conv2d": (
            lambda x, w, b: F.conv2d(x, w, b, padding=1),
            (n(1, 2, 3, 3), n(2, 2, 3, 3), n(2)),
        ),
        "embedding": (
            lambda w: F.embedding(torch.tensor([[0, 2], [1, 2]]), w) ** 2,
            (n(4, 3),),
        ),
    }
    return found
