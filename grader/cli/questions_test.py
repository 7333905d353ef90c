#!/usr/bin/env python3
"""questions_test.py GEMMLAB-CLI: questions about real files: what is asked, and that answers are what a
run shows. The tool is called as people call it.
"""

import json
import subprocess
import sys
import unittest
from pathlib import Path

CLI = Path(sys.argv.pop()).resolve()
ROOT = Path(__file__).resolve().parents[2]
RIGHT = "solutions/04_boundary_handling/kernel.cu"
WRONG = "docs/examples/03_no_second_barrier.cu"
COUNTS = "launch", "thread", "loads_per_element", "sectors", "wavefronts", "shared_loads", "barriers"


def run(*words):
    return subprocess.run([CLI, "questions", *words], cwd=ROOT, text=True, capture_output=True,
                          stdin=subprocess.DEVNULL)  # fmt: skip


def asked(*words):
    done = run(*words, "--json", "-")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["questions"]


class Questions(unittest.TestCase):
    def test_a_right_file_gets_ten_about_counts_and_changes(self):
        first = asked("04", "--file", RIGHT)
        self.assertEqual(len(first), 10)
        kinds = {each["kind"] for each in first}
        self.assertTrue(kinds & set(COUNTS) and kinds - set(COUNTS), kinds)
        for each in first:
            self.assertTrue(each["answer"], each)
        self.assertEqual(asked("04", "--file", RIGHT), first)
        self.assertNotEqual(asked("04", "--file", RIGHT, "--seed", "2"), first)

    def test_a_wrong_file_is_asked_about_its_failure(self):
        first = asked("03", "--file", WRONG)[0]
        self.assertEqual(first["kind"], "verdict")
        self.assertIn("gemmlab says RACE", first["question"])
        self.assertIn("a barrier is missing after the reads", first["answer"][0])

    def test_the_page_has_questions_then_answers(self):
        page = run("03", "--file", WRONG).stdout
        self.assertLess(page.index("\n 1. gemmlab says RACE"), page.index("Answers, for the exam"))

    def test_what_has_no_counts_gets_none(self):
        for lab in ("01", "00.3"):
            done = run(lab, "--file", RIGHT)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("there are no questions about lab", done.stderr)
        self.assertIn("which lab is", run("--file", "/dev/null").stderr)
        skeleton = run("04", "--file", "labs/04_boundary_handling/kernel.cu")
        self.assertEqual(skeleton.returncode, 1)
        self.assertIn("NOT STARTED", skeleton.stdout)


if __name__ == "__main__":
    unittest.main()
