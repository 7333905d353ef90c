#!/usr/bin/env python3
"""Compares the simulator with a GPU's hardware counters and with compute-sanitizer.

    grader/tests/counters/compare.py FOLDER

simulates, measures, and prints both tables of docs/measurements.md. The raw output stays in FOLDER;
`--step simulate`, `compile`, `count`, `check` or `tables` does one part, so that each can run where
it has what it needs: a built gemmlab; nvcc; ncu and a GPU; compute-sanitizer and a GPU; nothing.
`--kernels DIR` compares lab files of another folder, called NN_name.cu, such as those that
variants.py writes.
"""

import argparse
import pathlib

import hardware
import simulator
import tables
from kernels import all_kernels, checked, counted, kernels_of


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="for raw output")
    parser.add_argument("--step", choices=["simulate", "compile", "count", "check", "tables"])
    parser.add_argument("--only", default="", help="kernels whose name holds this text")
    parser.add_argument("--kernels", type=pathlib.Path, help="a folder of NN_name.cu")
    options = parser.parse_args()
    out = options.folder
    out.mkdir(parents=True, exist_ok=True)
    kernels = kernels_of(options.kernels) if options.kernels else all_kernels()
    kernels = [kernel for kernel in kernels if options.only in kernel.name]
    to_count, to_check = counted(kernels), checked(kernels)
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
        print(tables.of_merging(to_count, out))


if __name__ == "__main__":
    main()
