"""Who is asked about which lab, what the page of an oral check holds, and what is said if a file
cannot be run.
"""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

from course.commands import OralOptions
from course.doors import PROGRAM
from course.errors import UsageError
from course.oral import html_of, labs_asked_about, oral, page_of
from course.records import Record, record_file, to_json
from course.sample_results import sample_record

ASKED = {
    "lab": "02",
    "verdict": "PASSED",
    "questions": [
        {
            "kind": "test_dropped",
            "line": 17,
            "code": "if (row < m) {",
            "question": "Leave `row < m` out. <b>Where</b> is C right?",
            "answer": ["32x32x32: C is right.", "33x32x32: OUT OF BOUNDS."],
        }
    ],
}


def record_with(*labs: str) -> Record:
    record = sample_record("ann")
    record.sources = dict.fromkeys(labs, "// a kernel\n")
    return record


class Oral(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build, self.out = Path(folder.name) / "build", Path(folder.name) / "grades"
        (self.build / PROGRAM).parent.mkdir(parents=True)
        (self.out / "results").mkdir(parents=True)

    def answer(self, asked: dict[str, Any], status: int = 0, error: str = "") -> None:
        """The program from now on, which notes its command line."""
        program = self.build / PROGRAM
        program.write_text(
            f"#!/bin/sh\necho \"$@\" >> {self.build}/said\necho '{error}' >&2\n"
            f"cat <<'END'\n{json.dumps(asked)}\nEND\nexit {status}\n"
        )
        program.chmod(0o755)

    def keep(self, record: Record) -> None:
        record_file(self.out, record.student).write_text(to_json(record))

    def run_oral(self, **options: Any) -> tuple[int, str]:
        said = io.StringIO()
        facts = {"root": str(self.build), "build": str(self.build)}
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = oral(OralOptions(str(self.out), **options), facts)
        return status, said.getvalue()

    def test_passed_labs_are_asked_about_or_those_that_are_named(self) -> None:
        record = record_with("01", "02", "03")  # 02 passed, 03 failed
        self.assertEqual(labs_asked_about(record, []), ["02"])
        self.assertEqual(labs_asked_about(record, ["03"]), ["03"])

    def test_each_student_gets_a_page(self) -> None:
        self.answer(ASKED)
        self.keep(record_with("02", "03"))
        status, said = self.run_oral(seed=5, sandbox="weak")
        self.assertEqual((status, said.splitlines()[0]), (0, "  ann: 1 question about 02"))
        self.assertIn("1 page in", said)
        self.assertIn("if (row &lt; m)", (self.out / "oral" / "ann.html").read_text())
        line = (self.build / "said").read_text()
        self.assertIn("questions 02 --file", line)
        self.assertIn("--sandbox weak --seed 5", line)

    def test_the_page_has_the_answers_apart_and_no_markup_of_others(self) -> None:
        self.answer(ASKED)
        page = html_of(page_of(self.build, record_with("02"), OralOptions()))
        self.assertLess(page.index("Leave `row"), page.index('class="answers"'))
        self.assertLess(page.index('class="answers"'), page.index("33x32x32"))
        self.assertNotIn("<b>", page)

    def test_what_cannot_be_run_is_said(self) -> None:
        self.answer({"questions": []}, status=1)
        page = page_of(self.build, record_with("02"), OralOptions())
        self.assertEqual(page.labs, [])
        self.assertIn("nothing of it could be run", page.problems[0])
        self.answer({}, status=3, error="gemmlab: no sandbox")
        page = page_of(self.build, record_with("02"), OralOptions())
        self.assertEqual(page.problems, ["Lab 02: no questions, because gemmlab: no sandbox."])

    def test_a_folder_without_results_and_an_unknown_student_are_refused(self) -> None:
        with self.assertRaises(UsageError):
            self.run_oral()
        self.keep(record_with("02"))
        with self.assertRaises(UsageError):
            self.run_oral(only=["eve"])


if __name__ == "__main__":
    unittest.main()
