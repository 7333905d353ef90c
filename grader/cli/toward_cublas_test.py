#!/usr/bin/env python3
"""toward_cublas_test.py CLI: the steps of the study toward-cublas that take any size are right at lab 04's shapes.

A study is judged at four shapes; these steps cut their work by the shape and the GPU's size.
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOM = ROOT / "docs" / "studies" / "toward-cublas"


def said_of(cli, source):
    """The first line of the report."""
    run = subprocess.run([cli, "grade", "04", "--file", source, "--backend", "sim"], cwd=ROOT,
                         capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return next(iter(run.stdout.splitlines()), run.stderr), run.stdout


def with_same_bits(folder):
    """Step 14 as it is with kSameBits, beside the files that it includes."""
    for header in ROOM.glob("*.cuh"):
        (folder / header.name).write_text(header.read_text())
    text = (ROOM / "14_dispatch.cu").read_text()
    changed = text.replace("kSameBits = false", "kSameBits = true")
    assert changed != text
    (folder / "14_same_bits.cu").write_text(changed)
    return folder / "14_same_bits.cu"


def main():
    cli = str(pathlib.Path(sys.argv[1]).resolve())
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        steps = [*sorted(ROOM.glob("1[0-4]_*.cu")), with_same_bits(pathlib.Path(folder))]
        for step in steps:
            line, report = said_of(cli, step)
            is_right = " PASSED " in line
            failures += not is_right
            print(f"{step.name}: {line}" if is_right else f"{step.name}:\n{report}", flush=True)
    sys.exit(failures > 0 or len(steps) != 6)


if __name__ == "__main__":
    main()
