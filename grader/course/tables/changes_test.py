"""What the log says of changed grades."""

import unittest
from collections.abc import Sequence
from typing import Any

from course.tables.changes import changes
from course.tables.sample_grades import grades, student
from course.tables.words import Student


def graded(
    name: str,
    points: float | None,
    basis: Sequence[str] = ("file 0123", "gemmlab 1.0", "seed 1"),
    **lab: Any,
) -> Student:
    """With those points in lab 03."""
    one = student(name, (80, points))
    one["labs"][1] |= {"basis": list(basis), **lab}
    return one


class Changes(unittest.TestCase):
    def test_name_points_and_verdict_before_and_after_and_why(self) -> None:
        self.assertEqual(
            changes(
                grades(graded("ann", 80), graded("ben", 80)),
                grades(
                    graded("ann", 64),
                    graded("ben", 0, ("file 4567", "gemmlab 1.1", "seed 1"), verdict="RACE"),
                ),
            ),
            [
                "ann 03: 80 PASSED -> 64 PASSED, rules",
                "ann total: 80 -> 72",
                "ben 03: 80 PASSED -> 0 RACE, file 0123 -> file 4567, gemmlab 1.0 -> gemmlab 1.1",
                "ben total: 80 -> 40",
            ],
        )

    def test_tell_a_grade_that_comes_or_goes_from_a_changed_one(self) -> None:
        known, unknown = grades(graded("ann", 80)), grades(graded("ann", None, ()))
        self.assertEqual(
            changes(unknown, known),
            ["ann 03: none PASSED -> 80 PASSED, judged at last", "ann total: none -> 80"],
        )
        self.assertEqual(
            changes(known, unknown),
            ["ann 03: 80 PASSED -> none PASSED, a problem of the grader", "ann total: 80 -> none"],
        )

    def test_name_a_weight_that_changes_a_total(self) -> None:
        before, after = grades(graded("ann", 20)), grades(graded("ann", 20))
        after["students"][0]["total"] = 60
        after["labs"] = [after["labs"][0] | {"weight": 2.5}, after["labs"][1]]
        self.assertEqual(changes(before, after), ["ann total: 50 -> 60, weight of 02: 1 -> 2.5"])

    def test_are_none_where_nothing_differs_or_nothing_was_before(self) -> None:
        ann = grades(graded("ann", 80))
        self.assertEqual(changes(ann, ann), [])
        self.assertEqual(changes(None, ann), [])
        self.assertEqual(changes(grades(graded("ben", 20)), ann), [])

    def test_name_a_lab_that_no_longer_counts(self) -> None:
        self.assertEqual(
            changes(grades(graded("ann", 80)), grades(graded("ann", 80, counts=False))),
            ["ann 03: 80 PASSED -> 80 PASSED, not counted, rules"],
        )

    def test_name_a_hand_in_that_is_no_longer_there(self) -> None:
        before, after = (
            graded("ann", 80),
            graded("ann", None, ("file ", "gemmlab 1.0", "seed 1"), verdict="NOT GRADED"),
        )
        self.assertEqual(
            changes(grades(before), grades(after))[0],
            "ann 03: 80 PASSED -> none NOT GRADED, no file any more",
        )
        empty = graded("ann", 0, ("file ", "gemmlab 1.0", "seed 1"), verdict="NOT STARTED")
        self.assertEqual(
            changes(grades(empty), grades(after))[0],
            "ann 03: 0 NOT STARTED -> none NOT GRADED, another hand-in, without a file",
        )


if __name__ == "__main__":
    unittest.main()
