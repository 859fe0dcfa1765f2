"""What a learner does in a lesson: edit, run, answer, come back."""

import re

import pytest
from playwright.sync_api import expect
from tests.e2e.lesson_page import cell, lesson_url, run, wait_until_ended, write

COURSE = "deep-learning"
LESSON = "requires-grad-and-the-graph"
FIRST = "one-flag"
SECOND = "it-spreads"


@pytest.fixture
def lesson(academy, visit):
    return visit(lesson_url(academy, "en", COURSE, LESSON))


def state_words(page, cell_id):
    return cell(page, cell_id).locator("[data-part=state]")


def test_a_cell_runs_the_earlier_cells_it_needs_and_says_so(lesson):
    assert run(lesson, SECOND) == "done"
    expect(state_words(lesson, SECOND)).to_contain_text("Ran cell 1 first.")
    expect(cell(lesson, FIRST)).to_have_attribute("data-state", "done")


def test_an_edit_makes_this_output_and_later_ones_stale(lesson):
    run(lesson, SECOND)
    write(lesson, FIRST, "import torch\nw = x = torch.tensor(1.0)")
    expect(cell(lesson, FIRST)).to_have_attribute("data-state", "stale")
    expect(state_words(lesson, FIRST)).to_have_text("Edited since this output")
    expect(cell(lesson, SECOND)).to_have_attribute("data-state", "stale")
    expect(state_words(lesson, SECOND)).to_contain_text("Cell 1 was edited")


def test_a_double_click_on_run_runs(lesson):
    cell(lesson, FIRST).locator("[data-action=run]").dblclick()
    assert wait_until_ended(cell(lesson, FIRST)) == "done"


def test_an_editor_that_could_not_be_fetched_comes_with_the_next_click(academy, visit):
    page = visit(f"{academy}/en/", allow=["Failed to load resource"])
    page.route("**/assets/editor-*.js", lambda route: route.abort())
    page.goto(lesson_url(academy, "en", COURSE, LESSON))
    code = cell(page, FIRST).locator("[data-part=editor]")
    code.click()
    expect(page.get_by_text("The editor could not be fetched")).to_be_visible()
    assert run(page, FIRST) == "done"
    page.unroute("**/assets/editor-*.js")
    code.click()
    expect(code.locator(".cm-content")).to_be_focused()


def test_python_that_did_not_start_may_be_tried_again(academy, visit):
    page = visit(f"{academy}/en/", allow=["Python"])

    def spoil(route):
        good = route.fetch()
        route.fulfill(response=good, body=b"\0" * len(good.body()))

    page.route("**/runtime/numpy.*.zip", spoil)
    page.goto(lesson_url(academy, "en", COURSE, LESSON))
    assert run(page, FIRST) == "unavailable"
    expect(state_words(page, FIRST)).to_contain_text("Python could not start.")
    page.unroute("**/runtime/numpy.*.zip")
    assert run(page, FIRST) == "done"


def test_a_stopped_loop_is_named_and_old_output_stays_marked(lesson):
    run(lesson, SECOND)
    label = cell(lesson, SECOND).locator(".out-label")
    write(lesson, FIRST, "while True:\n    pass")
    press = cell(lesson, SECOND).locator("[data-action=run]")
    press.click()
    expect(state_words(lesson, SECOND)).to_have_text(
        "Running cell 1 first: it was edited"
    )
    expect(label).to_have_text("Output of the earlier code")
    expect(cell(lesson, FIRST)).to_have_attribute("data-state", "running")
    cell(lesson, SECOND).locator("[data-action=stop]").click()
    expect(state_words(lesson, SECOND)).to_contain_text("Not run")
    expect(label).to_have_text("Output of the earlier code")
    press.click()
    expect(state_words(lesson, SECOND)).to_contain_text("it was stopped before its end")
    cell(lesson, SECOND).locator("[data-action=stop]").click()
    expect(cell(lesson, FIRST)).to_have_attribute("data-state", "stopped")


def test_the_language_switch_stays_in_the_section(lesson):
    lesson.locator("section#leaves").evaluate("one => one.scrollIntoView()")
    link = lesson.locator(".bar nav a[hreflang=fr]")
    expect(link).to_have_attribute("href", re.compile(r"#leaves$"))
    link.click()
    expect(lesson.locator("section#leaves")).to_be_in_viewport()


def test_a_right_number_is_right_and_python_is_quoted(academy, visit):
    page = visit(lesson_url(academy, "en", COURSE, "calling-backward"))
    check = page.locator("gs-quick-check[data-kind=predict]").first
    check.locator("input").fill("6")
    check.locator("[data-action=check]").click()
    reply = check.locator("[data-part=reply]")
    expect(reply).to_contain_text("Right number; Python prints it as tensor(6.).")
    expect(check.locator("[data-part=try]")).to_have_text("Answered")


def test_run_can_be_tapped_with_a_finger(academy, visit):
    # Whatever the touch makes appear must not push the button from under the finger.
    page = visit(
        lesson_url(academy, "en", COURSE, LESSON),
        width=390,
        has_touch=True,
        is_mobile=True,
    )
    one = cell(page, FIRST)
    one.scroll_into_view_if_needed()
    one.locator("[data-action=run]").tap()
    expect(one).to_have_attribute("data-state", "done")
    one.locator(".cm-content").tap()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text("import torch")
    expect(one).to_have_attribute("data-state", "stale")
    one.locator("[data-action=run]").tap()
    expect(one).to_have_attribute("data-state", "done")


def test_a_quick_check_gives_a_reason_and_may_be_tried_again(lesson):
    check = lesson.locator('gs-quick-check[data-check-id="qc-lost-leaf"]')
    reply = check.locator("[data-part=reply]")
    button = check.locator("[data-action=check]")
    button.click()
    expect(reply).to_have_text("Choose an answer first.")
    check.locator("label").nth(0).click()
    button.click()
    expect(reply).to_contain_text("Not yet")
    check.locator("label").nth(1).click()
    expect(reply).to_be_empty()
    button.click()
    expect(reply).to_contain_text("The product inherits the flag")
    lesson.reload()
    expect(reply).to_contain_text("The product inherits the flag")
    expect(check.locator("[data-part=try]")).to_have_text("Answered at try 2")


def test_steps_are_put_in_order_by_keyboard(lesson):
    check = lesson.locator('gs-quick-check[data-check-id="qc-walk-order"]')
    steps = check.locator("li.opt")

    def order():
        return [
            int(one) for one in steps.evaluate_all("l => l.map(e => e.dataset.option)")
        ]

    shown = order()
    assert shown != sorted(shown)
    for _ in range(len(shown) ** 2):
        now = order()
        wrong = [place for place, step in enumerate(now[:-1]) if step > now[place + 1]]
        if not wrong:
            break
        steps.nth(wrong[0]).locator("[data-move=down]").focus()
        lesson.keyboard.press("Enter")
    check.locator("[data-action=check]").click()
    expect(check.locator("[data-part=try]")).to_have_text("Answered")


def test_the_course_page_leads_back_to_where_the_learner_stopped(academy, lesson):
    run(lesson, FIRST)
    lesson.goto(f"{academy}/en/courses/{COURSE}/")
    card = lesson.locator("[data-part=resume]")
    expect(card).to_contain_text("Where you left off")
    expect(card.locator(".code")).to_contain_text("print(y)")
    row = lesson.locator(f'li[data-lesson="{LESSON}"]')
    expect(row.locator("[data-part=state]")).to_have_text("In progress:")


def test_the_chosen_theme_is_kept_and_there_before_the_first_paint(academy, visit):
    page = visit(f"{academy}/en/")
    button = page.locator("gs-theme-button button")
    # The first press shows the other theme than the device's.
    button.click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.goto(f"{academy}/en/courses/{COURSE}/", wait_until="commit")
    page.wait_for_function("document.body !== null")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
