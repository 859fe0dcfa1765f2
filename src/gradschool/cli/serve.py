"""`gradschool serve`: the academy, on this machine or for a whole school."""

from pathlib import Path
from typing import Any

import click

from gradschool.cli.errors import CommandError


@click.command("serve")
@click.argument("courses", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; 0.0.0.0 is every network of this machine.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option(
    "--database-url",
    metavar="URL",
    envvar="GRADSCHOOL_DATABASE_URL",
    help="sqlite:///file or postgresql://user@host/name. "
    "Default: an SQLite file in your data folder.",
)
@click.option(
    "--root-path",
    default="",
    metavar="PATH",
    help="Path under which a proxy mounts the academy, such as /academy.",
)
@click.option(
    "--public-url",
    metavar="URL",
    help="Address that readers use, such as https://learn.example.org.",
)
def command(
    courses: tuple[Path, ...],
    host: str,
    port: int,
    database_url: str | None,
    root_path: str,
    public_url: str | None,
) -> int:
    """Open the academy with COURSES (folders with a course.toml).

    Without COURSES it serves those that come with Gradschool. Lessons are read again
    when their files change, so this is also a teacher's live preview.
    """
    try:
        from gradschool.academy.errors import AcademyError
        from gradschool.academy.server import serve
        from gradschool.academy.settings import Settings
        from gradschool.course.errors import CourseError
    except ModuleNotFoundError as missing:
        raise CommandError(
            f"expected the academy's libraries, but {missing.name} is not installed; "
            'try: pip install "gradschool[academy]"'
        ) from missing
    given: dict[str, Any] = {"courses": courses, "database_url": database_url}
    try:
        settings = Settings(
            host=host,
            port=port,
            root_path=root_path,
            public_url=public_url,
            **{name: value for name, value in given.items() if value},
        )
        serve(settings)
    except (AcademyError, CourseError) as error:
        raise CommandError(str(error)) from error
    return 0
