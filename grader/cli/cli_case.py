"""Runs the built tool like a user, and reads its result file."""

import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "common/facts"))
from text_table import read_table  # noqa: E402

TABLE = (ROOT / "labs" / "labs.table").read_text()
ROWS = read_table(TABLE, "labs/labs.table")
# "03": its file in a tree; of labs with one file, those beyond the course as well
LABS = {row["id"]: Path(f"{row['id']}_{row['name']}") / row["file"] for row in ROWS
        if row["file"] != "-" and "." not in row["id"]}
# of them those of the course, which commands without names are about
COURSE = [row["id"] for row in ROWS[:[row["id"] for row in ROWS].index("-")] if row["id"] in LABS]
# "00.3": the same of the steps of the staircase
STEPS = {row["id"]: Path("00_first_kernels") / row["file"] for row in ROWS if "." in row["id"]}
INCLUDE = "#include <gemmlab/matmul.h>\n"
MATMUL = ('extern "C" void matmul(const float* a, const float* b, float* c,'
          " int m, int n, int k)")
ENDLESS = (f"{INCLUDE}__global__ void endless(float* c) {{ while (true) c[0] = 1.0f; }}\n"
           f"{MATMUL} {{ endless<<<1, 32>>>(c); }}\n")
HAS_GPU = Path("/dev/nvidiactl").exists()


def tool():
    """The executable under test: GEMMLAB_CLI, or what ./gemmlab has built."""
    return os.environ.get("GEMMLAB_CLI", str(ROOT / "build/grader/cli/gemmlab-cli"))


def skeleton(lab):
    """A solution without the text in its gaps, computed here again in a few lines."""
    lines, inside = [], False
    for line in (ROOT / "solutions" / {**LABS, **STEPS}[lab]).read_text().splitlines(keepends=True):
        begin = re.match(r"( *// )>>> (\d+ lines?)$", line.rstrip())
        if begin:
            inside = True
            lines.append(f"{begin[1]}your code: about {begin[2]}\n")
        elif not inside:
            lines.append(re.sub(r"// Step (\d\d?\.\d\d?):", r"// TODO(\1):", line))
        inside = inside and line.strip() != "// <<<"
    return "".join(lines)


def processes_of_session(session):
    """Command lines of the processes that still run in a session."""
    alive = []
    for entry in Path("/proc").iterdir():
        try:
            state, _, _, owner = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
            if entry.name.isdigit() and int(owner) == session and state != "Z":
                alive.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except (OSError, ValueError):
            continue
    return alive


class CliCase(unittest.TestCase):
    backend = "sim"  # that grade() grades on

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="gemmlab cli "))  # with spaces, on purpose
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
        self.env["GEMMLAB_STATE"] = str(self.folder / "state")

    def run_tool(self, *words, want, **options):
        options.setdefault("env", self.env)
        done = subprocess.run([tool(), *map(str, words)], text=True, timeout=300,
                              stdin=subprocess.DEVNULL, capture_output=True, **options)
        said = done.stdout + done.stderr
        self.assertEqual(done.returncode, want, said)
        self.assertNotIn("\033", said, "escape codes without a terminal")
        if want > 1:
            self.assertTrue(done.stderr.strip(), "an error that says nothing")
        return said

    def grade(self, *words, want, **options):
        """Grades; returns the result file's labs by id, and what was printed."""
        self.result = self.folder / "result.json"
        said = self.run_tool("grade", "--backend", self.backend, "--json", self.result, *words,
                             want=want, **options)
        return {lab["id"]: lab for lab in json.loads(self.result.read_text())["labs"]}, said

    def file(self, text, name="my kernel.cu"):
        path = self.folder / name
        path.write_text(text)
        return path

    def tree(self, **broken):
        """A folder like labs/ with the solutions, except the given files: lab_03=text."""
        root = self.folder / "tree"
        for lab, path in LABS.items():
            (root / path).parent.mkdir(parents=True)
            text = broken.get(f"lab_{lab}", (ROOT / "solutions" / path).read_text())
            (root / path).write_text(text)
        return root

    def on_terminal(self, *words, typed="", answers=(), prompt="", **env):
        """The visible output on a separate terminal, on which somebody types that, and a line after
        each prompt."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(tool(), [tool(), *map(str, words)], {**self.env, "TERM": "xterm", **env})
        os.write(terminal, typed.encode())
        asked = 0
        seen, deadline, answers = b"", time.monotonic() + 120, list(answers)
        while time.monotonic() < deadline and select.select([terminal], [], [], 120)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # closed at the other end
                break
            while answers and seen.count(prompt.encode()) > asked:
                os.write(terminal, answers.pop(0).encode() + b"\n")
                asked += 1
        os.close(terminal)
        os.waitpid(pid, 0)
        return seen.decode()


def main():
    if len(sys.argv) > 1 and os.access(sys.argv[1], os.X_OK) and os.path.isfile(sys.argv[1]):
        os.environ["GEMMLAB_CLI"] = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__")
