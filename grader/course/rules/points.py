"""How many of a lab's 100 points its values, its memory accesses and its speed get."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from course.rules.setting import Setting

Check = dict[str, Any]

MISSES_THE_POINT = "MISSES THE POINT"


@dataclass
class PointsRule:
    """Of a lab's 100 points. A lab without checks of memory accesses has theirs for values."""

    values: int = 60  # also for matmul_host
    evidence: int = 20  # how the kernel uses memory
    speed: int = 20
    misses_the_point_percent: float = 100.0  # at most this part of what can be reached here

    @property
    def is_usual(self) -> bool:
        """As the judge weighs the checks."""
        return (self.values, self.evidence, self.speed) == (60, 20, 20)


def read_points(points: Setting) -> PointsRule:
    points.require_keys("values", "evidence", "speed", "misses_the_point_percent")
    rule = PointsRule()
    rule.values = points.at("values").whole(100, " of points", rule.values)
    rule.evidence = points.at("evidence").whole(100, " of points", rule.evidence)
    rule.speed = points.at("speed").whole(100, " of points", rule.speed)
    total = rule.values + rule.evidence + rule.speed
    points.require(
        total == 100,
        f"values, evidence and speed ({rule.values}, {rule.evidence} and {rule.speed}) must be 100 "
        f"together, not {total}",
    )
    rule.misses_the_point_percent = points.at("misses_the_point_percent").number(100.0, 100)
    return rule


def weighed(lab: dict[str, Any], rule: PointsRule) -> dict[str, Any]:
    """A lab's result, or an earlier attempt's, with the points that the course gives its checks: of
    each kind together as many as the rule says, in whole points, in the proportions of the
    judge's."""
    if rule.is_usual or [check["kind"] for check in lab["checks"]] == ["file"]:
        return lab  # there is nothing to weigh
    checks = [dict(check) for check in lab["checks"]]
    has_evidence = any(check["kind"] == "evidence" for check in checks)
    for kind, share in (
        ("evidence", rule.evidence),
        ("speed", rule.speed),
        ("", rule.values + (0 if has_evidence else rule.evidence)),
    ):
        own = [check for check in checks if _kind_of(check) == kind]
        _share_out(share, own)
    return {
        **lab,
        "checks": checks,
        "score": sum(check["points"] for check in checks),
        "max_score": sum(check["max_points"] for check in checks),
        "not_graded_points": sum(
            check["max_points"] for check in checks if check["status"] == "not_graded"
        ),
    }


def _kind_of(check: Check) -> str:
    """Empty: of values, which are all others."""
    return str(check["kind"]) if check["kind"] in ("evidence", "speed") else ""


def _share_out(share: int, checks: list[Check]) -> None:
    before = sum(check["max_points"] for check in checks)
    sum_before = sum_now = 0
    for check in checks:
        sum_before += check["max_points"]
        has_points = check["points"] > 0
        most = round(share * sum_before / before) - sum_now if before else 0
        check["max_points"], sum_now = most, sum_now + most
        check["points"] = most if has_points else 0


def has_point(verdict: str, checks: Sequence[Check]) -> bool:
    """Where C is wrong, nobody counts how the kernel uses memory: it may miss the point, too, and
    must not be worth more than a right one that does."""
    of_memory = [check for check in checks if check["kind"] == "evidence"]
    return verdict != MISSES_THE_POINT and not any(
        check["verdict"] == MISSES_THE_POINT
        or (check["status"], check["outcome"]) == ("failed", "not_run")
        for check in of_memory
    )
