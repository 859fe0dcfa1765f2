"""Renew every recording of the real PyTorch: `make record`.

python tools/record.py            write the recordings
python tools/record.py --check    change nothing; exit 1 if one is old
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Programs that record, each with the same two ways of being called.
RECORDERS = (
    "tools/record_courses.py",
    "tools/record_expressions.py",
    "tools/record_operators.py",
)


def main(arguments):
    """Run every recorder; returns the worst exit code."""
    codes = [
        subprocess.run([sys.executable, path, *arguments], cwd=ROOT, check=False)
        for path in RECORDERS
    ]
    return max(done.returncode for done in codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
