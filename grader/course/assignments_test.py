#!/usr/bin/env python3
"""Several downloads in one OUT, an assignment for each lab: none takes anything from another lab.

Usage: assignments_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
Hand-ins are skeletons and one solution. Skips without a sandbox, that is without root or
bubblewrap.
"""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "grader" / "cli")]
from cli_case import LABS, skeleton, tool  # noqa: E402

SOLUTION = (ROOT / "solutions" / LABS["02"]).read_text()
COURSE = (
    '[course]\nlabs = ["02", "03"]\ntimezone = "UTC"\n[labs]\n02.due = 2026-01-01T00:00:00Z\n'
    "03.due = 2026-02-01T00:00:00Z\n[late]\nper_day_percent = 10\n"
)
CANVAS = (
    "Student,ID,SIS Login ID,Section,Lab 02 (8),Lab 03 (9)\n    Points Possible,,,,100,10\n"
    '"Lee, Ann",11,al,1,,\n"Li, Bo",12,bl,1,,\n"Kim, Cy",13,cy,1,,\n"Student, Test",99,x,1,,\n'
)
TITLES = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum grade,"
    "Last modified (submission)\n"
)


@unittest.skipIf(os.geteuid() != 0 or not shutil.which("bwrap"), "needs root and bubblewrap")
class AssignmentsTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="gemmlab-assignments-")
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)
        self.write("course.toml", COURSE)

    def write(self, path, text):
        path = self.place / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def batch(self, folder, *words, want=0):
        done = subprocess.run(
            [
                tool(), "batch", self.place / folder, "--out", self.place / "out",
                "--course", self.place / "course.toml", "--backend", "sim", "--jobs", "1", *words,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=300,
        )  # fmt: skip
        said = " ".join(done.stdout.decode().split())
        self.assertEqual(done.returncode, want, said)
        return said

    def rows(self, file):
        with open(self.place / "out" / file, newline="", encoding="utf-8-sig") as table:
            return list(csv.DictReader(table))

    def cells(self, file, *titles):
        return [tuple(row[title] for title in titles) for row in self.rows(file)]

    def canvas(self, lab, *words, want=0):
        book = self.place / "book.csv"
        return self.batch(
            f"lab{lab}", "--labs", lab, "--roster", book, "--canvas", book, *words, want=want
        )

    def write_canvas(self):
        self.write("book.csv", CANVAS)
        self.write("lab02/leeann_11_1_kernel.cu", SOLUTION)
        self.write("lab02/libo_12_2_kernel.cu", skeleton("02") + "// bo\n")
        self.write("lab03/leeann_LATE_11_31_kernel-1.cu", skeleton("03") + "// ann\n")
        self.write("lab03/kimcy_13_33_kernel-1.cu", skeleton("03") + "// cy\n")

    def test_each_lab_keeps_its_grades_and_lateness(self):
        self.write_canvas()
        self.canvas("02")
        self.assertEqual(self.cells("canvas.csv", "Lab 02 (8)")[1:4], [("100",), ("0",), ("0",)])
        self.canvas("03")
        self.assertEqual(
            self.cells("grades.csv", "student", "02", "03", "days_late"),
            [("11", "80", "0", "1"), ("12", "0", "0", "0"), ("13", "0", "0", "0")],
        )
        self.assertEqual(self.cells("canvas.csv", "Lab 02 (8)", "Lab 03 (9)")[1], ("100", "0"))
        with zipfile.ZipFile(self.place / "out/canvas_feedback_03.zip") as packed:
            self.assertEqual(
                packed.namelist(), ["kimcy_13_33_kernel-1.cu", "leeann_LATE_11_31_kernel-1.cu"]
            )
            text = packed.read("kimcy_13_33_kernel-1.cu").decode()
        self.assertNotIn("<html", text)
        self.assertIn("03", text)
        said = self.canvas("02")
        self.assertIn("3 already graded", said)
        self.assertEqual(self.cells("grades.csv", "02", "03")[0], ("80", "0"))

    def test_each_page_quotes_the_file_of_its_lab_and_goes_back_to_its_assignment(self):
        self.write_canvas()
        names = {"02": "libo_12_2_kernel.cu", "03": "libo_12_32_kernel.cu"}
        for lab, name in names.items():
            text = (ROOT / "solutions" / LABS[lab]).read_text()
            grid = f"const dim3 grid(0, m);  // of lab {lab}"
            text = re.sub(r"const dim3 grid.*", grid, text)
            self.write(f"lab{lab}/{name}", text)
        self.canvas("02")
        self.canvas("03")
        for page in ("feedback.txt", "feedback.html"):
            said = (self.place / "out/feedback/12" / page).read_text()
            for lab in names:
                self.assertIn(f"of lab {lab}", said, page)
        for lab, name in names.items():
            with zipfile.ZipFile(self.place / f"out/canvas_feedback_{lab}.zip") as packed:
                self.assertEqual(
                    packed.read(name).decode(),
                    (self.place / "out/feedback/12/feedback.txt").read_text(),
                )

    def test_a_group_has_one_page_about_its_lab_alone(self):
        self.write_canvas()
        self.write("groups.csv", "id,group\n11,Pair 1\n12,Pair 1\n")
        (self.place / "lab03/leeann_LATE_11_31_kernel-1.cu").unlink()
        self.write("lab03/pair1_11_31_kernel.cu", skeleton("03") + "// both\n")
        self.canvas("02")
        self.canvas("03", "--groups", self.place / "groups.csv")
        with zipfile.ZipFile(self.place / "out/canvas_feedback_03.zip") as packed:
            self.assertEqual(
                packed.namelist(), ["kimcy_13_33_kernel-1.cu", "pair1_11_31_kernel.cu"]
            )
            page = packed.read("pair1_11_31_kernel.cu").decode()
        self.assertIn("Pair 1", page)
        self.assertIn("03 tiled_kernel", page)
        for alone in ("total", "02", "Lee", "Ann"):
            self.assertNotIn(alone, page.replace("2026", "").replace("20 not", ""))

    def test_what_is_open_or_refused_in_one_leaves_the_others_alone(self):
        self.write_canvas()
        self.canvas("02")
        self.write("lab03/nobody.docx", "x")
        self.write("lab03/leeann_11_35_labs.zip", b"PK broken")
        (self.place / "lab03/leeann_LATE_11_31_kernel-1.cu").unlink()
        self.canvas("03", want=3)  # two of three are open in this lab
        self.assertEqual(self.cells("grades.csv", "02", "03"), [("80", ""), ("0", ""), ("0", "0")])
        (self.place / "lab03/nobody.docx").unlink()
        self.write("lab02/nobody.docx", "x")
        self.canvas("02")
        self.assertEqual(self.cells("grades.csv", "02")[2], ("",))
        self.canvas("03")
        self.assertEqual(self.cells("grades.csv", "02", "03"), [("80", ""), ("0", "0"), ("", "0")])

    def test_a_run_that_does_not_say_for_which_labs_it_is_ends_before_anything_changes(self):
        self.write_canvas()
        self.canvas("02")
        before = (self.place / "out/grades.json").read_bytes()
        said = self.batch("lab03", "--roster", self.place / "book.csv", want=2)
        self.assertIn("has lab 02 of another folder", said)
        self.assertIn("--labs 03", said)
        self.assertEqual((self.place / "out/grades.json").read_bytes(), before)
        for damaged in ("", "{}", "[7]", '{"02": 7}'):
            (self.place / "out/folders.json").write_text(damaged)
            said = self.batch("lab03", "--roster", self.place / "book.csv", want=3)
            self.assertIn("folders.json is damaged", said)
            self.assertEqual((self.place / "out/grades.json").read_bytes(), before)

    def test_without_a_roster_nobody_of_another_lab_is_lost(self):
        self.write("lab02/ann/02.cu", SOLUTION)
        self.write("lab03/bo/03.cu", skeleton("03") + "// bo\n")
        self.batch("lab02", "--labs", "02")
        said = self.batch("lab03", "--labs", "03")
        self.assertIn("handed in lab 02, and are neither in this folder nor in a roster: ann", said)
        self.assertEqual(
            self.cells("grades.csv", "student", "02", "03", "total"),
            [("ann", "80", "", ""), ("bo", "", "0", "")],
        )

    def test_moodles_worksheets_get_the_grade_of_their_lab_and_keep_their_times(self):
        people = {"s1": "Ada L", "s2": "Bo Li"}
        for lab, first, day in (("02", 10, "2 January"), ("03", 70, "20 January")):
            until = "Extension granted until: Saturday, 3 January 2026, 1:00 PM"
            rows = "".join(
                f"Participant {first + i},{name},{id_},{id_}@uni.edu,"
                f'"Submitted for grading - {until if (lab, id_) == ("02", "s2") else ""}",,100,'
                f'"Friday, {day} 2026, 1:10 PM"\n'
                for i, (id_, name) in enumerate(people.items())
            )
            self.write(f"sheet{lab}.csv", TITLES + rows)
            for i, name in enumerate(people.values()):
                entry = f"lab{lab}/{name}_{first + i}_assignsubmission_file_"
                text = SOLUTION if lab == "02" else skeleton(lab) + f"// {name}\n"
                self.write(f"{entry}/{lab}.cu", text)
        sheets = {lab: ("--roster", self.place / f"sheet{lab}.csv") for lab in ("02", "03")}
        self.batch("lab02", "--labs", "02", *sheets["02"])
        late = [("s1", "64", "2"), ("s2", "80", "0")]
        self.assertEqual(self.cells("grades.csv", "student", "02", "days_late"), late)
        self.assertEqual(self.cells("moodle.csv", "Grade"), [("80",), ("100",)])
        said = self.batch("lab03", "--labs", "03", *sheets["03"])
        self.assertIn('moodle.csv: "Grade" has the grade of lab 03 alone', said)
        self.assertEqual(self.cells("grades.csv", "student", "02", "days_late"), late)
        self.assertEqual(self.cells("moodle.csv", "Grade"), [("0",), ("0",)])
        with zipfile.ZipFile(self.place / "out/moodle_feedback_03.zip") as packed:
            self.assertEqual(
                packed.namelist(),
                [f"{name}_7{i}_assignsubmission_file_/feedback.html" for i, name in
                 enumerate(people.values())],
            )  # fmt: skip
        self.batch("lab02", "--labs", "02", *sheets["02"])
        self.assertEqual(self.cells("moodle.csv", "Grade"), [("80",), ("100",)])

    def test_due_dates_and_times_of_one_worksheet_reach_no_other_lab(self):
        """Even if each download is unpacked into the same folder."""
        people = {"s1": "Ada L", "s2": "Bo Li", "s3": "Cy Day"}
        usual = {"02": "Thursday, 1 January 2026", "03": "Sunday, 1 February 2026"}
        own = {  # of lab 02 a day later for s2, of lab 03 earlier for s1 and later for s3
            ("02", "s2"): "Friday, 2 January 2026",
            ("03", "s1"): "Saturday, 10 January 2026",
            ("03", "s3"): "Tuesday, 3 February 2026",
        }
        times = {"02": "Friday, 2 January 2026, 1:10 PM", "03": "Monday, 2 February 2026, 1:10 PM"}
        titles = TITLES.replace("Status,", "Status,Allow submissions from,Due date,Cut-off date,")

        def grade(lab, *words):
            shutil.rmtree(self.place / "work", ignore_errors=True)
            rows = "".join(
                f"Participant {lab}{i},{name},{id_},{id_}@uni.edu,Submitted for grading,-,"
                f'"{own.get((lab, id_), usual[lab])}, 12:00 AM",-,,100,"{times[lab]}"\n'
                for i, (id_, name) in enumerate(people.items())
            )
            self.write("sheet.csv", titles + rows)
            for i, name in enumerate(people.values()):
                text = SOLUTION if lab == "02" else skeleton(lab) + f"// {name}\n"
                self.write(f"work/{name}_{lab}{i}_assignsubmission_file_/{lab}.cu", text)
            return self.batch("work", "--labs", lab, "--roster", self.place / "sheet.csv", *words)

        def days_late():
            grades = json.loads((self.place / "out/grades.json").read_text())
            return [[lab["days_late"] for lab in each["labs"]] for each in grades["students"]]

        self.assertIn("s2 Bo Li has an extension in the roster", grade("02"))
        self.assertEqual(days_late(), [[2], [1], [2]])
        for lab, *words in (["03"], ["03", "--only", "s1"], ["02", "--only", "s3"]):
            said = grade(lab, *words)
            self.assertEqual(days_late(), [[2, 24], [1, 2], [2, 0]])
            if lab == "03":
                self.assertIn("s1 Ada L has an earlier due date in the roster", said)
                self.assertIn("s3 Cy Day has an extension in the roster", said)
        [ada, *_] = self.cells("grades.csv", "steps")
        self.assertIn("03: due date 22 days earlier than for others, due Jan 10", ada[0])


if __name__ == "__main__":
    if len(sys.argv) > 1 and os.access(sys.argv[1], os.X_OK) and os.path.isfile(sys.argv[1]):
        os.environ["GEMMLAB_CLI"] = os.path.abspath(sys.argv.pop(1))
    unittest.main()
