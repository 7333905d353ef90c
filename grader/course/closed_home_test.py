#!/usr/bin/env python3
"""A class that root grades with a project in somebody's home, which is closed to others.

Usage: closed_home_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
The project is mounted there, read-only, at a path with blanks. Skips without a sandbox, that is
without root or bubblewrap, and where root may not mount.
"""

import csv
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOMEBODY = 12345
RIGHT = (ROOT / "solutions/02_naive_kernel/kernel.cu").read_text()
LOOKS = """
#if __has_include("HOME/notes.h") || __has_include("PROJECT/solutions/02_naive_kernel/kernel.cu")
#error the compiler sees a file of the home
#endif
#include <dirent.h>
#include <fcntl.h>

#include <cstdlib>
#include <string>

// Ends the program unless of the home only the worker is there, and no descriptor leads out.
static const bool looked = [] {
  std::string seen;
  DIR* const home = opendir("HOME");
  while (const dirent* entry = home ? readdir(home) : nullptr) {
    const std::string name = entry->d_name;
    seen += name != "." && name != ".." ? name + " " : "";
  }
  bool is_out = open("HOME/notes.h", O_RDONLY) >= 0;
  const int last = home ? dirfd(home) : 1024;
  for (int each = 0; each < 1024; ++each) {
    is_out |= each != last && openat(each, "..", O_PATH) >= 0;
  }
  if (is_out || seen != "build ") {
    std::abort();
  }
  return true;
}();
"""
CONTRACT = "common/include/gemmlab/matmul.h"
# The project's folder, the build folder, a home; then a command.
IN_A_HOME = f"""
mount --bind "$1" "$3/gemmlab" && mount --bind "$2" "$3/build" &&
  mount --bind "$3/root" "$3/build/gemmlab.root" &&
  {{ [ ! -e "$3/closed.h" ] || mount --bind "$3/closed.h" "$3/gemmlab/{CONTRACT}"; }} &&
  mount -o remount,bind,ro "$3/gemmlab" && mount -o remount,bind,ro "$3/build" &&
  shift 3 && exec "$@"
"""


def may_mount() -> bool:
    command = ["unshare", "--mount", "mount", "--bind", "/usr", "/usr"]
    return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


@unittest.skipUnless(os.geteuid() == 0 and shutil.which("bwrap"), "needs root and bubblewrap")
class ClosedHome(unittest.TestCase):
    def setUp(self) -> None:
        if not may_mount():
            self.skipTest("needs to mount folders, which is forbidden here")
        place = tempfile.TemporaryDirectory(prefix="gemmlab-closed-")
        self.addCleanup(place.cleanup)
        self.home = Path(place.name, "the home of", "ann")
        for folder in ("gemmlab", "build", "class/kim"):
            (self.home / folder).mkdir(parents=True)
        (self.home / "root").write_text(str(self.home / "gemmlab"))
        (self.home / "notes.h").write_text("// anybody may read this\n")
        (self.home / "course.toml").write_text(
            '[course]\nlabs = ["02"]\n[allow]\nsymbols = ["*"]\n'
        )
        os.chown(self.home, SOMEBODY, SOMEBODY)
        self.home.chmod(0o700)

    def batch(self, want: int = 0) -> str:
        tool = Path(os.environ.get("GEMMLAB_CLI", ROOT / "build/grader/cli/gemmlab-cli")).resolve()
        build = tool.parents[2]
        in_a_home = ("unshare", "--mount", "sh", "-c", IN_A_HOME, "sh", ROOT, build, self.home)
        batch = (self.home / "build" / tool.relative_to(build), "batch", "class", "--out", "grades")
        done = subprocess.run(
            [*in_a_home, *batch, "--course", "course.toml", "--backend", "sim", "--jobs", "1"],
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
        )
        self.assertEqual(done.returncode, want, done.stdout)
        return done.stdout

    def test_grades_a_program_that_sees_nothing_else_of_it(self) -> None:
        looks = LOOKS.replace("HOME", str(self.home))
        looks = looks.replace("PROJECT", str(self.home / "gemmlab"))
        (self.home / "class/kim/kernel.cu").write_text(RIGHT + looks)
        said = self.batch()
        with open(self.home / "grades/grades.csv", newline="", encoding="utf-8") as file:
            points = {row["student"]: row["02"] for row in csv.DictReader(file)}
        self.assertEqual(points, {"kim": "80"}, said)

    def test_grades_nothing_if_a_part_of_the_project_itself_is_closed(self) -> None:
        (self.home / "class/kim/kernel.cu").write_text(RIGHT)
        (self.home / "closed.h").touch(0o600)
        said = self.batch(want=3)
        self.assertIn(
            f"may not read all that it needs: chmod -R go+rX '{self.home}/gemmlab/common'\n", said
        )
        self.assertFalse((self.home / "grades/grades.csv").exists())


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        os.environ["GEMMLAB_CLI"] = sys.argv.pop(1)
    unittest.main()
