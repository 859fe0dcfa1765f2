"""`torch.autograd.graph`: looking at the graph and stepping in on its way."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .hooks import RemovableHandle
from .node import AccumulateGrad as AccumulateGrad
from .node import Node as Node
from .recording import here, watch
from .versions import memory

if TYPE_CHECKING:
    from .._tensor import Tensor


class saved_tensors_hooks:  # noqa: N801 - PyTorch's name
    """Within it, what an op saves goes through `pack`, and back through `unpack`.

    Args:
        pack_hook: gets the tensor, returns anything.
        unpack_hook: gets that back when backward needs the tensor, and returns it.
    """

    def __init__(
        self,
        pack_hook: Callable[[Tensor], Any],
        unpack_hook: Callable[[Any], Tensor],
    ) -> None:
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self) -> None:
        here.saved_hooks = (*here.saved_hooks, (self.pack_hook, self.unpack_hook))
        watch(+1)

    def __exit__(self, *exc_info: object) -> None:
        here.saved_hooks = here.saved_hooks[:-1]
        watch(-1)


class save_on_cpu(saved_tensors_hooks):  # noqa: N801 - PyTorch's name
    """Keeps copies of saved tensors on the CPU, which is where they are anyway."""

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(lambda tensor: tensor.detach().clone(), lambda packed: packed)


@contextmanager
def disable_saved_tensors_hooks(error_message: str) -> Generator[None, None, None]:
    """Within it, saved-tensor hooks are left out."""
    before = here.saved_hooks
    here.saved_hooks = ()
    try:
        yield
    finally:
        here.saved_hooks = before


def get_gradient_edge(tensor: Tensor) -> tuple[Node | None, int]:
    """The node a tensor's gradient enters at, and the number of the output."""
    node = tensor._node
    if node is None:
        raise RuntimeError(
            "It is not possible to get the gradient edge of a Tensor that does not "
            "require gradients"
        )
    return (tensor.grad_fn or node), tensor.output_nr


class _MultiHandle(RemovableHandle):
    def __init__(self, handles: Sequence[RemovableHandle]) -> None:
        self.handles = tuple(handles)

    def remove(self) -> None:
        for handle in self.handles:
            handle.remove()


def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Callable[..., Any], *, mode: str = "all"
) -> RemovableHandle:
    """Calls `fn` once the gradients of several tensors are there.

    Args:
        tensors: that require gradients.
        fn: gets the list of gradients (None where there was none) with mode "all", or
            the first gradient with mode "any".
        mode: "all" or "any".
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    lock = threading.Lock()
    seen: dict[int, Any] = {}

    def at(index: int) -> Callable[[Any], None]:
        def hook(grad: Any) -> None:
            grads: list[Any] = []
            with lock:
                seen[index] = grad
                complete = len(seen) == (len(tensors) if mode == "all" else 1)
                first = len(seen) == 1
                if mode == "all" and complete:
                    grads = [seen.get(i) for i in range(len(tensors))]
                    seen.clear()
            if mode == "all" and complete:
                fn(grads)
            elif mode == "any" and first:
                fn(grad)

        return hook

    return _MultiHandle([t.register_hook(at(i)) for i, t in enumerate(tensors)])


@contextmanager
def allow_mutation_on_saved_tensors() -> Generator[None, None, None]:
    """Within it, what ops save is copied, so that it may be overwritten afterwards."""

    def pack(tensor: Any) -> Any:
        copy = tensor.detach().clone()
        copy._node = tensor._node
        return copy

    with saved_tensors_hooks(pack, lambda packed: packed):
        yield


class _Increment:
    def __call__(self, tensors: Any) -> None:
        from .versions import bump

        listed = (tensors,) if hasattr(tensors, "_array") else tensors
        for t in listed:
            memory(t)
            bump(t)


increment_version = _Increment()


__all__ = [
    "AccumulateGrad",
    "Node",
    "allow_mutation_on_saved_tensors",
    "disable_saved_tensors_hooks",
    "get_gradient_edge",
    "increment_version",
    "register_multi_grad_hook",
    "save_on_cpu",
    "saved_tensors_hooks",
]
