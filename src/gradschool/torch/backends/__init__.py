"""`torch.backends`: the switches that programs set before they start."""

from . import cuda as cuda
from . import cudnn as cudnn
from . import mps as mps
