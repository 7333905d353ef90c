"""grades.csv, and the words that it shares with other tables."""

import csv
import unittest

from course.tables.grade_sheet import cell, grades_csv
from course.tables.sample_grades import grades, step, student
from course.tables.words import called, days_late, number, rules, short_name


class GradesCsv(unittest.TestCase):
    def test_has_a_column_a_lab_and_no_0_for_our_failure(self) -> None:
        self.assertEqual(
            grades_csv(
                grades(
                    student(
                        "s1",
                        percent=62.5,
                        name="Ann Lee",
                        email="ann@uni.edu",
                        section="B 2",
                        formula="(80 + 20) / 2 = 50",
                    ),
                    student("ben", (None, None)),
                    student("eve", (0, 0)),
                )
            ),
            "student,name,email,section,02,03,total,percent,not_graded,days_late,deducted,steps,"
            "formula\n"
            "s1,Ann Lee,ann@uni.edu,B 2,80,20,50,62.5,20,0,0,,(80 + 20) / 2 = 50\n"
            "ben,,,,,,,,,0,0,,\n"
            "eve,,,,0,0,0,0,20,0,0,,\n",
        )

    def test_shows_what_lateness_and_adjustments_cost(self) -> None:
        ann = student("ann", (64, 20), steps=[step("adjustment", '=late, "oral": -5', -5)])
        ann["labs"][0] |= {"days_late": 2, "steps": [step("late", "2 days late: -16", -16)]}
        row = next(csv.DictReader(grades_csv(grades(ann)).splitlines()))
        self.assertEqual((row["days_late"], row["deducted"]), ("2", "16"))
        self.assertEqual(row["steps"], '02: 2 days late: -16; total: =late, "oral": -5')

    def test_says_once_what_is_true_of_several_labs(self) -> None:
        ann = student("ann", steps=[step("adjustment", "late oral: -5", -5)])
        for lab, by in zip(ann["labs"], ("-8", "-2")):
            lab["steps"] = [
                step("extension", "extension of 1 day", 0),
                step("late", f"1 day late: {by}", float(by)),
            ]
        self.assertEqual(
            rules(ann),
            "02, 03: extension of 1 day; 02, 03: 1 day late: -8, -2; total: late oral: -5",
        )

    def test_counts_days_once_for_labs_handed_in_together(self) -> None:
        ann = student("ann")
        for lab in ann["labs"]:
            lab |= {"days_late": 1, "due": 5, "submitted": 9}
        self.assertEqual(days_late(ann), 1)
        ann["labs"][1]["submitted"] = 10
        self.assertEqual(days_late(ann), 2)

    def test_lets_no_spreadsheet_run_what_a_cell_says(self) -> None:
        for text in ("=cmd()", "+1", "-1", "@sum", "    =1"):
            self.assertEqual(cell(text), "'" + text)
        for text in ("plain = text", "a; b", "a;b=1", "2 days late: -7, -8; total", "'=1", ""):
            self.assertEqual(cell(text), text)
        for text, neutral in (
            ("a;=1", "a;'=1"),
            ("a;;  +1;b;-2", "a;;'  +1;b;'-2"),
            (';"=1', ";'\"=1"),
            ("a;\n=1", "a;' =1"),
            ("\uff1d1", "'\uff1d1"),
            ("=1;=2", "'=1;'=2"),
        ):
            self.assertEqual(cell(text), neutral)

    def test_has_no_formula_however_a_spreadsheet_splits_its_lines(self) -> None:
        evil = 'x;"=1+1&"'
        table = grades_csv(
            grades(student("s1", name=evil, section=evil, steps=[step("a", evil, 0)]))
        )
        for separator in (",", ";"):
            for row in csv.reader(table.splitlines(), delimiter=separator):
                for each in row:
                    self.assertNotRegex(each, r"^[\s\"]*[=+@-]")

    def test_lets_no_spreadsheet_run_what_a_students_name_says(self) -> None:
        self.assertIn("\n'=cmd(),'+x,", grades_csv(grades(student("=cmd()", name="+x"))))

    def test_writes_numbers_as_numbers(self) -> None:
        for value, text in (
            (80, "80"),
            (200 / 3, "66.67"),
            (-0.001, "0"),
            (100, "100"),
            (-2.5, "-2.5"),
            (0.125, "0.13"),
            (None, ""),
        ):
            self.assertEqual(number(value), text)

    def test_cut_long_names_on_the_terminal_alone(self) -> None:
        for name in ("é" * 3000, "e" + "\u0301" * 3000, "李" * 3000):
            shown = called(student("s1", name=name))
            self.assertLess(len(shown), 60)
            self.assertTrue(shown.endswith("..."))
            self.assertIn(name, grades_csv(grades(student("s1", name=name))))
        self.assertEqual(called(student("s1", name="a" * 48)), "s1 " + "a" * 48)
        self.assertEqual(short_name("a" * 44 + "e\u0301" * 9), "a" * 44 + "...")


if __name__ == "__main__":
    unittest.main()
