"""Results of labs, and records with them, for tests."""

from typing import Any

from course.labs import Lab
from course.records import LabResult, Record, SandboxLevel

Check = dict[str, Any]

LABS = [
    Lab("02", "naive_kernel", "kernel.cu", "One thread, one output"),
    Lab("03", "tiled_kernel", "kernel.cu", "Share a tile"),
]
READ = {"file": "", "line": 4, "column": 0, "what": "read"}
WRITE = {"file": "", "line": 2, "column": 0, "what": "write"}
RACE = {
    "name": "finding", "kind": "race", "at": READ, "other": WRITE, "count": 1,
    "fact": {
        "name": "race", "who": {"thread": [1, 0], "block": [0]}, "access": "read",
        "at": {"name": "variable", "variable": "a_tile", "bytes": 4096, "element": "a_tile[0][0]",
               "offset": 0},
        "other": {"thread": [0, 0], "block": [], "in_other_block": False}, "other_wrote": True,
        "same_value": False, "cause": "missing_wait", "stored": "", "missing": "", "idle": "none",
        "idle_line": 0,
    },
}  # fmt: skip
WRONG = {"name": "wrong_values", "input": "exact", "wrong": 3, "elements": 8192}


def check(name: str, max_points: int, verdict: str = "PASSED", **more: Any) -> Check:
    """One that passed or failed; `more` makes another of it."""
    has_passed = verdict == "PASSED"
    outcome = "passed" if has_passed else "failed"
    return {
        "name": name,
        "kind": name if name in ("file", "speed") else "values",
        "status": outcome,
        "outcome": outcome,
        "reason": "",
        "points": max_points if has_passed else 0,
        "max_points": max_points,
        "verdict": verdict,
        "message": "" if has_passed else f"it is {verdict}",
        "shape": None,
        "line": None,
        "lines": [],
        "source_file": "",
        "places": [],
        "hint": "",
        "diagnosis": "",
        "cause": None,
        "cause_shown_at": None,
        "tell": None,
        "fact": None if has_passed else WRONG,
        "failed_call": None,
        "warnings": [],
        "changes": [],
        "only_on_gpu": False,
        "machine": "",
        "error_map": None,
        **more,
    }


def not_graded(name: str, max_points: int, reason: str, message: str) -> Check:
    return check(
        name, max_points, "NOT GRADED", status="not_graded", outcome="not_graded", reason=reason,
        message=message, fact=None, machine=message if reason == "machine" else "",
    )  # fmt: skip


def race(name: str) -> Check:
    return check(
        name, 20, "RACE", line=4, lines=[4, 2], places=[READ, WRITE], hint="3.2",
        shape=[64, 128, 96], fact=RACE,
    )  # fmt: skip


def lab_result(lab: Lab, verdict: str, score: int, *checks: Check, **more: Any) -> LabResult:
    return {
        "id": lab.id,
        "slug": lab.slug,
        "title": lab.title,
        "verdict": verdict,
        "score": score,
        "max_score": 100,
        "not_graded_points": sum(
            each["max_points"] for each in checks if each["status"] == "not_graded"
        ),
        "infrastructure": False,
        "source": f"labs/{lab.path}",
        "source_sha256": f"ab{lab.id}",
        "checks": list(checks),
        "advice": [],
        "metrics": None,
        "model": None,
        "speed": None,
        "printed": "",
        **more,
    }


def passed_lab() -> LabResult:
    no_gpu = not_graded("speed", 20, "no_gpu", "speed needs a GPU")
    return lab_result(LABS[0], "PASSED", 80, check("values 33x50x17", 80), no_gpu)


def failed_lab() -> LabResult:
    races = [race(f"values {shape}") for shape in ("64x128x96", "64x64x64")]
    return lab_result(LABS[1], "RACE", 20, *races)


def ungradable_lab(lab: Lab) -> LabResult:
    ours = not_graded("file", 100, "machine", "no host compiler was found")
    return lab_result(lab, "NOT GRADED", 0, ours, infrastructure=True)


def lab_without_file(lab: Lab, why: str, verdict: str = "NOT STARTED") -> LabResult:
    fact = {"name": "no_file", "text": why}
    only = check("file", 100, verdict, message=why, fact=fact)
    return lab_result(lab, verdict, 0, only, source="", source_sha256="")


def sample_record(student: str = "ann", *labs: LabResult) -> Record:
    """With those labs, else with 02 passed and 03 failed."""
    record = Record(student, sandbox=SandboxLevel("full"))
    record.result.update(
        tool_version="0.1.0", seed=7, started_at="2026-01-02T03:04:05Z", device="no GPU",
        labs=list(labs) or [passed_lab(), failed_lab()],
    )  # fmt: skip
    for lab in record.result["labs"]:
        if lab["source"]:
            lab["source_sha256"] = student + lab["id"]
    return record
