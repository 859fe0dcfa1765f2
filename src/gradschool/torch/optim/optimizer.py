"""`Optimizer`: groups of parameters with options, and a state for each parameter.

    param_groups = [{"params": [w, b], "lr": 0.1, ...}, ...]
    state        = {w: {"momentum_buffer": ...}, b: {...}}

A subclass defines `step`. The optimizers here do so through `UpdateRule`
(`update_rule.py`): one formula on arrays each.
"""

from __future__ import annotations

import functools
import warnings
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import chain
from typing import Any, ClassVar, TypeAlias

from .._tensor import Tensor
from .._typename import typename
from ..autograd import backward_pass
from ..autograd.hooks import RemovableHandle

ParamsT: TypeAlias = Iterable[Any]


class _Required:
    def __repr__(self) -> str:
        return "<required parameter>"


required: Any = _Required()
"""The default of an option that every group must give."""

_global_pre_hooks: OrderedDict[int, Any] = OrderedDict()
_global_post_hooks: OrderedDict[int, Any] = OrderedDict()


class Optimizer:
    """What every optimizer is: it changes parameters after `backward()`.

    Args:
        params: parameters, (name, parameter) pairs, or dictionaries that each give a
            group of `"params"` and its own options.
        defaults: the options of groups that do not give their own.

    Raises:
        TypeError: for params that are no tensors.
        ValueError: without parameters, or for one that was computed from others.
    """

    _step_is_hooked: ClassVar[bool] = False
    _optimizer_step_pre_hooks: OrderedDict[int, Any]
    _optimizer_step_post_hooks: OrderedDict[int, Any]
    _optimizer_state_dict_pre_hooks: OrderedDict[int, Any]
    _optimizer_state_dict_post_hooks: OrderedDict[int, Any]
    _optimizer_load_state_dict_pre_hooks: OrderedDict[int, Any]
    _optimizer_load_state_dict_post_hooks: OrderedDict[int, Any]

    def __init__(self, params: ParamsT, defaults: dict[str, Any]) -> None:
        self.defaults = defaults
        self.__dict__.update(_fresh_hooks())
        self._wrap_step()
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of "
                f"Tensors or dicts, but got {typename(params)}"
            )
        self.state: defaultdict[Any, Any] = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    @classmethod
    def _wrap_step(cls) -> None:
        """Makes a subclass's own `step` run the step hooks; once for each class."""
        if "step" not in cls.__dict__ or cls.__dict__.get("_step_is_hooked"):
            return
        plain: Any = cls.__dict__["step"]

        @functools.wraps(plain)
        def step(self: Optimizer, *args: Any, **kwargs: Any) -> Any:
            args, kwargs = self._before_step(args, kwargs)
            answer = plain(self, *args, **kwargs)
            self._after_step(args, kwargs)
            return answer

        cls.step = step  # type: ignore[method-assign]
        cls._step_is_hooked = True

    def _before_step(self, args: Any, kwargs: Any) -> tuple[Any, Any]:
        hooks: Any = (
            *_global_pre_hooks.values(),
            *self._optimizer_step_pre_hooks.values(),
        )
        for hook in hooks:
            answer: Any = hook(self, args, kwargs)
            if answer is not None:
                if not (isinstance(answer, tuple) and len(answer) == 2):  # pyright: ignore[reportUnknownArgumentType] - a hook may answer anything
                    raise RuntimeError(
                        f"{self.step} must return None or a tuple of (new_args, "
                        f"new_kwargs), but got {answer}."
                    )
                args, kwargs = answer
        return args, kwargs

    def _after_step(self, args: Any, kwargs: Any) -> None:
        for hook in (
            *self._optimizer_step_post_hooks.values(),
            *_global_post_hooks.values(),
        ):
            hook(self, args, kwargs)
        if backward_pass.observer is not None:
            backward_pass.observer.stepped(self)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Changes the parameters by their gradients; every optimizer defines its own.

        Args:
            closure: computes the loss anew and calls `backward()`.
        """
        raise NotImplementedError

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forgets the gradients of all parameters.

        Args:
            set_to_none: whether `.grad` becomes None; else it is filled with zeros.
        """
        if backward_pass.observer is not None:
            backward_pass.observer.zeroed(self)
        if set_to_none:
            for group in self.param_groups:
                for parameter in group["params"]:
                    parameter._grad = None
            return
        for group in self.param_groups:
            for parameter in group["params"]:
                grad = parameter.grad
                if grad is not None:
                    if grad.grad_fn is not None:
                        grad.detach_()
                    else:
                        grad.requires_grad_(False)
                    grad.zero_()

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Adds parameters with options of their own.

        Args:
            param_group: `"params"`, and any option that differs from the defaults.
        """
        if not isinstance(param_group, dict):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params: Any = param_group["params"]
        if isinstance(params, Tensor):
            params = [params]
        elif isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but "
                "the ordering of tensors in sets will change between runs. Please use "
                "a list instead."
            )
        else:
            params = list(params)
        named = [entry for entry in params if isinstance(entry, tuple)]
        if named:
            if len(named) != len(params):
                raise ValueError(
                    "all optimizer params should be with/without names. Some param "
                    "names are missing"
                )
            param_group["param_names"] = [name for name, _ in params]
            params = [parameter for _, parameter in params]
        param_group["params"] = params

        for parameter in params:
            if not isinstance(parameter, Tensor):
                raise TypeError(
                    "optimizer can only optimize Tensors, but one of the params is "
                    + typename(parameter)
                )
            if not self.defaults.get("differentiable") and not (
                parameter.is_leaf or parameter.retains_grad
            ):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(
                    "parameter group didn't specify a value of required optimization "
                    f"parameter {name}"
                )
            param_group.setdefault(name, default)
        if len(params) != len(set(params)):
            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; in "
                "future, this will cause an error; see "
                "github.com/pytorch/pytorch/issues/40967 for more information",
                stacklevel=3,
            )
        taken = set(chain.from_iterable(group["params"] for group in self.param_groups))
        if not taken.isdisjoint(params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    # ---------------------------------------------------------------- hooks

    def _hook(self, dictionary: str, hook: Any, prepend: bool = False) -> Any:
        hooks: OrderedDict[int, Any] = self.__dict__[dictionary]
        handle = RemovableHandle(hooks)
        hooks[handle.id] = hook
        if prepend:
            hooks.move_to_end(handle.id, last=False)
        return handle

    def register_step_pre_hook(self, hook: Any) -> RemovableHandle:
        """Runs `hook(optimizer, args, kwargs)` before each step."""
        return self._hook("_optimizer_step_pre_hooks", hook)

    def register_step_post_hook(self, hook: Any) -> RemovableHandle:
        """Runs `hook(optimizer, args, kwargs)` after each step."""
        return self._hook("_optimizer_step_post_hooks", hook)

    def register_state_dict_pre_hook(
        self, hook: Any, prepend: bool = False
    ) -> RemovableHandle:
        """Runs `hook(optimizer)` before `state_dict` collects."""
        return self._hook("_optimizer_state_dict_pre_hooks", hook, prepend)

    def register_state_dict_post_hook(
        self, hook: Any, prepend: bool = False
    ) -> RemovableHandle:
        """Runs `hook(optimizer, state_dict)` after; it may return another one."""
        return self._hook("_optimizer_state_dict_post_hooks", hook, prepend)

    def register_load_state_dict_pre_hook(
        self, hook: Any, prepend: bool = False
    ) -> RemovableHandle:
        """Runs `hook(optimizer, state_dict)` before loading; may return another one."""
        return self._hook("_optimizer_load_state_dict_pre_hooks", hook, prepend)

    def register_load_state_dict_post_hook(
        self, hook: Any, prepend: bool = False
    ) -> RemovableHandle:
        """Runs `hook(optimizer)` after loading."""
        return self._hook("_optimizer_load_state_dict_post_hooks", hook, prepend)

    # ---------------------------------------------------------------- state

    def state_dict(self) -> dict[str, Any]:
        """State and options, parameters being numbered in order of their groups."""
        for pre_hook in self._optimizer_state_dict_pre_hooks.values():
            pre_hook(self)
        number: dict[int, int] = {}
        groups: list[dict[str, Any]] = []
        for group in self.param_groups:
            for parameter in group["params"]:
                number.setdefault(id(parameter), len(number))
            packed = {k: v for k, v in group.items() if k != "params"}
            packed["params"] = [number[id(p)] for p in group["params"]]
            groups.append(packed)
        state = {
            number[id(key)] if isinstance(key, Tensor) else key: value
            for key, value in self.state.items()
        }
        saved: dict[str, Any] = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            answer = hook(self, saved)
            if answer is not None:
                saved = answer
        return saved

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Takes over state and options, parameter by parameter in order.

        Args:
            state_dict: what `state_dict()` gave; its tensors are copied.

        Raises:
            ValueError: if the groups do not have the same sizes.
        """
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            answer = hook(self, state_dict)
            if answer is not None:
                state_dict = answer
        saved_groups = deepcopy(state_dict["param_groups"])
        if len(self.param_groups) != len(saved_groups):
            raise ValueError(
                "loaded state dict has a different number of parameter groups"
            )
        for ours, theirs in zip(self.param_groups, saved_groups, strict=True):
            if len(ours["params"]) != len(theirs["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match "
                    "the size of optimizer's group"
                )
        parameter_of: dict[Any, Any] = {}
        for ours, theirs in zip(self.param_groups, saved_groups, strict=True):
            parameter_of.update(zip(theirs["params"], ours["params"], strict=True))
            theirs["params"] = ours["params"]
            if "param_names" in ours and "param_names" not in theirs:
                theirs["param_names"] = ours["param_names"]
        state: defaultdict[Any, Any] = defaultdict(dict)
        for key, value in state_dict["state"].items():
            parameter = parameter_of.get(key)
            if parameter is None:
                state[key] = value
            else:
                state[parameter] = _fitted(value, parameter)
        self.__setstate__({"state": state, "param_groups": saved_groups})
        for post_hook in self._optimizer_load_state_dict_post_hooks.values():
            post_hook(self)

    def __getstate__(self) -> dict[str, Any]:
        return {
            "defaults": self.defaults,
            "state": self.state,
            "param_groups": self.param_groups,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for name, hooks in _fresh_hooks().items():
            self.__dict__.setdefault(name, hooks)
        # A checkpoint of an older version lacks options that came later.
        for group in self.param_groups:
            for name, default in self.defaults.items():
                group.setdefault(name, default)

    def __repr__(self) -> str:
        lines = [type(self).__name__ + " ("]
        for index, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {index}")
            lines += [f"    {k}: {group[k]}" for k in sorted(group) if k != "params"]
            lines.append("")
        lines[-1] = ")"
        return "\n".join(lines)


def _fresh_hooks() -> dict[str, OrderedDict[int, Any]]:
    return {
        name: OrderedDict()
        for name in (
            "_optimizer_step_pre_hooks",
            "_optimizer_step_post_hooks",
            "_optimizer_state_dict_pre_hooks",
            "_optimizer_state_dict_post_hooks",
            "_optimizer_load_state_dict_pre_hooks",
            "_optimizer_load_state_dict_post_hooks",
        )
    }


def _fitted(value: Any, parameter: Any, key: str | None = None) -> Any:
    """A copy of a loaded state, tensors in the parameter's dtype (not `step`)."""
    if isinstance(value, Tensor):
        if key != "step" and parameter.is_floating_point():
            return value.detach().to(parameter.dtype).clone()
        return value.detach().clone()
    if isinstance(value, dict):
        entries: dict[Any, Any] = value
        return {k: _fitted(v, parameter, k) for k, v in entries.items()}
    if isinstance(value, (list, tuple)):
        listed: Any = value
        return type(listed)(_fitted(v, parameter) for v in listed)
    return value


def register_optimizer_step_pre_hook(hook: Any) -> RemovableHandle:
    """Runs `hook(optimizer, args, kwargs)` before each step of every optimizer."""
    handle = RemovableHandle(_global_pre_hooks)
    _global_pre_hooks[handle.id] = hook
    return handle


def register_optimizer_step_post_hook(hook: Any) -> RemovableHandle:
    """Runs `hook(optimizer, args, kwargs)` after each step of every optimizer."""
    handle = RemovableHandle(_global_post_hooks)
    _global_post_hooks[handle.id] = hook
    return handle


def check_option(name: str, value: Any, ok: bool) -> None:
    """Raises the ValueError of an option that is out of range."""
    if not ok:
        raise ValueError(f"Invalid {name}: {value}")


def number(value: Any) -> float:
    """An option as a Python number; `lr` may be a tensor of one element."""
    return value.item() if isinstance(value, Tensor) else value


def check_lr(lr: Any) -> None:
    """Raises if the learning rate is negative or a tensor of several elements."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    check_option("learning rate", lr, bool(lr >= 0.0))


def check_ways(differentiable: bool, foreach: Any = None, fused: Any = None) -> None:
    """`foreach` and `fused` choose between ways that are one here; both may not be.

    Raises:
        NotImplementedError: for `differentiable=True`.
        RuntimeError: for both.
    """
    if differentiable:
        raise NotImplementedError(
            "differentiable=True is not implemented; compute the update yourself from "
            "torch.autograd.grad(..., create_graph=True) instead"
        )
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")
