#!/usr/bin/env python3
"""Feeds each parser of hostile bytes for some seconds. Skips without clang's fuzzer.

Usage: fuzz_test.py SOURCE BUILD TARGET...
A target fails if it crashes, leaks, throws, takes 5 seconds for an input or 300 MB of memory, and
if it examined nothing. The input is then in BUILD/fuzz/found. For a longer run of one target:
    GEMMLAB_FUZZ_SECONDS=300 grader/fuzz/fuzz_test.py . build json
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FLAGS = "-fsanitize=fuzzer-no-link"
SECONDS = 60  # of all targets together


def has_fuzzer(clang):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "empty.cpp")
        source.write_text('extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) '
                          "{ return 0; }\n")
        return subprocess.run([clang, "-fsanitize=fuzzer,address", source, "-o",
                               Path(folder, "empty")], capture_output=True).returncode == 0


def built(source, build, targets, clang):
    """The folder of the targets' programs."""
    if not (build / "build.ninja").exists():
        subprocess.run(["meson", "setup", build, source, "-Db_sanitize=address", "-Db_lundef=false",
                        f"-Dcpp_args={FLAGS}"], env={**os.environ, "CXX": clang}, check=True,
                       stdout=subprocess.DEVNULL)
    programs = [f"grader/fuzz/fuzz-{target}" for target in targets]
    subprocess.run(["ninja", "-C", build, *programs], check=True)
    return build / "grader/fuzz"


def fuzz(program, target, corpus, found, seconds):
    """Why it failed; empty if it did not."""
    with tempfile.TemporaryDirectory() as grown:
        done = subprocess.run(
            [program, grown, corpus, f"-max_total_time={seconds}", "-seed=1", "-timeout=5",
             "-rss_limit_mb=300", "-max_len=16384", "-print_final_stats=1",
             f"-artifact_prefix={found}/{target}-"],
            # Else memory that was freed counts as well, up to 256 MB.
            env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=16"}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, errors="replace")
    runs = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    seeds = len(list(corpus.iterdir()))
    count = int(runs[1]) if runs else 0
    print(f"{target}: {count} inputs in {seconds} seconds, from {seeds} seeds", flush=True)
    if done.returncode != 0:
        return done.stderr[-4000:]
    return "" if seeds > 0 and count > seeds else "it examined nothing"


def main():
    source, build, targets = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3:]
    clang = shutil.which("clang++") or shutil.which("clang++-14")
    if clang is None or not has_fuzzer(clang):
        print("clang's fuzzer is not installed: apt-get install clang libclang-rt-14-dev")
        return 77
    programs, found = built(source, build / "fuzz", targets, clang), build / "fuzz/found"
    found.mkdir(exist_ok=True)
    seconds = int(os.environ.get("GEMMLAB_FUZZ_SECONDS", SECONDS // len(targets)))
    failed = {}
    for target in targets:
        why = fuzz(programs / f"fuzz-{target}", target, source / "grader/fuzz/corpus" / target,
                   found, seconds)
        if why:
            failed[target] = why
    for target, why in failed.items():
        print(f"--- {target}\n{why}")
    return 1 if failed or not targets else 0


if __name__ == "__main__":
    sys.exit(main())
