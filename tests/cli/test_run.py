"""`gradschool run`: scripts behave as under `python`, with the engine as `torch`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent.parent / "src"


@pytest.fixture
def gradschool(tmp_path):
    """Runs the command line in a process of its own, in an empty folder."""

    def call(*arguments, stdin=""):
        return subprocess.run(
            [sys.executable, "-m", "gradschool", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return call


@pytest.fixture
def script(tmp_path):
    def write(text, name="script.py"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return name

    return write


def test_import_torch_is_the_engine_with_torchs_names(gradschool, script):
    name = script(
        "import torch, torch.nn as nn\n"
        "from torch.optim import SGD\n"
        "w = torch.tensor(5.0, requires_grad=True)\n"
        "(w * 3).backward()\n"
        "print(w.grad, nn.Linear, type(w), 'gradschool' in torch.__file__)\n"
    )
    done = gradschool("run", "--engine", "gradschool", name)
    assert done.stderr == ""
    assert done.stdout == (
        "tensor(3.) <class 'torch.nn.modules.linear.Linear'> "
        "<class 'torch.Tensor'> True\n"
    )


def test_gradschool_torch_and_torch_are_one_engine(gradschool, script):
    name = script(
        "import torch\n"
        "from gradschool import torch as ours\n"
        "import gradschool.torch.nn.modules.linear as linear\n"
        "print(ours is torch, linear.Linear is torch.nn.Linear)\n"
    )
    assert gradschool("run", "--engine", "gradschool", name).stdout == "True True\n"


def test_the_script_gets_its_arguments_options_included(gradschool, script):
    name = script("import sys; print(sys.argv, __name__)")
    done = gradschool("run", name, "--epochs", "3", "--engine", "x", "--help")
    expected = ["script.py", "--epochs", "3", "--engine", "x", "--help"]
    assert done.stdout == f"{expected} __main__\n"


def test_modules_beside_the_script_can_be_imported(gradschool, script):
    script("value = 7", "beside.py")
    assert (
        gradschool("run", script("import beside; print(beside.value)")).stdout == "7\n"
    )


@pytest.mark.parametrize(
    ("ending", "code", "stderr"),
    [
        ("raise SystemExit", 0, ""),
        ("raise SystemExit(3)", 3, ""),
        ("raise SystemExit('no data')", 1, "no data\n"),
    ],
)
def test_the_exit_code_is_the_scripts_own(gradschool, script, ending, code, stderr):
    done = gradschool("run", script(ending))
    assert (done.returncode, done.stderr) == (code, stderr)


def test_an_exception_shows_the_scripts_frames_only(gradschool, script):
    done = gradschool("run", script("def f():\n    1 / 0\n\nprint('before')\nf()\n"))
    assert (done.returncode, done.stdout) == (1, "before\n")
    lines = done.stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1] == '  File "script.py", line 5, in <module>'
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_a_script_that_does_not_parse_is_told_as_python_tells_it(gradschool, script):
    done = gradschool("run", script("for\n"))
    assert done.returncode == 1
    assert done.stderr.endswith("SyntaxError: invalid syntax\n")
    assert "gradschool/cli" not in done.stderr


def test_a_dash_reads_the_script_from_standard_input(gradschool):
    assert gradschool("run", "-", stdin="print(2 + 2)").stdout == "4\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run"], "Missing argument 'SCRIPT'"),
        (["run", "absent.py"], "found no file 'absent.py'"),
        (["run", "."], "got the folder '.'"),
        (["run", "--engine", "jax", "a.py"], "'jax' is not one of"),
        (["rnu", "a.py"], "No such command 'rnu'"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(gradschool, arguments, words):
    done = gradschool(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_help_and_version(gradschool):
    version = gradschool("--version")
    assert (version.returncode, version.stdout[:11]) == (0, "gradschool ")
    for arguments in (["--help"], ["run", "--help"], ["serve", "--help"]):
        page = gradschool(*arguments)
        assert page.returncode == 0
        assert page.stdout.startswith("Usage: gradschool")


def test_auto_takes_the_engine_when_it_has_all_that_the_script_names(
    gradschool, script
):
    done = gradschool("run", script("import torch; print(torch.__file__)"))
    assert "gradschool" in done.stdout
    assert done.stderr == ""


def test_a_missing_name_says_what_is_nearest(gradschool, script):
    name = script("import torch\ntorch.nn.quantizable\n")
    done = gradschool("run", "--engine", "gradschool", name)
    assert done.returncode == 1
    assert "not in Gradschool's engine" in done.stderr


def test_a_script_may_close_its_own_output(gradschool, script):
    done = gradschool("run", script("import sys\nsys.stdout.close()\n"))
    assert (done.returncode, done.stderr) == (0, "")


def test_the_help_page_shows_one_example_a_line(gradschool):
    lines = gradschool("--help").stdout.splitlines()
    assert (
        "  gradschool run train.py      run a PyTorch script on Gradschool's engine"
        in (lines)
    )
