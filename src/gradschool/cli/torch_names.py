"""Which torch names a script mentions, and which of them the engine lacks.

The engine is asked under the name `torch` (see `as_torch`); the script is read from its
syntax tree, nothing is run: `import torch.nn as nn` makes `nn.Conv3d` the
name `torch.nn.Conv3d`. Names reached in other ways (methods of tensors, `getattr`) are
not seen; the engine answers those with a NotImplementedError that helps.
"""

import ast
import importlib


def missing_names(source: bytes) -> list[str]:
    """Dotted torch names in `source` that the engine does not have, sorted.

    A source that does not parse mentions nothing: Python will say where and why.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return []
    return sorted(name for name in mentioned_names(tree) if not has(name))


def mentioned_names(tree: ast.AST) -> set[str]:
    """Dotted names that start with `torch`; imports and aliases resolved."""
    aliases: dict[str, str] = {}
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                if item.name.split(".")[0] == "torch":
                    names.add(item.name)
                    aliases[item.asname or "torch"] = (
                        item.name if item.asname else "torch"
                    )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            module = node.module or ""
            if module.split(".")[0] == "torch":
                for item in node.names:
                    name = module if item.name == "*" else f"{module}.{item.name}"
                    names.add(name)
                    aliases[item.asname or item.name] = name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            dotted = dotted_name(node)
            head, _, rest = dotted.partition(".")
            if head in aliases:
                names.add(f"{aliases[head]}.{rest}")
    return names


def dotted_name(node: ast.expr) -> str:
    """`a.b.c` of an attribute chain that starts at a plain name, else an empty text."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        front = dotted_name(node.value)
        return f"{front}.{node.attr}" if front else ""
    return ""


def has(name: str) -> bool:
    """Whether the `torch` of this process has the dotted name `torch.nn.Linear`."""
    path = "torch"
    found: object = importlib.import_module(path)
    for part in name.split(".")[1:]:
        path = f"{path}.{part}"
        try:
            found = getattr(found, part)
        except (AttributeError, NotImplementedError):
            try:
                found = importlib.import_module(path)
            except (ImportError, NotImplementedError):
                return False
        if isinstance(found, type) or not hasattr(found, "__path__"):
            # Below a class or a function anything may be an attribute.
            return True
    return True
