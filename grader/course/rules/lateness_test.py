"""What lateness costs, and which attempt counts."""

import unittest
from typing import Any

from course.dates import parse_utc
from course.records import EarlierAttempt
from course.rules.grade import LabGrade
from course.rules.lab_facts import AttemptFacts, LabFacts
from course.rules.lateness import DAY, HOUR
from course.rules.policy import CountedAttempt, LabPolicy, LateRule
from course.rules.sample_grades import GradesCase, handed_in, points_of, record, result, steps_of


class Lateness(GradesCase):
    def late(self, seconds: int, points: float = 80.0, **rule: Any) -> LabGrade:
        """Lab 02 alone, handed in that many seconds after it was due."""
        self.policy.labs["02"].due = 0
        self.policy.late = LateRule(**rule)
        return self.of(handed_in("02", points, seconds)).labs[0]

    def test_begins_after_the_grace_time(self) -> None:
        rule = {"percent": 10, "max_days": 2, "grace_minutes": 10}
        for seconds, days in [
            (0, 0), (600, 0), (601, 1), (DAY, 1), (DAY + 1, 2), (-DAY - 1, 0),
        ]:  # fmt: skip
            self.assertEqual(self.late(seconds, **rule).days_late, days, seconds)

    def test_costs_by_the_day_or_the_hour_and_all_after_the_last_day(self) -> None:
        rule = {"percent": 10, "max_days": 2}
        self.assertEqual(self.late(0, **rule).points, 80)
        self.assertEqual(self.late(2 * DAY, **rule).points, 64)
        self.assertEqual(self.late(2 * DAY + 1, **rule).points, 0)
        self.assertEqual(self.late(1, percent=100).points, 0)
        self.assertEqual(self.late(5 * DAY, percent=30).points, 0)  # and not below
        self.assertEqual(self.late(1, max_days=0).points, 0)
        self.assertEqual(self.late(99 * DAY).points, 80)
        self.assertEqual(self.late(2 * HOUR + 1, percent=5, hours=1).points, 68)

    def test_costs_no_more_than_the_limits_let_it(self) -> None:
        rule: dict[str, Any] = {"percent": 10, "most_percent": 25}
        self.assertEqual(self.late(9 * DAY, **rule).points, 60)
        rule["least_points"] = 70
        self.assertEqual(self.late(9 * DAY, **rule).points, 70)
        self.assertEqual(self.late(9 * DAY, points=20, **rule).points, 20)
        rule["max_days"] = 3
        self.assertEqual(self.late(9 * DAY, **rule).points, 0)

    def test_says_each_step_why_and_by_how_much(self) -> None:
        free, late = self.late(2 * DAY, percent=10, free_days=1).steps
        self.assertEqual((free.why, free.points), ("1 of 1 free day used", 0))
        self.assertEqual(
            late.why,
            "2 days late, due Jan 01 00:00, handed in Jan 03 00:00 (UTC); 10 % for each started "
            "day: -8",
        )
        self.assertEqual(late.points, -8)
        self.assertEqual(
            self.late(DAY, percent=10, max_days=0).steps[0].why,
            "1 day late, due Jan 01 00:00, handed in Jan 02 00:00 (UTC); after 0 days there are no "
            "points: -80",
        )

    def test_is_shown_in_the_zone_of_the_due_date(self) -> None:
        self.policy.labs["02"].due = parse_utc("2026-11-22T23:59:00+01:00")
        self.policy.labs["02"].due_offset = 60
        self.policy.late.percent = 5
        at = parse_utc("2026-11-23T08:40:00Z")
        assert at is not None
        self.assertEqual(
            steps_of(self.of(handed_in("02", 80, at))),
            "02: 1 day late, due Nov 22 23:59, handed in Nov 23 09:40 (+01:00); 5 % for each "
            "started day: -4",
        )

    def test_is_a_day_at_least_if_the_platform_says_so(self) -> None:
        self.policy.late.percent = 10
        marked = LabFacts("02", [AttemptFacts(80.0, "PASSED", None, is_late=True)])
        self.assertEqual(points_of(self.of(marked)), [80])  # nothing was due
        self.assertIn("no due date in course.toml: nothing is deducted", steps_of(self.of(marked)))
        self.policy.late.percent = 0
        self.assertEqual(steps_of(self.of(marked)), "")
        self.policy.late.percent = 10
        self.policy.labs["02"].due = 0
        self.assertEqual(points_of(self.of(marked)), [72])
        self.assertIn(
            "02: 1 day late at least, as the platform gives no time, due",
            steps_of(self.of(marked)),
        )
        marked.attempts[0].submitted = -5
        self.assertEqual(points_of(self.of(marked)), [72])
        marked.attempts[0].submitted = DAY + 1
        self.assertEqual(points_of(self.of(marked)), [64])
        self.assertNotIn("at least", steps_of(self.of(marked)))
        self.ann.extra_days["02"] = 2  # the platform does not know of it
        self.assertEqual(points_of(self.of(marked)), [80])
        self.assertNotIn("no time", steps_of(self.of(marked)))
        marked.attempts[0].submitted = None
        self.assertEqual(points_of(self.of(marked)), [80])
        self.assertIn("late, and no time: taken as within the extension", steps_of(self.of(marked)))

    def test_uses_a_free_day_once_for_labs_handed_in_together(self) -> None:
        self.policy.labs["01"].due = self.policy.labs["02"].due = 0
        self.policy.late = LateRule(percent=10, free_days=1)

        def of(at_01: int, at_02: int) -> list[float | None]:
            return points_of(self.of(handed_in("01", 100, at_01), handed_in("02", 100, at_02)))

        self.assertEqual(of(9 * HOUR, 9 * HOUR), [100, 100])
        self.assertEqual(of(9 * HOUR, 9 * HOUR + 9), [100, 90])
        self.assertEqual(of(2 * DAY, 2 * DAY), [90, 90])
        self.policy.labs["02"].due_offset = 60  # the same time in another zone
        self.assertEqual(of(9 * HOUR, 9 * HOUR), [100, 100])
        self.policy.late.free_days = 2
        self.assertEqual(of(9 * HOUR, 9 * HOUR + 9), [100, 100])
        self.policy.labs["02"].due = 1  # another hand-in
        self.policy.late.free_days = 1
        self.assertEqual(of(9 * HOUR, 9 * HOUR), [100, 90])

    def test_leaves_the_days_that_labs_share_for_others(self) -> None:
        self.policy.labs["03"] = LabPolicy(due=DAY)
        self.policy.labs["01"].due = self.policy.labs["02"].due = 0
        self.policy.late = LateRule(percent=10, free_days=2)
        labs = handed_in("01", 100, 9), handed_in("02", 100, 9), handed_in("03", 100, 2 * DAY)
        self.assertEqual(points_of(self.of(*labs)), [100, 100, 100])
        for lab in labs:  # without a time nobody knows whether they came together
            lab.attempts[0] = AttemptFacts(100.0, is_late=True)
        self.assertEqual(points_of(self.of(*labs)), [100, 100, 90])

    def test_uses_free_days_by_due_date_and_only_where_they_save_points(self) -> None:
        self.policy.labs["01"].due = 10 * DAY
        self.policy.labs["02"].due = 0
        self.policy.late = LateRule(percent=10, free_days=3)

        def of(points_of_02: float, at_01: int) -> list[float | None]:
            return points_of(
                self.of(handed_in("01", 100, at_01), handed_in("02", points_of_02, 2 * DAY))
            )

        self.assertEqual(of(100, 12 * DAY), [90, 100])
        self.assertEqual(of(0, 12 * DAY), [100, 0])  # none is wasted on 0 points
        self.policy.late.most_percent = 20
        self.assertEqual(of(100, 20 * DAY), [80, 100])  # nor where the limit holds
        ann = self.of(handed_in("01", 100, 20 * DAY), handed_in("02", 100, 2 * DAY))
        self.assertEqual(steps_of(ann).count("used"), 1)

    def test_is_counted_from_the_extended_due_date_of_that_student_alone(self) -> None:
        self.policy.labs["01"].due = self.policy.labs["02"].due = 0
        self.policy.late.percent = 10
        self.ann.extra_days = {"": 1, "02": 2.5}
        labs = handed_in("01", 100, 2 * DAY), handed_in("02", 100, 2 * DAY)
        self.assertEqual(points_of(self.of(*labs)), [90, 100])
        self.assertEqual(points_of(self.of(*labs, student="ben")), [80, 80])
        self.assertEqual(
            steps_of(self.of(*labs)),
            "01: extension of 1 day, due Jan 02 00:00 (UTC); 01: 1 day late, due Jan 02 00:00, "
            "handed in Jan 03 00:00 (UTC); 10 % for each started day: -10; 02: extension of 2.5 "
            "days, due Jan 03 12:00 (UTC)",
        )

    def test_is_counted_from_an_earlier_due_date_of_that_student_alone(self) -> None:
        self.policy.labs["02"].due = 3 * DAY
        self.policy.late = LateRule(percent=10)
        self.ann.extra_days["02"] = -2.5
        lab = self.of(LabFacts("02", [AttemptFacts(80, "PASSED", 2 * DAY, is_late=True)])).labs[0]
        self.assertEqual((lab.points, lab.days_late, lab.due), (64, 2, DAY // 2))
        self.assertEqual(
            lab.steps[0].why,
            "due date 2.5 days earlier than for others, due Jan 01 12:00 (UTC)",
        )

    def test_is_of_each_labs_own_time(self) -> None:
        self.policy.labs["01"].due = parse_utc("2026-01-31T12:00:00Z")
        self.policy.labs["02"].due = parse_utc("2026-01-31T12:00:00Z")
        self.policy.late.percent = 25
        ann = record(result("01", 80, 0), result("02", 80, 20))
        ann.submitted_at = {"01": "2026-01-31T12:00:00Z", "02": "2026-02-01T12:00:01Z"}
        grades = self.of_record(ann)
        self.assertEqual(points_of(grades), [80, 40])
        self.assertEqual(grades.labs[1].days_late, 2)
        self.assertEqual(grades.labs[1].not_graded, 20)
        self.assertEqual(grades.total, 60)
        ann.late = ["01"]
        self.assertEqual(points_of(self.of_record(ann)), [60, 40])


class Attempts(GradesCase):
    def test_count_the_last_or_the_best_after_lateness(self) -> None:
        self.policy.labs["02"].due = 0
        self.policy.late.percent = 30
        facts = LabFacts(
            "02",
            [
                AttemptFacts(40.0, "RACE", -9),
                AttemptFacts(90.0, "PASSED", 1),
                AttemptFacts(100.0, "CRASHED", 3 * DAY),
            ],
        )
        last = self.of(facts).labs[0]
        self.assertAlmostEqual(last.points or 0, 10)
        self.assertEqual(last.steps[-1].why, "attempt 3 of 3 counts, the last")
        self.policy.late.count = CountedAttempt.BEST
        best = self.of(facts).labs[0]
        self.assertAlmostEqual(best.points or 0, 63)
        self.assertEqual((best.verdict, best.days_late, best.submitted), ("PASSED", 1, 1))
        self.assertEqual(best.steps[-1].why, "attempt 2 of 3 counts, the best")
        self.assertEqual(len(best.steps), 2)
        facts.attempts[0].points = None  # it might have been the best
        self.assertEqual(points_of(self.of(facts)), [None])
        self.policy.late.count = CountedAttempt.LAST
        self.assertAlmostEqual(self.of(facts).labs[0].points or 0, 10)

    def test_use_the_free_days_of_the_one_that_counts(self) -> None:
        self.policy.labs["01"].due, self.policy.labs["02"].due = 0, 1
        self.policy.late = LateRule(percent=10, free_days=2, count=CountedAttempt.BEST)
        twice = LabFacts(
            "01", [AttemptFacts(50.0, "PASSED", 2 * DAY), AttemptFacts(100.0, "PASSED", DAY)]
        )
        self.assertEqual(points_of(self.of(twice, handed_in("02", 100, DAY + 1))), [100, 100])

    def test_of_a_record_are_its_earlier_ones_and_its_own(self) -> None:
        self.policy.labs["01"].due = parse_utc("2026-01-31T12:00:00Z")
        self.policy.late.percent = 10
        ann = record(result("01", 100, 0), result("02", 100, 0))
        ann.submitted_at["01"] = "2026-02-02T12:00:00Z"
        ann.earlier = [
            EarlierAttempt("01", "", "2026-01-31T11:00:00Z", False, 90.0, "TOO SLOW"),
            EarlierAttempt("01", "", "2026-01-31T11:30:00Z", False, 50.0, "WRONG"),
        ]
        self.assertEqual(points_of(self.of_record(ann)), [80, 100])  # the last
        self.policy.late.count = CountedAttempt.BEST
        best = self.of_record(ann).labs[0]
        self.assertEqual((best.points, best.verdict, best.days_late), (90, "TOO SLOW", 0))
        ann.earlier[1].points = None  # it might be the best one
        self.assertEqual(points_of(self.of_record(ann)), [None, 100])


if __name__ == "__main__":
    unittest.main()
