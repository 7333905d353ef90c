#!/usr/bin/env python3
"""A class that hands in its work in each shape that was seen: judged, or open with a reason.

Usage: handed_in_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
Skips without a sandbox, that is without root or bubblewrap.
"""

import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAIVE = (ROOT / "solutions/02_naive_kernel/kernel.cu").read_text()
SKELETON = (ROOT / "labs/02_naive_kernel/kernel.cu").read_text()
THIRD = (ROOT / "labs/03_tiled_kernel/kernel.cu").read_text() + "// mine\n"
INCLUDE = "#include <gemmlab/matmul.h>\n"
IN_PARTS = NAIVE.replace(INCLUDE, INCLUDE + '#include "helper.cuh"\n').replace(
    "constexpr int kBlock = 16;", ""
)
HELPER = "#pragma once\nconstexpr int kBlock = 16;\n"

# Who handed in what.
FILES: dict[str, dict[str, str | bytes]] = {
    "bytes": {"lab02.cu": b""},
    "cell": {
        "lab02.ipynb": json.dumps(
            {"cells": [{"cell_type": "code", "source": f"%%writefile kernel.cu\n{NAIVE}"}]}
        )
    },
    "docx": {"lab02.docx": b"PK\3\4"},
    "elsewhere": {"03_tiled_kernel/kernel.cu": THIRD},
    "empty": {".DS_Store": ""},
    "header": {"lab02.cu": IN_PARTS, "helper.cuh": HELPER},
    "letter": {"lab02_mine.cpp": NAIVE},
    "missing": {"lab02.cu": IN_PARTS},
    "notebook": {"lab02.ipynb": '{"cells": []}'},
    "other": {"lab02.cu": THIRD},
    "photo": {"IMG_1.jpg": b"\xff\xd8"},
    "plain": {"lab02.txt": NAIVE, "report.pdf": "x"},
    "refused": {"work.zip": "no archive"},
    "skeleton": {"lab02.cu": SKELETON + "// mine\n"},
    "typed": {"onlinetext.html": f"<p>{NAIVE}</p>".replace("<<", "&lt;&lt;")},
    "wide": {"lab02.cu": NAIVE.encode("utf-16")},
    "wrong": {"lab02.cu": "garbage("},
}
RIGHT = {"cell", "header", "letter", "plain", "wide"}
JUDGED_WRONG = {"missing", "other", "skeleton", "wrong"}


@unittest.skipUnless(os.geteuid() == 0 and shutil.which("bwrap"), "needs root and bubblewrap")
class HandedIn(unittest.TestCase):
    place: Path
    said: str

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory(prefix="gemmlab-handed-in-")
        cls.addClassCleanup(folder.cleanup)
        cls.place = Path(folder.name)
        for student, files in FILES.items():
            for path, content in files.items():
                file = cls.place / "class" / student / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content if isinstance(content, bytes) else content.encode())
        done = subprocess.run(
            [
                os.environ.get("GEMMLAB_CLI", str(ROOT / "build/grader/cli/gemmlab-cli")),
                *("batch", cls.place / "class", "--out", cls.place / "out"),
                *("--labs", "02", "--backend", "sim", "--jobs", "2"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=600,
        )
        cls.said = " ".join(done.stdout.decode().split())
        # More than half of them have no grade because something is open.
        assert done.returncode in (0, 3), cls.said

    def page(self) -> str:
        text = (self.place / "out/class.html").read_text()
        return text[text.index("To check by hand") :].split("</table>")[0]

    def row_of(self, student: str) -> str:
        rows = [row for row in self.page().split("</tr>") if f"feedback/{student}/" in row]
        return " ".join(rows)

    def feedback(self, student: str) -> str:
        return " ".join((self.place / f"out/feedback/{student}/feedback.txt").read_text().split())

    def test_has_points_for_what_was_judged_and_an_empty_cell_for_all_else(self) -> None:
        with open(self.place / "out/grades.csv", newline="", encoding="utf-8") as file:
            points = {row["student"]: row["02"] for row in csv.DictReader(file)}
        expected = {
            student: "80" if student in RIGHT else "0" if student in JUDGED_WRONG else ""
            for student in FILES
        }
        self.assertEqual(points, expected)

    def test_says_of_each_open_one_why(self) -> None:
        for student, words in {
            "bytes": "it has no text: look at what the platform has",
            "docx": "a document, from which no code is taken",
            "elsewhere": "lab 03&#x27;s, by its name: if it is this lab&#x27;s, rename it",
            "empty": "the hand-in is empty",
            "notebook": "a document, from which no code is taken",
            "photo": "a picture, from which no code is taken",
            "refused": "refused: ",
            "typed": "text of a page, in which code is changed",
        }.items():
            self.assertIn(words, self.row_of(student), student)
            self.assertIn("your instructor decides", self.feedback(student), student)

    def test_lists_what_was_taken_by_its_text_and_what_is_another_labs(self) -> None:
        for student, words in {
            "letter": "taken because it defines what the lab asks for",
            "plain": "taken because it defines what the lab asks for",
            "other": "in it is lab 03",
            "missing": "was not handed in: put it beside the file that includes it",
        }.items():
            self.assertIn(words, self.row_of(student), student)
        for student in ("cell", "header", "skeleton", "wide", "wrong"):
            self.assertEqual(self.row_of(student), "", student)

    def test_shows_where_a_headers_text_is(self) -> None:
        self.assertIn(
            'with the text of "helper.cuh" in place of the #include', self.feedback("header")
        )
        record = json.loads((self.place / "out/results/header.json").read_text())
        self.assertIn("line 4 of lab02.cu follows", record["sources"]["02"])

    def test_has_one_row_for_what_does_not_compile(self) -> None:
        page = (self.place / "out/feedback/wrong/feedback.html").read_text()
        self.assertNotIn("not run", page)
        self.assertIn(">0/80<", page)


if __name__ == "__main__":
    if len(sys.argv) > 1 and os.path.isfile(sys.argv[1]):
        os.environ["GEMMLAB_CLI"] = os.path.abspath(sys.argv.pop(1))
    unittest.main()
