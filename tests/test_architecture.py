"""Who may import whom: the arrows of ARCHITECTURE.md, read from the sources."""

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "gradschool"

#: Folder or file -> what of gradschool it may import, besides itself.
ALLOWED = {
    "torch": set(),
    "doctor": set(),
    "course": {"doctor", "as_torch"},
    "browser": {"torch", "doctor", "course", "as_torch"},
    "academy": {"course"},
    "as_torch.py": {"torch"},
}
#: Folders that may use nothing but these libraries and the standard library.
LIBRARIES = {"torch": {"numpy"}, "doctor": set(), "as_torch.py": set()}
#: Inside the academy, decisions know nothing of storage and the web.
DOMAIN_AVOIDS = {"store", "routes", "fastapi", "starlette", "sqlalchemy"}


def imports(path):
    """(line, dotted name) of every import in a file, relative ones resolved."""
    package = path.relative_to(SOURCE.parent).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join(
                [*base, *((node.module or "").split(".") * bool(node.module))]
            )
            for name in node.names:
                yield node.lineno, f"{module}.{name.name}"


def files(part):
    path = SOURCE / part
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


@pytest.mark.parametrize("part", [p for p in ALLOWED if (SOURCE / p).exists()])
def test_each_part_imports_only_what_the_map_allows(part):
    own = part.removesuffix(".py")
    allowed = {own, *(name.removesuffix(".py") for name in ALLOWED[part])}
    wrong = []
    for path in files(part):
        for line, name in imports(path):
            parts = name.split(".")
            ours = parts[0] == "gradschool" and len(parts) > 1
            if ours and parts[1] not in allowed | {"__version__"}:
                wrong.append(f"{path.relative_to(SOURCE)}:{line} imports {name}")
    assert not wrong


@pytest.mark.parametrize("part", [p for p in LIBRARIES if (SOURCE / p).exists()])
def test_engine_and_doctor_use_no_other_library(part):
    known = {"gradschool", *LIBRARIES[part], *sys.stdlib_module_names}
    wrong = [
        f"{path.relative_to(SOURCE)}:{line} imports {name}"
        for path in files(part)
        for line, name in imports(path)
        if name.split(".")[0] not in known
    ]
    assert not wrong


def test_the_engine_imports_itself_only_relatively():
    wrong = []
    for path in files("torch"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [item.name for item in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom) and not node.level
                else []
            )
            wrong += [
                f"{path.relative_to(SOURCE)}:{node.lineno} imports {name}"
                for name in names
                if name.split(".")[0] in ("gradschool", "torch")
            ]
    assert not wrong


def test_the_domain_of_the_academy_knows_neither_storage_nor_web():
    wrong = [
        f"{path.relative_to(SOURCE)}:{line} imports {name}"
        for path in files("academy/domain")
        for line, name in imports(path)
        if DOMAIN_AVOIDS & set(name.split("."))
    ]
    assert not wrong


def test_no_file_is_named_after_nothing():
    empty_words = {"utils.py", "helpers.py", "misc.py", "common.py", "manager.py"}
    # torch.utils and torch.nn.utils are PyTorch's names, and packages.
    assert not [p for p in SOURCE.rglob("*.py") if p.name in empty_words]
