"""The documentation tells the truth: links lead somewhere, commands exist."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("changelog.d/*.md")]
)
CODE = re.compile(r"(`+).+?\1", re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)]*)?\)")
#: Folders of the repository that prose names in backticks.
PLACE = re.compile(
    r"`((?:src|web|tests|tools|docs|courses|benchmarks|changelog\.d)/[\w./-]*)`"
)


def prose(page):
    """The text of a page without its indented and fenced examples."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"^(`{3,}).*?^\1`*$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^ {4}.*$", "", text, flags=re.MULTILINE)


def name(page):
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_between_pages_lead_somewhere(page):
    targets = [
        target
        for target, _ in LINK.findall(CODE.sub("", prose(page)))
        if "://" not in target and not target.startswith("mailto:")
    ]
    assert not [t for t in targets if not (page.parent / t).exists()]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_places_named_in_prose_exist(page):
    built = ("src/gradschool/academy/static", "src/gradschool/academy/runtime")
    named = [p for p in PLACE.findall(prose(page)) if not p.startswith(built)]
    assert not [p for p in named if not (ROOT / p).exists()]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_make_targets_named_in_pages_exist(page):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z0-9-]+):", makefile, re.MULTILINE))
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r"(?:^ {4}|`)make ([a-z][a-z0-9-]*)", text, re.MULTILINE))
    assert not named - targets


def test_commands_in_the_readme_exist():
    from gradschool.cli.main import COMMANDS

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"gradschool ([a-z]+) ", text))
    assert named
    assert not named - set(COMMANDS)


def test_changelog_entries_are_named_after_their_kind():
    kinds = ("added", "changed", "fixed", "removed")
    wrong = [
        path.name
        for path in (ROOT / "changelog.d").glob("*.md")
        if path.name != "README.md" and path.name.split(".")[-2] not in kinds
    ]
    assert not wrong


def test_each_ignored_rule_has_its_reason_beside_it():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    rules = tomllib.loads(text)["tool"]["ruff"]["lint"]["ignore"]
    lines = text.splitlines()
    bare = [
        rule
        for rule in rules
        if not any(f'"{rule}"' in line and "#" in line for line in lines)
    ]
    assert not bare
