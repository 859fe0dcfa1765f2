"""What a test does on a lesson page, in the words of the page."""

from playwright.sync_api import Locator, Page, expect

#: States in which a cell has an outcome.
ENDED = ("done", "error", "stopped", "unavailable")


def lesson_url(academy: str, language: str, course: str, lesson: str) -> str:
    """The address of a lesson."""
    return f"{academy}/{language}/courses/{course}/{lesson}/"


def cell(page: Page, cell_id: str) -> Locator:
    """A code cell by its id."""
    return page.locator(f'gs-cell[data-cell-id="{cell_id}"]')


def run(page: Page, cell_id: str) -> str:
    """Press Run and wait for the outcome; returns the state."""
    one = cell(page, cell_id)
    one.locator("[data-action=run]").click()
    return wait_until_ended(one)


def wait_until_ended(one: Locator) -> str:
    """Wait until a started run has an outcome; returns the state."""
    # The state changes as soon as Run is pressed; a quick cell may be done by now.
    one.page.wait_for_function(
        "([cell, ended]) => ended.includes(cell.dataset.state)",
        arg=[one.element_handle(), list(ENDED)],
    )
    return one.get_attribute("data-state") or ""


def printed(one: Locator) -> str:
    """What the cell wrote to standard output, folded lines excluded."""
    return "".join(one.locator("[data-part=output] .stdout").all_text_contents())


def value(one: Locator) -> str | None:
    """The shown value of the last expression, None when there is none."""
    found = one.locator("[data-part=value]")
    return found.text_content() if found.count() else None


def message(one: Locator) -> str | None:
    """Python's own words about the error, None when there is none."""
    found = one.locator("[data-part=error] .message")
    return found.text_content() if found.count() else None


def write(page: Page, cell_id: str, code: str) -> None:
    """Replace the code of a cell, typing as a person does."""
    editor = cell(page, cell_id).locator(".cm-content")
    cell(page, cell_id).scroll_into_view_if_needed()
    expect(editor).to_be_visible()
    editor.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(code)
