"""The graph: one `Node` per recorded call of an op.

    x ──┐                          parents: one entry per input, None where no gradient
        ├── Mul ──── Sum ──── y    is wanted. A node points at the nodes that made its
    w ──┘                          inputs, so the graph is held by its results alone.

A node class is the mathematics of one op: its docstring is the formula, `backward` the
derivative. What is around it (when to record, what to save, which order to run) is in
`recording.py` and `backward_pass.py`.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Fit, Gradients, Parents
    from .hooks import Hooks, RemovableHandle

tick = itertools.count(1).__next__
"""The engine's clock. One C call, so it is atomic without a lock: two threads never
draw the same number. Node ids and the times of in-place writes come from it."""


class _Marker:
    """A named constant that is compared by identity."""

    _array = None  # so that a saved NOTHING reads like a saved tensor

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name


NOTHING: Any = _Marker("NOTHING")
"""Stands in `saved` for an input that no wanted gradient reads."""

OUTPUT: Any = _Marker("OUTPUT")
"""`record(..., saved=OUTPUT)`: `backward` reads the result of the op."""

FREED: Any = _Marker("FREED")
"""What `saved` becomes once a backward pass has used it."""


class Const:
    """A plain number among the saved tensors, so that it is freed like them."""

    __slots__ = ("_array",)

    def __init__(self, value: Any) -> None:
        self._array = value


class Twin:
    """A saved output: the op's result without its history.

    It must not be the result itself, or result and node would hold each other.
    `index` is the output's number on a node with several outputs, else None.
    """

    __slots__ = ("_array", "_share", "index")


class Node:
    """One recorded call of an op.

    Subclass it with the formula as docstring, `__slots__` for the constants of a call,
    and a `backward`. PyTorch's name of the node is the class's plus `Backward0`; give
    `name="ConvolutionBackward0"` in the class statement where it differs.

    Attributes:
        id: the tick at its creation, larger than all its parents'. It is also the time
            at which it saved, which is all that the version check needs.
        parents: one entry per input.
        saved: the tensors `backward` reads, only if a gradient that reads them is
            wanted. That is memory, and meaning: what is not saved may be overwritten.
        fit: None, or per parent None or the (shape, dtype) its gradient comes back to.
        hooks: None until somebody registers one.
    """

    __slots__ = ("fit", "hooks", "id", "parents", "saved")

    id: int
    parents: Parents
    saved: tuple[Any, ...]
    fit: Fit
    hooks: Hooks | None

    backward: ClassVar[Callable[..., Gradients]]
    """`backward(self, xp, grad, *saved)`: the gradient of each parent (bare if there is
    one parent, None where the parent is None). Runs on arrays with `xp=ARRAYS` and on
    tensors with `xp=TENSORS`."""

    def __init_subclass__(cls, name: str | None = None) -> None:
        # The class takes PyTorch's name, so `type(y.grad_fn).__name__` is right too.
        cls.__name__ = cls.__qualname__ = name or f"{cls.__name__}Backward0"

    # No __init__, __bool__ or __len__: a bare call is the cheapest way to make one, and
    # `need_x and grad * y` needs every node to be true.

    def name(self) -> str:
        """PyTorch's name of the op's node, such as `MulBackward0`."""
        return type(self).__name__

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object at {id(self):#x}>"

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The nodes of the inputs, each with the number of the output that was used."""
        return tuple(
            (p.main, p.index) if isinstance(p, Output) else (p, 0) for p in self.parents
        )

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dictionary for the user's own notes about this node."""
        return hooks_of(self).metadata

    def register_hook(self, fn: Callable[..., Any]) -> RemovableHandle:
        """Calls `fn(grad_inputs, grad_outputs)` after the node ran.

        It may replace the gradients by returning a tuple of as many.
        """
        from .hooks import add_post_hook

        return add_post_hook(self, fn)

    def register_prehook(self, fn: Callable[..., Any]) -> RemovableHandle:
        """Calls `fn(grad_outputs)` before the node runs; it may replace them."""
        from .hooks import add_pre_hook

        return add_pre_hook(self, fn)

    def _sequence_nr(self) -> int:
        return self.id


def hooks_of(node: Node) -> Hooks:
    """The node's hooks, made on first use."""
    found = node.hooks
    if found is None:
        from .hooks import Hooks

        found = node.hooks = Hooks()
    return found


class AccumulateGrad(Node, name="AccumulateGrad"):
    """A leaf: the end of a path, where gradients are added to `.grad`.

    It knows its tensor weakly. The tensor holds the node, so a strong reference were
    a cycle, and a leaf out of scope would wait for the garbage collector.
    """

    __slots__ = ("ref",)
    ref: weakref.ref[Tensor]

    def name(self) -> str:
        """PyTorch's name; unlike the others it is qualified."""
        return "torch::autograd::AccumulateGrad"

    @property
    def variable(self) -> Tensor | None:
        """The leaf itself, or None once nobody else holds it."""
        return self.ref()


class Grads(dict[int, Any]):
    """The gradients of a node's several outputs, by number; missing ones are zero."""

    __slots__ = ()

    def __add__(self, other: Grads) -> Grads:
        """Both together, added where they meet."""
        total = Grads(self)
        for index, grad in other.items():
            held = total.get(index)
            total[index] = grad if held is None else held + grad
        return total


class Output(Node, name="Output"):
    """Output `index` of a node with several (split, unbind, a `Function`).

    It collects what its consumers send and hands `main` a `Grads`, so the backward loop
    needs no special case and nodes with one output stay lean.
    """

    __slots__ = ("index", "main")
    main: Node
    index: int

    def backward(self, xp: Any, grad: Any) -> Any:
        return Grads({self.index: grad})


def new_leaf(tensor: Tensor) -> AccumulateGrad:
    """The node of a leaf that wants a gradient."""
    node = AccumulateGrad()
    node.id = tick()
    node.parents = ()
    node.saved = ()
    node.fit = node.hooks = None
    node.ref = weakref.ref(tensor)
    return node
