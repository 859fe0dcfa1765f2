"""How long the engine takes to import, beside NumPy and PyTorch.

    make bench-import

Every import runs in a fresh interpreter, the candidates interleaved, the time of an
empty interpreter taken off. Limits: 2.2 x `import numpy`, 0.15 x `import torch`.
"""

import importlib.util
import os
import statistics
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"
ROUNDS = 15
TIMER = """
import time; begin = time.perf_counter()
{statement}
used = time.perf_counter() - begin
import resource, sys
print(used, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def main():
    """Print seconds, ratios and resident memory."""
    statements = {
        "numpy": "import numpy",
        "gradschool.torch": "import gradschool.torch",
    }
    if importlib.util.find_spec("torch"):
        statements["torch"] = "import torch"
    seconds = {name: [] for name in statements}
    memory = {}
    for _ in range(ROUNDS):
        for name, statement in statements.items():
            used, memory[name] = run(TIMER.format(statement=statement))
            seconds[name].append(used)
    print(f"{'import':20}{'min s':>8}{'x numpy':>9}{'x torch':>9}{'MB':>7}")
    for name, values in seconds.items():
        ratios = []
        for other in ("numpy", "torch"):
            pairs = zip(values, seconds.get(other, []), strict=False)
            found = [one / two for one, two in pairs]
            ratios.append(f"{statistics.median(found):9.2f}" if found else " " * 9)
        line = f"{name:20}{min(values):8.3f}{ratios[0]}{ratios[1]}"
        print(f"{line}{memory[name]:7.0f}")


def run(program):
    """The two numbers that a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
    )
    used, size = done.stdout.split()
    return float(used), float(size)


if __name__ == "__main__":
    main()
