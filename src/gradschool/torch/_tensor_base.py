"""What a tensor is made of: memory, history, `.grad`, and attributes that show them.

    _array   the numbers: an ndarray, or a NumPy scalar while a 0-d result has never
             been viewed or written
    _node    None: no gradient wanted. AccumulateGrad: a leaf. Else the op that made it
    _share   None until needed: what all tensors over this memory have in common
    _view    None, or how it is cut from its base
    _grad    what `.grad` answers

The ops are in `ops/`; `Tensor` in `_tensor.py` lists them.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, ClassVar, cast

from ._device import CPU, device
from ._dtype import cpp_name, dtype, torch_dtype, word
from ._errors import explained
from ._size import Size, size_of
from ._typing import Array
from .autograd import backward_pass, recording
from .autograd.hooks import retains_grad
from .autograd.node import AccumulateGrad, Node, Output, new_leaf
from .autograd.recording import alias, here, wrap
from .autograd.versions import Share, View, memory

if TYPE_CHECKING:
    from ._tensor import Tensor


class TensorBase:
    """The storage and the graph fields of a tensor."""

    __slots__ = (
        "__dict__",
        "__weakref__",
        "_array",
        "_grad",
        "_node",
        "_share",
        "_view",
    )

    _array: Array
    _node: Node | None
    _share: Share | None
    _view: View | None
    _grad: Tensor | None

    public_class: ClassVar[Any] = None

    # -------------------------------------------------------------- form

    @property
    def shape(self) -> Size:
        """The sizes of the dimensions."""
        return size_of(self._array.shape)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._array.ndim

    @property
    def dtype(self) -> dtype:
        """The kind of number."""
        return torch_dtype(self._array.dtype)

    @property
    def device(self) -> device:
        """Where the tensor lives: always the CPU."""
        return CPU

    @property
    def itemsize(self) -> int:
        """The bytes of one element."""
        return self._array.itemsize

    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        return self._array.nbytes

    @property
    def layout(self) -> Any:
        """How the elements are laid out: `torch.strided`."""
        from ._layout import strided

        return strided

    @property
    def name(self) -> None:
        """Tensors have no names; the attribute exists in PyTorch too."""
        return None

    is_cuda = False
    is_cpu = True
    is_sparse = False
    is_sparse_csr = False
    is_quantized = False
    is_meta = False
    is_mps = False
    is_xpu = False
    is_nested = False
    is_mkldnn = False
    is_ipu = is_xla = is_vulkan = is_mtia = is_maia = False

    # -------------------------------------------------------------- graph

    @property
    def requires_grad(self) -> bool:
        """Whether ops on this tensor are recorded."""
        return self._node is not None

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        set_requires_grad(self, value)

    @property
    def is_leaf(self) -> bool:
        """Whether no recorded op made it: only leaves get `.grad` by default."""
        return self._node is None or self._node.__class__ is AccumulateGrad

    @property
    def grad_fn(self) -> Node | None:
        """The node of the op that made it; None for a leaf."""
        node = self._node
        if node.__class__ is AccumulateGrad:
            return None
        return node.main if isinstance(node, Output) else node

    @property
    def output_nr(self) -> int:
        """Which output of its `grad_fn` this tensor is."""
        node = self._node
        return node.index if isinstance(node, Output) else 0

    @property
    def retains_grad(self) -> bool:
        """Whether `retain_grad()` was called on this non-leaf tensor."""
        return retains_grad(self)  # pyright: ignore[reportArgumentType] - a Tensor

    @property
    def _version(self) -> int:
        if self._share is not None and self._share.inference:
            raise RuntimeError("Inference tensors do not track version counter.")
        return 0 if self._share is None else self._share.version

    @property
    def _base(self) -> Tensor | None:
        return None if self._view is None else self._view.base

    def _is_view(self) -> bool:
        return self._view is not None

    def is_inference(self) -> bool:
        """Whether it was made in inference mode."""
        return self._share is not None and self._share.inference

    # -------------------------------------------------------------- grad

    @property
    def grad(self) -> Tensor | None:
        """The gradient that backward passes have added up, or None."""
        found = self._grad
        if found is None and not self.is_leaf and not self.retains_grad:
            warnings.warn(
                "The .grad attribute of a Tensor that is not a leaf Tensor is being "
                "accessed. Its .grad attribute won't be populated during "
                "autograd.backward(). If you indeed want the .grad field to be "
                "populated for a non-leaf Tensor, use .retain_grad() on the non-leaf "
                "Tensor. If you access the non-leaf Tensor by mistake, make sure you "
                "access the leaf Tensor instead. See "
                "github.com/pytorch/pytorch/pull/30531 for more information.",
                UserWarning,
                stacklevel=2,
            )
        return found

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            if not isinstance(cast("object", value), TensorBase):
                raise TypeError(
                    "assigned grad expected to be a Tensor or None but got grad of "
                    f"type {type(value).__name__}"
                )
            if value is self:
                raise RuntimeError("can't assign Variable as its own grad")
            if value._array.dtype != self._array.dtype:
                raise RuntimeError(
                    "attempting to assign a gradient with dtype "
                    f"'{cpp_name(value._array.dtype)}' to a tensor with grad_dtype "
                    f"'{word(self._array.dtype)}'. The gradient must match the "
                    "tensor's grad_dtype (defaults to the tensor's dtype). You can set "
                    "the tensor's grad_dtype attribute with a specific dtype, or None "
                    "to allow any dtype. Set grad_dtype with caution. Diverging the "
                    "dtypes of a tensor and its gradient may break downstream systems "
                    "that assume they match."
                )
            if value._array.shape != self._array.shape:
                raise RuntimeError(
                    "attempting to assign a gradient of size "
                    f"'{list(value._array.shape)}' to a tensor of size "
                    f"'{list(self._array.shape)}'. Please ensure that the gradient and "
                    "the tensor are the same size"
                )
        self._grad = value
        if backward_pass.observer is not None:
            backward_pass.observer.cleared(self, value)

    @grad.deleter
    def grad(self) -> None:
        self.grad = None

    # -------------------------------------------------------------- data

    @property
    def data(self) -> Tensor:
        """The numbers as a tensor without history whose writes autograd does not see.

        It shares memory but not the version counter, so nothing warns when a saved
        value is overwritten through it. Prefer `detach()`.
        """
        return wrap(memory(self))

    @data.setter
    def data(self, value: Tensor) -> None:
        if not isinstance(cast("object", value), TensorBase):
            raise TypeError(
                f"Variable data has to be a tensor, but got {type(value).__name__}"
            )
        if self._node is not None and value._array.dtype.kind not in "fc":
            raise explained(
                RuntimeError(
                    "data set to a tensor that requires gradients must be floating "
                    "point or complex dtype"
                ),
                "Integers have no gradients.",
            )
        self._array = memory(value)
        # A leaf's own counter goes on; views of the old memory are views no more.
        version = 0 if self._share is None else self._share.version
        self._share = Share()
        self._share.version = version


def set_requires_grad(self: Any, value: bool) -> None:
    """Turns recording on or off for a leaf.

    Raises:
        RuntimeError: turning it off for a non-leaf; integers.
    """
    node = self._node
    if not value:
        if node is not None and node.__class__ is not AccumulateGrad:
            raise explained(
                RuntimeError(
                    "you can only change requires_grad flags of leaf variables. If you "
                    "want to use a computed variable in a subgraph that doesn't "
                    "require differentiation use var_no_grad = var.detach()."
                ),
                "This tensor was computed from others that require gradients.",
            )
        self._node = None
        return
    if node is not None:
        return
    if self._array.dtype.kind not in "fc":
        raise RuntimeError(
            "only Tensors of floating point and complex dtype can require gradients"
        )
    if (
        recording.inference_seen
        and self._share is not None
        and self._share.inference
        and here.off != recording.INFERENCE
    ):
        raise RuntimeError(
            "Setting requires_grad=True on inference tensor outside InferenceMode is "
            "not allowed."
        )
    self._node = new_leaf(self)


def requires_grad_(self: Any, requires_grad: bool = True) -> Any:
    """Changes whether this leaf wants a gradient, in place.

    Raises:
        RuntimeError: the tensor is not a leaf, or holds integers.
    """
    if requires_grad and self._node is None and self._array.dtype.kind not in "fc":
        raise RuntimeError("only Tensors of floating point dtype can require gradients")
    set_requires_grad(self, requires_grad)
    return self


def detach(self: Any) -> Tensor:
    """The same numbers without history.

    It shares memory and version counter: writing in place to one is seen in the other,
    and by backward.
    """
    return alias(self)


def detach_(self: Any) -> Any:
    """Cuts this tensor off from its history, in place."""
    if self._view is not None and not self.is_leaf:
        raise RuntimeError(
            "Can't detach views in-place. Use detach() instead. If you are using "
            "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view "
            "is set as True, gradients are views of DDP buckets, and hence detach_() "
            "cannot be called on these gradients. To fix this error, please refer to "
            "the Optimizer.zero_grad() function in torch/optim/optimizer.py as a "
            "reference."
        )
    self._node = None
    return self
