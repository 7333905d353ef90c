#!/usr/bin/env python3
"""What ./gemmlab test prints, and its exit codes, with a meson that prints what it is told."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(__file__).with_name("run_tests.py")
SUMMARY = """
Ok:                 30
Expected Fail:      1
Fail:               {failed}
Unexpected Pass:    0
Skipped:            4
Timeout:            {late}
Full log written to x
"""


class RunTests(unittest.TestCase):
    def run_it(self, *words, prints="", code=0, log=()):
        """Exit code, standard output and standard error; `words` that meson got are in self.words."""
        with tempfile.TemporaryDirectory(prefix="gemmlab tests ") as folder:
            meson = Path(folder, "meson")
            Path(folder, "printed").write_text(prints)
            meson.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >"{folder}/words"\ncat "{folder}/printed"\nexit {code}\n')
            meson.chmod(0o755)
            Path(folder, "build", "meson-logs").mkdir(parents=True)
            Path(folder, "build", "meson-logs", "testlog.json").write_text("".join(f"{json.dumps(test)}\n" for test in log))
            done = subprocess.run([sys.executable, PROGRAM, "build", *words], capture_output=True, text=True, cwd=folder,
                                  env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
            self.words = Path(folder, "words").read_text().split()
        return done.returncode, done.stdout, done.stderr

    def test_all_passed(self):
        prints = (" 1/40 gemmlab:unit / core   OK   0.05s\n2/40 gemmlab:unit / batch files   OK   10.05s\n"
                  + SUMMARY.format(failed=0, late=0))
        code, out, _ = self.run_it("--suite", "unit", prints=prints)
        self.assertEqual(code, 0)
        self.assertEqual(self.words, ["test", "-C", "build", "--suite", "unit", "--no-suite", "full"])
        self.assertRegex(out, r"^2 tests in \d+ s; the slowest:\n    10\.1 s  unit / batch files\n     0\.1 s  unit / core\n"
                              r"31 passed, 0 failed, 4 skipped\n$")

    def test_a_suites_long_tests_run_only_with_full(self):
        for words, more in ((["--suite", "tool"], ["--no-suite", "full"]), (["--suite=tool"], ["--no-suite", "full"]),
                            (["--suite", "full"], []), (["--list", "core"], [])):
            self.run_it(*words)
            self.assertEqual(self.words, ["test", "-C", "build", *words, *more])
        self.run_it("--full", "--suite", "tool")
        self.assertEqual(self.words, ["test", "-C", "build", "--setup", "full", "--suite", "tool"])

    def test_failures_are_shown_with_where_their_output_is(self):
        failure, late = "12/40 unit - gemmlab:core  FAIL  0.05s   exit status 1", "13/40 gemmlab:tool / html  TIMEOUT  30.05s   killed"
        prints = f"[3/200] Compiling FAIL x.o\n{failure}\n{late}\n" + SUMMARY.format(failed=2, late=1)
        code, out, err = self.run_it("--full", prints=prints, code=3)
        self.assertEqual(code, 1)
        self.assertEqual(self.words, ["test", "-C", "build", "--setup", "full"])
        self.assertTrue(out.startswith(f"{failure}\n{late}\n2 tests in "), out)
        self.assertIn("their output: build/meson-logs/testlog-full.txt\n31 passed, 3 failed, 4 skipped\n", out)
        self.assertIn("Compiling FAIL", err)

    def test_the_end_of_what_a_failed_test_printed_is_shown(self):
        log = [{"name": "core", "result": "OK", "stdout": "fine\n"},
               {"name": "simt", "result": "TIMEOUT", "stdout": "".join(f"[ RUN ] {i}\n\n" for i in range(20)), "stderr": "killed\n"},
               {"name": "html", "result": "FAIL"}]
        _, out, _ = self.run_it(prints=SUMMARY.format(failed=1, late=1), code=1, log=log)
        self.assertIn("simt:\n  [ RUN ] 9\n", out)
        self.assertIn("  [ RUN ] 19\n  killed\nhtml:\ntheir output: ", out)
        self.assertNotIn("fine", out)

    def test_a_code_without_a_failed_test_is_a_failure_too(self):
        self.assertEqual(self.run_it(prints=SUMMARY.format(failed=0, late=0), code=2)[0], 1)

    def test_what_has_no_summary_is_shown_as_it_is(self):
        self.assertEqual(self.run_it("--list", prints="gemmlab:unit / core\n")[:2], (0, "gemmlab:unit / core\n"))
        code, out, _ = self.run_it(prints="[1/2] Compiling x.o\nx.cpp:1: error\n", code=1)
        self.assertEqual((code, "x.cpp:1: error" in out), (1, True))

    def test_without_meson_the_next_step_is_told(self):
        with tempfile.TemporaryDirectory() as empty:
            done = subprocess.run([sys.executable, PROGRAM, "build"], capture_output=True, text=True, env={"PATH": empty})
        self.assertEqual((done.returncode, "cannot find meson; run ./gemmlab" in done.stderr), (3, True))


if __name__ == "__main__":
    unittest.main()
