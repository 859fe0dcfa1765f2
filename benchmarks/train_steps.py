"""How long a training step takes, as a ratio to PyTorch on the same machine.

    make bench                              # every workload
    make bench ARGS="--only a,b,c,h"        # those that lessons are made of

All engines run in this one process, interleaved (A B, B A ...), on one thread: the
ratio of a round survives a noisy machine, microseconds do not. The loss after five
steps is compared with PyTorch's, so a fast but wrong engine is flagged. A GEMM-bound
row (d, f, i) says more about the machine's BLAS than about an engine.
"""

import argparse
import gc
import importlib
import json
import os
import statistics
import sys
import time
from pathlib import Path

#: Upper limits of the ratio on one thread that must always hold.
LIMITS = {"a": 0.45, "b": 0.50, "c": 0.40, "h": 0.40}


def main():
    """Measure what the command line asks for and print the table."""
    options = parse_options()
    if options.threads:  # before NumPy and PyTorch load their BLAS
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            os.environ[name] = str(options.threads)
    sys.path.insert(0, str(Path(__file__).parent))
    from workloads import WORKLOADS

    if options.list:
        for key, (title, _) in WORKLOADS.items():
            print(f"{key:6} {title}")
        return 0
    keys = [key for key in options.only.split(",") if key] or list(WORKLOADS)
    if unknown := [key for key in keys if key not in WORKLOADS]:
        print(f"expected keys out of {', '.join(WORKLOADS)}, got {unknown}")
        return 2
    engines = load_engines(options)
    header = f"{'workload':46}{'engine':18}{'min us':>10}{'median us':>11}{'ratio':>7}"
    print(f"{header}{'limit':>7}  loss after 5 steps", flush=True)
    rows = {}
    for key in keys:
        title, make = WORKLOADS[key]
        rows[key] = measure(engines, make, options)
        print_rows(key, title, rows[key], options.engine[0])
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=1))
    ours = [(k, r.get("gradschool.torch", {}).get("ratio")) for k, r in rows.items()]
    over = [k for k, ratio in ours if ratio and k in LIMITS and ratio > LIMITS[k]]
    if over:
        print(f"over the limit: {', '.join(over)}")
    return 1 if over else 0


def parse_options():
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--engine",
        action="append",
        help="module to measure; the first is the reference "
        "(default: torch, gradschool.torch)",
    )
    parser.add_argument("--only", default="", help="keys of workloads: a,b,c")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--slot", type=float, default=0.04, help="seconds per round")
    parser.add_argument("--threads", type=int, default=1, help="0: leave the default")
    parser.add_argument("--json", default="", help="also write the table to this file")
    parser.add_argument("--list", action="store_true", help="list the workloads")
    options = parser.parse_args()
    options.engine = options.engine or ["torch", "gradschool.torch"]
    return options


def load_engines(options):
    """{name: module}, each held to the number of threads asked for."""
    engines = {}
    for name in options.engine:
        engines[name] = importlib.import_module(name)
        if options.threads and hasattr(engines[name], "set_num_threads"):
            engines[name].set_num_threads(options.threads)
    return engines


def measure(engines, make, options):
    """{engine: its row} for one workload; an engine that fails has {"error": why}."""
    rows, steps = {}, {}
    for name, engine in engines.items():
        try:
            step = make(engine)
            rows[name] = {"loss": [step().item() for _ in range(5)][-1]}
            steps[name] = make(engine)
        except Exception as error:  # noqa: BLE001 - an unfinished engine keeps its row
            rows[name] = {"error": f"{type(error).__name__}: {error}"}
    times = interleave(steps, options.rounds, options.slot)
    reference = times.get(options.engine[0])
    for name, seconds in times.items():
        rows[name]["min_us"] = min(seconds) * 1e6
        rows[name]["median_us"] = statistics.median(seconds) * 1e6
        if reference:
            pairs = zip(seconds, reference, strict=True)
            rows[name]["ratio"] = statistics.median(ours / its for ours, its in pairs)
    return rows


def interleave(steps, rounds, slot_s):
    """{name: seconds per call, one value per round}; the order turns every round."""
    calls = {}
    for name, step in steps.items():
        step()
        begin = time.perf_counter()
        step()
        step()
        once = max((time.perf_counter() - begin) / 2, 1e-7)
        calls[name] = max(1, int(slot_s / once))
    times = {name: [] for name in steps}
    for turn in range(rounds):
        for name in list(steps)[:: 1 if turn % 2 == 0 else -1]:
            step = steps[name]
            gc.collect()
            begin = time.perf_counter()
            for _ in range(calls[name]):
                step()
            times[name].append((time.perf_counter() - begin) / calls[name])
    return times


def print_rows(key, title, rows, reference):
    """One line per engine."""
    for name, row in rows.items():
        start = f"{key:6}{title:40}{name:18}"
        if "error" in row:
            print(f"{start}  {row['error']}", flush=True)
            continue
        verdict = ""
        if name != reference and "loss" in rows[reference]:
            expected = rows[reference]["loss"]
            near = abs(row["loss"] - expected) <= 1e-3 * max(1, abs(expected))
            verdict = "ok" if near else f"MISMATCH, expected {expected:.5f}"
        limit = (
            f"{LIMITS[key]:7.2f}" if name != reference and key in LIMITS else " " * 7
        )
        ratio = f"{row['ratio']:7.2f}" if "ratio" in row else " " * 7
        print(
            f"{start}{row['min_us']:10.1f}{row['median_us']:11.1f}{ratio}{limit}"
            f"  {row['loss']:.5f} {verdict}",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
