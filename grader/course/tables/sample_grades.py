"""Students as grades.json has them, for tests."""

from collections.abc import Sequence
from typing import Any

from course.sample_results import LABS
from course.tables.words import Flag, Grades, Student

Points = tuple[float | None, float | None]


def lab(id_: str, points: float | None) -> dict[str, Any]:
    return {
        "id": id_, "points": points, "percent": points, "verdict": "PASSED", "days_late": 0,
        "counts": True, "weight": 1, "basis": ["file 0123"], "submitted": None, "due": None,
        "steps": [], "cause": "", "file": "", "speed": 0, "zero": "", "not_graded": 20,
        "rivals": [],
    }  # fmt: skip


def student(id_: str, points: Points = (80, 20), **more: Any) -> Student:
    first, second = points
    total = None if first is None or second is None else (first + second) / 2
    return {
        "student": id_, "name": "", "email": "", "section": "", "entries": [], "repositories": [],
        "participant": "", "row": 0, "checked": [], "answers": [], "requests": [],
        "machine": "a processor", "sandbox": "full", "failure": "", "review": [],
        "total": total, "percent": total, "not_graded": 20, "formula": "", "steps": [],
        "labs": [lab(each.id, value) for each, value in zip(LABS, points)],
        "team": "",
        **more,
    }  # fmt: skip


def step(rule: str, why: str, points: float) -> dict[str, Any]:
    return {"rule": rule, "why": why, "points": points}


def flag(what: str, kind: str = "ignored", lab: str = "") -> Flag:
    return {"kind": kind, "lab": lab, "what": what}


def grades(*students: Student, title: str = "", open_: Sequence[dict[str, Any]] = ()) -> Grades:
    labs = [{"id": each.id, "slug": each.slug, "title": each.title, "weight": 1} for each in LABS]
    return {
        "schema": "gemmlab.grades/1", "title": title, "labs": labs, "students": list(students),
        "waiting": [], "open": list(open_), "has_gradebook": True, "here": [],
        "lab": "",
    }  # fmt: skip
