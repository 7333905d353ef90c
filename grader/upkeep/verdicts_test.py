#!/usr/bin/env python3
"""What ./gemmlab bench --verdicts prints, and its exit codes, with a tool that measures what it is told."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
from verdicts import row, spread, upper_bound_of_share  # noqa: E402

PROGRAM = Path(__file__).with_name("verdicts.py")


def verdicts(outcome, *ratios):
    return [{"outcome": outcome, "ratio": ratio, "required": 0.6} for ratio in ratios]


FAST, SLOW = verdicts("fast_enough", 1.5, 1.7, 1.6, 1.6), verdicts("too_slow", 0.42)


class Statistics(unittest.TestCase):
    def test_the_upper_bound_is_the_one_that_tables_give(self):
        self.assertAlmostEqual(upper_bound_of_share(0, 200), 1 - 0.05 ** (1 / 200), 6)
        self.assertAlmostEqual(upper_bound_of_share(1, 10), 0.3942, 4)
        self.assertAlmostEqual(upper_bound_of_share(3000, 6000), 0.5107, 4)
        self.assertEqual(upper_bound_of_share(10, 10), 1)

    def test_the_spread_is_the_standard_deviation_over_the_mean(self):
        self.assertAlmostEqual(spread([9, 10, 11]), 0.1)
        self.assertEqual(spread([3]), 0)


class Verdicts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gemmlab verdicts ")
        self.addCleanup(folder.cleanup)
        self.build = Path(folder.name)

    def write_tool(self, script):
        tool = self.build / "grader/cli/gemmlab-cli"
        tool.parent.mkdir(parents=True)
        tool.write_text(f"#!/bin/sh\n{script}\n")
        tool.chmod(0o755)

    def start(self, *labs):
        return subprocess.Popen([sys.executable, PROGRAM, self.build, "4", "60", *labs], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, start_new_session=True)

    def run_it(self, solution, twin, *labs):
        """Exit code and output, if each lab is measured so."""
        found = {"twin_reaches": 0.7, "labs": [{"lab": "03_tiled_kernel", "solution": solution, "twin": twin}]}
        (self.build / "found").write_text(json.dumps(found))
        self.write_tool(f'echo "$@" >>"{self.build}/words"; cat "{self.build}/found"')
        with self.start(*labs) as program:
            out, _ = program.communicate()
        return program.returncode, out

    def test_each_lab_is_measured_and_has_a_row_for_its_solution_and_its_twin(self):
        code, out = self.run_it(FAST, SLOW, "03", "05")
        self.assertEqual((self.build / "words").read_text().splitlines(),
                         ["bench 03 --verdicts 4 --json -", "bench 05 --verdicts 4 --json -"])
        rows = ["03_tiled_kernel            0.60    4      0      0     0   1.60x  5.1 %   1.50..1.70",
                "   its slow copy           0.60    0      0      0     1   0.42x  0.0 %   0.42..0.42"]
        self.assertEqual(out.splitlines()[1:6], [*rows, *rows, ""])
        self.assertEqual(" ".join(out.splitlines()[6:]), (
            "8 verdicts on solutions, 0 of them TOO SLOW: with 95 % confidence, at most 31.2 in 100 correct programs "
            "of this speed fail on a machine like this. 2 verdicts on slowed copies at 0.70 of the required speed, 2 "
            "of them TOO SLOW: at most 78 in 100 pass."))
        self.assertLessEqual(max(map(len, out.splitlines()[6:])), 60)
        self.assertEqual(code, 0)

    def test_every_outcome_has_its_column(self):
        self.assertRegex(row("x", FAST[:1] + 2 * verdicts("borderline", 1) + 3 * verdicts("not_graded", 1)
                             + 4 * SLOW), r"^x +0\.60 +1 +2 +3 +4 ")

    def test_a_wrong_verdict_is_a_failure(self):
        self.assertEqual(self.run_it(FAST[:3] + verdicts("too_slow", 0.4), SLOW, "03")[0], 1)

    def test_a_twin_that_passes_is_a_failure(self):
        self.assertEqual(self.run_it(FAST, verdicts("borderline", 0.6), "03")[0], 1)

    def test_what_the_tool_cannot_measure_ends_it(self):
        self.write_tool("echo cannot time anything >&2; exit 3")
        with self.start("03", "04") as program:
            _, err = program.communicate()
        self.assertEqual((program.returncode, err), (3, "cannot time anything\n"))

    def test_an_interrupt_lets_the_tool_end_cleanly(self):
        for send in (lambda program: os.killpg(program.pid, signal.SIGINT), subprocess.Popen.terminate):
            with self.subTest(send=send):
                self.build = self.build / "again"
                self.write_tool(f'trap "echo ended >&2; exit 130" INT TERM; touch "{self.build}/begun"\n'
                                "while :; do sleep 0.05; done")
                with self.start("03") as program:
                    while not (self.build / "begun").exists():
                        time.sleep(0.01)
                    time.sleep(0.3)  # until the signal's handler is there
                    send(program)
                    _, err = program.communicate(timeout=60)
                self.assertEqual((program.returncode, err), (130, "ended\n"))


if __name__ == "__main__":
    unittest.main()
