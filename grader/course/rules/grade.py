"""From what is known about a student's labs to a grade, step by step: the one place that defines
the numbers in every table and page of a class.

  a lab's points   of 100, after the rules below
  total            the labs' points weighted as in course.toml: percent, 0 to 100 and adjustments
  not_graded       the part of those 100 that could not be judged here; without a GPU the points for
                   speed of each lab except 01, usually 20. Not part of total.

The rules, in this order: excused labs are left out; for each attempt at a lab the extension, the
grace minutes, the limit of what misses the point, free days, and the deduction with its limits; the
attempt that counts; the lab's adjustment; the lowest labs are dropped; the weighted mean; the
total's adjustment. Free days go to labs in the order of their due dates, where they save points;
labs with one due date that were handed in together use a day once. Points never fall below 0.

If our side failed, a lab has no points, never 0, and there is no total; nor if course.toml leaves
it open; nor if somebody has to decide what counts, until an adjustment of the lab does. A grade in
percent of what was judged is 100 * total / (100 - not_graded).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import floor

from course.labs import Lab
from course.records import Record
from course.rules.exceptions import Adjustment, Exceptions
from course.rules.lab_facts import AttemptFacts, LabFacts, facts_of
from course.rules.lateness import (
    DAY,
    FreeDays,
    Times,
    after_late_rule,
    seconds_late,
    several,
    started,
)  # fmt: skip
from course.rules.points import MISSES_THE_POINT, PointsRule
from course.rules.policy import CountedAttempt, CoursePolicy
from course.rules.steps import Rule, Step, change
from course.text import short_number


@dataclass
class LabGrade:
    id: str
    points: float | None = None  # of 100; None: not judged, or excused
    verdict: str = "NOT GRADED"
    days_late: int = 0  # started days after the extended due date; 0 within the grace period
    not_graded: float = 0.0  # of 100
    counts: bool = True  # False: excused or dropped
    weight: float = 1.0  # in the total; 0 if it does not count
    submitted: int | None = None  # seconds since 1970: the attempt that counts
    due: int | None = None  # with extension
    basis: list[str] = field(default_factory=list)  # as in the facts
    steps: list[Step] = field(default_factory=list)


@dataclass
class StudentGrade:
    student: str
    total: float | None = None  # percent; None if a lab that counts was not judged
    not_graded: float = 0.0  # percent
    formula: str = ""  # "(2 x 64 + 80) / 3 = 69.33": of the total before its steps
    steps: list[Step] = field(default_factory=list)  # of the total
    labs: list[LabGrade] = field(default_factory=list)  # the course's labs, in their order


def percent_of(points: float | None, not_graded: float) -> float | None:
    """In percent of what could be judged; None if it was not."""
    return points if points is None or not_graded >= 100 else 100 * points / (100 - not_graded)


def grade_of_record(record: Record, policy: CoursePolicy, labs: Sequence[Lab]) -> StudentGrade:
    """For those of `labs` that are the course's."""
    facts = [facts_of(record, lab, policy.points) for lab in labs if lab.id in policy.labs]
    return grade(record.student, facts, policy)


def grade(student: str, labs: Sequence[LabFacts], policy: CoursePolicy) -> StudentGrade:
    own = policy.exceptions.get(student, Exceptions())
    free_days = FreeDays(policy.late.free_days)
    # Free days go to labs in this order; one without a due date uses none.
    by_due = sorted(labs, key=lambda lab: policy.labs[lab.id].due or 0)
    by_lab = {lab.id: _grade_lab(lab, policy, own, free_days) for lab in by_due}
    all_labs = [by_lab[lab.id] for lab in labs]
    _drop_lowest(all_labs, policy.drop_lowest)
    result = _weighted_mean(student, all_labs)
    result.total = _adjusted(result.total, own.adjustments.get(""), result.steps)
    return result


# ---- a lab ----


def _grade_lab(
    facts: LabFacts, policy: CoursePolicy, own: Exceptions, free_days: FreeDays
) -> LabGrade:
    lab = LabGrade(
        facts.id,
        not_graded=facts.not_graded,
        weight=policy.labs[facts.id].weight,
        basis=facts.basis,
    )
    adjustment = own.adjustments.get(facts.id)
    if facts.id in own.excused:
        lab.counts = False
        lab.steps.append(Step(Rule.EXCUSED, "excused: this lab does not count"))
    else:
        is_extended = _extend(lab, policy, own)
        lab = _counted_attempt(lab, facts, is_extended, policy, free_days)
        if facts.is_open and adjustment is not None:
            lab.points = 0.0  # it decides
    if lab.counts and (why := own.open.get(facts.id, own.open.get(""))) is not None:
        lab.points = None
        lab.steps.append(Step(Rule.OPEN, f"open, as course.toml says: {why}"))
    lab.points = _adjusted(lab.points, adjustment, lab.steps)
    return lab


def _extend(lab: LabGrade, policy: CoursePolicy, own: Exceptions) -> bool:
    """Sets the due date. Returns whether the student has an extension: the one of this lab, else
    of all."""
    rule = policy.labs[lab.id]
    lab.due = rule.due
    days = own.extra_days.get(lab.id, own.extra_days.get(""))
    if days is not None and lab.due is not None:
        lab.due += floor(days * DAY + 0.5)
        times = Times(lab.due, offset=rule.due_offset)
        why = (
            f"extension of {several(days, 'day')}, {times}"
            if days >= 0
            else f"due date {several(-days, 'day')} earlier than for others, {times}"
        )
        lab.steps.append(Step(Rule.EXTENSION, why))
    return days is not None and days >= 0


def _counted_attempt(
    lab: LabGrade, facts: LabFacts, is_extended: bool, policy: CoursePolicy, free_days: FreeDays
) -> LabGrade:
    """The lab with the last attempt, or with the one that is best after lateness; without points if
    an attempt that might be the best was not judged. Uses free days."""
    offset = policy.labs[lab.id].due_offset
    number_of_all = len(facts.attempts)
    first = 1 if policy.late.count is CountedAttempt.BEST else number_of_all
    graded: list[tuple[LabGrade, int, Times]] = []
    for number, attempt in enumerate(facts.attempts[first - 1 :], first):
        if attempt.points is None:
            return lab
        times = Times(lab.due, attempt.submitted, offset)
        # A platform's mark knows of no extension.
        is_marked = attempt.is_late and lab.due is not None and not is_extended
        late = seconds_late(times, is_marked, policy.late)
        steps = list(lab.steps)
        steps += _marks(attempt, lab, is_extended, policy)
        points = _capped(attempt, lab, policy.points, steps)
        points, used = after_late_rule(points, late, times, policy.late, free_days.at(times), steps)
        if number_of_all > 1:
            why = f"attempt {number} of {number_of_all} counts, the {policy.late.count.value}"
            steps.append(Step(Rule.ATTEMPT, why))
        result = replace(
            lab,
            points=points,
            verdict=attempt.verdict,
            days_late=started(late, DAY),
            submitted=attempt.submitted,
            steps=steps,
        )
        graded.append((result, used, times))
    best, used, times = max(graded, key=lambda each: each[0].points or 0.0)
    free_days.use(used, times)
    return best


def _marks(
    attempt: AttemptFacts, lab: LabGrade, is_extended: bool, policy: CoursePolicy
) -> list[Step]:
    """What became of a platform's mark that costs nothing."""
    if attempt.is_late and lab.due is None and policy.late.percent > 0:
        why = "the platform says late, and the lab has no due date in course.toml"
        return [Step(Rule.LATE, f"{why}: nothing is deducted")]
    if attempt.is_late and is_extended and attempt.submitted is None and lab.due is not None:
        why = "the platform says late, and no time: taken as within the extension"
        return [Step(Rule.EXTENSION, why)]
    return []


def _capped(attempt: AttemptFacts, lab: LabGrade, rule: PointsRule, steps: list[Step]) -> float:
    """The attempt's points, of which only a part can count if it has not the point of the lab."""
    points = attempt.points or 0.0
    percent = rule.misses_the_point_percent
    most = percent / 100 * (100 - lab.not_graded)
    if attempt.has_point or points <= most:
        return points
    is_right = attempt.verdict == MISSES_THE_POINT
    what = "right, but it misses" if is_right else "wrong, so that it may miss"
    why = f"{what} the point of the lab: at most {short_number(percent)} %"
    return change(points, most, Rule.MISSES_THE_POINT, why, steps)


def _adjusted(
    points: float | None, adjustment: Adjustment | None, steps: list[Step]
) -> float | None:
    """Of a lab, or of the total."""
    if adjustment is None:
        return points
    after = max(0.0, (points or 0.0) + adjustment.points)
    reason = adjustment.reason
    if adjustment.by:
        reason += f" ({adjustment.by}, {adjustment.on})"
    if points is None or (after == points and adjustment.points != 0):
        why = f"{reason} ({adjustment.points:+.4g}, without effect)"
        steps.append(Step(Rule.WITHOUT_EFFECT, why))
        return points
    return change(points, after, Rule.ADJUSTMENT, reason, steps)


# ---- all labs ----


def _drop_lowest(labs: list[LabGrade], number: int) -> None:
    """Of those with the fewest points, the one with the greatest weight: that is best for the
    student. One lab always counts; and all, while one has no points yet."""
    counting = [lab for lab in labs if lab.counts and lab.weight > 0]
    if any(lab.points is None for lab in counting):
        return
    lowest = sorted(
        counting,
        key=lambda lab: (lab.points or 0.0, -lab.weight),
    )
    for lab in lowest[:-1][:number]:
        lab.counts = False
        lab.steps.append(Step(Rule.DROPPED, "one of the lowest: this lab does not count"))


def _weighted_mean(student: str, labs: list[LabGrade]) -> StudentGrade:
    result = StudentGrade(student, labs=labs)
    for lab in labs:
        lab.weight = lab.weight if lab.counts else 0.0
    counted = [lab for lab in labs if lab.weight > 0]
    weights = sum(lab.weight for lab in counted)
    if not counted or any(lab.points is None for lab in counted):
        return result
    result.total = sum(lab.weight * (lab.points or 0.0) for lab in counted) / weights
    result.not_graded = sum(lab.weight * lab.not_graded for lab in counted) / weights
    if len(counted) > 1:
        terms = " + ".join(
            ("" if lab.weight == 1 else f"{short_number(lab.weight)} x ")
            + short_number(lab.points or 0.0)
            for lab in counted
        )
        result.formula = f"({terms}) / {short_number(weights)} = {short_number(result.total)}"
    return result
