"""`torch.autograd`: derivatives of programs.

Start with `node.py` (what the graph is), then `backward_pass.py` (how gradients flow
through it), then `recording.py` (how ops come to leave it).
"""

from .._missing import module_getattr as _module_getattr
from . import graph as graph
from .anomaly_mode import detect_anomaly as detect_anomaly
from .anomaly_mode import set_detect_anomaly as set_detect_anomaly
from .backward_pass import backward_all as backward
from .backward_pass import grad as grad
from .function import Function as Function
from .grad_mode import enable_grad as enable_grad
from .grad_mode import inference_mode as inference_mode
from .grad_mode import no_grad as no_grad
from .grad_mode import set_grad_enabled as set_grad_enabled
from .gradcheck import gradcheck as gradcheck
from .gradcheck import gradgradcheck as gradgradcheck
from .variable import Variable as Variable

__getattr__ = _module_getattr(__name__)
