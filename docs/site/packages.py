"""A private environment of Python packages below the build folder, installed when first needed."""

import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)  # that the packages support


class Missing(Exception):
    """This machine lacks something; says what, and what to do."""


def newest_python():
    """This interpreter if it will do, else another one of this machine."""
    if sys.version_info >= OLDEST:
        return sys.executable
    for minor in range(20, OLDEST[1] - 1, -1):
        if found := shutil.which(f"python3.{minor}"):
            return found
    raise Missing("This needs Python 3.11 or later, and the newest here is "
                  f"{sys.version_info[0]}.{sys.version_info[1]}.\n"
                  "Install one, for example: sudo apt-get install python3.11-venv")


def run(command):
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def reason(said):
    """The last lines of what failed, without pip's advice about itself."""
    lines = [line for line in said.splitlines()
             if line.strip() and not line.startswith(("[notice]", "WARNING: Retrying"))]
    return "\n".join("  " + line[:200] for line in lines[-4:])


def is_installed(folder, requirements):
    """Whether these packages are in that environment, as ensure() has made it."""
    python, mark = folder / "bin/python", folder / "installed.txt"
    return python.exists() and mark.exists() and mark.read_text() == Path(requirements).read_text()


def ensure(folder, requirements, what, instead="", say=print):
    """The interpreter of `folder` with these packages installed. Throws Missing, which says what to do
    `instead`."""
    folder = Path(folder)
    python, mark = folder / "bin/python", folder / "installed.txt"
    if is_installed(folder, requirements):
        return python
    say(f"Installing {what} into {folder}, once; nothing else is changed.")
    shutil.rmtree(folder, ignore_errors=True)
    made = run([newest_python(), "-m", "venv", folder])
    if made.returncode != 0:
        raise Missing(f"Cannot create {folder}:\n{reason(made.stdout + made.stderr)}\n"
                      "On Debian and Ubuntu: sudo apt-get install python3-venv")
    installed = run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                     "--retries", "1", "--requirement", requirements])
    if installed.returncode != 0:
        shutil.rmtree(folder, ignore_errors=True)
        raise Missing(f"Cannot install {what}:\n{reason(installed.stderr)}\n"
                      "It comes from the Python Package Index: is there a network, or do you need a "
                      f"proxy?\nRun the command again with one. {instead}".rstrip())
    mark.write_text(Path(requirements).read_text())
    return python
