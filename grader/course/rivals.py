"""Files for one lab of which somebody has to choose: what would come out with each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from course.rules.grade import StudentGrade, grade
from course.rules.lab_facts import AttemptFacts, LabFacts
from course.rules.policy import CoursePolicy


def rivals_json(
    rivals: Sequence[tuple[str, AttemptFacts]],
    lab: dict[str, Any],
    graded: StudentGrade,
    facts: Mapping[str, LabFacts],
    policy: CoursePolicy,
) -> list[dict[str, Any]]:
    """What would come out of the lab with each of them, after all rules."""
    found = []
    for path, attempt in rivals:
        with_it = replace(facts[lab["id"]], attempts=[attempt], is_open=False)
        all_facts = [with_it if each.id == lab["id"] else facts[each.id] for each in graded.labs]
        own = next(
            each for each in grade(graded.student, all_facts, policy).labs if each.id == lab["id"]
        )
        found.append({"path": path, "points": own.points, "of": 100 - own.not_graded})
    return found
