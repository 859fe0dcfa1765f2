"""Every cell of every lesson, in every language, run in the page.

What the page shows is compared with what the real PyTorch printed for the same code
(`tests/courses/recorded/`, made by `tools/record_courses.py`).
"""

import json

import pytest
from tests.courses.transcript import fingerprint, lesson_files, read
from tests.e2e.lesson_page import cell, lesson_url, message, printed, run, value


@pytest.mark.parametrize("file", lesson_files(), ids=str)
def test_the_cells_print_what_pytorch_prints(academy, visit, file):
    recorded = json.loads(file.recording.read_text(encoding="utf-8"))["cells"]
    page = visit(lesson_url(academy, file.language, file.course, file.lesson))
    lesson = read(file)
    assert page.locator("gs-cell").count() == len(lesson.cells)
    for one in lesson.cells:
        expected = recorded[one.id]
        assert expected["code"] == fingerprint(one.code), "run `make record`"
        state = run(page, one.id)
        shown = cell(page, one.id)
        if expected["error"]:
            assert state == "error"
            error = expected["error"]
            first_line = f"{error['type']}: {error['message']}".splitlines()[0]
            assert (message(shown) or "").splitlines()[0] == first_line
        else:
            assert (state, message(shown)) == ("done", None)
        if not expected.get("varies"):
            assert printed(shown) == expected["stdout"]
            assert value(shown) == expected["value"]
