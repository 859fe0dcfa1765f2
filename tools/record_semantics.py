"""Write tests/torch/recorded/{semantics,neural,sequences}.json: PyTorch's answers.

python tools/record_semantics.py            # needs the real torch
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

import torch

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.torch.programs import described  # noqa: E402 - the path is set just above
from tests.torch.semantics import NEURAL_THEMES, SEQUENCE_THEMES, THEMES, programs_of  # noqa: E402 - as above


def main() -> None:
    """Run every program and write what it returned."""
    record("semantics", THEMES)
    record("neural", NEURAL_THEMES)
    record("sequences", SEQUENCE_THEMES)


def record(file: str, themes: tuple[str, ...]) -> None:
    """Write the answers of these themes' programs into one file."""
    recorded = {}
    for theme in themes:
        for name, program in programs_of(theme):
            torch.manual_seed(0)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                recorded[f"{theme}.{name}"] = described(program(torch))
    target = ROOT / "tests" / "torch" / "recorded" / f"{file}.json"
    lines = ",\n".join(
        f"{json.dumps(key)}: {json.dumps(value)}" for key, value in recorded.items()
    )
    target.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    print(f"{file}: {len(recorded)} programs recorded with torch {torch.__version__}")


if __name__ == "__main__":
    main()
