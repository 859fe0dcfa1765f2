"""Modules that learn their input size from their first input."""

import warnings
from typing import Any

from ..parameter import is_lazy
from .module import Module


class LazyModuleMixin(Module):
    """What a lazy module adds: parameters without a shape until its first call.

    A subclass names the class it becomes in `cls_to_become` and defines
    `initialize_parameters(*args)`, which gives its parameters their shapes.
    """

    cls_to_become: type[Module] | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._register_load_state_dict_pre_hook(_take_shapes, with_module=True)
        self.__dict__["_initialize_hook"] = self.register_forward_pre_hook(
            _infer_parameters, with_kwargs=True
        )
        warnings.warn(
            "Lazy modules are a new feature under heavy development so changes to the "
            "API or functionality can happen at any moment.",
            stacklevel=2,
        )

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Gives the parameters their shapes from the first input."""
        raise NotImplementedError(
            f"initialize_parameters is not implemented for {type(self).__name__}"
        )

    def has_uninitialized_params(self) -> bool:
        """Whether some parameter or buffer still waits for its shape."""
        return any(
            is_lazy(tensor)
            for tensor in (*self._parameters.values(), *self._buffers.values())
        )


def _infer_parameters(module: Any, args: Any, kwargs: Any) -> None:
    module.initialize_parameters(*args, **kwargs)
    if module.has_uninitialized_params():
        raise RuntimeError(
            f"module {module._get_name()} has not been fully initialized"
        )
    module._initialize_hook.remove()
    del module.__dict__["_initialize_hook"]
    if module.cls_to_become is not None:
        module.__class__ = module.cls_to_become


def _take_shapes(module: Any, state_dict: Any, prefix: str, *_: Any) -> None:
    """Before loading: parameters without a shape take that of the saved ones."""
    for name, tensor in (*module._parameters.items(), *module._buffers.items()):
        key = prefix + name
        if tensor is not None and key in state_dict and is_lazy(tensor):
            given = state_dict[key]
            if not is_lazy(given):
                tensor.materialize(given.shape)
