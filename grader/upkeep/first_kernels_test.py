#!/usr/bin/env python3
"""first_kernels_test.py ROOT GEMMLAB-CLI: the exercises of docs/first_kernels can be done as their page says.

For each file there: as it is it does not pass; with the page's answer in its gaps it does; and changed
as the page asks it gets the verdict that the page names.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

COMMAND = re.compile(r"\./gemmlab grade (\d+) --file docs/first_kernels/(\w+\.cu) --shape (\S+)")
ANSWER = re.compile(r"```cpp\n(.*?)```", re.DOTALL)
GAP = re.compile(r"( *// TODO:(?:.*\n *//)*? your code: about \d+ lines?\n|.*; +// TODO: .*\n)")


def answered(skeleton, answers):
    rest = iter(answers)
    filled = GAP.sub(lambda _: next(rest), skeleton)
    assert next(rest, None) is None, "the page has more answers than the file has gaps"
    assert "TODO" not in filled, f"a gap was not found:\n{filled}"
    return filled


# What the page asks the reader to try, by file: what becomes of the answered file, and the verdict.
TRIES = {
    "1_one_row.cu": [("1,8,1", lambda text: text, "LAUNCH FAILED")],
    "2_any_width.cu": [("1,1000,1", lambda text: text.replace("if (j < n) {", "{"), "OUT OF BOUNDS")],
    "3_two_dimensions.cu": [("20,50,1", lambda text: text.replace("i < m && ", ""), "OUT OF BOUNDS")],
    "4_one_barrier.cu": [("1,1,200", lambda text: text.replace("  __syncthreads();\n", ""), "RACE")],
}


def verdict(cli, root, lab, text, shape):
    with tempfile.TemporaryDirectory() as state:
        file = Path(state, "kernel.cu")
        file.write_text(text)
        run = subprocess.run([cli, "grade", lab, "--file", file, "--shape", shape, "--backend", "sim"],
                             cwd=root, text=True, capture_output=True,
                             env={**os.environ, "GEMMLAB_STATE": state})
    said = re.match(r"\d\d \w+ +([A-Z]+(?: [A-Z]+)*) ", run.stdout)
    assert said, run.stdout + run.stderr
    return said[1], run.stdout


def main():
    root, cli = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    room = root / "docs/first_kernels"
    sections = re.split(r"^## ", (room / "README.md").read_text(), flags=re.MULTILINE)[1:]
    failed = 0
    done = set()
    for section in sections:
        lab, name, shape = COMMAND.search(section).groups()
        skeleton = (room / name).read_text()
        solution = answered(skeleton, ANSWER.findall(section))
        not_yet = "LAUNCH FAILED" if "blocks = 0" in skeleton else "UNFINISHED"
        cases = [(shape, skeleton, not_yet), (shape, solution, "PASSED")]
        for other, change, wanted in TRIES[name]:
            changed = change(solution)
            assert other != shape or changed != solution, f"{name}: there is nothing to change"
            cases.append((other, changed, wanted))
        for tried, text, wanted in cases:
            got, output = verdict(cli, root, lab, text, tried)
            print(f"{name} at {tried}: {got}, wanted {wanted}")
            if got != wanted:
                failed += 1
                print(output)
        done.add(name)
    assert done == {file.name for file in room.glob("*.cu")}, done
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
