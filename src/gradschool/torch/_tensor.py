"""`torch.Tensor`: a table of contents.

A method *is* its op: `exp = pointwise.exp`, so "go to definition" on `x.exp` lands on
the page with the formula. What a tensor is made of stands in `_tensor_base.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import (
    _conversion,
    _copying,
    _formatting,
    _interchange,
    _legacy,
    _missing,
    creation,
)
from . import _tensor_base as base
from ._checked import guard
from ._tensor_base import TensorBase
from .autograd import backward_pass, hooks, recording
from .autograd.writing import inplace
from .ops import (
    activation,
    clamping,
    comparison,
    copying,
    decomposition,
    diagonals,
    error_function,
    exponential,
    extremum,
    flipping,
    gamma,
    gathering,
    indexing,
    linalg,
    logical,
    masking,
    norms,
    pointwise,
    reduction,
    repeating,
    rounding,
    sampling,
    scan,
    scattering,
    shape,
    softmax,
    sorting,
    splitting,
    statistics,
    storage,
    strides,
    transposing,
    trigonometric,
)


class Tensor(TensorBase):
    """An array of numbers of one dtype that remembers how it was computed."""

    __slots__ = ()

    __new__ = _legacy.tensor_new

    __getattr__ = _missing.instance_getattr("Tensor")

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
    __repr__ = _formatting.tensor_repr
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
    get_device = _conversion.get_device
    half = _conversion.to_half
    int = _conversion.to_int
    is_complex = _conversion.is_complex
    is_floating_point = _conversion.is_floating_point
    is_same_size = _conversion.is_same_size
    is_signed = _conversion.is_signed
    item = _interchange.item
    long = _conversion.to_long
    numpy = _interchange.numpy
    short = _conversion.to_short
    to = _conversion.to
    tolist = _interchange.tolist
    type = _conversion.type_
    type_as = _conversion.type_as

    # ------------------------------------------------------------ creation
    new = _legacy.method_new
    new_empty = creation.new_empty
    new_full = creation.new_full
    new_ones = creation.new_ones
    new_tensor = creation.new_tensor
    new_zeros = creation.new_zeros

    # ------------------------------------------------------------ random numbers
    bernoulli = sampling.bernoulli
    bernoulli_ = sampling.bernoulli_
    cauchy_ = sampling.cauchy_
    exponential_ = sampling.exponential_
    geometric_ = sampling.geometric_
    log_normal_ = sampling.log_normal_
    multinomial = sampling.multinomial
    normal_ = sampling.normal_
    random_ = sampling.random_
    uniform_ = sampling.uniform_

    # ------------------------------------------------------------ copying
    clone = copying.clone
    contiguous = copying.contiguous
    copy_ = copying.copy_
    fill_ = copying.fill_
    resize_ = copying.resize_
    set_ = copying.set_
    zero_ = copying.zero_

    # ------------------------------------------------------------ storage
    data_ptr = storage.data_ptr
    element_size = storage.element_size
    is_contiguous = storage.is_contiguous
    is_pinned = storage.is_pinned
    is_shared = storage.is_shared
    pin_memory = storage.pin_memory
    share_memory_ = storage.share_memory_
    storage_offset = storage.storage_offset
    stride = storage.stride
    untyped_storage = storage.untyped_storage

    # ------------------------------------------------------------ pointwise
    __abs__ = pointwise.abs
    __add__ = __radd__ = pointwise.plus.dunder
    __floordiv__ = pointwise.floor_divide.dunder
    __mod__ = pointwise.remainder.dunder
    __mul__ = __rmul__ = pointwise.mul.dunder
    __neg__ = pointwise.neg
    __pos__ = pointwise.positive
    __rfloordiv__ = pointwise.reversed_floor_divide
    __rmod__ = pointwise.reversed_remainder
    __rsub__ = pointwise.reversed_sub
    __rtruediv__ = __rdiv__ = pointwise.reversed_div
    __sub__ = pointwise.minus_dunder
    __truediv__ = __div__ = pointwise.true_divide.dunder
    abs = pointwise.abs
    abs_ = inplace(pointwise.abs)
    absolute = pointwise.absolute
    absolute_ = inplace(pointwise.absolute, name="absolute_")
    add = pointwise.add
    add_ = inplace(pointwise.add, np.add)
    addcdiv = pointwise.addcdiv
    addcdiv_ = inplace(pointwise.addcdiv)
    addcmul = pointwise.addcmul
    addcmul_ = inplace(pointwise.addcmul)
    copysign = pointwise.copysign
    copysign_ = inplace(pointwise.copysign)
    div = pointwise.div
    div_ = inplace(pointwise.div, np.true_divide)
    divide = pointwise.divide
    divide_ = inplace(pointwise.divide, name="divide_")
    floor_divide = pointwise.floor_divide
    floor_divide_ = inplace(pointwise.floor_divide)
    fmod = pointwise.fmod
    fmod_ = inplace(pointwise.fmod)
    gcd = pointwise.gcd
    gcd_ = inplace(pointwise.gcd)
    heaviside = pointwise.heaviside
    heaviside_ = inplace(pointwise.heaviside)
    lcm = pointwise.lcm
    lcm_ = inplace(pointwise.lcm)
    lerp = pointwise.lerp
    lerp_ = inplace(pointwise.lerp)
    mul = pointwise.mul
    mul_ = inplace(pointwise.mul, np.multiply)
    multiply = pointwise.multiply
    multiply_ = inplace(pointwise.multiply, name="multiply_")
    neg = pointwise.neg
    neg_ = inplace(pointwise.neg)
    negative = pointwise.negative
    negative_ = inplace(pointwise.negative, name="negative_")
    nextafter = pointwise.nextafter
    nextafter_ = inplace(pointwise.nextafter)
    positive = pointwise.positive
    reciprocal = pointwise.reciprocal
    reciprocal_ = inplace(pointwise.reciprocal)
    remainder = pointwise.remainder
    remainder_ = inplace(pointwise.remainder)
    rsub = pointwise.rsub
    sgn = pointwise.sgn
    sgn_ = inplace(pointwise.sgn)
    sign = pointwise.sign
    sign_ = inplace(pointwise.sign)
    signbit = pointwise.signbit
    sub = pointwise.sub
    sub_ = inplace(pointwise.sub, np.subtract)
    subtract = pointwise.subtract
    subtract_ = inplace(pointwise.subtract, name="subtract_")
    true_divide = pointwise.true_divide
    true_divide_ = inplace(pointwise.true_divide, name="true_divide_")

    # ------------------------------------------------------------ clamping
    clip = clamping.clamp
    clip_ = inplace(clamping.clamp, name="clip_")
    clamp = clamping.clamp
    clamp_ = inplace(clamping.clamp)
    clamp_max = clamping.clamp_max
    clamp_max_ = inplace(clamping.clamp_max)
    clamp_min = clamping.clamp_min
    clamp_min_ = inplace(clamping.clamp_min)
    fmax = clamping.fmax
    fmin = clamping.fmin
    maximum = clamping.maximum
    minimum = clamping.minimum
    nan_to_num = clamping.nan_to_num
    nan_to_num_ = inplace(clamping.nan_to_num)

    # ------------------------------------------------------------ exponential
    __pow__ = exponential.pow_or_not
    __rpow__ = exponential.rpow
    exp = exponential.exp
    exp2 = exponential.exp2
    exp2_ = inplace(exponential.exp2)
    exp_ = inplace(exponential.exp)
    expm1 = exponential.expm1
    expm1_ = inplace(exponential.expm1)
    float_power = exponential.float_power
    float_power_ = inplace(exponential.in_place_float_power, name="float_power_")
    frexp = exponential.frexp
    ldexp = exponential.ldexp
    ldexp_ = inplace(exponential.ldexp)
    log = exponential.log
    log10 = exponential.log10
    log10_ = inplace(exponential.log10)
    log1p = exponential.log1p
    log1p_ = inplace(exponential.log1p)
    log2 = exponential.log2
    log2_ = inplace(exponential.log2)
    log_ = inplace(exponential.log)
    logaddexp = exponential.logaddexp
    logaddexp2 = exponential.logaddexp2
    pow = exponential.pow
    pow_ = inplace(exponential.pow)
    rsqrt = exponential.rsqrt
    rsqrt_ = inplace(exponential.rsqrt)
    sqrt = exponential.sqrt
    sqrt_ = inplace(exponential.sqrt)
    square = exponential.square
    square_ = inplace(exponential.square)
    xlogy = exponential.xlogy
    xlogy_ = inplace(exponential.xlogy)

    # ------------------------------------------------------------ trigonometric
    acos = trigonometric.acos
    acos_ = inplace(trigonometric.acos)
    acosh = trigonometric.acosh
    acosh_ = inplace(trigonometric.acosh)
    arccos = trigonometric.arccos
    arccos_ = inplace(trigonometric.arccos, name="arccos_")
    arccosh = trigonometric.arccosh
    arccosh_ = inplace(trigonometric.arccosh, name="arccosh_")
    arcsin = trigonometric.arcsin
    arcsin_ = inplace(trigonometric.arcsin, name="arcsin_")
    arcsinh = trigonometric.arcsinh
    arcsinh_ = inplace(trigonometric.arcsinh, name="arcsinh_")
    arctan = trigonometric.arctan
    arctan2 = trigonometric.arctan2
    arctan2_ = inplace(trigonometric.arctan2, name="arctan2_")
    arctan_ = inplace(trigonometric.arctan, name="arctan_")
    arctanh = trigonometric.arctanh
    arctanh_ = inplace(trigonometric.arctanh, name="arctanh_")
    asin = trigonometric.asin
    asin_ = inplace(trigonometric.asin)
    asinh = trigonometric.asinh
    asinh_ = inplace(trigonometric.asinh)
    atan = trigonometric.atan
    atan2 = trigonometric.atan2
    atan2_ = inplace(trigonometric.atan2)
    atan_ = inplace(trigonometric.atan)
    atanh = trigonometric.atanh
    atanh_ = inplace(trigonometric.atanh)
    cos = trigonometric.cos
    cos_ = inplace(trigonometric.cos)
    cosh = trigonometric.cosh
    cosh_ = inplace(trigonometric.cosh)
    deg2rad = trigonometric.deg2rad
    deg2rad_ = inplace(trigonometric.deg2rad)
    hypot = trigonometric.hypot
    hypot_ = inplace(trigonometric.hypot)
    rad2deg = trigonometric.rad2deg
    rad2deg_ = inplace(trigonometric.rad2deg)
    sin = trigonometric.sin
    sin_ = inplace(trigonometric.sin)
    sinc = trigonometric.sinc
    sinc_ = inplace(trigonometric.sinc)
    sinh = trigonometric.sinh
    sinh_ = inplace(trigonometric.sinh)
    tan = trigonometric.tan
    tan_ = inplace(trigonometric.tan)
    tanh = trigonometric.tanh
    tanh_ = inplace(trigonometric.tanh)

    # ------------------------------------------------------------ activation
    hardshrink = activation.hardshrink
    log_softmax = softmax.log_softmax_method
    prelu = activation.prelu
    relu = activation.relu_of_tensor
    relu_ = activation.relu_
    sigmoid = activation.sigmoid
    sigmoid_ = activation.sigmoid_
    softmax = softmax.softmax_method

    # ------------------------------------------------------------ rounding
    ceil = rounding.ceil
    ceil_ = inplace(rounding.ceil)
    fix = rounding.fix
    fix_ = inplace(rounding.fix, name="fix_")
    floor = rounding.floor
    floor_ = inplace(rounding.floor)
    frac = rounding.frac
    frac_ = inplace(rounding.frac)
    round = rounding.round
    round_ = inplace(rounding.round)
    trunc = rounding.trunc
    trunc_ = inplace(rounding.trunc)

    # ------------------------------------------------------------ error function
    erf = error_function.erf
    erf_ = inplace(error_function.erf)
    erfc = error_function.erfc
    erfc_ = inplace(error_function.erfc)
    erfinv = error_function.erfinv
    erfinv_ = inplace(error_function.erfinv)

    # ------------------------------------------------------------ gamma
    digamma = gamma.digamma
    digamma_ = inplace(gamma.digamma)
    lgamma = gamma.lgamma
    lgamma_ = inplace(gamma.lgamma)
    mvlgamma = gamma.mvlgamma
    mvlgamma_ = inplace(gamma.mvlgamma)
    polygamma = gamma.polygamma_method
    polygamma_ = inplace(gamma.polygamma_method)

    # ------------------------------------------------------------ logical
    __and__ = __rand__ = logical.bitwise_and.dunder
    __invert__ = logical.bitwise_not
    __lshift__ = logical.bitwise_left_shift.dunder
    __or__ = __ror__ = logical.bitwise_or.dunder
    __rshift__ = logical.bitwise_right_shift.dunder
    __xor__ = __rxor__ = logical.bitwise_xor.dunder
    bitwise_and = logical.bitwise_and
    bitwise_and_ = inplace(logical.bitwise_and)
    bitwise_left_shift = logical.bitwise_left_shift
    bitwise_left_shift_ = inplace(logical.bitwise_left_shift)
    bitwise_not = logical.bitwise_not
    bitwise_not_ = inplace(logical.bitwise_not)
    bitwise_or = logical.bitwise_or
    bitwise_or_ = inplace(logical.bitwise_or)
    bitwise_right_shift = logical.bitwise_right_shift
    bitwise_right_shift_ = inplace(logical.bitwise_right_shift)
    bitwise_xor = logical.bitwise_xor
    bitwise_xor_ = inplace(logical.bitwise_xor)
    logical_and = logical.logical_and
    logical_and_ = inplace(logical.logical_and)
    logical_not = logical.logical_not
    logical_not_ = inplace(logical.logical_not)
    logical_or = logical.logical_or
    logical_or_ = inplace(logical.logical_or)
    logical_xor = logical.logical_xor
    logical_xor_ = inplace(logical.logical_xor)

    # ------------------------------------------------------------ comparison
    # `Any`: without it a type checker reads the bool of `object` into `x == y`.
    __eq__: Any = comparison.eq.dunder
    __ge__ = comparison.ge.dunder
    __gt__ = comparison.gt.dunder
    __le__ = comparison.le.dunder
    __lt__ = comparison.lt.dunder
    __ne__: Any = comparison.ne.dunder
    allclose = comparison.allclose
    eq = comparison.eq
    eq_ = inplace(comparison.eq)
    equal = comparison.equal
    ge = comparison.ge
    ge_ = inplace(comparison.ge)
    greater = comparison.greater
    greater_ = inplace(comparison.greater, name="greater_")
    greater_equal = comparison.greater_equal
    greater_equal_ = inplace(comparison.greater_equal, name="greater_equal_")
    gt = comparison.gt
    gt_ = inplace(comparison.gt)
    isclose = comparison.isclose
    isfinite = comparison.isfinite
    isinf = comparison.isinf
    isnan = comparison.isnan
    isneginf = comparison.isneginf
    isposinf = comparison.isposinf
    isreal = comparison.isreal
    le = comparison.le
    le_ = inplace(comparison.le)
    less = comparison.less
    less_ = inplace(comparison.less, name="less_")
    less_equal = comparison.less_equal
    less_equal_ = inplace(comparison.less_equal, name="less_equal_")
    lt = comparison.lt
    lt_ = inplace(comparison.lt)
    ne = comparison.ne
    ne_ = inplace(comparison.ne)
    not_equal = comparison.not_equal
    not_equal_ = inplace(comparison.not_equal, name="not_equal_")

    # ------------------------------------------------------------ reduction
    all = reduction.all
    any = reduction.any
    count_nonzero = reduction.count_nonzero
    logsumexp = reduction.logsumexp
    mean = reduction.mean
    nanmean = reduction.nanmean
    nansum = reduction.nansum
    prod = reduction.prod
    sum = reduction.sum

    # ------------------------------------------------------------ extremum
    amax = extremum.amax
    amin = extremum.amin
    aminmax = extremum.aminmax
    argmax = extremum.argmax
    argmin = extremum.argmin
    max = extremum.max
    min = extremum.min

    # ------------------------------------------------------------ scan
    cummax = scan.cummax
    cummin = scan.cummin
    cumprod = scan.cumprod
    cumprod_ = inplace(scan.cumprod)
    cumsum = scan.cumsum
    cumsum_ = inplace(scan.cumsum)
    diff = scan.diff
    logcumsumexp = scan.logcumsumexp

    # ------------------------------------------------------------ linear algebra
    __matmul__ = linalg.matmul_or_not
    __rmatmul__ = linalg.reversed_matmul
    addbmm = linalg.addbmm
    addbmm_ = inplace(linalg.addbmm)
    addmm = linalg.addmm
    addmm_ = inplace(linalg.addmm)
    addmv = linalg.addmv
    addmv_ = inplace(linalg.addmv)
    addr = linalg.addr
    addr_ = inplace(linalg.addr)
    baddbmm = linalg.baddbmm
    baddbmm_ = inplace(linalg.baddbmm)
    bmm = linalg.bmm
    cross = linalg.cross
    dot = linalg.dot
    ger = linalg.ger
    inner = linalg.inner
    kron = linalg.kron
    matmul = linalg.matmul
    mm = linalg.mm
    mv = linalg.mv
    outer = linalg.outer
    trace = linalg.trace
    vdot = linalg.vdot

    # ------------------------------------------------------------ sorting
    argsort = sorting.argsort
    bincount = sorting.bincount
    histc = sorting.histc
    isin = sorting.isin
    kthvalue = sorting.kthvalue
    msort = sorting.msort
    sort = sorting.sort
    topk = sorting.topk
    unique = sorting.unique
    unique_consecutive = sorting.unique_consecutive

    # ------------------------------------------------------------ statistics
    corrcoef = statistics.corrcoef
    cov = statistics.cov
    median = statistics.median
    mode = statistics.mode
    nanmedian = statistics.nanmedian
    nanquantile = statistics.nanquantile
    quantile = statistics.quantile
    std = statistics.std
    var = statistics.var

    # ------------------------------------------------------------ norm
    dist = norms.dist
    norm = norms.norm
    renorm = norms.renorm
    renorm_ = inplace(norms.renorm)

    # ------------------------------------------------------------ decomposition
    cholesky = decomposition.old_cholesky
    cholesky_inverse = decomposition.cholesky_inverse
    cholesky_solve = decomposition.cholesky_solve
    det = decomposition.det
    inverse = decomposition.inv
    logdet = decomposition.logdet
    matrix_exp = decomposition.matrix_exp
    matrix_power = decomposition.matrix_power
    pinverse = decomposition.pinverse
    qr = decomposition.old_qr
    slogdet = decomposition.slogdet
    svd = decomposition.old_svd

    # ------------------------------------------------------------ shape
    dim = shape.dim
    flatten = shape.flatten
    ndimension = shape.dim
    nelement = shape.numel
    numel = shape.numel
    ravel = shape.ravel
    reshape = shape.reshape
    reshape_as = shape.reshape_as
    size = shape.size
    squeeze = shape.squeeze
    squeeze_ = shape.squeeze_
    unflatten = shape.unflatten
    unsqueeze = shape.unsqueeze
    unsqueeze_ = shape.unsqueeze_
    view = shape.view
    view_as = shape.view_as

    # ------------------------------------------------------------ transposing
    H = property(transposing.adjoint)
    T = property(transposing.transposed)
    adjoint = transposing.adjoint
    mH = property(transposing.adjoint)  # noqa: N815 - PyTorch's name
    mT = property(transposing.matrix_transposed)  # noqa: N815 - PyTorch's name
    moveaxis = transposing.moveaxis
    movedim = transposing.movedim
    permute = transposing.permute
    swapaxes = transposing.swapaxes
    swapaxes_ = transposing.swapaxes_
    swapdims = transposing.swapdims
    swapdims_ = transposing.swapdims_
    t = transposing.t
    t_ = transposing.t_
    transpose = transposing.transpose
    transpose_ = transposing.transpose_

    # ------------------------------------------------------------ splitting
    chunk = splitting.chunk
    dsplit = splitting.dsplit
    hsplit = splitting.hsplit
    narrow = splitting.narrow
    select = splitting.select
    split = splitting.split_method
    split_with_sizes = splitting.split_with_sizes
    tensor_split = splitting.tensor_split
    unbind = splitting.unbind
    vsplit = splitting.vsplit

    # ------------------------------------------------------------ repeating
    broadcast_to = repeating.broadcast_to
    expand = repeating.expand
    expand_as = repeating.expand_as
    repeat = repeating.repeat
    repeat_interleave = repeating.repeat_interleave
    tile = repeating.tile

    # ------------------------------------------------------------ flipping
    flip = flipping.flip
    fliplr = flipping.fliplr
    flipud = flipping.flipud
    roll = flipping.roll
    rot90 = flipping.rot90

    # ------------------------------------------------------------ strides
    as_strided = strides.as_strided
    as_strided_ = strides.as_strided_
    unfold = strides.unfold

    # ------------------------------------------------------------ diagonals
    diag = diagonals.diag
    diag_embed = diagonals.diag_embed
    diagflat = diagonals.diagflat
    diagonal = diagonals.diagonal
    tril = diagonals.tril
    tril_ = diagonals.tril_
    triu = diagonals.triu
    triu_ = diagonals.triu_

    # ------------------------------------------------------------ indexing
    __getitem__ = indexing.getitem
    __setitem__ = indexing.setitem
    index_put = indexing.index_put
    index_put_ = indexing.index_put_

    # ------------------------------------------------------------ gathering
    gather = gathering.gather
    index_select = gathering.index_select
    take = gathering.take
    take_along_dim = gathering.take_along_dim

    # ------------------------------------------------------------ scattering
    diagonal_scatter = scattering.diagonal_scatter
    index_add = scattering.index_add
    index_add_ = inplace(scattering.index_add)
    index_copy = scattering.index_copy
    index_copy_ = inplace(scattering.index_copy)
    index_fill = scattering.index_fill
    index_fill_ = inplace(scattering.index_fill)
    put = scattering.put
    put_ = inplace(scattering.put)
    scatter = scattering.scatter
    scatter_ = inplace(scattering.scatter)
    scatter_add = scattering.scatter_add
    scatter_add_ = inplace(scattering.scatter_add)
    select_scatter = scattering.select_scatter
    slice_scatter = scattering.slice_scatter

    # ------------------------------------------------------------ masking
    argwhere = masking.argwhere
    masked_fill = masking.masked_fill
    masked_fill_ = inplace(masking.masked_fill)
    masked_scatter = masking.masked_scatter
    masked_scatter_ = inplace(masking.masked_scatter)
    masked_select = masking.masked_select
    nonzero = masking.nonzero
    where = masking.where_method

    # ------------------------------------------------------------ augmented assignment
    __iadd__ = add_
    __iand__ = bitwise_and_
    __idiv__ = __itruediv__ = div_
    __ifloordiv__ = floor_divide_
    __ilshift__ = bitwise_left_shift_
    __imod__ = remainder_
    __imul__ = mul_
    __ior__ = bitwise_or_
    __ipow__ = pow_
    __irshift__ = bitwise_right_shift_
    __isub__ = sub_
    __ixor__ = bitwise_xor_


if not TYPE_CHECKING:
    Tensor.__module__ = "torch"
guard(Tensor, method=True)
TensorBase.public_class = Tensor
recording.bind(Tensor)
backward_pass.leaf_class = Tensor
