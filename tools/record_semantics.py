"""Write tests/torch/recorded/semantics.json: what real PyTorch answers.

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

from tests.torch.programs import described
from tests.torch.semantics import THEMES, programs_of


def main() -> None:
    """Run every program and write what it returned."""
    recorded = {}
    for theme in THEMES:
        for name, program in programs_of(theme):
            torch.manual_seed(0)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                recorded[f"{theme}.{name}"] = described(program(torch))
    target = ROOT / "tests" / "torch" / "recorded" / "semantics.json"
    lines = ",\n".join(
        f"{json.dumps(key)}: {json.dumps(value)}" for key, value in recorded.items()
    )
    target.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    print(f"{len(recorded)} programs recorded with torch {torch.__version__}")


if __name__ == "__main__":
    main()
