"""The files of a graded class: grades.json, what tables show of it, and students' feedback."""

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from course.assignments import extend_all, labs_of_others
from course.causes import cause_of, headline_of
from course.feedback import Show, write_feedback
from course.gradebooks.base import Gradebook
from course.group_pages import group_pages
from course.intake.hand_ins import LeftOutReason, OpenHandIn, SubmissionList, SubmissionSource
from course.intake.names import HandIn
from course.intake.roster import Roster
from course.kept_labs import set_times
from course.labs import Lab
from course.records import (
    LabResult,
    Record,
    changed_texts,
    failure_of_ours,
    is_undecided,
    kept_record,
    result_of,
    why_unread,
)
from course.rivals import Rivals, add_rivals
from course.rules.exceptions import Exceptions
from course.rules.grade import LabGrade, StudentGrade, grade, percent_of
from course.rules.lab_facts import LabFacts, facts_of, rivals_of
from course.rules.policy import CoursePolicy
from course.rules.requests import answers_json
from course.tables.class_tables import write_tables
from course.tables.feedback_zips import entries_of
from course.tables.kept_grades import read_grades
from course.tables.words import Grades, Student
from course.text import printable, valid_utf8


@dataclass
class ClassGrades:
    students: list[StudentGrade]
    people: int  # of the roster, else whoever handed in; some may have no record yet
    waiting: int  # those without any grade, because something is open
    json: Grades  # all that tables show
    unread: list[str]  # students whose results are damaged, or of another version

    @property
    def has_gradebook(self) -> bool:
        """Else the platform's would be of less than half of the class."""
        return 2 * self.waiting <= self.people


def class_grades(
    out: Path,
    hand_ins: SubmissionList,
    policy: CoursePolicy,
    course: Sequence[Lab],
    gradebook: Roster | None = None,
    wanted: Set[str] | None = None,
    lab: str = "",
) -> ClassGrades:
    """From the records in `out`: of those sources that have one, sorted by student, and of those of
    the course's labs that have results. `gradebook`: the JSON says who is in which line of it.
    `wanted`: the labs that the run is about; None: all. `lab`: the only one of an assignment.
    """
    wanted = {lab.id for lab in course} if wanted is None else wanted
    shared = Counter(part.path for source in hand_ins.sources for part in source.parts[:1])
    told: list[Student] = []
    facts: list[dict[str, LabFacts]] = []  # by lab id
    rivals: list[Rivals] = []
    records: list[Record] = []  # shortened: all of all students take too much memory
    people = set()
    unread: list[str] = []
    for source in hand_ins.sources:
        if not hand_ins.roster.people or source.who.key:
            people.add(source.student)
        is_new = not records or records[-1].student != source.student
        record = kept_record(out, source) if is_new else None
        if record is None and is_new and why_unread(out, source.student):
            unread.append(source.student)
        if record is not None:
            set_times(source, record, wanted)
            extend_all(policy, record, source, wanted)
            told.append(_entry_of(record, source, gradebook or Roster(), shared))
            if hand_ins.roster.people and not source.who.key:  # nobody's
                told[-1].update(repositories=[])
            rivals.append({lab.id: rivals_of(record, lab, policy.points) for lab in course})
            facts.append({lab.id: facts_of(record, lab, policy.points) for lab in course})
            records.append(_shortened(record))
    labs = _labs_in(records, course)
    students = [
        grade(record.student, [known[lab.id] for lab in labs if lab.id in policy.labs], policy)
        for record, known in zip(records, facts)
    ]
    both = list(zip(students, records))
    waiting = [own for own, record in both if any(_waits(lab, record) for lab in own.labs)]
    others = labs_of_others(out, hand_ins.folder) & {lab.id for lab in labs}
    without_any = [
        own for own in waiting
        if own.student in people
        and all(lab.points is None for lab in own.labs if lab.id not in others)
    ]  # fmt: skip
    for entry, graded, record, known, own in zip(told, students, records, facts, rivals):
        entry.update(_grade_json(graded, record))
        add_rivals(entry["labs"], own, graded.student, known, policy)
        entry.update(answers_json(policy.exceptions.get(record.student, Exceptions())))
    _add_entries(told, lab, others, out)
    grades = ClassGrades(students, len(people), len(without_any), {}, unread)
    json = {
        "schema": "gemmlab.grades/1",
        "title": policy.title,
        "labs": [_lab_json(lab, policy) for lab in labs if lab.id in policy.labs],
        # Only these are of the folder that was graded last; none: all.
        "here": [lab.id for lab in labs if lab.id not in others] if others else [],
        "lab": lab,
        "times_from": hand_ins.times_from,
        "students": told,
        "waiting": [own.student for own, record in both if _waits_for_others(own, record)],
        "open": _open_json(hand_ins.open, {own.student for own in waiting}),
        "has_gradebook": grades.has_gradebook,
    }
    grades.json = changed_texts(json, printable)
    for student, own in zip(grades.json["students"], told):  # platforms look for their names
        student["entries"], student["entries_by_lab"] = own["entries"], own["entries_by_lab"]
    return grades


def write_class_files(
    out: Path,
    hand_ins: SubmissionList,
    policy: CoursePolicy,
    course: Sequence[Lab],
    show: Show,
    book: Gradebook | None = None,
    wanted: Set[str] | None = None,
    lab: str = "",
) -> tuple[ClassGrades, list[str]]:
    """Writes students' feedback and all tables into `out`, each file completely or not at all.
    Returns the grades, and what the instructor should know, one sentence each.
    """
    grades = class_grades(out, hand_ins, policy, course, book.people if book else None, wanted, lab)
    write_feedback(out, hand_ins.sources, grades.students, policy, show)
    notes = [
        f"{out}/results/{student}.json {why_unread(out, student)}, so that {student} is in no "
        "table: run the same command for all students"
        for student in grades.unread
    ]
    pages = partial(group_pages, out, hand_ins.sources, grades.students, policy, show)
    return grades, notes + write_tables(out, grades.json, book, policy.zone, pages)


# ---- what records say ----


def _shortened(record: Record) -> Record:
    """What the grades of the class need of it."""
    return replace(
        record,
        left_out=[left for left in record.left_out if left.is_open],
        sources={},
        result={**record.result, "labs": [_shortened_lab(lab) for lab in record.result["labs"]]},
    )


def _shortened_lab(lab: LabResult) -> LabResult:
    checks = lab["checks"]
    if not lab["infrastructure"]:
        check = headline_of(lab)
        checks = [] if check is None else [check]
    return {**lab, "checks": checks, "advice": [], "metrics": None, "model": None, "printed": ""}


def _labs_in(records: Sequence[Record], course: Sequence[Lab]) -> Sequence[Lab]:
    """The labs with any results."""
    known = {lab["id"] for record in records for lab in record.result["labs"]}
    return [lab for lab in course if lab.id in known] or course


def _waits(lab: LabGrade, record: Record) -> bool:
    """Whether a lab that counts has no points because something is open."""
    return lab.counts and lab.points is None and is_undecided(record, lab.id)


def _waits_for_others(own: StudentGrade, record: Record) -> bool:
    """Whether a lab is open only because hand-ins of the class are nobody's."""
    for lab in [each.id for each in own.labs if _waits(each, record)]:
        left_out = record.kept.get(lab, record).left_out
        if {each.reason for each in left_out if each.concerns(lab)} == {LeftOutReason.unclear}:
            return True
    return False


# ---- the JSON ----


def _lab_json(lab: Lab, policy: CoursePolicy) -> dict[str, Any]:
    weight = policy.labs[lab.id].weight
    return {"id": lab.id, "slug": lab.slug, "title": lab.title, "weight": weight}


def _entry_of(
    record: Record, source: SubmissionSource, gradebook: Roster, shared: Mapping[Path, int]
) -> Student:
    """What tables show of a student besides the grade. `row`: the line in the gradebook, or 0.
    `shared`: of how many people a hand-in is, by its path."""
    who, parts = source.who, source.parts
    id_ = parts[0].id if parts and parts[0].is_in_rosters else ""
    people = gradebook.called([source.student, who.email, who.name, id_])
    return {
        "name": who.name,
        "email": who.email,
        "section": who.section,
        "team": who.team or (parts[0].student if parts and shared[parts[0].path] > 1 else ""),
        "entries": [valid_utf8(os.fsencode(part.path.name)) for part in parts],
        "repositories": [part.path.name for part in parts if _is_repository(part)],
        "participant": who.participant,
        "row": people[0].line if len(people) == 1 else 0,
        "machine": record.result["device"],
        "sandbox": record.sandbox.name,
        "failure": failure_of_ours(record),
    }


def _add_entries(told: Sequence[Student], lab: str, others: Set[str], out: Path) -> None:
    """What of each lab with an assignment of its own goes back under which names: of the others as
    the last run knew it."""
    before = read_grades(out / "grades.json") or {"students": []}
    known = {each["student"]: each.get("entries_by_lab", {}) for each in before["students"]}
    for student in told:
        kept = known.get(student["student"], {})
        by_lab = {id_: entries for id_, entries in kept.items() if id_ in others}
        student["entries_by_lab"] = by_lab | ({lab: entries_of(student)} if lab else {})


def _grade_json(grade: StudentGrade, record: Record) -> dict[str, Any]:
    """The grade, with each lab's cause, why it has 0 points, if it has, the file by its sum (unless
    it is the skeleton), and the measured speed over the required kernel's (0: none).
    """
    json = asdict(grade)
    json["percent"] = percent_of(grade.total, grade.not_graded)
    for graded in json["labs"]:
        graded["percent"] = percent_of(graded["points"], graded["not_graded"])
        graded.update(cause="", file="", speed=0.0, zero="")
        lab = result_of(record, graded["id"])
        if lab is not None:
            graded["cause"] = cause_of(lab)
            graded["file"] = "" if lab["verdict"] == "NOT STARTED" else lab["source_sha256"]
            graded["zero"] = _why_zero(graded, lab, record)
            graded["speed"] = (lab["speed"] or {}).get("ratio") or 0.0
    return json


def _why_zero(graded: dict[str, Any], lab: LabResult, record: Record) -> str:
    """Empty if the lab has points, or none yet."""
    if graded["points"] != 0:
        return ""
    lost = {step["rule"] for step in graded["steps"] if step["points"] < 0}
    if "adjustment" in lost:
        return "adjusted to 0"
    if lost & {"late", "too_late"}:
        return "too late"
    hand_in = record.kept.get(lab["id"], record)
    if hand_in.problem:
        return "the hand-in was refused"
    if not hand_in.is_handed_in:
        return "nothing was handed in"
    if not lab["source"]:
        return "no file for this lab in the hand-in"
    return (
        "the skeleton, in which no code was changed"
        if graded["verdict"] == "NOT STARTED"
        else str(graded["verdict"])
    )


def _is_repository(part: HandIn) -> bool:
    """Whether it is a clone; one in a folder that another platform made is only handed in."""
    is_clone = os.path.lexists(part.path / ".git") and not part.path.is_symlink()
    is_of_github = not part.platform or part.platform.startswith("GitHub")
    return (
        is_clone and is_of_github and re.fullmatch(r"[\w.-]+", part.path.name, re.ASCII) is not None
    )


def _open_json(all_open: Sequence[OpenHandIn], waiting: Set[str]) -> list[dict[str, Any]]:
    """The open hand-ins, each with the students that wait for it; None: all who wait."""
    return [
        {
            "what": each.what,
            "students": sorted(each.may_be_of & waiting) if each.may_be_of else None,
        }
        for each in all_open
    ]
