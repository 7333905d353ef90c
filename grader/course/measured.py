"""What was measured of a right program, in a line: for who passed, and wants to know how well."""

from typing import Any

from course.records import LabResult
from course.text import counted

Check = dict[str, Any]

# The counts that a lab can require, as result_file.md calls them, and how a page does.
COUNTS = {
    "reuse": "reuse",
    "sectors_over_ideal": "sectors over ideal",
    "shared_loads_per_fma": "shared loads per multiply-add",
    "conflict_degree": "conflict degree",
}


def measured(lab: LabResult) -> str:
    """Only of the kinds of checks that are in it: a page may hide some. Empty: it did not pass."""
    if lab["verdict"] != "PASSED":
        return ""
    kinds = {check["kind"] for check in lab["checks"]}
    shapes = sum(check["kind"] == "values" for check in lab["checks"])
    parts = [f"C is right for {counted(shapes, 'shape')}"] if shapes else []
    if "evidence" in kinds and lab["metrics"]:
        parts.append(_counts(lab["metrics"]))
    speed = lab["speed"] or {}
    if "speed" in kinds and speed.get("ratio"):
        over = speed["baseline"] or speed["over"]
        parts.append(f"{speed['ratio']:.2f} times as fast as {over}")
        if speed.get("gflops"):
            parts[-1] += f", {speed['gflops']:.0f} GFLOP/s"
    return "; ".join(filter(None, parts))


def _counts(metrics: dict[str, Any]) -> str:
    """ "reuse 28.4, conflict degree 1.0 (at 128x128x128)"."""
    derived, said = metrics["derived"], metrics.get("readings", {})
    counts = [f"{words} {derived[key]:.1f}" for key, words in COUNTS.items() if key in said]
    shape = "x".join(str(extent) for extent in metrics["shape"])
    return f"{', '.join(counts)} (at {shape})" if counts else ""
