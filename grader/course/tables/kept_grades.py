"""The grades of the last run, as far as another one needs them."""

from pathlib import Path

from course.own_files import read
from course.tables.words import Grades
from course.typed_json import read_json, require

SCHEMA = "gemmlab.grades/1"

_OF_STUDENT = {
    "student": str, "name": str, "email": str, "total": float | None, "labs": list, "steps": list,
}  # fmt: skip
_OF_LAB = {
    "id": str, "points": float | None, "verdict": str, "counts": bool, "basis": list[str],
    "steps": list,
}  # fmt: skip


def read_grades(file: Path) -> Grades | None:
    """None if there is no such file yet, or if it is damaged or of another version."""
    try:
        grades: Grades = {"not_logged": [], **read_json(dict, read(file))}
        require({"schema": str, "labs": list, "students": list, "not_logged": list[str]}, grades)
        if grades["schema"] != SCHEMA:
            return None
        for lab in grades["labs"]:
            require({"id": str}, lab)
            require({"weight": float}, {"weight": 1, **lab})
        for student in grades["students"]:
            require(_OF_STUDENT, student)
            require({"entries_by_lab": dict[str, list[str]]}, {"entries_by_lab": {}, **student})
            steps = list(student["steps"])
            for lab in student["labs"]:
                require(_OF_LAB, lab)
                steps += lab["steps"]
            for step in steps:
                require({"why": str}, step)
        return grades
    except (OSError, ValueError):
        return None
