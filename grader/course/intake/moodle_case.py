"""A class of six in Moodle: the download, the worksheet, and what came of it."""

import csv
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from platforms_case import Class, skeleton, tool


class MoodleCase(unittest.TestCase):
    WORKSHEET = (
        '\ufeffIdentifier,"Full name","ID number","Email address",Status,Grade,'
        '"Maximum grade","Last modified (submission)"\n'
    )
    PEOPLE = {
        "s1": "Ada Lovelace",
        "s2": "Kim Lee",
        "s3": "Kim Lee",
        "s4": "Tom Baker",
        "s5": "Hana Sato",
        "s6": "Nina Absent",
    }

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gemmlab-moodle-")
        self.addCleanup(folder.cleanup)
        self.place, self.given = Path(folder.name), Class(Path(folder.name) / "class")
        rows = [
            f"Participant {10 + i},{name},{id_},{id_}@uni.edu,Submitted for grading,,50.00,"
            f'"Friday, 30 January 2026, {i}:10 PM"\n'
            for i, (id_, name) in enumerate(self.PEOPLE.items(), 1)
        ]
        rows[-1] = "Participant 16,Nina Absent,s6,s6@uni.edu,No submission,,50.00,-\n"
        (self.place / "worksheet.csv").write_text(self.WORKSHEET + "".join(rows), encoding="utf-8")
        for i, (id_, name) in enumerate(self.PEOPLE.items(), 1):
            entry = f"{name}_{10 + i}_assignsubmission_file_"
            files = {"s4": ["run.sh"], "s5": ["lab02_old.cu", "lab02_final.cu"], "s6": []}
            for file in files.get(id_, ["02_naive_kernel/kernel.cu"]):
                self.given.write(f"{entry}/{file}", f"{skeleton('02')}// {file} of {id_}\n")

    def batch(self, *words, course="", roster="worksheet.csv"):
        """The exit code, and what it says on one line."""
        (self.place / "course.toml").write_text("[labs.02]\ndue = 2026-01-01T00:00:00Z\n" + course)
        done = subprocess.run(
            [
                tool(),
                "batch",
                self.place / "class",
                "--out",
                self.place / "out",
                "--labs",
                "02",
                "--backend",
                "sim",
                "--jobs",
                "2",
                "--course",
                self.place / "course.toml",
                "--roster",
                self.place / roster,
                *words,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=600,
            env={**os.environ, "TZ": "Europe/Berlin"},
        )
        return done.returncode, " ".join(done.stdout.decode().split())

    def rows(self, file):
        with open(self.place / "out" / file, newline="", encoding="utf-8-sig") as table:
            return list(csv.DictReader(table))
