"""`torch.optim`: optimizers and learning-rate schedules. This file is a list."""

from .adam import Adam as Adam
from .adamw import AdamW as AdamW
from .optimizer import Optimizer as Optimizer
from .sgd import SGD as SGD

# ---------------------------------------------------------------- what is not here
from .._missing import module_getattr as _module_getattr

__getattr__ = _module_getattr(__name__)
