#!/usr/bin/env python3
"""autograder_test.py GEMMLAB-CLI: the archive for Gradescope grades submissions there.

By default this build grades, with the commands of run_autograder. With GEMMLAB_BARE_ROOT=1 the
archive is unpacked at Gradescope's paths below a separate root, which sees only /usr of this
machine, and setup.sh builds it there, which takes minutes.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "grader" / "course" / "handout"), str(ROOT / "grader" / "cli")]
from class_test import COMMON, code, secret_lines  # noqa: E402
from cli_case import INCLUDE, LABS, MATMUL, CliCase, main, skeleton, tool  # noqa: E402
from results_case import TEST, TOP  # noqa: E402

RIGHT = (ROOT / "solutions" / LABS["03"]).read_text()
FORGED = f"""{INCLUDE}#include <cstdio>
#include <unistd.h>
struct Forge {{
  Forge() {{
    if (FILE* f = std::fopen("/autograder/results/results.json", "w")) {{
      std::fputs("{{\\"score\\": 1000}}", f);
      std::fclose(f);
    }}
    _exit(0);
  }}
}} forge;
{MATMUL} {{}}
"""
BIND = """set -e
mount --make-rprivate /
mount --bind /usr "$1/usr"
mount -o remount,ro,bind "$1/usr"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
root=$1
shift
exec chroot "$root" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
"""
OF_ETC = (
    "passwd",
    "group",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "alternatives",
    "nsswitch.conf",
)


class Archive(CliCase):
    """An archive of one assignment: lab 03."""

    @classmethod
    def setUpClass(cls):
        cls.place = Path(tempfile.mkdtemp(prefix="gemmlab-gradescope-"))
        cls.addClassCleanup(shutil.rmtree, cls.place, ignore_errors=True)
        case = CliCase()
        case.setUp()
        cls.addClassCleanup(case.doCleanups)
        cls.zip = cls.place / "autograder.zip"
        case.run_tool("gradescope", "--out", cls.zip, "--labs", "03", want=0)

    def submission(self, **files):
        """A folder with these files; dots in their names are written as two underscores."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        for name, text in files.items():
            (folder / name.replace("__", ".")).write_text(text)
        return folder


class What(Archive):
    def test_has_both_scripts_at_its_root(self):
        with zipfile.ZipFile(self.zip) as archive:
            modes = {
                item.filename: item.external_attr >> 16 & 0o777
                for item in archive.infolist()
                if "/" not in item.filename
            }
            self.assertEqual(modes, {"setup.sh": 0o755, "run_autograder": 0o755})
            for name in modes:
                subprocess.run(["bash", "-n"], input=archive.read(name), check=True)
            self.assertIn(b"--labs 03\n", archive.read("run_autograder"))

    def test_holds_no_solution(self):
        secret = secret_lines() - COMMON
        with zipfile.ZipFile(self.zip) as archive:
            for name in archive.namelist():
                self.assertNotRegex(name, "solutions|mutants")
                if not name.endswith(".so"):
                    lines = {code(line) for line in archive.read(name).decode().splitlines()}
                    self.assertEqual(lines & secret, set(), name)

    def test_is_the_same_each_time(self):
        again = self.folder / "again.zip"
        shutil.copy(self.zip, again)  # its secret stays
        self.run_tool("gradescope", "--out", again, "--labs", "03", want=0)
        self.assertEqual(self.zip.read_bytes(), again.read_bytes())


class Grading(Archive):
    """By this build."""

    def results(self, folder):
        file = self.folder / "results.json"
        self.run_tool("gradescope", "--grade", folder, "--results", file, "--labs", "03", want=0)
        return json.loads(file.read_text())

    def grade(self, score, **files):
        results = self.results(self.submission(**files))
        self.assertEqual(results.get("score"), score, results["output"])
        self.assertEqual(set(results), TOP)
        for test in results["tests"]:
            self.assertEqual(set(test) | {"status"}, TEST)
            self.assertIn("status" if test["max_score"] else "output", test)
        self.assertEqual(sum(test["score"] for test in results["tests"]), score)
        return results

    @unittest.skipIf(os.geteuid() != 0, "Gradescope grades as root; who is not cannot part users")
    def test_submissions_get_what_they_deserve(self):
        right = self.grade(80, **{"03__cu": RIGHT, "notes__txt": "mine"})
        self.assertIn("notes.txt", right["output"])
        self.assertEqual(
            [leader["name"] for leader in right["leaderboard"]], ["03: bytes per FLOP"]
        )
        wrong = re.sub(r"\n *__syncthreads\(\);  // waits until all threads have read.*", "", RIGHT)
        self.assertIn("RACE", self.results(self.submission(**{"03__cu": wrong}))["output"])
        self.grade(0, **{"03__cu": skeleton("03")})
        self.grade(0)
        self.grade(0, **{"03__cu": FORGED})
        secret = self.grade(0, **{"03__cu": '#include "/etc/shadow"\n'})
        self.assertNotIn("root:", json.dumps(secret))

    @unittest.skipIf(os.geteuid() != 0, "Gradescope grades as root; who is not cannot part users")
    def test_names_that_lead_elsewhere_are_not_followed(self):
        folder = self.submission()
        (folder / "03.cu").symlink_to("/etc/passwd")
        (folder / "-rf").write_text("")
        results = self.results(folder)
        self.assertEqual(results["score"], 0)
        self.assertNotIn("root:", json.dumps(results))

    def test_a_failure_of_ours_is_no_score(self):
        results = self.results(self.folder / "there is none")
        self.assertNotIn("score", results)
        self.assertIn("not a problem with your work", results["output"])

    def test_a_secret_that_cannot_be_read_is_no_score_either(self):
        submission = self.submission(**{"03__cu": skeleton("03")})
        for text, has_score in (("a" * 64, True), ("a" * 63, False)):
            secret, file = self.folder / "secret", self.folder / "results.json"
            secret.write_text(text)
            self.run_tool(
                "gradescope",
                "--grade",
                submission,
                "--results",
                file,
                "--labs",
                "03",
                "--secret",
                secret,
                want=0,
            )
            results = json.loads(file.read_text())
            self.assertEqual("score" in results, has_score, results["output"])
        self.assertIn("secret is damaged", results["output"])
        self.assertNotIn(text, json.dumps(results))

    def test_are_written_where_one_can_read_them_at_once(self):
        said = self.run_tool(
            "gradescope", "--grade", self.folder / "none", "--results", "/dev/stdout", want=0
        )
        self.assertIn("not a problem with your work", json.loads(said)["output"])

    def test_a_failure_is_told_even_where_no_python_is(self):
        place, programs = self.folder / "autograder", self.folder / "bin"
        grader = place / "source" / "gemmlab" / "build" / "grader" / "cli" / "gemmlab-cli"
        for path in (grader.parent, place / "submission", programs):
            path.mkdir(parents=True)
        grader.symlink_to(tool())
        for name in os.listdir("/usr/bin"):
            if not name.startswith("python"):
                (programs / name).symlink_to(Path("/usr/bin", name))
        with zipfile.ZipFile(self.zip) as archive:
            script = archive.read("run_autograder").decode()
        script = script.replace("place=/autograder", f"place='{place}'")
        done = subprocess.run(
            ["/bin/bash", "-c", script],
            text=True,
            capture_output=True,
            check=False,
            env={**self.env, "PATH": str(programs)},
        )
        self.assertIn("cannot find python3", done.stdout + done.stderr)
        results = json.loads((place / "results" / "results.json").read_text())
        self.assertNotIn("score", results)
        self.assertIn("not a problem with your work", results["output"])


@unittest.skipUnless(
    os.environ.get("GEMMLAB_BARE_ROOT"), "minutes: asked for by GEMMLAB_BARE_ROOT=1"
)
@unittest.skipIf(os.geteuid() != 0, "a root of its own is root's to make")
class BareRoot(Grading):
    """By the archive, at Gradescope's paths."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.root = cls.place / "root"
        cls.at = cls.root / "autograder"
        for name in ("usr", "proc", "dev", "etc", "root", "autograder/source"):
            (cls.root / name).mkdir(parents=True)
        for name in ("tmp", "var/tmp"):
            (cls.root / name).mkdir(parents=True)
            (cls.root / name).chmod(0o1777)
        for name in ("bin", "lib", "lib64", "sbin"):
            (cls.root / name).symlink_to(f"usr/{name}")
        for name in OF_ETC:
            subprocess.run(["cp", "-r", f"/etc/{name}", cls.root / "etc"], check=False)
        subprocess.run(["unzip", "-q", cls.zip, "-d", cls.at / "source"], check=True)
        shutil.copy(cls.at / "source" / "run_autograder", cls.at)
        cls.inside("bash", "/autograder/source/setup.sh")

    @classmethod
    def inside(cls, *words):
        done = subprocess.run(
            ["unshare", "-m", "bash", "-c", BIND, "bash", cls.root, *words],
            text=True,
            capture_output=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def results(self, folder):
        shutil.rmtree(self.at / "submission", ignore_errors=True)
        if folder.exists():
            shutil.copytree(folder, self.at / "submission", symlinks=True)
        self.inside("/autograder/run_autograder")
        return json.loads((self.at / "results" / "results.json").read_text())


if __name__ == "__main__":
    main()
