"""Files for one lab of which somebody has to choose: what would come out with each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from course.rules.grade import grade
from course.rules.lab_facts import AttemptFacts, LabFacts
from course.rules.policy import CoursePolicy

Rivals = Mapping[str, Sequence[tuple[str, AttemptFacts]]]  # with their paths, by lab id


def add_rivals(
    labs: Sequence[dict[str, Any]],
    rivals: Rivals,
    student: str,
    facts: Mapping[str, LabFacts],
    policy: CoursePolicy,
) -> None:
    """To each lab of a student what would come out of it with each of its rivals, after all
    rules."""
    for lab in labs:
        lab["rivals"] = []
        for path, attempt in rivals[lab["id"]]:
            with_it = replace(facts[lab["id"]], attempts=[attempt], is_open=False)
            all_facts = [with_it if each is lab else facts[each["id"]] for each in labs]
            own = grade(student, all_facts, policy).labs[labs.index(lab)]
            lab["rivals"].append({"path": path, "points": own.points, "of": 100 - own.not_graded})
