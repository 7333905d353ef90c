#!/usr/bin/env python3
"""toward_cublas_test.py CLI: the steps of the study toward-cublas that take any size are right at lab 04's shapes.

A study is judged at four shapes; these steps cut their work by the shape and the GPU's size. What step 14 does only for
large products is tested at small ones, in copies of its files that find it worth while everywhere.
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOM = ROOT / "docs" / "studies" / "toward-cublas"
# Changes of step 14, and at which shapes it is then tested: none are those of the lab.
SAME_BITS = {"kSameBits = false": "kSameBits = true"}
VARIANTS = {
    "same_bits": (SAME_BITS, [[]]),
    # strips and padded copies cost nothing, and all pieces are joined in a chain
    "prepared": (SAME_BITS | {"kLaunch = 1;": "kLaunch = 0;", "kFloatsCopied = 4e6;": "kFloatsCopied = 1e30;",
                              "plan.time < best.time": "plan.time <= best.time", "blocks > places ": "blocks > 0 "},
                 [["--shape", "131,130,70"], ["--shape", "129,132,300"], ["--shape", "260,259,65"]]),
    "large": ({"kFull = 0.9;": "kFull = 0;", "kLeastLarge = 2048;": "kLeastLarge = 1;"},
              [["--shape", "131,260,70"], ["--shape", "259,130,45"]]),
}


def said_of(cli, source, options):
    """The line with the verdict, and the report."""
    run = subprocess.run([cli, "grade", "04", "--file", source, "--backend", "sim", *options], cwd=ROOT,
                         capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return next(iter(run.stdout.splitlines()), run.stderr), run.stdout


def variant(folder, name, changes):
    """Step 14 and the files that it includes, with these changes, each of which is made."""
    folder.mkdir()
    made = set()
    for file in [*ROOM.glob("*.cuh"), ROOM / "14_dispatch.cu"]:
        text = file.read_text()
        for old, new in changes.items():
            if old in text:
                made.add(old)
            text = text.replace(old, new)
        (folder / file.name).write_text(text)
    assert made == set(changes), set(changes) - made
    return (folder / "14_dispatch.cu").rename(folder / f"14_{name}.cu")


def main():
    cli = str(pathlib.Path(sys.argv[1]).resolve())
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        runs = [(step, []) for step in sorted(ROOM.glob("1[0-4]_*.cu"))]
        assert len(runs) == 5
        for name, (changes, shapes) in VARIANTS.items():
            step = variant(pathlib.Path(folder) / name, name, changes)
            runs += [(step, shape) for shape in shapes]
        for step, options in runs:
            line, report = said_of(cli, step, options)
            is_right = " PASSED " in line
            failures += not is_right
            print(" ".join([step.name, *options, line if is_right else '\n' + report]), flush=True)
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
