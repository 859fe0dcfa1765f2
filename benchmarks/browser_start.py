"""Time from a page's first wish for Python to the first output, and the bytes it costs.

    python benchmarks/browser_start.py [rounds]

Needs what `make e2e` needs. The first round has an empty cache, the others find the
files in the browser's. Compare numbers from a quiet machine only: the load is printed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.e2e.conftest import CHROMIUM_NAMES, FLAGS  # noqa: E402
from tests.e2e.runtime_server import RuntimeServer  # noqa: E402

MEASURE = """async () => {
    const began = performance.now();
    const passed = () => Math.round(performance.now() - began);
    const times = {};
    desk.runtime.addEventListener('progress', () => {
        if (desk.runtime.progress.stage === 'start') times.downloaded = passed();
    });
    const { runtime } = desk;
    runtime.addEventListener('phase', () => { times[runtime.phase] ??= passed(); });
    const trial = await desk.run('import torch\\nprint(torch.ones(2))');
    if (trial.output !== 'tensor([1., 1.])\\n') throw new Error(JSON.stringify(trial));
    return { downloaded: times.downloaded, ready: times.ready, output: passed() };
}"""


def main(rounds: int) -> None:
    """Print a line a round."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        build_page(Path(folder))
        runtime = ROOT / "src/gradschool/academy/runtime"
        server = RuntimeServer(Path(folder), runtime)
        program = os.environ.get("GRADSCHOOL_CHROMIUM") or next(
            filter(None, map(shutil.which, CHROMIUM_NAMES))
        )
        chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
        page = chromium.new_page()
        page.set_default_timeout(120_000)
        for number in range(rounds):
            server.sent_bytes = 0
            page.goto(server.address)
            times = page.evaluate(MEASURE)
            print(
                f"{'warm' if number else 'cold'}: "
                + ", ".join(f"{name} {value} ms" for name, value in times.items())
                + f", {server.sent_bytes / 1e6:.2f} MB, load {os.getloadavg()[0]:.1f}"
            )
        chromium.close()
        server.close()


def build_page(folder: Path) -> None:
    """Build the page that has nothing but the runtime."""
    web = ROOT / "web"
    node = shutil.which("node") or sys.exit("Node is not there")
    vite = web / "node_modules/vite/bin/vite.js"
    config = web / "tests/runtime-page/vite.config.ts"
    environment = {**os.environ, "GRADSCHOOL_TEST_PAGE": str(folder)}
    command = [node, vite, "build", "--config", config]
    subprocess.run(command, env=environment, cwd=web, check=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6)
