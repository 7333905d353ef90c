"""What the log says of changed grades."""

import unittest
from collections.abc import Sequence
from typing import Any

from course.tables.changes import changes
from course.tables.sample_grades import grades, step, student
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
                "ann, lab 03: 64 (PASSED) instead of 80 (PASSED), because: other rules in "
                "course.toml",
                "ann, total: 72 instead of 80",
                "ben, lab 03: 0 (RACE) instead of 80 (PASSED), because: another file counts (0123 "
                "before, 4567 now), another version of gemmlab (1.0 before, 1.1 now)",
                "ben, total: 40 instead of 80",
            ],
        )

    def test_tell_a_grade_that_comes_or_goes_from_a_changed_one(self) -> None:
        known, unknown = grades(graded("ann", 80)), grades(graded("ann", None, ()))
        self.assertEqual(
            changes(unknown, known),
            [
                "ann, lab 03: 80 (PASSED) instead of no points (PASSED), because: it could be "
                "judged now",
                "ann, total: 80 instead of none",
            ],
        )
        self.assertEqual(
            changes(known, unknown),
            [
                "ann, lab 03: no points (PASSED) instead of 80 (PASSED), because: it could not be "
                "judged",
                "ann, total: none instead of 80",
            ],
        )

    def test_name_a_weight_that_changes_a_total(self) -> None:
        before, after = grades(graded("ann", 20)), grades(graded("ann", 20))
        after["students"][0]["total"] = 60
        after["labs"] = [after["labs"][0] | {"weight": 2.5}, after["labs"][1]]
        self.assertEqual(
            changes(before, after), ["ann, total: 60 instead of 50, weight of 02: 2.5 instead of 1"]
        )

    def test_say_which_rules_are_new_and_which_are_gone(self) -> None:
        late = step("late", "1 day late, 10 % for each started day: -8", -8)
        more = step("adjustment", "came by e-mail (Ina, 2026-12-01): +5", 5)
        before, after = graded("ann", 72, steps=[late]), graded("ann", 85, steps=[more])
        self.assertEqual(
            changes(grades(before), grades(after))[0],
            "ann, lab 03: 85 (PASSED) instead of 72 (PASSED), because: now came by e-mail (Ina, "
            "2026-12-01): +5; no longer 1 day late, 10 % for each started day: -8",
        )
        before, after = graded("ann", 80), graded("ann", 80)
        after["steps"], after["total"] = [step("adjustment", "late oral: -5", -5)], 75
        self.assertEqual(
            changes(grades(before), grades(after)),
            ["ann, total: 75 instead of 80, because: now late oral: -5"],
        )

    def test_say_what_a_lab_was_judged_by(self) -> None:
        basis = [
            "file 01",
            "lab ab",
            "gemmlab 1.0",
            "seed 1",
            "backend sim",
            "headers: ; symbols: ",
        ]
        for at, now, words in (
            (0, "file ", "there is no file any more"),
            (1, "lab cd", "the lab requires something else (ab before, cd now)"),
            (3, "seed 7", "another --seed (1 before, 7 now)"),
            (4, "backend sim+cuda", "judged on another backend (sim before, sim+cuda now)"),
            (5, "headers: a; symbols: ", "[allow] of course.toml is another"),
        ):
            changed = [*basis[:at], now, *basis[at + 1 :]]
            [line, _] = changes(grades(graded("ann", 80, basis)), grades(graded("ann", 0, changed)))
            self.assertTrue(line.endswith(f"because: {words}"), line)
        empty = ["file ", *basis[1:]]
        [line, _] = changes(grades(graded("ann", 0, empty)), grades(graded("ann", 80, basis)))
        self.assertTrue(line.endswith("because: there is a file now"), line)

    def test_are_none_where_nothing_differs_or_nothing_was_before(self) -> None:
        ann = grades(graded("ann", 80))
        self.assertEqual(changes(ann, ann), [])
        self.assertEqual(changes(None, ann), [])
        self.assertEqual(changes(grades(graded("ben", 20)), ann), [])

    def test_name_a_lab_that_no_longer_counts(self) -> None:
        self.assertEqual(
            changes(grades(graded("ann", 80)), grades(graded("ann", 80, counts=False))),
            [
                "ann, lab 03: 80 (PASSED), not counted instead of 80 (PASSED), because: other "
                "rules in course.toml"
            ],
        )

    def test_name_a_hand_in_that_is_no_longer_there(self) -> None:
        before, after = (
            graded("ann", 80),
            graded("ann", None, ("file ", "gemmlab 1.0", "seed 1"), verdict="NOT GRADED"),
        )
        self.assertEqual(
            changes(grades(before), grades(after))[0],
            "ann, lab 03: no points (NOT GRADED) instead of 80 (PASSED), because: there is no file "
            "any more",
        )
        empty = graded("ann", 0, ("file ", "gemmlab 1.0", "seed 1"), verdict="NOT STARTED")
        self.assertEqual(
            changes(grades(empty), grades(after))[0],
            "ann, lab 03: no points (NOT GRADED) instead of 0 (NOT STARTED), because: another "
            "hand-in, without a file",
        )


if __name__ == "__main__":
    unittest.main()
