"""`Module`: what every layer and every network is.

A module holds parameters (trained), buffers (saved, not trained) and other modules, by
name. Calling it runs its hooks and its `forward`. Everything else here walks the tree:

    net = Sequential(Linear(2, 3), ReLU())
    └ "0" Linear     "0.weight", "0.bias"       named_parameters(), state_dict()
    └ "1" ReLU                                  named_modules(), apply(), train()

Start with `__call__`, then `__setattr__` (how names are registered), then
`_named_members` (how the tree is walked). State dictionaries are at the end.
"""

import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from ..._tensor import Tensor
from ..._typename import typename
from ...autograd.hooks import RemovableHandle
from ...utils.hooks import BackwardHook
from ..parameter import Buffer, Parameter, is_lazy
from ._registry import Registry, forget

M = TypeVar("M", bound="Module")

_KINDS = ("_parameters", "_buffers", "_modules")

# Hooks on every module: what a tool uses that watches a whole program.
_global_forward_pre_hooks: OrderedDict[int, Any] = OrderedDict()
_global_forward_hooks: OrderedDict[int, Any] = OrderedDict()
_global_forward_hooks_always_called: OrderedDict[int, bool] = OrderedDict()
_global_backward_pre_hooks: OrderedDict[int, Any] = OrderedDict()
_global_backward_hooks: OrderedDict[int, Any] = OrderedDict()
_global_registration_hooks: dict[str, OrderedDict[int, Any]] = {
    "parameter": OrderedDict(),
    "buffer": OrderedDict(),
    "module": OrderedDict(),
}

# True from the first global hook on: then a call looks at the dictionaries above.
_global_hooked = False

_EXTRA_STATE = "_extra_state"


class _IncompatibleKeys(NamedTuple):
    """What `load_state_dict` answers: the keys that did not fit."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return (
            f"_IncompatibleKeys(missing_keys={self.missing_keys}, "
            f"unexpected_keys={self.unexpected_keys})"
        )

    __str__ = __repr__


class Module:
    """A layer, a loss, a network: something with parameters that is called on tensors.

    A subclass calls `super().__init__()`, sets its parameters and submodules as
    attributes, and defines `forward`.

    Example:
        >>> from gradschool import torch
        >>> class Double(torch.nn.Module):
        ...     def forward(self, x):
        ...         return 2 * x
        >>> Double()(torch.tensor(3.0))
        tensor(6.)
    """

    dump_patches: bool = False
    training: bool
    _version: int = 1
    # True on an instance from its first hook on: a call without hooks tests only this.
    _hooked: bool = False
    call_super_init: bool = False
    _compiled_call_impl: Callable[..., Any] | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if not self.call_super_init and kwargs:
            raise TypeError(
                f"{type(self).__name__}.__init__() got an unexpected keyword argument "
                f"'{next(iter(kwargs))}'"
            )
        if not self.call_super_init and args:
            raise TypeError(
                f"{type(self).__name__}.__init__() takes 1 positional argument but "
                f"{len(args) + 1} were given"
            )
        attributes = self.__dict__
        attributes["training"] = True
        for kind in _KINDS:
            attributes[kind] = Registry(self)
        attributes["_non_persistent_buffers_set"] = set()
        attributes["_is_full_backward_hook"] = None
        for hooks in _HOOK_DICTS:
            attributes[hooks] = OrderedDict()
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    # ---------------------------------------------------------------- calling

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the hooks, if there are any, and `forward`."""
        if self._hooked or _global_hooked:
            return self._call_with_hooks(args, kwargs)
        return self.forward(*args, **kwargs)

    def forward(self, *input: Any, **kwargs: Any) -> Any:
        """Computes the module's output; every subclass defines its own."""
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def _call_with_hooks(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        called: set[int] = set()
        try:
            return self._run_hooks(args, kwargs, called)
        except Exception:
            # Hooks asked for with always_call=True see the failed call too.
            self._run_always_called(args, kwargs, called)
            raise

    def _run_hooks(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], called: set[int]
    ) -> Any:
        for number, hook in (
            *_global_forward_pre_hooks.items(),
            *self._forward_pre_hooks.items(),
        ):
            if number in self._forward_pre_hooks_with_kwargs:
                answer = hook(self, args, kwargs)
                if answer is not None:
                    if not (isinstance(answer, tuple) and len(answer) == 2):  # pyright: ignore[reportUnknownArgumentType]
                        raise RuntimeError(
                            "forward pre-hook must return None or a tuple of "
                            f"(new_args, new_kwargs), but got {answer}."
                        )
                    args, kwargs = answer
            else:
                answer = hook(self, args)
                if answer is not None:
                    args = answer if isinstance(answer, tuple) else (answer,)  # pyright: ignore[reportUnknownVariableType]

        through: BackwardHook | None = None
        full_hooks, old_hooks = self._get_backward_hooks()
        pre_hooks = [
            *_global_backward_pre_hooks.values(),
            *self._backward_pre_hooks.values(),
        ]
        if full_hooks or pre_hooks:
            through = BackwardHook(full_hooks, pre_hooks, self)
            args = through.setup_input_hook(args)

        result = self.forward(*args, **kwargs)

        for number, hook in (
            *_global_forward_hooks.items(),
            *self._forward_hooks.items(),
        ):
            called.add(number)
            if number in self._forward_hooks_with_kwargs:
                answer = hook(self, args, kwargs, result)
            else:
                answer = hook(self, args, result)
            if answer is not None:
                result = answer

        if through is not None:
            if isinstance(result, (Tensor, tuple)):
                result = through.setup_output_hook(result)
            else:
                warnings.warn(
                    "For backward hooks to be called, module output should be a Tensor "
                    f"or a tuple of Tensors but received {type(result)}",
                    stacklevel=3,
                )
        if old_hooks:
            _register_old_backward_hooks(self, old_hooks, result)
        return result

    def _run_always_called(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], called: set[int]
    ) -> None:
        for hooks, always in (
            (_global_forward_hooks, _global_forward_hooks_always_called),
            (self._forward_hooks, self._forward_hooks_always_called),
        ):
            for number, hook in hooks.items():
                if number not in always or number in called:
                    continue
                try:
                    if number in self._forward_hooks_with_kwargs:
                        hook(self, args, kwargs, None)
                    else:
                        hook(self, args, None)
                except Exception as error:  # noqa: BLE001 - the call's own error goes on
                    warnings.warn(
                        "module forward hook with ``always_call=True`` raised an "
                        "exception that was silenced as another error was raised in "
                        f"forward: {error}",
                        stacklevel=4,
                    )

    def _get_backward_hooks(self) -> tuple[list[Any], list[Any]]:
        hooks = list(_global_backward_hooks.values())
        if self._is_full_backward_hook is False:
            return hooks, list(self._backward_hooks.values())
        return [*hooks, *self._backward_hooks.values()], []

    # ---------------------------------------------------------------- names

    def register_buffer(
        self, name: str, tensor: Tensor | None, persistent: bool = True
    ) -> None:
        """Adds a tensor that belongs to the module but is not trained.

        Args:
            name: the attribute under which it can be read.
            tensor: the buffer, or None for a place that stays empty.
            persistent: whether `state_dict` saves it.

        Raises:
            KeyError: if the name is taken, empty or contains a dot.
            TypeError: if it is no tensor.
        """
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        self._check_name(name, "buffer", self._buffers)
        if tensor is not None and not isinstance(tensor, Tensor):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' "
                "(torch Tensor or None required)"
            )
        tensor = _after_registration(self, "buffer", name, tensor)
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Adds a parameter under `name`; None makes a place that stays empty.

        Raises:
            KeyError: if the name is taken, empty or contains a dot.
            TypeError: if it is no `Parameter`.
            ValueError: if it was computed from other tensors.
        """
        if "_parameters" not in self.__dict__:
            raise AttributeError(
                "cannot assign parameter before Module.__init__() call"
            )
        self._check_name(name, "parameter", self._parameters)
        if param is None:
            self._parameters[name] = None
            return
        if not isinstance(param, Parameter):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                f"cannot assign '{typename(param)}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)"
            )
        if param.grad_fn is not None:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model "
                "parameters must be created explicitly. To express "
                f"'{name}' as a function of another Tensor, compute the value in the "
                "forward() method."
            )
        self._parameters[name] = _after_registration(self, "parameter", name, param)

    def add_module(self, name: str, module: "Module | None") -> None:
        """Adds a child under `name`; the same as `self.name = module`.

        Raises:
            KeyError: if the name is taken, empty or contains a dot.
            TypeError: if it is no `Module`.
        """
        if module is not None and not isinstance(module, Module):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"{typename(module)} is not a Module subclass")
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"module name should be a string. Got {typename(name)}")
        if (name in self.__dict__ and name not in self._modules) or (
            name not in self._modules and hasattr(self, name)
        ):
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'module name can\'t contain ".", got: {name}')
        if name == "":
            raise KeyError('module name can\'t be empty string ""')
        self._modules[name] = _after_registration(self, "module", name, module)

    def register_module(self, name: str, module: "Module | None") -> None:
        """Another name of `add_module`."""
        self.add_module(name, module)

    def _check_name(self, name: str, what: str, registry: Mapping[str, Any]) -> None:
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"{what} name should be a string. Got {typename(name)}")
        if "." in name:
            raise KeyError(f'{what} name can\'t contain "."')
        if name == "":
            raise KeyError(f'{what} name can\'t be empty string ""')
        if name not in registry and hasattr(self, name):
            raise KeyError(f"attribute '{name}' already exists")

    def __setattr__(self, name: str, value: Any) -> None:
        attributes = self.__dict__
        parameters = attributes.get("_parameters")
        if isinstance(value, Parameter):
            if parameters is None:
                raise AttributeError(
                    "cannot assign parameters before Module.__init__() call"
                )
            self._forget(name, "_parameters")
            self.register_parameter(name, value)
            return
        if isinstance(value, Module):
            if parameters is None:
                raise AttributeError(
                    "cannot assign module before Module.__init__() call"
                )
            self._forget(name, "_modules")
            self._modules[name] = _after_registration(self, "module", name, value)
            return
        if parameters is not None:
            if name in parameters:
                if value is not None:
                    raise TypeError(
                        f"cannot assign '{typename(value)}' as parameter '{name}' "
                        "(torch.nn.Parameter or None expected)"
                    )
                self.register_parameter(name, value)
                return
            if name in self._modules:
                if value is not None:
                    raise TypeError(
                        f"cannot assign '{typename(value)}' as child module '{name}' "
                        "(torch.nn.Module or None expected)"
                    )
                self._modules[name] = _after_registration(self, "module", name, value)
                return
            if isinstance(value, Buffer) or name in self._buffers:
                self._set_buffer(name, value)
                return
        object.__setattr__(self, name, value)

    def _set_buffer(self, name: str, value: Any) -> None:
        if value is not None and not isinstance(value, Tensor):
            raise TypeError(
                f"cannot assign '{typename(value)}' as buffer '{name}' "
                "(torch.nn.Buffer, torch.Tensor or None expected)"
            )
        if isinstance(value, Buffer):
            persistent = value.persistent
            if name not in self._buffers:
                self._forget(name, "_buffers")
                self.register_buffer(name, value, persistent)
                return
            if not persistent:
                self._non_persistent_buffers_set.add(name)
        self._buffers[name] = _after_registration(self, "buffer", name, value)

    def _forget(self, name: str, keep: str) -> None:
        """Drops `name` wherever it stood, but not from the registry `keep`."""
        if name not in self.__dict__[keep]:
            self.__dict__.pop(name, None)
        forget(
            name,
            self._non_persistent_buffers_set,
            *[self.__dict__[kind] for kind in _KINDS if kind != keep],
        )

    def __delattr__(self, name: str) -> None:
        for kind in _KINDS:
            if name in self.__dict__.get(kind, ()):
                del self.__dict__[kind][name]
                self._non_persistent_buffers_set.discard(name)
                return
        object.__delattr__(self, name)

    def __getattr__(self, name: str) -> Any:
        # Only reached when the name is nowhere: what is registered is an attribute.
        raise AttributeError(
            f"'{type(self).__name__}' object has no attribute '{name}'",
            name=name,
            obj=self,
        )

    def __dir__(self) -> list[str]:
        names = {*dir(type(self)), *self.__dict__}
        return sorted(name for name in names if not name[:1].isdigit())

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for kind in _KINDS:
            # A copy, so that a shallow copy of a module does not write into the first.
            entries: dict[str, Any] = self.__dict__.get(kind) or {}
            registry = Registry(self, entries)
            self.__dict__[kind] = registry
            # A pickle made by PyTorch itself has no attributes beside its registries.
            self.__dict__.update(registry)
        for hooks in _HOOK_DICTS:
            self.__dict__.setdefault(hooks, OrderedDict())
        self.__dict__.setdefault("_non_persistent_buffers_set", set())
        self.__dict__.setdefault("_is_full_backward_hook", None)

    # ---------------------------------------------------------------- the tree

    def _named_members(
        self,
        get_members_fn: Callable[["Module"], Any],
        prefix: str = "",
        recurse: bool = True,
        remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, Any]]:
        """(full name, member) of each module of the tree, shared ones once."""
        seen: set[Any] = set()
        modules = (
            self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
            if recurse
            else [(prefix, self)]
        )
        for module_prefix, module in modules:
            for name, member in get_members_fn(module):
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield f"{module_prefix}.{name}" if module_prefix else name, member

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """The parameters, of this module and (`recurse`) of all below it."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """(name, parameter), each parameter once unless `remove_duplicate` is False."""
        yield from self._named_members(
            lambda module: module._parameters.items(),
            prefix,
            recurse,
            remove_duplicate,
        )

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """The buffers, of this module and (`recurse`) of all below it."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """(name, buffer), each buffer once unless `remove_duplicate` is False."""
        yield from self._named_members(
            lambda module: module._buffers.items(), prefix, recurse, remove_duplicate
        )

    def children(self) -> Iterator["Module"]:
        """The modules directly below this one, each once."""
        for _, module in self.named_children():
            yield module

    def named_children(self) -> Iterator[tuple[str, "Module"]]:
        """(name, module) of the modules directly below this one, each once."""
        seen: set[Module] = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def modules(self) -> Iterator["Module"]:
        """This module and all below it, each once."""
        for _, module in self.named_modules():
            yield module

    def named_modules(
        self,
        memo: "set[Module] | None" = None,
        prefix: str = "",
        remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, "Module"]]:
        """(name, module) of this module and all below it; this one's name is `prefix`.

        Args:
            memo: modules to leave out; those yielded are added.
            prefix: put before each name.
            remove_duplicate: whether a module that occurs twice is yielded once.
        """
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                below = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, below, remove_duplicate)

    def get_submodule(self, target: str) -> "Module":
        """The module under a dotted name; `""` is this one.

        Raises:
            AttributeError: if a part of the path is missing or no module.
        """
        module = self
        passed: list[str] = []
        for part in target.split(".") if target else ():
            passed.append(part)
            if not hasattr(module, part):
                raise AttributeError(f"{module._get_name()} has no attribute `{part}`")
            module = getattr(module, part)
            if not isinstance(module, Module):
                raise AttributeError(f"`{part}` is not an nn.Module")
        return module

    def set_submodule(
        self, target: str, module: "Module", strict: bool = False
    ) -> None:
        """Puts `module` under a dotted name.

        Args:
            target: the dotted name; all but its last part must exist.
            module: what to put there.
            strict: whether the last part must exist too.

        Raises:
            ValueError: if `target` is empty or `module` is no module.
            AttributeError: if a part of the path is missing or no module.
        """
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Module):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        *path, name = target.split(".")
        parent = self.get_submodule(".".join(path))
        if strict and not hasattr(parent, name):
            raise AttributeError(f"{parent._get_name()} has no attribute `{name}`")
        if hasattr(parent, name) and not isinstance(getattr(parent, name), Module):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def get_parameter(self, target: str) -> Parameter:
        """The parameter under a dotted name.

        Raises:
            AttributeError: if it is missing or no `Parameter`.
        """
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        parameter = getattr(module, name)
        if not isinstance(parameter, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return parameter

    def get_buffer(self, target: str) -> Tensor:
        """The buffer under a dotted name.

        Raises:
            AttributeError: if it is missing or no buffer.
        """
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return getattr(module, name)

    # --------------------------------------------------------------- changing all of it

    def apply(self: M, fn: Callable[["Module"], None]) -> M:
        """Calls `fn` on every module of the tree, children first; returns self."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self: M, mode: bool = True) -> M:
        """Sets training mode (dropout drops, batch norm learns) in the whole tree."""
        if not isinstance(mode, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self: M) -> M:
        """Sets evaluation mode in the whole tree: the same as `train(False)`."""
        return self.train(False)

    def requires_grad_(self: M, requires_grad: bool = True) -> M:
        """Says for every parameter whether it wants gradients; returns self."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forgets the gradients of all parameters.

        Args:
            set_to_none: whether `.grad` becomes None; else it is filled with zeros.
        """
        for parameter in self.parameters():
            grad = parameter.grad
            if grad is None:
                continue
            if set_to_none:
                parameter.grad = None
            else:
                if grad.grad_fn is not None:
                    grad.detach_()
                else:
                    grad.requires_grad_(False)
                grad.zero_()

    def _apply(self: M, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> M:
        """Replaces each parameter's values, gradient and each buffer by `fn` of it."""
        if recurse:
            for module in self.children():
                module._apply(fn)
        for parameter in self._parameters.values():
            if parameter is None:
                continue
            # .data: the same Parameter object goes on, so an optimizer keeps it.
            parameter.data = fn(parameter.data)
            if parameter.grad is not None:
                grad = fn(parameter.grad.data)
                grad.requires_grad_(parameter.grad.requires_grad)
                # Not in one step: a new gradient must fit the parameter's new type.
                parameter.grad = None
                parameter.grad = grad
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self: M, *args: Any, **kwargs: Any) -> M:
        """Changes floating-point parameters and buffers to a dtype, in place.

        Args:
            *args: a dtype, a device, or a tensor whose dtype is taken.
            **kwargs: `dtype=`, `device=`, `non_blocking=`, `memory_format=`.

        Raises:
            TypeError: for a dtype that is neither floating-point nor complex.
        """
        from ..._dtype import dtype as dtype_type

        device = kwargs.pop("device", None)
        dtype = kwargs.pop("dtype", None)
        kwargs.pop("non_blocking", None)
        kwargs.pop("memory_format", None)
        if kwargs:
            raise TypeError(
                f"to() got an unexpected keyword argument '{next(iter(kwargs))}'"
            )
        for arg in args:
            if isinstance(arg, dtype_type):
                dtype = arg
            elif isinstance(arg, Tensor):
                dtype, device = arg.dtype, arg.device
            elif isinstance(arg, bool):
                continue  # non_blocking: copying has no other way here
            elif arg is not None:
                device = arg
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(
                "nn.Module.to only accepts floating point or complex dtypes, but got "
                f"desired dtype={dtype}"
            )

        def convert(tensor: Tensor) -> Tensor:
            if dtype is not None and (
                tensor.is_floating_point() or tensor.is_complex()
            ):
                tensor = tensor.to(dtype)
            return tensor if device is None else tensor.to(device)

        return self._apply(convert)

    def type(self: M, dst_type: Any) -> M:
        """Changes all parameters and buffers to `dst_type`."""
        return self._apply(lambda t: t.type(dst_type))

    def float(self: M) -> M:
        """Changes floating-point parameters and buffers to float32."""
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self: M) -> M:
        """Changes floating-point parameters and buffers to float64."""
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self: M) -> M:
        """Changes floating-point parameters and buffers to float16."""
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self: M) -> M:
        """Changes floating-point parameters and buffers to bfloat16."""
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def cpu(self: M) -> M:
        """Moves all parameters and buffers to the CPU, where they already are."""
        return self._apply(lambda t: t.cpu())

    def cuda(self: M, device: Any = None) -> M:
        """Moves all parameters and buffers to a GPU: this engine has none."""
        return self._apply(lambda t: t.cuda(device))

    def to_empty(self: M, *, device: Any = None, recurse: bool = True) -> M:
        """Gives all parameters and buffers fresh memory, with no defined values."""
        from ...creation import empty_like

        return self._apply(lambda t: empty_like(t, device=device), recurse=recurse)

    def share_memory(self: M) -> M:
        """Marks the tensors as shared between processes; does nothing here."""
        return self

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Accepted and ignored: there is no compiler, the module runs as it is."""

    # ---------------------------------------------------------------- hooks

    def _hook(self, dictionary: str, hook: Any, prepend: bool = False) -> Any:
        hooks: OrderedDict[int, Any] = self.__dict__[dictionary]
        handle = RemovableHandle(hooks)
        hooks[handle.id] = hook
        if prepend:
            hooks.move_to_end(handle.id, last=False)
        self.__dict__["_hooked"] = True
        return handle

    def register_forward_pre_hook(
        self, hook: Any, *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Runs `hook(module, args)` before each `forward`.

        Args:
            hook: may return the arguments to use instead.
            prepend: whether it runs before the hooks there already.
            with_kwargs: call `hook(module, args, kwargs)`; it may return both.

        Returns:
            A handle whose `remove()` takes the hook away.
        """
        handle = self._hook("_forward_pre_hooks", hook, prepend)
        if with_kwargs:
            self._forward_pre_hooks_with_kwargs[handle.id] = True
        return handle

    def register_forward_hook(
        self,
        hook: Any,
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> RemovableHandle:
        """Runs `hook(module, args, output)` after each `forward`.

        Args:
            hook: may return the output to use instead.
            prepend: whether it runs before the hooks there already.
            with_kwargs: call `hook(module, args, kwargs, output)`.
            always_call: whether it also runs when `forward` raised.

        Returns:
            A handle whose `remove()` takes the hook away.
        """
        handle = self._hook("_forward_hooks", hook, prepend)
        # Numbers are never used again, so these may outlive a removed hook.
        if with_kwargs:
            self._forward_hooks_with_kwargs[handle.id] = True
        if always_call:
            self._forward_hooks_always_called[handle.id] = True
        return handle

    def register_full_backward_pre_hook(
        self, hook: Any, prepend: bool = False
    ) -> RemovableHandle:
        """Runs `hook(module, grad_output)` when the gradient reaches the outputs.

        Args:
            hook: may return another `grad_output`.
            prepend: whether it runs before the hooks there already.

        Returns:
            A handle whose `remove()` takes the hook away.
        """
        return self._hook("_backward_pre_hooks", hook, prepend)

    def register_full_backward_hook(
        self, hook: Any, prepend: bool = False
    ) -> RemovableHandle:
        """Runs `hook(module, grad_input, grad_output)` when both are known.

        Args:
            hook: may return another `grad_input`.
            prepend: whether it runs before the hooks there already.

        Returns:
            A handle whose `remove()` takes the hook away.
        """
        if self._is_full_backward_hook is False:
            raise RuntimeError(
                "Cannot use both regular backward hooks and full backward hooks on a "
                "single Module. Please use only one of them."
            )
        self._is_full_backward_hook = True
        return self._hook("_backward_hooks", hook, prepend)

    def register_backward_hook(self, hook: Any) -> RemovableHandle:
        """The old hook on a module's last op; use `register_full_backward_hook`."""
        if self._is_full_backward_hook is True:
            raise RuntimeError(
                "Cannot use both regular backward hooks and full backward hooks on a "
                "single Module. Please use only one of them."
            )
        self._is_full_backward_hook = False
        return self._hook("_backward_hooks", hook)

    def register_state_dict_pre_hook(self, hook: Any) -> RemovableHandle:
        """Runs `hook(module, prefix, keep_vars)` before `state_dict` collects."""
        return self._hook("_state_dict_pre_hooks", hook)

    def register_state_dict_post_hook(self, hook: Any) -> RemovableHandle:
        """Runs `hook(module, state_dict, prefix, local_metadata)` after collecting."""
        return self._hook("_state_dict_hooks", _Plain(hook))

    def _register_state_dict_hook(self, hook: Any) -> RemovableHandle:
        """As `register_state_dict_post_hook`, but the hook may return another dict."""
        return self._hook("_state_dict_hooks", hook)

    def register_load_state_dict_pre_hook(self, hook: Any) -> RemovableHandle:
        """Runs `hook(module, state_dict, prefix, ...)` before loading."""
        return self._hook("_load_state_dict_pre_hooks", _WithModule(hook, self))

    def _register_load_state_dict_pre_hook(
        self, hook: Any, with_module: bool = False
    ) -> RemovableHandle:
        wrapped = _WithModule(hook, self) if with_module else hook
        return self._hook("_load_state_dict_pre_hooks", wrapped)

    def register_load_state_dict_post_hook(self, hook: Any) -> RemovableHandle:
        """Runs `hook(module, incompatible_keys)` after loading; it may change them."""
        return self._hook("_load_state_dict_post_hooks", hook)

    # ---------------------------------------------------------------- state

    def get_extra_state(self) -> Any:
        """What else `state_dict` should save; defined by a subclass that wants it."""
        raise RuntimeError(
            "Reached a code path in Module.get_extra_state() that should never be "
            "called."
        )

    def set_extra_state(self, state: Any) -> None:
        """Takes back what `get_extra_state` gave."""
        raise RuntimeError(
            "Reached a code path in Module.set_extra_state() that should never be "
            "called."
        )

    def _save_to_state_dict(
        self, destination: dict[str, Any], prefix: str, keep_vars: bool
    ) -> None:
        """Puts this module's own parameters and buffers into `destination`."""
        for name, tensor in self._own_state():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + _EXTRA_STATE] = self.get_extra_state()

    def _own_state(self) -> Iterator[tuple[str, Any]]:
        for name, parameter in self._parameters.items():
            if parameter is not None:
                yield name, parameter
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                yield name, buffer

    def state_dict(
        self,
        *args: Any,
        destination: Any = None,
        prefix: str = "",
        keep_vars: bool = False,
    ) -> dict[str, Any]:
        """All parameters and persistent buffers by full name.

        The tensors share memory with the module: they change when it trains.

        Args:
            *args: the old positional form of the keywords.
            destination: where to put them.
            prefix: put before each name.
            keep_vars: whether the values are the parameters, not detached tensors.
        """
        if args:
            warnings.warn(
                "Positional args are being deprecated, use kwargs instead. Refer to "
                "https://pytorch.org/docs/main/generated/torch.nn.Module.html"
                "#torch.nn.Module.state_dict for details.",
                FutureWarning,
                stacklevel=2,
            )
            given = dict(
                zip(("destination", "prefix", "keep_vars"), args, strict=False)
            )
            destination = given.get("destination", destination)
            prefix = given.get("prefix", prefix)
            keep_vars = given.get("keep_vars", keep_vars)
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        local_metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = local_metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(
                    destination=destination,
                    prefix=f"{prefix}{name}.",
                    keep_vars=keep_vars,
                )
        for hook in self._state_dict_hooks.values():
            answer = hook(self, destination, prefix, local_metadata)
            if isinstance(hook, _Plain):
                if answer is not None:
                    raise RuntimeError("state_dict post-hook must return None")
            elif answer is not None:
                destination = answer
        return destination

    def _load_from_state_dict(
        self,
        state_dict: dict[str, Any],
        prefix: str,
        local_metadata: dict[str, Any],
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        """Copies this module's own entries of `state_dict`; notes what does not fit."""
        for hook in self._load_state_dict_pre_hooks.values():
            hook(
                state_dict,
                prefix,
                local_metadata,
                strict,
                missing_keys,
                unexpected_keys,
                error_msgs,
            )
        assign = local_metadata.get("assign_to_params_buffers", False)
        for name, tensor in self._own_state():
            key = prefix + name
            if key in state_dict:
                self._load_one(name, key, tensor, state_dict[key], assign, error_msgs)
            elif strict:
                missing_keys.append(key)

        extra_key = prefix + _EXTRA_STATE
        if type(self).set_extra_state is not Module.set_extra_state:
            if extra_key in state_dict:
                self.set_extra_state(state_dict[extra_key])
            elif strict:
                missing_keys.append(extra_key)
        elif strict and extra_key in state_dict:
            unexpected_keys.append(extra_key)

        if strict:
            own = dict(self._own_state())
            for key in state_dict:
                if not key.startswith(prefix) or key == extra_key:
                    continue
                first, *rest = key[len(prefix) :].split(".", 1)
                known = first in self._modules if rest else first in own
                if not known:
                    unexpected_keys.append(key)

    def _load_one(
        self,
        name: str,
        key: str,
        tensor: Any,
        given: Any,
        assign: bool,
        error_msgs: list[str],
    ) -> None:
        from ...autograd.grad_mode import no_grad

        if not isinstance(given, Tensor):
            error_msgs.append(
                f'While copying the parameter named "{key}", expected torch.Tensor or '
                f"Tensor-like object from checkpoint but received {type(given)}"
            )
            return
        lazy = is_lazy(tensor)
        # Checkpoints of PyTorch 0.3 hold one-element vectors where scalars are meant.
        if not lazy and tensor.ndim == 0 and tuple(given.shape) == (1,):
            given = given[0]
        if not lazy and given.shape != tensor.shape:
            error_msgs.append(
                f"size mismatch for {key}: copying a param with shape {given.shape} "
                "from checkpoint, the shape in current model is "
                f"{tensor.shape}."
            )
            return
        try:
            with no_grad():
                if not assign:
                    tensor.copy_(given)
                elif isinstance(tensor, Parameter) and not isinstance(given, Parameter):
                    setattr(self, name, Parameter(given, tensor.requires_grad))
                elif isinstance(tensor, Parameter):
                    given.requires_grad_(tensor.requires_grad)
                    setattr(self, name, given)
                else:
                    setattr(self, name, given)
        except (RuntimeError, TypeError, ValueError) as error:
            error_msgs.append(
                f'While copying the parameter named "{key}", whose dimensions in the '
                f"model are {tensor.size()} and whose dimensions in the checkpoint are "
                f"{given.size()}, an exception occurred : {error.args}."
            )

    def load_state_dict(
        self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
    ) -> _IncompatibleKeys:
        """Copies the values of a state dictionary into the parameters and buffers.

        Args:
            state_dict: what `state_dict()` gave.
            strict: whether its names must be exactly this module's.
            assign: whether the tensors themselves are taken, not copied.

        Returns:
            A named tuple of `missing_keys` and `unexpected_keys`.

        Raises:
            RuntimeError: listing every name and shape that does not fit.
            TypeError: if it is no dictionary.
        """
        if not isinstance(state_dict, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                f"Expected state_dict to be dict-like, got {type(state_dict)}."
            )
        missing_keys: list[str] = []
        unexpected_keys: list[str] = []
        error_msgs: list[str] = []
        metadata = getattr(state_dict, "_metadata", None)
        entries = OrderedDict(state_dict)  # a hook may change it
        if metadata is not None:
            entries._metadata = metadata  # type: ignore[attr-defined]  # pyright: ignore

        def load(module: Module, local: dict[str, Any], prefix: str = "") -> None:
            local_metadata = {} if metadata is None else metadata.get(prefix[:-1], {})
            if assign:
                local_metadata["assign_to_params_buffers"] = assign
            module._load_from_state_dict(
                local,
                prefix,
                local_metadata,
                True,
                missing_keys,
                unexpected_keys,
                error_msgs,
            )
            for name, child in module._modules.items():
                if child is not None:
                    below = f"{prefix}{name}."
                    mine = {k: v for k, v in local.items() if k.startswith(below)}
                    load(child, mine, below)
            incompatible = _IncompatibleKeys(missing_keys, unexpected_keys)
            for hook in module._load_state_dict_post_hooks.values():
                if hook(module, incompatible) is not None:
                    raise AssertionError(
                        "Hooks registered with ``register_load_state_dict_post_hook`` "
                        "are not expected to return new values, if incompatible_keys "
                        "need to be modified, it should be done inplace."
                    )

        load(self, entries)
        if strict:
            for what, keys in (
                ("Unexpected", unexpected_keys),
                ("Missing", missing_keys),
            ):
                if keys:
                    listed = ", ".join(f'"{key}"' for key in keys)
                    error_msgs.insert(0, f"{what} key(s) in state_dict: {listed}. ")
        if error_msgs:
            lines = "\n\t".join(error_msgs)
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{lines}"
            )
        return _IncompatibleKeys(missing_keys, unexpected_keys)

    # ---------------------------------------------------------------- text

    def _get_name(self) -> str:
        return type(self).__name__

    def extra_repr(self) -> str:
        """What stands between the parentheses of the module's own line."""
        return ""

    def __repr__(self) -> str:
        extra = self.extra_repr()
        extra_lines = extra.split("\n") if extra else []
        child_lines = [
            f"({name}): " + indent(repr(module))
            for name, module in self._modules.items()
        ]
        name = self._get_name()
        if not child_lines and len(extra_lines) <= 1:
            return f"{name}({extra})"
        return name + "(\n  " + "\n  ".join(extra_lines + child_lines) + "\n)"


_HOOK_DICTS = (
    "_backward_pre_hooks",
    "_backward_hooks",
    "_forward_hooks",
    "_forward_hooks_with_kwargs",
    "_forward_hooks_always_called",
    "_forward_pre_hooks",
    "_forward_pre_hooks_with_kwargs",
    "_state_dict_hooks",
    "_state_dict_pre_hooks",
    "_load_state_dict_pre_hooks",
    "_load_state_dict_post_hooks",
)


class _Plain:
    """A state-dict hook that must not return anything."""

    def __init__(self, hook: Any) -> None:
        self.hook = hook

    def __call__(self, *args: Any) -> Any:
        return self.hook(*args)


class _WithModule:
    """A load hook that gets its module first; the module is known weakly (no cycle)."""

    def __init__(self, hook: Any, module: Module) -> None:
        import weakref

        self.hook = hook
        self.module: Any = weakref.ref(module)

    def __call__(self, *args: Any) -> Any:
        return self.hook(self.module(), *args)

    def __getstate__(self) -> dict[str, Any]:
        return {"hook": self.hook, "module": self.module()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        import weakref

        self.hook = state["hook"]
        self.module = weakref.ref(state["module"])


def indent(text: str, spaces: int = 2) -> str:
    """`text` with every line but the first moved to the right."""
    return text.replace("\n", "\n" + " " * spaces)


def _after_registration(module: Module, kind: str, name: str, value: Any) -> Any:
    """What the global registration hooks make of a new parameter, buffer or module."""
    for hook in _global_registration_hooks[kind].values():
        answer = hook(module, name, value)
        if answer is not None:
            value = answer
    return value


def _register_old_backward_hooks(module: Module, hooks: list[Any], result: Any) -> None:
    first = result
    while not isinstance(first, Tensor):
        first = (  # pyright: ignore[reportUnknownVariableType]
            next(v for v in first.values() if isinstance(v, Tensor))  # pyright: ignore
            if isinstance(first, dict)
            else first[0]
        )
    if first.grad_fn is not None:
        for hook in hooks:
            first.grad_fn.register_hook(lambda *grads, hook=hook: hook(module, *grads))


def _register_global(dictionary: Any, hook: Any) -> RemovableHandle:
    global _global_hooked
    handle = RemovableHandle(dictionary)
    dictionary[handle.id] = hook
    _global_hooked = True
    return handle


def register_module_forward_pre_hook(hook: Any) -> RemovableHandle:
    """Runs `hook(module, args)` before the `forward` of every module there is."""
    return _register_global(_global_forward_pre_hooks, hook)


def register_module_forward_hook(
    hook: Any, *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Runs `hook(module, args, output)` after the `forward` of every module there is.

    Args:
        hook: may return the output to use instead.
        with_kwargs: not available for global hooks here.
        always_call: whether it also runs when `forward` raised.
    """
    if with_kwargs:
        raise NotImplementedError(
            "register_module_forward_hook: with_kwargs=True is not implemented; "
            "Module.register_forward_hook(with_kwargs=True) works"
        )
    handle = _register_global(_global_forward_hooks, hook)
    if always_call:
        _global_forward_hooks_always_called[handle.id] = True
    return handle


def register_module_full_backward_pre_hook(hook: Any) -> RemovableHandle:
    """Runs `hook(module, grad_output)` for every module there is."""
    return _register_global(_global_backward_pre_hooks, hook)


def register_module_full_backward_hook(hook: Any) -> RemovableHandle:
    """Runs `hook(module, grad_input, grad_output)` for every module there is."""
    return _register_global(_global_backward_hooks, hook)


def register_module_parameter_registration_hook(hook: Any) -> RemovableHandle:
    """Runs `hook(module, name, param)` whenever a parameter is registered."""
    return _register_global(_global_registration_hooks["parameter"], hook)


def register_module_buffer_registration_hook(hook: Any) -> RemovableHandle:
    """Runs `hook(module, name, buffer)` whenever a buffer is registered."""
    return _register_global(_global_registration_hooks["buffer"], hook)


def register_module_module_registration_hook(hook: Any) -> RemovableHandle:
    """Runs `hook(module, name, submodule)` whenever a child is registered."""
    return _register_global(_global_registration_hooks["module"], hook)
