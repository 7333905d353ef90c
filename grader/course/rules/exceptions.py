"""What applies to one student only: the tables of course.toml whose keys are students."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from course.errors import UsageError
from course.labs import Lab
from course.rules.setting import Place, Setting
from course.text import printable


@dataclass
class Answer:
    """What somebody who looked at a student's lab says to the student."""

    reason: str = ""
    by: str = ""  # who; empty: nobody is named
    on: str = ""  # ISO 8601: a date


@dataclass
class Adjustment:
    points: float = 0.0
    reason: str = ""
    by: str = ""  # as in Answer
    on: str = ""


@dataclass(frozen=True)
class Request:
    """A student asks for another look."""

    lab: str  # its id; empty: at all
    reason: str
    on: str = ""  # ISO 8601: the date, if it is known


@dataclass
class Exceptions:
    """What applies to one student only, by lab id; "" stands for all labs, or for the total."""

    place: Place | None = None  # of the first of them
    extra_days: dict[str, float] = field(default_factory=dict)
    excused: set[str] = field(default_factory=set)
    hand_ins: list[str] = field(default_factory=list)  # entries that are the student's, or count
    checked: dict[str, Answer] = field(default_factory=dict)  # by hand, no longer listed for that
    open: dict[str, str] = field(default_factory=dict)  # no grade yet, and why: the instructor's
    adjustments: dict[str, Adjustment] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)  # of requests.csv


def read_exceptions(
    top: Setting, labs: Sequence[Lab], course: Collection[str]
) -> dict[str, Exceptions]:
    """Of the whole file, by the names in it. `course`: the ids of the course's labs."""
    found: dict[str, Exceptions] = {}

    def each(table: str) -> Iterator[tuple[Setting, Exceptions]]:
        for student, setting in top.at(table).table().items():
            yield setting, found.setdefault(student, Exceptions(setting.place))

    def by_lab(setting: Setting, is_for_all: bool) -> dict[str, Setting]:
        return {"": setting} if is_for_all else setting.by_lab(labs, course, has_all=True)

    for setting, own in each("extensions"):
        for lab, days in by_lab(setting, is_for_all=not setting.is_table).items():
            own.extra_days[lab] = days.number(0.0, 3660, " of days")
    for setting, own in each("hand_ins"):
        is_one = isinstance(setting.value, str)
        own.hand_ins += [setting.text()] if is_one else setting.words(".+", "names in the folder")
    for setting, own in each("excused"):
        own.excused.update(setting.lab(labs, word).id for word in setting.words(".+", "labs"))
    for setting, own in each("checked"):
        if setting.is_table:
            is_for_all = not setting.at("reason").is_missing
            for lab, answer in by_lab(setting, is_for_all).items():
                own.checked[lab] = _read_answer(answer)
            continue
        for word in setting.words(".+", "labs"):
            own.checked["" if word == "all" else setting.lab(labs, word).id] = Answer()
    for setting, own in each("open"):
        for lab, why in by_lab(setting, is_for_all=not setting.is_table).items():
            own.open[lab] = printable(why.text()).strip()
            why.require(bool(own.open[lab]), 'needs a reason for yourself: "has only a report"')
    for setting, own in each("adjustments"):
        is_for_all = not setting.is_table or not setting.at("points").is_missing
        for lab, adjustment in by_lab(setting, is_for_all).items():
            own.adjustments[lab] = _read_adjustment(adjustment)
    return found


def _read_adjustment(setting: Setting) -> Adjustment:
    setting.require_keys("points", "reason", "by", "on")
    given = setting.at("points")
    points = given.number(0.0, 1000, least=-1000)
    reason = _reason_in(setting)
    setting.require(
        not given.is_missing and bool(reason),
        'needs points and a reason, which the student will read: { points = -5, reason = "..." }',
    )
    return Adjustment(points, reason, *_who_and_when(setting))


def _read_answer(setting: Setting) -> Answer:
    setting.require_keys("reason", "by", "on")
    answer = Answer(_reason_in(setting), *_who_and_when(setting))
    setting.require(
        all((answer.reason, answer.by, answer.on)),
        "needs what the student will read, who looked and when: "
        '{ reason = "...", by = "...", on = 2026-12-01 }',
    )
    return answer


def _reason_in(setting: Setting) -> str:
    return printable(setting.at("reason").text()).strip()


def _who_and_when(setting: Setting) -> tuple[str, str]:
    by, on = printable(setting.at("by").text()).strip(), setting.at("on").day()
    setting.require(bool(by) == bool(on), 'needs both or neither: by = "...", on = 2026-12-01')
    return by, on


def by_student(
    exceptions: dict[str, Exceptions], meant_by: Callable[[str], set[str]]
) -> dict[str, Exceptions]:
    """With each name in the file replaced by the students that it means. Raises UsageError."""
    found: dict[str, Exceptions] = {}
    for word, own in exceptions.items():
        try:
            for student in sorted(meant_by(word)):
                _add(own, found.setdefault(student, Exceptions(own.place)))
        except UsageError as error:
            raise UsageError(f"{own.place}: {error}") from None
    return found


def _add(own: Exceptions, to: Exceptions) -> None:
    answered = [lab for lab, answer in own.checked.items() if answer.by]
    if (
        {*own.extra_days} & {*to.extra_days}
        or {*own.adjustments} & {*to.adjustments}
        or {*own.open} & {*to.open}
        or any(lab in to.checked and to.checked[lab].by for lab in answered)
    ):
        raise UsageError(f"the same student has such a rule at {to.place}")
    to.extra_days.update(own.extra_days)
    to.excused.update(own.excused)
    to.hand_ins += own.hand_ins
    to.open.update(own.open)
    for lab, answer in own.checked.items():
        if answer.by or lab not in to.checked:
            to.checked[lab] = answer
    to.adjustments.update(own.adjustments)
