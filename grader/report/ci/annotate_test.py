#!/usr/bin/env python3
"""What annotate.py makes of a result, foreign text included."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import annotate  # noqa: E402


def check(**more):
    return {"outcome": "failed", "verdict": "RACE", "message": "a barrier is missing", "line": 8,
            "source_file": "", **more}


def result(*checks, verdict="RACE", infrastructure=False):
    return {"tool_version": "1", "device": "2 cores; no GPU used",
            "labs": [{"id": "03", "title": "Share a tile", "verdict": verdict, "score": 20.0, "max_score": 100,
                      "not_graded_points": 20, "infrastructure": infrastructure,
                      "source": "labs/03_tiled_kernel/kernel.cu", "checks": list(checks)}]}


class Annotations(unittest.TestCase):
    def test_name_file_line_and_cause(self):
        self.assertEqual(list(annotate.annotations(result(check()))),
                         ["::error file=labs/03_tiled_kernel/kernel.cu,line=8,title=03 RACE::a barrier is missing"])

    def test_say_the_same_once(self):
        said = list(annotate.annotations(result(check(), check(message="other numbers"), check(line=9))))
        self.assertEqual(len(said), 2)

    def test_are_no_more_than_are_shown(self):
        said = list(annotate.annotations(result(*[check(line=line) for line in range(1, 40)])))
        self.assertEqual(len(said), annotate.MOST_ANNOTATIONS)

    def test_leave_out_what_was_not_judged_or_not_begun(self):
        for other in (result(check(outcome="not_run")), result(check(), verdict="NOT STARTED"), result()):
            self.assertEqual(list(annotate.annotations(other)), [])

    def test_blame_the_machine_where_it_failed(self):
        said, = annotate.annotations(result(infrastructure=True))
        self.assertIn("::warning::Lab 03 was not graded: a problem of this machine", said)

    def test_foreign_text_ends_no_command(self):
        said, = annotate.annotations(result(check(message="a\n::error::b%0A", source_file="x,line=1::y.h")))
        self.assertEqual(said, "::error file=x%2Cline=1%3A%3Ay.h,line=8,title=03 RACE::a%0A::error::b%250A")


class Summary(unittest.TestCase):
    def test_has_a_row_for_each_lab_and_the_findings(self):
        said = annotate.summary(result(check()))
        self.assertIn("| 03 Share a tile | RACE | 20 of 80 | 20 |\n", said)
        self.assertIn("**03 RACE**, labs/03\\_tiled\\_kernel/kernel.cu:8: a barrier is missing\n", said)

    def test_foreign_text_is_no_markup(self):
        said = annotate.summary(result(check(message="<img src=x>\n\n# [a](b) @all |")))
        self.assertIn("&lt;img src=x&gt; \\# \\[a\\](b) \\@all \\|", said)


class CodeQuality(unittest.TestCase):
    def test_has_the_lines_and_tells_findings_apart(self):
        first, second = annotate.code_quality(result(check(), check(line=9)))
        self.assertEqual(first["location"], {"path": "labs/03_tiled_kernel/kernel.cu", "lines": {"begin": 8}})
        self.assertNotEqual(first["fingerprint"], second["fingerprint"])
        self.assertEqual(annotate.code_quality(result(check(), check(line=9))), [first, second])


if __name__ == "__main__":
    unittest.main()
