"""Optimizers, schedules and the loading of data."""

import copy

from . import caught, warned

OPTIONS = {
    "plain SGD": ("SGD", {"lr": 0.1}),
    "momentum": ("SGD", {"lr": 0.1, "momentum": 0.9}),
    "dampening": ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.5}),
    "Nesterov": ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    "L2": ("SGD", {"lr": 0.1, "weight_decay": 0.1, "maximize": True}),
    "Adam": ("Adam", {"lr": 0.1}),
    "AMSGrad": ("Adam", {"lr": 0.1, "amsgrad": True, "weight_decay": 0.1}),
    "AdamW": ("AdamW", {"lr": 0.1}),
    "RMSprop": ("RMSprop", {"lr": 0.1}),
    "centered": ("RMSprop", {"lr": 0.1, "centered": True, "momentum": 0.9}),
    "Adagrad": ("Adagrad", {"lr": 0.1, "lr_decay": 0.1}),
    "Adadelta": ("Adadelta", {"lr": 1.0}),
    "Adamax": ("Adamax", {"lr": 0.1}),
    "NAdam": ("NAdam", {"lr": 0.1}),
    "RAdam": ("RAdam", {"lr": 0.1, "betas": (0.5, 0.9)}),
    "Rprop": ("Rprop", {"lr": 0.1}),
    "ASGD": ("ASGD", {"lr": 0.1, "t0": 2}),
}


def parameters(torch):
    values = ([[1.0, -2.0], [0.5, 3.0]], [0.3, -0.7], 2.0)
    return [torch.nn.Parameter(torch.tensor(v)) for v in values]


def loss_of(ps):
    return sum(((p * (i + 1) - 1) ** 2).sum() for i, p in enumerate(ps))


def steps_of_every_optimizer(torch):
    answers = {}
    for label, (name, options) in OPTIONS.items():
        ps = parameters(torch)
        optimizer = getattr(torch.optim, name)(ps, **options)
        for i in range(6):
            optimizer.zero_grad()
            loss_of(ps[1:] if i == 2 else ps).backward()  # one misses a gradient
            optimizer.step()
        answers[label] = [ps, optimizer.state_dict(), repr(optimizer)]
    return answers


def a_state_dict_goes_on(torch):
    answers = []
    for name in ("SGD", "Adam", "RMSprop"):
        options = {"lr": 0.1, "momentum": 0.9} if name == "SGD" else {"lr": 0.1}
        ps, qs = parameters(torch), parameters(torch)
        first = getattr(torch.optim, name)(ps, **options)
        for _ in range(2):
            first.zero_grad()
            loss_of(ps).backward()
            first.step()
        second = getattr(torch.optim, name)(qs, lr=5.0)
        with torch.no_grad():
            for p, q in zip(ps, qs):  # noqa: B905 - equal by construction
                q.copy_(p)
        second.load_state_dict(copy.deepcopy(first.state_dict()))
        for optimizer, tensors in ((first, ps), (second, qs)):
            optimizer.zero_grad()
            loss_of(tensors).backward()
            optimizer.step()
        answers.append([all(bool((p == q).all()) for p, q in zip(ps, qs)), qs])  # noqa: B905
    return answers


def groups_and_their_options(torch):
    a, b, c = parameters(torch)
    optimizer = torch.optim.SGD([{"params": [a], "lr": 1.0}, {"params": b}], lr=0.1)
    optimizer.add_param_group({"params": c, "momentum": 0.5})
    loss_of([a, b, c]).backward()
    optimizer.step()
    return [
        [a, b, c],
        [sorted(group) for group in optimizer.param_groups],
        caught(lambda: optimizer.add_param_group({"params": [a]})),
        caught(lambda: optimizer.add_param_group([a])),
        warned(lambda: torch.optim.SGD([a, a], lr=0.1)),
        torch.optim.SGD([("w", a)], lr=0.1).state_dict()["param_groups"],
    ]


def options_out_of_range(torch):
    p = [torch.nn.Parameter(torch.ones(1))]
    optim = torch.optim
    return [
        caught(lambda: optim.SGD(p, lr=-1.0)),
        caught(lambda: optim.SGD(p, lr=0.1, nesterov=True)),
        caught(lambda: optim.Adam(p, betas=(1.0, 0.9))),
        caught(lambda: optim.Adam(p, eps=-1.0)),
        caught(lambda: optim.RMSprop(p, alpha=-1.0)),
        caught(lambda: optim.Rprop(p, etas=(2.0, 3.0))),
        caught(lambda: optim.SGD([], lr=0.1)),
        caught(lambda: optim.SGD(p[0], lr=0.1)),
        caught(lambda: optim.SGD([p[0] * 2], lr=0.1)),
        caught(lambda: optim.SGD([3], lr=0.1)),
        caught(lambda: optim.SGD([{"params": set(p)}], lr=0.1)),
        caught(lambda: optim.SGD(p, lr=0.1, foreach=True, fused=True)),
    ]


def closures_hooks_and_gradients(torch):
    p = torch.nn.Parameter(torch.tensor([1.0]))
    optimizer = torch.optim.SGD([p], lr=0.1)
    log = []
    optimizer.register_step_pre_hook(lambda o, args, kwargs: log.append("before"))
    optimizer.register_step_post_hook(lambda o, args, kwargs: log.append("after"))

    def closure():
        optimizer.zero_grad()
        loss = (p * p).sum()
        loss.backward()
        return loss

    loss = optimizer.step(closure)
    kept = p.grad
    optimizer.zero_grad(set_to_none=False)
    zeros = p.grad is kept
    optimizer.zero_grad()
    optimizer.step()  # nothing to do
    return [loss, p, kept, zeros, p.grad, log, p._version]


def an_optimizer_of_ones_own(torch):
    class Sign(torch.optim.Optimizer):
        def __init__(self, params, lr):
            super().__init__(params, {"lr": lr})

        @torch.no_grad()
        def step(self):
            for group in self.param_groups:
                for p in group["params"]:
                    self.state[p]["n"] = self.state[p].get("n", 0) + 1
                    p.add_(p.grad.sign(), alpha=-group["lr"])

    p = torch.nn.Parameter(torch.tensor([1.0, -1.0]))
    optimizer = Sign([p], 0.5)
    log = []
    optimizer.register_step_post_hook(lambda *a: log.append("after"))
    (p * p).sum().backward()
    optimizer.step()
    return [p, optimizer.state_dict(), log]


def views_and_replaced_data(torch):
    p = torch.nn.Parameter(torch.ones(2, 2))
    optimizer = torch.optim.Adam([p], lr=0.5)
    row = p.detach()[0]
    (p * p).sum().backward()
    optimizer.step()
    seen = row.clone()
    p.data = torch.full((2, 2), 3.0)
    optimizer.step()
    optimizer.state[p]["exp_avg"] = torch.zeros(2, 2)
    optimizer.step()
    return [seen, p, optimizer.state[p]["exp_avg"]]


def schedules(torch):
    schedule = torch.optim.lr_scheduler
    kinds = {
        "step": lambda o: schedule.StepLR(o, 3, 0.5),
        "milestones": lambda o: schedule.MultiStepLR(o, [2, 5]),
        "exponential": lambda o: schedule.ExponentialLR(o, 0.9),
        "cosine": lambda o: schedule.CosineAnnealingLR(o, 4, 0.1),
        "restarts": lambda o: schedule.CosineAnnealingWarmRestarts(o, 2, 2),
        "linear": lambda o: schedule.LinearLR(o, 0.1, total_iters=4),
        "constant": lambda o: schedule.ConstantLR(o, 0.1, 3),
        "polynomial": lambda o: schedule.PolynomialLR(o, 6, 2.0),
        "lambda": lambda o: schedule.LambdaLR(o, lambda t: 0.9**t),
        "multiplicative": lambda o: schedule.MultiplicativeLR(o, lambda t: 0.9),
        "one cycle": lambda o: schedule.OneCycleLR(o, 1.0, total_steps=10),
        "cyclic": lambda o: schedule.CyclicLR(o, 0.1, 1.0, 3, mode="triangular2"),
        "sequence": lambda o: schedule.SequentialLR(
            o, [schedule.ConstantLR(o, 0.1, 3), schedule.ExponentialLR(o, 0.9)], [4]
        ),
        "chain": lambda o: schedule.ChainedScheduler(
            [schedule.ConstantLR(o, 0.1, 3), schedule.ExponentialLR(o, 0.9)]
        ),
    }
    answers = {}
    for label, make in kinds.items():
        p = torch.nn.Parameter(torch.ones(1))
        optimizer = torch.optim.SGD([p], lr=1.0, momentum=0.9)
        s = make(optimizer)
        rates = []
        for _ in range(10):
            optimizer.step()
            s.step()
            group = optimizer.param_groups[0]
            rates.append([group["lr"], group["momentum"], s.get_last_lr()])
        answers[label] = [rates, sorted(s.state_dict())]
    return answers


def plateau(torch):
    p = torch.nn.Parameter(torch.ones(1))
    optimizer = torch.optim.SGD([p], lr=1.0)
    s = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=1, cooldown=1)
    rates = []
    for metric in (3.0, 2.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0):
        s.step(metric)
        rates.append(optimizer.param_groups[0]["lr"])
    return [rates, s.best, s.num_bad_epochs]


def schedules_in_the_wrong_order(torch):
    def fresh():
        p = torch.nn.Parameter(torch.ones(1))
        optimizer = torch.optim.SGD([p], lr=1.0)
        return optimizer, torch.optim.lr_scheduler.StepLR(optimizer, 2)

    def early():
        _, s = fresh()
        s.step()

    def outside():
        _, s = fresh()
        s.get_lr()

    def with_number():
        optimizer, s = fresh()
        optimizer.step()
        s.step(3)

    return [
        warned(early),
        warned(outside),
        warned(with_number),
        caught(lambda: torch.optim.lr_scheduler.StepLR(3, 2)),
        caught(lambda: torch.optim.lr_scheduler.OneCycleLR(fresh()[0], 1.0)),
        caught(lambda: torch.optim.lr_scheduler.StepLR(fresh()[0], 2, last_epoch=-2)),
    ]


def the_order_of_a_loader(torch):
    data = torch.utils.data
    torch.manual_seed(0)
    numbers = data.TensorDataset(torch.arange(10), torch.arange(10) * 2.0)
    loader = data.DataLoader(numbers, batch_size=4, shuffle=True)

    def order(batches):
        return [batch[0].tolist() for batch in batches]

    generator = torch.Generator()
    generator.manual_seed(5)
    own = data.DataLoader(numbers, 3, True, drop_last=True, generator=generator)
    return [
        order(loader),
        order(loader),
        order(own),
        order(own),
        len(loader),
        len(own),
        [part.indices for part in data.random_split(numbers, [3, 7])],
        [part.indices for part in data.random_split(numbers, [0.5, 0.25, 0.25])],
        list(data.RandomSampler(numbers, replacement=True, num_samples=35)),
        list(data.WeightedRandomSampler([0.1, 0.9, 0.3], 6)),
        list(data.SubsetRandomSampler([3, 4, 5])),
        list(data.BatchSampler(range(5), 2, False)),
        torch.rand(2),
    ]


def batches(torch):
    data = torch.utils.data
    collate = data.default_collate

    class Stream(data.IterableDataset):
        def __iter__(self):
            return iter(range(5))

    return [
        collate([1, 2]),
        collate([1.5, 2.5]),
        collate(["a", "b"]),
        collate([(torch.ones(2), 1), (torch.zeros(2), 2)]),
        collate([{"x": 1, "y": [1.0, 2.0]}, {"x": 2, "y": [3.0, 4.0]}]),
        list(data.DataLoader(Stream(), batch_size=2)),
        list(data.DataLoader([10, 20, 30], batch_size=None)),
        len(data.ConcatDataset([[1, 2], [3]])),
        data.ConcatDataset([[1, 2], [3]])[-1],
        data.Subset([5, 6, 7], [2, 0])[0],
        caught(lambda: collate([object()])),
        caught(lambda: collate([[1], [1, 2]])),
        caught(lambda: data.random_split([1, 2, 3], [1, 1])),
        caught(lambda: data.TensorDataset(torch.ones(2), torch.ones(3))),
        caught(lambda: data.DataLoader([1], shuffle=True, sampler=[0])),
        caught(lambda: data.DataLoader([], shuffle=True)),
        caught(lambda: list(data.Dataset())),
    ]
