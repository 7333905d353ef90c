"""Grading a class with a judge that answers what the test says."""

import json
import tempfile
import unittest
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

from course import class_run, grading
from course.class_run import Event, run_class
from course.doors import Judge
from course.grading import ClassRun
from course.intake.hand_ins import SubmissionSource
from course.intake.lab_finder import LabFinder
from course.intake.names import HandIn
from course.labs import Lab
from course.records import Record, failure_of_ours, kept_record, record_file
from course.rules.policy import CountedAttempt, LateRule, default_policy
from course.typed_json import with_sum

Json = dict[str, Any]
LABS = [
    Lab("01", "cpu_loop", "kernel.cpp", "The loop"),
    Lab("02", "naive_kernel", "kernel.cu", "One thread"),
    Lab("03", "tiled_kernel", "kernel.cu", "A tile"),
]
BLANK: Json = {
    "schema": "gemmlab.result/2", "tool_version": "1", "backend": "sim", "seed": 1,
    "started_at": "", "device": "a test", "labs": [], "lab_seconds": [], "seconds": 0.0,
}  # fmt: skip


def check_with(name: str, status: str, message: str = "", fact: Json | None = None) -> Json:
    return {
        "name": name, "kind": "values", "status": status, "outcome": status, "points": 0,
        "max_points": 80, "verdict": "NOT GRADED", "message": message, "line": None,
        "source_file": "", "hint": "", "diagnosis": "", "fact": fact,
    }  # fmt: skip


def result_of_text(id_: str, text: bytes) -> Json:
    """As gemmlab judge answers: passed, unless the text says that the machine fails."""
    lab = next(lab for lab in LABS if lab.id == id_)
    is_ours = text == b"fails"
    check = check_with("values", "not_graded", "the judge aborted") if is_ours else None
    return {
        "id": id_, "slug": lab.slug, "title": lab.title,
        "verdict": "NOT GRADED" if is_ours else "PASSED", "score": 0 if is_ours else 80,
        "max_score": 100, "not_graded_points": 20, "infrastructure": is_ours, "source": "",
        "source_sha256": grading.sha256(text), "speed": None,
        "checks": [check or check_with("values", "passed")],
    }  # fmt: skip


class FakeJudge(Judge):
    """Remembers which texts it has judged."""

    judged: list[bytes]
    answers: list[Json]
    most_open = 0

    def __init__(self, build: Path, setup: Json) -> None:
        self.setup, self.judged, self.answers = setup, [], []
        self.blank, self.sandbox = BLANK, {"name": "full", "missing": [], "memory": "a test"}
        self.has_namespaces = True

    def ask(self, request: Json) -> None:
        if request["file"]:
            text = Path(request["file"]).read_bytes()
            self.judged.append(text)
            lab = result_of_text(request["lab"], text)
        else:
            lab = result_of_text(request["lab"], b"") | {
                "verdict": "NOT STARTED", "score": 0, "source_sha256": "",
                "checks": [check_with("file", "failed", request["no_file"],
                                      {"name": "no_file", "text": request["no_file"]})],
            }  # fmt: skip
        self.answers.insert(0, {"id": request["id"], "result": BLANK | {"labs": [lab]}})
        self.most_open = max(self.most_open, len(self.answers))

    def answer(self) -> Json:
        return self.answers.pop()

    def close(self) -> None:
        pass


class ClassRunTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.events: dict[str, Event] = {}
        self.texts: dict[tuple[str, str], str] = {}  # other than the usual ones
        self.secret = "one"
        self.sums = {lab.id: "as today" for lab in LABS}
        self.students = ["ann", "ben"]
        self.change_run: Callable[[ClassRun], ClassRun] = lambda run: run

    def write(self, student: str, lab: Lab, text: str) -> None:
        file = self.folder / "class" / student / lab.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def grade(self) -> FakeJudge:
        sources = []
        for student in self.students:
            for lab in LABS:
                text = self.texts.get((student, lab.id), student + lab.id)
                if text:
                    self.write(student, lab, text)
            sources.append(SubmissionSource(student, [HandIn(self.folder / "class" / student)]))
        facts = {"root": str(self.folder), "build": "none", "labs": []}
        run = ClassRun(
            facts, self.folder / "out", sources, LABS, frozenset(lab.id for lab in LABS),
            LabFinder(LABS, {}), default_policy(LABS), secret=self.secret, at_once=2,
        )  # fmt: skip
        judge = FakeJudge(Path(), {})
        self.events.clear()
        with (
            mock.patch.object(class_run, "Judge", lambda *_: judge),
            mock.patch.object(grading, "sum_of", lambda lab, root: self.sums[lab.id]),
        ):
            run_class(
                self.change_run(run), lambda event: self.events.update({event.student: event})
            )
        return judge

    def record(self, student: str) -> Record:
        record = kept_record(self.folder / "out", student)
        assert record is not None
        return record

    def points(self, student: str) -> list[int]:
        return [lab["score"] for lab in self.record(student).result["labs"]]

    def test_each_file_of_each_student_is_judged_once(self) -> None:
        judge = self.grade()
        self.assertEqual(sorted(judge.judged),
                         [b"ann01", b"ann02", b"ann03", b"ben01", b"ben02", b"ben03"])  # fmt: skip
        self.assertEqual(self.points("ann"), [80, 80, 80])
        self.assertEqual(self.events["ann"].summary, "3 of 3 passed")

    def test_what_is_known_is_not_judged_again(self) -> None:
        self.grade()
        before = record_file(self.folder / "out", "ann").read_text()
        self.assertEqual(self.grade().judged, [])
        self.assertEqual(record_file(self.folder / "out", "ann").read_text(), before)
        self.assertEqual(self.events["ann"].kind, class_run.Kind.KNOWN)

    def test_only_what_failed_is_judged_again(self) -> None:
        self.texts["ann", "02"] = "fails"
        self.grade()
        self.assertEqual(failure_of_ours(self.record("ann")), "lab 02: the judge aborted")
        self.assertEqual(self.events["ann"].summary, "lab 02: the judge aborted")
        self.assertEqual(self.points("ben"), [80, 80, 80])
        self.assertEqual(self.grade().judged, [b"fails"])
        self.texts.clear()
        self.assertEqual(self.grade().judged, [b"ann02"])
        self.assertEqual(self.points("ann"), [80, 80, 80])

    def test_only_the_lab_that_has_changed_is_judged_again(self) -> None:
        self.grade()
        self.sums["02"] = "of tomorrow"
        self.assertEqual(sorted(self.grade().judged), [b"ann02", b"ben02"])
        self.assertEqual(self.record("ann").labs, self.sums)

    def test_a_file_that_was_handed_in_anew_is_judged(self) -> None:
        self.grade()
        self.texts["ben", "03"] = "better"
        self.assertEqual(self.grade().judged, [b"better"])

    def test_what_was_drawn_from_another_secret_is_judged_again(self) -> None:
        self.grade()
        self.assertNotIn('"one"', record_file(self.folder / "out", "ann").read_text())
        self.secret = "another"
        self.assertEqual(len(self.grade().judged), 6)
        self.assertEqual(self.grade().judged, [])

    def test_a_record_of_another_version_is_replaced_and_that_is_said(self) -> None:
        self.grade()
        file = record_file(self.folder / "out", "ann")
        file.write_text(
            json.dumps(json.loads(file.read_text()) | {"schema": "gemmlab.submission/1"})
        )
        self.assertEqual(len(self.grade().judged), 3)
        self.assertIn("the old result is of another version of gemmlab", self.events["ann"].summary)

    def test_a_damaged_record_is_graded_again_and_those_of_others_stay(self) -> None:
        self.grade()
        file = record_file(self.folder / "out", "ann")
        text = file.read_text()
        for damaged in (
            "", "{}", "[]", "null", "7", text[:-2], text.replace('"score": 80', '"score": 70', 1),
            text.replace('"checks": [', '"checks": 5, "other": [', 1), "[" * 3000 + "]" * 3000,
            with_sum('{\n  "schema": "gemmlab.submission/9",\n  "result": ' + "[" * 3000 + "\n}\n"),
        ):  # fmt: skip
            with self.subTest(damaged[:40]):
                file.write_text(damaged)
                self.assertEqual(self.grade().judged, [b"ann01", b"ann02", b"ann03"])
                self.assertIn("the old result is damaged", self.events["ann"].summary)
                self.assertEqual(self.points("ann"), [80, 80, 80])

    def test_what_a_known_submission_has_now_is_told(self) -> None:
        self.grade()
        extra = replace(LABS[1], file="kernel_v2.cu")
        self.write("ann", extra, "also mine, matmul")
        self.assertEqual(self.grade().judged, [])
        self.assertEqual(len(self.record("ann").left_out), 1)
        (self.folder / "class/ann" / extra.path).unlink()
        self.grade()
        self.assertEqual(self.record("ann").left_out, [])

    def test_a_file_of_two_students_is_judged_once(self) -> None:
        self.texts["ann", "02"] = self.texts["ben", "02"] = "the same"
        judge = self.grade()
        self.assertEqual(judge.judged.count(b"the same"), 1)
        self.assertEqual(self.points("ben"), [80, 80, 80])
        self.assertEqual(self.record("ben").result["labs"][1], self.record("ann").result["labs"][1])
        self.assertEqual(self.grade().judged, [])

    def test_a_copy_of_what_has_no_result_is_judged_itself(self) -> None:
        self.texts["ann", "02"] = self.texts["ben", "02"] = "fails"
        self.assertEqual(self.grade().judged.count(b"fails"), 2)
        self.assertEqual(failure_of_ours(self.record("ben")), "lab 02: the judge aborted")

    def test_whose_record_is_deleted_is_judged_again(self) -> None:
        self.texts["ann", "02"] = self.texts["ben", "02"] = "the same"
        self.grade()
        record_file(self.folder / "out", "ben").unlink()
        self.assertEqual(sorted(self.grade().judged), [b"ben01", b"ben03", b"the same"])

    def test_a_missing_file_is_told_and_not_asked_for_again(self) -> None:
        self.texts["ann", "02"] = ""
        self.grade()
        lab = self.record("ann").result["labs"][1]
        self.assertEqual(lab["verdict"], "NOT STARTED")
        self.assertTrue(lab["checks"][0]["message"])
        self.assertEqual(self.grade().judged, [])

    def test_earlier_attempts_are_judged_only_if_the_best_counts(self) -> None:
        late = LateRule(count=CountedAttempt.BEST)
        for count, judged in ((None, []), (late, [b"first try"])):
            with self.subTest(count):
                run = mock.Mock()
                run.labs, run.wanted, run.facts = LABS[:1], {"01"}, {"root": "."}
                run.best_counts = count is not None
                first = mock.Mock(text=b"first try", submitted_at="2026-01-01T00:00:00Z",
                                  is_late=False)  # fmt: skip
                submission = mock.Mock(files={}, earlier={"01": [first]}, rivals={})
                submission.files = {"01": mock.Mock(text=b"last")}
                questions = list(grading.Grading(run, submission, None).questions())
                earlier = [each.file.text for each in questions if each.is_earlier and each.file]
                self.assertEqual(earlier, judged)

    def test_of_several_files_each_is_judged_once_so_that_somebody_can_choose(self) -> None:
        other = self.folder / "class/ann/02.cu"
        self.grade()
        self.write("ann", LABS[1], "ann02")
        other.write_text("another")
        self.assertEqual(sorted(self.grade().judged), [b"ann02", b"another"])
        record = self.record("ann")
        self.assertEqual(
            [(each.lab, each.path, each.points) for each in record.earlier],
            [("02", "02.cu", 80), ("02", "02_naive_kernel/kernel.cu", 80)],
        )
        self.assertNotIn("02", record.paths)
        self.assertEqual(self.grade().judged, [])
        other.unlink()
        self.assertEqual(self.grade().judged, [b"ann02"])
        self.assertEqual(self.record("ann").earlier, [])
        other.write_text("another")
        self.change_run = lambda run: replace(run, judges_rivals=False)
        self.assertEqual(self.grade().judged, [])
        self.assertEqual(self.record("ann").earlier, [])

    def test_of_more_than_four_files_none_is_judged(self) -> None:
        self.grade()
        for name in ("02", "lab02", "lab_02", "naive_kernel"):
            (self.folder / f"class/ann/{name}.cu").write_text(name)
        self.assertEqual(self.grade().judged, [])
        self.assertEqual(self.record("ann").earlier, [])

    def test_no_more_is_asked_than_the_judge_soon_answers(self) -> None:
        self.students = [f"s{i:02}" for i in range(20)]
        self.assertLessEqual(self.grade().most_open, 2 * class_run.AHEAD)

    def test_a_file_that_cannot_be_read_is_a_failure_of_ours(self) -> None:
        with mock.patch.object(
            class_run, "read_within_limits", side_effect=OSError(5, "I/O error")
        ):
            self.grade()
        self.assertEqual(self.record("ann").infrastructure, "I/O error")
        self.assertEqual(len(self.grade().judged), 6)


if __name__ == "__main__":
    unittest.main()
