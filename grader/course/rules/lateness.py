"""What late submission costs: grace minutes, free days, and the deduction with its limits."""

import time
from dataclasses import dataclass, field

from course.dates import iso8601
from course.rules.policy import LateRule
from course.rules.steps import Rule, Step, change
from course.text import short_number

MINUTE = 60  # seconds
HOUR = 60 * MINUTE
DAY = 24 * HOUR


@dataclass(frozen=True)
class Times:
    """Of an attempt at a lab, in seconds since 1970."""

    due: int | None = None  # with extension
    submitted: int | None = None
    offset: int = field(default=0, compare=False)  # minutes: the zone in which students read it

    def __str__(self) -> str:
        """As in "due Nov 22 23:59, handed in Nov 23 09:40 (+01:00)"."""
        if self.due is None:
            return ""
        zone = iso8601(0, self.offset)[19:]
        handed_in = "" if self.submitted is None else f", handed in {self._shown(self.submitted)}"
        return f"due {self._shown(self.due)}{handed_in} ({'UTC' if zone == 'Z' else zone})"

    def _shown(self, seconds: int) -> str:
        return time.strftime("%b %d %H:%M", time.gmtime(seconds + MINUTE * self.offset))


@dataclass
class FreeDays:
    """Of a student over the term. Labs with one due date that were handed in together use a day
    once."""

    left: int
    used: dict[Times, int] = field(default_factory=dict)

    def at(self, times: Times) -> int:
        """Those that may be used for what was handed in then."""
        return self.left + self._used_at(times)

    def use(self, days: int, times: Times) -> None:
        before = self._used_at(times)
        self.left -= max(0, days - before)
        self.used[times] = max(days, before)

    def _used_at(self, times: Times) -> int:
        is_known = times.due is not None and times.submitted is not None
        return self.used.get(times, 0) if is_known else 0


def seconds_late(times: Times, is_marked: bool, rule: LateRule) -> int:
    """0 within the grace minutes. `is_marked`: late at any rate, says the platform."""
    late = 0 if times.due is None or times.submitted is None else times.submitted - times.due
    if late > MINUTE * rule.grace_minutes:
        return late
    return 1 if is_marked else 0


def started(seconds: int, unit: int) -> int:
    """Units, of which a started one counts as a whole one."""
    return max(0, -(-seconds // unit))


def after_late_rule(
    points: float, late: int, times: Times, rule: LateRule, free_days: int, steps: list[Step]
) -> tuple[float, int]:
    """What so many seconds leave of the points, and the free days that were used for it. Adds the
    steps."""
    days_late = started(late, DAY)
    if points == 0 or late == 0:
        return points, 0  # nothing to lose
    if rule.max_days is not None and days_late > rule.max_days:
        why = (
            f"{several(days_late, 'day')} late, {times}; after {several(rule.max_days, 'day')} "
            "there are no points"
        )
        return change(points, 0.0, Rule.TOO_LATE, why, steps), 0

    def left_after(free: int) -> float:
        units = started(late - free * DAY, rule.hours * HOUR)
        percent = min(units * rule.percent, rule.most_percent)
        return max(points * (1 - percent / 100), min(points, rule.least_points))

    used = min(free_days, days_late)
    while used > 0 and left_after(used) == left_after(used - 1):
        used -= 1  # it would save nothing
    if used > 0:
        steps.append(Step(Rule.FREE_DAYS, f"{used} of {several(free_days, 'free day')} used"))
    unit = "hour" if rule.hours == 1 else "day"
    least = "" if times.submitted is not None else " at least, as the platform gives no time"
    why = (
        f"{several(started(late, rule.hours * HOUR), unit)} late{least}, {times}; "
        f"{short_number(rule.percent)} % for each started {unit}"
    )
    return change(points, left_after(used), Rule.LATE, why, steps), used


def several(number: float, noun: str) -> str:
    """As in "2.5 days"."""
    return f"{short_number(number)} {noun}{'' if number == 1 else 's'}"
