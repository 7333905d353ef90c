"""Which figures come out as documented, and how people and the docs page see them."""

import math
import sys
import unittest

sys.dont_write_bytecode = True
import figures  # noqa: E402
from figures import Figure, half_unit_of, shown, value_of  # noqa: E402

FACTS = {
    "texts": [{"tag": "HPC", "what": "a lecture on GPU computing, its part on matrix multiplication"}],
    "figures": [
        {"text": "HPC", "what": "naive kernel: 150 GB/s allow", "formula": "150 GB/s / 4 B/FLOP", "computed": 37.5,
         "stated": "37.5", "unit": "GFLOP/s"},
        {"text": "HPC", "what": "time of data motion, in a run of a size that nobody states", "formula": "2 N^3 x 8 B",
         "computed": 8.948, "stated": "89", "unit": "ms", "expected": "slips", "right": "8.9",
         "note": "A decimal point has moved."},
        {"text": "HPC", "what": "tiles of 16 save loads", "formula": "2 W^3", "computed": 16, "stated": "16"},
    ],
}


def agreement(computed, stated, expected, right=""):
    return Figure("HPC", "", "", computed, stated, "", expected, right).agreement


class Agreement(unittest.TestCase):
    def assert_agrees(self, *figure):
        self.assertEqual(agreement(*figure), figure[2], figure)

    def assert_differs(self, *figure):
        self.assertEqual(agreement(*figure), "DIFFERS", figure)

    def test_what_does_not_come_out_as_documented_differs(self):
        self.assert_agrees(6, "6", "agrees")
        self.assert_differs(6, "8", "agrees")
        self.assert_differs(6, "6.6", "agrees")
        self.assert_differs(math.nan, "6", "agrees")
        self.assert_agrees(6, "8", "slips", "6")
        self.assert_differs(6, "6", "slips", "6")  # not a slip
        self.assert_differs(6, "8", "slips", "7")
        self.assert_differs(6, "8", "slips")

    def test_what_is_rounded_is_near_unless_the_right_value_is_stated(self):
        self.assert_agrees(101, "100", "rounded")
        self.assert_differs(103, "100", "rounded")
        self.assert_differs(6, "6", "rounded")
        self.assert_differs(6, "7", "rounded")
        self.assert_agrees(103, "100", "rounded", "103")

    def test_the_digits_that_are_stated_are_compared(self):
        self.assert_agrees(2.2748, "2.27", "agrees")
        self.assert_differs(2.2748, "2.28", "agrees")
        self.assert_differs(8.5, "8", "agrees")  # 6 % apart
        self.assert_agrees(55.5, "56", "agrees")
        self.assertEqual(value_of("41,250"), 41250)
        self.assertEqual(half_unit_of("2.27"), 0.005)


class Shown(unittest.TestCase):
    def test_few_digits_and_whole_numbers_in_full(self):
        numbers = {37.5: "37.5", 1200: "1200", 41250.0000001: "41250", 2.27475: "2.275", 20000: "20000"}
        for number, text in numbers.items():
            self.assertEqual(shown(number), text)

    def test_a_row_of_the_docs_page_for_each_figure(self):
        rows = figures.in_markdown(FACTS).splitlines()
        self.assertEqual(rows[2], "| HPC | naive kernel: 150 GB/s allow | 150 GB/s / 4 B/FLOP | 37.5 | "
                                  "37.5 GFLOP/s | agrees |")
        self.assertTrue(rows[3].endswith("| 8.948 | 89 ms | slips: A decimal point has moved. |"))
        self.assertTrue(rows[4].endswith("| 16 | 16 | agrees |"))

    def test_the_report_has_each_figure_computed_and_stated(self):
        text, is_as_documented = figures.report(FACTS, 80)
        self.assertTrue(is_as_documented)
        self.assertIn("  HPC     a lecture on GPU computing", text)
        self.assertRegex(text, r"150 GB/s allow +37\.5 +37\.5 GFLOP/s +agrees\n        = 150 GB/s / 4 B/FLOP\n")
        self.assertRegex(text, r"nobody states\n +8\.948 +89 ms +slips\n")
        self.assertIn("        The text is wrong: A decimal point has moved.\n", text)
        self.assertTrue(text.endswith(
            "\n\n3 figures, as computed and as stated: 2 agree, 0 are rounded in the text, and 1\n"
            "are wrong in the text. All are as documented.\n"))

    def test_the_report_says_that_a_figure_differs(self):
        other = {**FACTS, "figures": [{**FACTS["figures"][0], "computed": 36.5}]}
        text, is_as_documented = figures.report(other, 100)
        self.assertFalse(is_as_documented)
        self.assertIn("But 1 DIFFERS from the documentation.", text)

    def test_the_report_fits_its_terminal(self):
        for width in (40, 57, 58, 59, 80, 100):
            for line in figures.report(FACTS, width)[0].splitlines():
                self.assertLessEqual(len(line), width, line)


if __name__ == "__main__":
    unittest.main()
