"""Every cell prints on the engine exactly what it prints on the real PyTorch.

Three things are compared, so that none can go stale unseen:

    cell  ──►  recording        same code        (always)
    engine ─►  recording        same text        (always)
    PyTorch ►  recording        same text        (where PyTorch is installed)
"""

import importlib.util
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tests.courses import transcript
from tests.courses.transcript import LessonFile, Outcome

from gradschool import as_torch

ROOT = Path(__file__).resolve().parents[2]
FILES = transcript.lesson_files()

CELLS = [
    pytest.param(file, cell.id, id=f"{file}-{cell.id}")
    for file in FILES
    for cell in transcript.read(file).cells
]


@cache
def recording(file: LessonFile) -> dict[str, dict]:
    return json.loads(file.recording.read_text(encoding="utf-8"))["cells"]


def agree(outcome: Outcome, expected: dict) -> None:
    """Asserts that a cell did what the recording says."""
    error = expected["error"]
    assert outcome.error == (error and (error["type"], error["message"]))
    if expected.get("varies"):
        assert outcome.stdout
    else:
        assert outcome.stdout == expected["stdout"]
        assert outcome.value == expected["value"]


@cache
def on_the_engine(file: LessonFile) -> dict[str, Outcome]:
    with as_torch.installed():
        cells = transcript.read(file).cells
        return {cell.id: outcome for cell, outcome in transcript.run(cells)}


@pytest.mark.parametrize("file", FILES, ids=str)
def test_the_recording_has_the_cells_of_the_lesson(file: LessonFile) -> None:
    cells = transcript.read(file).cells
    assert {cell.id: transcript.fingerprint(cell.code) for cell in cells} == {
        name: entry["code"] for name, entry in recording(file).items()
    }, "a cell has changed: run `make record` and read the diff"


@pytest.mark.parametrize(("file", "cell"), CELLS)
def test_the_engine_prints_what_pytorch_prints(file: LessonFile, cell: str) -> None:
    agree(on_the_engine(file)[cell], recording(file)[cell])


@pytest.mark.parametrize("file", FILES, ids=str)
def test_a_cell_needs_no_other_cells_than_it_names(file: LessonFile) -> None:
    cells = transcript.read(file).cells
    raising = {cell.id for cell in cells if cell.raises}
    with as_torch.installed():
        for cell in cells:
            assert not raising & set(cell.after), cell.id
            agree(transcript.run_alone(cell, cells), recording(file)[cell.id])


@pytest.mark.parametrize("file", FILES, ids=str)
def test_a_cell_raises_what_it_says_and_nothing_else(file: LessonFile) -> None:
    said = {cell.id: cell.raises for cell in transcript.read(file).cells}
    raised = {
        name: entry["error"] and entry["error"]["type"]
        for name, entry in recording(file).items()
    }
    assert raised == said


@pytest.mark.reference
@pytest.mark.skipif(
    importlib.util.find_spec("torch") is None,
    reason="the real PyTorch is not installed (make reference)",
)
def test_the_recordings_are_what_pytorch_prints_today() -> None:
    command = [sys.executable, "tools/record_courses.py", "--check"]
    result = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
