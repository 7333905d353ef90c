#!/usr/bin/env python3
"""What ./gemmlab upkeep prints, and its exit codes."""

import contextlib
import io
import os
import shutil
import sys
import unittest
from pathlib import PurePath
from unittest import mock

sys.dont_write_bytecode = True
import judged  # noqa: E402
import upkeep  # noqa: E402
from sample_course import SampleCourse  # noqa: E402


class Upkeep(SampleCourse):
    def run_it(self, *labs, only=None, answers=()):
        """Exit code and output; each question to the tool takes one of the answers."""
        work = upkeep.Upkeep(self.course(), labs, only)
        rest = iter(answers)
        work.judge.run = lambda command: next(rest)
        with contextlib.redirect_stdout(io.StringIO()) as out, \
                contextlib.redirect_stderr(io.StringIO()), \
                mock.patch("os.sched_getaffinity", lambda _: {0}):
            code = work.run()
        self.assertEqual(list(rest), [], "not all was asked")
        return code, out.getvalue()

    def test_no_problem_is_said_in_one_line(self):
        self.assertEqual(self.run_it(only="files"), (0, "1 lab, 0 problems\n"))

    def test_a_problem_has_a_file_a_rule_and_a_fix(self):
        self.write("notes.md", "")
        code, said = self.run_it("01", only="files")
        self.assertEqual(code, 1)
        self.assertRegex(said, r"\Anotes\.md: the root may .*\n  fix: move it .*\n1 lab, 1 problem\n\Z")

    def test_a_spec_is_registered(self):
        self.facts.specs = []
        self.assertIn("grader/tests/01_one_test.cpp: it must contain the Spec of 01_one",
                      self.run_it(only="files")[1])

    def test_without_clang_format_nothing_is_checked(self):
        with mock.patch.object(upkeep, "clang_format_version", lambda: "15"):
            self.assertEqual(self.run_it(only="format"), (
                77, "skipped in format: clang-format 14 is not installed here\n1 lab, 0 problems\n"))

    def test_an_unformatted_file_is_named_once_with_its_line(self):
        if upkeep.clang_format_version() != upkeep.CLANG_FORMAT:
            self.skipTest("clang-format 14 is not installed")
        shutil.copy(upkeep.ROOT / ".clang-format", self.root)
        self.write("grader/tests/01_one_test.cpp", "int x;\nint   y;\nint   z;\n")
        found = upkeep.unformatted(self.course(), [PurePath("grader/tests/01_one_test.cpp"),
                                                   PurePath("solutions/01_one/kernel.cpp")])
        self.assertEqual([(each.file, each.rule) for each in found], [
            ("grader/tests/01_one_test.cpp", "it must be formatted as in .clang-format, but line 2 is not")])

    def test_without_ruff_no_python_is_checked(self):
        self.write("grader/course/one.py", "x = [1,2]\n")
        self.facts.build = str(self.root / "build")
        with mock.patch.object(upkeep, "clang_format_version", lambda: "15"):
            code, said = self.run_it(only="format")
        self.assertEqual(code, 77)
        self.assertIn(f"skipped in format: ruff is not installed here; "
                      f"python3 grader/upkeep/python_format.py {self.facts.build} does that\n", said)

    def test_python_that_is_unformatted_or_breaks_a_rule_is_named_with_its_line(self):
        ruff = upkeep.python_format.ruff_in(os.environ.get("GEMMLAB_BUILD", upkeep.ROOT / "build"))
        if not ruff:
            self.skipTest("ruff is not installed")
        self.write("grader/course/one.py", "import os\n\nx = [1,2]\n")
        shutil.copy(upkeep.ROOT / "grader/course/ruff.toml", self.root / "grader/course")
        self.write("grader/course/two.py", "def (\n")
        found = [(each.file, each.rule.partition(", but ")) for each in
                 upkeep.python_format.problems(self.course(), ruff)]
        self.assertEqual([(file, what) for file, (_, _, what) in found], [
            ("grader/course/one.py", "ruff says F401 [*] `os` imported but unused"),
            ("grader/course/two.py", "ruff says invalid-syntax: Expected an identifier"),
            ("grader/course/two.py", "ruff says invalid-syntax: unexpected EOF while parsing"),
            ("grader/course/one.py", "line 3 is not")])

    def test_a_tool_that_dies_is_a_problem_of_its_check(self):
        code, said = self.run_it(only="mutants", answers=[(-9, ""), (2, "")])
        self.assertEqual(code, 1)
        self.assertEqual(said.splitlines()[::2], [
            "grading grader/mutants/01_one/right.cpp: this check must finish, but it was ended by signal 9 "
            "(Killed)",
            "grading grader/mutants/01_one/wrong.cpp: this check must finish, but it ended with exit status 2",
            "1 lab, 2 problems"])

    def test_a_lab_without_spec_or_solution_is_not_judged(self):
        self.facts.specs = []
        self.assertEqual(self.run_it(only="mutants"), (77, "1 lab, 0 problems\n"))

    def test_examples_of_a_lab_are_judged_with_its_mutants(self):
        self.write("docs/examples/01_x.cpp", "// verdict: WRONG\n")
        self.write("docs/examples/02_y.cpp", "// verdict: WRONG\n")
        self.assertEqual([str(file) for file in judged.mutants_of(self.course(), self.course().labs[0])],
                         ["grader/mutants/01_one/right.cpp", "grader/mutants/01_one/wrong.cpp",
                          "docs/examples/01_x.cpp"])


if __name__ == "__main__":
    unittest.main()
