"""How the course weighs values, memory accesses and speed, and what misses the point of a lab."""

import unittest
from typing import Any

from course.records import EarlierAttempt, Record
from course.rules.exceptions import Adjustment
from course.rules.grade import LabGrade
from course.rules.points import PointsRule, weighed
from course.rules.policy import CountedAttempt
from course.rules.sample_course import policy_in
from course.rules.sample_grades import GradesCase, record, result, steps_of


def check(kind: str, points: int, has_passed: bool = True, **more: Any) -> dict[str, Any]:
    return {
        "kind": kind, "status": "passed" if has_passed else "failed", "max_points": points,
        "points": points if has_passed else 0, "outcome": "passed" if has_passed else "failed",
        "verdict": "PASSED", **more,
    }  # fmt: skip


SPEED = check("speed", 20, has_passed=False, status="not_graded")
# A naive kernel, handed in for a lab that is about something else: right, but it misses the point.
NAIVE = [
    check("file", 0), *[check("values", 5)] * 12, check("evidence", 5, False),
    check("evidence", 5, False), check("evidence", 5), check("evidence", 5), SPEED,
]  # fmt: skip
CPU_LOOP = [check("file", 0), *[check("values", 40)] * 2, check("speed", 20)]  # no evidence


def judged(id_: str, checks: list[dict[str, Any]], verdict: str = "MISSES THE POINT") -> Record:
    lab = result(id_, sum(each["points"] for each in checks), 20)
    return record({**lab, "checks": checks, "verdict": verdict})


def sums(checks: list[dict[str, Any]], rule: PointsRule) -> tuple[int, int, int]:
    lab = weighed({"checks": checks, "score": 70, "max_score": 100, "not_graded_points": 20}, rule)
    return lab["score"], lab["max_score"], lab["not_graded_points"]


class Points(GradesCase):
    def lab(self, ann: Record) -> LabGrade:
        return next(lab for lab in self.of_record(ann).labs if lab.points is not None)

    def test_are_the_judges_by_default(self) -> None:
        lab = {"checks": NAIVE}
        self.assertIs(weighed(lab, PointsRule()), lab)
        self.assertIs(weighed(lab, policy_in("").points), lab)

    def test_of_each_kind_are_together_what_the_course_says(self) -> None:
        self.assertEqual(sums(NAIVE, PointsRule(40, 40, 20)), (60, 100, 20))
        self.assertEqual(sums(NAIVE, PointsRule(30, 70, 0)), (65, 100, 0))
        self.assertEqual(sums(NAIVE, PointsRule(0, 100, 0)), (50, 100, 0))
        for rule in (PointsRule(41, 33, 26), PointsRule(97, 1, 2), PointsRule(1, 98, 1)):
            checks = weighed({"checks": NAIVE}, rule)["checks"]
            for kind, share in (("values", rule.values), ("evidence", rule.evidence)):
                most = [each["max_points"] for each in checks if each["kind"] == kind]
                self.assertEqual(sum(most), share)
                self.assertLessEqual(max(most) - min(most), 1, "they share evenly")

    def test_for_memory_go_to_values_in_a_lab_that_does_not_look_at_it(self) -> None:
        self.assertEqual(sums(CPU_LOOP, PointsRule(40, 40, 20)), (100, 100, 0))
        self.assertEqual(
            [each["max_points"] for each in weighed({"checks": CPU_LOOP}, PointsRule(40, 40, 20))
             ["checks"]],
            [0, 40, 40, 20],
        )  # fmt: skip

    def test_of_matmul_host_are_a_part_of_those_for_values(self) -> None:
        checks = [*[check("values", 5)] * 10, check("host_entry", 10), check("evidence", 20), SPEED]
        lab = weighed({"checks": checks}, PointsRule(30, 50, 20))
        self.assertEqual([each["max_points"] for each in lab["checks"][-3:]], [5, 50, 20])

    def test_follow_from_what_was_judged_without_judging_anew(self) -> None:
        ann = judged("02", NAIVE)
        self.assertEqual((self.lab(ann).points, self.lab(ann).not_graded), (70, 20))
        self.policy.points = PointsRule(20, 60, 20)
        self.assertEqual((self.lab(ann).points, self.lab(ann).not_graded), (50, 20))
        self.policy.points = PointsRule(40, 60, 0)
        self.assertEqual((self.lab(ann).points, self.lab(ann).not_graded), (70, 0))

    def test_that_cannot_be_reached_are_the_same_for_who_has_no_file(self) -> None:
        self.policy.points = PointsRule(60, 30, 10)
        nobody = record({**result("02", 0, 0), "checks": [check("file", 100, False)]})
        self.assertEqual((self.lab(nobody).points, self.lab(nobody).not_graded), (0, 10))

    def test_of_earlier_attempts_are_weighed_too(self) -> None:
        ann = judged(
            "02", [check("values", 60, False), check("evidence", 20, False), SPEED], "RACE"
        )
        ann.earlier = [EarlierAttempt("02", "ab", points=70, verdict="WRONG", checks=NAIVE)]
        self.policy.late.count = CountedAttempt.BEST
        self.assertEqual(self.lab(ann).points, 70)
        self.policy.points = PointsRule(20, 60, 20)
        self.assertEqual(self.lab(ann).points, 50)
        ann.earlier[0].points = None  # our side failed
        self.assertIsNone(self.of_record(ann).labs[1].points)

    def test_are_limited_where_a_kernel_misses_the_point(self) -> None:
        self.policy.points.misses_the_point_percent = 50
        ann = judged("02", NAIVE)
        self.assertEqual(self.lab(ann).points, 40)  # of 80
        self.assertEqual(
            steps_of(self.of_record(ann)),
            "02: right, but it misses the point of the lab: at most 50 %: -30",
        )
        self.assertEqual(self.lab(judged("02", NAIVE, "UNCOALESCED")).points, 70)
        self.policy.points.misses_the_point_percent = 90
        self.assertEqual(steps_of(self.of_record(ann)), "", "it has less")

    def test_are_limited_too_where_c_is_wrong_and_the_point_is_not_judged(
        self,
    ) -> None:
        """No shape is worth failing on purpose."""
        unknown = [check("evidence", 5, False, outcome="not_run", verdict="PARTIAL")] * 4
        wrong = [*[check("values", 5)] * 11, check("values", 5, False), *unknown, SPEED]
        ann = judged("02", wrong, "PARTIAL")
        self.assertEqual(self.lab(ann).points, 55)
        for percent in range(0, 101, 5):
            self.policy.points.misses_the_point_percent = percent
            right, points = (self.lab(each).points for each in (judged("02", NAIVE), ann))
            assert right is not None and points is not None
            self.assertLessEqual(points, right)
            self.assertEqual(points, min(55, 0.8 * percent))
        self.policy.points.misses_the_point_percent = 50
        self.assertEqual(
            steps_of(self.of_record(ann)),
            "02: wrong, so that it may miss the point of the lab: at most 50 %: -15",
        )
        ann.earlier = [EarlierAttempt("02", "ab", points=55, verdict="PARTIAL", checks=wrong)]
        self.policy.late.count = CountedAttempt.BEST
        self.assertEqual(self.lab(ann).points, 40)

    def test_are_not_limited_where_the_kernel_has_the_point_or_there_is_none(self) -> None:
        self.policy.points.misses_the_point_percent = 50
        host = check("host_entry", 10, False, verdict="WRONG")
        tiled = [*[check("values", 5)] * 10, host, *[check("evidence", 5)] * 4, SPEED]
        self.assertEqual(self.lab(judged("02", tiled, "WRONG")).points, 70)
        naive = [*[check("values", 5)] * 10, host, *NAIVE[-5:]]
        naive[-5] = check("evidence", 5, False, verdict="MISSES THE POINT")
        self.assertEqual(self.lab(judged("02", naive, "WRONG")).points, 40)
        loop = [check("values", 90), check("values", 10, False)]
        self.assertEqual(self.lab(judged("02", loop, "WRONG")).points, 90)

    def test_are_limited_before_lateness_and_adjustments(self) -> None:
        self.policy.points.misses_the_point_percent = 50
        self.policy.labs["02"].due = 0
        self.policy.late.percent = 10
        self.ann.adjustments["02"] = Adjustment(7, "explained it", "Ina", "2026-12-01")
        ann = judged("02", NAIVE)
        ann.submitted_at["02"] = "1970-01-01T01:00:00Z"
        self.assertEqual(self.lab(ann).points, 43)
        self.assertIn("-30; 02: 1 day late", steps_of(self.of_record(ann)))
        self.assertIn("explained it (Ina, 2026-12-01): +7", steps_of(self.of_record(ann)))


if __name__ == "__main__":
    unittest.main()
