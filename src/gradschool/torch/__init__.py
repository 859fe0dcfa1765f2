"""Gradschool's engine: PyTorch's API over NumPy, in pure Python.

This file is a list. `ops/` holds a page per kind of op (formula, backward, forward),
`autograd/` what makes them differentiable, `nn/` and `optim/` what is built on them.
A name that PyTorch has and this list has not answers with the nearest thing that works.
"""

from . import autograd as autograd

# ---------------------------------------------------------------- autograd
from .autograd.grad_mode import enable_grad as enable_grad
from .autograd.grad_mode import inference_mode as inference_mode
from .autograd.grad_mode import is_grad_enabled as is_grad_enabled
from .autograd.grad_mode import is_inference_mode_enabled as is_inference_mode_enabled
from .autograd.grad_mode import no_grad as no_grad
from .autograd.grad_mode import set_grad_enabled as set_grad_enabled

# ---------------------------------------------------------------- tensors
from ._tensor import Tensor as Tensor
from ._interchange import from_numpy as from_numpy
from ._size import Size as Size
from ._device import device as device
from ._layout import channels_last as channels_last
from ._layout import channels_last_3d as channels_last_3d
from ._layout import contiguous_format as contiguous_format
from ._layout import layout as layout
from ._layout import memory_format as memory_format
from ._layout import preserve_format as preserve_format
from ._layout import strided as strided

# ---------------------------------------------------------------- dtypes
from ._dtype import bfloat16 as bfloat16
from ._dtype import bool_ as bool
from ._dtype import can_cast as can_cast
from ._dtype import complex32 as chalf
from ._dtype import complex32 as complex32
from ._dtype import complex64 as cfloat
from ._dtype import complex64 as complex64
from ._dtype import complex128 as cdouble
from ._dtype import complex128 as complex128
from ._dtype import dtype as dtype
from ._dtype import finfo as finfo
from ._dtype import float16 as float16
from ._dtype import float16 as half
from ._dtype import float32 as float
from ._dtype import float32 as float32
from ._dtype import float64 as double
from ._dtype import float64 as float64
from ._dtype import get_default_dtype as get_default_dtype
from ._dtype import iinfo as iinfo
from ._dtype import int8 as int8
from ._dtype import int16 as int16
from ._dtype import int16 as short
from ._dtype import int32 as int
from ._dtype import int32 as int32
from ._dtype import int64 as int64
from ._dtype import int64 as long
from ._dtype import promote_types as promote_types
from ._dtype import set_default_dtype as set_default_dtype
from ._dtype import uint8 as uint8
from ._dtype import uint16 as uint16
from ._dtype import uint32 as uint32
from ._dtype import uint64 as uint64

# ---------------------------------------------------------------- joining
from .ops.joining import cat as cat
from .ops.joining import stack as stack

# ---------------------------------------------------------------- shape
from .ops.shape import movedim as movedim
from .ops.shape import numel as numel
from .ops.shape import permute as permute
from .ops.shape import reshape as reshape
from .ops.shape import squeeze as squeeze
from .ops.shape import t as t
from .ops.shape import transpose as transpose
from .ops.shape import unbind as unbind
from .ops.shape import unsqueeze as unsqueeze
