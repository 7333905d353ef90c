#!/usr/bin/env python3
"""adding_a_lab_test.py BUILD: docs/adding_a_lab.md, followed exactly, gives a lab to grade.

Works in a copy of the tree and of its build folder. It reads the page's six lines and its command
from the page.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from project_copy import copy_of_project  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
BUILD = sys.argv.pop(1)
PAGE = (ROOT / "docs" / "adding_a_lab.md").read_text()
LAB, NAME = "11", "11_double_buffering"
MODEL = "03_tiled_kernel"  # the new lab's files are copied from this lab


def recipe():
    """The paths in the numbered lines, and the words of the only command."""
    lines = re.findall(r"^(\d+)\. `([^`]+)`", PAGE, re.MULTILINE)
    numbers = [int(number) for number, _ in lines]
    assert numbers == [1, 2, 3, 4, 5, 6], f"the page has the numbered lines {numbers}"
    commands = re.findall(r"^```sh\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(commands) == 1 and "\n" not in commands[0], f"the page has the commands {commands}"
    return [path for _, path in lines], commands[0].replace("NN", LAB).split()


def copied(source):
    """A file of the model lab, with the new lab's name and numbers."""
    text = (ROOT / source).read_text()
    text = text.replace(MODEL, NAME).replace("Lab 03", f"Lab {LAB}").replace(" 03", f" {LAB}")
    text = text.replace("tiles' share of its sum", "tiles' part of its sum")  # one column less
    return re.sub(r"\b3\.(\d)", r"11.\1", text)


# The content for each line of the page.
CONTENT = {
    "labs/labs.table": lambda: (ROOT / "labs/labs.table").read_text()
    + f"{LAB}    double_buffering      kernel.cu   Load while computing\n",
    "solutions/NN_name/kernel.cu": lambda: copied(f"solutions/{MODEL}/kernel.cu"),
    "grader/tests/NN_name_test.cpp": lambda: copied(f"grader/tests/{MODEL}_test.cpp"),
    "grader/mutants/NN_name/wrong.cu":
        lambda: copied(f"grader/mutants/{MODEL}/missing_second_barrier.cu"),
    "grader/mutants/NN_name/unusual.cu": lambda: copied(f"grader/mutants/{MODEL}/tile_of_four.cu"),
    "docs/NN_name.md": lambda: copied(f"docs/{MODEL}.md"),
}


class AddingALab(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="gemmlab-adding-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.tree, self.build = copy_of_project(folder, BUILD)
        self.env = {**os.environ, "GEMMLAB_BUILD": str(self.build)}
        self.env.pop("GEMMLAB_STATE", None)

    def file(self, line):
        return self.tree / line.replace("NN_name", NAME)

    def follow(self, line):
        self.file(line).parent.mkdir(parents=True, exist_ok=True)
        self.file(line).write_text(CONTENT[line]())

    def undo(self, line):
        if line == "labs/labs.table":
            self.file(line).write_text((ROOT / line).read_text())
        else:
            self.file(line).unlink()

    def run_tool(self, *words):
        done = subprocess.run(words, cwd=self.tree, env=self.env, text=True, timeout=300,
                              stdin=subprocess.DEVNULL, capture_output=True)
        return done.returncode, done.stdout, done.stdout + done.stderr

    def problems(self, command):
        """Exit code, and each problem's first line; each problem must have a fix."""
        code, out, said = self.run_tool(*command)
        self.assertRegex(out, r"\d+ labs?, \d+ problems?\n\Z", said)
        problems = re.findall(r"^(\S+: .*)\n  fix: .+$", out, re.MULTILINE)
        self.assertEqual(len(problems), int(re.findall(r"(\d+) problems?\n", out)[-1]), said)
        return code, problems

    def assert_graded(self):
        mutants = self.tree / "grader" / "mutants" / NAME
        for words, code, verdict in (
            ([], 1, "NOT STARTED"),
            (["--solutions"], 0, "PASSED"),
            (["--file", str(mutants / "wrong.cu")], 1, "RACE"),
            (["--file", str(mutants / "unusual.cu")], 0, "PASSED"),
        ):
            got, _, said = self.run_tool("./gemmlab", "grade", LAB, "--backend", "sim", *words)
            self.assertEqual(got, code, said)
            self.assertIn(verdict, said)

    def test_its_six_lines_and_one_command_make_a_lab_and_each_is_needed(self):
        lines, command = recipe()
        self.assertEqual(lines, list(CONTENT))
        spec = "grader/tests/NN_name_test.cpp"
        for line in lines:
            if line != spec:
                self.follow(line)
        code, problems = self.problems(command)
        self.assertEqual((code, len(problems)), (1, 1), problems)
        self.assertIn(f"grader/tests/{NAME}_test.cpp: every lab", problems[0])

        self.follow(spec)
        code, problems = self.problems(command)
        self.assertEqual((code, problems), (0, []))
        self.assert_graded()

        wanted = {  # the messages if this line is left out
            "labs/labs.table": f"labs/labs.table: every lab must have a row, but {NAME} has none",
            "solutions/NN_name/kernel.cu": f"solutions/{NAME}/kernel.cu: every lab",
            "grader/mutants/NN_name/wrong.cu":
                f"grader/mutants/{NAME}: every lab must have at least one wrong kernel",
            "grader/mutants/NN_name/unusual.cu":
                f"grader/mutants/{NAME}: every lab must have at least one right but unusual kernel",
            "docs/NN_name.md": f"docs/{NAME}.md: every lab",
        }
        self.assertEqual(set(wanted) | {spec}, set(lines))
        for line, start in reversed(list(wanted.items())):  # the row last: it reconfigures
            with self.subTest(left_out=line):
                self.undo(line)
                code, problems = self.problems([*command, "--only", "files"])
                self.follow(line)
                self.assertEqual((code, len(problems)), (1, 1), problems)
                self.assertTrue(problems[0].startswith(start), problems[0])


if __name__ == "__main__":
    unittest.main()
