"""Numbers and sentences about a student's grade, as all tables show them."""

import os
import time
import unicodedata
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timezone
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from course.intake.names import quoted_path
from course.text import counted, short_number

Grades = dict[str, Any]  # all of grades.json
Student = dict[str, Any]  # of its "students"; class_tables adds "review", its flags
T = TypeVar("T")
Flag = dict[str, str]  # of review.py: "kind", "lab" and "what"


def number(value: float | None, none: str = "") -> str:
    """At most two decimals: "64"; `none` if there is no value."""
    return none if value is None else short_number(value)


def short_name(name: str, most: int = 48) -> str:
    """For a line of text: cut after so many characters, not between a letter and its marks."""
    end = most - 3
    while end > 0 and unicodedata.combining(name[end : end + 1] or " "):
        end -= 1
    return name if len(name) <= most else name[:end] + "..."


def called(student: Student) -> str:
    """ "s1002 Ada Lovelace": the name only if it is another one."""
    id_, name = student["student"], student["name"]
    return str(id_) if name in ("", id_) else f"{id_} {short_name(name)}"


def by_team(found: Sequence[tuple[T, Student]]) -> list[tuple[T, list[Student]]]:
    """What there is to say, with those of a team, of whom the same is said, in one place."""
    merged: list[tuple[T, list[Student]]] = []
    for what, student in found:
        for said, owners in merged if student["team"] else ():
            if said == what and owners[0]["team"] == student["team"]:
                owners.append(student)
                break
        else:
            merged.append((what, [student]))
    return merged


def called_all(team: Sequence[Student]) -> str:
    """Of one team, or one person."""
    names = ", ".join(map(called, team))
    return f"{short_name(team[0]['team'])} ({names})" if len(team) > 1 else names


def rules(student: Student) -> str:
    """Every rule that applied, once for labs of which it says the same: "02, 03: 2 days late, due
    ...: -7, -8; total: late oral: -5".
    """
    found: dict[str, tuple[list[str], list[str]]] = {}  # what is said: the labs, the changes
    for what, step in _steps(student):
        if step["rule"] == "open":  # to_check has it
            continue
        by = f"{step['points']:+.4g}"
        said = step["why"].removesuffix(f": {by}")
        labs, changes = found.setdefault(said, ([], []))
        labs.append(what)
        changes.append("0" if said == step["why"] else by)
    return "; ".join(
        f"{', '.join(labs)}: {said}" + (f": {', '.join(changes)}" if set(changes) != {"0"} else "")
        for said, (labs, changes) in found.items()
    )


def without_effect(student: Student) -> list[str]:
    """Adjustments that change nothing: "03: late oral (-5, without effect)"."""
    return [
        f"{what}: {step['why']}"
        for what, step in _steps(student)
        if step["rule"] == "without_effect"
    ]


def _steps(student: Student) -> list[tuple[str, dict[str, Any]]]:
    """Each with the lab's id, or "total"."""
    of_labs = [(lab["id"], step) for lab in student["labs"] for step in lab["steps"]]
    return of_labs + [("total", step) for step in student["steps"]]


def is_settled(student: Student, flag: Flag) -> bool:
    """Whether the instructor has dealt with it: by an adjustment or an excuse, or has checked what
    is no question of points; where nothing could count, also if there are points now.
    """
    kind = flag["kind"]
    if kind == "failure":
        return False
    if kind != "undecided" and {"", flag["lab"]} & set(student["checked"]):
        return True

    def is_done(lab: dict[str, Any]) -> bool:
        rules_of = {step["rule"] for step in lab["steps"]}
        is_adjusted = bool(rules_of & {"adjustment", "without_effect", "excused"})
        return is_adjusted or (kind == "undecided" and lab["points"] is not None)

    labs = [lab for lab in student["labs"] if flag["lab"] in ("", lab["id"])]
    is_all_adjusted = not flag["lab"] and kind != "undecided" and bool(student["steps"])
    return is_all_adjusted or (bool(labs) and all(map(is_done, labs)))


def to_check(student: Student) -> list[Flag]:
    """What still has to be looked at by hand, also because the student asks for it."""
    asked = [
        {"kind": "request", "lab": request["lab"], "what": f"asks for a look: {request['reason']}"}
        for request in student["requests"]
        if not request["answers"]
    ]
    left_open = [
        {"kind": "undecided", "lab": lab["id"], "what": step["why"]}
        for lab in student["labs"]
        for step in lab["steps"]
        if step["rule"] == "open"
    ]
    found = [
        _with_rivals(flag, student) for flag in student["review"] if not is_settled(student, flag)
    ]
    return asked + left_open + found


def _with_rivals(flag: Flag, student: Student) -> Flag:
    """Of a lab with several files: what would come out with each."""
    labs = [lab for lab in student["labs"] if lab["id"] == flag["lab"]]
    said = [
        f"with {quoted_path(each['path'])} {number(each['points'])} of {number(each['of'])}"
        for lab in labs
        for each in lab["rivals"]
        if each["points"] is not None and flag["kind"] == "undecided"
    ]
    return {**flag, "what": f"{flag['what']}; {', '.join(said)}"} if said else flag


def times(grades: Grades, zone: ZoneInfo | None) -> str:
    """In which time zone times were read, with an example; empty if no lab is due. Without a zone
    it is this machine's.
    """
    of_labs = [lab for student in grades["students"] for lab in student["labs"]]
    labs = [lab for lab in of_labs if lab["due"] is not None]
    if not labs:
        return ""
    submitted = (lab["submitted"] for lab in labs if lab["submitted"] is not None)
    at = next(submitted, labs[0]["due"])
    try:
        here = f"{datetime.fromtimestamp(at, zone):%b %d %H:%M}"
        utc = f"{datetime.fromtimestamp(at, timezone.utc):%b %d %H:%M}"
    except (OverflowError, ValueError):  # at the end of all calendars
        return ""
    name = zone.key if zone else os.environ.get("TZ") or time.localtime(at).tm_zone
    who = grades.get("times_from") or "a platform, its worksheet or times.csv"
    said = f"Time zone {name}: what {who} calls {here} is taken as {utc} UTC"
    without_time = [list(filter(_has_no_time, student["labs"])) for student in grades["students"]]
    if on_time := sum(any(not lab["days_late"] for lab in labs) for labs in without_time):
        said += f"; the time of {counted(on_time, 'student')} is unknown and counts as on time"
    if late := sum(any(lab["days_late"] for lab in labs) for labs in without_time):
        said += (
            f"; the platform calls {counted(late, 'student')} late without a time, which counts "
            "as the least: if it was more, write the time into times.csv"
        )
    return said


def _has_no_time(lab: dict[str, Any]) -> bool:
    return bool(lab["file"]) and lab["due"] is not None and lab["submitted"] is None


def unjudged(grades: Grades) -> str:
    """What of the labs' points could not be judged without a GPU: a sentence, empty if nothing."""
    found: dict[str, set[str]] = {}  # points: labs
    for student in grades["students"]:
        for lab in student["labs"]:
            if lab["not_graded"] > 0 and "backend sim" in lab["basis"]:
                found.setdefault(number(lab["not_graded"]), set()).add(lab["id"])
    parts = [f"{points} of the 100 of {', '.join(sorted(labs))}" for points, labs in found.items()]
    if not parts:
        return ""
    return (
        f"Speed was not judged without a GPU ({'; '.join(parts)}): gradebooks get percents of the "
        "rest"
    )


def reachable(not_graded: float) -> float:
    """How many of 100 points could be reached on this machine."""
    return 100 - not_graded


def zeros(student: Student) -> list[tuple[str, str]]:
    """The labs that count with 0 points, and why; first the total ("") if it is 0."""
    of_labs = [
        (lab["id"], lab["zero"]) for lab in student["labs"] if lab["counts"] and lab["points"] == 0
    ]
    if student["total"] != 0:
        return of_labs
    reasons = {why for _, why in of_labs}
    adjusted = any(step["rule"] == "adjustment" for step in student["steps"])
    own = "adjusted to 0" if adjusted else "each lab has 0, for different reasons"
    return [("", reasons.pop() if len(reasons) == 1 else own), *of_labs]


def zeros_in_words(students: list[Student]) -> str:
    """How many zeros a gradebook gets, and why: a sentence, empty if there are none."""
    totals = Counter(
        why for student in students for lab, why in zeros(student) if not lab
    ).most_common()
    in_labs = sum(len(zeros(student)) for student in students if student["total"] != 0)
    said = []
    if totals:
        count = counted(sum(number for _, number in totals), "student")
        reasons = "; ".join(f"{why}: {number}" for why, number in totals)
        said.append(f"{count} with a total of 0 ({reasons})")
    if in_labs:
        said.append(counted(in_labs, "single lab"))
    return f"Zeros that a gradebook gets: {' and '.join(said)}" if said else ""


def days_late(student: Student) -> int:
    """Of all labs; those with one due date that were handed in together are late once."""
    days = {
        lab["id"] if lab["submitted"] is None else (lab["due"], lab["submitted"]): lab["days_late"]
        for lab in student["labs"]
    }
    return sum(days.values())


def deducted(student: Student) -> float:
    """The points that its labs lost by lateness."""
    return sum(
        -float(step["points"])
        for lab in student["labs"]
        for step in lab["steps"]
        if step["rule"] in ("late", "too_late")
    )
