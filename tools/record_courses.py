"""Record what the cells of our courses print on the real PyTorch.

    python tools/record_courses.py            write tests/courses/recorded/
    python tools/record_courses.py --check    change nothing; exit 1 if a file is old

A recording lets the tests compare the engine with PyTorch where PyTorch is not
installed. The diff of a new recording is read like any other change.
"""

import importlib
import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tests.courses import transcript  # noqa: E402 - the path is set just above

EXPECTED_TORCH = "2.13.0"


def main(arguments: list[str]) -> int:
    """Runs the command; returns its exit code."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write("usage: python tools/record_courses.py [--check]\n")
        return 2
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        sys.stderr.write("expected the real PyTorch; run `make reference` first\n")
        return 2
    version = torch.__version__.split("+")[0]
    if version != EXPECTED_TORCH:
        sys.stderr.write(f"expected PyTorch {EXPECTED_TORCH}, found {version}\n")
        return 2
    # A cell that warns on PyTorch would print to stderr, which is not recorded.
    warnings.simplefilter("error")

    old: list[str] = []
    for file in transcript.lesson_files():
        lesson = transcript.read(file)
        text = transcript.as_json(transcript.record(lesson, version))
        path = file.recording
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        old.append(str(path.relative_to(ROOT)))
        if not arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in old:
        sys.stdout.write(f"{'old' if arguments else 'wrote'}: {name}\n")
    return 1 if arguments and old else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
