"""The hook on a module's whole backward, and the handle that takes a hook back.

`BackwardHook` puts an identity op around a module's inputs and another around its
outputs: what flows backward through the first is the module's `grad_input`, through the
second its `grad_output`.

       inputs ──► [identity] ──► forward ──► [identity] ──► outputs
                      ▲                          ▲
                  grad_input                 grad_output
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..autograd.hooks import RemovableHandle as RemovableHandle


class BackwardHook:
    """Calls a module's backward hooks when the gradient has passed through it.

    One for each call of the module.

    Args:
        module: what the hooks receive as their first argument.
        user_hooks: `hook(module, grad_input, grad_output)`; may return another
            `grad_input`.
        user_pre_hooks: `hook(module, grad_output)`; may return another `grad_output`.
    """

    def __init__(
        self,
        user_hooks: Iterable[Callable[..., Any]],
        user_pre_hooks: Iterable[Callable[..., Any]],
        module: Any,
    ) -> None:
        self.user_hooks = list(user_hooks)
        self.user_pre_hooks = list(user_pre_hooks)
        self.module = module
        self.grad_outputs: tuple[Any, ...] | None = None
        self.n_inputs = -1
        self.n_outputs = -1
        self.input_tensors_index: list[int] | None = None
        self.output_tensors_index: list[int] | None = None

    def setup_input_hook(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Puts the identity before the module; returns the arguments for its call."""
        args, index, node = _through_identity(args)
        self.n_inputs = len(args)
        self.input_tensors_index = index
        if node is not None:
            node.register_hook(self._after_inputs)
        return args

    def setup_output_hook(self, args: Any) -> Any:
        """Puts the identity after the module; returns what the call answers."""
        alone = not isinstance(args, tuple)
        outputs: tuple[Any, ...] = (args,) if alone else args
        outputs, index, node = _through_identity(outputs)
        self.n_outputs = len(outputs)
        self.output_tensors_index = index
        if node is not None:
            node.register_prehook(self._before_outputs)
        return outputs[0] if alone else outputs

    def _before_outputs(self, grad_output: Sequence[Any]) -> tuple[Any, ...] | None:
        grads = _spread(self.output_tensors_index or [], grad_output, self.n_outputs)
        for hook in self.user_pre_hooks:
            answer = hook(self.module, grads)
            if answer is not None:
                grads = _checked(answer, len(grads), "grad_output")
        self.grad_outputs = grads
        # No input wants a gradient: nothing will arrive before the module, so its hooks
        # run here.
        if self.input_tensors_index is None:
            nothing = (None,) * self.n_inputs
            for hook in self.user_hooks:
                answer = hook(self.module, nothing, grads)
                if answer is not None and not (
                    isinstance(answer, tuple) and all(entry is None for entry in answer)  # pyright: ignore[reportUnknownVariableType] - a hook may answer anything
                ):
                    raise RuntimeError(
                        "Backward hook for Modules where no input requires "
                        "gradient should always return None or None for all gradients."
                    )
            self.grad_outputs = None
        return tuple(grads[i] for i in self.output_tensors_index or [])

    def _after_inputs(
        self, grad_input: Sequence[Any], _: Sequence[Any]
    ) -> tuple[Any, ...] | None:
        if self.grad_outputs is None:  # this backward did not come through the outputs
            return None
        index = self.input_tensors_index or []
        grads = _spread(index, grad_input, self.n_inputs)
        for hook in self.user_hooks:
            answer = hook(self.module, grads, self.grad_outputs)
            if answer is not None:
                grads = _checked(answer, len(grads), "grad_input")
        self.grad_outputs = None
        return tuple(grads[i] for i in index)


def _through_identity(
    args: tuple[Any, ...],
) -> tuple[tuple[Any, ...], list[int] | None, Any]:
    """The arguments with their tensors re-made by one op, if one wants a gradient.

    Returns: the arguments, the places of the tensors, the op's node; the last two are
        None if nothing was re-made.
    """
    from .. import is_grad_enabled
    from .._tensor import Tensor

    places = [i for i, value in enumerate(args) if isinstance(value, Tensor)]
    if not is_grad_enabled() or not any(args[i].requires_grad for i in places):
        return args, None, None
    fresh = _identity().apply(*[args[i] for i in places])
    if not isinstance(fresh, tuple):
        fresh = (fresh,)
    node: Any = next(t.grad_fn for t in fresh if t.grad_fn is not None)  # pyright: ignore[reportUnknownVariableType] - several outputs of one op
    replaced = list(args)
    for place, tensor in zip(places, fresh, strict=True):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType] - as above
        replaced[place] = tensor
    return tuple(replaced), places, node


_identity_function: Any = None


def _identity() -> Any:
    """The identity as a `Function`, made at first use: importing torch stays quick."""
    global _identity_function
    if _identity_function is None:
        from ..autograd import Function

        class BackwardHookFunction(Function):
            @staticmethod
            def forward(ctx: Any, *args: Any) -> Any:
                ctx.mark_non_differentiable(*[a for a in args if not a.requires_grad])
                return tuple(a.view_as(a) for a in args)

            @staticmethod
            def backward(ctx: Any, *grads: Any) -> Any:
                return grads

        _identity_function = BackwardHookFunction
    return _identity_function


def _spread(places: Sequence[int], values: Sequence[Any], size: int) -> tuple[Any, ...]:
    """A tuple of `size` entries with `values` at `places` and None elsewhere."""
    spread: list[Any] = [None] * size
    for place, value in zip(places, values, strict=False):
        spread[place] = value
    return tuple(spread)


def _checked(answer: Any, size: int, what: str) -> tuple[Any, ...]:
    grads: tuple[Any, ...] = answer if isinstance(answer, tuple) else (answer,)
    if len(grads) != size:
        raise RuntimeError(
            f"Backward hook returned an invalid number of {what}, "
            f"got {len(grads)}, but expected {size}"
        )
    return grads
