#!/usr/bin/env python3
"""A class's checks as continuous integration reads them."""

import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree as xml

sys.dont_write_bytecode = True
from class_junit import write_junit  # noqa: E402


def check(status, **more):
    return {
        "name": "values 1x1x1",
        "status": status,
        "points": 0,
        "max_points": 3,
        "verdict": "RACE",
        "message": "a race",
        "line": None,
        "source_file": "",
        **more,
    }


def record(student, *checks, infrastructure="", problem="", is_ours=False):
    labs = (
        [
            {
                "source": "02/kernel.cu",
                "slug": "02_naive_kernel",
                "verdict": "NOT GRADED" if is_ours else "RACE",
                "infrastructure": is_ours,
                "checks": list(checks),
            }
        ]
        if checks
        else []
    )
    return {
        "student": student,
        "infrastructure": infrastructure,
        "problem": problem,
        "seconds": 1.5,
        "result": {"started_at": "2026-01-01T00:00:00Z", "labs": labs},
    }


class Junit(unittest.TestCase):
    def read(self, *records):
        """The suites, by student."""
        out = io.BytesIO()
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / f"{each['student']}.json" for each in records]
            for path, each in zip(paths, records):
                path.write_text(json.dumps(each))
            write_junit(out, paths)
        return {suite.get("name"): suite for suite in xml.fromstring(out.getvalue())}

    def test_has_a_suite_a_student_and_tells_failures_from_ours(self):
        suites = self.read(
            record("ann", check("passed"), check("failed", line=7), check("not_graded")),
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
        self.assertEqual(suites["ann"][1].find("failure").text, "02/kernel.cu:7\nRACE\na race")
        self.assertEqual(suites["ben"].find("testcase/error").get("message"), "no space is left")

    def test_has_a_failed_case_for_each_lab_that_did_not_pass(self):
        [suite] = self.read(record("ann", check("not_graded"), is_ours=True)).values()
        self.assertEqual(suite[-1].find("error").text, "NOT GRADED")

    def test_lets_nothing_of_a_student_end_a_text(self):
        [suite] = self.read(record("ann", check("failed", message=']]><x>&"\n'))).values()
        self.assertEqual(suite[0].find("failure").text, 'RACE\n]]><x>&"\n')
        self.assertEqual(suite[0].find("failure").get("message"), 'RACE\n]]><x>&"\n')


if __name__ == "__main__":
    unittest.main()
