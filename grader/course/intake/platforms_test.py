#!/usr/bin/env python3
"""A class of sixty as six platforms give it, with hostile names: all are graded or explained.

Usage: platforms_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
Skips without a sandbox, that is without root or bubblewrap.
"""

import csv
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import unicodedata
import unittest
from pathlib import Path

from platforms_case import LABS, ROOT, Class, main, needs_sandbox, tool


@needs_sandbox
class PlatformsTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.place = Path(tempfile.mkdtemp(prefix="gemmlab-platforms-"))
        cls.addClassCleanup(shutil.rmtree, cls.place)
        cls.given = Class(cls.place / "class")
        cls.given.fill()
        assert len(cls.given.expected) == 60
        cls.given.add_hostile()
        cls.entries = os.listdir(cls.place / "class")
        (cls.place / "roster.csv").write_bytes(
            '\ufeffTeam;Name;Login\r\n;"Lovelace B, Ada";ada\r\n;ghost;ghost\r\n'
            "red;Red One;canvas0\r\nred;Red Two;red2\r\n".encode()
        )
        cls.said = cls.batch("out")
        cls.records = {
            path.stem: json.loads(path.read_text())
            for path in (cls.place / "out/results").glob("*.json")
        }

    @classmethod
    def batch(cls, out, *words):
        done = subprocess.run(
            [
                tool(),
                "batch",
                cls.place / "class",
                "--out",
                cls.place / out,
                "--labs",
                "02",
                "--backend",
                "sim",
                "--jobs",
                "2",
                *words,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=600,
        )
        assert done.returncode == 0, done.stdout.decode()
        return done.stdout.decode()

    @staticmethod
    def taken(record):
        return {lab["source_sha256"] for lab in record["result"]["labs"] if lab["id"] == "02"}

    def test_each_hand_in_is_graded_as_its_students(self):
        for student, text in self.given.expected.items():
            with self.subTest(student):
                self.assertIn(student, self.records)
                self.assertEqual(
                    self.taken(self.records[student]), {hashlib.sha256(text.encode()).hexdigest()}
                )

    def test_what_is_not_graded_is_explained(self):
        for student, reason in self.given.refused.items():
            with self.subTest(student):
                record = next(
                    record for name, record in self.records.items() if name.startswith(student)
                )
                why = [record["problem"], *(left["message"] for left in record["left_out"])]
                self.assertIn(reason, " ".join(why))
        left_out = (self.place / "out/left_out.txt").read_text()
        for name in ("notes.docx", "alone.cu"):
            self.assertIn(name, left_out)
            self.assertIn(name, self.said)

    def test_no_entry_is_left_without_a_word(self):
        self.assertEqual(
            set(self.records) - set(self.given.expected),
            {
                name
                for name in self.records
                for refused in self.given.refused
                if name.startswith(refused)
            },
        )
        self.assertEqual(len(self.records), len(self.given.expected) + len(self.given.refused))

    def test_files_and_tables_call_a_student_alike_and_safely(self):
        with open(self.place / "out/grades.csv", newline="", encoding="utf-8") as file:
            rows = [row["student"].lstrip("'") for row in csv.DictReader(file)]
        self.assertEqual(sorted(rows), sorted(self.records))
        for name in rows:
            self.assertEqual(name, unicodedata.normalize("NFC", name))
            self.assertNotRegex(name, r"[\x00-\x1f/\\\u202a-\u202e]|^[.=+@-]")

    def test_marks_of_lateness_and_times_are_the_platforms(self):
        self.assertEqual(self.records["canvas3"]["late"], ["02"])
        self.assertEqual(self.records["canvas4"]["late"], [])
        self.assertEqual(self.records["plain1"]["submitted_at"], {})
        self.assertRegex(self.records["board1"]["submitted_at"]["02"], "2026-01-31|2026-02-01")
        course = self.place / "course.toml"
        course.write_text("[labs.02]\ndue = 2026-01-01T00:00:00Z\n")
        self.assertIn("Time zone ", self.batch("late", "--course", course, "--only", "canvas3"))

    def test_a_roster_gives_people_and_teams(self):
        said = self.batch("people", "--roster", self.place / "roster.csv", "--shard", "1/40")
        self.assertIn("is not in the roster", said.replace("\n  ", " "))
        with open(self.place / "roster.csv", encoding="utf-8-sig") as file:
            self.assertEqual(len(file.readlines()), 5)
        for student in ("ada", "ghost", "canvas0", "red2"):
            self.batch("people", "--roster", self.place / "roster.csv", "--only", student)
        records = {
            path.stem: json.loads(path.read_text())
            for path in (self.place / "people/results").glob("*.json")
        }
        self.assertEqual(self.taken(records["ada"]), self.taken(self.records["Ada Lovelace B"]))
        self.assertEqual(self.taken(records["red2"]), self.taken(records["canvas0"]))
        self.assertEqual(self.taken(records["ghost"]), {""})

    def test_the_best_of_several_attempts_counts_if_the_course_says_so(self):
        solution = (ROOT / "solutions" / LABS["02"]).read_text()
        attempts = self.place / "attempts"
        attempts.mkdir()
        (attempts / "annlee_11_20_kernel.cu").write_text(solution)
        (attempts / "annlee_11_21_kernel-1.cu").write_text(solution.replace("sum +=", "sum -="))
        course = self.place / "best.toml"
        points = []
        for count in ("last", "best"):
            course.write_text(f'[late]\ncount = "{count}"\n')
            subprocess.run(
                [
                    tool(),
                    "batch",
                    attempts,
                    "--out",
                    self.place / "of attempts",
                    "--labs",
                    "02",
                    "--backend",
                    "sim",
                    "--course",
                    course,
                ],
                check=True,
                capture_output=True,
            )
            with open(self.place / "of attempts/grades.csv", newline="", encoding="utf-8") as file:
                points.append(next(csv.DictReader(file))["02"])
        self.assertEqual(points, ["0", "80"])

    def test_nothing_of_a_hand_in_has_run(self):
        self.assertEqual(sorted(os.listdir(self.place / "class")), sorted(self.entries))
        self.assertEqual(list(self.place.rglob("owned")), [])


if __name__ == "__main__":
    main()
