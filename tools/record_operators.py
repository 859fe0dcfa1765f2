"""Record PyTorch's answers to a sample of its own operator database.

python tools/record_operators.py            write tests/conformance/recorded.json.gz
python tools/record_operators.py --check    change nothing; exit 1 if it is old
"""

import gzip
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.conformance.database import cases  # noqa: E402
from tests.conformance.sample import RECORDING, as_line  # noqa: E402


def main(arguments):
    """Record all cases; with `--check` only compare."""
    text = "".join(as_line(case) for case in cases(per_dtype=1)).encode()
    if RECORDING.exists() and gzip.decompress(RECORDING.read_bytes()) == text:
        return 0
    if "--check" in arguments:
        print("old:", RECORDING.relative_to(ROOT))
        return 1
    # No time of writing in the file: the same answers give the same bytes.
    RECORDING.write_bytes(gzip.compress(text, 9, mtime=0))
    print("renewed:", RECORDING.relative_to(ROOT), len(RECORDING.read_bytes()), "bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
