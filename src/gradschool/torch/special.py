"""`torch.special`: functions of mathematical physics. A list; pages are in `ops/`."""

# What is not here.
from ._missing import module_getattr as _module_getattr
from .ops.error_function import erf as erf
from .ops.error_function import erfc as erfc
from .ops.error_function import erfcx as erfcx
from .ops.error_function import erfinv as erfinv
from .ops.error_function import log_ndtr as log_ndtr
from .ops.error_function import ndtr as ndtr
from .ops.error_function import ndtri as ndtri
from .ops.exponential import entr as entr
from .ops.exponential import exp2 as exp2
from .ops.exponential import expm1 as expm1
from .ops.exponential import log1p as log1p
from .ops.exponential import xlog1py as xlog1py
from .ops.exponential import xlogy as xlogy
from .ops.gamma import digamma as digamma
from .ops.gamma import digamma as psi  # pyright: ignore[reportUnusedImport] - exported
from .ops.gamma import lgamma as gammaln  # pyright: ignore[reportUnusedImport] - exported
from .ops.gamma import mvlgamma as multigammaln  # pyright: ignore[reportUnusedImport] - exported
from .ops.gamma import polygamma as polygamma
from .ops.gamma import zeta as zeta
from .ops.reduction import logsumexp as logsumexp
from .ops.rounding import round as round
from .ops.trigonometric import sinc as sinc

__getattr__ = _module_getattr(__name__)
