"""`autograd.Function`: an op whose forward and backward the user writes.

    class Square(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return 2 * x * grad

`Square.apply(x)` runs forward without recording and puts one node into the graph. The
`ctx` is an object of its own, on which the user may write any name; the node holds it.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from .._errors import explained
from .._typing import NumpyDtype, Shape
from . import hooks, recording
from .node import FREED, AccumulateGrad, Grads, Node, Twin, tick
from .recording import (
    NO_GRAD,
    RECORD,
    alias,
    here,
    new_output,
    noted,
    saved_tensor,
    set_off,
    wrap,
)
from .versions import View, bump, share_of
from .writing import rebase

if TYPE_CHECKING:
    from .._tensor import Tensor


class FunctionCtx:
    """What forward leaves for backward."""

    to_save: tuple[Any, ...] = ()
    materialize_grads: bool = True
    non_differentiable: tuple[Any, ...] = ()
    dirty_tensors: tuple[Any, ...] = ()
    needs_input_grad: tuple[bool, ...] = ()
    _node_ref: Any = None

    @property
    def saved_tensors(self) -> tuple[Tensor | None, ...]:
        """What `save_for_backward` kept.

        Raises:
            RuntimeError: it was freed, or was overwritten in place since.
        """
        # Weakly: the node holds the ctx.
        node = None if self._node_ref is None else self._node_ref()
        return self.to_save if node is None else node.saved_tensors

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keeps inputs or outputs; backward reads them as `ctx.saved_tensors`.

        Raises:
            TypeError: something else than a tensor or None.
        """
        for position, t in enumerate(tensors):
            if t is not None and not hasattr(t, "_array"):
                raise TypeError(
                    "save_for_backward can only save variables, but argument "
                    f"{position} is of type {type(t).__name__}"
                )
        self.to_save = tensors

    def save_for_forward(self, *tensors: Tensor) -> None:
        """Accepted; forward-mode derivatives are not in this engine."""

    def mark_dirty(self, *args: Tensor) -> None:
        """Says that forward wrote these inputs in place; it must return them too."""
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args: Tensor) -> None:
        """Says that these outputs have no gradient."""
        self.non_differentiable = args

    def set_materialize_grads(self, value: bool) -> None:
        """Whether backward gets zeros (the default) or None for an unused output."""
        self.materialize_grads = value


class BackwardFunction(Node, name="BackwardFunction"):
    """The node of one call of a user's `Function`.

    Attributes:
        ctx: what forward has left.
        places: which arguments of `apply` are tensors; each has its entry in `parents`.
        count: how many arguments there were, so how many gradients must come back.
        input_forms: shape and dtype of the tensor arguments.
        output_forms: shape and dtype of the outputs.
        nones: where `save_for_backward` was given None, which is not in `saved`.
    """

    __slots__ = (
        "__weakref__",
        "count",
        "ctx",
        "input_forms",
        "nones",
        "output_forms",
        "places",
    )
    function: ClassVar[Any]
    ctx: Any
    count: int
    places: tuple[int, ...]
    input_forms: list[Any]
    output_forms: list[tuple[Shape, NumpyDtype]]
    nones: tuple[bool, ...]

    @property
    def saved_tensors(self) -> tuple[Tensor | None, ...]:
        """What `save_for_backward` kept.

        Raises:
            RuntimeError: it was freed, or was overwritten in place since.
        """
        from .backward_pass import TWICE, check_versions

        if self.saved is FREED:
            raise RuntimeError(TWICE)
        check_versions(self)
        kept = iter(self.saved)
        return tuple(
            None if none else saved_tensor(next(kept), self) for none in self.nones
        )

    def __getattr__(self, name: str) -> Any:
        """PyTorch's node is the ctx, so its attributes show here too."""
        if name == "ctx":
            raise AttributeError(name)
        return getattr(self.ctx, name)

    def backward(self, xp: Any, grad: Any, *saved: Any) -> Any:
        return run_user_backward(self, xp, grad)

    def apply(self, *args: Any) -> Any:
        """Runs backward on tensors; PyTorch's name for the node's backward."""
        return self.function.backward(self.ctx, *args)


def run_user_backward(node: BackwardFunction, xp: Any, grad: Any) -> Any:
    """Calls the user's backward with tensors and checks what it returns."""
    create_graph = xp is recording_tensors()
    grads: list[Any] = []
    given = grad if grad.__class__ is Grads else {0: grad}
    for index, (shape, dtype) in enumerate(node.output_forms):
        g = given.get(index)
        if g is None:
            g = wrap(np.zeros(shape, dtype)) if node.ctx.materialize_grads else None
        elif not create_graph:
            g = wrap(np.asarray(g))
        grads.append(g)
    before = set_off(RECORD if create_graph else NO_GRAD)
    try:
        returned = node.function.backward(node.ctx, *grads)
    finally:
        set_off(before)
    many = isinstance(returned, tuple | list)
    results = list(cast("Sequence[Any]", returned)) if many else [returned]
    count = node.count
    while len(results) > count and results[-1] is None:
        results.pop()
    if len(results) != count:
        raise RuntimeError(
            f"function {node.name()} returned an incorrect number of gradients "
            f"(expected {count}, got {len(results)})"
        )
    out: list[Any] = []
    for place, parent, form in zip(
        node.places, node.parents, node.input_forms, strict=True
    ):
        g = results[place]
        if parent is None or g is None:
            out.append(None)
            continue
        if not hasattr(g, "_array"):
            raise TypeError(f"expected Variable or None (got {type(g).__name__})")
        out.append(_fitted(node, place, g, form, xp, create_graph))
    return out if len(out) != 1 else out[0]


def recording_tensors() -> Any:
    """The tensor reading, by which a node knows `create_graph`."""
    from .namespace import TENSORS

    return TENSORS


def _fitted(
    node: BackwardFunction, place: int, g: Any, form: Any, xp: Any, create_graph: bool
) -> Any:
    shape, dtype = form
    got = g._array.shape
    if got != shape:
        offset = len(got) - len(shape)
        fits = offset >= 0 and all(
            n in (1, got[offset + d]) for d, n in enumerate(shape)
        )
        if not fits:
            raise explained(
                RuntimeError(
                    f"Function {node.name()} returned an invalid gradient at index "
                    f"{place} - got {list(got)} but expected shape compatible with "
                    f"{list(shape)}"
                ),
                "backward must return a gradient of the same shape as the input.",
            )
    value = g if create_graph else g._array
    return xp.fit(value, shape, dtype)


class _FunctionMeta(type):
    """Makes for each `Function` the class of its nodes, with PyTorch's name."""

    def __init__(cls, name: str, bases: Any, namespace: Any) -> None:
        super().__init__(name, bases, namespace)
        node_class = type(
            f"{name}Backward",
            (BackwardFunction,),
            {"function": cls, "__module__": cls.__module__, "__slots__": ()},
            name=f"{name}Backward",
        )
        cls._backward_cls = node_class
        cls._context_class = type(
            f"{name}Backward", (FunctionCtx,), {"__module__": cls.__module__}
        )


class Function(FunctionCtx, metaclass=_FunctionMeta):
    """Base class of user-written ops, with static methods `forward` and `backward`.

    `forward(ctx, *args)`, or `forward(*args)` together with
    `setup_context(ctx, inputs, output)`. Call the op as `MyFunction.apply(*args)`.
    """

    _backward_cls: ClassVar[Any]
    _context_class: ClassVar[Any]
    generate_vmap_rule: ClassVar[bool] = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        import warnings

        warnings.warn(
            f"{self.__class__} should not be instantiated. Methods on autograd "
            "functions are all static, so you should invoke them on the class itself. "
            "Instantiating an autograd function will raise an error in a future "
            "version of PyTorch.",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. "
            "Please use new-style autograd function with static forward method. "
            "(Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd."
            "Function)"
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Computes the op; to be overridden."""
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> Any:
        """Fills the ctx after a `forward` without one; to be overridden."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """Computes the inputs' gradients; to be overridden."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom "
            "autograd.Function to use it with backward mode AD."
        )

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Runs forward and records the call as one node."""
        return _apply(cls, args, kwargs)


FunctionCtx.__module__ = Function.__module__ = "torch.autograd.function"


def _vjp_defined(cls: Any) -> None:
    # PyTorch lets `vjp` stand for `backward`.
    if "vjp" in cls.__dict__ and "backward" not in cls.__dict__:
        cls.backward = cls.vjp


def _apply(cls: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    _vjp_defined(cls)
    # A Function can tell when a leaf is filled, so from here on order is kept exactly.
    hooks.order_visible = True
    ctx = cls._context_class()
    places = tuple(i for i, a in enumerate(args) if hasattr(a, "_array"))
    parents = tuple(args[i]._node for i in places)
    recorded = any(p is not None for p in parents) and not here.off
    ctx.needs_input_grad = tuple(
        hasattr(a, "_array") and a._node is not None for a in args
    )
    own_context = cls.setup_context is not Function.setup_context
    before = set_off(max(here.off, NO_GRAD))
    try:
        if own_context:
            returned = cls.forward(*args, **kwargs)
            cls.setup_context(ctx, args, returned)
        else:
            returned = cls.forward(ctx, *args, **kwargs)
    finally:
        set_off(before)
    many = isinstance(returned, tuple)
    outputs = list(cast("Sequence[Any]", returned)) if many else [returned]
    if not recorded:
        return returned
    node = cls._backward_cls()
    node.ctx = ctx
    ctx._node_ref = weakref.ref(node)
    _record_call(node, args, places, parents, outputs)
    return tuple(outputs) if many else outputs[0]


def _record_call(  # noqa: C901 - the one loop, read with its guide lines
    node: BackwardFunction, args: Any, places: Any, parents: Any, outputs: list[Any]
) -> None:
    # Forward must not have changed what the caller sees, except through mark_dirty.
    tensors = [i for i, o in enumerate(outputs) if hasattr(o, "_array")]
    if not tensors:
        return
    dirty = {id(t) for t in node.ctx.dirty_tensors}
    fixed = {id(t) for t in node.ctx.non_differentiable}
    inputs = {id(args[i]) for i in places}
    node.parents = parents
    node.fit = node.hooks = None
    node.count = len(args)
    node.places = places
    node.input_forms = [(args[i]._array.shape, args[i]._array.dtype) for i in places]
    node.output_forms = []
    originals = list(outputs)
    for i, o in enumerate(outputs):
        if not hasattr(o, "_array"):
            node.output_forms.append(((), np.dtype(np.float32)))
            continue
        node.output_forms.append((o._array.shape, o._array.dtype))
        if id(o) in dirty:
            if o._node.__class__ is AccumulateGrad:
                raise RuntimeError(
                    "a leaf Variable that requires grad is being used in an in-place "
                    "operation."
                )
            bump(o)
        elif id(o) in inputs or o._node is not None:
            # An input returned as it is becomes a view of itself, as in PyTorch.
            outputs[i] = alias(o)
            if id(o) in inputs:
                outputs[i]._view = View(o, (lambda x: x[...],), False)
    # Save before the outputs get their node, so that a saved output is its twin.
    saved: list[Any] = []
    for t in node.ctx.to_save:
        where = next((i for i, o in enumerate(originals) if o is t), None)
        if t is None:
            saved.append(None)
        elif where is not None and id(t) not in fixed:
            twin = Twin()
            twin._array = t._array
            twin._share = share_of(t)
            twin.index = where if len(tensors) > 1 or len(outputs) > 1 else None
            saved.append(twin)
        else:
            saved.append(t)
    node.id = tick()
    node.saved = tuple(s for s in saved if s is not None)
    node.nones = tuple(s is None for s in saved)
    node.ctx.to_save = ()
    if recording.disabled:
        noted(node)
    single = len(outputs) == 1
    for i in tensors:
        o = outputs[i]
        if id(originals[i]) in fixed or o._array.dtype.kind not in "fc":
            continue
        made = node if single else new_output(node, i)
        if id(originals[i]) in dirty:
            rebase(o, made)
        else:
            o._node = made


def once_differentiable(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates a `backward` that must not be differentiated again."""

    @functools.wraps(fn)
    def wrapper(ctx: Any, *args: Any) -> Any:
        recorded = not here.off and any(
            getattr(a, "_node", None) is not None for a in args
        )
        before = set_off(NO_GRAD)
        try:
            outputs = fn(ctx, *args)
        finally:
            set_off(before)
        if not recorded:
            return outputs
        if isinstance(outputs, tuple):
            return tuple(_refusing(o) for o in cast("Sequence[Any]", outputs))
        return _refusing(outputs)

    return wrapper


class _Error(Node, name="Error"):
    """The end of what may be differentiated."""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Any:
        raise RuntimeError(
            "trying to differentiate twice a function that was marked with "
            "@once_differentiable"
        )


def _refusing(t: Any) -> Any:
    if t is None:
        return None
    fresh = alias(t)
    node = _Error()
    node.id, node.parents, node.saved = tick(), (), ()
    node.fit = node.hooks = None
    fresh._node = node
    return fresh
