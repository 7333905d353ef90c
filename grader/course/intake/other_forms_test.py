#!/usr/bin/env python3
"""Canvas, GitHub Classroom, Gradescope and Blackboard as they are: graded right, or open.

Usage: other_forms_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
Skips without a sandbox, that is without root or bubblewrap.
"""

import csv
import hashlib
import json
import os
import re
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

from platforms_case import LABS, ROOT, Class, main, needs_sandbox, skeleton, text_of, tool

SOLUTION = (ROOT / "solutions" / LABS["02"]).read_text()
LATE = "[labs.02]\ndue = 2026-01-29T23:59:00Z\n[late]\nper_day_percent = 10\n"
BOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Lab 02 (900)\n"
    ",,,,,Manual Posting\n    Points Possible,,,,,100\n"
    '"Li, Jo",11,n11,jli,1,\n"Li, Jo",12,n12,jli2,1,\n"Kim, Bo",13,n13,bk,1,\n'
    '"Lee, Cy",14,n14,cl,1,\n"Day, Di",15,n15,dd,1,\n"May, Ed",16,n16,em,1,EX\n'
    '"Guðmundsdóttir, Björk",17,n17,bg,1,\n"Nie, Nan",18,n18,nn,1,\n"Student, Test",99,,x,1,\n'
)
PAIRS = (
    "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
    "Bo Kim,13,n13,bk,1,Lab Pairs 1,7,\nCy Lee,14,n14,cl,1,Lab Pairs 1,7,\n"
)


@needs_sandbox
class OtherForms(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gemmlab-forms-")
        self.addCleanup(folder.cleanup)
        self.place, self.given = Path(folder.name), Class(Path(folder.name) / "class")

    def write(self, name, text):
        (self.place / name).write_text(text, encoding="utf-8")
        return self.place / name

    def batch(self, *words, course="", want=0):
        rules = self.write("course.toml", course)
        done = subprocess.run(
            [
                tool(), "batch", self.place / "class", "--out", self.place / "out", "--labs", "02",
                "--backend", "sim", "--jobs", "2", "--course", rules, *words,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=300,
            env={**os.environ, "TZ": "UTC"},
        )  # fmt: skip
        said = " ".join(done.stdout.decode().split())
        self.assertEqual(done.returncode, want, said)
        return said

    def points(self, file="grades.csv", key="student", column="02"):
        with open(self.place / "out" / file, newline="", encoding="utf-8") as table:
            return {row[key]: row[column] for row in csv.DictReader(table)}

    def assert_taken(self, paths):
        """By student: the path of the class's file that was judged; "" for none."""
        for student, path in paths.items():
            record = json.loads((self.place / f"out/results/{student}.json").read_text())
            (sha,) = {lab["source_sha256"] for lab in record["result"]["labs"]}
            text = (self.place / "class" / path).read_bytes() if path else None
            wanted = "" if text is None else hashlib.sha256(text).hexdigest()
            self.assertEqual(sha, wanted, student)

    def test_canvas_with_texts_namesakes_pairs_and_late_marks(self):
        book, pairs = self.write("book.csv", BOOK), self.write("pairs.csv", PAIRS)
        files = {
            "11": "lijo_11_501_kernel.cu",
            "12": "lijo_12_502_kernel-1.cu",
            "13": "labpairs1_14_503_kernel (2).cu",
            "14": "labpairs1_14_503_kernel (2).cu",
            "16": "mayed_16_505_kernel.cu",
            "17": "guðmundsdóttirbjörk_LATE_17_506_my_matmul.cu",
        }
        for path in {*files.values()} - {files["17"]}:
            self.given.write(path, text_of(path))
        self.given.write(files["17"], SOLUTION)
        self.given.write("lijo_12_500_kernel.cu", text_of("before"))
        self.given.write("daydi_15_text.html", "<html><body><p>&nbsp;</p></body></html>")
        self.given.write("studenttest_99_509_kernel.cu", SOLUTION)
        said = self.batch(*("--roster", book, "--canvas", book, "--groups", pairs), course=LATE)
        self.assert_taken(files)
        graded = {"11": "0", "12": "0", "13": "0", "14": "0", "15": "", "16": "0", "17": "72"}
        self.assertEqual(self.points(), graded | {"18": "0"})
        self.assertEqual(
            self.points("canvas.csv", "ID", "Lab 02 (900)"),
            {"": "100", "99": "", **graded, "16": "EX", "17": "90", "18": "0"},
        )
        self.assertIn("calls 1 student late without a time, which counts as the least", said)
        self.assertIn("1 day late at least, as the platform gives no time", said)
        self.assertIn('15 Day, Di: "text.html": a page without any text', said)
        with zipfile.ZipFile(self.place / "out/canvas_feedback_02.zip") as packed:
            own = {files[student] for student in ("11", "12", "13", "16", "17")}
            self.assertEqual({*packed.namelist()}, own | {"lijo_12_500_kernel.cu"})
            self.assertNotIn(b"<html", packed.read(files["17"]))
        said = self.batch(
            *("--roster", book, "--canvas", book, "--groups", pairs),
            course=f'{LATE}[extensions]\n"Björk Guðmundsdóttir" = 3\n',
        )
        self.assertEqual(self.points()["17"], "80")
        self.assertIn("the platform says late, and no time: taken as within the extension", said)
        said = self.batch("--roster", book, "--canvas", book)
        self.assertEqual({self.points()[key] for key in ("13", "18")}, {""})  # perhaps in the pair
        self.assertIn("name Canvas' list of the groups with --groups", said)

    def test_classroom_with_work_where_no_lab_is(self):
        roster = self.write(
            "roster.csv",
            '"identifier","github_username","github_id","name"\n'
            + "".join(
                f'"{name}@uni.edu","{login}","{i}",""\n'
                for i, (name, login) in enumerate({
                    "ann": "li", "bo": "jo-li", "cy": "CyC", "di": "did", "ed": "edd", "fi": "fi",
                    "nan": "",
                }.items())
            ),
        )  # fmt: skip
        own, place = skeleton("02"), "labs/02_naive_kernel"
        for login in ("li", "jo-li", "cyc", "did", "edd", "fi"):
            self.given.write(f"gpu-{login}/.git/HEAD", "ref: refs/heads/main\n")
            self.given.write(f"gpu-{login}/reference/02_naive_kernel/kernel.cu", own)
            if login != "cyc":
                self.given.write(f"gpu-{login}/{place}/kernel.cu", own)
        self.given.write(f"gpu-li/{place}/kernel.cu", text_of("li"))
        self.given.write("gpu-jo-li/lab02.cu", f"{text_of('jo-li')}int changed;\n")
        self.given.write("gpu-cyc/lab02.cu", text_of("cyc"))
        self.given.write(f"gpu-did/{place}/lab2_di.docx", b"PK\3\4")
        self.given.write("gpu-edd/solutions/lab02.cu", re.sub(r" *// (>>>|<<<).*", "", SOLUTION))
        said = self.batch("--roster", roster)
        self.assertEqual(
            {key.partition("@")[0]: points for key, points in self.points().items()},
            {"ann": "0", "bo": "0", "cy": "0", "di": "", "ed": "", "fi": "0", "nan": "0"},
        )
        self.assert_taken(
            {
                "ann@uni.edu": f"gpu-li/{place}/kernel.cu",
                "bo@uni.edu": "gpu-jo-li/lab02.cu",
                "cy@uni.edu": "gpu-cyc/lab02.cu",
                "di@uni.edu": "",
                "fi@uni.edu": f"gpu-fi/{place}/kernel.cu",
            }
        )
        self.assertIn("called as lab 02, for which there is no file or only the skeleton", said)
        self.assertIn("but is in a folder of the project itself: move it to labs/", said)
        self.assertEqual(len(self.points("mail.csv", "email", "total")), 5)
        self.assertIn("post gpu-jo-li\n", (self.place / "out/github.sh").read_text())
        self.given.write("gpu-pixel22/lab02.cu", text_of("pixel"))
        said = self.batch("--roster", roster)
        self.assertEqual(self.points()["nan@uni.edu"], "")
        self.assertIn("1 hand-in belongs to nobody, 1 person has none: are they the same?", said)
        self.batch("--roster", roster, course='[hand_ins]\n"nan" = "gpu-pixel22"\n')
        self.assert_taken({"nan@uni.edu": "gpu-pixel22/lab02.cu"})

    def test_gradescope_and_blackboard_say_whose_each_is(self):
        people = self.write(
            "people.csv",
            "id,login,name,email\n1,jo_lo,Jo Lo,a@uni.edu\n2,bo,Bo Li,b@uni.edu\n"
            "3,cy,Cy,c@uni.edu\n",
        )
        self.given.write("submission_101/lab02.cu", text_of("pair"))
        self.given.write("submission_102/lab02.cu", text_of("cy"))
        self.given.write(
            "submission_metadata.yml",
            "---\nsubmission_101:\n  :submitters:\n  - :name: Jo Lo\n    :sid: '1'\n"
            "    :email: a@uni.edu\n  - :name: Bo Li\n    :sid:\n    :email: b@uni.edu\n"
            "  :created_at: 2026-01-30 13:10:00.000000000 Z\nsubmission_102:\n  :submitters:\n"
            "  - :name: Cy\n    :sid: '3'\n    :email: c@uni.edu\n"
            "  :created_at: 2026-01-29 13:10:00.000000000 Z\n",
        )
        self.batch("--roster", people, course=LATE)
        pair, cy = "submission_101/lab02.cu", "submission_102/lab02.cu"
        self.assert_taken({"1": pair, "2": pair, "3": cy})
        self.assertEqual(self.points(column="days_late"), {"1": "1", "2": "1", "3": "0"})
        record = json.loads((self.place / "out/results/2.json").read_text())
        self.assertEqual(record["submitted_at"], {"02": "2026-01-30T13:10:00Z"})
        (self.place / "class").rename(self.place / "gradescope")
        attempt = "Lab_2_jo_lo_attempt_2026-01-3"
        for day in "01":
            self.given.write(f"{attempt}{day}-22-15-00_kernel.cu", text_of(day))
        self.given.write(f"{attempt}1-22-15-00.txt", "Name: Jo Lo (jo_lo)\n")
        self.batch("--roster", people)
        self.assert_taken({"1": f"{attempt}1-22-15-00_kernel.cu"})
        self.assertEqual(self.points(), {"1": "0", "2": "0", "3": "0"})


if __name__ == "__main__":
    main()
