"""`nn.Module`: names, trees, hooks, state dictionaries, text."""

import copy
import io
import pickle

from . import caught, warned


def small(torch):
    nn = torch.nn
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))


def first_weights_for_a_seed(torch):
    nn = torch.nn
    torch.manual_seed(1)
    modules = [
        nn.Linear(3, 2),
        nn.Bilinear(2, 3, 2),
        nn.Conv2d(2, 2, 3, groups=2),
        nn.ConvTranspose2d(2, 1, 2),
        nn.Embedding(3, 2, padding_idx=1),
        nn.BatchNorm1d(2),
        nn.PReLU(),
    ]
    return [p for module in modules for p in module.parameters()]


def initialisers_for_a_seed(torch):
    init = torch.nn.init
    torch.manual_seed(2)
    w = torch.empty(3, 4)
    return [
        init.uniform_(w, -1, 2).clone(),
        init.normal_(w, 1, 2).clone(),
        init.xavier_uniform_(w, 2.0).clone(),
        init.xavier_normal_(w).clone(),
        init.kaiming_uniform_(w, 0.1, "fan_out").clone(),
        init.kaiming_normal_(w, nonlinearity="relu").clone(),
        init.trunc_normal_(w, 0.0, 1.0, -0.5, 0.5).clone(),
        init.orthogonal_(w).clone(),
        init.sparse_(w, 0.4).clone(),
        init.eye_(w).clone(),
        init.dirac_(torch.empty(2, 2, 3)),
        init.constant_(w, 0.3),
        [init.calculate_gain(n) for n in ("linear", "tanh", "relu", "selu")],
        init.calculate_gain("leaky_relu", 0.2),
    ]


def wrong_initialisers(torch):
    init = torch.nn.init
    return [
        caught(lambda: init.xavier_uniform_(torch.empty(3))),
        caught(lambda: init.kaiming_normal_(torch.empty(3, 3), mode="fan")),
        caught(lambda: init.calculate_gain("relux")),
        caught(lambda: init.eye_(torch.empty(3))),
        warned(lambda: init.kaiming_uniform_(torch.empty(0, 3))),
        warned(lambda: init.normal(torch.empty(1, 1))),
    ]


def the_tree_of_a_network(torch):
    nn = torch.nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = nn.Parameter(torch.ones(1))
            self.body = small(torch)
            self.again = self.body
            self.register_buffer("seen", torch.zeros(1))
            self.register_buffer("scratch", torch.zeros(2), persistent=False)
            self.nothing = None
            self.register_parameter("absent", None)

    net = Net()
    return [
        [name for name, _ in net.named_parameters()],
        [name for name, _ in net.named_parameters(remove_duplicate=False)],
        [name for name, _ in net.named_parameters("x", recurse=False)],
        [name for name, _ in net.named_buffers()],
        [name for name, _ in net.named_modules()],
        [name for name, _ in net.named_children()],
        list(net.state_dict()),
        repr(net),
        net.get_submodule("body.0") is net.body[0],
        net.get_parameter("body.2.bias").shape,
        caught(lambda: net.get_submodule("body.7")),
        caught(lambda: net.get_parameter("seen")),
        caught(lambda: net.get_buffer("scale")),
    ]


def assigning_attributes(torch):
    nn = torch.nn
    m = nn.Linear(2, 2)

    class Late(nn.Module):
        def __init__(self):
            self.inner = nn.ReLU()

    answers = [
        caught(lambda: setattr(m, "weight", torch.ones(2, 2))),
        caught(lambda: m.register_parameter("a.b", nn.Parameter(torch.ones(1)))),
        caught(lambda: m.register_parameter("", nn.Parameter(torch.ones(1)))),
        caught(lambda: m.register_parameter("forward", nn.Parameter(torch.ones(1)))),
        caught(lambda: m.register_parameter("x", torch.ones(1))),
        caught(lambda: m.register_buffer("weight", torch.ones(1))),
        caught(lambda: m.register_buffer("x", 3)),
        caught(lambda: m.add_module("x", 3)),
        caught(lambda: m.add_module("weight", nn.ReLU())),
        caught(Late),
        caught(lambda: m.missing),
        caught(lambda: delattr(m, "missing")),
    ]
    m.weight = None
    m.extra = torch.ones(1)
    m.register_buffer("b", torch.ones(1))
    answers.append([list(m._parameters), list(m._buffers), list(m.state_dict())])
    answers.append(caught(lambda: setattr(m, "b", 3)))
    del m.b
    m.bias = None
    m.act = nn.ReLU()
    answers.append(caught(lambda: setattr(m, "act", 3)))
    m.act = None
    answers.append([m.bias, list(m._buffers), m.act])
    return answers


def a_registered_name_follows_its_dictionary(torch):
    m = torch.nn.Linear(1, 1)
    other = torch.nn.Parameter(torch.full((1, 1), 7.0))
    m._parameters["weight"] = other
    seen = [m.weight is other]
    del m._parameters["bias"]
    seen.append(hasattr(m, "bias"))
    m.bias = torch.zeros(1)  # an ordinary attribute now
    return [*seen, m(torch.ones(1)), list(m.state_dict())]


def modes_and_gradients(torch):
    m = small(torch)
    m.eval()
    modes = [module.training for module in m.modules()]
    m[0].train()
    m.requires_grad_(False)
    m[2].weight.requires_grad_(True)
    m(torch.ones(1, 2)).sum().backward()
    filled = [p.grad is not None for p in m.parameters()]
    m.zero_grad(set_to_none=False)
    zeros = [p.grad for p in m.parameters()]
    m.zero_grad()
    return [
        modes,
        [module.training for module in m.modules()],
        filled,
        zeros,
        [p.grad for p in m.parameters()],
        caught(lambda: m.train("yes")),
    ]


def converting_dtypes(torch):
    m = torch.nn.BatchNorm1d(2)
    weight = m.weight
    m.double()
    return [
        {k: str(v.dtype) for k, v in m.state_dict().items()},
        m.weight is weight,
        str(m.to(torch.float16).weight.dtype),
        str(m.to(torch.ones(1)).weight.dtype),
        caught(lambda: m.to(torch.int64)),
    ]


def saving_and_loading(torch):
    torch.manual_seed(3)
    source, target = small(torch), small(torch)
    answer = target.load_state_dict(source.state_dict())
    x = torch.ones(1, 2)
    wrong = {
        "0.weight": torch.ones(1, 1),
        "more": torch.ones(1),
        "0.x.y": torch.ones(1),
    }
    loose = target.load_state_dict({"0.bias": torch.zeros(3)}, strict=False)
    return [
        repr(answer),
        bool((source(x) == target(x)).all()),
        caught(lambda: target.load_state_dict(wrong)),
        caught(lambda: target.load_state_dict({"0.weight": 3}, strict=False)),
        caught(lambda: target.load_state_dict(7)),
        repr(loose),
        source.state_dict()["0.weight"].requires_grad,
        source.state_dict(keep_vars=True)["0.weight"].requires_grad,
        list(source.state_dict(prefix="net.")),
        dict(source.state_dict()._metadata),
    ]


def loading_by_assignment(torch):
    m = torch.nn.Linear(1, 1)
    given = torch.full((1, 1), 5.0)
    m.load_state_dict({"weight": given, "bias": torch.zeros(1)}, assign=True)
    given.add_(1)
    return [m.weight, type(m.weight).__name__, m.weight.requires_grad]


def state_dict_shares_memory(torch):
    m = torch.nn.Linear(1, 1)
    saved = m.state_dict()
    with torch.no_grad():
        m.weight.fill_(4.0)
    return saved["weight"]


def forward_hooks(torch):
    m = torch.nn.Linear(1, 1)
    with torch.no_grad():
        m.weight.fill_(2.0)
        m.bias.fill_(1.0)
    log = []
    a = m.register_forward_pre_hook(lambda module, args: log.append("pre"))
    b = m.register_forward_pre_hook(lambda module, args: (args[0] * 10,))
    c = m.register_forward_hook(lambda module, args, out: log.append(float(args[0])))
    d = m.register_forward_hook(lambda module, args, out: out + 0.5)
    e = m.register_forward_hook(lambda *_: log.append("first"), prepend=True)
    first = m(torch.ones(1))
    for handle in (a, b, c, d, e):
        handle.remove()
    seen = []
    m.register_forward_pre_hook(
        lambda module, args, kwargs: (args, {"input": kwargs["input"] * 2}),
        with_kwargs=True,
    )
    m.register_forward_hook(
        lambda module, args, kwargs, out: seen.append(float(kwargs["input"])),
        with_kwargs=True,
    )
    return [first, log, m(input=torch.ones(1)), seen]


def hooks_that_are_always_called(torch):
    class Fails(torch.nn.Module):
        def forward(self, x):
            raise ValueError("no")

    log = []
    m = Fails()
    m.register_forward_hook(lambda *a: log.append("usual"))
    m.register_forward_hook(lambda *a: log.append("always"), always_call=True)
    return [caught(lambda: m(1)), log]


def backward_hooks(torch):
    m = torch.nn.Linear(2, 1, bias=False)
    with torch.no_grad():
        m.weight.copy_(torch.tensor([[2.0, 3.0]]))
    log = []
    m.register_full_backward_pre_hook(lambda module, out: (out[0] * 10,))
    m.register_full_backward_hook(lambda module, g_in, g_out: log.append((g_in, g_out)))
    x = torch.tensor([[1.0, 4.0]], requires_grad=True)
    m(x).sum().backward()
    changed = torch.nn.Linear(1, 1)
    changed.register_full_backward_hook(lambda module, g_in, g_out: (g_in[0] * 0,))
    z = torch.ones(1, 1, requires_grad=True)
    changed(z).sum().backward()
    return [x.grad, m.weight.grad, log, z.grad, changed.weight.grad]


def backward_hooks_without_input_gradient(torch):
    m = torch.nn.Linear(1, 1)
    log = []
    m.register_full_backward_hook(lambda module, g_in, g_out: log.append((g_in, g_out)))
    m(torch.ones(1, 1)).sum().backward()
    return [
        log,
        caught(lambda: m.register_backward_hook(lambda *a: None)),
    ]


def state_dict_hooks(torch):
    m = torch.nn.Linear(1, 1)
    log = []
    m.register_state_dict_pre_hook(lambda module, prefix, keep: log.append(prefix))
    m.register_state_dict_post_hook(lambda module, d, prefix, meta: d.pop("bias"))
    wrong = caught(lambda: m.state_dict())
    m.register_load_state_dict_post_hook(lambda module, keys: keys.missing_keys.clear())
    return [log, wrong, repr(m.load_state_dict({"weight": torch.ones(1, 1)}))]


def extra_state(torch):
    class Counts(torch.nn.Module):
        n = 3

        def get_extra_state(self):
            return self.n

        def set_extra_state(self, state):
            self.n = state

    saved = Counts().state_dict()
    fresh = Counts()
    fresh.n = 0
    fresh.load_state_dict(saved)
    return [dict(saved), fresh.n, caught(lambda: fresh.load_state_dict({}))]


def copies_and_pickles(torch):
    m = small(torch)
    m.register_forward_hook(print)
    m._forward_hooks.clear()
    deep = copy.deepcopy(m)
    shallow = copy.copy(m)
    again = pickle.loads(pickle.dumps(m[0]))
    same = [
        deep[0].weight is m[0].weight,
        bool((deep[0].weight == m[0].weight).all()),
        shallow[0] is m[0],
        bool((again.weight == m[0].weight).all()),
        again.weight.requires_grad,
        type(again.weight).__name__,
    ]
    with torch.no_grad():
        deep[0].weight.add_(1)
    return [*same, bool((deep[0].weight == m[0].weight).any()), repr(deep) == repr(m)]


def parameters_copied(torch):
    p = torch.nn.Parameter(torch.ones(2))
    p.grad = torch.ones(2)
    q = copy.deepcopy(p)
    stream = io.BytesIO()
    pickle.dump(p, stream)
    stream.seek(0)
    r = pickle.load(stream)
    return [q, q.grad, type(q).__name__, r, type(r).__name__, repr(p)]


def containers(torch):
    nn = torch.nn
    s = small(torch)
    modules = nn.ModuleList([nn.ReLU()])
    modules.append(nn.Tanh())
    modules.insert(0, nn.Sigmoid())
    modules.extend([nn.ReLU(), nn.ReLU()])
    named = nn.ModuleDict({"a": nn.ReLU()})
    named["b"] = nn.Tanh()
    parameters = nn.ParameterList([torch.ones(1), torch.ones(2)])
    parameters.append(torch.zeros(3))
    by_name = nn.ParameterDict({"x": torch.ones(1)})
    by_name["y"] = torch.zeros(2)
    del s[1]
    return [
        repr(s),
        repr(s[:1]),
        repr(s + nn.Sequential(nn.Tanh())),
        list(s.state_dict()),
        repr(modules),
        repr(modules[1:3]),
        repr(modules[-1]),
        len(modules),
        repr(named),
        list(named),
        "a" in named,
        repr(parameters),
        [tuple(p.shape) for p in parameters],
        repr(by_name),
        [name for name, _ in by_name.named_parameters()],
        caught(lambda: modules[9]),
        caught(lambda: nn.Sequential(3)),
        caught(lambda: nn.ModuleDict({"a": 3})),
        caught(lambda: parameters(1)),
        caught(lambda: modules.extend(3)),
    ]


def text_of_layers(torch):
    nn = torch.nn
    return [
        repr(m)
        for m in (
            nn.Linear(2, 3, bias=False),
            nn.Bilinear(1, 2, 3),
            nn.Identity(3, a=4),
            nn.Flatten(),
            nn.Unflatten(1, (2, 3)),
            nn.LeakyReLU(inplace=True),
            nn.Threshold(0.1, 20),
            nn.Hardtanh(-2, 2),
            nn.ReLU6(),
            nn.PReLU(3),
            nn.Softmax(1),
            nn.Softmin(),
            nn.GLU(),
            nn.GELU("tanh"),
            nn.RReLU(),
            nn.Hardshrink(),
            nn.Softshrink(0.2),
            nn.CELU(),
            nn.SELU(),
            nn.Mish(),
            nn.Hardswish(),
            nn.Embedding(3, 2, padding_idx=0, max_norm=1.0),
            nn.BatchNorm2d(3, momentum=None),
            nn.InstanceNorm1d(2),
            nn.RMSNorm(4),
            nn.LocalResponseNorm(2),
            nn.Conv1d(2, 4, 3, padding="same", groups=2, padding_mode="circular"),
            nn.ConvTranspose1d(1, 1, 2, bias=False),
            nn.AvgPool1d(2),
            nn.MaxPool3d(2),
            nn.ZeroPad2d(1),
            nn.ConstantPad1d(2, 3.5),
            nn.ReflectionPad2d((1, 2, 3, 4)),
            nn.AlphaDropout(0.1),
            nn.CosineSimilarity(),
            nn.TripletMarginLoss(),
        )
    ]


def lazy_layers(torch):
    nn = torch.nn
    torch.manual_seed(0)
    net = nn.Sequential(nn.LazyLinear(3), nn.ReLU(), nn.LazyLinear(1))
    before = repr(net)
    y = net(torch.ones(2, 4))
    return [before, repr(net), y, type(net[0]).__name__, list(net.state_dict())]


def clipping_gradients(torch):
    utils = torch.nn.utils
    a = torch.nn.Parameter(torch.tensor([3.0, 4.0]))
    b = torch.nn.Parameter(torch.tensor([0.0]))

    def fill():
        a.grad = torch.tensor([3.0, -4.0])
        b.grad = torch.tensor([12.0])

    answers = []
    for arguments in ((1.0,), (100.0,), (1.0, float("inf")), (1.0, 1.0)):
        fill()
        total = utils.clip_grad_norm_([a, b], *arguments)
        answers.append([total, a.grad.clone(), b.grad.clone()])
    fill()
    utils.clip_grad_value_([a, b], 2.0)
    answers.append([a.grad, b.grad])
    b.grad = torch.tensor([float("nan")])
    answers.append(
        caught(lambda: utils.clip_grad_norm_([a, b], 1.0, error_if_nonfinite=True))
    )
    vector = utils.parameters_to_vector([a, b])
    utils.vector_to_parameters(vector * 2, [a, b])
    return [*answers, vector, a, b]
