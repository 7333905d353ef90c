"""The files of a graded class: grades.json, what tables show of it, and students' feedback."""

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from course.causes import cause_of, headline_of
from course.feedback import Show, write_feedback
from course.gradebooks.opening import open_gradebook
from course.intake.hand_ins import OpenHandIn, SubmissionList, SubmissionSource
from course.intake.roster import Roster
from course.labs import Lab
from course.records import (
    LabResult,
    Record,
    changed_texts,
    failure_of_ours,
    is_undecided,
    kept_record,
    result_of,
)
from course.rules.grade import LabGrade, StudentGrade, grade_of_record, percent_of
from course.rules.policy import CoursePolicy, Exceptions
from course.tables.class_tables import write_tables
from course.tables.words import Grades, Student
from course.text import printable, valid_utf8


@dataclass
class ClassGrades:
    students: list[StudentGrade]
    people: int  # of the roster, else whoever handed in; some may have no record yet
    waiting: int  # those without any grade, because something is open
    json: Grades  # all that tables show

    @property
    def has_gradebook(self) -> bool:
        """Else the platform's would be of less than half of the class."""
        return 2 * self.waiting <= self.people


@dataclass(frozen=True)
class GradebookFile:
    path: Path
    column: str = ""  # of Canvas' for the total; empty: found by its title


def class_grades(
    out: Path,
    hand_ins: SubmissionList,
    policy: CoursePolicy,
    course: Sequence[Lab],
    gradebook: Roster | None = None,
) -> ClassGrades:
    """From the records in `out`: of those sources that have one, sorted by student, and of those of
    the course's labs that have results. `gradebook`: the JSON says who is in which line of it.
    """
    told: list[Student] = []
    records: list[Record] = []  # shortened: all of all students take too much memory
    people = set()
    for source in hand_ins.sources:
        if not hand_ins.roster.people or source.who.key:
            people.add(source.student)
        is_new = not records or records[-1].student != source.student
        record = kept_record(out, source) if is_new else None
        if record is not None:
            _set_times(source, record)
            told.append(_entry_of(record, source, gradebook or Roster()))
            records.append(_shortened(record))
    labs = _labs_in(records, course)
    students = [grade_of_record(record, policy, labs) for record in records]
    waiting = [
        grade for grade, record in zip(students, records)
        if any(_waits(lab, record) for lab in grade.labs)
    ]  # fmt: skip
    without_any = [
        grade for grade in waiting
        if grade.student in people and all(lab.points is None for lab in grade.labs)
    ]  # fmt: skip
    for entry, grade, record in zip(told, students, records):
        entry.update(_grade_json(grade, record))
        own = policy.exceptions.get(record.student, Exceptions())
        entry["checked"] = sorted(own.checked)
    grades = ClassGrades(students, len(people), len(without_any), {})
    json = {
        "schema": "gemmlab.grades/1",
        "title": policy.title,
        "labs": [_lab_json(lab, policy) for lab in labs if lab.id in policy.labs],
        "students": told,
        "open": _open_json(hand_ins.open, [grade.student for grade in waiting]),
        "has_gradebook": grades.has_gradebook,
    }
    entries = [student["entries"] for student in told]
    grades.json = changed_texts(json, printable)
    for student, names in zip(grades.json["students"], entries):
        student["entries"] = names  # platforms look for their names
    return grades


def write_class_files(
    out: Path,
    hand_ins: SubmissionList,
    policy: CoursePolicy,
    course: Sequence[Lab],
    show: Show,
    gradebook: GradebookFile | None = None,
) -> tuple[ClassGrades, list[str]]:
    """Writes students' feedback and all tables into `out`, each file completely or not at all.
    Returns the grades, and what the instructor should know, one sentence each.
    """
    rows = Roster(gradebook.path, policy.zone) if gradebook else None
    book = open_gradebook(gradebook.path, course, gradebook.column) if gradebook else None
    grades = class_grades(out, hand_ins, policy, course, rows)
    write_feedback(out, hand_ins.sources, grades.students, policy, show)
    return grades, write_tables(out, grades.json, book, policy.zone)


# ---- what records say ----


def _set_times(source: SubmissionSource, record: Record) -> None:
    """As the next run sets them: times.csv may have changed."""
    if any(part.time for part in source.parts):
        return
    for lab in record.sources:
        record.submitted_at[lab] = source.times.get(lab, source.times.get("", ""))


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


# ---- the JSON ----


def _lab_json(lab: Lab, policy: CoursePolicy) -> dict[str, Any]:
    weight = policy.labs[lab.id].weight
    return {"id": lab.id, "slug": lab.slug, "title": lab.title, "weight": weight}


def _entry_of(record: Record, source: SubmissionSource, gradebook: Roster) -> Student:
    """What tables show of a student besides the grade. `row`: the line in the gradebook, or 0."""
    who, parts = source.who, source.parts
    id_ = parts[0].id if parts and parts[0].is_in_rosters else ""
    people = gradebook.called([source.student, who.email, who.name, id_])
    return {
        "name": who.name,
        "email": who.email,
        "entries": [valid_utf8(os.fsencode(part.path.name)) for part in parts],
        "participant": who.participant,
        "row": people[0].line if len(people) == 1 else 0,
        "machine": record.result["device"],
        "sandbox": record.sandbox.name,
        "failure": failure_of_ours(record),
    }


def _grade_json(grade: StudentGrade, record: Record) -> dict[str, Any]:
    """The grade, with each lab's cause, the file by its sum (unless it is the skeleton), and the
    measured speed over the required kernel's (0: none).
    """
    json = asdict(grade)
    json["percent"] = percent_of(grade.total, grade.not_graded)
    for graded in json["labs"]:
        graded["percent"] = percent_of(graded["points"], graded["not_graded"])
        graded.update(cause="", file="", speed=0.0)
        lab = result_of(record, graded["id"])
        if lab is not None:
            graded["cause"] = cause_of(lab)
            graded["file"] = "" if lab["verdict"] == "NOT STARTED" else lab["source_sha256"]
            graded["speed"] = (lab["speed"] or {}).get("ratio") or 0.0
    return json


def _open_json(all_open: Sequence[OpenHandIn], waiting: Sequence[str]) -> list[dict[str, Any]]:
    """The open hand-ins, each with the students that wait for it."""
    return [
        {
            "what": each.what,
            "students": [
                student for student in waiting if not each.may_be_of or student in each.may_be_of
            ],
        }
        for each in all_open
    ]
