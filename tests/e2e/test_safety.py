"""What learner code can do to the page: nothing that loses text or reaches the site."""

import pytest
from playwright.sync_api import expect
from tests.e2e.lesson_page import (
    cell,
    lesson_url,
    message,
    printed,
    run,
    wait_until_ended,
    write,
)

COURSE = "deep-learning"
LESSON = "reading-and-zeroing-grad"
FIRST = "two-calls"


@pytest.fixture
def lesson(academy, visit):
    return visit(lesson_url(academy, "en", COURSE, LESSON))


def test_an_endless_loop_is_stopped_and_the_session_lives_on(lesson):
    write(lesson, FIRST, "kept = 41\nwhile True:\n    pass")
    cell(lesson, FIRST).locator("[data-action=run]").click()
    stop = cell(lesson, FIRST).locator("[data-action=stop]")
    expect(cell(lesson, FIRST)).to_have_attribute("data-state", "running")
    stop.click()
    assert wait_until_ended(cell(lesson, FIRST)) == "stopped"
    write(lesson, FIRST, "print(kept + 1)")
    assert run(lesson, FIRST) == "done"
    assert printed(cell(lesson, FIRST)) == "42\n"


def test_edited_code_is_there_after_a_reload(lesson):
    write(lesson, FIRST, "print('mine')")
    assert run(lesson, FIRST) == "done"
    lesson.reload()
    expect(cell(lesson, FIRST).locator(".cm-content")).to_contain_text("print('mine')")
    assert run(lesson, FIRST) == "done"
    assert printed(cell(lesson, FIRST)) == "mine\n"


def test_reset_brings_the_lessons_code_back_and_can_be_undone(lesson):
    write(lesson, FIRST, "print('mine')")
    cell(lesson, FIRST).locator("[data-action=reset]").click()
    content = cell(lesson, FIRST).locator(".cm-content")
    expect(content).to_contain_text("(w * x).backward()")
    lesson.get_by_role("button", name="Undo").click()
    expect(content).to_contain_text("print('mine')")


def test_an_error_marks_its_line_and_keeps_pythons_words(lesson):
    write(lesson, FIRST, "import torch\nw = torch.tensor(1.0)\nw.backward()")
    assert run(lesson, FIRST) == "error"
    text = message(cell(lesson, FIRST)) or ""
    assert text.startswith("RuntimeError: element 0 of tensors does not require grad")
    marked = cell(lesson, FIRST).locator(".cm-line.cm-marked")
    expect(marked).to_have_text("w.backward()")


def test_a_million_lines_are_cut_and_the_page_answers(lesson):
    write(lesson, FIRST, "for i in range(1_000_000):\n    print(i)\n")
    assert run(lesson, FIRST) in {"done", "stopped"}
    write(lesson, FIRST, "print('alive')")
    assert run(lesson, FIRST) == "done"
    assert printed(cell(lesson, FIRST)) == "alive\n"


def test_four_gigabytes_are_refused_and_the_page_answers(lesson):
    write(lesson, FIRST, "block = bytearray(4 * 1024**3)")
    assert run(lesson, FIRST) in {"error", "stopped"}
    write(lesson, FIRST, "print('alive')")
    assert run(lesson, FIRST) == "done"
    assert printed(cell(lesson, FIRST)) == "alive\n"


def test_input_asks_in_the_page(lesson):
    write(lesson, FIRST, "name = input('Your name? ')\nprint('Hello', name)")
    cell(lesson, FIRST).locator("[data-action=run]").click()
    field = cell(lesson, FIRST).locator("input")
    expect(field).to_be_visible()
    field.fill("Ada")
    field.press("Enter")
    assert wait_until_ended(cell(lesson, FIRST)) == "done"
    assert "Hello Ada\n" in printed(cell(lesson, FIRST))


REACH = """
import js, json
answers = {}
def attempt(name, call):
    try:
        answers[name] = str(call())
    except BaseException as error:
        answers[name] = f"refused: {type(error).__name__}"
def xhr():
    request = js.XMLHttpRequest.new()
    request.open("GET", ADDRESS + "/-/health", False)
    request.send()
    return request.responseText
attempt("request", xhr)
attempt("cookies", lambda: js.document.cookie)
attempt("localStorage", lambda: js.localStorage.length)
attempt("indexedDB", lambda: js.indexedDB.open("keyval-store"))
attempt("caches", lambda: js.caches.keys)
attempt("script", lambda: js.importScripts(ADDRESS + "/assets/x.js"))
print(json.dumps(answers))
"""


def test_learner_code_reaches_neither_the_site_nor_its_storage(academy, visit):
    # The browser reports what it refused as errors on the console.
    page = visit(
        lesson_url(academy, "en", COURSE, LESSON),
        allow=("Content Security Policy", "Refused to", "violates"),
    )
    asked = []
    # What the policy refuses is announced, fails with "csp" and never leaves.
    page.context.on("requestfinished", lambda request: asked.append(request.url))
    page.context.on(
        "requestfailed",
        lambda request: request.failure != "csp" and asked.append(request.url),
    )
    write(page, FIRST, f"ADDRESS = {academy!r}\n{REACH}")
    assert run(page, FIRST) == "done"
    answers = eval(printed(cell(page, FIRST)))
    allowed = {name: text for name, text in answers.items() if "refused" not in text}
    assert not allowed
    assert len(answers) == 6
    assert not [url for url in asked if "/-/health" in url or "/assets/x.js" in url]


def test_a_long_word_in_an_explanation_stays_in_its_card(lesson):
    write(lesson, FIRST, "{}['" + "k" * 400 + "']")
    assert run(lesson, FIRST) == "error"
    card = cell(lesson, FIRST).locator("[data-part=error]")
    assert card.evaluate("card => card.scrollWidth <= card.clientWidth")
