"""Type aliases that several of the engine's pages share.

Arrays pass as tensors in a node's `backward` (one formula, two readings), so the
formulas are typed in `Tensor`s; the one cast stands in `autograd/backward_pass.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._dtype import dtype
    from ._tensor import Tensor
    from .autograd.node import Node

Array: TypeAlias = "NDArray[Any]"
"""A NumPy array, or a NumPy scalar where the value has no dimensions."""

NumpyDtype: TypeAlias = "np.dtype[Any]"

Number: TypeAlias = bool | int | float | complex
"""What Python code may write beside a tensor: `x * 2`."""

Operand: TypeAlias = "Tensor | Number"

Gradient: TypeAlias = "Tensor | Node | None"
"""One gradient; `need_x and grad * y` is the parent `None` or the product."""

Gradients: TypeAlias = "Gradient | Sequence[Gradient]"
"""What `backward` returns: one gradient per parent, bare if there is one parent."""

Parents: TypeAlias = "tuple[Node | None, ...]"

Fit: TypeAlias = "tuple[tuple[tuple[int, ...], NumpyDtype] | None, ...] | None"
"""Per parent: the shape and dtype its gradient must come back to, or None."""

Step: TypeAlias = Callable[[Any], Any]
"""How a view is cut from an array or from a tensor: both answer to it alike."""

Dim: TypeAlias = "int | None"
Dims: TypeAlias = "int | Sequence[int] | None"
Shape: TypeAlias = tuple[int, ...]
DtypeLike: TypeAlias = "dtype | type[Any] | None"
