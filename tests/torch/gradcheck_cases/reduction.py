"""Sums, extremes, scans, sorting, statistics."""

from . import numbers, positive


def cases(torch):
    one = {
        "sum": lambda x: x.sum() ** 2,
        "sum dim": lambda x: x.sum(1) ** 2,
        "nansum": lambda x: torch.nansum(x, 1) ** 2,
        "mean": lambda x: x.mean() ** 2,
        "mean dim": lambda x: x.mean(0, keepdim=True) ** 2,
        "logsumexp": lambda x: x.logsumexp(1),
        "max": lambda x: x.max() ** 2,
        "min dim": lambda x: x.min(1).values ** 2,
        "amax": lambda x: x.amax(1) ** 2,
        "amin": lambda x: x.amin(1) ** 2,
        "aminmax": lambda x: torch.aminmax(x)[0] ** 2,
        "sort": lambda x: x.sort(1).values ** 2,
        "topk": lambda x: x.topk(2).values ** 2,
        "kthvalue": lambda x: x.kthvalue(2).values ** 2,
        "median": lambda x: x.median() ** 2,
        "median dim": lambda x: x.median(1).values ** 2,
        "cumsum": lambda x: x.cumsum(1) ** 2,
        "cummax": lambda x: x.cummax(1).values ** 2,
        "logcumsumexp": lambda x: torch.logcumsumexp(x, 1),
        "var": lambda x: x.var(1),
        "std": lambda x: x.std(1),
        "var_mean": lambda x: torch.var_mean(x, 1),
        "std_mean": lambda x: torch.std_mean(x, 1),
        "norm": lambda x: x.norm(),
        "norm 3": lambda x: x.norm(3, dim=1),
        "dist": lambda x: torch.dist(x, x * x + 2),
        "dist 3": lambda x: torch.dist(x, x[0] * 2 + 1, 3),
        "renorm": lambda x: torch.renorm(x, 2, 0, 0.7),
        "renorm 3": lambda x: torch.renorm(x, 3, 1, 0.7),
        "quantile": lambda x: torch.quantile(x, 0.3, 1) ** 2,
        "softmax": lambda x: x.softmax(1),
        "log_softmax": lambda x: x.log_softmax(1),
    }
    strictly = {
        "prod": lambda x: x.prod(),
        "prod dim": lambda x: x.prod(1),
        "cumprod": lambda x: x.cumprod(1),
    }
    found = {name: (f, (numbers(torch, 2, 3),)) for name, f in one.items()}
    return found | {name: (f, (positive(torch, 2, 3),)) for name, f in strictly.items()}
