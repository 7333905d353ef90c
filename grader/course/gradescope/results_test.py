"""The results that Gradescope shows."""

import copy
import json
import unittest
from typing import Any

from course.gradescope.results import failed, results_of
from course.gradescope.results_case import TEST, TOP
from course.gradescope.sentences import reason_of
from course.intake.hand_ins import LeftOut, LeftOutReason
from course.rules.points import PointsRule
from course.rules.policy import ShowRule, Visibility, default_policy
from course.sample_results import LABS


def check(
    name: str, kind: str, status: str, points: int, max_points: int, **more: str
) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "status": status,
        "outcome": status,
        "points": points,
        "max_points": max_points,
        "verdict": "PASSED",
        "message": "",
        "hint": "",
        "fact": None,
        **more,
    }


RECORD: dict[str, Any] = {
    "submission_sha256": "0123",
    "problem": "",
    "seconds": 12.34,
    "sandbox": {"name": "weak"},
    "left_out": [
        {"path": "notes.txt", "reason": "made_by_tools", "lab": "", "message": "made by tools"}
    ],
    "result": {
        "backend": "sim",
        "labs": [
            {
                "id": "03",
                "slug": "03_tiled_kernel",
                "title": "Share a tile",
                "verdict": "RACE",
                "score": 60,
                "max_score": 100,
                "not_graded_points": 20,
                "metrics": {"bytes_per_flop": 0.14},
                "speed": {
                    "outcome": "not_graded",
                    "baseline": "",
                    "over": "02_naive_kernel",
                    "ratio": None,
                },
                "checks": [
                    check("values 32x32x32", "values", "passed", 60, 60),
                    check(
                        "reuse",
                        "evidence",
                        "failed",
                        0,
                        20,
                        outcome="not_run",
                        verdict="RACE",
                        hint="3.2",
                        message="RACE at <b>line 3</b> ",
                    ),
                    check("speed", "speed", "not_graded", 0, 20, message="there is no GPU"),
                ],
            }
        ],
    },
}


class Results(unittest.TestCase):
    def setUp(self) -> None:
        self.record = copy.deepcopy(RECORD)
        self.lab = self.record["result"]["labs"][0]

    def results(
        self, show: ShowRule | None = None, points: PointsRule | None = None
    ) -> dict[str, Any]:
        policy = default_policy(LABS)
        policy.show, policy.points = show or ShowRule(), points or PointsRule()
        results = results_of(self.record, policy, LABS)
        json.dumps(results)
        return results

    def test_have_its_keys_and_no_others(self) -> None:
        results = self.results()
        self.assertEqual(set(results), TOP)
        self.assertEqual(set(results["tests"][0]), TEST)
        self.assertEqual(results["extra_data"], {"sandbox": "weak", "submission_sha256": "0123"})

    def test_give_the_points_of_each_check_and_their_sum(self) -> None:
        results = self.results()
        self.assertEqual((results["score"], results["execution_time"]), (60, 12.3))
        self.assertEqual(
            [
                (test["number"], test["name"], test["score"], test["max_score"], test.get("status"))
                for test in results["tests"]
            ],
            [
                ("03.1", "Lab 03: values 32x32x32", 60, 60, "passed"),
                ("03.2", "Lab 03: reuse (RACE)", 0, 20, "failed"),
                ("03.3", "Lab 03: speed", 0, 0, None),
            ],
        )

    def test_say_on_top_what_became_of_each_lab_and_file(self) -> None:
        self.assertEqual(
            self.results()["output"],
            "Lab 03 Share a tile: RACE, you have 60 of 80 points; 20 more are not graded here\n"
            "Ignored: notes.txt (made by tools)\n",
        )
        self.record["problem"] = "it is a link"
        self.assertIn(
            "Your submission was not accepted: it is a link. Submit", self.results()["output"]
        )

    def test_have_the_courses_points(self) -> None:
        results = self.results(points=PointsRule(50, 40, 10))
        self.assertEqual([test["max_score"] for test in results["tests"]], [50, 40, 0])
        self.assertEqual(results["score"], 50)
        self.assertIn("50 of 90 points; 10 more are not graded here", results["output"])

    def test_are_limited_where_a_kernel_misses_the_point(self) -> None:
        limit = PointsRule(misses_the_point_percent=50)
        self.assertEqual(self.results(points=limit)["score"], 40, "it is wrong, and may miss it")
        self.lab["checks"][1].update(outcome="failed", verdict="UNCOALESCED")
        self.assertEqual(self.results(points=limit)["score"], 60)
        self.lab["verdict"] = "MISSES THE POINT"
        results = self.results(points=limit)
        self.assertEqual(results["score"], 40)
        self.assertIn("MISSES THE POINT, you have 40 of 80 points", results["output"])

    def test_tell_who_has_no_file_what_to_do_and_what_can_be_reached(self) -> None:
        only = check("file", "file", "failed", 0, 100, message="the hand-in has no file of a lab")
        self.lab.update(
            checks=[only | {"fact": {"name": "no_file"}}], score=0, not_graded_points=0,
            verdict="NOT STARTED",
        )  # fmt: skip
        [test] = self.results()["tests"]
        self.assertEqual((test["score"], test["max_score"]), (0, 80))
        self.assertEqual(
            test["output"],
            "You submitted no file for this lab, which needs 03_tiled_kernel/kernel.cu. What you "
            'submitted besides: "notes.txt".',
        )
        self.assertIn("you have 0 of 80 points", self.results()["output"])
        for name in "ab":
            left = {"path": f"{name}.cu", "reason": "one_of_several", "lab": "03", "message": ""}
            self.record["left_out"].append(left)
        self.assertIn("You submitted 2 files that", self.results()["tests"][0]["output"])
        self.record["left_out"] = []
        self.assertTrue(self.results()["tests"][0]["output"].endswith("kernel.cu."))
        self.record["problem"] = 'it contains a path with ".."'
        self.assertIn("Your submission was not accepted", self.results()["tests"][0]["output"])

    def test_lose_no_points_for_speed_by_a_file_that_does_not_compile(self) -> None:
        self.lab["checks"][2] |= {"status": "failed", "message": "it does not compile"}
        self.lab["not_graded_points"] = 0
        self.assertEqual(self.results()["tests"][2]["max_score"], 0)
        self.assertIn("60 of 80 points", self.results()["output"])
        self.record["result"]["backend"] = "sim+cuda"
        self.assertEqual(self.results()["tests"][2]["max_score"], 20)

    def test_say_what_a_student_can_do_about_a_file_and_not_what_others_can(self) -> None:
        for reason in LeftOutReason:
            left = LeftOut("a.cu", reason, 2, "02")
            words = reason_of({"reason": reason.value, "message": left.reason_in_words})
            for part in ("ask for", "the hand-in", "the submission", "the platform"):
                self.assertNotIn(part, words, reason)

    def test_take_no_points_for_what_cannot_be_graded_there(self) -> None:
        test = self.results()["tests"][2]
        self.assertEqual(test["max_score"], 0)
        self.assertNotIn("status", test)
        self.assertEqual(test["output"], "Not graded here, so you lose no points: there is no GPU")

    def test_show_what_a_student_wrote_as_plain_text(self) -> None:
        test = self.results()["tests"][1]
        self.assertEqual(test["output_format"], "text")
        self.assertEqual(test["output"], "RACE at <b>line 3</b> \nRead next: ./gemmlab hint 3.2")

    def test_cut_what_is_long_between_characters(self) -> None:
        for text in ("ą" * 9000, "a" + "ą" * 9000, "\U0001f600" * 9000):
            self.lab["checks"][0]["message"] = text
            self.record["problem"] = text
            results = self.results()
            for output in (results["tests"][0]["output"], results["output"]):
                self.assertTrue(output.endswith(text[-1] + "\n..."))
                self.assertLessEqual(len(output.encode()), (8 << 10) + len("\n..."))
        self.lab["checks"][0]["message"] = "a" * (8 << 10)
        self.assertEqual(self.results()["tests"][0]["output"], "a" * (8 << 10))

    def test_are_shown_as_the_course_says(self) -> None:
        show = ShowRule(Visibility.VISIBLE, Visibility.AFTER_PUBLISHED, Visibility.AFTER_DUE_DATE)
        shown = [test["visibility"] for test in self.results(show)["tests"]]
        self.assertEqual(shown, ["visible", "after_published", "after_due_date"])
        for kind in ("file", "host_entry"):
            self.lab["checks"][1]["kind"] = kind
            self.assertEqual(self.results(show)["tests"][1]["visibility"], "visible")

    def test_keep_repairs_that_the_course_keeps(self) -> None:
        self.lab["checks"][0]["message"] = "WRONG\nLook at line 7: with `k` in place of `n`."
        for check in self.lab["checks"]:
            check["changes"] = []
        self.lab["checks"][0]["changes"] = [{"line": 7}]
        for show, output in [
            (ShowRule(), "WRONG\nLook at line 7: with `k` in place of `n`."),
            (ShowRule(repairs=Visibility.HIDDEN), "WRONG\nLook at line 7."),
        ]:
            self.assertTrue(self.results(show)["tests"][0]["output"].startswith(output))

    def test_rank_what_passed_by_speed_and_bytes(self) -> None:
        self.assertEqual(self.results()["leaderboard"], [])
        self.lab["verdict"] = "PASSED"
        self.lab["speed"] |= {"outcome": "fast_enough", "ratio": 2.346}
        self.assertEqual(
            self.results()["leaderboard"],
            [
                {"name": "03: times as fast as 02_naive_kernel", "value": 2.35, "order": "desc"},
                {"name": "03: bytes per FLOP", "value": 0.14, "order": "asc"},
            ],
        )
        self.lab["speed"]["baseline"] = "the CPU loop"
        self.assertEqual(
            self.results()["leaderboard"][0]["name"], "03: times as fast as the CPU loop"
        )
        self.lab["speed"] = self.lab["metrics"] = None
        self.assertEqual(self.results()["leaderboard"], [])

    def test_have_no_score_where_our_side_failed(self) -> None:
        for why in ("the disk is full", "lab 03: ą"):
            results = failed(why)
            self.assertEqual(set(results), TOP - {"score", "execution_time"})
            self.assertEqual((results["tests"], results["leaderboard"]), ([], []))
            self.assertIn("not a problem with your work", results["output"])
            self.assertIn(why, results["output"])
            self.assertIn(why, results["extra_data"]["infrastructure"])


if __name__ == "__main__":
    unittest.main()
