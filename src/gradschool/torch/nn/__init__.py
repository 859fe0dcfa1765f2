"""`torch.nn`: modules, parameters, and how they start. This file is a list."""

# ---------------------------------------------------------------- what is not here
from .._missing import module_getattr as _module_getattr
from . import functional as functional
from . import init as init
from . import modules as modules
from . import parameter as parameter
from . import utils as utils

# ---------------------------------------------------------------- activation
from .modules.activation import CELU as CELU
from .modules.activation import ELU as ELU
from .modules.activation import GELU as GELU
from .modules.activation import GLU as GLU
from .modules.activation import SELU as SELU
from .modules.activation import Hardshrink as Hardshrink
from .modules.activation import Hardsigmoid as Hardsigmoid
from .modules.activation import Hardswish as Hardswish
from .modules.activation import Hardtanh as Hardtanh
from .modules.activation import LeakyReLU as LeakyReLU
from .modules.activation import LogSigmoid as LogSigmoid
from .modules.activation import LogSoftmax as LogSoftmax
from .modules.activation import Mish as Mish
from .modules.activation import PReLU as PReLU
from .modules.activation import ReLU as ReLU
from .modules.activation import ReLU6 as ReLU6
from .modules.activation import RReLU as RReLU
from .modules.activation import Sigmoid as Sigmoid
from .modules.activation import SiLU as SiLU
from .modules.activation import Softmax as Softmax
from .modules.activation import Softmax2d as Softmax2d
from .modules.activation import Softmin as Softmin
from .modules.activation import Softplus as Softplus
from .modules.activation import Softshrink as Softshrink
from .modules.activation import Softsign as Softsign
from .modules.activation import Tanh as Tanh
from .modules.activation import Tanhshrink as Tanhshrink
from .modules.activation import Threshold as Threshold

# ---------------------------------------------------------------- attention
from .modules.attention import MultiheadAttention as MultiheadAttention

# ---------------------------------------------------------------- batchnorm
from .modules.batchnorm import BatchNorm1d as BatchNorm1d
from .modules.batchnorm import BatchNorm2d as BatchNorm2d
from .modules.batchnorm import BatchNorm3d as BatchNorm3d
from .modules.batchnorm import LazyBatchNorm1d as LazyBatchNorm1d
from .modules.batchnorm import LazyBatchNorm2d as LazyBatchNorm2d
from .modules.batchnorm import LazyBatchNorm3d as LazyBatchNorm3d

# ---------------------------------------------------------------- container
from .modules.container import ModuleDict as ModuleDict
from .modules.container import ModuleList as ModuleList
from .modules.container import ParameterDict as ParameterDict
from .modules.container import ParameterList as ParameterList
from .modules.container import Sequential as Sequential

# ---------------------------------------------------------------- conv
from .modules.conv import Conv1d as Conv1d
from .modules.conv import Conv2d as Conv2d
from .modules.conv import Conv3d as Conv3d
from .modules.conv import ConvTranspose1d as ConvTranspose1d
from .modules.conv import ConvTranspose2d as ConvTranspose2d
from .modules.conv import ConvTranspose3d as ConvTranspose3d
from .modules.conv import LazyConv1d as LazyConv1d
from .modules.conv import LazyConv2d as LazyConv2d
from .modules.conv import LazyConv3d as LazyConv3d

# ---------------------------------------------------------------- distance
from .modules.distance import CosineSimilarity as CosineSimilarity
from .modules.distance import PairwiseDistance as PairwiseDistance

# ---------------------------------------------------------------- dropout
from .modules.dropout import AlphaDropout as AlphaDropout
from .modules.dropout import Dropout as Dropout
from .modules.dropout import Dropout1d as Dropout1d
from .modules.dropout import Dropout2d as Dropout2d
from .modules.dropout import Dropout3d as Dropout3d
from .modules.dropout import FeatureAlphaDropout as FeatureAlphaDropout

# ---------------------------------------------------------------- flatten
from .modules.flatten import Flatten as Flatten
from .modules.flatten import Unflatten as Unflatten

# ---------------------------------------------------------------- instancenorm
from .modules.instancenorm import InstanceNorm1d as InstanceNorm1d
from .modules.instancenorm import InstanceNorm2d as InstanceNorm2d
from .modules.instancenorm import InstanceNorm3d as InstanceNorm3d

# ---------------------------------------------------------------- linear
from .modules.linear import Bilinear as Bilinear
from .modules.linear import Identity as Identity
from .modules.linear import LazyLinear as LazyLinear
from .modules.linear import Linear as Linear

# ---------------------------------------------------------------- loss
from .modules.loss import BCELoss as BCELoss
from .modules.loss import BCEWithLogitsLoss as BCEWithLogitsLoss
from .modules.loss import CosineEmbeddingLoss as CosineEmbeddingLoss
from .modules.loss import CrossEntropyLoss as CrossEntropyLoss
from .modules.loss import GaussianNLLLoss as GaussianNLLLoss
from .modules.loss import HingeEmbeddingLoss as HingeEmbeddingLoss
from .modules.loss import HuberLoss as HuberLoss
from .modules.loss import KLDivLoss as KLDivLoss
from .modules.loss import L1Loss as L1Loss
from .modules.loss import MarginRankingLoss as MarginRankingLoss
from .modules.loss import MSELoss as MSELoss
from .modules.loss import MultiLabelMarginLoss as MultiLabelMarginLoss
from .modules.loss import MultiLabelSoftMarginLoss as MultiLabelSoftMarginLoss
from .modules.loss import MultiMarginLoss as MultiMarginLoss
from .modules.loss import NLLLoss as NLLLoss
from .modules.loss import NLLLoss2d as NLLLoss2d
from .modules.loss import PoissonNLLLoss as PoissonNLLLoss
from .modules.loss import SmoothL1Loss as SmoothL1Loss
from .modules.loss import SoftMarginLoss as SoftMarginLoss
from .modules.loss import TripletMarginLoss as TripletMarginLoss
from .modules.loss import TripletMarginWithDistanceLoss as TripletMarginWithDistanceLoss

# ---------------------------------------------------------------- module
from .modules.module import Module as Module

# ---------------------------------------------------------------- normalization
from .modules.normalization import GroupNorm as GroupNorm
from .modules.normalization import LayerNorm as LayerNorm
from .modules.normalization import LocalResponseNorm as LocalResponseNorm
from .modules.normalization import RMSNorm as RMSNorm

# ---------------------------------------------------------------- padding
from .modules.padding import CircularPad1d as CircularPad1d
from .modules.padding import CircularPad2d as CircularPad2d
from .modules.padding import CircularPad3d as CircularPad3d
from .modules.padding import ConstantPad1d as ConstantPad1d
from .modules.padding import ConstantPad2d as ConstantPad2d
from .modules.padding import ConstantPad3d as ConstantPad3d
from .modules.padding import ReflectionPad1d as ReflectionPad1d
from .modules.padding import ReflectionPad2d as ReflectionPad2d
from .modules.padding import ReflectionPad3d as ReflectionPad3d
from .modules.padding import ReplicationPad1d as ReplicationPad1d
from .modules.padding import ReplicationPad2d as ReplicationPad2d
from .modules.padding import ReplicationPad3d as ReplicationPad3d
from .modules.padding import ZeroPad1d as ZeroPad1d
from .modules.padding import ZeroPad2d as ZeroPad2d
from .modules.padding import ZeroPad3d as ZeroPad3d

# ---------------------------------------------------------------- pooling
from .modules.pooling import AdaptiveAvgPool1d as AdaptiveAvgPool1d
from .modules.pooling import AdaptiveAvgPool2d as AdaptiveAvgPool2d
from .modules.pooling import AdaptiveAvgPool3d as AdaptiveAvgPool3d
from .modules.pooling import AvgPool1d as AvgPool1d
from .modules.pooling import AvgPool2d as AvgPool2d
from .modules.pooling import AvgPool3d as AvgPool3d
from .modules.pooling import MaxPool1d as MaxPool1d
from .modules.pooling import MaxPool2d as MaxPool2d
from .modules.pooling import MaxPool3d as MaxPool3d

# ---------------------------------------------------------------- recurrent
from .modules.rnn import GRU as GRU
from .modules.rnn import LSTM as LSTM
from .modules.rnn import RNN as RNN
from .modules.rnn import GRUCell as GRUCell
from .modules.rnn import LSTMCell as LSTMCell
from .modules.rnn import RNNBase as RNNBase
from .modules.rnn import RNNCell as RNNCell
from .modules.rnn import RNNCellBase as RNNCellBase

# ---------------------------------------------------------------- sparse
from .modules.sparse import Embedding as Embedding

# ---------------------------------------------------------------- transformer
from .modules.transformer import Transformer as Transformer
from .modules.transformer import TransformerDecoder as TransformerDecoder
from .modules.transformer import TransformerDecoderLayer as TransformerDecoderLayer
from .modules.transformer import TransformerEncoder as TransformerEncoder
from .modules.transformer import TransformerEncoderLayer as TransformerEncoderLayer
from .parameter import Buffer as Buffer
from .parameter import Parameter as Parameter
from .parameter import UninitializedBuffer as UninitializedBuffer
from .parameter import UninitializedParameter as UninitializedParameter

__getattr__ = _module_getattr(__name__)
