#!/usr/bin/env python3
"""What upkeep makes of the judge's answers. `Tool` gives those that a test wants."""

import json
import sys
import unittest
from pathlib import Path, PurePath

sys.dont_write_bytecode = True
import judged  # noqa: E402
from sample_course import SKELETON, SampleCourse  # noqa: E402

MUTANT = PurePath("grader/mutants/01_one/wrong.cpp")


class Tool(judged.Judge):
    """Says that the lab got this verdict, at this line, and this score of 100 points."""

    def __init__(self, verdict="PASSED", line=7, score=10, diagnosis="", compiler="ok\n", code=1,
                 infrastructure=False):
        super().__init__("build", self.answer)
        check = {"name": "values", "status": "failed", "outcome": "failed", "verdict": verdict,
                 "line": line, "places": [{"line": line}], "diagnosis": diagnosis, "message": "M"}
        self.lab = {"verdict": verdict, "score": score, "max_score": 100, "not_graded_points": 0,
                    "infrastructure": infrastructure, "checks": [check, check]}
        self.compiled, self.code, self.graded = compiler, code, []

    def answer(self, command):
        if command[0] == self.compiler:
            return self.code, self.compiled
        self.graded.append(command)
        return self.code, json.dumps({"labs": [self.lab]}) if self.code in (0, 1, 3) else ""


class Judged(SampleCourse):
    def setUp(self):
        super().setUp()
        self.facts.verdicts = ["TIMED OUT", "RACE", "NOT FINITE", "TOO SLOW", "WRONG", "PASSED"]
        self.facts.diagnoses = ["grid_swapped", "k_tail_missing"]

    def rules(self, check, *arguments):
        found = list(check(self.course(), self.course().labs[0], *arguments))
        for each in found:
            self.assertNotEqual(each.cure, "")
        return [each.rule for each in found]

    def assert_rules(self, part, rules):
        """One, with this part; None: none at all."""
        self.assertEqual(len(rules), part is not None, rules)
        self.assertIn(part or "", "".join(rules))

    def assert_mutant(self, part, *answer, backend="sim", **more):
        self.assert_rules(part, self.rules(judged.judge_mutant, MUTANT, Tool(*answer, **more), backend))

    def test_a_mutant_is_called_what_it_says(self):
        self.write(MUTANT, "// verdict: RACE\n")
        self.assert_mutant(None, "RACE")
        self.assert_mutant("it states RACE, but the grader says WRONG\n  values: WRONG (line 7)\n  M\n"
                           "  and 1 more failed", "WRONG")
        self.assert_mutant("but the grader says PASSED", "PASSED", 7, 100)
        self.write(MUTANT, "// verdict: PASSED\n")
        self.assert_mutant("it states PASSED, but the grader says RACE", "RACE")

    def test_a_mutants_line_is_named(self):
        self.write(MUTANT, "// verdict: RACE\n// line: 7\n")
        self.assert_mutant(None, "RACE", 7)
        self.assert_mutant("must name line 7", "RACE", 8)

    def test_a_mutant_loses_points(self):
        self.write(MUTANT, "// verdict: RACE\n")
        self.assert_mutant("loses none", "RACE", 7, 100)

    def test_a_mutant_has_the_diagnosis_that_it_says(self):
        self.write(MUTANT, "// verdict: WRONG\n// diagnosis: grid_swapped, not k_tail_missing\n")
        self.assert_mutant(None, "WRONG", diagnosis="grid_swapped")
        self.assert_mutant("do not look like grid_swapped", "WRONG")
        self.write(MUTANT, "// verdict: WRONG\n// diagnosis: not k_tail_missing\n")
        self.assert_mutant("look like k_tail_missing", "WRONG", diagnosis="k_tail_missing")
        self.write(MUTANT, "// verdict: WRONG\n// diagnosis: grid_swopped\n")
        self.assert_mutant("grid_swopped is not a diagnosis", "WRONG")

    def test_a_gpu_may_show_something_else(self):
        self.write(MUTANT, "// verdict: RACE\n// cuda: WRONG or NOT FINITE\n")
        self.assert_mutant(None, "NOT FINITE", backend="cuda")
        self.assert_mutant(None, "RACE", backend="cuda")
        self.assert_mutant("the grader says TIMED OUT", "TIMED OUT", backend="cuda")
        self.write(MUTANT, "// verdict: PASSED\n// cuda: TOO SLOW\n")
        self.assert_mutant("the grader says PASSED", "PASSED", backend="cuda")

    def test_a_mutant_says_what_it_is(self):
        for text, said in (("int x;\n", "this one does not"), ("\n" * 8 + "// verdict: RACE\n", "this one does not"),
                           ("// verdict: RAEC\n", "'RAEC' is not a verdict"),
                           ("// verdict: RACE\n// cuda: WRNOG\n", "'WRNOG' is not a verdict")):
            self.write(MUTANT, text)
            self.assert_mutant(said, "RACE")

    def test_a_machine_that_cannot_grade_is_not_the_mutants_fault(self):
        self.assert_mutant("it could not be graded here", "NOT GRADED", infrastructure=True, code=3)

    def test_a_tool_that_dies_is_told_from_a_verdict(self):
        for code, said in ((-9, r"was ended by signal 9 \(Killed\)"), (2, "ended with exit status 2")):
            with self.assertRaisesRegex(judged.Unfinished, said):
                self.rules(judged.judge_mutant, MUTANT, Tool(code=code))

    def test_a_result_that_readers_do_not_expect_is_no_result(self):
        self.write(MUTANT, "// verdict: RACE\n")
        tool = Tool("RACE")
        tool.wrong_in = lambda result: "no score" if result == {"labs": [tool.lab]} else ""
        with self.assertRaisesRegex(judged.OffSchema, "no score"):
            self.rules(judged.judge_mutant, MUTANT, tool)

    def test_a_skeleton_is_no_answer_and_has_no_warnings(self):
        def said(*answer, **more):
            return self.rules(judged.judge_skeleton, Tool(*answer, **more))
        self.assert_rules(None, said("NOT STARTED", score=0))
        self.assert_rules("this one is UNFINISHED", said("UNFINISHED", score=0))
        self.assert_rules("this one is NOT STARTED", said("NOT STARTED", score=5))
        self.assert_rules("the skeleton must compile without warnings, but the compiler says: unused x",
                          said("NOT STARTED", score=0, compiler="ok\nmodule: x\nwarnings:\nunused x\n"))

    def test_the_skeleton_is_newly_derived(self):
        self.write("labs/01_one/kernel.cpp", "a student's\n")
        seen = []
        tool = Tool("NOT STARTED", score=0)
        answer = tool.answer
        tool.run = lambda command: (
            seen.extend(Path(word).read_text() for word in command if str(word).endswith("kernel.cpp"))
            or answer(command))
        self.assertEqual(self.rules(judged.judge_skeleton, tool), [])
        self.assertEqual(seen, [SKELETON, SKELETON])

    def test_a_solution_passes_and_has_no_warnings(self):
        self.assert_rules(None, self.rules(judged.judge_solution, Tool("PASSED", code=0)))
        self.assert_rules("a solution must pass, but this one is RACE",
                          self.rules(judged.judge_solution, Tool("RACE")))
        self.assert_rules("the compiler says: no such type", self.rules(
            judged.judge_solution, Tool("PASSED", compiler="refused\nmessage:\nno such type\n")))


if __name__ == "__main__":
    unittest.main()
