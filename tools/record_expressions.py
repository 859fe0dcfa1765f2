"""Record what real PyTorch answers to the expressions of `tests/torch/expressions`.

python tools/record_expressions.py            write the recordings
python tools/record_expressions.py --check    change nothing; exit 1 if one is old
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.torch.expressions import RECORDED, THEMES, answer, expressions  # noqa: E402


def main(arguments):
    """Record every theme; with `--check` only compare."""
    import torch

    torch.set_num_threads(1)
    old = []
    for theme in THEMES:
        answers = {code: answer(torch, code) for code in expressions(theme)}
        text = json.dumps(answers, indent=1, ensure_ascii=False) + "\n"
        path = RECORDED / f"{theme}.json"
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        old.append(theme)
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
    print("old:" if "--check" in arguments else "renewed:", ", ".join(old) or "none")
    return 1 if old and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
