"""`torch.layout` and `torch.memory_format`: names that only compare and print.

All tensors here are strided; memory formats are accepted where PyTorch takes one, and
`channels_last` changes strides, never values.
"""

from __future__ import annotations


class layout:  # noqa: N801 - PyTorch's name
    """How a tensor's elements lie in memory."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"torch.{self._name}"


class memory_format:  # noqa: N801 - PyTorch's name
    """In which order a dense tensor's dimensions lie in memory."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"torch.{self._name}"


layout.__module__ = memory_format.__module__ = "torch"

strided = layout("strided")
sparse_coo = layout("sparse_coo")
sparse_csr = layout("sparse_csr")
sparse_csc = layout("sparse_csc")
sparse_bsr = layout("sparse_bsr")
sparse_bsc = layout("sparse_bsc")
jagged = layout("jagged")

contiguous_format = memory_format("contiguous_format")
channels_last = memory_format("channels_last")
channels_last_3d = memory_format("channels_last_3d")
preserve_format = memory_format("preserve_format")
