"""Arithmetic, exponentials, trigonometry, clamping, rounding, special functions."""

from . import numbers, positive


def cases(torch):
    n, p = numbers, positive
    x, y = n(torch, 2, 3), n(torch, 3, low=0.3, high=1.4)
    two = {
        "add": torch.add,
        "sub": torch.sub,
        "rsub": lambda x, y: torch.rsub(x, y),
        "mul": torch.mul,
        "div": torch.div,
        "maximum": torch.maximum,
        "minimum": torch.minimum,
        "fmax": torch.fmax,
        "fmin": torch.fmin,
        "atan2": torch.atan2,
        "hypot": torch.hypot,
        "copysign": torch.copysign,
        "logaddexp": torch.logaddexp,
        "logaddexp2": torch.logaddexp2,
        "clamp_min with a tensor": lambda x, y: x.clamp(min=y),
        "clamp_max with a tensor": lambda x, y: x.clamp(max=y),
        "clamp with tensors": lambda x, y: x.clamp(-y * 0.3, y),
        "remainder": torch.remainder,
        "fmod": torch.fmod,
        "div rounded": lambda x, y: torch.div(x, y, rounding_mode="floor") + x,
        "lerp with a tensor": lambda x, y: torch.lerp(x, y, x * y),
        "lerp": lambda x, y: torch.lerp(x, y, 0.3),
        "addcmul": lambda x, y: torch.addcmul(x, x, y, value=0.5),
        "addcdiv": lambda x, y: torch.addcdiv(x, x, y, value=0.5),
    }
    wide = {
        "exp": torch.exp,
        "exp2": torch.exp2,
        "expm1": torch.expm1,
        "sin": torch.sin,
        "cos": torch.cos,
        "tan": torch.tan,
        "asin": torch.asin,
        "acos": torch.acos,
        "atan": torch.atan,
        "sinh": torch.sinh,
        "cosh": torch.cosh,
        "tanh": torch.tanh,
        "asinh": torch.asinh,
        "atanh": torch.atanh,
        "sinc": torch.sinc,
        "deg2rad": torch.deg2rad,
        "rad2deg": torch.rad2deg,
        "neg": torch.neg,
        "abs": torch.abs,
        "sign": lambda x: torch.sign(x) + x,
        "sgn": lambda x: torch.sgn(x) + x,
        "clamp": lambda x: torch.clamp(x, -0.5, 0.5),
        "clamp_min": lambda x: torch.clamp(x, min=-0.5),
        "clamp_max": lambda x: torch.clamp(x, max=0.5),
        "nan_to_num": torch.nan_to_num,
        "frac": torch.frac,
        "floor": lambda x: torch.floor(x * 3) + x,
        "erf": torch.erf,
        "erfc": torch.erfc,
        "erfinv": torch.erfinv,
        "square": torch.square,
        "pow 3": lambda x: x**3,
        "reversed pow": lambda x: 2.0**x,
        "cast": lambda x: x.float().double() * 0 + x.to(torch.float64, copy=True),
    }
    narrow = {
        "log": torch.log,
        "log2": torch.log2,
        "log10": torch.log10,
        "log1p": torch.log1p,
        "sqrt": torch.sqrt,
        "rsqrt": torch.rsqrt,
        "reciprocal": torch.reciprocal,
        "pow of tensors": lambda x: x ** (x * 2),
        "lgamma": torch.lgamma,
        "digamma": torch.digamma,
        "polygamma": lambda x: torch.polygamma(1, x),
        "mvlgamma": lambda x: torch.mvlgamma(x + 1, 2),
        "xlogy": lambda x: torch.xlogy(x, x * 2),
        "acosh": lambda x: torch.acosh(x + 1),
        "ldexp": lambda x: torch.ldexp(x, x),
        "frexp": lambda x: torch.frexp(x)[0],
    }
    special = torch.special
    for name in ("erfcx", "ndtr", "log_ndtr"):
        if hasattr(special, name):
            wide[name] = getattr(special, name)
    for name in ("entr",):
        if hasattr(special, name):
            narrow[name] = getattr(special, name)
    found = {name: (f, (x, y)) for name, f in two.items()}
    found |= {name: (f, (n(torch, 2, 3),)) for name, f in wide.items()}
    found |= {name: (f, (p(torch, 2, 3),)) for name, f in narrow.items()}
    if hasattr(special, "xlog1py"):
        found["xlog1py"] = (special.xlog1py, (x, p(torch, 3)))
    if hasattr(special, "ndtri"):
        found["ndtri"] = (special.ndtri, (n(torch, 3, low=0.2, high=0.8),))
    return found
