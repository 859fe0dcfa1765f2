"""Gradschool's engine: PyTorch's API over NumPy, in pure Python.

This file is a list. `ops/` holds a page per kind of op (formula, backward, forward),
`autograd/` what makes them differentiable, `nn/` and `optim/` what is built on them.
A name that PyTorch has and this list has not answers with the nearest thing that works.
"""

from . import autograd as autograd
from . import linalg as linalg
from . import return_types as return_types
from . import special as special

# ---------------------------------------------------------------- autograd
from .autograd.grad_mode import enable_grad as enable_grad
from .autograd.grad_mode import inference_mode as inference_mode
from .autograd.grad_mode import is_grad_enabled as is_grad_enabled
from .autograd.grad_mode import is_inference_mode_enabled as is_inference_mode_enabled
from .autograd.grad_mode import no_grad as no_grad
from .autograd.grad_mode import set_grad_enabled as set_grad_enabled

# ---------------------------------------------------------------- tensors
from ._tensor import Tensor as Tensor
from ._size import Size as Size
from ._device import device as device
from ._layout import channels_last as channels_last
from ._layout import channels_last_3d as channels_last_3d
from ._layout import contiguous_format as contiguous_format
from ._layout import layout as layout
from ._layout import memory_format as memory_format
from ._layout import preserve_format as preserve_format
from ._layout import strided as strided

# ---------------------------------------------------------------- constants
from math import e as e
from math import inf as inf
from math import nan as nan
from math import pi as pi

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

# ---------------------------------------------------------------- creation
from .creation import arange as arange
from .creation import as_tensor as as_tensor
from .creation import asarray as asarray
from .creation import empty as empty
from .creation import empty_like as empty_like
from .creation import empty_strided as empty_strided
from .creation import eye as eye
from .creation import frombuffer as frombuffer
from .creation import from_numpy as from_numpy
from .creation import full as full
from .creation import full_like as full_like
from .creation import linspace as linspace
from .creation import logspace as logspace
from .creation import ones as ones
from .creation import ones_like as ones_like
from .creation import range as range
from .creation import scalar_tensor as scalar_tensor
from .creation import tensor as tensor
from .creation import tril_indices as tril_indices
from .creation import triu_indices as triu_indices
from .creation import zeros as zeros
from .creation import zeros_like as zeros_like
from ._legacy import BFloat16Tensor as BFloat16Tensor
from ._legacy import BoolTensor as BoolTensor
from ._legacy import ByteTensor as ByteTensor
from ._legacy import CharTensor as CharTensor
from ._legacy import DoubleTensor as DoubleTensor
from ._legacy import FloatTensor as FloatTensor
from ._legacy import HalfTensor as HalfTensor
from ._legacy import IntTensor as IntTensor
from ._legacy import LongTensor as LongTensor
from ._legacy import ShortTensor as ShortTensor
from ._legacy import set_default_tensor_type as set_default_tensor_type

# ---------------------------------------------------------------- random numbers
from . import random as random
from .random import Generator as Generator
from .random import default_generator as default_generator
from .random import get_rng_state as get_rng_state
from .random import initial_seed as initial_seed
from .random import manual_seed as manual_seed
from .random import seed as seed
from .random import set_rng_state as set_rng_state
from .ops.sampling import bernoulli as bernoulli
from .ops.sampling import multinomial as multinomial
from .ops.sampling import normal as normal
from .ops.sampling import rand as rand
from .ops.sampling import rand_like as rand_like
from .ops.sampling import randint as randint
from .ops.sampling import randint_like as randint_like
from .ops.sampling import randn as randn
from .ops.sampling import randn_like as randn_like
from .ops.sampling import randperm as randperm


# ---------------------------------------------------------------- kinds
from ._kinds import is_nonzero as is_nonzero
from ._kinds import is_storage as is_storage
from ._kinds import is_tensor as is_tensor
from ._kinds import result_type as result_type

# ---------------------------------------------------------------- files
from .serialization import load as load
from .serialization import save as save

# ---------------------------------------------------------------- printing
from ._formatting import set_printoptions as set_printoptions

# ---------------------------------------------------------------- joining
from .ops.joining import block_diag as block_diag
from .ops.joining import cartesian_prod as cartesian_prod
from .ops.joining import cat as cat
from .ops.joining import column_stack as column_stack
from .ops.joining import combinations as combinations
from .ops.joining import concat as concat
from .ops.joining import concatenate as concatenate
from .ops.joining import dstack as dstack
from .ops.joining import hstack as hstack
from .ops.joining import meshgrid as meshgrid
from .ops.joining import row_stack as row_stack
from .ops.joining import stack as stack
from .ops.joining import vstack as vstack

# ---------------------------------------------------------------- pointwise
from .ops.pointwise import abs as abs
from .ops.pointwise import absolute as absolute
from .ops.pointwise import add as add
from .ops.pointwise import addcdiv as addcdiv
from .ops.pointwise import addcmul as addcmul
from .ops.pointwise import copysign as copysign
from .ops.pointwise import div as div
from .ops.pointwise import divide as divide
from .ops.pointwise import floor_divide as floor_divide
from .ops.pointwise import fmod as fmod
from .ops.pointwise import gcd as gcd
from .ops.pointwise import heaviside as heaviside
from .ops.pointwise import lcm as lcm
from .ops.pointwise import lerp as lerp
from .ops.pointwise import mul as mul
from .ops.pointwise import multiply as multiply
from .ops.pointwise import neg as neg
from .ops.pointwise import negative as negative
from .ops.pointwise import nextafter as nextafter
from .ops.pointwise import positive as positive
from .ops.pointwise import reciprocal as reciprocal
from .ops.pointwise import remainder as remainder
from .ops.pointwise import rsub as rsub
from .ops.pointwise import sgn as sgn
from .ops.pointwise import sign as sign
from .ops.pointwise import signbit as signbit
from .ops.pointwise import sub as sub
from .ops.pointwise import subtract as subtract
from .ops.pointwise import true_divide as true_divide

# ---------------------------------------------------------------- clamping
from .ops.clamping import clamp as clamp
from .ops.clamping import clamp_max as clamp_max
from .ops.clamping import clamp_min as clamp_min
from .ops.clamping import fmax as fmax
from .ops.clamping import fmin as fmin
from .ops.clamping import maximum as maximum
from .ops.clamping import minimum as minimum
from .ops.clamping import nan_to_num as nan_to_num
from .ops.clamping import clamp as clip

# ---------------------------------------------------------------- exponential
from .ops.exponential import exp as exp
from .ops.exponential import exp2 as exp2
from .ops.exponential import expm1 as expm1
from .ops.exponential import float_power as float_power
from .ops.exponential import frexp as frexp
from .ops.exponential import ldexp as ldexp
from .ops.exponential import log as log
from .ops.exponential import log10 as log10
from .ops.exponential import log1p as log1p
from .ops.exponential import log2 as log2
from .ops.exponential import logaddexp as logaddexp
from .ops.exponential import logaddexp2 as logaddexp2
from .ops.exponential import pow as pow
from .ops.exponential import rsqrt as rsqrt
from .ops.exponential import sqrt as sqrt
from .ops.exponential import square as square
from .ops.exponential import xlogy as xlogy

# ---------------------------------------------------------------- trigonometric
from .ops.trigonometric import acos as acos
from .ops.trigonometric import acosh as acosh
from .ops.trigonometric import arccos as arccos
from .ops.trigonometric import arccosh as arccosh
from .ops.trigonometric import arcsin as arcsin
from .ops.trigonometric import arcsinh as arcsinh
from .ops.trigonometric import arctan as arctan
from .ops.trigonometric import arctan2 as arctan2
from .ops.trigonometric import arctanh as arctanh
from .ops.trigonometric import asin as asin
from .ops.trigonometric import asinh as asinh
from .ops.trigonometric import atan as atan
from .ops.trigonometric import atan2 as atan2
from .ops.trigonometric import atanh as atanh
from .ops.trigonometric import cos as cos
from .ops.trigonometric import cosh as cosh
from .ops.trigonometric import deg2rad as deg2rad
from .ops.trigonometric import hypot as hypot
from .ops.trigonometric import rad2deg as rad2deg
from .ops.trigonometric import sin as sin
from .ops.trigonometric import sinc as sinc
from .ops.trigonometric import sinh as sinh
from .ops.trigonometric import tan as tan
from .ops.trigonometric import tanh as tanh

# ---------------------------------------------------------------- rounding
from .ops.rounding import ceil as ceil
from .ops.rounding import fix as fix
from .ops.rounding import floor as floor
from .ops.rounding import frac as frac
from .ops.rounding import round as round
from .ops.rounding import trunc as trunc

# ---------------------------------------------------------------- error_function
from .ops.error_function import erf as erf
from .ops.error_function import erfc as erfc
from .ops.error_function import erfinv as erfinv

# ---------------------------------------------------------------- gamma
from .ops.gamma import digamma as digamma
from .ops.gamma import lgamma as lgamma
from .ops.gamma import mvlgamma as mvlgamma
from .ops.gamma import polygamma as polygamma

# ---------------------------------------------------------------- logical
from .ops.logical import bitwise_and as bitwise_and
from .ops.logical import bitwise_left_shift as bitwise_left_shift
from .ops.logical import bitwise_not as bitwise_not
from .ops.logical import bitwise_or as bitwise_or
from .ops.logical import bitwise_right_shift as bitwise_right_shift
from .ops.logical import bitwise_xor as bitwise_xor
from .ops.logical import logical_and as logical_and
from .ops.logical import logical_not as logical_not
from .ops.logical import logical_or as logical_or
from .ops.logical import logical_xor as logical_xor

# ---------------------------------------------------------------- comparison
from .ops.comparison import allclose as allclose
from .ops.comparison import eq as eq
from .ops.comparison import equal as equal
from .ops.comparison import ge as ge
from .ops.comparison import greater as greater
from .ops.comparison import greater_equal as greater_equal
from .ops.comparison import gt as gt
from .ops.comparison import isclose as isclose
from .ops.comparison import isfinite as isfinite
from .ops.comparison import isinf as isinf
from .ops.comparison import isnan as isnan
from .ops.comparison import isneginf as isneginf
from .ops.comparison import isposinf as isposinf
from .ops.comparison import isreal as isreal
from .ops.comparison import le as le
from .ops.comparison import less as less
from .ops.comparison import less_equal as less_equal
from .ops.comparison import lt as lt
from .ops.comparison import ne as ne
from .ops.comparison import not_equal as not_equal

# ---------------------------------------------------------------- reduction
from .ops.reduction import all as all
from .ops.reduction import any as any
from .ops.reduction import count_nonzero as count_nonzero
from .ops.reduction import logsumexp as logsumexp
from .ops.reduction import mean as mean
from .ops.reduction import nanmean as nanmean
from .ops.reduction import nansum as nansum
from .ops.reduction import prod as prod
from .ops.reduction import sum as sum

# ---------------------------------------------------------------- extremum
from .ops.extremum import amax as amax
from .ops.extremum import amin as amin
from .ops.extremum import aminmax as aminmax
from .ops.extremum import argmax as argmax
from .ops.extremum import argmin as argmin
from .ops.extremum import max as max
from .ops.extremum import min as min

# ---------------------------------------------------------------- scan
from .ops.scan import cummax as cummax
from .ops.scan import cummin as cummin
from .ops.scan import cumprod as cumprod
from .ops.scan import cumsum as cumsum
from .ops.scan import diff as diff
from .ops.scan import logcumsumexp as logcumsumexp

# ---------------------------------------------------------------- linear algebra
from .ops.linalg import addbmm as addbmm
from .ops.linalg import addmm as addmm
from .ops.linalg import addmv as addmv
from .ops.linalg import addr as addr
from .ops.linalg import baddbmm as baddbmm
from .ops.linalg import bmm as bmm
from .ops.linalg import chain_matmul as chain_matmul
from .ops.linalg import cross as cross
from .ops.linalg import dot as dot
from .ops.linalg import ger as ger
from .ops.linalg import inner as inner
from .ops.linalg import kron as kron
from .ops.linalg import matmul as matmul
from .ops.linalg import mm as mm
from .ops.linalg import mv as mv
from .ops.linalg import outer as outer
from .ops.linalg import tensordot as tensordot
from .ops.linalg import trace as trace
from .ops.linalg import vdot as vdot

# ---------------------------------------------------------------- einsum
from .ops.einsum import einsum as einsum

# ---------------------------------------------------------------- sorting
from .ops.sorting import argsort as argsort
from .ops.sorting import bincount as bincount
from .ops.sorting import bucketize as bucketize
from .ops.sorting import histc as histc
from .ops.sorting import isin as isin
from .ops.sorting import kthvalue as kthvalue
from .ops.sorting import msort as msort
from .ops.sorting import searchsorted as searchsorted
from .ops.sorting import sort as sort
from .ops.sorting import topk as topk
from .ops.sorting import unique as unique
from .ops.sorting import unique_consecutive as unique_consecutive

# ---------------------------------------------------------------- statistics
from .ops.statistics import corrcoef as corrcoef
from .ops.statistics import cov as cov
from .ops.statistics import median as median
from .ops.statistics import mode as mode
from .ops.statistics import nanmedian as nanmedian
from .ops.statistics import nanquantile as nanquantile
from .ops.statistics import quantile as quantile
from .ops.statistics import std as std
from .ops.statistics import std_mean as std_mean
from .ops.statistics import var as var
from .ops.statistics import var_mean as var_mean

# ---------------------------------------------------------------- norm
from .ops.norms import dist as dist
from .ops.norms import norm as norm
from .ops.norms import renorm as renorm

# ---------------------------------------------------------------- decomposition
from .ops.decomposition import old_cholesky as cholesky
from .ops.decomposition import cholesky_inverse as cholesky_inverse
from .ops.decomposition import cholesky_solve as cholesky_solve
from .ops.decomposition import det as det
from .ops.decomposition import inv as inverse
from .ops.decomposition import logdet as logdet
from .ops.decomposition import matrix_exp as matrix_exp
from .ops.decomposition import matrix_power as matrix_power
from .ops.decomposition import pinverse as pinverse
from .ops.decomposition import old_qr as qr
from .ops.decomposition import slogdet as slogdet
from .ops.decomposition import old_svd as svd

# ---------------------------------------------------------------- shape
from .ops.shape import atleast_1d as atleast_1d
from .ops.shape import atleast_2d as atleast_2d
from .ops.shape import atleast_3d as atleast_3d
from .ops.shape import flatten as flatten
from .ops.shape import numel as numel
from .ops.shape import ravel as ravel
from .ops.shape import reshape as reshape
from .ops.shape import squeeze as squeeze
from .ops.shape import unflatten as unflatten
from .ops.shape import unsqueeze as unsqueeze

# ---------------------------------------------------------------- transposing
from .ops.transposing import adjoint as adjoint
from .ops.transposing import moveaxis as moveaxis
from .ops.transposing import movedim as movedim
from .ops.transposing import permute as permute
from .ops.transposing import swapaxes as swapaxes
from .ops.transposing import swapdims as swapdims
from .ops.transposing import t as t
from .ops.transposing import transpose as transpose

# ---------------------------------------------------------------- splitting
from .ops.splitting import chunk as chunk
from .ops.splitting import dsplit as dsplit
from .ops.splitting import hsplit as hsplit
from .ops.splitting import narrow as narrow
from .ops.splitting import select as select
from .ops.splitting import split as split
from .ops.splitting import split_with_sizes as split_with_sizes
from .ops.splitting import tensor_split as tensor_split
from .ops.splitting import unbind as unbind
from .ops.splitting import vsplit as vsplit

# ---------------------------------------------------------------- repeating
from .ops.repeating import broadcast_shapes as broadcast_shapes
from .ops.repeating import broadcast_tensors as broadcast_tensors
from .ops.repeating import broadcast_to as broadcast_to
from .ops.repeating import repeat_interleave as repeat_interleave
from .ops.repeating import tile as tile

# ---------------------------------------------------------------- flipping
from .ops.flipping import flip as flip
from .ops.flipping import fliplr as fliplr
from .ops.flipping import flipud as flipud
from .ops.flipping import roll as roll
from .ops.flipping import rot90 as rot90

# ---------------------------------------------------------------- strides
from .ops.strides import as_strided as as_strided

# ---------------------------------------------------------------- diagonals
from .ops.diagonals import diagonal as diagonal
from .ops.diagonals import diag as diag
from .ops.diagonals import diag_embed as diag_embed
from .ops.diagonals import diagflat as diagflat
from .ops.diagonals import tril as tril
from .ops.diagonals import triu as triu

# ---------------------------------------------------------------- indexing
from .ops.indexing import index_put as index_put
from .ops.indexing import index_put_ as index_put_

# ---------------------------------------------------------------- gathering
from .ops.gathering import gather as gather
from .ops.gathering import index_select as index_select
from .ops.gathering import take as take
from .ops.gathering import take_along_dim as take_along_dim

# ---------------------------------------------------------------- scattering
from .ops.scattering import diagonal_scatter as diagonal_scatter
from .ops.scattering import index_add as index_add
from .ops.scattering import index_copy as index_copy
from .ops.scattering import index_fill as index_fill
from .ops.scattering import put as put
from .ops.scattering import scatter as scatter
from .ops.scattering import scatter_add as scatter_add
from .ops.scattering import select_scatter as select_scatter
from .ops.scattering import slice_scatter as slice_scatter

# ---------------------------------------------------------------- masking
from .ops.masking import argwhere as argwhere
from .ops.masking import masked_fill as masked_fill
from .ops.masking import masked_scatter as masked_scatter
from .ops.masking import masked_select as masked_select
from .ops.masking import nonzero as nonzero
from .ops.masking import where as where

# ---------------------------------------------------------------- activation
from .ops.activation import celu as celu
from .ops.activation import celu_ as celu_
from .ops.activation import hardshrink as hardshrink
from .ops.activation import prelu as prelu
from .ops.activation import relu_ as relu_
from .ops.activation import relu_of_tensor as relu
from .ops.activation import rrelu as rrelu
from .ops.activation import rrelu_ as rrelu_
from .ops.activation import selu as selu
from .ops.activation import selu_ as selu_
from .ops.activation import sigmoid as sigmoid
from .ops.activation import sigmoid_ as sigmoid_
from .ops.activation import threshold as threshold
from .ops.activation import threshold_ as threshold_
from .ops.softmax import log_softmax_method as log_softmax
from .ops.softmax import softmax_method as softmax

# ---------------------------------------------------------------- layers
from .ops.convolution import conv1d as conv1d
from .ops.convolution import conv2d as conv2d
from .ops.convolution import conv3d as conv3d
from .ops.convolution import conv_transpose1d as conv_transpose1d
from .ops.convolution import conv_transpose2d as conv_transpose2d
from .ops.convolution import conv_transpose3d as conv_transpose3d
from .ops.distance import cosine_similarity as cosine_similarity
from .ops.distance import pairwise_distance as pairwise_distance
from .ops.dropout import alpha_dropout_function as alpha_dropout
from .ops.dropout import dropout_function as dropout
from .ops.dropout import dropout_function_ as dropout_
from .ops.embedding import embedding_function as embedding
from .ops.linear import bilinear as bilinear
from .ops.normalization import group_norm as group_norm
from .ops.normalization import layer_norm as layer_norm
from .ops.normalization import rms_norm as rms_norm
from .ops.padding import constant_pad as constant_pad_nd
from .ops.pooling import adaptive_avg_pool1d as adaptive_avg_pool1d
from .ops.pooling import avg_pool1d as avg_pool1d
from .ops.pooling import max_pool1d as max_pool1d
from .ops.pooling import max_pool2d as max_pool2d
from .ops.pooling import max_pool3d as max_pool3d

# ---------------------------------------------------------------- asking
from ._conversion import get_device as get_device
from ._conversion import is_complex as is_complex
from ._conversion import is_floating_point as is_floating_point
from ._conversion import is_same_size as is_same_size

# ---------------------------------------------------------------- copying
from .ops.copying import clone as clone
from .ops.copying import fill as fill
from .ops.copying import fill_ as fill_
from .ops.copying import zero_ as zero_

# ---------------------------------------------------------------- version
from .torch_version import TorchVersion as _TorchVersion
from .version import __version__ as _version

__version__ = _TorchVersion(_version)

# ---------------------------------------------------------------- what is not here
from ._missing import module_getattr as _module_getattr

__getattr__ = _module_getattr(__name__)

# ---------------------------------------------------------------- argument errors
import sys as _sys

from ._checked import guard as _guard

_guard(_sys.modules[__name__])
