"""`gradschool run SCRIPT`: a PyTorch script, unchanged, on the engine or on PyTorch."""

import importlib
import importlib.util
import io
import sys
import traceback
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Literal

import click

from gradschool import as_torch
from gradschool.cli.errors import CommandError
from gradschool.cli.torch_names import missing_names

Engine = Literal["auto", "gradschool", "torch"]


@click.command(
    "run",
    # Everything behind SCRIPT belongs to the script, options included.
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "gradschool", "torch"]),
    default="auto",
    show_default=True,
    help="What `import torch` means. auto: Gradschool's engine where it has every "
    "torch name that the script mentions, else the PyTorch installed here.",
)
@click.argument("script", type=str)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(script: str, arguments: tuple[str, ...], engine: Engine) -> int:
    """Run SCRIPT with ARGUMENTS as `python SCRIPT ARGUMENTS` would.

    `-` reads the script from standard input. The exit code is the script's own.
    """
    source, filename = read_script(script)
    choose_engine(source, engine)
    return run_script(source, filename, [script, *arguments])


def read_script(script: str) -> tuple[bytes, str]:
    """The source of `script` and the file name that tracebacks show.

    Raises:
        CommandError: there is no such file, or it cannot be read.
    """
    if script == "-":
        return sys.stdin.buffer.read(), "<stdin>"
    path = Path(script)
    if path.is_dir():
        raise CommandError(f"expected a Python script, got the folder {script!r}")
    try:
        return path.read_bytes(), script
    except FileNotFoundError:
        raise CommandError(
            f"expected a Python script, found no file {script!r}"
        ) from None
    except OSError as error:
        raise CommandError(f"cannot read {script!r}: {error.strerror}") from None


def choose_engine(source: bytes, engine: Engine) -> None:
    """Make `torch` mean what `engine` says for `source`.

    Raises:
        CommandError: real PyTorch is asked for and not installed.
    """
    installed = importlib.util.find_spec("torch") is not None
    if engine == "torch" and not installed:
        raise CommandError(
            "expected PyTorch for --engine torch, but it is not installed; "
            "try: pip install torch, or --engine gradschool"
        )
    if engine == "torch":
        return
    as_torch.install()
    if engine == "auto" and installed and (missing := missing_names(source)):
        as_torch.uninstall()
        more = " ..." if len(missing) > 3 else ""
        click.echo(
            f"gradschool: the engine lacks {', '.join(missing[:3])}{more}; "
            "running on PyTorch",
            err=True,
        )


def run_script(source: bytes, filename: str, argv: list[str]) -> int:
    """Execute `source` as the program `__main__`; returns its exit code.

    An exception prints the script's own traceback, without a frame of ours.
    """
    program = ModuleType("__main__")
    vars(program).update(__file__=filename, __builtins__=__builtins__)
    sys.argv = argv
    # What Python does for a script: its folder leads the search path.
    sys.path.insert(0, "" if filename == "<stdin>" else str(Path(filename).parent))
    sys.modules["__main__"] = program
    try:
        exec(compile(source, filename, "exec", dont_inherit=True), vars(program))  # noqa: S102 - running the script is the task
    except SystemExit as leaving:
        return exit_code(leaving)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - Python prints whatever comes, too
        show_exception(error)
        return 1
    finally:
        flush()
    return 0


def exit_code(leaving: SystemExit) -> int:
    """The process's exit code for a SystemExit, as Python has it."""
    if leaving.code is None:
        return 0
    if isinstance(leaving.code, int):
        return leaving.code
    print(leaving.code, file=sys.stderr)
    return 1


def show_exception(error: BaseException) -> None:
    """Print `error` through the script's excepthook, from the script's first frame."""
    own: TracebackType | None = error.__traceback__
    while own is not None and own.tb_frame.f_code.co_filename == __file__:
        own = own.tb_next
    error.__traceback__ = own
    flush()
    try:
        sys.excepthook(type(error), error, own)
    except Exception:  # noqa: BLE001 - a broken hook must not hide the error itself
        traceback.print_exception(error)


def flush() -> None:
    """Send out what the script printed, before anything of ours follows."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOBase) and not stream.closed:
            stream.flush()
