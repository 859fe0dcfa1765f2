"""What layers compute, forward and backward, while training and not."""

from . import caught, names, warned


def x(torch, *shape):
    n = 1
    for size in shape:
        n *= size
    values = torch.arange(n, dtype=torch.float32)
    return ((values * 0.7 + 0.3).sin() * 2).reshape(shape).requires_grad_()


def places_of(y):
    count = y.detach().flatten().mul(0).add(1).cumsum(0)
    return count * 1.7


def result(y, *leaves):
    # Weights with no pattern: no gradient is small by cancellation.
    weights = places_of(y).cos().reshape(y.shape)
    (y * weights).sum().backward()
    return [y, *(leaf.grad for leaf in leaves)]


def linear_of_any_shape(torch):
    F = torch.nn.functional
    answers = []
    for shape in ((3,), (2, 3), (2, 2, 3)):
        for bias in (True, False):
            a, w = x(torch, *shape), x(torch, 4, 3)
            b = x(torch, 4) if bias else None
            y = F.linear(a, w, b)
            answers.append(result(y, a, w, *([b] if bias else [])))
            answers.append(names(y))
            answers.append([n.name() for n, _ in y.grad_fn.next_functions if n])
    return answers


def wrong_linear(torch):
    F = torch.nn.functional
    a, w = torch.ones(2, 3), torch.ones(4, 5)
    return [
        caught(lambda: F.linear(a, w)),
        caught(lambda: F.linear(a.double(), torch.ones(4, 3))),
        caught(lambda: F.linear(a, torch.ones(4, 3).double(), torch.ones(4))),
        caught(lambda: F.linear(a, torch.ones(4, 3), torch.ones(5))),
        caught(lambda: F.linear(a, 3)),
        caught(lambda: F.linear(torch.tensor(1.0), w)),
    ]


def activations(torch):
    F = torch.nn.functional
    answers = {}
    for name in [
        "relu",
        "leaky_relu",
        "elu",
        "celu",
        "selu",
        "gelu",
        "silu",
        "mish",
        "sigmoid",
        "tanh",
        "hardtanh",
        "relu6",
        "hardsigmoid",
        "hardswish",
        "softplus",
        "softsign",
        "logsigmoid",
        "softshrink",
        "hardshrink",
        "tanhshrink",
        "glu",
    ]:
        a = x(torch, 2, 4)
        y = getattr(F, name)(a)
        answers[name] = [*result(y, a), names(y)]
    return answers


def kinks(torch):
    F = torch.nn.functional
    answers = {}
    for name in [
        "relu",
        "leaky_relu",
        "elu",
        "hardtanh",
        "relu6",
        "hardswish",
        "hardsigmoid",
    ]:
        a = torch.tensor([-3.0, -1.0, 0.0, 1.0, 3.0, 6.0], requires_grad=True)
        getattr(F, name)(a).sum().backward()
        answers[name] = a.grad
    return answers


def activations_in_place(torch):
    F = torch.nn.functional
    a = x(torch, 4)
    b = a * 1
    y = F.relu(b, inplace=True)
    y.sum().backward()
    c = F.leaky_relu(a * 2, 0.1, inplace=True).detach()
    leaf = torch.ones(2, requires_grad=True)
    return [y is b, a.grad, names(y), c, caught(lambda: F.relu_(leaf))]


def activations_refuse_integers(torch):
    F = torch.nn.functional
    i = torch.ones(2, dtype=torch.int64)
    return [
        caught(lambda name=name: getattr(F, name)(i))
        for name in [
            "leaky_relu",
            "elu",
            "gelu",
            "silu",
            "softplus",
            "hardshrink",
            "mish",
        ]
    ] + [F.relu(i), F.hardtanh(i)]


def softmaxes(torch):
    F = torch.nn.functional
    answers = []
    for function in (F.softmax, F.log_softmax, F.softmin):
        a = x(torch, 2, 3)
        y = function(a, dim=1)
        answers += [result(y, a), names(y)]
        answers.append(function(torch.tensor([1000.0, 0.0, -1000.0]), dim=0))
        answers.append(
            function(torch.ones(2, dtype=torch.float32), 0, dtype=torch.float64)
        )
        answers.append(warned(lambda f=function: f(torch.ones(2, 2))))
        answers.append(caught(lambda f=function: f(torch.ones(2), dim=3)))
    return answers


def layer_norm(torch):
    F = torch.nn.functional
    a, w, b = x(torch, 2, 3, 4), x(torch, 3, 4), x(torch, 3, 4)
    y = F.layer_norm(a, (3, 4), w, b)
    return [
        result(y, a, w, b),
        names(y),
        F.layer_norm(a.detach(), (4,)),
        caught(lambda: F.layer_norm(a, (5,))),
        caught(lambda: F.layer_norm(a, (4,), torch.ones(3))),
    ]


def group_and_rms_norm(torch):
    F = torch.nn.functional
    a, w, b = x(torch, 2, 4, 3), x(torch, 4), x(torch, 4)
    c, v = x(torch, 2, 3), x(torch, 3)
    return [
        result(F.group_norm(a, 2, w, b), a, w, b),
        result(F.rms_norm(c, (3,), v), c, v),
        caught(lambda: F.group_norm(a, 3)),
    ]


def batch_norm_while_training(torch):
    m = torch.nn.BatchNorm1d(3)
    a = x(torch, 4, 3)
    first = result(m(a), a, m.weight, m.bias)
    m(x(torch, 4, 3) * 2)
    state = dict(m.state_dict())
    m.eval()
    a.grad = m.weight.grad = m.bias.grad = None
    return [
        first,
        state,
        result(m(a), a, m.weight, m.bias),
        caught(lambda: m(torch.ones(2, 4))),
        caught(lambda: m(torch.ones(4))),
        caught(lambda: m.train()(torch.ones(1, 3))),
    ]


def batch_norm_of_pictures(torch):
    m = torch.nn.BatchNorm2d(2, momentum=None)
    a = x(torch, 2, 2, 3, 3)
    y = m(a)
    m(a * 3)
    return [
        result(y, a),
        m.running_mean,
        m.running_var,
        m.num_batches_tracked,
        names(y),
    ]


def instance_norm(torch):
    a = x(torch, 2, 3, 4)
    m = torch.nn.InstanceNorm1d(3, affine=True, track_running_stats=True)
    return [
        result(m(a), a, m.weight),
        m.running_mean,
        m.running_var,
        caught(lambda: torch.nn.InstanceNorm2d(3)(torch.ones(2, 3))),
    ]


def dropout_for_a_seed(torch):
    F = torch.nn.functional
    torch.manual_seed(0)
    a = x(torch, 3, 4)
    y = F.dropout(a, 0.4)
    y.sum().backward()
    answers = [y, a.grad, names(y)]
    answers.append(F.dropout1d(torch.ones(2, 3, 2), 0.5))
    answers.append(F.dropout2d(torch.ones(2, 3, 2, 2), 0.5))
    answers.append(F.alpha_dropout(torch.ones(6), 0.5, training=True))
    answers.append(F.feature_alpha_dropout(torch.ones(2, 3, 2), 0.5, training=True))
    answers.append(F.rrelu(-torch.ones(4), training=True))
    answers.append(F.gumbel_softmax(torch.zeros(2, 3), hard=True))
    answers.append(torch.rand(2))
    return answers


def dropout_when_nothing_is_dropped(torch):
    F = torch.nn.functional
    a = torch.ones(3)
    return [
        F.dropout(a, 0.5, training=False) is a,
        F.dropout(a, 0.0) is a,
        F.dropout(a, 1.0),
        caught(lambda: F.dropout(a, 1.5)),
        caught(lambda: F.dropout(torch.ones(2, dtype=torch.int64))),
    ]


def embeddings(torch):
    F = torch.nn.functional
    w = x(torch, 4, 2)
    i = torch.tensor([[0, 2], [2, 3]])
    answers = [result(F.embedding(i, w), w)]
    w.grad = None
    answers.append(result(F.embedding(i, w, padding_idx=2), w))
    w.grad = None
    answers.append(result(F.embedding(i, w, scale_grad_by_freq=True), w))
    long = (torch.ones(3, 2) * 3).requires_grad_()
    answers.append([F.embedding(torch.tensor([1]), long, max_norm=1.0), long])
    answers.append(caught(lambda: F.embedding(torch.tensor([4]), w)))
    answers.append(caught(lambda: F.embedding(torch.tensor([1.0]), w)))
    answers.append(F.one_hot(torch.tensor([0, 2, 1])))
    answers.append(F.one_hot(torch.tensor([[0, 1]]), 3))
    answers.append(caught(lambda: F.one_hot(torch.tensor([3]), 2)))
    answers.append(caught(lambda: F.one_hot(torch.tensor([-1]))))
    answers.append(caught(lambda: F.one_hot(torch.tensor([1.0]))))
    return answers


def convolutions(torch):
    F = torch.nn.functional
    a, w, b = x(torch, 2, 4, 5, 6), x(torch, 4, 2, 3, 2), x(torch, 4)
    y = F.conv2d(a, w, b, stride=(2, 1), padding=(1, 2), dilation=(1, 2), groups=2)
    one, kernel = x(torch, 1, 2, 6), x(torch, 3, 2, 3)
    t, u = x(torch, 1, 2, 3, 3), x(torch, 2, 3, 3, 2)
    z = F.conv_transpose2d(t, u, stride=2, padding=1, output_padding=1)
    return [
        result(y, a, w, b),
        names(y),
        result(F.conv1d(one, kernel, padding="same"), one, kernel),
        result(z, t, u),
        F.conv2d(a.detach()[0], w.detach(), groups=2).shape,
    ]


def wrong_convolutions(torch):
    F = torch.nn.functional
    a, w = torch.ones(1, 2, 5, 5), torch.ones(4, 3, 3, 3)
    return [
        caught(lambda: F.conv2d(a, w)),
        caught(lambda: F.conv2d(torch.ones(2, 2), w)),
        caught(lambda: F.conv2d(torch.ones(1, 3, 2, 2), w)),
        caught(lambda: F.conv2d(a.double(), torch.ones(4, 2, 3, 3))),
        caught(lambda: F.conv2d(a, torch.ones(4, 2, 3, 3), stride=0)),
        caught(lambda: torch.nn.Conv2d(3, 4, 3, groups=2)),
        caught(lambda: torch.nn.Conv2d(2, 4, 3, padding="same", stride=2)),
    ]


def pooling(torch):
    F = torch.nn.functional
    a = x(torch, 1, 2, 5, 5)
    answers = []
    for function in (
        lambda v: F.max_pool2d(v, 2),
        lambda v: F.max_pool2d(v, 3, 1, 1),
        lambda v: F.max_pool2d(v, 2, ceil_mode=True),
        lambda v: F.avg_pool2d(v, 2),
        lambda v: F.avg_pool2d(v, 3, 2, 1, ceil_mode=True, count_include_pad=False),
        lambda v: F.adaptive_avg_pool2d(v, (2, 3)),
        lambda v: F.adaptive_avg_pool2d(v, 1),
    ):
        a.grad = None
        y = function(a)
        answers += [result(y, a), names(y)]
    answers.append(list(F.max_pool2d(a.detach(), 2, return_indices=True)))
    answers.append(caught(lambda: F.max_pool2d(torch.ones(2, 2), 2)))
    answers.append(caught(lambda: F.max_pool2d(torch.ones(1, 2, 2), 5)))
    return answers


def padding(torch):
    F = torch.nn.functional
    a = x(torch, 1, 2, 3, 4)
    answers = []
    for mode in ("constant", "reflect", "replicate", "circular"):
        a.grad = None
        answers.append(result(F.pad(a, (1, 2, 0, 1), mode=mode), a))
    answers.append(F.pad(torch.arange(4.0), (-1, 2), value=7.0))
    answers.append(caught(lambda: F.pad(a, (1,))))
    answers.append(caught(lambda: F.pad(a, (5, 5, 0, 0), mode="reflect")))
    answers.append(caught(lambda: F.pad(a, (1, 1), mode="mirror")))
    return answers


def distances(torch):
    F = torch.nn.functional
    a, b = x(torch, 2, 3), x(torch, 2, 3) * 0.5 + 0.1
    zero = torch.zeros(1, 3, requires_grad=True)
    y = F.normalize(zero)
    y.sum().backward()
    return [
        F.cosine_similarity(a, b),
        F.cosine_similarity(a, torch.zeros(2, 3)),
        F.pairwise_distance(a, b).detach(),
        F.pairwise_distance(a, b, p=1, keepdim=True).detach(),
        result(F.normalize(a), a),
        y,
        zero.grad,
    ]
