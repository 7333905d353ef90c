"""A new student's session on a terminal, from a fresh copy of the project to a passed lab.
student_session.txt contains the visible output, which must be the same again.

Usage: student_session_test.py BUILD [--write] [unittest's own arguments]

--write saves the output of this run; check the change before you commit it. Skips without tmux.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from project_copy import copy_of_project  # noqa: E402

ARGUMENTS = [word for word in sys.argv[1:] if word != "--write"]
WRITE = "--write" in sys.argv
TRANSCRIPT = Path(__file__).with_name("student_session.txt")
COLUMNS, ROWS = 100, 40
LAB = Path("labs/03_tiled_kernel/kernel.cu")

# The student's code for the three gaps of lab 03.
LOAD = """    a_tile[ty][tx] = a[(row0 + ty) * k + (k0 + tx)];
    b_tile[ty][tx] = b[(k0 + ty) * n + (col0 + tx)];
    __syncthreads();
"""
USE = """    for (int p = 0; p < kTile; ++p) {
      sum += a_tile[ty][p] * b_tile[p][tx];
    }
"""
BARRIER = "    __syncthreads();\n"
STORE = "  c[(row0 + ty) * n + (col0 + tx)] = sum;\n"


class Terminal:
    """A separate terminal, used like a person does."""

    def __init__(self, folder, environment):
        self.socket = str(folder / "socket")
        self.environment = environment
        shell = "sh -c 'PS1=\"$ \" exec sh -i'"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), shell)

    def tmux(self, *words):
        done = subprocess.run(["tmux", "-S", self.socket, *words], text=True, capture_output=True,
                              env=self.environment, timeout=60, check=True)
        return done.stdout

    def type(self, text):
        self.tmux("send-keys", text, "Enter")

    def press(self, key):
        self.tmux("send-keys", key)

    def screen(self):
        return self.tmux("capture-pane", "-p").rstrip() + "\n"

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False)


class StudentSession(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        if not shutil.which("tmux"):
            self.skipTest("tmux is not here")
        self.tree, build = copy_of_project(self.folder("course"), ARGUMENTS[0])
        environment = {k: v for k, v in os.environ.items()
                       if k not in ("TMUX", "NO_COLOR", "COLUMNS", "GEMMLAB_STATE")}
        environment.update(GEMMLAB_BUILD=str(build), TERM="screen", LC_ALL="C.UTF-8", ENV="")
        self.gemmlab("list", environment)  # builds what changed with the copy
        self.terminal = Terminal(self.folder("terminal"), environment)
        self.addCleanup(self.terminal.close)
        self.transcript, self.told = "", 0
        self.terminal.type(f"cd {self.tree}; echo rea''dy")
        self.until(r"(\n|\$ )ready\n\$")  # otherwise the next input may be cleared with the earlier text
        self.terminal.type("clear")
        self.until(r"\A\$\s*\Z")

    def folder(self, name):
        path = Path(tempfile.mkdtemp(prefix=f"gemmlab-{name}-"))
        self.addCleanup(shutil.rmtree, path, ignore_errors=True)
        return path

    def gemmlab(self, word, environment):
        done = subprocess.run(["./gemmlab", word], cwd=self.tree, env=environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def until(self, pattern):
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            screen = self.terminal.screen()
            if re.search(pattern, screen):
                return screen
            time.sleep(0.05)
        self.fail(f"/{pattern}/ did not come:\n{self.terminal.screen()}")

    def tell(self, what, screen):
        """Adds a step to the transcript, without what differs from run to run."""
        self.told += 1
        screen = re.sub(r"graded at \d\d:\d\d:\d\d in \d+\.\d s", "graded at 12:34:56 in 1.2 s", screen)
        lines = [line.rstrip() for line in screen.splitlines()]
        lines = re.sub(r"\n{4,}", "\n\n\n", "\n".join(lines)).split("\n")
        self.transcript += f"{self.told}. {what}\n\n" + "".join(
            f"   | {line}".rstrip() + "\n" for line in lines) + "\n"

    def save(self, what, *gaps, pattern):
        """Saves the skeleton with this text in its gaps, in one write, and waits for the report."""
        text = self.skeleton
        for gap in gaps:
            text = re.sub(r".*// your code: about \d+ lines?\n", lambda _: gap, text, count=1)
        begin = time.monotonic()
        (self.tree / LAB).write_text(text)
        screen = self.until(pattern + r"(.|\n)*\Z")
        print(f"from save to verdict: {time.monotonic() - begin:.1f} s ({what})", flush=True)
        self.tell(f"The student saves {LAB}: {what}.", screen)

    def test_lab_03_in_three_saves(self):
        self.skeleton = (self.tree / "labs/03_tiled_kernel/kernel.cu").read_text()
        self.assertEqual(self.skeleton.count("// your code"), 3)
        terminal = self.terminal

        terminal.type("./gemmlab")
        self.tell("Where do I stand?", self.until(r"--help\n\$"))
        terminal.type("clear; ./gemmlab watch 03 --backend sim")
        self.tell("The student watches lab 03.", self.until(r"graded at(.|\n)*NOT STARTED"))

        self.save("all is there but the second barrier", LOAD, USE, STORE,
                  pattern=r"graded at(.|\n)*RACE")
        terminal.press("h")
        self.tell("The student presses h: a hint.", self.until(r"Hint 2 of(.|\n)*for this step(.|\n)*q quit"))

        tail = self.skeleton.replace("k0 < k; k0", "k0 + kTile < k; k0")
        self.assertNotEqual(tail, self.skeleton)
        self.skeleton, whole = tail, self.skeleton
        self.save("with the barrier, but the loop leaves out the last tile of k", LOAD,
                  USE + BARRIER, STORE, pattern=r"graded at(.|\n)*WRONG")

        self.skeleton = whole
        self.save("right", LOAD, USE + BARRIER, STORE, pattern=r"graded at(.|\n)*PASSED")
        terminal.press("d")
        self.tell("The student presses d: ours beside it.", self.until(r"\+\+\+ ours"))
        terminal.press("n")
        self.tell("The student presses n: the next lab.",
                  self.until(r"04_boundary_handling(.|\n)*NOT STARTED"))
        terminal.press("q")
        self.until(r"\A\$\s*\Z")  # the earlier content
        terminal.type("clear; ./gemmlab")
        self.tell("q ends it. Where do I stand now?", self.until(r"--help\n\$"))

        self.stop_and_go_on()
        if WRITE:
            TRANSCRIPT.write_text(self.transcript)
        self.assertEqual(self.transcript, TRANSCRIPT.read_text())


    def stop_and_go_on(self):
        """Ctrl-Z and Ctrl-C restore the terminal."""
        terminal = self.terminal
        terminal.type("clear; stty -g > before; ./gemmlab watch 03 --backend sim")
        self.until(r"graded at(.|\n)*PASSED")
        terminal.press("C-z")
        self.until("(?i)stopped")
        terminal.type("stty -g > stopped; fg")
        self.until(r"graded at(.|\n)*PASSED")
        terminal.press("C-c")
        self.until(r"interrupted\n\$")
        terminal.type("stty -g > after")
        self.until(r"after\n\$")
        before, stopped, after = ((self.tree / name).read_text()
                                  for name in ("before", "stopped", "after"))
        self.assertEqual((before, before), (stopped, after))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *ARGUMENTS[1:]])
