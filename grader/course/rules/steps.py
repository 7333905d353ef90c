"""What each rule did to a grade, for those who ask why."""

from dataclasses import dataclass
from enum import Enum


class Rule(str, Enum):
    EXCUSED = "excused"
    EXTENSION = "extension"
    FREE_DAYS = "free_days"
    LATE = "late"
    TOO_LATE = "too_late"
    MISSES_THE_POINT = "misses_the_point"
    ATTEMPT = "attempt"
    ADJUSTMENT = "adjustment"
    WITHOUT_EFFECT = "without_effect"  # an adjustment
    DROPPED = "dropped"
    OPEN = "open"  # its reason is the instructor's own, and no student reads it


@dataclass
class Step:
    rule: Rule
    why: str  # "2 days late, 10 % for each started day: -16"
    points: float = 0.0  # by how much it changed the points


def change(before: float, after: float, rule: Rule, why: str, steps: list[Step]) -> float:
    """Adds a step after which the points are these."""
    by = after - before
    steps.append(Step(rule, why + (f": {by:+.4g}" if by else ""), by))
    return after
