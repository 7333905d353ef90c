#!/usr/bin/env python3
"""Compares the simulator with a GPU's hardware counters and with compute-sanitizer.

    docs/studies/counters/compare.py FOLDER

simulates, measures, and prints both tables of docs/measurements.md. The raw output stays in FOLDER;
`--step simulate`, `compile`, `count`, `check` or `tables` does one part, so that each can run where
it has what it needs: a built gemmlab; nvcc; ncu and a GPU; compute-sanitizer and a GPU; nothing.
"""

import argparse
import pathlib

import hardware
import simulator
import tables
from kernels import checked, counted


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="for raw output")
    parser.add_argument("--step", choices=["simulate", "compile", "count", "check", "tables"])
    parser.add_argument("--only", default="", help="kernels whose name holds this text")
    options = parser.parse_args()
    out = options.folder
    out.mkdir(parents=True, exist_ok=True)
    to_count = [kernel for kernel in counted() if options.only in kernel.name]
    to_check = [kernel for kernel in checked() if options.only in kernel.name]
    both = list(dict.fromkeys(to_count + to_check))
    if options.step in (None, "simulate"):
        simulator.simulate(both, out)
    if options.step in (None, "compile"):
        hardware.compile_all(both, out)
    if options.step in (None, "count"):
        hardware.count(to_count, out)
    if options.step in (None, "check"):
        hardware.check(to_check, out)
    if options.step in (None, "tables"):
        print(tables.of_counts(to_count, out))
        print(tables.of_findings(to_check, out))


if __name__ == "__main__":
    main()
