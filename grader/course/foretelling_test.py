"""What --dry-run says of hand-ins that would be judged again."""

import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

from course.foretelling import judged_again
from course.grading import ClassRun, sum_of
from course.intake.hand_ins import SubmissionSource
from course.intake.lab_finder import LabFinder
from course.records import Record, record_file, to_json
from course.rules.policy import default_policy
from course.sample_results import LABS, sample_record


class Foretelling(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root, self.out = Path(folder.name, "root"), Path(folder.name, "out")
        (self.out / "results").mkdir(parents=True)
        for lab in LABS:
            file = self.root / "solutions" / lab.path
            file.parent.mkdir(parents=True)
            file.write_text("solution")
        facts = {"root": str(self.root), "version": "0.1.0"}
        finder = LabFinder(LABS, {lab.id: "" for lab in LABS})
        wanted = frozenset(lab.id for lab in LABS)
        policy = default_policy(LABS)
        self.run_ = ClassRun(facts, self.out, [], LABS, wanted, finder, policy, seed=7)

    def keep(self, name: str) -> Record:
        record = sample_record(name)
        record.labs = {lab.id: sum_of(lab, self.root) for lab in LABS}
        record.allowed = self.run_.allowed
        record_file(self.out, name).write_text(to_json(record), encoding="utf-8")
        return record

    def said(self, *names: str) -> list[str]:
        return judged_again(self.run_, [SubmissionSource(name) for name in names])

    def test_is_silent_where_nothing_would_be_judged(self) -> None:
        self.keep("ann")
        self.assertEqual(self.said("ann"), [])

    def test_counts_who_is_judged_again_because_a_lab_changed(self) -> None:
        self.keep("ann")
        self.keep("ben")
        (self.root / "solutions" / LABS[1].path).write_text("another solution")
        self.assertEqual(
            self.said("ann", "ann", "ben"),
            ["2 students would be judged again in lab 03, whose requirements or solution changed; "
             "those grades are known only then"],
        )  # fmt: skip

    def test_tells_what_makes_all_be_judged_again(self) -> None:
        self.keep("ann")
        allows_more = replace(self.run_.policy, headers=["cstdio"])
        for run, why in (
            (replace(self.run_, seed=8), "another --seed"),
            (replace(self.run_, policy=allows_more), "[allow] has changed"),
            (
                replace(self.run_, facts=self.run_.facts | {"version": "0.2.0"}),
                "gemmlab is another version",
            ),
        ):
            [said] = judged_again(run, [SubmissionSource("ann")])
            self.assertIn(f"1 student would be judged again in all labs: {why};", said)

    def test_counts_who_is_new_and_which_lab_is(self) -> None:
        record = self.keep("ann")
        del record.result["labs"][1]
        record_file(self.out, "ann").write_text(to_json(record), encoding="utf-8")
        self.assertEqual(
            [each.partition(";")[0] for each in self.said("ann", "ben")],
            ["1 student would be judged in lab 03, which is new",
             "1 student would be graded for the first time"],
        )  # fmt: skip


if __name__ == "__main__":
    unittest.main()
