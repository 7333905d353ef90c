#!/usr/bin/env python3
"""Lines come from the access that happened, not from what the compiler made of it: each kernel gets
the same verdict, and each finding the same lines, if g++ does not optimize it.

Usage: optimization_test.py CLI [EVERY]: of all kernels, or of each EVERYth.
"""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# Where only an optimized access can be named, and why.
IN_HEADER = "without inlining a float4 is copied by a function of a header"
KNOWN = {
    "row_of_4096_in_shared_memory": "g++ -O0 computes the address first: of which array is not seen",
    "float4_to_padded_rows": IN_HEADER,
    "float4_over_the_edge": IN_HEADER,
    "square_2x2_of_16": "an optimizing compiler loads an element once that is written twice",
    "waits_in_two_calls_of_a_lambda": "without inlining, both calls reach one and the same barrier",
}

HERE = Path(__file__).resolve().parent
SECONDS = 300


def judged(cli, file, environment, scratch):
    """The verdict, and the findings with their lines; the output if there is no result."""
    result = scratch / f"{file.parent.name}-{file.stem}.json"
    done = subprocess.run(
        [cli, "grade", file.parent.name[:2], "--backend", "sim", "--file", file, "--json", result],
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace", timeout=SECONDS)
    if not result.exists():
        return done.stdout[-300:], []
    lab = json.loads(result.read_text())["labs"][0]
    result.unlink()
    found = set()
    for check in lab["checks"]:
        fact = check.get("fact") or {}
        if check["status"] == "failed" and fact.get("name") == "finding":
            found.add((fact["kind"], *(fact[at]["line"] for at in ("at", "other") if fact[at])))
    return lab["verdict"], sorted(found)


def main():
    cli, every = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    files = [*sorted((HERE.parent / "mutants").glob("*/*.cu")),
             *sorted((HERE / "mistakes").glob("*/*.cu"))]
    files = files[::every]
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        compiler = scratch / "bin" / "g++"
        compiler.parent.mkdir()
        compiler.write_text(f'#!/bin/sh\nexec {shutil.which("g++")} "$@" -O0\n')
        compiler.chmod(0o755)
        usual = dict(os.environ)
        plain = {**usual, "PATH": f"{compiler.parent}:{usual['PATH']}"}

        def both(file):
            return [judged(cli, file, environment, scratch / name)
                    for name, environment in (("usual", usual), ("plain", plain))]

        for name in ("usual", "plain"):
            (scratch / name).mkdir()
        differ = compared = 0
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for file, (optimized, unoptimized) in zip(files, pool.map(both, files)):
                if unoptimized[0] == "TIMED OUT":
                    continue  # it is that slow
                compared += 1
                if optimized != unoptimized:
                    differ += file.stem not in KNOWN
                    print(f"{file.relative_to(HERE.parent)}: {optimized}, but at -O0 {unoptimized}",
                          flush=True)
    print(f"{compared} of {len(files)} kernels, {differ} differ without a known reason")
    return 0 if 2 * compared > len(files) and not differ else 1


if __name__ == "__main__":
    sys.exit(main())
