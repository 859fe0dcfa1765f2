"""`torch.Tensor`: a table of contents.

A method *is* its op: `exp = pointwise.exp`, so "go to definition" on `x.exp` lands on
the page with the formula. What a tensor is made of stands in `_tensor_base.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _conversion, _copying, _interchange
from . import _tensor_base as base
from ._tensor_base import TensorBase
from .autograd import backward_pass, hooks, recording
from .ops import indexing, pointwise, reduction, shape

if TYPE_CHECKING:
    from .autograd.node import Node


class Tensor(TensorBase):
    """An array of numbers of one dtype that remembers how it was computed."""

    __slots__ = ()

    # ------------------------------------------------------------ autograd
    backward = backward_pass.backward
    detach = base.detach
    detach_ = base.detach_
    register_hook = hooks.register_hook
    register_post_accumulate_grad_hook = hooks.register_post_accumulate_grad_hook
    requires_grad_ = base.requires_grad_
    retain_grad = hooks.retain_grad

    # ------------------------------------------------------------ conversion
    __array_priority__ = 1000
    __array__ = _interchange.array
    __bool__ = _interchange.truth
    __complex__ = _interchange.as_complex
    __contains__ = _interchange.contains
    __copy__ = _copying.shallow_copy
    __deepcopy__ = _copying.deep_copy
    __dir__ = _interchange.directory
    __float__ = _interchange.as_float
    __format__ = _interchange.format_
    __hash__ = object.__hash__
    __index__ = _interchange.as_index
    __int__ = _interchange.as_int
    __iter__ = _interchange.iterate
    __len__ = _interchange.length
    __reduce_ex__ = _copying.reduce_ex
    __setstate__ = _copying.set_state
    bfloat16 = _conversion.to_bfloat16
    bool = _conversion.to_bool
    byte = _conversion.to_byte
    cdouble = _conversion.to_cdouble
    cfloat = _conversion.to_cfloat
    char = _conversion.to_char
    cpu = _conversion.cpu
    cuda = _conversion.cuda
    double = _conversion.to_double
    float = _conversion.to_float
    half = _conversion.to_half
    int = _conversion.to_int
    item = _interchange.item
    long = _conversion.to_long
    numpy = _interchange.numpy
    short = _conversion.to_short
    to = _conversion.to
    tolist = _interchange.tolist
    type = _conversion.type_
    type_as = _conversion.type_as

    # ------------------------------------------------------------ memory
    clone = _copying.clone
    contiguous = _copying.contiguous
    copy_ = _copying.copy_
    data_ptr = _copying.data_ptr
    element_size = _copying.element_size
    fill_ = _copying.fill_
    is_contiguous = _copying.is_contiguous
    is_pinned = _copying.is_pinned
    is_shared = _copying.is_shared
    pin_memory = _copying.pin_memory
    resize_ = _copying.resize_
    set_ = _copying.set_
    share_memory_ = _copying.share_memory_
    storage_offset = _copying.storage_offset
    stride = _copying.stride
    untyped_storage = _copying.untyped_storage
    zero_ = _copying.zero_

    # ------------------------------------------------------------ pointwise
    __add__ = __radd__ = pointwise.plus.dunder
    __mul__ = __rmul__ = pointwise.mul.dunder

    # ------------------------------------------------------------ reduction
    sum = reduction.sum
    mean = reduction.mean

    # ------------------------------------------------------------ shape
    T = property(shape.transposed)
    mT = property(shape.matrix_transposed)
    dim = shape.dim
    ndimension = shape.dim
    nelement = shape.numel
    numel = shape.numel
    size = shape.size
    reshape = shape.reshape
    movedim = shape.movedim
    permute = shape.permute
    squeeze = shape.squeeze
    swapaxes = shape.swapaxes
    t = shape.t
    transpose = shape.transpose
    unbind = shape.unbind
    unsqueeze = shape.unsqueeze
    view = shape.view

    # ------------------------------------------------------------ indexing
    __getitem__ = indexing.getitem
    __setitem__ = indexing.setitem


if not TYPE_CHECKING:
    Tensor.__module__ = "torch"
TensorBase.public_class = Tensor
recording.bind(Tensor)
backward_pass.leaf_class = Tensor
