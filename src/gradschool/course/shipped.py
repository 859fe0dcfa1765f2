"""Where the courses that come with Gradschool lie."""

from pathlib import Path

from gradschool.course.manifest import NAME

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped_courses() -> tuple[Path, ...]:
    """The folders of the courses we ship, sorted by name.

    An installed package carries them in `gradschool/courses`; in a checkout they are
    in `courses/` beside `src/`.
    """
    for home in (_PACKAGE / "courses", _PACKAGE.parent.parent / "courses"):
        folders = sorted(path.parent for path in home.glob(f"*/{NAME}"))
        if folders:
            return tuple(folders)
    return ()
