"""Facts about ann's labs, and the grades that follow, for tests."""

import unittest
from typing import Any

from course.labs import Lab
from course.records import Record
from course.rules.exceptions import Exceptions
from course.rules.grade import StudentGrade, grade, grade_of_record
from course.rules.lab_facts import AttemptFacts, LabFacts
from course.rules.policy import CoursePolicy, default_policy

LABS = [
    Lab("01", "cpu_loop", "kernel.cpp", "The CPU loop"),
    Lab("02", "naive_kernel", "kernel.cu", "One thread, one output"),
]


def result(id_: str, score: int, not_graded: int) -> dict[str, Any]:
    return {
        "id": id_,
        "verdict": "PASSED",
        "score": score,
        "max_score": 100,
        "not_graded_points": not_graded,
        "infrastructure": False,
        "source_sha256": "0123456789",
        "checks": [],
    }


def record(*labs: dict[str, Any]) -> Record:
    of_ann = Record("ann")
    of_ann.result = {"backend": "sim", "seed": 7, "tool_version": "1.2", "labs": list(labs)}
    return of_ann


def facts(id_: str, *attempts: float | None, not_graded: float = 0.0) -> LabFacts:
    """Of a lab with attempts of so many points, at no known time."""
    return LabFacts(id_, [AttemptFacts(points) for points in attempts], not_graded)


def handed_in(id_: str, points: float, at: int) -> LabFacts:
    return LabFacts(id_, [AttemptFacts(points, "PASSED", at)])


def points_of(graded: StudentGrade) -> list[float | None]:
    return [lab.points for lab in graded.labs]


def steps_of(graded: StudentGrade) -> str:
    """As in "02: copied: -40; total: late oral: -5"."""
    steps = [(lab.id, step) for lab in graded.labs for step in lab.steps]
    steps += [("total", step) for step in graded.steps]
    return "; ".join(f"{of}: {step.why}" for of, step in steps)


class GradesCase(unittest.TestCase):
    """With a course's rules, and those for ann, which tests change."""

    def setUp(self) -> None:
        self.policy: CoursePolicy = default_policy(LABS)
        self.ann = self.policy.exceptions.setdefault("ann", Exceptions())

    def of(self, *labs: LabFacts, student: str = "ann") -> StudentGrade:
        return grade(student, labs, self.policy)

    def of_record(self, of: Record) -> StudentGrade:
        return grade_of_record(of, self.policy, LABS)
