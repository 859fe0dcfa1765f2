"""Take the pictures of the README from the served academy: `make pictures`.

The lesson is opened in Chromium, its first cell is run, and the page is kept as
`docs/pictures/lesson.png`.
"""

import importlib.util
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs/pictures"
LESSON = "/en/courses/deep-learning/reading-and-zeroing-grad/"
CELL = "gs-cell[data-cell-id=two-calls]"


def main(address):
    """Take every picture from the academy at `address`."""
    tests = load_browser_settings()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=tests.chromium(), args=list(tests.FLAGS)
        )
        page = browser.new_page(viewport={"width": 1280, "height": 1180})
        page.goto(address + LESSON)
        cell = page.locator(CELL)
        cell.locator("[data-action=run]").click()
        page.wait_for_selector(f"{CELL}[data-state=done]", timeout=120_000)
        page.evaluate("scrollTo(0, 0)")
        # A page at rest: no focus ring, no counter running.
        page.evaluate("document.activeElement?.blur()")
        PICTURES.mkdir(exist_ok=True)
        page.screenshot(path=PICTURES / "lesson.png")
        browser.close()
    return 0


def load_browser_settings():
    """The browser tests' conftest: which Chromium, with which flags."""
    path = ROOT / "tests/e2e/conftest.py"
    spec = importlib.util.spec_from_file_location("browser_settings", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python tools/take_pictures.py http://127.0.0.1:8000")
    sys.exit(main(sys.argv[1].rstrip("/")))
