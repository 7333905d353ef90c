"""What a student is told of points, and sees of results. How it looks: feedback_pages_test.py."""

import json
import tempfile
import unittest
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from course import feedback as pages
from course.feedback import Answer, Feedback, feedback_of, write_feedback
from course.intake.hand_ins import LeftOut, LeftOutReason, SubmissionSource
from course.intake.names import NO_BREAK
from course.intake.roster import Person
from course.records import record_file, to_json
from course.rules import exceptions
from course.rules.exceptions import Adjustment, Request
from course.rules.grade import grade_of_record
from course.rules.policy import Visibility
from course.sample_feedback import FeedbackCase
from course.sample_results import LABS, check, lab_without_file, sample_record


def answer_to(request: pages.Request) -> Answer:
    """Only names the labs and the checks that it was asked to show."""
    about = {
        lab["id"]: "".join(f"{lab['id']} {each['name']}\n" for each in lab["checks"])
        for lab in request["result"]["labs"]
    }
    return {"html": f"<h1>{request['heading']}</h1>{''.join(about.values())}", "labs": about}


def feedback(request: pages.Request) -> Feedback:
    return feedback_of(request, answer_to(request))


def one_line(text: str) -> str:
    return " ".join(text.split())


def shown_checks(request: pages.Request) -> list[str]:
    return [each["name"] for lab in request["result"]["labs"] for each in lab["checks"]]


class Points(FeedbackCase):
    def test_have_every_step_and_what_they_began_from(self) -> None:
        self.policy.title = "GPUs & you"
        self.adjust_total(-5, "late oral")
        request = self.request()
        late = (
            "80 before: 2 days late, due Jan 01 00:00, handed in Jan 02 12:00 (UTC); 10 % for each "
            "started day: -16"
        )
        self.assertEqual(
            request["table"],
            [
                ["lab", "points", "why", "your file"],
                ["02", "64 of 80", late, ""],
                ["03", "20 of 80", "", ""],
                ["total", "37 of 80 (46.25 %)", "(64 + 20) / 2 = 42; late oral: -5", ""],
                [
                    "not graded",
                    "20 of 100",
                    "cannot be judged on this machine, and is not in the total",
                    "",
                ],
                ["measured 02", "", "C is right for 1 shape", ""],
            ],
        )
        self.assertEqual(request["lead"], "total: 37 of 80 (46.25 %)")
        self.assertEqual(request["points"], {"02": [64, 80], "03": [20, 80]})
        text = feedback(request).text
        self.assertTrue(
            text.startswith("GPUs & you: ann\n\n  02          64 of 80\n      80 before")
        )
        self.assertIn(late, one_line(text))
        self.assertIn("\n  total       37 of 80 (46.25 %)\n", text)

    def test_are_under_the_students_name_and_beside_the_file_that_was_graded(self) -> None:
        self.record.paths["02"] = "work/lab02_final.cu"
        request = self.request(name="Ann Lee")
        self.assertEqual((request["title"], request["heading"]), ("gemmlab", "Ann Lee (ann)"))
        self.assertEqual(request["table"][1][3], '"work/lab02_final.cu"')
        self.assertIn('      your file: "work/lab02_final.cu"\n', feedback(request).text)
        self.assertEqual(self.request(name="ann")["heading"], "ann")

    def test_name_none_before_a_rule_that_took_none(self) -> None:
        self.own.extra_days["02"] = 3
        self.assertEqual(
            self.request()["table"][1][2], "extension of 3 days, due Jan 04 00:00 (UTC)"
        )

    def test_have_no_formula_before_the_steps_of_a_total_of_one_lab(self) -> None:
        del self.policy.labs["03"]
        self.adjust_total(-5, "late oral")
        self.assertEqual(self.request()["table"][2][2], "late oral: -5")

    def test_are_none_for_an_excused_lab(self) -> None:
        self.own.excused.add("03")
        request = self.request()
        self.assertEqual(
            request["table"][2], ["03", "\u2013", "excused: this lab does not count", ""]
        )
        self.assertEqual(list(request["points"]), ["02"])

    def test_are_open_until_it_is_decided_what_counts(self) -> None:
        self.record.left_out = [
            LeftOut(f"{name}.cu", LeftOutReason.one_of_several, 2, "03") for name in "ab"
        ]
        request = self.request()
        undecided = "your instructor decides what counts; ask if this stays so"
        self.assertEqual(request["table"][2:], [
            ["03", "\u2013", undecided, ""], ["total", "\u2013", undecided, ""],
            ["measured 02", "", "C is right for 1 shape", ""],
        ])  # fmt: skip
        self.assertEqual(request["lead"], "total: \u2013")
        self.assertEqual([lab["id"] for lab in request["result"]["labs"]], ["02"])

    def test_are_open_without_the_reason_that_the_instructor_wrote_down(self) -> None:
        self.own.open["03"] = "perhaps copied"
        request = self.request()
        undecided = "your instructor decides what counts; ask if this stays so"
        self.assertEqual([row[1:3] for row in request["table"][2:4]], [["\u2013", undecided]] * 2)
        self.assertNotIn("copied", json.dumps(request))
        self.assertEqual([lab["id"] for lab in request["result"]["labs"]], ["02"])

    def test_blame_no_student_for_our_failure(self) -> None:
        self.record.infrastructure = "no space is left"
        request = self.request()
        ours = "not judged: a problem of the grader, not of your work"
        self.assertEqual([row[1:3] for row in request["table"][1:]], [["\u2013", ours]] * 3)
        self.assertEqual(request["result"]["labs"], [])


class MoreRows(FeedbackCase):
    def rows(self) -> list[list[str]]:
        rows: list[list[str]] = self.request()["table"][5:]
        return rows

    def test_say_what_was_measured_where_a_lab_passed(self) -> None:
        lab = self.lab("02")
        lab["metrics"] = {
            "shape": [128, 128, 64],
            "derived": {"reuse": 28.44, "sectors_over_ideal": 1, "conflict_degree": 0},
            "readings": {"reuse": "Reuse: 28.4.", "sectors_over_ideal": "..."},
        }
        lab["speed"] = {"ratio": 2.314, "baseline": "lab 02", "over": "02", "gflops": 812.4}
        lab["checks"].append(check("reuse of loaded elements", 0, kind="evidence"))
        said = (
            "C is right for 1 shape; reuse 28.4, sectors over ideal 1.0 (at 128x128x64); "
            "2.31 times as fast as lab 02, 812 GFLOP/s"
        )
        self.assertEqual(self.rows(), [["measured 02", "", said, ""]])
        self.assertIn(said, one_line(feedback(self.request()).text))
        self.policy.show.evidence = self.policy.show.speed = Visibility.HIDDEN
        self.assertEqual(self.rows()[0][2], "C is right for 1 shape")
        lab["verdict"] = "TOO SLOW"
        self.assertEqual(self.rows(), [])

    def test_show_requests_and_their_answers_with_who_and_when(self) -> None:
        self.own.requests = [Request("03", 'it is "right"\nreally'), Request("", "thanks")]
        self.assertEqual(
            self.rows()[1:],
            [
                ["request 03", "not answered yet", self.rows()[1][2], ""],
                ["request", "not answered yet", 'you wrote: "thanks"', ""],
            ],
        )
        self.assertIn("it is \u2019right\u2019", self.rows()[1][2])
        self.own.checked = {"03": exceptions.Answer("line 4 races", "Ina", "2026-12-01")}
        self.own.adjustments[""] = Adjustment(2, "for asking", "Bo", "2026-12-02")
        rows = self.rows()
        self.assertEqual([row[1] for row in rows[1:]], ["answered", "answered"])
        self.assertTrue(rows[1][2].endswith("; Ina, 2026-12-01: line 4 races"))
        self.assertTrue(rows[2][2].endswith("; Bo, 2026-12-02: for asking (points: +2)"))
        self.assertIn("Bo, 2026-12-02: for asking", one_line(feedback(self.request()).text))

    def test_show_what_somebody_checked_unasked(self) -> None:
        self.own.checked = {
            "": exceptions.Answer(),  # only for the instructor's list
            "03": exceptions.Answer("line 4 races", "Ina", "2026-12-01"),
        }
        self.assertEqual(self.rows()[1:], [["checked 03", "", "Ina, 2026-12-01: line 4 races", ""]])


class Results(FeedbackCase):
    def test_are_shown_with_the_kept_file_under_the_students_own_path(self) -> None:
        self.record.paths["03"] = "my labs/lab03.cu"
        self.record.sources["03"] = "first\nsecond\n"
        ours = self.lab("03")["source"]
        self.lab("03")["printed"] = f"in {ours}"
        before = json.dumps(self.record.result)
        request = self.request()
        self.assertEqual(request["sources"], {"my labs/lab03.cu": "first\nsecond\n"})
        self.assertNotIn(ours, json.dumps(request))
        self.assertIn("in my labs/lab03.cu", json.dumps(request))
        self.assertEqual(json.dumps(self.record.result), before)

    def test_quote_each_labs_own_file_also_if_two_have_one_name(self) -> None:
        for paths in (("kernel.cu", "kernel.cu"), (self.lab("03")["source"], "kernel.cu")):
            self.record.paths |= dict(zip(("02", "03"), paths))
            self.record.sources |= {"02": "of two\n", "03": "of three\n"}
            request = self.request()
            quoted = {
                lab["id"]: request["sources"][lab["source"]] for lab in request["result"]["labs"]
            }
            self.assertEqual(quoted, {"02": "of two\n", "03": "of three\n"}, paths)
            self.assertEqual(request["table"][1][3], f'"{paths[0]}"')

    def test_without_a_file_name_no_path(self) -> None:
        self.record.paths["03"] = "x.cu"
        self.lab("03")["source"] = ""
        self.assertNotIn("x.cu", json.dumps(self.request()["result"]))

    def test_count_what_was_not_run_without_a_gpu_as_on_all_other_pages(self) -> None:
        speed = check("speed", 20, "DOES NOT COMPILE", outcome="not_run", hint="2.1", fact=None)
        file = check("file", 80, "DOES NOT COMPILE")
        self.lab("02").update(
            checks=[file, speed], score=0, not_graded_points=0, verdict="DOES NOT COMPILE"
        )
        [lab, _] = self.request()["result"]["labs"]
        self.assertEqual(lab["not_graded_points"], 20)
        shown = lab["checks"][1]
        self.assertEqual(
            [shown[key] for key in ("outcome", "reason", "verdict", "hint", "max_points")],
            ["not_graded", "no_gpu", "NOT GRADED", "", 20],
        )
        self.assertEqual(lab["checks"][0], file)

    def test_have_one_scale_for_a_lab_without_a_file(self) -> None:
        self.record.result["labs"][1] = lab_without_file(LABS[1], "nothing")
        [only] = self.request()["result"]["labs"][1]["checks"]
        self.assertEqual(only["max_points"], 80)

    def test_follow_what_the_course_shows_at_that_time(self) -> None:
        self.lab("03")["checks"][0] |= {"name": "secret", "kind": "evidence"}
        self.lab("03")["advice"] = [{"message": "wasteful"}]

        def is_shown(now: str) -> bool:
            request = self.request(now)
            has_advice = bool(request["result"]["labs"][1]["advice"])
            self.assertEqual(has_advice, "secret" in shown_checks(request))
            self.assertEqual("secret" in feedback(request).text, has_advice)
            return has_advice

        self.assertTrue(is_shown("2026-02-01T00:00:00Z"))
        self.policy.show.evidence = Visibility.AFTER_DUE_DATE
        self.assertFalse(is_shown("2026-02-01T00:00:00Z"))
        self.assertTrue(is_shown("2026-03-02T00:00:00Z"))
        self.own.extra_days[""] = 3
        self.assertFalse(is_shown("2026-03-02T00:00:00Z"))
        self.policy.show.evidence = Visibility.HIDDEN
        self.assertFalse(is_shown("2027-03-02T00:00:00Z"))

    def test_count_the_shapes_with_points_in_the_text(self) -> None:
        def shape(verdict: str) -> dict[str, Any]:
            return check("values", 7, verdict, shape=[16, 16, 16])

        self.lab("03")["checks"] = [shape("PASSED"), shape("PASSED"), shape("RACE")]
        self.assertIn("\n  2 of 3 shapes right: 7 + 7\n", feedback(self.request()).text)
        for same in ("PASSED", "RACE"):
            self.lab("03")["checks"] = [shape(same)] * 2
            self.assertNotIn("shapes right", feedback(self.request()).text)


class IgnoredFiles(FeedbackCase):
    def test_are_few_and_come_after_the_verdicts(self) -> None:
        self.record.left_out = [LeftOut("docs, grader", LeftOutReason.projects_own, 299)]
        self.record.left_out += [LeftOut(f"x{1000 + i}") for i in range(1000)]
        request = self.request()
        self.assertEqual(request["folded"][0], ["1299 ignored files", "reason"])
        self.assertEqual(request["folded"][10:], [
            ["x1008", "not a lab's file"], ["...", "991 more"]
        ])  # fmt: skip
        text = feedback(request).text
        self.assertGreater(text.index("x1008"), text.index("03 values"))
        self.assertIn('  ignored "x1008": not a lab\'s file\n', text)
        self.assertNotIn("x1009", text)

    def test_are_called_as_the_student_does(self) -> None:
        self.record.paths["02"] = "my work/02.cu"
        self.record.left_out = [LeftOut("Lab report.pdf"), LeftOut("", LeftOutReason.empty)]
        request = self.request()
        self.assertEqual(request["folded"][0][0], "1 ignored file")
        both = feedback_of(request, {**answer_to(request), "html": f"my{NO_BREAK}work"})
        self.assertEqual(both.html, "my work")
        self.assertIn('"my work/02.cu"', both.text)
        self.assertIn('"Lab report.pdf"', both.text)

    def test_are_not_mentioned_if_there_are_none(self) -> None:
        self.assertEqual(self.request()["folded"], [])


class Written(FeedbackCase):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name)
        (self.out / "results").mkdir()

    def write(self, *names: str, ahead: int = 0) -> None:
        """`ahead`: how many requests are read before the first is answered."""

        def show(requests: Iterable[pages.Request]) -> Iterator[Answer]:
            waiting: list[pages.Request] = []
            for request in requests:
                waiting.append(request)
                if len(waiting) > ahead:
                    yield answer_to(waiting.pop(0))
            yield from map(answer_to, waiting)

        for name in names:
            record_file(self.out, name).write_text(to_json(sample_record(name)), encoding="utf-8")
        sources = [SubmissionSource(name, who=Person(name=f"{name} \udcff")) for name in names]
        grades = [grade_of_record(sample_record(name), self.policy, LABS) for name in names]
        sources.append(SubmissionSource("not yet"))
        grades.append(grade_of_record(sample_record("not yet"), self.policy, LABS))
        write_feedback(self.out, sources, grades, self.policy, show)

    def test_for_each_student_whose_record_exists(self) -> None:
        for ahead in (0, 1, 5):
            self.write("ann", "ben", "cy", ahead=ahead)
            for name in ("ann", "ben", "cy"):
                folder = self.out / "feedback" / name
                text = (folder / "feedback.txt").read_text(encoding="utf-8")
                self.assertTrue(text.startswith(f"gemmlab: {name} \ufffd ({name})\n"), text)
                page = (folder / "feedback.html").read_text(encoding="utf-8")
                self.assertIn(f"<h1>{name} \ufffd", page)
            self.assertFalse((self.out / "feedback/not yet").exists())

    def test_without_what_could_turn_a_line_around(self) -> None:
        self.adjust_total(-5, "late\u202e \x1b[31moral")
        self.assertIn("late oral: -5", feedback(self.request()).text)


if __name__ == "__main__":
    unittest.main()
