"""What does not compile has one row."""

import unittest

from course.sample_results import Check, check, not_graded
from course.unrun import without_unrun

FILE = check("file", 0, "DOES NOT COMPILE")
UNRUN = check("values 1x1x1", 30, "DOES NOT COMPILE", outcome="not_run")
SPEED = not_graded("speed", 20, "no_gpu", "no GPU")


class Unrun(unittest.TestCase):
    def test_is_one_row_with_the_points_of_all(self) -> None:
        [row] = without_unrun([FILE, *[UNRUN] * 22])
        self.assertEqual(row, {**FILE, "max_points": 660})
        self.assertEqual(without_unrun([FILE, UNRUN, SPEED]), [{**FILE, "max_points": 30}, SPEED])

    def test_is_all_if_anything_ran_or_nothing_failed_before(self) -> None:
        several: list[list[Check]] = [
            [],
            [FILE, check("values 1x1x1", 30), UNRUN],
            [check("file", 0), UNRUN, SPEED],
            [check("values 1x1x1", 30, "RACE"), UNRUN],
        ]
        for checks in several:
            self.assertEqual(without_unrun(checks), checks)


if __name__ == "__main__":
    unittest.main()
