"""Operands of ops that take three or more: brought to one dtype, and back.

`binary` does this for two. Here the same in pieces: `common` promotes and broadcasts
nothing yet, `fits` says where a gradient must shrink back to its operand's form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _dtype
from .._dtype import result_dtype
from .._errors import sizes_must_match
from ..autograd.elementwise import cast
from ..autograd.recording import wrap

if TYPE_CHECKING:
    from .._typing import Array, Fit


def array_of(operand: Any) -> Any:
    """The array of a tensor; a Python number stays what it is."""
    return getattr(operand, "_array", operand)


def node_of(operand: Any) -> Any:
    """The node of a tensor; a number has none."""
    return getattr(operand, "_node", None)


def common(*operands: Any, floats_only: bool = False) -> list[Array]:
    """The operands (tensors or numbers) as arrays of one dtype, by PyTorch's rules."""
    arrays = [array_of(operand) for operand in operands]
    wanted = result_dtype(*arrays)
    if floats_only and wanted.kind not in "fc":
        wanted = _dtype.default
    return [cast(x, wanted) for x in arrays]


def fits(z: Array, *operands: Any) -> Fit:
    """`fit` for `record`: the form of each operand that differs from the result's."""
    forms = tuple(
        (x.shape, x.dtype)
        if isinstance(x, np.ndarray | np.generic)
        and (x.shape != z.shape or x.dtype != z.dtype)
        else None
        for x in map(array_of, operands)
    )
    return forms if any(forms) else None


def broadcast_shape(*arrays: Array) -> tuple[int, ...]:
    """The shape all arrays broadcast to.

    Raises:
        RuntimeError: they do not, in PyTorch's words.
    """
    shape = arrays[0].shape
    for array in arrays[1:]:
        try:
            shape = np.broadcast_shapes(shape, array.shape)
        except ValueError:
            raise sizes_must_match(shape, array.shape) from None
    return shape


def as_tensor(operand: Any, beside: Any) -> Any:
    """A number that stands first, as a 0-d tensor beside the tensor that follows.

    It has the dtype that a number brings, so promotion stays PyTorch's.
    """
    if hasattr(operand, "_array"):
        return operand
    return wrap(np.asarray(operand, result_dtype(operand, _zero_like(beside))))


def _zero_like(beside: Any) -> Any:
    array = array_of(beside)
    return array.dtype.type(0) if hasattr(array, "dtype") else array
