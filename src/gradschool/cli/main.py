"""Entry point of `gradschool`: finds the command, and turns mistakes into one line.

Exit codes: 0 done · 1 the script failed, or something was found · 2 wrong use, or the
call cannot be done · 130 interrupted.
"""

import importlib
import sys
from collections.abc import Sequence

import click

from gradschool import __version__
from gradschool.cli.errors import CommandError

#: Command -> module that holds it, imported only when it is asked for: `gradschool
#: run` starts without the web framework.
COMMANDS = {
    "check": "gradschool.cli.check",
    "run": "gradschool.cli.run",
    "serve": "gradschool.cli.serve",
}


class Commands(click.Group):
    """The group `gradschool`, whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the help page."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, None where there is none."""
        module = COMMANDS.get(cmd_name)
        return importlib.import_module(module).command if module else None


#: `\b` alone on a line is click's sign for lines that it must not join.
HELP = """Learn, teach and debug deep learning.

\b
gradschool serve             open the academy in this machine's browser
gradschool serve my-course   ... with a course of your own
gradschool check my-course   find what is wrong with it
gradschool run train.py      run a PyTorch script on Gradschool's engine
"""


@click.command(
    cls=Commands,
    help=HELP,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "--version", "-V", message="gradschool %(version)s")
def gradschool() -> None:
    """Learn, teach and debug deep learning."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run_command(arguments))


def run_command(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code (0, 1, 2 or 130)."""
    try:
        result = gradschool.main(
            arguments, prog_name="gradschool", standalone_mode=False
        )
    except click.exceptions.NoArgsIsHelpError as help_page:
        click.echo(help_page.format_message())
        return 2
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "gradschool"
        return fail(f"{error.format_message()} See: {command} --help")
    except click.ClickException as error:
        return fail(error.format_message())
    except CommandError as error:
        return fail(str(error))
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:
        # `gradschool ... | head` closed our stdout: nobody is left to be told.
        sys.stderr.close()
        return 1
    except OSError as error:
        # A full disk, for example. A script's own errors never come here.
        return fail(str(error))
    return result if isinstance(result, int) else 0


def fail(message: str) -> int:
    """Say why in one line on stderr; returns exit code 2."""
    click.echo(f"gradschool: {message}", err=True)
    return 2
