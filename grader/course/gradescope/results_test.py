"""The results that Gradescope shows."""

import copy
import json
import unittest
from typing import Any

from course.gradescope.results import failed, results_of
from course.rules.policy import ShowRule, Visibility

TOP = {
    "score",
    "execution_time",
    "output",
    "output_format",
    "visibility",
    "stdout_visibility",
    "tests",
    "leaderboard",
    "extra_data",
}
TEST = {
    "score",
    "max_score",
    "status",
    "name",
    "number",
    "output",
    "output_format",
    "tags",
    "visibility",
}


def check(
    name: str, kind: str, status: str, points: int, max_points: int, **more: str
) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "status": status,
        "points": points,
        "max_points": max_points,
        "verdict": "PASSED",
        "message": "",
        "hint": "",
        **more,
    }


RECORD: dict[str, Any] = {
    "submission_sha256": "0123",
    "problem": "",
    "seconds": 12.34,
    "sandbox": {"name": "weak"},
    "left_out": [{"path": "notes.txt", "message": "not a lab's file"}],
    "result": {
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
                        verdict="RACE",
                        hint="3.2",
                        message="RACE at <b>line 3</b> ",
                    ),
                    check("speed", "speed", "not_graded", 0, 20, message="there is no GPU"),
                ],
            }
        ]
    },
}


class Results(unittest.TestCase):
    def setUp(self) -> None:
        self.record = copy.deepcopy(RECORD)
        self.lab = self.record["result"]["labs"][0]

    def results(self, show: ShowRule | None = None) -> dict[str, Any]:
        results = results_of(self.record, show or ShowRule())
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
            "Lab 03 Share a tile: RACE, 60 of 100 points; 20 are not graded here\n"
            "Ignored: notes.txt (not a lab's file)\n",
        )
        self.record["problem"] = "it is a link"
        self.assertIn("The submission was not accepted: it is a link\n", self.results()["output"])

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
