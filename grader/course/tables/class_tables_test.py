#!/usr/bin/env python3
"""grades.csv and infrastructure.txt, and that all files are written or none is."""

import csv
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
from tables import cell, grades_csv, infrastructure, write_tables  # noqa: E402
from tables_case import grades, student  # noqa: E402
from words import called, clipped, days_late, number, rules  # noqa: E402

NONE = (
    "No grade would change. Nothing was graded or written, and files that were handed in since the last run "
    "were not looked at.\n"
)
PROGRAM = Path(__file__).with_name("tables.py")


def step(rule, why, points):
    return {"rule": rule, "why": why, "points": points}


class GradesCsv(unittest.TestCase):
    def test_has_a_column_a_lab_and_no_0_for_our_failure(self):
        self.assertEqual(
            grades_csv(
                grades(
                    student(
                        "s1",
                        percent=62.5,
                        name="Ann Lee",
                        email="ann@uni.edu",
                        formula="(80 + 20) / 2 = 50",
                    ),
                    student("ben", (None, None)),
                    student("eve", (0, 0)),
                )
            ),
            "student,name,email,02,03,total,percent,not_graded,days_late,deducted,steps,formula\n"
            "s1,Ann Lee,ann@uni.edu,80,20,50,62.5,20,0,0,,(80 + 20) / 2 = 50\n"
            "ben,,,,,,,,0,0,,\n"
            "eve,,,0,0,0,0,20,0,0,,\n",
        )

    def test_shows_what_lateness_and_adjustments_cost(self):
        ann = student("ann", (64, 20), steps=[step("adjustment", '=late, "oral": -5', -5)])
        ann["labs"][0] |= {"days_late": 2, "steps": [step("late", "2 days late: -16", -16)]}
        row = next(csv.DictReader(grades_csv(grades(ann)).splitlines()))
        self.assertEqual((row["days_late"], row["deducted"]), ("2", "16"))
        self.assertEqual(row["steps"], '02: 2 days late: -16; total: =late, "oral": -5')

    def test_says_once_what_is_true_of_several_labs(self):
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

    def test_counts_days_once_for_labs_handed_in_together(self):
        ann = student("ann")
        for lab in ann["labs"]:
            lab |= {"days_late": 1, "due": 5, "submitted": 9}
        self.assertEqual(days_late(ann), 1)
        ann["labs"][1]["submitted"] = 10
        self.assertEqual(days_late(ann), 2)

    def test_lets_no_spreadsheet_run_what_a_cell_says(self):
        for text in ("=cmd()", "+1", "-1", "@sum", "    =1"):
            self.assertEqual(cell(text), "'" + text)
        self.assertEqual(cell("plain = text"), "plain = text")
        self.assertIn("\n'=cmd(),'+x,", grades_csv(grades(student("=cmd()", name="+x"))))

    def test_writes_numbers_as_numbers(self):
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


class Infrastructure(unittest.TestCase):
    def test_tells_our_failures_alone_with_the_next_step(self):
        self.assertEqual(infrastructure(grades(student("ann"))), "none\n")
        text = infrastructure(grades(student("ann"), student("ben", failure="no space\nis left")))
        self.assertIn("Next step", text)
        self.assertTrue(text.endswith("\n\nben: no space is left\n"))


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name)
        self.new = self.out / ".grades.json"
        self.give(student("ann", row=2, steps=[step("adjustment", "oral: -5", -5)]))

    def give(self, *students, **record):
        self.new.write_text(json.dumps(grades(*students)))
        (self.out / "results").mkdir(exist_ok=True)
        for each in students:
            (self.out / "results" / f"{each['student']}.json").write_text(
                json.dumps(
                    {
                        "student": each["student"],
                        "infrastructure": "",
                        "problem": "",
                        "seconds": 0,
                        "is_handed_in": True,
                        "left_out": [],
                        "guesses": {},
                        "paths": {},
                        "sources": {},
                        "result": {"started_at": "", "labs": []},
                        **record.get(each["student"], {}),
                    }
                )
            )

    def run_program(self, *words):
        done = subprocess.run(
            [sys.executable, PROGRAM, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    def test_are_all_written_and_say_which_rules_applied(self):
        book = self.out / "book.csv"
        book.write_text("Student,ID,gemmlab (1)\nAnn,ann,\n")
        self.assertEqual(
            self.run_program(self.out, self.new, book, ""), (0, "ann: total: oral: -5\n")
        )
        self.assertEqual(
            (self.out / "canvas.csv").read_text(), "Student,ID,gemmlab (1)\nAnn,ann,50\n"
        )
        self.assertEqual(
            sorted(path.name for path in self.out.iterdir()),
            [
                "book.csv",
                "canvas.csv",
                "changes.log",
                "class.html",
                "grades.csv",
                "grades.json",
                "infrastructure.txt",
                "junit.xml",
                "results",
            ],
        )

    def test_stay_as_they_were_if_one_cannot_be_written(self):
        write_tables(self.out, self.new)
        before = (self.out / "grades.csv").read_text()
        self.new.write_text('{"students": [')
        self.assertNotEqual(self.run_program(self.out, self.new)[0], 0)
        self.assertEqual((self.out / "grades.csv").read_text(), before)

    def test_log_what_differs_from_the_last_run_and_foretell_it(self):
        write_tables(self.out, self.new)
        self.assertEqual((self.out / "changes.log").read_text(), "")
        self.give(student("ann", (80, 40)))
        said = self.run_program("--changes", self.out, self.new)
        lines = ["ann 03: 20 PASSED -> 40 PASSED, rules\n", "ann total: 50 -> 60\n"]
        self.assertEqual(said, (0, "".join(lines) + NONE.replace("No grade", "These grades")))
        self.assertEqual((self.out / "changes.log").read_text(), "")
        write_tables(self.out, self.new)
        logged = (self.out / "changes.log").read_text().splitlines(keepends=True)
        self.assertEqual([line.partition(" ")[2] for line in logged], lines)
        self.give(student("ann", (80, 40)))
        self.assertEqual(self.run_program("--changes", self.out, self.new), (0, NONE))
        self.give(
            student(
                "ann", (80, 40), steps=[step("without_effect", "late oral (-5, without effect)", 0)]
            )
        )
        self.assertEqual(
            self.run_program("--changes", self.out, self.new),
            (0, "ann: total: late oral (-5, without effect)\n" + NONE),
        )

    def test_take_grades_of_another_version_for_none(self):
        (self.out / "grades.json").write_text('{"schema": "gemmlab.grades/0", "students": []}')
        self.assertEqual(self.run_program("--changes", self.out, self.new), (0, NONE))

    def test_say_first_how_many_students_wait_for_a_look_or_a_decision(self):
        left = {
            "path": "",
            "reason": "not_in_folder",
            "lab": "",
            "is_open": True,
            "message": "it is not in the folder",
        }
        self.give(
            student("ann", (None, None)),
            student("ben"),
            student("cy"),
            ann={"left_out": [left]},
            ben={"guesses": {"02": "it does not say its lab"}},
        )
        said = self.run_program(self.out, self.new)[1].splitlines()
        self.assertEqual(
            said,
            [
                "2 students to check by hand in class.html; 1 of them without a grade until you decide",
                "ann: it is not in the folder",
            ],
        )

    def test_leave_no_gradebook_if_too_many_wait_for_an_open_hand_in(self):
        book = self.out / "book.csv"
        book.write_text("Student,ID,gemmlab (1)\nAnn,ann,\n")
        self.give(student("ann", (None, None)), student("ben"))
        new = json.loads(self.new.read_text())
        new["open"] = [{"what": "x is nobody's", "students": ["ann"]}]
        self.new.write_text(json.dumps(new))
        said = self.run_program(self.out, self.new, book, "")[1].splitlines()
        self.assertEqual(
            said[0],
            "1 student to check by hand in class.html; 1 of them without a grade until you decide",
        )
        self.assertTrue((self.out / "canvas.csv").exists())
        self.new.write_text(json.dumps(new | {"has_gradebook": False}))
        self.assertEqual(self.run_program(self.out, self.new, book, "")[0], 0)
        self.assertFalse((self.out / "canvas.csv").exists(), "not even one of an earlier run")
        self.assertIn("\nann,,,,,", (self.out / "grades.csv").read_text())

    def test_cut_long_names_on_the_terminal_alone(self):
        for name in ("é" * 3000, "e" + "\u0301" * 3000, "李" * 3000):
            shown = called(student("s1", name=name))
            self.assertLess(len(shown), 60)
            self.assertTrue(shown.endswith("..."))
            self.assertIn(name, grades_csv(grades(student("s1", name=name))))
        self.assertEqual(called(student("s1", name="a" * 48)), "s1 " + "a" * 48)
        self.assertEqual(clipped("a" * 44 + "e\u0301" * 9), "a" * 44 + "...")

    def test_need_a_gradebook_that_can_be_filled_in(self):
        (self.out / "book.csv").write_text("Name,Grade\n")
        for book, words in (("book.csv", "neither Canvas"), ("none.csv", "cannot be read")):
            code, said = self.run_program("--check", self.out / book, "", "02_naive_kernel")
            self.assertEqual(code, 2)
            self.assertIn(words, said)


if __name__ == "__main__":
    unittest.main()
