#!/usr/bin/env python3
"""Runs gemmlab's own tests quietly and summarises them.

Usage: run_tests.py BUILD [--full] [arguments of meson test]     as ./gemmlab test calls it
"""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
from parallel import ProgressLine  # noqa: E402

SHOWN = 10  # of the slowest tests
TAIL = 12  # lines of a failed test's output
PROGRESS = re.compile(r"\s*\[?\d+/\d")  # "12/40 gemmlab:unit / core   OK   0.05s", "[3/200] Compiling ..."
FAILURE = re.compile(r"\s*\d+/\d.* (FAIL|TIMEOUT|ERROR|UNEXPECTEDPASS) ")
ENDED = re.compile(r"\s*\d+/\d+ (?:\w+:)?(.*\S)\s+(?:OK|FAIL|TIMEOUT|ERROR|SKIP|\w+PASS|EXPECTEDFAIL)\s+([\d.]+)s\b")
COUNT = re.compile(r"(\w[\w ]*):\s+(\d+)\s*")
KINDS = {"Ok": "passed", "Expected Fail": "passed", "Fail": "failed", "Unexpected Pass": "failed",
         "Timeout": "failed", "Skipped": "skipped"}


def counts_in(lines):
    """From the summary at the end: how many passed, failed and were skipped; None if there is none."""
    found = [(KINDS[match[1]], int(match[2])) for match in map(COUNT.fullmatch, lines)
             if match and match[1] in KINDS]
    return {kind: sum(number for each, number in found if each == kind)
            for kind in ("passed", "failed", "skipped")} if found else None


def slowest(times, seconds):
    """How long all of it took, and the tests that took most of it."""
    text = f"{len(times)} tests in {seconds:.0f} s"
    if len(times) > 1:
        text += "; the slowest:"
        for took, title in sorted(times, reverse=True)[:SHOWN]:
            text += f"\n{took:8.1f} s  {title}"
    return text


def ends_of_failed(log):
    """The last lines that each failed test printed: one that ran out of time says there what it was doing."""
    text = ""
    for line in log.read_text(errors="replace").splitlines() if log.exists() else []:
        test = json.loads(line)
        if test["result"] in ("FAIL", "TIMEOUT", "ERROR", "UNEXPECTEDPASS"):
            printed = [each for each in (test.get("stdout") or "").splitlines() + (test.get("stderr") or "").splitlines()
                       if each.strip()]
            text += "".join(f"{each}\n" for each in [f"{test['name']}:", *(f"  {each}" for each in printed[-TAIL:])])
    return text


def arguments_of_meson(words):
    """Where a suite is named, Meson forgets what a setup excludes: long tests have to be excluded again."""
    arguments = []
    for word in words:
        arguments += ["--setup", "full"] if word == "--full" else [word]
    suites = [after for word, after in zip(words, words[1:]) if word == "--suite"]
    suites += [word.removeprefix("--suite=") for word in words if word.startswith("--suite=")]
    if suites and "full" not in suites and "--full" not in words:
        arguments += ["--no-suite", "full"]
    return arguments


def run(build, words):
    command = ["meson", "test", "-C", build, *arguments_of_meson(words)]
    lines, times, progress, begin = [], [], ProgressLine(), time.monotonic()
    try:
        meson = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, errors="replace")
    except OSError:
        print("gemmlab: cannot find meson; run ./gemmlab to install what is missing.", file=sys.stderr)
        return 3
    for line in map(str.rstrip, meson.stdout):
        lines.append(line)
        if ended := ENDED.match(line):
            times.append((float(ended[2]), ended[1]))
        if FAILURE.match(line):
            progress.clear()
            print(line, flush=True)
        elif PROGRESS.match(line):
            progress.show(line)
    code = meson.wait()
    progress.clear()
    counts = counts_in(lines)
    if counts is None:  # --list, --help, or the build failed
        print(*lines, sep="\n")
        return int(code != 0)
    print(slowest(times, time.monotonic() - begin))
    if counts["failed"]:
        log = Path(build, "meson-logs", f"testlog{'-full' * ('--full' in words)}.txt")
        print(ends_of_failed(log.with_suffix(".json")), end="")
        print(f"their output: {os.path.relpath(log)}")
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**counts))
    return int(code != 0 or counts["failed"] > 0)


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1], sys.argv[2:]))
    except KeyboardInterrupt:
        sys.exit(130)
