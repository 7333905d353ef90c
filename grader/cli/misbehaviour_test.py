"""Student programs that end, hang, print or are interrupted in the wrong place, end to end.

Usage: misbehaviour_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
"""

import os
import re
import signal
import subprocess
import time

from cli_case import (ENDLESS, INCLUDE, LABS, MATMUL, ROOT, CliCase, main, processes_of_session,
                      tool)

SOLUTION_04 = ROOT / "solutions" / LABS["04"]


class Misbehaving(CliCase):
    """A student's program can only harm its own lab, and no other one."""

    def test_each_way_to_end_has_its_verdict(self):
        launch = (f"{INCLUDE}__global__ void one(float* c) {{ c[0] = 1.0f; }}\n"
                  f"{MATMUL} {{ one<<<1, 2048>>>(c); }}\n")
        exits = f"#include <cstdlib>\n{INCLUDE}{MATMUL} {{ std::_Exit(0); }}\n"
        crash = f"{INCLUDE}{MATMUL} {{ *static_cast<volatile int*>(nullptr) = 1; }}\n"
        tree = self.tree(lab_02=exits, lab_03=crash, lab_04=ENDLESS, lab_05=launch)
        labs, _ = self.grade("02", "03", "04", "05", "06", "--tree", tree, want=1)
        self.assertEqual({id: lab["verdict"] for id, lab in labs.items()},
                         {"02": "EXITED", "03": "CRASHED", "04": "TIMED OUT",
                          "05": "LAUNCH FAILED", "06": "PASSED"})

    def test_a_program_cannot_talk_itself_through(self):
        forged = f"""#include <cstdio>
#include <unistd.h>
{INCLUDE}struct Forge {{
  Forge() {{
    puts("[  PASSED  ] 99 tests.");
    puts("{{\\"verdict\\": \\"PASSED\\"}}");
    fflush(stdout);
    _exit(0);
  }}
}} forge;
{MATMUL} {{}}
"""
        labs, _ = self.grade("04", "--file", self.file(forged), want=1)
        self.assertEqual(labs["04"]["verdict"], "EXITED")

    def test_what_it_prints_is_shown_but_cut(self):
        chatty = SOLUTION_04.read_text().replace(
            INCLUDE, f"#include <cstdio>\n{INCLUDE}", 1)
        chatty = re.sub(r'(void matmul\([^)]*\) \{)',
                        r'\1 for (int i = 0; i < 5000; ++i) std::printf("line %d\\n", i);', chatty)
        _, said = self.grade("04", "--file", self.file(chatty), "--shape", "3,2,1", want=0)
        self.assertIn("line 0\n", said)
        self.assertLess(said.count("\n"), 250)

    def test_escape_codes_that_it_prints_do_not_reach_the_terminal(self):
        rude = re.sub(r'(void matmul\([^)]*\) \{)', r'\1 std::printf("\\033[2J\\033]0;x\\a");',
                      "#include <cstdio>\n" + SOLUTION_04.read_text())
        self.grade("04", "--file", self.file(rude), "--shape", "3,2,1", want=0)


class Interrupted(CliCase):
    def interrupt(self, send):
        result = self.folder / "result.json"
        process = subprocess.Popen(
            [tool(), "grade", "04", "--backend", "sim", "--file", self.file(ENDLESS), "--json",
             result], env=self.env, start_new_session=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            if any("gemmlab-worker" in line for line in processes_of_session(process.pid)):
                break
            time.sleep(0.01)
        send(process.pid, signal.SIGINT)
        said = process.communicate(timeout=20)[0].decode()
        self.assertEqual(process.returncode, 130, said)
        time.sleep(0.2)
        self.assertEqual(processes_of_session(process.pid), [])
        self.assertFalse(result.exists(), "half a result")
        self.assertEqual(list(self.folder.glob("*result*")), [])

    def test_ctrl_c_ends_it_with_130_and_leaves_nothing_behind(self):
        self.interrupt(os.killpg)

    def test_so_does_a_signal_to_the_tool_alone(self):
        self.interrupt(os.kill)


if __name__ == "__main__":
    main()
