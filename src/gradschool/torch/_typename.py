"""PyTorch's name for the type of a value: `torch.FloatTensor`, `int`, `nn.ReLU`."""

from __future__ import annotations

from typing import Any, cast

from ._dtype import word


def typename(obj: Any, /) -> str:
    """The type's name as PyTorch's messages have it.

    Example:
        >>> torch.typename(torch.ones(2)), torch.typename(3)
        ('torch.FloatTensor', 'int')
    """
    array = getattr(obj, "_array", None)
    if array is not None:
        return f"torch.{word(array.dtype)}Tensor"
    kind = cast("Any", type(obj))
    if isinstance(obj, type) or (
        hasattr(obj, "__qualname__") and hasattr(obj, "__module__")
    ):
        kind = obj
    module = kind.__module__
    if module in (None, "builtins", "__builtin__"):
        return kind.__qualname__
    return f"{module}.{kind.__qualname__}"
