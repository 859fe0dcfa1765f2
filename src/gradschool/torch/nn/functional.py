"""`torch.nn.functional`: layers and losses as functions. This file is a list."""

import sys as _sys

from .._checked import guard as _guard
from .._missing import module_getattr as _module_getattr

# ---------------------------------------------------------------- convolution
from ..ops.convolution import conv1d as conv1d
from ..ops.convolution import conv2d as conv2d
from ..ops.convolution import conv3d as conv3d
from ..ops.convolution import conv_transpose1d as conv_transpose1d
from ..ops.convolution import conv_transpose2d as conv_transpose2d
from ..ops.convolution import conv_transpose3d as conv_transpose3d

# ---------------------------------------------------------------- pooling
from ..ops.pooling import adaptive_avg_pool1d as adaptive_avg_pool1d
from ..ops.pooling import adaptive_avg_pool2d as adaptive_avg_pool2d
from ..ops.pooling import adaptive_avg_pool3d as adaptive_avg_pool3d
from ..ops.pooling import avg_pool1d as avg_pool1d
from ..ops.pooling import avg_pool2d as avg_pool2d
from ..ops.pooling import avg_pool3d as avg_pool3d
from ..ops.pooling import max_pool1d as max_pool1d
from ..ops.pooling import max_pool2d as max_pool2d
from ..ops.pooling import max_pool3d as max_pool3d

# ---------------------------------------------------------------- attention
from ..ops.attention import scaled_dot_product_attention as scaled_dot_product_attention
from ..ops.multihead_attention import (
    multi_head_attention_forward as multi_head_attention_forward,
)

# ------------------------------------------------------------- non-linear activations
from ..ops.activation import celu as celu
from ..ops.activation import celu_ as celu_
from ..ops.activation import elu as elu
from ..ops.activation import elu_ as elu_
from ..ops.activation import gelu as gelu
from ..ops.activation import glu as glu
from ..ops.activation import hardshrink as hardshrink
from ..ops.activation import hardsigmoid as hardsigmoid
from ..ops.activation import hardswish as hardswish
from ..ops.activation import hardtanh as hardtanh
from ..ops.activation import hardtanh_ as hardtanh_
from ..ops.activation import leaky_relu as leaky_relu
from ..ops.activation import leaky_relu_ as leaky_relu_
from ..ops.activation import logsigmoid as logsigmoid
from ..ops.activation import mish as mish
from ..ops.activation import prelu as prelu
from ..ops.activation import relu as relu
from ..ops.activation import relu6 as relu6
from ..ops.activation import relu_ as relu_
from ..ops.activation import rrelu as rrelu
from ..ops.activation import rrelu_ as rrelu_
from ..ops.activation import selu as selu
from ..ops.activation import selu_ as selu_
from ..ops.activation import sigmoid as sigmoid
from ..ops.activation import silu as silu
from ..ops.activation import softplus as softplus
from ..ops.activation import softshrink as softshrink
from ..ops.activation import softsign as softsign
from ..ops.activation import tanhshrink as tanhshrink
from ..ops.activation import threshold as _threshold  # noqa: F401 - PyTorch has it
from ..ops.activation import threshold as threshold
from ..ops.activation import threshold_ as threshold_
from ..ops.softmax import gumbel_softmax as gumbel_softmax
from ..ops.softmax import log_softmax as log_softmax
from ..ops.softmax import softmax as softmax
from ..ops.softmax import softmin as softmin
from ..ops.trigonometric import tanh as tanh

# ---------------------------------------------------------------- normalization
from ..ops.normalization import batch_norm as batch_norm
from ..ops.normalization import group_norm as group_norm
from ..ops.normalization import instance_norm as instance_norm
from ..ops.normalization import layer_norm as layer_norm
from ..ops.normalization import local_response_norm as local_response_norm
from ..ops.normalization import rms_norm as rms_norm
from ..ops.distance import normalize as normalize

# ---------------------------------------------------------------- linear
from ..ops.linear import bilinear as bilinear
from ..ops.linear import linear as linear

# ---------------------------------------------------------------- dropout
from ..ops.dropout import alpha_dropout as alpha_dropout
from ..ops.dropout import dropout as dropout
from ..ops.dropout import dropout1d as dropout1d
from ..ops.dropout import dropout2d as dropout2d
from ..ops.dropout import dropout3d as dropout3d
from ..ops.dropout import feature_alpha_dropout as feature_alpha_dropout

# ---------------------------------------------------------------- sparse
from ..ops.embedding import embedding as embedding
from ..ops.embedding import one_hot as one_hot

# ---------------------------------------------------------------- distance
from ..ops.distance import cosine_similarity as cosine_similarity
from ..ops.distance import pairwise_distance as pairwise_distance

# ---------------------------------------------------------------- losses
from ..ops.regression_loss import gaussian_nll_loss as gaussian_nll_loss
from ..ops.regression_loss import huber_loss as huber_loss
from ..ops.regression_loss import l1_loss as l1_loss
from ..ops.regression_loss import mse_loss as mse_loss
from ..ops.regression_loss import poisson_nll_loss as poisson_nll_loss
from ..ops.regression_loss import smooth_l1_loss as smooth_l1_loss
from ..ops.probability_loss import binary_cross_entropy as binary_cross_entropy
from ..ops.probability_loss import (
    binary_cross_entropy_with_logits as binary_cross_entropy_with_logits,
)
from ..ops.probability_loss import kl_div as kl_div
from ..ops.probability_loss import (
    multilabel_soft_margin_loss as multilabel_soft_margin_loss,
)
from ..ops.probability_loss import soft_margin_loss as soft_margin_loss
from ..ops.classification_loss import cross_entropy as cross_entropy
from ..ops.classification_loss import multi_margin_loss as multi_margin_loss
from ..ops.classification_loss import multilabel_margin_loss as multilabel_margin_loss
from ..ops.classification_loss import nll_loss as nll_loss
from ..ops.ranking_loss import cosine_embedding_loss as cosine_embedding_loss
from ..ops.ranking_loss import hinge_embedding_loss as hinge_embedding_loss
from ..ops.ranking_loss import margin_ranking_loss as margin_ranking_loss
from ..ops.ranking_loss import triplet_margin_loss as triplet_margin_loss
from ..ops.ranking_loss import (
    triplet_margin_with_distance_loss as triplet_margin_with_distance_loss,
)

# ---------------------------------------------------------------- padding
from ..ops.padding import pad as pad

# ---------------------------------------------------------------- what is not here
__getattr__ = _module_getattr(__name__)

# ---------------------------------------------------------------- argument errors
_guard(_sys.modules[__name__])
