"""The command gradescope: what it writes if grading fails, and what it refuses."""

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from course.commands import GradescopeOptions
from course.errors import MachineError, UsageError
from course.facts import Facts
from course.gradescope import gradescope as command

LABS = "id name file title\n01 one kernel.cpp One\n02 two kernel.cu Two\n"


class Graded(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "labs").mkdir()
        (self.folder / "labs/labs.table").write_text(LABS)
        self.facts: Facts = {"root": str(self.folder), "build": str(self.folder / "build")}
        self.asked: list[tuple[Any, ...]] = []

    def grade(self, answer: object, **options: Any) -> dict[str, Any]:
        """The results, if grading gives that answer, or raises it."""

        def grade_one_submission(*asked: Any) -> object:
            self.asked.append(asked)
            if isinstance(answer, BaseException):
                raise answer
            return answer

        results = self.folder / "results.json"
        given: dict[str, Any] = {"grade": "submission", "results": str(results), **options}
        with mock.patch.object(command, "grade_one_submission", grade_one_submission):
            self.assertEqual(command.gradescope(GradescopeOptions(**given), self.facts), 0)
        found: dict[str, Any] = json.loads(results.read_text())
        return found

    def assert_failed(self, results: dict[str, Any], why: str) -> None:
        self.assertNotIn("score", results)
        self.assertIn(why, results["extra_data"]["infrastructure"])
        self.assertIn("not a problem with your work", results["output"])

    def test_a_failure_of_ours_is_no_score(self) -> None:
        self.assert_failed(self.grade((None, "no sandbox\x1b[31m")), "no sandbox")
        self.assert_failed(self.grade(MachineError("the disk is full")), "the disk is full")
        self.assert_failed(self.grade(KeyError("x")), "x")
        self.assert_failed(self.grade((None, "")), "no result")

    def test_what_is_interrupted_writes_nothing(self) -> None:
        with self.assertRaises(KeyboardInterrupt):
            self.grade(KeyboardInterrupt())
        self.assertFalse((self.folder / "results.json").exists())

    def test_labs_and_secret_are_those_of_the_assignment(self) -> None:
        secret = self.folder / "secret"
        secret.write_text("a" * 64)
        self.grade((None, "x"), labs=["02"], secret=str(secret))
        ((_, folder, policy, digits, labs),) = self.asked
        self.assertEqual((folder, digits), (Path("submission").absolute(), "a" * 64))
        self.assertEqual((sorted(policy.labs), [lab.id for lab in labs]), (["01", "02"], ["02"]))

    def test_rules_or_a_secret_that_cannot_be_read_are_no_score_either(self) -> None:
        for name in ("secret", "course"):
            results = self.grade((None, "x"), **{name: str(self.folder / "none")})
            self.assert_failed(results, "none")
        self.assertEqual(self.asked, [])

    def test_a_place_that_cannot_be_written_to_is_named(self) -> None:
        with self.assertRaisesRegex(MachineError, "^cannot write .*: No such file"):
            self.grade((None, "x"), results=str(self.folder / "none/results.json"))


class Refused(unittest.TestCase):
    def test_one_of_both_uses_must_be_asked_for(self) -> None:
        for options in (GradescopeOptions(), GradescopeOptions(grade="submission")):
            with self.assertRaisesRegex(UsageError, "needs --out F.zip"):
                command.gradescope(options, {"root": "/"})

    def test_a_hand_out_makes_no_archive(self) -> None:
        with tempfile.TemporaryDirectory() as root:
            Path(root, "reference").mkdir()
            with self.assertRaisesRegex(UsageError, "gradescope --out does not work here"):
                command.gradescope(GradescopeOptions(out="f.zip"), {"root": root})


if __name__ == "__main__":
    unittest.main()
