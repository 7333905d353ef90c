#!/usr/bin/env python3
"""The format of the course package, by ruff, which maintainers install in an environment of its own.

Usage: python_format.py BUILD     installs it below that build folder; else it is not asked
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.append(str(HERE.parents[1] / "docs/site"))
import packages  # noqa: E402
from course import problem  # noqa: E402

FOLDER = "grader/course"
REQUIREMENTS = HERE / "ruff_requirements.txt"
FOUND = re.compile(r"^(.*?):(\d+):\d+: (.*)$", re.MULTILINE)


def ruff_in(build):
    """The program, if that version of it is installed; else nothing."""
    folder = Path(build) / "ruff"
    return packages.is_installed(folder, REQUIREMENTS) and folder / "bin/ruff"


def found_by(ruff, course, *words):
    """(file, line, what) of each."""
    done = subprocess.run([ruff, *words, "--output-format", "concise", "--no-cache", FOLDER], cwd=course.root, text=True,
                          capture_output=True)
    found = FOUND.findall(done.stdout + done.stderr)
    if done.returncode != 0 and not found:
        raise subprocess.CalledProcessError(done.returncode, f"{ruff} {words[0]}")
    return found


def problems(course, ruff):
    """In each file: a format that is not ruff's, and the lines that break one of its rules."""
    for file, line, what in found_by(ruff, course, "check"):
        yield problem(file, "python_rule", line, what, ruff, file)
    for file, line, what in found_by(ruff, course, "format", "--check"):
        if what.startswith("unformatted"):  # else it is no Python, as the rules say
            yield problem(file, "unformatted_python", line, ruff, file)


def main():
    try:
        packages.ensure(Path(sys.argv[1], "ruff"), REQUIREMENTS, "ruff, which formats Python")
    except packages.Missing as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
