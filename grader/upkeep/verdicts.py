#!/usr/bin/env python3
"""How reliable the speed verdict is on this machine: the table of ./gemmlab bench --verdicts.

Usage: verdicts.py BUILD COUNT WIDTH LAB...     as the command calls it, for lines of at most WIDTH columns
Exit codes: 0 all verdicts are right, 1 some are wrong; else what the tool ended with.
"""

import json
import math
import signal
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path
from statistics import mean, median, stdev

HEADS = "lab                      needed fast border unsure  slow   ratio spread   from..to"


def spread(values):
    """Standard deviation over mean; 0 for fewer than two values."""
    return stdev(values) / mean(values) if len(values) > 1 else 0


def upper_bound_of_share(failures, trials):
    """With 95 % confidence at most this share of all trials fail, if so many did (Clopper and Pearson,
    one-sided)."""

    def chance(count, share):
        ways = math.lgamma(trials + 1) - math.lgamma(count + 1) - math.lgamma(trials - count + 1)
        return math.exp(ways + count * math.log(share) + (trials - count) * math.log1p(-share))

    if failures == trials:
        return 1
    low, high = 0, 1
    for _ in range(50):
        share = (low + high) / 2
        is_likely = sum(chance(count, share) for count in range(failures + 1)) > 0.05
        low, high = (share, high) if is_likely else (low, share)
    return high


def row(name, verdicts):
    ratios = [each["ratio"] for each in verdicts]
    count = Counter(each["outcome"] for each in verdicts)
    return (f"{name:<24} {median(each['required'] for each in verdicts):>6.2f} {count['fast_enough']:>4} "
            f"{count['borderline']:>6} {count['not_graded']:>6} {count['too_slow']:>5} {median(ratios):>6.2f}x "
            f"{100 * spread(ratios):>4.1f} %   {min(ratios):.2f}..{max(ratios):.2f}")


def conclusion(solutions, twins, twin_reaches):
    """In a sentence each, and whether all verdicts are right."""
    refused, caught = (sum(each["outcome"] == "too_slow" for each in some) for some in (solutions, twins))
    return (
        f"{len(solutions)} verdicts on solutions, {refused} of them TOO SLOW: with 95 % confidence, at most "
        f"{100 * upper_bound_of_share(refused, len(solutions)):.1f} in 100 correct programs of this speed fail on a "
        f"machine like this. {len(twins)} verdicts on slowed copies at {twin_reaches:.2f} of the required speed, "
        f"{caught} of them TOO SLOW: at most {100 * upper_bound_of_share(len(twins) - caught, len(twins)):.0f} in "
        "100 pass."), refused == 0 and caught == len(twins)


def measure(cli, lab, count):
    """What the tool measures. It ends cleanly if it is interrupted, and says itself why it cannot go on."""
    with subprocess.Popen([cli, "bench", lab, "--verdicts", count, "--json", "-"], stdout=subprocess.PIPE) as tool:
        signal.signal(signal.SIGTERM, lambda *_: tool.terminate())
        said = tool.stdout.read()
    if tool.returncode != 0:
        sys.exit(tool.returncode)
    return json.loads(said)


def main():
    build, count, width, *labs = sys.argv[1:]
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C reaches the tool, too
    solutions, twins = [], []
    print(HEADS, flush=True)
    for lab in labs:
        found = measure(Path(build, "grader/cli/gemmlab-cli"), lab, count)
        for each in found["labs"]:
            print(row(each["lab"], each["solution"]), row("   its slow copy", each["twin"]), sep="\n", flush=True)
            solutions += each["solution"]
            twins += each["twin"]
    text, is_right = conclusion(solutions, twins, found["twin_reaches"])
    print("", textwrap.fill(text, int(width), break_long_words=False, break_on_hyphens=False), sep="\n")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
