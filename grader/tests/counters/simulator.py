"""The simulator's counts and findings, as one JSON object per shape in files."""

import concurrent.futures
import os
import subprocess

from kernels import ROOT

SECONDS = 120


def simulate(kernels, out, build=ROOT / "build"):
    def one(kernel):
        compiled = subprocess.run([build / "grader/compile/gemmlab-compile", kernel.file, "sim"],
                                  capture_output=True, text=True, timeout=SECONDS)
        module = next((line.removeprefix("module: ") for line in compiled.stdout.splitlines()
                       if line.startswith("module: ")), None)
        if module is None:
            (out / f"{kernel.stem}.sim.json").write_text("")
            return
        with open(out / f"{kernel.stem}.sim.json", "w") as output:
            for shape in kernel.shapes:  # a process each: one's fault does not affect the other
                try:
                    subprocess.run([build / "grader/tests/counters/gemmlab-simulate", module,
                                    kernel.file, shape],
                                   stdout=output, stderr=subprocess.DEVNULL, timeout=SECONDS)
                except subprocess.TimeoutExpired:
                    pass

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(one, kernels))
