"""What goes back to ann, for tests: lab 02 passed, two days late, and 03 failed."""

import unittest

from course.dates import parse_utc
from course.feedback import Request, request_for
from course.records import LabResult
from course.rules.exceptions import Adjustment, Exceptions
from course.rules.grade import grade_of_record
from course.rules.policy import LabPolicy, default_policy
from course.sample_results import LABS, sample_record


class FeedbackCase(unittest.TestCase):
    def setUp(self) -> None:
        self.record = sample_record("ann")
        self.record.submitted_at["02"] = "2026-01-02T12:00:00Z"
        self.policy = default_policy(LABS)
        self.policy.labs["02"] = LabPolicy(due=parse_utc("2026-01-01T00:00:00Z"))
        self.policy.labs["03"] = LabPolicy(due=parse_utc("2026-03-01T00:00:00Z"))
        self.policy.late.percent = 10
        self.own = self.policy.exceptions["ann"] = Exceptions()

    def adjust_total(self, points: float, reason: str) -> None:
        self.own.adjustments[""] = Adjustment(points, reason)

    def lab(self, id_: str) -> LabResult:
        return self.record.result["labs"][[lab.id for lab in LABS].index(id_)]  # type: ignore[no-any-return]

    def request(self, now: str = "2026-02-01T00:00:00Z", name: str = "") -> Request:
        at = parse_utc(now)
        assert at is not None
        grade = grade_of_record(self.record, self.policy, LABS)
        return request_for(self.record, grade, self.policy, at, name)
