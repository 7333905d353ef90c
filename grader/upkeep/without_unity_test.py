#!/usr/bin/env python3
"""Compiles each source by itself, without a warning: together, one may lack what another includes, or use a
function that only another one declares, and nobody sees it.

Usage: without_unity_test.py ROOT
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SHOWN = 60  # lines of what failed


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if done.returncode != 0:
        lines = done.stdout.splitlines()
        first = next((i for i, line in enumerate(lines) if line.startswith("FAILED")), 0)
        print(*lines[first:first + SHOWN], sep="\n")
        sys.exit(f"{' '.join(map(str, command[:2]))} failed")
    return done.stdout


def main():
    with tempfile.TemporaryDirectory(prefix="gemmlab-without-unity-") as build:
        run("meson", "setup", build, Path(sys.argv[1]).resolve(), "-Dunity=off", "-Dwerror=true")
        objects = run("ninja", "-C", build, "-t", "targets", "rule", "cpp_COMPILER").splitlines()
        objects = [each for each in objects if each.endswith(".o")]
        if not objects:
            sys.exit("there is nothing to compile")
        run("ninja", "-C", build, "-k", "0", "-j", str(min(2, os.cpu_count())), "all")
    print(f"{len(objects)} sources compile by themselves")


if __name__ == "__main__":
    main()
