"""What packages re-export exists, says what it is, and is listed once."""

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import gradschool

SOURCE = Path(gradschool.__file__).parent
PACKAGES = [
    "gradschool",
    "gradschool.browser",
    "gradschool.course",
    "gradschool.torch",
    "gradschool.torch.autograd",
    "gradschool.torch.nn",
    "gradschool.torch.nn.functional",
    "gradschool.torch.optim",
    "gradschool.torch.linalg",
]


def public(module):
    """(name, object) of everything a module offers under a public name."""
    for name, value in vars(module).items():
        if not name.startswith("_") and not inspect.ismodule(value):
            yield name, value


@pytest.mark.parametrize("name", PACKAGES)
def test_everything_public_that_is_ours_has_a_docstring(name):
    bare = [
        f"{name}.{key}"
        for key, value in public(importlib.import_module(name))
        if (inspect.isfunction(value) or inspect.isclass(value))
        and value.__module__.startswith(("gradschool", "torch"))
        and not inspect.getdoc(value)
    ]
    assert not bare


def test_every_module_says_what_it_is():
    silent = [
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if path.read_text(encoding="utf-8").strip()
        and not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not silent


def test_every_module_of_the_engine_can_be_imported():
    from gradschool import torch

    broken = []
    for found in pkgutil.walk_packages(torch.__path__, "gradschool.torch."):
        try:
            importlib.import_module(found.name)
        except ImportError as error:
            broken.append(f"{found.name}: {error}")
    assert not broken


def test_tensor_methods_of_one_name_are_the_functions():
    """`Tensor.exp` is `torch.exp`: one page, one signature."""
    from gradschool import torch

    for name in ("exp", "sum", "matmul", "reshape", "softmax", "cumsum"):
        method = inspect.unwrap(getattr(torch.Tensor, name))
        assert method is inspect.unwrap(getattr(torch, name)), name
