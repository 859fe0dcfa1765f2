"""Tensors that belong to a module: `Parameter` is trained, `Buffer` is kept.

Assigning one to an attribute of a `Module` registers it there. The `Uninitialized`
kinds have no shape yet: a lazy module makes them real at its first call.
"""

from collections import OrderedDict
from typing import Any

from .._tensor import Tensor


class Parameter(Tensor):
    """A tensor that a module trains: a leaf that wants a gradient.

    Args:
        data: the values; the parameter shares their memory.
        requires_grad: whether it wants gradients.
    """

    __slots__ = ()

    def __new__(cls, data: Any = None, requires_grad: bool = True) -> "Parameter":
        """A leaf over the memory of `data`."""
        if data is None:
            from ..creation import empty

            data = empty(0)
        # `detach` gives a tensor of its own over the same memory and version counter.
        plain = data.detach()
        self = object.__new__(cls)
        self._array = plain._array
        self._share = plain._share
        self._view = None
        self._grad = None
        self._node = None
        if type(data) is not Tensor and type(data) is not cls and data.__dict__:
            self.__dict__.update(data.__dict__)
        if requires_grad:
            self.requires_grad_(True)
        return self

    def __init__(self, data: Any = None, requires_grad: bool = True) -> None:
        """All is done in `__new__`."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Parameter":
        if id(self) in memo:
            return memo[id(self)]
        copied = type(self)(self.data.clone(), self.requires_grad)
        memo[id(self)] = copied
        return copied

    def __repr__(self, **kwargs: Any) -> str:
        return "Parameter containing:\n" + super().__repr__(**kwargs)

    def __reduce_ex__(self, proto: Any) -> Any:
        state = dict(self.__dict__)
        hooks: Any = OrderedDict()  # hooks are code: they do not travel
        if state:
            return _rebuild_with_state, (self.data, self.requires_grad, hooks, state)
        return _rebuild, (self.data, self.requires_grad, hooks)


def _rebuild(data: Any, requires_grad: bool, backward_hooks: Any) -> Parameter:
    return Parameter(data, requires_grad)


def _rebuild_with_state(
    data: Any, requires_grad: bool, backward_hooks: Any, state: dict[str, Any]
) -> Parameter:
    parameter = Parameter(data, requires_grad)
    parameter.__dict__.update(state)
    return parameter


class Buffer(Tensor):
    """A tensor that a module keeps and saves but does not train.

    Args:
        data: the values; the buffer shares their memory.
        persistent: whether `state_dict` saves it.
    """

    __slots__ = ()

    persistent: bool

    def __new__(cls, data: Any = None, *, persistent: bool = True) -> "Buffer":
        """A tensor of its own over the memory of `data`."""
        if data is None:
            from ..creation import empty

            data = empty(0)
        plain = data.detach()
        self = object.__new__(cls)
        self._array = plain._array
        self._share = plain._share
        self._view = None
        self._grad = None
        self._node = None
        self.persistent = persistent
        if data.requires_grad:
            self.requires_grad_(True)
        return self

    def __init__(self, data: Any = None, *, persistent: bool = True) -> None:
        """All is done in `__new__`."""


class UninitializedParameter(Parameter):
    """A parameter whose shape is not known before its module's first call.

    Args:
        requires_grad: whether it will want gradients.
        device: only the CPU.
        dtype: of the values to come.
    """

    __slots__ = ()

    def __new__(
        cls, requires_grad: bool = True, device: Any = None, dtype: Any = None
    ) -> "UninitializedParameter":
        """A parameter without elements."""
        from ..creation import empty

        return super().__new__(cls, empty(0, device=device, dtype=dtype), requires_grad)  # type: ignore[return-value]  # pyright: ignore

    def __init__(
        self, requires_grad: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        """All is done in `__new__`."""

    def materialize(self, shape: Any, device: Any = None, dtype: Any = None) -> None:
        """Becomes an ordinary parameter of `shape`, with no defined values."""
        _materialize(self, shape, dtype, Parameter)

    @property
    def shape(self) -> Any:
        """Not known yet."""
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This "
            "error usually happens in `load_state_dict` when trying to load an "
            "uninitialized parameter into an initialized one. Call `forward` to "
            "initialize the parameters before accessing their attributes."
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> "UninitializedParameter":
        if id(self) in memo:
            return memo[id(self)]
        copied = type(self)(self.requires_grad, None, self.dtype)
        memo[id(self)] = copied
        return copied

    def __repr__(self, **kwargs: Any) -> str:
        return f"<{type(self).__name__}>"


class UninitializedBuffer(Tensor):
    """A buffer whose shape is not known before its module's first call.

    Args:
        requires_grad: whether it will want gradients.
        device: only the CPU.
        dtype: of the values to come.
        persistent: whether `state_dict` saves it.
    """

    __slots__ = ()

    persistent: bool

    def __new__(
        cls,
        requires_grad: bool = False,
        device: Any = None,
        dtype: Any = None,
        persistent: bool = True,
    ) -> "UninitializedBuffer":
        """A buffer without elements."""
        from ..creation import empty

        plain = empty(0, device=device, dtype=dtype)
        self = object.__new__(cls)
        self._array = plain._array
        self._share = self._view = self._grad = self._node = None
        self.persistent = persistent
        return self

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """All is done in `__new__`."""

    def materialize(self, shape: Any, device: Any = None, dtype: Any = None) -> None:
        """Becomes an ordinary tensor of `shape`, with no defined values."""
        _materialize(self, shape, dtype, Tensor)

    def __repr__(self, **kwargs: Any) -> str:
        return f"<{type(self).__name__}>"


def _materialize(tensor: Any, shape: Any, dtype: Any, kind: Any) -> None:
    from ..creation import empty

    fresh = empty(shape, dtype=tensor.dtype if dtype is None else dtype)
    tensor._array = fresh._array
    tensor._share = None
    tensor.__class__ = kind


def is_lazy(tensor: Any) -> bool:
    """Whether the tensor still waits for its shape."""
    return isinstance(tensor, (UninitializedParameter, UninitializedBuffer))
