"""What a student's record says of each lab, as far as the grade depends on it."""

from dataclasses import dataclass, field

from course.dates import parse_utc
from course.labs import Lab
from course.records import EarlierAttempt, Record, is_undecided, result_of
from course.rules.points import PointsRule, has_point, weighed


@dataclass
class AttemptFacts:
    """One attempt at a lab."""

    points: float | None = None  # of 100; None: not judged
    verdict: str = "NOT GRADED"
    submitted: int | None = None  # seconds since 1970; None: no file, or no time
    is_late: bool = False  # the platform says so, perhaps without a time
    has_point: bool = True  # False: it misses the point of the lab, or is wrong, and may miss it


@dataclass
class LabFacts:
    id: str
    attempts: list[AttemptFacts]  # oldest first; at least one
    not_graded: float = 0.0  # of 100
    basis: list[str] = field(default_factory=list)  # what it was judged from: "file 01234567"
    is_open: bool = False  # an adjustment decides


def facts_of(record: Record, lab: Lab, rule: PointsRule) -> LabFacts:
    """A refused submission and a lab without a file have 0 points, unless something is open
    (is_undecided): then none."""
    result, kept = result_of(record, lab.id), record.kept.get(lab.id)
    if (record.infrastructure and not kept) or (result is not None and result["infrastructure"]):
        return LabFacts(lab.id, [AttemptFacts()])  # our failure
    run = {"tool_version": "", "seed": 0, "backend": "sim", **record.result}
    if kept:
        run["backend"] = kept.backend
    facts = LabFacts(
        lab.id,
        [AttemptFacts()],
        basis=[
            f"file {result['source_sha256'][:8] if result else ''}",
            f"lab {record.labs.get(lab.id, '')[:8]}",
            f"gemmlab {run['tool_version']}",
            f"seed {run['seed']}",
            f"backend {run['backend']}",
            record.allowed,
        ],
        is_open=is_undecided(record, lab.id),
    )
    # Speed cannot be judged without a GPU, except for lab 01: the same for all students.
    is_untimed = run["backend"] == "sim" and lab.file.endswith(".cu")
    facts.not_graded = float(rule.speed) if is_untimed else 0.0
    if kept.problem if kept else record.problem:
        facts.attempts[-1].points = 0.0
    elif result is not None and result["max_score"] > 0:  # else not a requested lab
        result = weighed(result, rule)
        scale = 100.0 / result["max_score"]
        at = record.submitted_at.get(lab.id, "")
        last = AttemptFacts(
            scale * result["score"], result["verdict"], parse_utc(at), lab.id in record.late,
            has_point(result["verdict"], result["checks"]),
        )  # fmt: skip
        facts.attempts = [*_earlier(record, lab, rule), last]
        if not facts.is_open:
            facts.not_graded = max(facts.not_graded, scale * result["not_graded_points"])
    if facts.is_open:
        facts.attempts[-1].points = None
    return facts


def _earlier(record: Record, lab: Lab, rule: PointsRule) -> list[AttemptFacts]:
    return [_attempt(each, rule) for each in record.earlier if each.lab == lab.id and not each.path]


def rivals_of(record: Record, lab: Lab, rule: PointsRule) -> list[tuple[str, AttemptFacts]]:
    """The files of an open lab of which somebody has to choose, by their paths."""
    return [
        (each.path, _attempt(each, rule))
        for each in record.earlier
        if each.lab == lab.id and each.path and is_undecided(record, lab.id)
    ]


def _attempt(each: EarlierAttempt, rule: PointsRule) -> AttemptFacts:
    return AttemptFacts(
        _points_of(each, rule),
        each.verdict,
        parse_utc(each.submitted_at),
        each.is_late,
        has_point(each.verdict, each.checks),
    )


def _points_of(attempt: EarlierAttempt, rule: PointsRule) -> float | None:
    if attempt.points is None or rule.is_usual:
        return attempt.points
    lab = weighed({"checks": attempt.checks}, rule)
    return 100.0 * lab["score"] / lab["max_score"] if lab.get("max_score") else attempt.points
