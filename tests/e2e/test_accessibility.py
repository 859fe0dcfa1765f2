"""Every kind of page, light and dark, wide and narrow: axe finds no violation."""

from pathlib import Path

import pytest
from tests.e2e.lesson_page import lesson_url, run

AXE = Path(__file__).parent.parent.parent / "web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

PAGES = {
    "home": "/{language}/",
    "course": "/{language}/courses/deep-learning/",
    "lesson 1": "/{language}/courses/deep-learning/requires-grad-and-the-graph/",
    "lesson 3": "/{language}/courses/deep-learning/reading-and-zeroing-grad/",
    "not found": "/{language}/courses/deep-learning/absent/",
}


def violations(page):
    """What axe objects to, one line each."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "tags => axe.run(document, { runOnly: { type: 'tag', values: tags } })", TAGS
    )["violations"]
    return [
        f"{rule['id']}: {node['html'][:200]} ({node['failureSummary']})"
        for rule in found
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("kind", PAGES)
def test_axe_finds_no_violation(academy, visit, kind, width, scheme, language):
    page = visit(
        academy + PAGES[kind].format(language=language),
        allow=("404",),
        width=width,
        color_scheme=scheme,
    )
    assert not violations(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_after_cells_have_run(academy, visit, scheme):
    page = visit(
        lesson_url(academy, "en", "deep-learning", "calling-backward"),
        color_scheme=scheme,
    )
    for cell_id in page.locator("gs-cell").evaluate_all(
        "cells => cells.map((cell) => cell.dataset.cellId)"
    ):
        run(page, cell_id)
    assert not violations(page)


@pytest.mark.parametrize("kind", PAGES)
def test_nothing_scrolls_sideways_at_320_pixels(academy, visit, kind):
    address = academy + PAGES[kind].format(language="fr")
    page = visit(address, allow=("404",), width=320)
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")


def test_the_keyboard_goes_through_a_cell_and_out_of_it(academy, visit):
    page = visit(lesson_url(academy, "en", "deep-learning", "calling-backward"))
    first = page.locator("gs-cell").first
    first.locator(".cm-content").focus()
    page.keyboard.press("Tab")
    assert first.locator(".cm-content").evaluate("e => e !== document.activeElement")


def test_a_lesson_reads_without_javascript(academy, visit):
    address = lesson_url(academy, "en", "deep-learning", "calling-backward")
    page = visit(address, java_script_enabled=False)
    assert page.locator("h1").inner_text()
    assert page.locator("gs-cell pre").first.inner_text().strip()
    # The answers of the quick checks can be opened.
    answers = page.locator("gs-quick-check details")
    assert answers.count() >= 3
    answers.first.locator("summary").click()
    assert answers.first.inner_text().strip()
