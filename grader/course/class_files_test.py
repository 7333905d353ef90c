"""What grades.json says, and that all files of a class are written."""

import json
import tempfile
import unittest
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from course.class_files import ClassGrades, class_grades, write_class_files
from course.feedback import Answer, Request
from course.gradebooks.opening import open_gradebook
from course.intake.attribution import keep_open
from course.intake.hand_ins import (
    LeftOut,
    LeftOutReason,
    OpenHandIn,
    SubmissionList,
    SubmissionSource,
)
from course.intake.names import HandIn
from course.intake.roster import Person, Roster
from course.records import EarlierAttempt, Record, record_file, to_json
from course.rules import exceptions
from course.rules.exceptions import Exceptions
from course.rules.policy import CoursePolicy, LabPolicy, default_policy
from course.sample_results import (
    LABS,
    lab_without_file,
    passed_lab,
    sample_record,
    ungradable_lab,
)
from course.tables.words import to_check

DUE = 1767225600  # 2026-01-01T00:00:00Z


def show(requests: Iterable[Request]) -> Iterator[Answer]:
    """Only names what it was asked to show."""
    for request in requests:
        labs = {lab["id"]: f"about {lab['id']}\n" for lab in request["result"]["labs"]}
        yield {"html": request["heading"], "labs": labs}


def source(student: str, entry: str, **more: Any) -> SubmissionSource:
    return SubmissionSource(student, [HandIn(Path("class") / entry)], **more)


class ClassCase(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name)
        (self.out / "results").mkdir()
        self.policy: CoursePolicy = default_policy(LABS)

    def keep(self, record: Record) -> None:
        record_file(self.out, record.student).write_text(to_json(record), encoding="utf-8")

    def grades(self, *sources: SubmissionSource, gradebook: Roster | None = None) -> ClassGrades:
        hand_ins = SubmissionList(list(sources))
        return class_grades(self.out, hand_ins, self.policy, LABS, gradebook)


class ClassFiles(ClassCase):
    def test_are_all_written(self) -> None:
        self.keep(sample_record("ann"))
        self.keep(sample_record("ben", passed_lab(), ungradable_lab(LABS[1])))
        sources = [source("ann", "ann"), source("ben", "ben.zip"), SubmissionSource("not yet")]
        book = self.out / "book.csv"
        book.write_text("Student,ID,gemmlab (1)\nann,ann,\n", encoding="utf-8")
        opened = open_gradebook(book, LABS)
        book.unlink()  # it is read once, before anything is graded
        grades, notes = write_class_files(
            self.out, SubmissionList(sources), self.policy, LABS, show, opened
        )
        self.assertEqual([each.student for each in grades.students], ["ann", "ben"])
        self.assertIn("canvas.csv: ben has no row in the gradebook", notes)
        written = json.loads((self.out / "grades.json").read_text(encoding="utf-8"))
        self.assertEqual(written, grades.json)
        for name in ("feedback/ann/feedback.html", "feedback/ben/feedback.txt", "class.html"):
            self.assertGreater((self.out / name).stat().st_size, 0, name)
        self.assertIn("ann,ann,62.5\n", (self.out / "canvas.csv").read_text(encoding="utf-8"))

    def test_say_in_one_file_all_that_the_tables_show(self) -> None:
        ann = sample_record("s1")
        ann.result["labs"][0]["speed"] = {"ratio": 8.5}
        ann.result["labs"][1]["checks"][0]["diagnosis"] = "k_tail_missing"
        self.keep(ann)
        book = self.out / "book.csv"
        book.write_text('Student,ID,Email\nBen,7,\n"Lee, Ann",8,\n', encoding="utf-8")
        handed_in = source("s1", "Ann Lee_1_assignsubmission_file_", who=Person(name="Ann Lee"))
        self.policy.title = "GPUs"
        is_checked = exceptions.Answer()
        self.policy.exceptions["s1"] = Exceptions(checked={"03": is_checked, "": is_checked})
        grades = self.grades(handed_in, gradebook=Roster(book)).json
        [one] = grades["students"]
        self.assertEqual(grades["title"], "GPUs")
        self.assertEqual(grades["labs"][1]["slug"], "03_tiled_kernel")
        self.assertEqual(one["name"], "Ann Lee")
        self.assertEqual(one["entries"], ["Ann Lee_1_assignsubmission_file_"])
        self.assertEqual((one["row"], one["failure"]), (3, ""))
        self.assertEqual(one["labs"][1]["cause"], "RACE: k tail missing, at TODO(3.2)")
        self.assertEqual((one["labs"][0]["file"], one["labs"][0]["speed"]), ("s102", 8.5))
        self.assertEqual(one["percent"], 62.5)  # 50, with 20 not graded
        self.assertEqual(one["checked"], ["", "03"])

    def test_say_no_file_where_it_is_the_skeleton(self) -> None:
        ann = sample_record("ann")
        ann.result["labs"][0]["verdict"] = "NOT STARTED"
        self.keep(ann)
        [one] = self.grades(source("ann", "ann")).json["students"]
        self.assertEqual([lab["file"] for lab in one["labs"]], ["", "ann03"])

    def test_call_a_skeleton_with_another_comment_no_unchanged_one(self) -> None:
        ann = sample_record("ann")
        ann.result["labs"][0]["verdict"] = "NOT STARTED"
        for check in ann.result["labs"][0]["checks"]:
            check.update(status="failed", points=0)
        ann.result["labs"][0]["score"] = 0
        self.keep(ann)
        [one] = self.grades(source("ann", "ann")).json["students"]
        self.assertEqual(one["labs"][0]["zero"], "the skeleton, in which no code was changed")

    def test_say_who_is_in_no_table_because_a_record_is_damaged(self) -> None:
        self.keep(sample_record("ann"))
        self.keep(sample_record("ben"))
        record_file(self.out, "ben").write_text("{", encoding="utf-8")
        hand_ins = SubmissionList([source("ann", "ann"), source("ben", "ben"), source("cy", "cy")])
        grades, notes = write_class_files(self.out, hand_ins, self.policy, LABS, show)
        self.assertEqual([each.student for each in grades.students], ["ann"])
        self.assertEqual(len([note for note in notes if "is in no table" in note]), 1)
        self.assertIn(
            f"{self.out}/results/ben.json is damaged, so that ben is in no table", notes[0]
        )

    def test_follow_a_time_that_was_given_later(self) -> None:
        ann = sample_record("ann")
        ann.sources = {"02": "text"}
        self.keep(ann)
        self.policy.labs["02"] = LabPolicy(due=DUE)
        self.policy.late.percent = 10
        for times, points in (
            ({}, 80),
            ({"": "2026-01-01T12:00:00Z"}, 72),
            ({"": "2026-01-01T12:00:00Z", "02": "2025-12-01T00:00:00Z"}, 80),
        ):
            [grade] = self.grades(source("ann", "ann", times=times)).students
            self.assertEqual(grade.labs[0].points, points, times)

    def test_have_names_as_platforms_look_for_them_and_else_only_what_can_be_shown(self) -> None:
        self.keep(sample_record("ann"))
        self.policy.title = "a\x1b[2J\u202eb"
        grades = self.grades(source("ann", "A\u202e\udcff_1_assignsubmission_file_")).json
        self.assertEqual(grades["title"], "ab")
        [entry] = grades["students"][0]["entries"]
        self.assertEqual(entry, "A\u202e\ufffd_1_assignsubmission_file_")

    def test_have_the_labs_with_results_or_all_if_there_are_none(self) -> None:
        self.keep(sample_record("ann", passed_lab()))
        self.assertEqual(
            [lab["id"] for lab in self.grades(source("ann", "x")).json["labs"]], ["02"]
        )
        self.assertEqual(len(self.grades().json["labs"]), 2)


class Rivals(ClassCase):
    def test_say_what_would_come_out_with_each_after_all_rules(self) -> None:
        self.policy.labs["03"].due = DUE
        self.policy.late.percent = 10
        ann = sample_record("ann", passed_lab(), lab_without_file(LABS[1], "2 files"))
        ann.paths = {"02": "02.cu"}
        ann.left_out = [
            LeftOut(f"{name}.cu", LeftOutReason.one_of_several, 2, "03") for name in "ab"
        ]
        ann.earlier = [
            EarlierAttempt("03", "1", "2025-12-31T00:00:00Z", points=10, path="a b.cu"),
            EarlierAttempt("03", "2", "2026-01-01T01:00:00Z", points=80, path="b.cu"),
        ]
        self.keep(ann)
        [one] = self.grades(source("ann", "ann")).json["students"]
        self.assertIsNone(one["labs"][1]["points"])
        self.assertEqual(
            [(each["path"], each["points"], each["of"]) for each in one["labs"][1]["rivals"]],
            [("a b.cu", 10, 80), ("b.cu", 72, 80)],
        )
        one["review"] = [{"kind": "undecided", "lab": "03", "what": "2 files"}]
        self.assertEqual(
            [flag["what"] for flag in to_check(one)],
            ['2 files; with "a\u2423b.cu" 10 of 80, with "b.cu" 72 of 80'],
        )


class Waiting(ClassCase):
    """Ann has both labs; the others handed in nothing, and were graded when nothing was open."""

    def grade(
        self, absent: Sequence[str], *open_: OpenHandIn, with_roster: bool = True
    ) -> ClassGrades:
        ann = sample_record("ann")
        ann.paths = {"02": "02.cu", "03": "03.cu"}
        self.keep(ann)
        for name in absent:
            none = [lab_without_file(lab, "nothing was handed in") for lab in LABS]
            record = sample_record(name, *none)
            record.is_handed_in = False
            self.keep(record)
        sources = [source("ann", "ann"), *map(SubmissionSource, absent)]
        people = self.out / "people.csv"
        people.write_text("\n".join(["id", "ann", *absent]), encoding="utf-8")
        for each in sources:
            each.who = Person(key=each.student if with_roster else "")
        roster = Roster(people) if with_roster else Roster()
        self.hand_ins = SubmissionList(sources, roster, list(open_))
        keep_open(self.hand_ins)
        return self.regrade()

    def regrade(self) -> ClassGrades:
        self.all, _ = write_class_files(self.out, self.hand_ins, self.policy, LABS, show)
        return self.all

    def points(self, name: str) -> float | None:
        [found] = [each for each in self.all.students if each.student == name]
        return found.labs[0].points

    def page(self, name: str) -> str:
        return (self.out / "feedback" / name / "feedback.txt").read_text(encoding="utf-8")

    def test_for_nothing_leaves_the_0_of_who_handed_in_nothing(self) -> None:
        self.assertTrue(self.grade(["bo"]).has_gradebook)
        self.assertEqual((self.points("ann"), self.points("bo")), (80, 0))
        self.assertIn("about 02", self.page("bo"))

    def test_for_what_may_be_anybodys_takes_the_0_back_even_if_nobody_is_graded_again(self) -> None:
        self.grade(["bo"], OpenHandIn('"x" is nobody\'s'))
        self.assertEqual((self.points("ann"), self.points("bo")), (80, None))
        self.assertTrue(self.all.has_gradebook)  # half of the people, not more
        self.assertIn("your instructor decides", self.page("bo"))
        self.assertNotIn("about 02", self.page("bo"))
        self.assertEqual(self.all.json["open"], [{"what": '"x" is nobody\'s', "students": None}])
        self.assertEqual(self.all.json["waiting"], ["bo"])
        self.grade(["bo"])  # settled
        self.assertEqual(self.points("bo"), 0)

    def test_for_what_may_be_of_some_leaves_others_their_0(self) -> None:
        self.grade(["bo", "cy"], OpenHandIn('"x" may be of cy and dee', {"cy", "dee"}))
        self.assertEqual((self.points("bo"), self.points("cy")), (0, None))
        self.assertEqual(self.all.json["open"][0]["students"], ["cy"])

    def test_for_what_may_be_anybodys_does_not_name_who_has_another_reason(self) -> None:
        self.grade(["bo", "cy"], OpenHandIn('"x" is nobody\'s'))
        bo = sample_record("bo", *(lab_without_file(lab, "two files") for lab in LABS))
        bo.left_out = [LeftOut("02.cu", LeftOutReason.one_of_several, 2, lab.id) for lab in LABS]
        self.keep(bo)
        self.regrade()
        self.assertEqual([self.points("bo"), self.points("cy")], [None, None])
        self.assertEqual(self.all.json["waiting"], ["cy"])

    def test_have_no_page_for_nobodys_repository(self) -> None:
        for name in ("ann", "stranger"):
            (self.out / "class" / name / ".git").mkdir(parents=True)
        parts = {name: [HandIn(self.out / "class" / name)] for name in ("ann", "stranger")}
        self.keep(sample_record("stranger"))
        self.grade(["bo"])
        ann, bo = self.hand_ins.sources
        ann.parts = parts["ann"]
        self.hand_ins.sources = [ann, bo, SubmissionSource("stranger", parts["stranger"])]
        self.regrade()
        names = [student["repositories"] for student in self.all.json["students"]]
        self.assertEqual(names, [["ann"], [], []])

    def test_by_more_than_half_of_the_people_leaves_no_gradebook(self) -> None:
        for with_roster in (True, False):
            self.grade(["bo", "cy"], OpenHandIn('"x" is nobody\'s'), with_roster=with_roster)
            self.assertEqual((self.all.people, self.all.waiting), (3, 2))
            self.assertFalse(self.all.has_gradebook)
            self.assertFalse(self.all.json["has_gradebook"])
        self.assertTrue(self.grade(["bo", "cy"]).has_gradebook)


if __name__ == "__main__":
    unittest.main()
