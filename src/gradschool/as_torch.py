"""Make `import torch` mean Gradschool's engine.

    from gradschool import as_torch
    as_torch.install()
    import torch                    # the engine; so are torch.nn, torch.optim ...

The engine is loaded *as* `torch`, from the same files: its modules, classes and
tracebacks then carry PyTorch's names, as they do in the browser, where the files lie in
a folder `torch`. `gradschool.torch` becomes another name for the same modules, so that
there is one engine in the process, whichever name was used first:

    import torch        ──►  torch.nn.modules.linear     (loaded)
    gradschool.torch.nn ──►  torch.nn                    (the same object)
"""

import importlib
import importlib.machinery
import importlib.util
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from pathlib import Path
from types import ModuleType

ENGINE = "gradschool.torch"
ALIAS = "torch"


class EngineConflictError(ImportError):
    """The real PyTorch is already imported, so `torch` cannot mean the engine."""


def install() -> None:
    """Make `torch` the engine in this process; a second call does nothing.

    Raises:
        EngineConflictError: another `torch` has been imported before.
    """
    if is_installed():
        return
    if ALIAS in sys.modules:
        found = getattr(sys.modules[ALIAS], "__file__", None)
        raise EngineConflictError(
            f"expected that nothing has imported torch yet, but it is loaded from "
            f"{found}; call gradschool.as_torch.install() before the first import"
        )
    if ENGINE in sys.modules:
        # Already loaded under its own name: `torch` becomes the second name.
        sys.meta_path.insert(0, _SecondName(ALIAS, ENGINE))
    else:
        sys.meta_path.insert(0, _SecondName(ENGINE, ALIAS))
        sys.meta_path.insert(0, _EngineAsTorch())


def add_second_name() -> None:
    """Where `torch` is the engine by itself, let `gradschool.torch` mean it too.

    In the browser the engine lies in a folder `torch`, so nothing is to be installed.
    """
    if not is_installed():
        sys.meta_path.insert(0, _SecondName(ENGINE, ALIAS))


def uninstall() -> None:
    """Undo `install`: forget the engine's modules under both names."""
    sys.meta_path[:] = [f for f in sys.meta_path if not isinstance(f, _Finder)]
    for name in list(sys.modules):
        if (
            name.split(".")[0] == ALIAS
            or name == ENGINE
            or name.startswith(f"{ENGINE}.")
        ):
            del sys.modules[name]
    package = sys.modules.get("gradschool")
    if package is not None:
        vars(package).pop("torch", None)


def is_installed() -> bool:
    """Whether `torch` means the engine now."""
    return any(isinstance(finder, _Finder) for finder in sys.meta_path)


@contextmanager
def installed() -> Generator[ModuleType, None, None]:
    """Within the block, `import torch` is the engine; afterwards what it was before.

    The modules that `torch` named before are put back, so a test can hold the engine
    and the real PyTorch in one process.
    """
    names = (ALIAS, ENGINE)
    before = {
        name: module
        for name, module in sys.modules.items()
        if name.split(".")[0] == ALIAS or ".".join(name.split(".")[:2]) in names
    }
    for name in before:
        del sys.modules[name]
    install()
    try:
        yield importlib.import_module(ALIAS)
    finally:
        uninstall()
        sys.modules.update(before)
        if ENGINE in before:
            vars(sys.modules["gradschool"])["torch"] = before[ENGINE]


class _Finder(MetaPathFinder):
    """What `install` puts on `sys.meta_path`; the class is how it is found again."""


class _EngineAsTorch(_Finder):
    """Finds the package `torch` in the engine's folder; its parts follow from there."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != ALIAS:
            return None
        folder = Path(__file__).parent / "torch"
        return importlib.util.spec_from_file_location(
            ALIAS, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )


class _SecondName(_Finder, Loader):
    """Answers imports below `name` with the modules below `meaning`."""

    def __init__(self, name: str, meaning: str) -> None:
        self.name = name
        self.meaning = meaning

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name and not fullname.startswith(f"{self.name}."):
            return None
        meaning = self.meaning + fullname[len(self.name) :]
        try:
            found = importlib.util.find_spec(meaning)
        except ModuleNotFoundError:
            found = None
        if found is None:
            return None
        return importlib.machinery.ModuleSpec(
            fullname, self, is_package=found.submodule_search_locations is not None
        )

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        # The import system returns what stands in sys.modules after this call: the
        # very module of the other name, whose own __name__ and __spec__ stay intact.
        fullname = module.__name__
        meaning = self.meaning + fullname[len(self.name) :]
        sys.modules[fullname] = importlib.import_module(meaning)
