"""Between tensors and the rest of Python: numbers, lists, NumPy arrays, pickles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .autograd.versions import memory

if TYPE_CHECKING:
    from ._tensor import Tensor


def item(self: Tensor) -> Any:
    """The only element as a Python number.

    Raises:
        RuntimeError: the tensor has more than one element, or none.
    """
    x = self._array
    if x.size != 1:
        raise RuntimeError(
            f"a Tensor with {x.size} elements cannot be converted to Scalar"
        )
    return x.item()


def tolist(self: Tensor) -> Any:
    """The elements as nested lists, or one number."""
    return self._array.tolist()


def numpy(self: Tensor, *, force: bool = False) -> Any:
    """The tensor's memory as a NumPy array: writing to one is seen in the other.

    Args:
        self: the tensor.
        force: detach first if a gradient is wanted.

    Raises:
        RuntimeError: the tensor requires a gradient, which NumPy would not record.
    """
    if self._node is not None and not force:
        raise RuntimeError(
            "Can't call numpy() on Tensor that requires grad. Use "
            "tensor.detach().numpy() instead."
        )
    return memory(self)


def array(self: Tensor, dtype: Any = None, copy: bool | None = None) -> Any:
    """`np.asarray(tensor)`."""
    x = numpy(self)
    return x if dtype is None else x.astype(dtype, copy=False)


# ------------------------------------------------------------------ Python's protocols


def truth(self: Tensor) -> bool:
    """The truth of the only element.

    Raises:
        RuntimeError: the tensor has several elements, or none.
    """
    x = self._array
    if x.size != 1:
        if x.size == 0:
            raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
        raise RuntimeError(
            "Boolean value of Tensor with more than one value is ambiguous"
        )
    return bool(x.reshape(()))


def as_float(self: Tensor) -> float:
    """The only element as a `float`.

    Raises:
        ValueError: the tensor has several elements, or none.
    """
    return float(_converted(self, "float"))


def as_int(self: Tensor) -> int:
    """The only element as an `int`, cut towards zero."""
    return int(_converted(self, "int"))


def as_complex(self: Tensor) -> complex:
    """The only element as a `complex`."""
    return complex(_only_element(self))


def _converted(self: Tensor, kind: str) -> Any:
    if self._node is not None and self._array.size == 1:
        warn_lost_gradient()
    value = _only_element(self)
    if isinstance(value, complex):
        if value.imag:
            raise RuntimeError(
                "value cannot be converted to type "
                f"{'double' if kind == 'float' else 'int64_t'} without overflow"
            )
        return value.real
    return value


def _only_element(self: Tensor) -> Any:
    if self._array.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return self._array.item()


_warned: set[str] = set()


def warn_lost_gradient() -> None:
    """A number that was taken from a tensor has no gradient any more: said once."""
    import warnings

    if "lost gradient" in _warned:
        return
    _warned.add("lost gradient")
    warnings.warn(
        "Converting a tensor with requires_grad=True to a scalar may lead to "
        "unexpected behavior.\nConsider using tensor.detach() first.",
        UserWarning,
        stacklevel=4,
    )


def as_index(self: Tensor) -> int:
    """The only element where Python wants an index.

    Raises:
        TypeError: the element is no integer.
    """
    x = self._array
    if x.size != 1 or x.dtype.kind not in "iub":
        raise TypeError(
            "only integer tensors of a single element can be converted to an index"
        )
    return int(x.item())


def length(self: Tensor) -> int:
    """The size of the first dimension.

    Raises:
        TypeError: a 0-d tensor has none.
    """
    x = self._array
    if not x.ndim:
        raise TypeError("len() of a 0-d tensor")
    return len(x)


def iterate(self: Tensor) -> Any:
    """The slices along the first dimension, as `unbind` gives them.

    Raises:
        TypeError: a 0-d tensor has none.
    """
    if not self._array.ndim:
        raise TypeError("iteration over a 0-d tensor")
    from .ops.splitting import unbind

    return iter(unbind(self, 0))


def contains(self: Tensor, element: Any, /) -> bool:
    """Whether some element equals the given one.

    Raises:
        RuntimeError: it is neither a tensor nor a number.
    """
    if hasattr(element, "_array"):
        return bool((self._array == element._array).any())
    if isinstance(element, bool | int | float | complex):
        return bool((self._array == element).any())
    raise RuntimeError(
        "Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
        f"{type(element)}."
    )


def format_(self: Tensor, format_spec: str) -> str:
    """`f"{loss:.4f}"`: a 0-d tensor formats as its number."""
    if not self._array.ndim and type(self).__name__ == "Tensor":
        return item(self).__format__(format_spec)
    return object.__format__(self, format_spec)


def directory(self: Tensor) -> list[str]:
    """The names `dir` shows."""
    return sorted({*dir(type(self)), *self.__dict__})
