"""course.toml: the instructor's choices. docs/instructors.md has an example with every key, and the
order in which the rules apply."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from zoneinfo import ZoneInfo

from course.intake.decisions import Decisions, Drafts, same_name
from course.labs import Lab
from course.rules.exceptions import Exceptions, by_student, read_exceptions
from course.rules.points import PointsRule, read_points
from course.rules.setting import Setting, read_settings


@dataclass
class LabPolicy:
    weight: float = 1.0  # share of the total; 0: judged and shown, but not counted
    due: int | None = None  # seconds since 1970, UTC
    due_offset: int = 0  # minutes: students read it in the zone in which it is written


class CountedAttempt(str, Enum):
    BEST = "best"
    LAST = "last"


@dataclass
class LateRule:
    """The cost of late submission. A started unit counts as a whole one."""

    grace_minutes: int = 0  # after `due`, still on time
    percent: float = 0.0  # of the achieved points, for each unit late
    hours: int = 24  # a unit: a day or an hour
    free_days: int = 0  # of a student over the term
    most_percent: float = 100.0  # taken from a lab
    least_points: float = 0.0  # left of a lab that had as many
    max_days: int | None = None  # after that: no points
    count: CountedAttempt = CountedAttempt.LAST


class Visibility(str, Enum):
    """When students may see a check, in Gradescope's terms."""

    VISIBLE = "visible"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"
    HIDDEN = "hidden"


@dataclass
class ShowRule:
    values: Visibility = Visibility.VISIBLE
    evidence: Visibility = Visibility.VISIBLE
    speed: Visibility = Visibility.VISIBLE
    repairs: Visibility = Visibility.VISIBLE  # the changes that make a wrong file right


@dataclass
class CoursePolicy:
    title: str = ""
    zone: ZoneInfo | None = None
    labs: dict[str, LabPolicy] = field(default_factory=dict)  # the course's labs, by id
    drop_lowest: int = 0  # the labs with the fewest points do not count
    points: PointsRule = field(default_factory=PointsRule)
    late: LateRule = field(default_factory=LateRule)
    drafts: Drafts = Drafts.OPEN
    exceptions: dict[str, Exceptions] = field(default_factory=dict)  # by student
    headers: list[str] = field(default_factory=list)  # allowed includes beyond the built-in list
    symbols: list[str] = field(default_factory=list)  # that a module may need; "*": any
    show: ShowRule = field(default_factory=ShowRule)


def default_policy(labs: Sequence[Lab]) -> CoursePolicy:
    """Every lab of the course, with weight 1: none that is beyond it."""
    return CoursePolicy(labs={lab.id: LabPolicy() for lab in labs if not lab.block})


def decisions_of(policy: CoursePolicy) -> Decisions:
    """What the rules say of hand-ins, before it is known whom their names mean."""
    whose: dict[str, list[str]] = {}
    for word, own in policy.exceptions.items():
        for entry in own.hand_ins:
            whose.setdefault(same_name(entry), []).append(word)
    return Decisions(whose, policy.drafts)


def visibility_of(kind: str, show: ShowRule) -> Visibility:
    """Of a check of that kind. Everything except evidence and speed counts as values."""
    return {"speed": show.speed, "evidence": show.evidence}.get(kind, show.values)


def read_policy(file: Path, labs: Sequence[Lab]) -> CoursePolicy:
    """Raises UsageError with file, line and key for every error in it: "course.toml:7:
    labs.02.weight: must be ..."."""
    top = read_settings(file)
    top.require_keys(
        "title", "course", "labs", "points", "late", "extensions", "excused", "hand_ins",
        "open", "checked", "adjustments", "allow", "show",
    )  # fmt: skip
    policy = _read_course(top.at("course"), labs, title=top.at("title").text())
    _read_labs(top.at("labs"), labs, policy)
    _read_drop_lowest(top.at("course").at("drop_lowest"), policy)
    policy.points = read_points(top.at("points"))
    policy.late = _read_late(top.at("late"))
    policy.exceptions = read_exceptions(top, labs, policy.labs)
    allow = top.at("allow")
    allow.require_keys("headers", "symbols")
    policy.headers = allow.at("headers").words(
        r"(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./+-]*",
        "headers as written between < and >, without .. and without / in front",
    )
    policy.symbols = allow.at("symbols").words(
        r"[A-Za-z_][A-Za-z0-9_.$]*|\*", "symbols, as nm prints them"
    )
    policy.show = _read_show(top.at("show"))
    return policy


def _read_course(course: Setting, labs: Sequence[Lab], title: str) -> CoursePolicy:
    course.require_keys("title", "timezone", "labs", "drop_lowest", "drafts")
    policy = default_policy(labs)
    policy.title = course.at("title").text(title)
    policy.zone = _zone(course.at("timezone"))
    policy.drafts = course.at("drafts").one_of(Drafts.OPEN)
    chosen = course.at("labs")
    if not chosen.is_missing:
        policy.labs = {}
        for word in chosen.words(".+", "labs"):
            lab = chosen.lab(labs, word)
            chosen.require(lab.id not in policy.labs, f"lab '{word}' is named twice")
            policy.labs[lab.id] = LabPolicy()
        chosen.require(bool(policy.labs), "must name at least one lab")
    return policy


def _zone(setting: Setting) -> ZoneInfo | None:
    if setting.is_missing:
        return None
    try:
        return ZoneInfo(setting.text())
    except (KeyError, ValueError, OSError):  # unknown; no name of one; a folder of zones
        setting.fail('this machine knows no such time zone; write one such as "Europe/Berlin"')


def _read_labs(settings: Setting, labs: Sequence[Lab], policy: CoursePolicy) -> None:
    for lab, setting in settings.by_lab(labs, policy.labs).items():
        setting.require_keys("weight", "due")
        due, offset = setting.at("due").due(policy.zone)
        policy.labs[lab] = LabPolicy(setting.at("weight").number(1.0, 1000), due, offset)
    settings.require(
        any(lab.weight != 0 for lab in policy.labs.values()),
        "the weights of all labs are 0, so there is no total; give a lab a weight",
    )


def _read_drop_lowest(setting: Setting, policy: CoursePolicy) -> None:
    counting = sum(lab.weight != 0 for lab in policy.labs.values())
    policy.drop_lowest = setting.whole(99, " of labs")
    setting.require(
        policy.drop_lowest < counting,
        f"only {counting} of the labs count, and one has to be left: at most {counting - 1}",
    )


def _read_late(late: Setting) -> LateRule:
    late.require_keys(
        "grace_minutes", "per_day_percent", "per_hour_percent", "free_days", "most_percent",
        "least_points", "max_days", "count",
    )  # fmt: skip
    rule = LateRule()
    rule.grace_minutes = late.at("grace_minutes").whole(525600, " of minutes")
    daily, hourly = late.at("per_day_percent"), late.at("per_hour_percent")
    hourly.require(
        hourly.is_missing or daily.is_missing, "there is per_day_percent too: remove one of them"
    )
    rule.hours = 24 if hourly.is_missing else 1
    rule.percent = (daily if hourly.is_missing else hourly).number(0.0, 100)
    rule.free_days = late.at("free_days").whole(3660, " of days")
    rule.most_percent = late.at("most_percent").number(100.0, 100)
    rule.least_points = late.at("least_points").number(0.0, 100)
    days = late.at("max_days")
    rule.max_days = None if days.is_missing else days.whole(3660, " of days")
    rule.count = late.at("count").one_of(CountedAttempt.LAST)
    return rule


def _read_show(show: Setting) -> ShowRule:
    show.require_keys("checks", "values", "evidence", "speed", "repairs")
    checks = show.at("checks").one_of(Visibility.VISIBLE)
    return ShowRule(
        values=show.at("values").one_of(checks),
        evidence=show.at("evidence").one_of(checks),
        speed=show.at("speed").one_of(checks),
        repairs=show.at("repairs").one_of(Visibility.VISIBLE),
    )


def with_names(policy: CoursePolicy, meant_by: Callable[[str], set[str]]) -> CoursePolicy:
    """With each name of a student in the file replaced by those of the students that it means.
    Raises UsageError with file, line and key if `meant_by` does, or if two names give one student
    two rules of a kind."""
    return replace(policy, exceptions=by_student(policy.exceptions, meant_by))
