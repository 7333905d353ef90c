"""The result of grading one hand-in, and its file: OUT/results/STUDENT.json.

A later run reads it instead of grading again, and all tables and pages of a class are made from
these files.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from course import own_files
from course.intake import submission
from course.intake.hand_ins import LeftOut, SubmissionSource
from course.kept_labs import KeptLab, kept_json, seen_from
from course.text import printable, valid_utf8
from course.typed_json import has_sum, read_json, require, typed, with_sum

LabResult = dict[str, Any]  # of a lab, in Result["labs"]
Result = dict[str, Any]  # the JSON of "gemmlab.result/2"

SCHEMA = "gemmlab.submission/9"
RESULT_SCHEMA = "gemmlab.result/2"
MOST_SOURCE_BYTES = 1 << 20  # of a kept source, in JSON

# The closed list of a lab's verdicts, the first that applies first: grader/core/verdict.h.
VERDICTS = (
    "NOT GRADED", "DOES NOT COMPILE", "NOT STARTED", "UNFINISHED",
    "EXITED", "CRASHED", "TIMED OUT", "LAUNCH FAILED",
    "OUT OF BOUNDS", "MISALIGNED", "WRONG ADDRESS SPACE", "BARRIER DIVERGENCE", "RACE",
    "UNINITIALISED", "INPUT MODIFIED",
    "NOT FINITE", "TRANSPOSED", "PARTIAL", "LOW PRECISION", "WRONG",
    "MISSES THE POINT", "UNCOALESCED", "BANK CONFLICTS", "TOO SLOW", "PASSED",
)  # fmt: skip


@dataclass
class EarlierAttempt:
    """A file that another one of the student's took the place of; or one of several of which
    somebody has to choose."""

    lab: str
    source_sha256: str
    submitted_at: str = ""  # as in Record.submitted_at
    is_late: bool = False
    points: float | None = None  # of 100; None: our side failed
    verdict: str = "NOT GRADED"
    # As in a result, but only kind, verdict, status, outcome, points and max_points.
    checks: list[dict[str, Any]] = field(default_factory=list)
    path: str = ""  # of one of several; empty: it is an attempt


@dataclass
class SandboxLevel:
    """What kept a student's programs apart from this machine."""

    name: str = ""
    missing: list[str] = field(default_factory=list)
    memory: str = ""


def _no_result() -> Result:
    return {
        "schema": RESULT_SCHEMA, "tool_version": "", "backend": "sim", "seed": 0, "started_at": "",
        "device": "", "labs": [], "lab_seconds": [], "seconds": 0.0,
    }  # fmt: skip


@dataclass
class Record:
    """The fields are in the order of the file."""

    student: str  # is_safe_name
    submission_sha256: str = ""  # of the accepted names and contents
    problem: str = ""  # why nothing was accepted: a refused archive
    is_handed_in: bool = True  # perhaps without a file
    left_out: list[LeftOut] = field(default_factory=list)  # anything besides the labs' files
    allowed: str = ""  # headers and symbols from course.toml when it was judged
    secret_sha256: str = ""  # of the course's secret then
    # By lab id: ISO 8601, UTC, if it is known.
    submitted_at: dict[str, str] = field(default_factory=dict)
    late: list[str] = field(default_factory=list)  # labs that the platform marks as late
    paths: dict[str, str] = field(default_factory=dict)  # of the accepted file
    guesses: dict[str, str] = field(default_factory=dict)  # why a file without its name is taken
    sources: dict[str, str] = field(default_factory=dict)  # the accepted file
    # Oldest first, if the best attempt counts; and those of which somebody has to choose.
    earlier: list[EarlierAttempt] = field(default_factory=list)
    labs: dict[str, str] = field(default_factory=dict)  # SHA-256 of what the lab requires
    sandbox: SandboxLevel = field(default_factory=SandboxLevel)
    infrastructure: str = ""  # our side failed; then nothing here is a grade. Else see each lab
    # The class's folder of the hand-in; and what the roster says of it: ISO 8601, or empty.
    folder: str = ""
    extension: str = ""
    earlier_due: str = ""
    kept: dict[str, KeptLab] = field(default_factory=dict)  # of earlier runs for other labs
    seconds: float = 0.0
    result: Result = field(default_factory=_no_result)  # a lab without a file failed check "file"


# ---- what a record says ----


def result_of(record: Record, lab_id: str) -> LabResult | None:
    """The record's result of a lab, if it has one."""
    return next((lab for lab in record.result["labs"] if lab["id"] == lab_id), None)


def is_undecided(record: Record, lab_id: str) -> bool:
    """Whether somebody has to decide before that lab has a grade."""
    kept = record.kept.get(lab_id)
    left_out = kept.left_out if kept else record.left_out
    return lab_id not in record.paths and submission.is_undecided(left_out, lab_id)


def why_ungraded(lab: LabResult) -> str:
    """What failed on our side in a lab with "infrastructure"."""
    reasons = (check["message"] for check in lab["checks"] if check["status"] == "not_graded")
    return next(filter(None, reasons), "unknown reason")


def failure_of_ours(record: Record) -> str:
    """What failed on our side, of the whole or of labs: "lab 02: no space is left"."""
    of_labs = [
        f"lab {lab['id']}: {why_ungraded(lab)}"
        for lab in record.result["labs"]
        if lab["infrastructure"]
    ]
    return "; ".join(filter(None, [record.infrastructure, *of_labs]))


def summary_of(record: Record) -> str:
    """For a line of the console: "5 of 6 passed, 03 RACE"."""
    if record.problem:
        return f"submission not accepted: {record.problem}"
    verdicts = [(lab["id"], lab["verdict"]) for lab in record.result["labs"]]
    passed = sum(verdict == "PASSED" for _, verdict in verdicts)
    idle = sum(verdict == "NOT STARTED" for _, verdict in verdicts)
    others = [f"{id_} {verdict}" for id_, verdict in verdicts
              if verdict not in ("PASSED", "NOT STARTED")]  # fmt: skip
    not_started = [f"{idle} not started"] if idle else []
    return ", ".join([f"{passed} of {len(verdicts)} passed", *others, *not_started])


# ---- its file ----


def record_file(out: Path, student: str) -> Path:
    return out / "results" / f"{student}.json"


def kept_source(source: bytes) -> str:
    """A lab file's text as a record keeps it: the beginning that has at most 1 MiB as JSON.

    There a control character takes six bytes, so that all of a text of these would take many times
    its own length. Each byte that is no UTF-8 becomes U+FFFD.
    """
    text = valid_utf8(source)
    first, last = 0, len(text)  # what is kept has at least and at most so many characters
    while first < last:
        middle = (first + last + 1) // 2
        if len(json.dumps(text[:middle], ensure_ascii=False).encode()) - 2 <= MOST_SOURCE_BYTES:
            first = middle
        else:
            last = middle - 1
    return text[:first]


def changed_texts(value: Any, change: Callable[[str], str]) -> Any:
    """The same JSON with each text in it changed, besides the keys."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [changed_texts(each, change) for each in value]
    if isinstance(value, dict):
        return {key: changed_texts(each, change) for key, each in value.items()}
    return value


def json_text(value: Any) -> str:
    """As all our files have it."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def to_json(record: Record) -> str:
    """With the result file (gemmlab.result/2) as its "result". Texts are printable, except the
    sources.
    """
    own = {each.name: getattr(record, each.name) for each in fields(record)}
    own["left_out"] = [
        {
            "path": left.path,
            "reason": left.reason.value,
            "count": left.count,
            "lab": left.lab,
            "is_all": left.is_all,
            "is_open": left.is_open,  # for review.py
            "message": left.reason_in_words,  # for people who read the file
        }
        for left in record.left_out
    ]
    own["earlier"] = [vars(each) for each in record.earlier]
    own["kept"] = {lab: kept_json(kept) for lab, kept in record.kept.items()}
    own["sandbox"] = vars(record.sandbox)
    text = json_text({
        "schema": SCHEMA, **changed_texts(own, printable), "sources": record.sources
    })  # fmt: skip
    return with_sum(text)


def read_record(text: str) -> Record | None:
    """The reverse. None for any other file, damaged, changed, or of an older schema: then it is
    graded again."""
    if not has_sum(text):
        return None
    try:
        own = read_json(dict, text)
        require({"schema": str}, own)
        if own["schema"] != SCHEMA:
            return None
        record: Record = typed(Record, own)
        for attempt in record.earlier:
            _require_verdict(attempt.verdict)
        _require_result(record.result)
        return record
    except ValueError:
        return None


def why_unread(out: Path, student: str) -> str:
    """Why there is a file and yet no record: "is damaged"; empty if there is none."""
    try:
        text = own_files.read(record_file(out, student))
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    schema = re.match(rb'{\s*"schema": "(gemmlab.submission/\d+)"', text)
    is_older = schema is not None and schema[1].decode() != SCHEMA
    return "is of another version of gemmlab" if is_older else "is damaged"


def kept_record(out: Path, source: str | SubmissionSource) -> Record | None:
    """The student's record, if one exists and is readable; of a source, with what has become open
    about it since. Raises MachineError if it is no file.
    """
    if isinstance(source, str):
        file = record_file(out, source)
        try:
            kept = read_record(own_files.read(file).decode("utf-8"))
        except (OSError, ValueError):
            return None
        return kept if kept and kept.student == source else None
    record = kept_record(out, source.student)
    return record and seen_from(source, record)


# ---- what it must have ----

# What tables and pages read of a result.
_OF_RESULT = {
    "tool_version": str, "backend": str, "seed": int, "started_at": str, "device": str,
    "labs": list,
}  # fmt: skip
_OF_LAB = {
    "id": str, "slug": str, "title": str, "verdict": str, "score": float, "max_score": float,
    "not_graded_points": float, "infrastructure": bool, "source": str, "source_sha256": str,
    "speed": dict | None, "checks": list,
}  # fmt: skip
_OF_CHECK = {
    "name": str, "kind": str, "status": str, "outcome": str, "points": float, "max_points": float,
    "verdict": str, "message": str, "line": int | None, "source_file": str, "hint": str,
    "diagnosis": str, "fact": dict | None,
}  # fmt: skip


def _require_result(result: Result) -> None:
    if result.get("schema") != RESULT_SCHEMA:
        raise ValueError("its result is of another version")
    require(_OF_RESULT, result)
    for lab in result["labs"]:
        require(_OF_LAB, lab)
        _require_verdict(lab["verdict"])
        for check in lab["checks"]:
            require(_OF_CHECK, check)
            _require_verdict(check["verdict"])


def _require_verdict(verdict: str) -> None:
    if verdict not in VERDICTS:
        raise ValueError(f"{verdict!r} is no verdict")
