"""Both tables, from the raw output."""

import csv
import json
import re

from hardware import METRICS, TOOLS

# The simulator's counts next to Nsight Compute's: shared loads as predicted after the compiler
# merges them.
COLUMNS = {
    "global_load": "global_load",
    "global_store": "global_store",
    "shared_load": "merged_shared_load",
    "shared_store": "shared_store",
}


def simulated(kernel, out):
    """A dictionary per shape; None if the simulator has no result."""
    lines = (out / f"{kernel.stem}.sim.json").read_text().splitlines()
    found = [json.loads(line) for line in lines if line.startswith("{")]
    return found if len(found) == len(kernel.shapes) else [None] * len(kernel.shapes)


def number(text):
    return 0 if text in ("", "nan", "n/a") else int(text.replace(",", ""))


def measured(kernel, out):
    """The same from Nsight Compute, all launches of a shape together."""
    file = out / f"{kernel.stem}.ncu.csv"
    if not file.exists():
        return [None] * len(kernel.shapes)
    lines = [line for line in file.read_text().splitlines() if line.startswith('"')]
    shapes = []
    for row in csv.DictReader(lines):
        if "next_shape" in row["Kernel Name"]:
            shapes.append({kind: {"requests": 0, "units": 0} for kind in METRICS})
        elif shapes and row["ID"]:
            for kind, (requests, units) in METRICS.items():
                shapes[-1][kind]["requests"] += number(row[requests])
                shapes[-1][kind]["units"] += number(row[units])
    return shapes if len(shapes) == len(kernel.shapes) else [None] * len(kernel.shapes)


def cell(simulated_counts, measured_counts):
    """"4096 / 16384", or both sides where they differ."""
    mine, theirs = ([counts["requests"], counts["units"]]
                    for counts in (simulated_counts, measured_counts))
    text = [str(a) if a == b else f"**{a}:{b}**" for a, b in zip(mine, theirs)]
    return " / ".join(text) if any(mine) or any(theirs) else ""


def is_noise(mine, theirs):
    """Wavefronts that differ by less than a percent: noise of the counter, which varies by run."""
    return (mine["requests"] == theirs["requests"]
            and 0 < theirs["units"] - mine["units"] < theirs["units"] / 100)


def of_counts(kernels, out):
    """Kernels whose values are right, row by row; of the others, those whose counts differ."""
    head = ["| kernel | m,n,k | global loads | global stores | shared loads | shared stores |",
            "|---|---|---|---|---|---|"]
    right, wrong = [], []
    equal = {kind: 0 for kind in METRICS}
    total = noisy = 0
    for kernel in kernels:
        for shape, mine, theirs in zip(kernel.shapes, simulated(kernel, out), measured(kernel, out)):
            if mine is None or theirs is None:
                continue
            total += 1
            cells, differs = [], False
            for kind in METRICS:
                pair = mine[COLUMNS[kind]], theirs[kind]
                same = pair[0] == pair[1]
                noisy += not same and is_noise(*pair)
                equal[kind] += same
                differs |= not same and not is_noise(*pair)
                cells.append(cell(*pair))
            mark = "" if mine["exact"] else " *"
            row = f"| {kernel.name}{mark} | {shape} | " + " | ".join(cells) + " |"
            if kernel.has_right_values:
                right.append(row)
            elif differs:
                wrong.append(f"{row[:-2]} | {kernel.verdict} |")
    summary = ", ".join(f"{kind.replace('_', ' ')}s {count}" for kind, count in equal.items())
    return "\n".join([*head, *right, "",
                      f"Equal in {total} runs, requests and sectors or wavefronts both: {summary}; "
                      f"{noisy} more by less than a percent of the wavefronts.", "",
                      "Wrong kernels that differ:", "",
                      head[0] + " verdict |", head[1] + "---|", *wrong])


def of_merging(kernels, out):
    """Shared loads as they are written, as foretold after the compiler merges them, as measured."""
    lines = ["| kernel | m,n,k | as written | foretold | measured |", "|---|---|---|---|---|"]
    told = right = total = 0
    for kernel in kernels:
        for shape, mine, theirs in zip(kernel.shapes, simulated(kernel, out), measured(kernel, out)):
            if mine is None or theirs is None or not kernel.has_right_values:
                continue
            written, foretold = (mine[kind]["requests"] for kind in ("shared_load", "merged_shared_load"))
            is_told = mine["is_foretold"]
            real = theirs["shared_load"]["requests"]
            total += 1
            told += is_told
            right += is_told and foretold == real
            lines.append(f"| {kernel.name} | {shape} | {written} | {foretold if is_told else '-'} | "
                         f"{real if real != foretold else '='} |")
    return "\n".join([*lines, "", f"Foretold in {told} of {total} runs, rightly in {right}."])


SUMMARY = re.compile(r"(?:ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: (\d+) hazard)")


def sanitized(kernel, tool, shape, out):
    """The number of findings of a tool; None if it was not run, or was stopped."""
    file = out / f"{kernel.stem}.{tool}.{shape.replace(',', 'x')}.txt"
    if not file.exists():
        return None
    text = file.read_text(errors="replace")
    found = SUMMARY.search(text)
    if found is None:
        return None if "== stopped" not in text else "hangs"
    return int(next(group for group in found.groups() if group))


def of_findings(kernels, out):
    """Wrong kernels row by row, then the number of right ones without complaints."""
    lines = ["| kernel | the simulator | " + " | ".join(TOOLS) + " |",
             "|---|---|" + "---|" * len(TOOLS)]
    silent, right = 0, 0
    for kernel in kernels:
        mine = [report for report in simulated(kernel, out) if report is not None]
        is_right = kernel.verdict == "PASSED"
        words = sorted({f"{each['kind']} (line {each['line']})" for report in mine
                        for each in report["findings"] if each["hard"] or not is_right})
        cells = []
        for tool in TOOLS:
            found = [sanitized(kernel, tool, shape, out) for shape in kernel.shapes]
            known = [each for each in found if each is not None]
            cells.append("hangs" if "hangs" in known else
                         "not run" if not known else
                         str(max(known)) if max(known) else "")
        if is_right:
            right += 1
            silent += not any(cells) and not words
            if not any(cells) and not words:
                continue
        lines.append(f"| {kernel.name} | {'; '.join(words)} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", f"Of {right} right kernels, {silent} are clean for all five."])
