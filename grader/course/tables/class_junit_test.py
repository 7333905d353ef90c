"""A class's checks as continuous integration reads them."""

import io
import unittest
from xml.etree import ElementTree as xml

from course.records import Record
from course.sample_results import LABS, Check, check, lab_result, not_graded
from course.tables.class_junit import write_junit

NOT_GRADED = not_graded("speed", 20, "no_gpu", "speed needs a GPU")


def record(
    student: str,
    *checks: Check,
    infrastructure: str = "",
    problem: str = "",
    is_ours: bool = False,
) -> Record:
    record = Record(student, infrastructure=infrastructure, problem=problem, seconds=1.5)
    record.result["started_at"] = "2026-01-01T00:00:00Z"
    if checks:
        verdict = "NOT GRADED" if is_ours else "RACE"
        lab = lab_result(LABS[0], verdict, 0, *checks, infrastructure=is_ours)
        record.result["labs"] = [lab]
    return record


def race(line: int | None = None, message: str = "a race") -> Check:
    return check("values 1x1x1", 3, "RACE", line=line, message=message)


class Junit(unittest.TestCase):
    def read(self, *records: Record) -> dict[str | None, xml.Element]:
        """The suites, by student."""
        out = io.BytesIO()
        write_junit(out, records)
        return {suite.get("name"): suite for suite in xml.fromstring(out.getvalue())}

    def found(self, suite: xml.Element, path: str) -> xml.Element:
        element = suite.find(path)
        assert element is not None, path
        return element

    def test_has_a_suite_a_student_and_tells_failures_from_ours(self) -> None:
        suites = self.read(
            record("ann", check("values 1x1x1", 3), race(line=7), NOT_GRADED),
            record("ben", infrastructure="no space is left"),
            record("eve", problem="it is a link"),
        )
        self.assertEqual(
            {
                name: tuple(suite.get(each) for each in ("tests", "failures", "skipped", "errors"))
                for name, suite in suites.items()
            },
            {"ann": ("3", "1", "1", "0"), "ben": ("1", "0", "0", "1"), "eve": ("1", "1", "0", "0")},
        )
        self.assertEqual(
            self.found(suites["ann"][1], "failure").text,
            "labs/02_naive_kernel/kernel.cu:7\nRACE\na race",
        )
        self.assertEqual(
            self.found(suites["ben"], "testcase/error").get("message"), "no space is left"
        )

    def test_has_a_failed_case_for_each_lab_that_did_not_pass(self) -> None:
        [suite] = self.read(record("ann", NOT_GRADED, is_ours=True)).values()
        self.assertEqual(self.found(suite[-1], "error").text, "NOT GRADED")

    def test_lets_nothing_of_a_student_end_a_text(self) -> None:
        [suite] = self.read(record("ann", race(message=']]><x>&"\n'))).values()
        failure = self.found(suite[0], "failure")
        self.assertEqual(failure.text, 'RACE\n]]><x>&"\n')
        self.assertEqual(failure.get("message"), 'RACE\n]]><x>&"\n')


if __name__ == "__main__":
    unittest.main()
