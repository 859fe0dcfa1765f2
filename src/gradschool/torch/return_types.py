"""The named results of functions that return several tensors: `torch.return_types`.

Each is a tuple whose entries also have names, and prints like PyTorch's:

    torch.return_types.max(
    values=tensor([3., 4.]),
    indices=tensor([2, 0]))
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    from ._tensor import Tensor


class _Result(tuple[Any, ...]):
    """A tuple of tensors with a name for each; subclasses annotate the names."""

    __slots__ = ()
    fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls.fields = tuple(cls.__annotations__)
        for position, field in enumerate(cls.fields):
            setattr(cls, field, property(itemgetter(position)))
        cls.__module__ = "torch.return_types"

    def __new__(cls, values: Iterable[Any]) -> Self:
        return super().__new__(cls, values)

    @property
    def n_fields(self) -> int:
        """How many entries there are."""
        return len(self)

    def __repr__(self) -> str:
        lines = ",\n".join(
            f"{field}={value!r}" for field, value in zip(self.fields, self, strict=True)
        )
        return f"torch.return_types.{type(self).__name__}(\n{lines})"


class max(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.max`."""

    values: Tensor
    indices: Tensor


class min(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.min`."""

    values: Tensor
    indices: Tensor


class median(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.median`."""

    values: Tensor
    indices: Tensor


class nanmedian(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.nanmedian`."""

    values: Tensor
    indices: Tensor


class mode(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.mode`."""

    values: Tensor
    indices: Tensor


class kthvalue(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.kthvalue`."""

    values: Tensor
    indices: Tensor


class sort(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.sort`."""

    values: Tensor
    indices: Tensor


class topk(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.topk`."""

    values: Tensor
    indices: Tensor


class cummax(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.cummax`."""

    values: Tensor
    indices: Tensor


class cummin(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.cummin`."""

    values: Tensor
    indices: Tensor


class aminmax(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.aminmax`."""

    min: Tensor
    max: Tensor


class frexp(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.frexp`."""

    mantissa: Tensor
    exponent: Tensor


class histogram(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.histogram`."""

    hist: Tensor
    bin_edges: Tensor


class slogdet(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.slogdet`."""

    sign: Tensor
    logabsdet: Tensor


class qr(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.qr`."""

    Q: Tensor
    R: Tensor


class svd(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.svd`."""

    U: Tensor
    S: Tensor
    V: Tensor


class linalg_svd(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.svd`."""

    U: Tensor
    S: Tensor
    Vh: Tensor


class linalg_qr(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.qr`."""

    Q: Tensor
    R: Tensor


class linalg_eigh(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.eigh`."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class linalg_eig(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.eig`."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class linalg_slogdet(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.slogdet`."""

    sign: Tensor
    logabsdet: Tensor


class linalg_inv_ex(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.inv_ex`."""

    inverse: Tensor
    info: Tensor


class linalg_cholesky_ex(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.cholesky_ex`."""

    L: Tensor
    info: Tensor


class linalg_solve_ex(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.solve_ex`."""

    result: Tensor
    info: Tensor


class linalg_lu_factor(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.lu_factor`."""

    LU: Tensor
    pivots: Tensor


class linalg_lu_factor_ex(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.lu_factor_ex`."""

    LU: Tensor
    pivots: Tensor
    info: Tensor


class linalg_lu(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.lu`."""

    P: Tensor
    L: Tensor
    U: Tensor


class linalg_lstsq(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.linalg.lstsq`."""

    solution: Tensor
    residuals: Tensor
    rank: Tensor
    singular_values: Tensor


class lu_unpack(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.lu_unpack`."""

    P: Tensor
    L: Tensor
    U: Tensor


class triangular_solve(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.triangular_solve`."""

    solution: Tensor
    cloned_coefficient: Tensor


class geqrf(_Result):  # noqa: N801 - PyTorch's name
    """Of `torch.geqrf`."""

    a: Tensor
    tau: Tensor
