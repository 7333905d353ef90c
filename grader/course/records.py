"""The result of grading one hand-in, and its file: OUT/results/STUDENT.json.

A later run reads it instead of grading again, and all tables and pages of a class are made from
these files.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from course.intake import submission
from course.intake.hand_ins import LeftOut, LeftOutReason, SubmissionSource
from course.text import printable

LabResult = dict[str, Any]  # of a lab, in Result["labs"]
Result = dict[str, Any]  # the JSON of "gemmlab.result/2"
Value = TypeVar("Value")

SCHEMA = "gemmlab.submission/6"
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
    """A file that another one of the student's took the place of."""

    lab: str
    source_sha256: str
    submitted_at: str = ""  # as in Record.submitted_at
    is_late: bool = False
    points: float | None = None  # of 100; None: our side failed
    verdict: str = "NOT GRADED"


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
    # Oldest first; if the best attempt counts.
    earlier: list[EarlierAttempt] = field(default_factory=list)
    labs: dict[str, str] = field(default_factory=dict)  # SHA-256 of what the lab requires
    sandbox: SandboxLevel = field(default_factory=SandboxLevel)
    infrastructure: str = ""  # our side failed; then nothing here is a grade. Else see each lab
    seconds: float = 0.0
    result: Result = field(default_factory=_no_result)  # a lab without a file failed check "file"


# ---- what a record says ----


def result_of(record: Record, lab_id: str) -> LabResult | None:
    """The record's result of a lab, if it has one."""
    return next((lab for lab in record.result["labs"] if lab["id"] == lab_id), None)


def is_undecided(record: Record, lab_id: str) -> bool:
    """Whether somebody has to decide before that lab has a grade."""
    return lab_id not in record.paths and submission.is_undecided(record.left_out, lab_id)


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
    text = source.decode("utf-8", "surrogateescape")
    text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    kept = json.dumps(text, ensure_ascii=False)[1:-1].encode()
    if len(kept) <= MOST_SOURCE_BYTES:
        return text
    beginning = kept[:MOST_SOURCE_BYTES].decode("utf-8", "ignore")
    # Nor is an escape cut: an odd number of backslashes before its end begins one.
    beginning = re.sub(r"(?<!\\)((?:\\\\)*)\\(?:u[0-9a-f]{0,3})?$", r"\1", beginning)
    return str(json.loads(f'"{beginning}"'))


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
            "is_open": left.is_open,  # for review.py
            "message": left.reason_in_words,  # for people who read the file
        }
        for left in record.left_out
    ]
    own["earlier"] = [vars(each) for each in record.earlier]
    own["sandbox"] = vars(record.sandbox)
    return json_text({
        "schema": SCHEMA, **changed_texts(own, printable), "sources": record.sources
    })  # fmt: skip


def read_record(text: str) -> Record | None:
    """The reverse. None for any other file, also of an older schema: then it is graded again."""
    try:
        fields_of = json.loads(text, parse_constant=_no_number)
        if fields_of["schema"] != SCHEMA:
            return None
        return _record_of(fields_of)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def kept_record(out: Path, source: str | SubmissionSource) -> Record | None:
    """The student's record, if one exists and is readable; of a source, with what has become open
    about it since.
    """
    if isinstance(source, str):
        try:
            return read_record(record_file(out, source).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
    record = kept_record(out, source.student)
    if record is not None:
        known = {left.reason for left in record.left_out}
        record.left_out += [left for left in source.open if left.reason not in known]
    return record


# ---- reading it ----


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number")


def _is(kind: type[Value] | tuple[type, ...], value: Any) -> Any:
    """The value itself, if it is of that kind."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise TypeError(f"{value!r} is no {kind}")
    return value


def _texts(values: Any) -> list[str]:
    return [_is(str, value) for value in _is(list, values)]


def _texts_by_lab(values: Any) -> dict[str, str]:
    return {lab: _is(str, text) for lab, text in _is(dict, values).items()}


def _verdict(value: Any) -> str:
    if value not in VERDICTS:
        raise ValueError(f"{value!r} is no verdict")
    return str(value)


def _left_out(value: Any) -> LeftOut:
    return LeftOut(
        _is(str, value["path"]),
        LeftOutReason(value["reason"]),
        _is(int, value["count"]),
        _is(str, value["lab"]),
    )


def _earlier(value: Any) -> EarlierAttempt:
    points = value["points"]
    return EarlierAttempt(
        _is(str, value["lab"]),
        _is(str, value["source_sha256"]),
        _is(str, value["submitted_at"]),
        _is(bool, value["is_late"]),
        None if points is None else _is((int, float), points),
        _verdict(value["verdict"]),
    )


def _sandbox(value: Any) -> SandboxLevel:
    return SandboxLevel(
        _is(str, value["name"]), _texts(value["missing"]), _is(str, value["memory"])
    )


def _has(value: Any, kinds: Iterable[tuple[str, type | tuple[type, ...]]]) -> None:
    for key, kind in kinds:
        _is(kind, value[key])


# What tables and pages read of them.
_OF_RESULT = (("device", str), ("labs", list))
_OF_LAB = (
    ("id", str), ("slug", str), ("title", str), ("score", (int, float)),
    ("max_score", (int, float)), ("not_graded_points", (int, float)), ("infrastructure", bool),
    ("source_sha256", str), ("checks", list),
)  # fmt: skip
_OF_CHECK = (
    ("name", str), ("status", str), ("points", (int, float)), ("max_points", (int, float)),
    ("message", str), ("hint", str), ("diagnosis", str),
)  # fmt: skip


def _result(value: Any) -> Result:
    if value["schema"] != RESULT_SCHEMA:
        raise ValueError("its result is of another version")
    _has(value, _OF_RESULT)
    for lab in value["labs"]:
        _has(lab, _OF_LAB)
        _verdict(lab["verdict"])
        for check in lab["checks"]:
            _has(check, _OF_CHECK)
            _verdict(check["verdict"])
    return dict(value)


def _record_of(value: Any) -> Record:
    return Record(
        student=_is(str, value["student"]),
        submission_sha256=_is(str, value["submission_sha256"]),
        problem=_is(str, value["problem"]),
        is_handed_in=_is(bool, value["is_handed_in"]),
        left_out=[_left_out(each) for each in value["left_out"]],
        allowed=_is(str, value["allowed"]),
        secret_sha256=_is(str, value["secret_sha256"]),
        submitted_at=_texts_by_lab(value["submitted_at"]),
        late=_texts(value["late"]),
        paths=_texts_by_lab(value["paths"]),
        guesses=_texts_by_lab(value["guesses"]),
        sources=_texts_by_lab(value["sources"]),
        earlier=[_earlier(each) for each in value["earlier"]],
        labs=_texts_by_lab(value["labs"]),
        sandbox=_sandbox(value["sandbox"]),
        infrastructure=_is(str, value["infrastructure"]),
        seconds=float(_is((int, float), value["seconds"])),
        result=_result(value["result"]),
    )
