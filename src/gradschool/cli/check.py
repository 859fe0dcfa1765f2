"""`gradschool check`: what is wrong with a course, and exactly where."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gradschool.cli.errors import CommandError

if TYPE_CHECKING:
    from gradschool.course.findings import Finding


@click.command("check")
@click.argument(
    "courses", nargs=-1, required=True, metavar="COURSE...", type=click.Path()
)
@click.option(
    "--strict", is_flag=True, help="Exit with 1 for warnings too, not for errors alone."
)
def command(courses: tuple[str, ...], strict: bool) -> int:
    """Check each COURSE: its text, ids, translations, links and cells.

    Prints one finding a line, `file:line: CODE message`, as editors understand it;
    nothing of the course is run. Exit code 0: nothing to mend; 1: something is.
    """
    try:
        from gradschool.course.checking import check
        from gradschool.course.errors import CourseError
    except ModuleNotFoundError as missing:
        raise CommandError(
            f"expected the academy's libraries, but {missing.name} is not installed; "
            'try: pip install "gradschool[academy]"'
        ) from missing
    findings: list[Finding] = []
    for course in courses:
        try:
            findings.extend(check(Path(course)))
        except CourseError as error:
            raise CommandError(str(error)) from error
    for finding in findings:
        click.echo(f"{finding}")
    errors = sum(finding.severity == "error" for finding in findings)
    warnings = len(findings) - errors
    click.echo(f"{count(errors, 'error')}, {count(warnings, 'warning')}", err=True)
    return 1 if errors or (strict and warnings) else 0


def count(number: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
