"""The hardware's counts (Nsight Compute) and compute-sanitizer's findings, as raw text in files."""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

from kernels import ROOT

sys.path.append(str(ROOT / "common" / "facts"))
from text_table import read_table  # noqa: E402

NAMES = {row["name"]: row["metric"]
         for row in read_table((ROOT / "grader/core/counters/ncu_metrics.table").read_text(),
                               "ncu_metrics.table", ("name", "how", "metric", "section"))}
# Requests, and sectors or wavefronts: as grade --profile measures them.
METRICS = {
    kind: (NAMES[f"{kind}_requests"],
           NAMES[f"{kind}_{'sectors' if kind.startswith('global') else 'wavefronts'}"])
    for kind in ("global_load", "global_store", "shared_load", "shared_store")
}
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
# A kernel that waits forever is wrong; it must not delay the others.
SECONDS = 40


def run(command, output, seconds=SECONDS):
    """Runs a command with its output in a file, and its outcome in the last line."""
    with open(output, "w") as out:
        try:
            done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, timeout=seconds)
            fate = f"exit {done.returncode}"
        except subprocess.TimeoutExpired:
            fate = "stopped"
    with open(output, "a") as out:
        out.write(f"\n== {fate}\n")
    return fate


def is_done(output):
    """An interrupted comparison continues where it stopped."""
    return output.exists() and "\n== " in output.read_text(errors="replace")


def compile_all(kernels, out, seconds=300):
    """A program for each kernel, as labs are compiled, and its machine code as text."""
    here = pathlib.Path(__file__).resolve().parent

    def build(kernel):
        program = out / "programs" / kernel.stem
        fate = run(["nvcc", "-O3", "-std=c++20", "-lineinfo", "-arch=native", "-w",
                    "-I", str(ROOT / "common" / "include"),
                    str(here / "run_once.cu"), str(kernel.file), "-o", str(program)],
                   out / f"{kernel.stem}.build.txt", seconds)
        if fate == "exit 0" and shutil.which("cuobjdump"):
            run(["cuobjdump", "-sass", str(program)], out / f"{kernel.stem}.sass.txt")

    (out / "programs").mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(build, kernels))


def count(kernels, out):
    """One run of each program under Nsight Compute, one after the other: it locks the GPU."""
    names = ",".join(name for pair in METRICS.values() for name in pair)
    for kernel in kernels:
        program = out / "programs" / kernel.stem
        output = out / f"{kernel.stem}.ncu.csv"
        if program.exists() and not is_done(output):
            run(["ncu", "--csv", "--page", "raw", "--print-units", "base", "--metrics", names,
                 str(program), *kernel.shapes], output)


def check(kernels, out, jobs=8):
    """Each program under each of compute-sanitizer's tools, at each of its shapes."""

    def one(task):
        kernel, tool, shape = task
        program = out / "programs" / kernel.stem
        output = out / f"{kernel.stem}.{tool}.{shape.replace(',', 'x')}.txt"
        if program.exists() and not is_done(output):
            run(["compute-sanitizer", "--tool", tool, "--print-limit", "1", str(program), shape],
                output, seconds=20)

    tasks = [(kernel, tool, shape) for kernel in kernels for tool in TOOLS
             for shape in kernel.shapes]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, tasks))
