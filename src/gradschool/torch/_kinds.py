"""Questions about what a thing is, and the dtype that several things make together."""

from __future__ import annotations

from typing import Any

from ._checked import checked
from ._dtype import dtype, torch_dtype
from ._dtype import result_dtype as _result_dtype
from ._errors import type_name
from ._tensor_base import TensorBase


def is_tensor(obj: Any, /) -> bool:
    """Whether it is a tensor."""
    return isinstance(obj, TensorBase)


def is_storage(obj: Any, /) -> bool:
    """Whether it is the memory of a tensor."""
    return type(obj).__name__ == "Storage"


def is_nonzero(input: Any) -> bool:
    """Whether the only element is not zero.

    Raises:
        RuntimeError: there are several elements, or none.
    """
    if not isinstance(input, TensorBase):
        raise TypeError(
            "is_nonzero(): argument 'input' (position 1) must be Tensor, not "
            f"{type_name(input)}"
        )
    return bool(input)


@checked
def result_type(tensor1: Any, tensor2: Any) -> dtype:
    """The dtype of an op on two tensors or numbers.

    Example:
        >>> import gradschool.torch as torch
        >>> torch.result_type(torch.tensor([1, 2]), 1.5)
        torch.float32
    """
    operands = [getattr(x, "_array", x) for x in (tensor1, tensor2)]
    return torch_dtype(_result_dtype(*operands))
