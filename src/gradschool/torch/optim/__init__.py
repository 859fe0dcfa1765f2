"""`torch.optim`: optimizers and learning-rate schedules. This file is a list."""

# ---------------------------------------------------------------- what is not here
from .._missing import module_getattr as _module_getattr
from . import lr_scheduler as lr_scheduler
from . import optimizer as optimizer
from .adadelta import Adadelta as Adadelta
from .adagrad import Adagrad as Adagrad
from .adam import Adam as Adam
from .adamax import Adamax as Adamax
from .adamw import AdamW as AdamW
from .asgd import ASGD as ASGD
from .nadam import NAdam as NAdam
from .optimizer import Optimizer as Optimizer
from .radam import RAdam as RAdam
from .rmsprop import RMSprop as RMSprop
from .rprop import Rprop as Rprop
from .sgd import SGD as SGD

__getattr__ = _module_getattr(__name__)
