"""Every backward formula agrees with differences, and so does its own derivative."""

from __future__ import annotations

import functools

import pytest
from tests.torch.gradcheck_cases import all_cases

import gradschool.torch.nn.functional  # noqa: F401 - so that its node classes exist
from gradschool import torch
from gradschool.torch.autograd import gradcheck, gradgradcheck
from gradschool.torch.autograd.node import Node, Output

CASES = all_cases(torch)

# Node classes that no differentiable case can show, with the reason.
EXEMPT = {
    "OutputBackward0": "hands on to its main node, which has a case",
    "Output": "hands on to its main node, which has a case",
    "BackwardFunction": "runs the user's backward; see user_functions",
    "RefilledBackward0": "gives zero for whatever was filled with random numbers",
    "Error": "only raises; see once_differentiable",
    "NextafterBackward0": "PyTorch refuses to differentiate it",
    "NotImplemented": "PyTorch refuses to differentiate it",
}


def subclasses(cls):
    for sub in cls.__subclasses__():
        yield sub
        yield from subclasses(sub)


def nodes_below(*tensors):
    """Every node of the graph, whatever stands between."""
    seen, stack = set(), [t._node for t in tensors if t._node is not None]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        stack.extend(p for p in node.parents if p is not None)
        if isinstance(node, Output):
            stack.append(node.main)
    return seen


@functools.cache
def covered():
    """The classes whose backward formula some case runs."""
    found = set()
    for function, inputs in CASES.values():
        results = function(*inputs)
        tensors = results if isinstance(results, tuple) else (results,)
        roots = [t for t in tensors if getattr(t, "_node", None) is not None]
        # gradgradcheck also runs the nodes of the gradients' own graph.
        weights = [torch.ones_like(t, requires_grad=True) for t in roots]
        gradients = torch.autograd.grad(
            roots, inputs, weights, create_graph=True, allow_unused=True
        )
        for node in nodes_below(*roots, *(g for g in gradients if g is not None)):
            found.update(c for c in type(node).__mro__ if "backward" in vars(c))
    return found


def formulas():
    """Node classes of the engine with a backward of their own."""
    return sorted(
        {
            cls
            for cls in subclasses(Node)
            if "backward" in vars(cls)
            and cls.__module__.startswith("gradschool.torch")
            and cls.__name__ not in EXEMPT
        },
        key=lambda cls: (cls.__module__, cls.__name__),
    )


@pytest.mark.parametrize("name", CASES)
def test_gradient_agrees_with_differences(name):
    function, inputs = CASES[name]
    assert gradcheck(function, inputs)


@pytest.mark.parametrize("name", CASES)
def test_second_derivative_agrees_with_differences(name):
    function, inputs = CASES[name]
    assert gradgradcheck(function, inputs)


@pytest.mark.parametrize(
    "cls", formulas(), ids=lambda c: f"{c.__module__.rpartition('.')[2]}.{c.__name__}"
)
def test_every_formula_has_a_case(cls):
    assert cls in covered(), f"add a case for {cls.__name__} to gradcheck_cases/"
