"""Both tables, from the raw output."""

import csv
import json
import re

from hardware import METRICS, TOOLS

# The simulator's counts beside Nsight Compute's: shared loads as the compiler is foretold to merge them.
COLUMNS = {
    "global_load": "global_load",
    "global_store": "global_store",
    "shared_load": "merged_shared_load",
    "shared_store": "shared_store",
}


def simulated(kernel, out):
    """A dictionary a shape; None where the simulator has nothing."""
    lines = (out / f"{kernel.stem}.sim.json").read_text().splitlines()
    found = [json.loads(line) for line in lines if line.startswith("{")]
    return found if len(found) == len(kernel.shapes) else [None] * len(kernel.shapes)


def number(text):
    return 0 if text in ("", "nan", "n/a") else int(text.replace(",", ""))


def measured(kernel, out):
    """The same of Nsight Compute, all launches of a shape together."""
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


def of_counts(kernels, out):
    lines = ["| kernel | m,n,k | global loads | global stores | shared loads | shared stores |",
             "|---|---|---|---|---|---|"]
    equal = {kind: 0 for kind in METRICS}
    total = 0
    for kernel in kernels:
        pairs = zip(kernel.shapes, simulated(kernel, out), measured(kernel, out))
        for shape, mine, theirs in pairs:
            if mine is None or theirs is None:
                lines.append(f"| {kernel.name} | {shape} | not counted | | | |")
                continue
            total += 1
            cells = [cell(mine[COLUMNS[kind]], theirs[kind]) for kind in METRICS]
            for kind, text in zip(METRICS, cells):
                equal[kind] += ":" not in text
            remark = "" if mine["exact"] else " *"
            lines.append(f"| {kernel.name}{remark} | {shape} | " + " | ".join(cells) + " |")
    summary = ", ".join(f"{kind.replace('_', ' ')}s {count}" for kind, count in equal.items())
    return "\n".join([*lines, "", f"Equal of {total}: {summary}."])


SUMMARY = re.compile(r"(?:ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: (\d+) hazard)")


def sanitized(kernel, tool, shape, out):
    """How much a tool found; None if it was not run, or stopped."""
    file = out / f"{kernel.stem}.{tool}.{shape.replace(',', 'x')}.txt"
    if not file.exists():
        return None
    text = file.read_text(errors="replace")
    found = SUMMARY.search(text)
    if found is None:
        return None if "== stopped" not in text else "hangs"
    return int(next(group for group in found.groups() if group))


def of_findings(kernels, out):
    lines = ["| kernel | verdict | the simulator | " + " | ".join(TOOLS) + " |",
             "|---|---|---|" + "---|" * len(TOOLS)]
    for kernel in kernels:
        mine = [report for report in simulated(kernel, out) if report is not None]
        words = sorted({f"{each['kind']} (line {each['line']})" for report in mine
                        for each in report["findings"]})
        cells = []
        for tool in TOOLS:
            found = [sanitized(kernel, tool, shape, out) for shape in kernel.shapes]
            known = [each for each in found if each is not None]
            cells.append("hangs" if "hangs" in known else
                         "not run" if not known else
                         str(max(known)) if max(known) else "")
        lines.append(f"| {kernel.name} | {kernel.verdict} | {'; '.join(words)} | "
                     + " | ".join(cells) + " |")
    return "\n".join(lines)
