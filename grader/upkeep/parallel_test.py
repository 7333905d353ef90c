#!/usr/bin/env python3
"""Jobs run side by side, show how far they are, and end when somebody interrupts."""

import io
import os
import signal
import subprocess
import sys
import time
import unittest
from unittest import mock

sys.dont_write_bytecode = True
import parallel  # noqa: E402

ENDLESS = """
import signal, sys
sys.path.insert(0, sys.argv[1])
import parallel
signal.signal(signal.SIGINT, parallel.interrupt)
programs = parallel.Programs()
job = parallel.Job("sleeping", lambda: programs.run(["sleep", "100"]))
try:
    parallel.run_jobs("part", [job] * 3, programs, at_once=2)
except KeyboardInterrupt:
    print("interrupted", len(programs.running))
"""


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def fileno(self):
        raise OSError


class Jobs(unittest.TestCase):
    def run_jobs(self, jobs, **options):
        with mock.patch.object(parallel.sys, "stderr", io.StringIO()) as self.stderr:
            return parallel.run_jobs("part", jobs, parallel.Programs(), **options)

    def test_what_they_find_comes_in_their_order(self):
        jobs = [parallel.Job(str(i), lambda i=i: time.sleep(0.1 / (i + 1)) or i) for i in range(4)]
        self.assertEqual(self.run_jobs(jobs, at_once=4), [0, 1, 2, 3])

    def test_an_error_of_one_leaves_the_others(self):
        jobs = [parallel.Job("bad", lambda: 1 // 0), parallel.Job("good", lambda: 5)]
        bad, good = self.run_jobs(jobs)
        self.assertIsInstance(bad, ZeroDivisionError)
        self.assertEqual(good, 5)

    def test_a_program_gives_its_exit_code_and_what_it_says(self):
        run = parallel.Programs().run
        self.assertEqual(run(["sh", "-c", "echo out; echo err >&2; exit 3"]), (3, "out\n"))
        self.assertEqual(run(["sh", "-c", "kill -9 $$"]), (-9, ""))

    def test_an_interrupt_ends_the_programs(self):
        work = subprocess.Popen([sys.executable, "-c", ENDLESS, os.path.dirname(parallel.__file__)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(work.stderr.readline(), "part 1/3: sleeping\n")
        time.sleep(0.5)  # both run
        work.send_signal(signal.SIGINT)
        self.assertEqual(work.communicate(timeout=20)[0], "interrupted 0\n")


class ProgressLine(unittest.TestCase):
    def test_draws_over_itself_on_a_terminal_and_leaves_nothing(self):
        with mock.patch.dict(os.environ, {"COLUMNS": "40", "TERM": "xterm"}):
            line = parallel.ProgressLine(Terminal())
            line.show("one")
            line.show("x" * 50)
            line.clear()
            line.clear()
        self.assertEqual(line.stream.getvalue(), f"\r\033[Kone\r\033[K{'x' * 39}\r\033[K")

    def test_is_one_plain_line_at_once_elsewhere(self):
        line = parallel.ProgressLine(io.StringIO())
        line.show("one")
        line.show("two")
        line.clear()
        self.assertEqual(line.stream.getvalue(), "one\n")


if __name__ == "__main__":
    unittest.main()
