#!/usr/bin/env python3
"""A result as continuous integration reads it."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree as xml

PROGRAM = Path(__file__).with_name("junit.py")
AT = "2026-01-02T03:04:05Z"
RACE = "thread (1,0) of block (0,0) writes a_tile[0][1]"


def check(name, status, points, max_points, **more):
    return {"name": name, "status": status, "points": points, "max_points": max_points, "verdict": "NOT GRADED",
            "message": "", "line": None, "source_file": "", **more}


def race(name, **more):
    return check(name, "failed", 0, 20, verdict="RACE", message=RACE, line=4, **more)


def lab(slug, verdict, *checks, score=0, not_graded_points=0, infrastructure=False):
    return {"slug": slug, "source": f"labs/{slug}/kernel.cu", "verdict": verdict, "score": score, "max_score": 100,
            "not_graded_points": not_graded_points, "infrastructure": infrastructure, "checks": list(checks)}


PASSED = lab("02_naive_kernel", "PASSED", check("values 33x50x17", "passed", 80, 80, verdict="PASSED"),
             check("speed", "not_graded", 0, 20, message="no GPU: the simulator does not measure time"),
             score=80, not_graded_points=20)
FAILED = lab("03_tiled_kernel", "RACE", race("values 64x128x96"), race("values 64x64x64", source_file="tiles.cuh"),
             score=20)
UNGRADABLE = lab("04_boundary_handling", "NOT GRADED", check("file", "not_graded", 0, 100, message="no compiler"),
                 not_graded_points=100, infrastructure=True)


class Junit(unittest.TestCase):
    maxDiff = None

    def text(self, *labs, seconds=None, locale="C.UTF-8"):
        seconds = seconds or [0] * len(labs)
        result = {"started_at": AT, "labs": labs, "lab_seconds": seconds, "seconds": sum(seconds)}
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
            json.dump(result, file, ensure_ascii=False)
            file.flush()
            self.json_bytes = Path(file.name).stat().st_size
            return subprocess.run([sys.executable, PROGRAM, file.name], stdout=subprocess.PIPE, check=True,
                                  env={"LC_ALL": locale}).stdout

    def read(self, *labs, **options):
        return xml.fromstring(self.text(*labs, **options))

    def test_is_laid_out_as_googletest_does(self):
        at = f'timestamp="{AT}"'
        totals = f'tests="1" failures="1" disabled="0" skipped="0" errors="0" time="1.250" {at}'
        self.assertEqual(self.text({**FAILED, "checks": FAILED["checks"][:1]}, seconds=[1.25]).decode(), f"""\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="gemmlab" {totals}>
  <testsuite name="03_tiled_kernel" {totals}>
    <properties>
      <property name="verdict" value="RACE" />
      <property name="score" value="20" />
      <property name="max_score" value="100" />
      <property name="not_graded_points" value="0" />
    </properties>
    <testcase name="values 64x128x96" file="labs/03_tiled_kernel/kernel.cu" status="run" result="completed" \
time="0.000" {at} classname="03_tiled_kernel" line="4">
      <properties>
        <property name="points" value="0" />
        <property name="max_points" value="20" />
      </properties>
      <failure message="labs/03_tiled_kernel/kernel.cu:4&#10;RACE&#10;{RACE}" type="RACE">\
labs/03_tiled_kernel/kernel.cu:4
RACE
{RACE}</failure>
    </testcase>
  </testsuite>
</testsuites>
""")

    def test_counts_what_passed_failed_was_skipped_and_could_not_be_judged(self):
        suites = self.read(PASSED, FAILED, UNGRADABLE, seconds=[1.25, 0.5, 0])
        counts = [tuple(node.get(name) for name in ("tests", "failures", "skipped", "errors", "time"))
                  for node in (suites, *suites)]
        self.assertEqual(counts, [("6", "2", "2", "1", "1.750"), ("2", "0", "1", "0", "1.250"),
                                  ("2", "2", "0", "0", "0.500"), ("2", "0", "1", "1", "0.000")])

    def test_shows_a_check_that_was_not_graded_as_skipped_with_its_reason(self):
        speed = self.read(PASSED).find("testsuite/testcase[@name='speed']")
        self.assertEqual(speed.get("result"), "skipped")
        self.assertEqual(speed.find("skipped").get("message"), "no GPU: the simulator does not measure time")

    def test_names_the_file_that_a_line_is_in(self):
        failures = self.read(FAILED).iter("failure")
        self.assertEqual([each.text.split("\n")[0] for each in failures],
                         ["labs/03_tiled_kernel/kernel.cu:4", "tiles.cuh:4"])

    def test_never_shows_a_lab_that_did_not_pass_as_all_green(self):
        suites = self.read({**PASSED, "verdict": "NOT GRADED"}, UNGRADABLE)
        self.assertEqual([(case.find("failure") is not None, case.find("error") is not None)
                          for case in suites.iterfind("testsuite/testcase[@name='verdict']")],
                         [(True, False), (False, True)])

    def test_is_well_formed_whatever_the_student_printed(self):
        text = "<&\">]]>'\n\ufffd\u20ac"
        for locale in ("C", "C.UTF-8", "en_US.ISO-8859-1"):
            suites = self.read({**FAILED, "source": 'a"<.cu', "checks": [{**race("values"), "message": text}]},
                               locale=locale)
            failure = suites.find("testsuite/testcase/failure")
            self.assertEqual(failure.get("message"), f'a"<.cu:4\nRACE\n{text}')
            self.assertEqual(failure.text, failure.get("message"))

    def test_is_at_most_a_few_times_as_long_as_the_result(self):
        checks = [{**race("values"), "message": "\"<\ufffd" * 1000}] * 42
        self.assertLess(len(self.text({**FAILED, "checks": checks})), 4 * self.json_bytes)


if __name__ == "__main__":
    unittest.main()
