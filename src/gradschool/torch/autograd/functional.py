"""Derivatives of functions: `jacobian`, `hessian`, and their products with vectors.

Every function here calls `func` on fresh leaves over its inputs' memory and asks
`grad`; it takes a tensor or a tuple of them and answers in the same form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from .._errors import not_here
from .._missing import module_getattr
from .._tensor import Tensor
from ..creation import ones_like, zeros, zeros_like
from ..ops.joining import stack
from .backward_pass import grad
from .grad_mode import enable_grad

Tensors: TypeAlias = "Tensor | tuple[Tensor, ...]"
Function: TypeAlias = Callable[..., Any]


def _listed(values: Any) -> tuple[Any, ...]:
    return tuple(values)


def _as_tuple(value: Any, what: str, name: str) -> tuple[Any, ...]:
    kind = str(value.__class__)
    parts = _listed(value) if isinstance(value, tuple) else (value,)
    for part in parts:
        if not isinstance(part, Tensor):
            raise TypeError(
                f"The {what} given to {name} must be either a Tensor or a tuple of "
                f"Tensors but the given {what} has type {kind}."
            )
    return parts


def _leaves(inputs: Any, name: str, create_graph: bool) -> tuple[Any, ...]:
    """The inputs as leaves, or as views of themselves if the graph shall go on."""
    return tuple(
        x.view_as(x)
        if create_graph and x.requires_grad
        else x.detach().requires_grad_()
        for x in _as_tuple(inputs, "inputs", name)
    )


def _outputs(
    func: Function, leaves: tuple[Any, ...], name: str
) -> tuple[Any, tuple[Any, ...]]:
    """What the function returned, and that as a tuple."""
    result = func(*leaves)
    return result, _as_tuple(result, "outputs of the user-provided function", name)


def _check_strict(outputs: tuple[Any, ...], strict: bool) -> None:
    for index, output in enumerate(outputs):
        if strict and not output.requires_grad:
            raise RuntimeError(
                f"Output {index} of the user-provided function does not require "
                "gradients. The outputs must be computed in a differentiable manner "
                "from the input when running in strict mode."
            )


def _filled(
    found: Any, like: tuple[Any, ...], output: int = 0, strict: bool = False
) -> tuple[Any, ...]:
    """The gradients, with zeros where an input plays no part."""
    for index, g in enumerate(found):
        if g is None and strict:
            raise RuntimeError(
                f"Output {output} of the user-provided function is independent of "
                f"input {index}. This is not allowed in strict mode."
            )
    return tuple(
        zeros_like(x) if g is None else g for g, x in zip(found, like, strict=True)
    )


def _gradients(
    outputs: Any, inputs: Any, vectors: Any, *, create_graph: bool, retain: bool = False
) -> tuple[Any, ...]:
    """`grad`, with None for every input where no output wants a gradient."""
    wanted = [(y, v) for y, v in zip(outputs, vectors, strict=True) if y.requires_grad]
    if not wanted:
        return (None,) * len(inputs)
    return grad(
        tuple(y for y, _ in wanted),
        inputs,
        tuple(v for _, v in wanted),
        create_graph=create_graph,
        retain_graph=create_graph or retain,
        allow_unused=True,
    )


def _like(found: tuple[Any, ...], given: Any, create_graph: bool) -> Any:
    """The results in the form of what was given."""
    if not create_graph:
        found = tuple(t.detach() for t in found)
    return found if isinstance(given, tuple) else found[0]


def _vectors(v: Any, like: tuple[Any, ...], which: str, name: str) -> tuple[Any, ...]:
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            raise RuntimeError(
                f"The vector v can only be None if {which} a single Tensor with a "
                "single element."
            )
        return (ones_like(like[0]),)
    vectors = _as_tuple(v, "v", name)
    if len(vectors) != len(like):
        if len(like) == 1:
            raise RuntimeError("The given v should contain a single Tensor.")
        raise RuntimeError(
            "v is a tuple of invalid length: should be "
            f"{len(like)} but got {len(vectors)}."
        )
    for index, (vector, x) in enumerate(zip(vectors, like, strict=True)):
        if vector.shape != x.shape:
            entry = f"Entry {index} in " if len(like) > 1 else ""
            raise RuntimeError(
                f"{entry}v has invalid size: should be {x.shape} but got "
                f"{vector.shape}."
            )
    return vectors


_OF_THE_INPUT = "the input to the user-provided function is"


def _no_strict(strict: bool, name: str) -> None:
    if strict:
        raise not_here(f"torch.autograd.functional.{name}(strict=True)", "strict=False")


def jacobian(
    func: Function,
    inputs: Tensors,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:
    """∂yᵢ/∂xⱼ for every element of the outputs and of the inputs.

    Args:
        func: a function of tensors that returns a tensor or a tuple.
        inputs: where to differentiate.
        create_graph: whether the result can be differentiated again.
        strict: whether an output that does not depend on an input is an error.
        vectorize: changes nothing here.
        strategy: "reverse-mode".

    Returns:
        A tensor of shape (*y.shape, *x.shape); a tuple for a tuple of inputs, and a
        tuple of those for a tuple of outputs.
    """
    if strategy != "reverse-mode":
        if not vectorize:
            raise NotImplementedError(
                "Computing Jacobian using forward-AD or forward-over-reverse Hessian is"
                "only implemented for `vectorize=True`."
            )
        raise not_here('strategy="forward-mode"', 'strategy="reverse-mode"')
    with enable_grad():
        leaves = _leaves(inputs, "jacobian", create_graph)
        outputs, parts = _outputs(func, leaves, "jacobian")
        _check_strict(parts, strict)
        rows: list[Any] = []
        for number, y in enumerate(parts):
            columns: list[list[Any]] = [[] for _ in leaves]
            for element in y.reshape(-1):
                one = (ones_like(element),)
                found = _gradients(
                    (element,), leaves, one, create_graph=create_graph, retain=True
                )
                for column, g in zip(
                    columns, _filled(found, leaves, number, strict), strict=True
                ):
                    column.append(g)
            whole: list[Any] = [
                (stack(column) if column else zeros((0, *x.shape))).view(
                    *y.shape, *x.shape
                )
                for column, x in zip(columns, leaves, strict=True)
            ]
            rows.append(_like(tuple(whole), inputs, create_graph))
    return tuple(rows) if isinstance(outputs, tuple) else rows[0]


def _single(result: Any, name: str) -> Any:
    if not isinstance(result, Tensor):
        raise RuntimeError(
            f"The function given to {name} should return a single Tensor"
        )
    if result.numel() != 1:
        raise RuntimeError(
            f"The Tensor returned by the function given to {name} should contain a "
            "single element"
        )
    return result.reshape(())


def hessian(
    func: Function,
    inputs: Tensors,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:
    """∂²y/∂xᵢ∂xⱼ for every pair of elements of the inputs.

    Args:
        func: a function of tensors that returns one number.
        inputs: where to differentiate.
        create_graph: whether the result can be differentiated again.
        strict: not here.
        vectorize: changes nothing here.
        outer_jacobian_strategy: "reverse-mode".

    Returns:
        A tensor of shape (*x.shape, *x.shape); a tuple of tuples for several inputs.
    """
    _no_strict(strict, "hessian")

    def slope(*leaves: Any) -> Any:
        return jacobian(
            lambda *xs: _single(func(*xs), "hessian"),
            leaves if isinstance(inputs, tuple) else leaves[0],
            create_graph=True,
        )

    _as_tuple(inputs, "inputs", "hessian")
    return jacobian(
        slope,
        inputs,
        create_graph,
        vectorize=vectorize,
        strategy=outer_jacobian_strategy,
    )


def vjp(
    func: Function,
    inputs: Tensors,
    v: Any = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]:
    """(outputs, vᵀ·J): the vector through the function backwards, one backward pass.

    Args:
        func: a function of tensors that returns a tensor or a tuple.
        inputs: where to differentiate.
        v: like the outputs; may be left out for one number.
        create_graph: whether the result can be differentiated again.
        strict: whether an output that does not depend on an input is an error.
    """
    with enable_grad():
        leaves = _leaves(inputs, "vjp", create_graph)
        outputs, parts = _outputs(func, leaves, "vjp")
        _check_strict(parts, strict)
        vectors = _vectors(v, parts, "the user-provided function returns", "vjp")
        found = _gradients(parts, leaves, vectors, create_graph=create_graph)
        product = _filled(found, leaves, strict=strict)
    return _like(parts, outputs, create_graph), _like(product, inputs, create_graph)


def jvp(
    func: Function,
    inputs: Tensors,
    v: Any = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]:
    """(outputs, J·v): the vector through the function forwards.

    uᵀ·J is linear in u, so its derivative by u, backwards with v, is J·v: two backward
    passes instead of a forward mode.

    Args:
        func: a function of tensors that returns a tensor or a tuple.
        inputs: where to differentiate.
        v: like the inputs; may be left out for one number.
        create_graph: whether the result can be differentiated again.
        strict: not here.
    """
    _no_strict(strict, "jvp")
    with enable_grad():
        leaves = _leaves(inputs, "jvp", create_graph)
        vectors = _vectors(v, leaves, _OF_THE_INPUT, "jvp")
        outputs, parts = _outputs(func, leaves, "jvp")
        u = tuple(zeros_like(y).requires_grad_() for y in parts)
        found = _filled(_gradients(parts, leaves, u, create_graph=True), leaves)
        product = _filled(
            _gradients(found, u, vectors, create_graph=create_graph), parts
        )
    return _like(parts, outputs, create_graph), _like(product, outputs, create_graph)


def _hessian_product(
    name: str, func: Function, inputs: Any, v: Any, create_graph: bool, strict: bool
) -> tuple[Any, Any]:
    """(output, H·v): the slope's derivative backwards with v; H is symmetric."""
    _no_strict(strict, name)
    with enable_grad():
        leaves = _leaves(inputs, name, create_graph)
        vectors = _vectors(v, leaves, _OF_THE_INPUT, name)
        output = _single(_outputs(func, leaves, name)[0], name)
        one = (ones_like(output),)
        slope = _filled(_gradients((output,), leaves, one, create_graph=True), leaves)
        found = _gradients(slope, leaves, vectors, create_graph=create_graph)
        product = _filled(found, leaves)
    return _like((output,), None, create_graph), _like(product, inputs, create_graph)


def vhp(
    func: Function,
    inputs: Tensors,
    v: Any = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]:
    """(output, vᵀ·H) without ever making H.

    Args:
        func: a function of tensors that returns one number.
        inputs: where to differentiate.
        v: like the inputs; may be left out for one number.
        create_graph: whether the result can be differentiated again.
        strict: not here.
    """
    return _hessian_product("vhp", func, inputs, v, create_graph, strict)


def hvp(
    func: Function,
    inputs: Tensors,
    v: Any = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]:
    """(output, H·v) without ever making H.

    Args:
        func: a function of tensors that returns one number.
        inputs: where to differentiate.
        v: like the inputs; may be left out for one number.
        create_graph: whether the result can be differentiated again.
        strict: not here.
    """
    return _hessian_product("hvp", func, inputs, v, create_graph, strict)


__getattr__ = module_getattr(__name__)
