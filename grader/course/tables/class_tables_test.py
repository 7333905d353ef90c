"""That all tables are written or none is, what differs, and what the instructor is told."""

import json
import tempfile
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO
from unittest import mock

from course import own_files, whole_file
from course.errors import MachineError
from course.gradebooks.opening import open_gradebook
from course.intake.hand_ins import LeftOut, LeftOutReason
from course.records import Record, to_json
from course.sample_results import LABS
from course.tables import class_tables
from course.tables.class_tables import foretold, infrastructure, write_tables
from course.tables.sample_grades import grades, step, student
from course.tables.words import Grades, Student, unjudged

NONE = (
    "No grade would change. Nothing was graded or written, and files that were handed in since the "
    "last run were not looked at."
)


class Infrastructure(unittest.TestCase):
    def test_tells_our_failures_alone_with_the_next_step(self) -> None:
        self.assertEqual(infrastructure(grades(student("ann"))), "none\n")
        text = infrastructure(grades(student("ann"), student("ben", failure="no space\nis left")))
        self.assertIn("Next step", text)
        self.assertTrue(text.endswith("\n\nben: no space is left\n"))


class Tables(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name)
        (self.out / "results").mkdir()
        self.ann = student("ann", row=2, steps=[step("adjustment", "oral: -5", -5)])

    def give(self, *students: Student, **more: dict[str, Any]) -> Grades:
        """The grades of those, whose records exist; `more`: what else these have."""
        for each in students:
            name = each["student"]
            record = Record(name, **more.get(name, {}))
            (self.out / "results" / f"{name}.json").write_text(to_json(record), encoding="utf-8")
        return grades(*students)

    def write(self, grades: Grades, with_book: bool = False) -> list[str]:
        if not with_book:
            return write_tables(self.out, grades)
        path = self.out / "book.csv"
        path.write_text("Student,ID,gemmlab (1)\nAnn,ann,\n", encoding="utf-8")
        return write_tables(self.out, grades, open_gradebook(path, LABS))

    @contextmanager
    def killed(self, at: str, after: bool, file: Path) -> Iterator[BinaryIO]:
        """A run is, when it writes the file of that name: before, or after it is written."""
        if file.name == at and not after:
            raise KeyboardInterrupt
        with whole_file.replace(file) as opened:
            yield opened
        if file.name == at:
            raise KeyboardInterrupt

    def text(self, name: str) -> str:
        return (self.out / name).read_text(encoding="utf-8")

    def test_say_once_what_is_of_a_whole_team(self) -> None:
        team = [student(name, team="Reds") for name in ("ann", "bo")]
        for each in [*team, cy := student("cy")]:
            each["labs"][0]["steps"] = [step("late", "late: -8", -8)]
        self.assertEqual(
            self.write(self.give(*team, cy)), ["Reds (ann, bo): 02: late: -8", "cy: 02: late: -8"]
        )

    def test_say_that_each_of_a_team_has_a_page(self) -> None:
        team = [
            student(f"s{i}", team="Reds", participant=str(i), name=f"A{i}", entries=["Reds_9_x"])
            for i in (1, 2)
        ]
        for each in team:
            folder = self.out / "feedback" / each["student"]
            folder.mkdir(parents=True)
            for name in ("feedback.html", "feedback.txt"):
                (folder / name).write_text("x")
        self.assertIn(
            "moodle_feedback.zip: 2 pages, one for each person, also of a team",
            self.write(self.give(*team)),
        )

    def test_say_that_speed_was_not_judged_and_for_how_much(self) -> None:
        ann = student("ann")
        self.assertEqual(unjudged(grades(ann)), "")
        for lab in ann["labs"]:
            lab["basis"] = ["backend sim"]
        self.assertEqual(
            unjudged(grades(ann)),
            "Speed was not judged without a GPU (20 of the 100 of 02, 03): gradebooks get percents "
            "of the rest",
        )

    def test_are_all_written_and_say_which_rules_applied(self) -> None:
        said = self.write(self.give(self.ann), with_book=True)
        self.assertEqual(said, ["ann: total: oral: -5"])
        self.assertEqual(self.text("canvas.csv"), "Student,ID,gemmlab (1)\nAnn,ann,50\n")
        self.assertEqual(
            {path.name for path in self.out.iterdir()},
            {"book.csv", "canvas.csv", "changes.log", "class.html", "grades.csv", "grades.json",
             "infrastructure.txt", "junit.xml", "results"},
        )  # fmt: skip

    def test_have_the_grades_as_json_without_what_is_only_shown(self) -> None:
        given = self.give(self.ann)
        del given["students"][0]["review"]
        self.write(given)
        self.assertEqual(json.loads(self.text("grades.json")), given)

    def test_stay_as_they_were_if_a_record_cannot_be_read(self) -> None:
        self.write(self.give(self.ann))
        before = self.text("grades.csv"), self.text("grades.json")
        changed = self.give(student("ann", (0, 0)))
        (self.out / "results/ann.json").write_text("{", encoding="utf-8")
        with self.assertRaisesRegex(MachineError, "cannot read the results of ann"):
            self.write(changed)
        self.assertEqual((self.text("grades.csv"), self.text("grades.json")), before)

    def test_log_what_differs_from_the_last_run_and_foretell_it(self) -> None:
        self.write(self.give(self.ann))
        self.assertEqual(self.text("changes.log"), "")
        changed = self.give(student("ann", (80, 40)))
        lines = [
            "ann, lab 03: 40 (PASSED) instead of 20 (PASSED), because: other rules in course.toml",
            "ann, total: 60 instead of 50, because: no longer oral: -5",
        ]
        self.assertEqual(
            foretold(self.out, changed), [*lines, NONE.replace("No grade", "These grades")]
        )
        self.assertEqual(self.text("changes.log"), "")
        self.write(changed)
        logged = self.text("changes.log").splitlines()
        self.assertEqual([line.partition(" ")[2] for line in logged], lines)
        self.assertEqual(foretold(self.out, changed), [NONE])
        idle = step("without_effect", "late oral (-5, without effect)", 0)
        changed = self.give(student("ann", (80, 40), steps=[idle]))
        self.assertEqual(
            foretold(self.out, changed), ["ann: total: late oral (-5, without effect)", NONE]
        )

    def test_log_a_change_once_wherever_a_run_is_killed(self) -> None:
        for killed_at in ("grades.json", "changes.log"):
            for is_written in (False, True):
                with self.subTest(killed_at, is_written=is_written):
                    (self.out / "grades.json").unlink(missing_ok=True)
                    (self.out / "changes.log").write_text("by hand\n", encoding="utf-8")
                    self.write(self.give(student("ann")))
                    changed = self.give(student("ann", (80, 40)))

                    kill = partial(self.killed, killed_at, is_written)
                    with (
                        mock.patch.object(own_files, "replace", kill),
                        mock.patch.object(class_tables, "replace", kill),
                        self.assertRaises(KeyboardInterrupt),
                    ):
                        self.write(changed)
                    self.write(changed)
                    self.write(changed)
                    by_hand, *lines = self.text("changes.log").splitlines()
                    self.assertEqual(by_hand, "by hand")
                    said = [line.partition(" ")[2].partition(":")[0] for line in lines]
                    self.assertEqual(said, ["ann, lab 03", "ann, total"])

    def test_take_damaged_grades_for_none_and_say_so(self) -> None:
        self.write(self.give(self.ann))
        whole = self.text("grades.json")
        empty = '{"schema": "gemmlab.grades/1", "labs": [], "students": '
        for text in (
            "", "[]", "{", "7", "null", "[" * 100_000, empty, empty + "[7]}", empty + '"ann"}',
            empty + "[" * 3000 + "]" * 3000 + "}", whole.replace("grades/1", "grades/0"),
            whole.replace('"points": 80', '"points": "80"'),
            whole.replace('"points": 80', '"points": 1e999'),
            whole.replace('"points": 80', '"points": ' + "9" * 5000),
            whole.replace('"basis": [', '"basis": [7, '), whole.replace('"why": ', '"way": '),
            whole.replace('"steps": [', '"steps": {}, "other": ['),
            whole.replace('"student": "ann"', '"student": ["ann"]'),
        ):  # fmt: skip
            with self.subTest(text[:80]):
                self.assertNotEqual(text, whole)
                (self.out / "grades.json").write_text(text, encoding="utf-8")
                said = foretold(self.out, self.give(self.ann))
                self.assertEqual(said[1:], [NONE])
                self.assertIn("is damaged or of another version", said[0])
                self.assertIn(said[0], self.write(self.give(self.ann)))
                self.assertEqual(self.text("grades.json"), whole)

    def test_say_first_how_many_students_wait_for_a_look_or_a_decision(self) -> None:
        left = LeftOut("", LeftOutReason.not_in_folder)
        given = self.give(
            student("ann", (None, None)),
            student("ben"),
            student("cy"),
            ann={"left_out": [left]},
            ben={"guesses": {"02": "it does not say its lab"}},
        )
        self.assertEqual(
            self.write(given),
            [
                "2 students to check by hand in class.html; 1 of them without a grade until you "
                "decide",
                "these have a grade, and class.html says what to look at: ben",
                f"ann: {left.reason_in_words}",
            ],
        )

    def test_leave_no_gradebook_if_too_many_wait_for_an_open_hand_in(self) -> None:
        given = self.give(student("ann", (None, None)), student("ben"))
        given["open"] = [{"what": "x is nobody's", "students": ["ann"]}]
        self.assertEqual(
            self.write(given, with_book=True)[0],
            "1 student to check by hand in class.html; 1 of them without a grade until you decide",
        )
        self.assertTrue((self.out / "canvas.csv").exists())
        self.write(given | {"has_gradebook": False}, with_book=True)
        self.assertFalse((self.out / "canvas.csv").exists(), "not even one of an earlier run")
        self.assertIn("\nann,,,,,", self.text("grades.csv"))


if __name__ == "__main__":
    unittest.main()
