"""Tests of repairs: lines stay, and what to write there goes."""

import unittest

from course.repairs import without_repairs


class Repairs(unittest.TestCase):
    def test_are_left_out_of_the_message_too(self) -> None:
        check = {
            "message": "16 of 16 elements of C are wrong.\n"
            "Look at line 7: with `row * k` in place of `row * n`, each shape is right.\n"
            "Or at line 9: a division rounds down. With `k + 1`, each shape is right.\n"
            "C, 4 x 4, one symbol per element",
            "changes": [{"line": 7}, {"line": 9}],
        }
        self.assertEqual(
            without_repairs(check),
            {
                "message": "16 of 16 elements of C are wrong.\nLook at line 7.\nOr at line 9.\n"
                "C, 4 x 4, one symbol per element",
                "changes": [],
            },
        )

    def test_leave_a_check_without_any_as_it_is(self) -> None:
        check = {"message": "Look at line 7: what for?", "changes": []}
        self.assertEqual(without_repairs(check), check)


if __name__ == "__main__":
    unittest.main()
