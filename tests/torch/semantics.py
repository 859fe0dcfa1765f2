"""The programs of `programs/`, found by theme."""

from __future__ import annotations

import importlib
import inspect

THEMES = (
    "leaves",
    "twice",
    "versions",
    "in_place",
    "views",
    "hooks",
    "gradients",
    "higher_order",
    "promotion",
    "graph",
    "modes",
    "user_functions",
    "python_protocols",
)

NEURAL_THEMES = ("modules", "layers", "losses", "optimizers")
"""What is built on the tensors; recorded in a file of their own."""

SEQUENCE_THEMES = ("comparing", "recurrent", "attention", "functional")
"""Layers over sequences, and what came with them; in a third file."""


def programs_of(theme):
    """The theme's programs by name: its functions of one argument, `torch`."""
    module = importlib.import_module(f"tests.torch.programs.{theme}")
    return [
        (name, function)
        for name, function in vars(module).items()
        if inspect.isfunction(function)
        and not name.startswith("_")
        and function.__module__ == module.__name__
        and list(inspect.signature(function).parameters) == ["torch"]
    ]
