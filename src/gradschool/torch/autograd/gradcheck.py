"""`gradcheck` and `gradgradcheck`: derivatives against differences.

The derivative of f along each input element is compared with

    (f(x + eps) − f(x − eps)) / 2·eps

in float64, where both agree to many digits if the backward formula is right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from .._typing import Array
from .backward_pass import grad as _grad
from .grad_mode import enable_grad, no_grad
from .recording import wrap
from .versions import memory


class GradcheckError(RuntimeError):
    """What `gradcheck` found wrong."""


GradcheckError.__module__ = "torch.autograd.gradcheck"


def _listed(value: Any) -> tuple[Any, ...]:
    if isinstance(value, tuple | list):
        return tuple(cast("Sequence[Any]", value))
    return (value,)


def _differentiable(values: Sequence[Any]) -> list[Any]:
    return [v for v in values if hasattr(v, "_array") and v._array.dtype.kind in "fc"]


def get_numerical_jacobian(
    fn: Callable[..., Any], inputs: Sequence[Any], eps: float
) -> list[list[Any]]:
    """Per input and output the Jacobian by central differences, (input, output)."""
    wanted = [v for v in inputs if getattr(v, "_node", None) is not None]

    def values() -> list[Any]:
        with no_grad():
            outputs = _differentiable(_listed(fn(*inputs)))
        return [np.array(o._array, np.float64).reshape(-1) for o in outputs]

    jacobians: list[list[Any]] = []
    for v in wanted:
        x = memory(v)
        flat = [tuple(place) for place in np.ndindex(x.shape)]
        columns: list[list[Any]] = []
        for place in flat:
            held = x[place].copy() if x.ndim else x.copy()
            x[place] = held + eps
            high = values()
            x[place] = held - eps
            low = values()
            x[place] = held
            columns.append(
                [(h - g) / (2 * eps) for h, g in zip(high, low, strict=True)]
            )
        count = len(columns[0]) if columns else len(values())
        jacobians.append(
            [
                np.stack([column[k] for column in columns])
                if columns
                else np.zeros((0, 0))
                for k in range(count)
            ]
        )
    return jacobians


def _analytical(
    fn: Callable[..., Any], inputs: Sequence[Any]
) -> tuple[list[list[Any]], list[Any]]:
    wanted = [v for v in inputs if getattr(v, "_node", None) is not None]
    with enable_grad():
        outputs = _differentiable(_listed(fn(*inputs)))
    jacobians: list[list[Any]] = [[] for _ in wanted]
    for o in outputs:
        y: Array = o._array
        rows: list[list[Any]] = [[] for _ in wanted]
        for k in range(y.size):
            seed = np.zeros(y.size, y.dtype)
            seed[k] = 1
            if o._node is None:
                grads: Sequence[Any] = [None] * len(wanted)
            else:
                grads = _grad(
                    o,
                    wanted,
                    wrap(seed.reshape(y.shape)),
                    retain_graph=True,
                    allow_unused=True,
                )
            for row, g, v in zip(rows, grads, wanted, strict=True):
                row.append(
                    np.zeros(v._array.size)
                    if g is None
                    else np.array(g._array, np.float64).reshape(-1)
                )
        for jacobian, row, v in zip(jacobians, rows, wanted, strict=True):
            jacobian.append(np.stack(row, 1) if row else np.zeros((v._array.size, 0)))
    return jacobians, outputs


def gradcheck(
    func: Callable[..., Any],
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Compares the gradients of `func` with central differences.

    Args:
        func: takes the inputs, returns a tensor or a tuple of tensors.
        inputs: tensors; those with `requires_grad` are checked, in float64 or the
            differences are too coarse.
        eps: the step of the differences.
        atol: absolute tolerance.
        rtol: relative tolerance.
        raise_exception: raise instead of answering False.
        nondet_tol: how much two backward passes may differ.
        check_undefined_grad: accepted.
        check_grad_dtypes: accepted.
        check_batched_grad: accepted.
        check_batched_forward_grad: accepted.
        check_forward_ad: accepted.
        check_backward_ad: check at all.
        fast_mode: accepted; every element is checked anyway.
        masked: accepted.

    Raises:
        GradcheckError: they differ. (A `RuntimeError`.)
        ValueError: no input requires a gradient.
    """
    try:
        return _gradcheck(func, _listed(inputs), eps, atol, rtol, nondet_tol)
    except GradcheckError:
        if raise_exception:
            raise
        return False


def _gradcheck(
    func: Any,
    inputs: Sequence[Any],
    eps: float,
    atol: float,
    rtol: float,
    nondet: float,
) -> bool:
    wanted = [v for v in inputs if getattr(v, "_node", None) is not None]
    if not wanted:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none "
            "of the them have requires_grad=True."
        )
    for index, v in enumerate(inputs):
        if getattr(v, "_node", None) is not None and v._array.dtype != np.float64:
            import warnings

            warnings.warn(
                f"Input #{index} requires gradient and is not a double precision "
                "floating point or complex. This check will likely fail if all the "
                "inputs are not of double precision floating point or complex. ",
                stacklevel=3,
            )
    analytical, outputs = _analytical(func, inputs)
    if not outputs:
        return True
    numerical = get_numerical_jacobian(func, inputs, eps)
    again, _ = _analytical(func, inputs)
    for i, (a_row, n_row, r_row) in enumerate(
        zip(analytical, numerical, again, strict=True)
    ):
        for j, (a, n, r) in enumerate(zip(a_row, n_row, r_row, strict=True)):
            if a.size and np.abs(a - r).max() > nondet:
                raise GradcheckError(
                    "Backward is not reentrant, i.e., running backward with same input "
                    "and grad_output multiple times gives different values, although "
                    "analytical gradient matches numerical gradient. The tolerance for "
                    f"nondeterminism was {nondet}."
                )
            if not np.allclose(a, n, rtol, atol, equal_nan=True):
                raise GradcheckError(
                    f"Jacobian mismatch for output {j} with respect to input {i},\n"
                    f"numerical:{_text(n)}\nanalytical:{_text(a)}\n"
                )
    return True


def _text(jacobian: Any) -> str:
    return repr(wrap(np.asarray(jacobian)))


def gradgradcheck(
    func: Callable[..., Any],
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
    masked: bool = False,
) -> bool:
    """Compares the second derivatives of `func` with differences of the first.

    Arguments as for `gradcheck`; `grad_outputs` are the gradients that enter at the
    outputs, fixed numbers between -1 and 1 if left out.
    """
    listed = _listed(inputs)
    wanted = [k for k, v in enumerate(listed) if getattr(v, "_node", None) is not None]
    with enable_grad():
        outputs = [
            o for o in _differentiable(_listed(func(*listed))) if o._node is not None
        ]
    if grad_outputs is None:
        seeds = [
            wrap(_fixed_numbers(o._array.shape, o._array.dtype)).requires_grad_()
            for o in outputs
        ]
    else:
        seeds = list(_listed(grad_outputs))
    count = len(listed)

    def first_derivatives(*values: Any) -> Any:
        arguments, given = values[:count], values[count:]
        with enable_grad():
            results = [
                o
                for o in _differentiable(_listed(func(*arguments)))
                if o._node is not None
            ]
            grads = _grad(
                results,
                [arguments[k] for k in wanted],
                given,
                create_graph=True,
                allow_unused=True,
            )
        return tuple(g for g in grads if g is not None)

    return gradcheck(
        first_derivatives,
        (*listed, *seeds),
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
    )


def _fixed_numbers(shape: tuple[int, ...], dtype: Any) -> Any:
    size = int(np.prod(shape))
    return np.cos(np.arange(1, size + 1)).reshape(shape).astype(dtype)
