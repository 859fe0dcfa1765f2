"""The guide on the course format says what the code does."""

import re
from pathlib import Path

import pytest

from gradschool.course.blocks import BLOCKS
from gradschool.course.folder import CourseFolder
from gradschool.course.markdown import ROLES
from gradschool.course.quick_checks import KINDS

ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs/guide/course-format.md").read_text("utf-8")
SOURCES = "\n".join(
    file.read_text("utf-8") for file in (ROOT / "src/gradschool/course").rglob("*.py")
)


@pytest.mark.parametrize("name", [*BLOCKS, *ROLES])
def test_every_block_and_role_is_in_the_guide(name):
    assert f"{{{name}}}" in GUIDE


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_quick_check_is_in_the_guide(kind):
    assert f"| `{kind}` |" in GUIDE


def test_the_guide_lists_exactly_the_codes_that_exist():
    pattern = r"\bCF\d{3}\b"
    assert set(re.findall(pattern, GUIDE)) == set(re.findall(pattern, SOURCES))


def test_the_blocks_of_the_guide_can_be_read(parsed):
    # The examples are indented by four spaces, as Markdown shows code.
    shown = re.findall(r"(?:^ {4}.*\n|^\n)+", GUIDE, re.MULTILINE)
    texts = [re.sub(r"^ {4}", "", one, flags=re.M) for one in shown if "```{" in one]
    assert len(texts) >= 6
    for text in texts:
        body = text if text.lstrip().startswith("(") else f"(a)=\n## A\n\n{text}"
        assert parsed(body).findings == (), text


def test_the_manifest_of_the_guide_can_be_read(course):
    [example] = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    manifest = CourseFolder(course(manifest=example)).manifest
    assert manifest.lesson_ids == ("requires-grad-and-the-graph", "calling-backward")
