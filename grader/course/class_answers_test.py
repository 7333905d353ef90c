#!/usr/bin/env python3
"""What a course decides after its class was judged: points, answers to students, what goes back.

Usage: class_answers_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
Skips without a sandbox, that is without root or bubblewrap.
"""

import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ROSTER = (
    "id,name,e-mail,section\ns1,Ann Lee,ann@uni.edu,B1\ns2,Ben Li,ben@uni.edu,B2\n"
    "s3,Cy Ito,,B1\ns4,Dee Kim,dee@uni.edu,B2\n"
)
RULES = '[course]\nlabs = ["02", "03"]\n'


def tool() -> str:
    return os.environ.get("GEMMLAB_CLI", str(ROOT / "build/grader/cli/gemmlab-cli"))


def one_line(text: str) -> str:
    return " ".join(text.split())


@unittest.skipUnless(os.geteuid() == 0 and shutil.which("bwrap"), "needs root and bubblewrap")
class Answers(unittest.TestCase):
    """s1 hands in the naive kernel for both labs, s2 both solutions in a repository, s3 a skeleton,
    s4 nothing. They are judged once: all that follows is from what is kept."""

    place: Path

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.place = Path(folder.name)
        naive = (ROOT / "solutions/02_naive_kernel/kernel.cu").read_text()
        tiled = (ROOT / "solutions/03_tiled_kernel/kernel.cu").read_text()
        skeleton = (ROOT / "labs/02_naive_kernel/kernel.cu").read_text()
        for path, text in (
            ("s1/lab02.cu", naive),
            ("s1/lab03.cu", "// lab 03\n" + naive.replace("naive_kernel", "tiled_kernel")),
            ("s2/.git/HEAD", ""),
            ("s2/lab02.cu", naive),
            ("s2/lab03.cu", tiled),
            ("s3/lab02.cu", skeleton),
        ):
            file = cls.place / "class" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        (cls.place / "roster.csv").write_text(ROSTER)
        cls.batch(RULES)

    @classmethod
    def batch(cls, rules: str, *words: str, want: int = 0) -> str:
        (cls.place / "class/course.toml").write_text(rules)
        done = subprocess.run(
            [tool(), "batch", "class", "--out", "out", "--backend", "sim", "--jobs", "1",
             "--roster", "roster.csv", *words],
            cwd=cls.place, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == want, done.stdout + done.stderr
        return one_line(done.stdout + done.stderr)

    def tearDown(self) -> None:
        (self.place / "class/requests.csv").unlink(missing_ok=True)

    def rows(self, name: str = "grades.csv") -> dict[str, dict[str, str]]:
        with open(self.place / "out" / name, newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file)}

    def points(self, lab: str) -> list[str]:
        return [row[lab] for row in self.rows().values()]

    def text(self, name: str) -> str:
        return one_line((self.place / "out" / name).read_text())

    def part(self, title: str) -> str:
        """Of class.html, as text."""
        page = (self.place / "out/class.html").read_text()
        found = re.search(rf"<h2>{title}</h2>(.*?)</section>", page, re.DOTALL)
        return one_line(re.sub("<.*?>", " ", found[1])) if found else ""

    def test_points_are_weighed_and_limited_and_nothing_is_judged_again(self) -> None:
        self.batch(RULES)
        self.assertEqual(self.points("02"), ["80", "80", "0", "0"])
        self.assertEqual(self.points("03"), ["70", "80", "0", "0"])
        said = self.batch(RULES + "[points]\nvalues = 40\nevidence = 40\n")
        self.assertIn("4 already graded.", said)
        self.assertEqual(self.points("03")[:2], ["60", "80"])
        self.batch(RULES + "[points]\nmisses_the_point_percent = 50\n")
        self.assertEqual((self.points("02")[0], self.points("03")[:2]), ("80", ["40", "80"]))
        self.assertIn("one program for labs 02, 03", self.part("To check by hand"))
        log = self.text("changes.log")
        self.assertIn("s1, lab 03: 40 (MISSES THE POINT) instead of 60 (MISSES THE POINT)", log)
        said = self.batch(RULES + "[points]\nvalues = 50\n", want=2)
        self.assertIn("must be 100 together, not 90", said)

    def test_a_request_is_listed_until_somebody_answers_and_the_page_shows_both(self) -> None:
        (self.place / "class/requests.csv").write_text("id,lab,reason\nAnn Lee,03,it is right\n")
        said = self.batch(RULES)
        self.assertIn("s1 Ann Lee, 03: asks for a look: it is right", said)
        self.assertIn("asks for a look", self.part("To check by hand"))
        self.assertIn("request 03 not answered yet", self.text("feedback/s1/feedback.txt"))
        self.batch(
            RULES + '[checked]\n"Ann Lee".03 = '
            '{ reason = "no tile is in it", by = "Ina", on = 2026-12-01 }\n'
        )
        self.assertNotIn("asks for a look", self.part("To check by hand"))
        self.assertIn("Ina, 2026-12-01: no tile is in it", self.part("Checked and answered"))
        page = self.text("feedback/s1/feedback.txt")
        self.assertIn('"it is right"; Ina, 2026-12-01: no tile is in it', page)
        self.batch(
            RULES + "[adjustments]\ns1.03 = "
            '{ points = 4, reason = "you are right", by = "Bo", on = 2026-12-02 }\n'
        )
        self.assertEqual(self.points("03")[0], "74")
        self.assertIn(
            "Bo, 2026-12-02: you are right (points: +4)", self.part("Checked and answered")
        )
        self.assertIn("because: now you are right (Bo, 2026-12-02): +4", self.text("changes.log"))
        (self.place / "class/requests.csv").write_text("id,lab,reason\nAnn Lea,03,it is right\n")
        self.assertIn("requests.csv:2: nobody in the class", self.batch(RULES, want=2))

    def test_zeros_are_counted_with_their_reasons(self) -> None:
        said = self.batch(RULES)
        self.assertIn("Zeros that a gradebook gets: 2 students with a total of 0", said)
        self.assertIn("nothing was handed in: 1", said)
        self.assertIn("total nothing was handed in 1 s4 Dee Kim", self.part("Zeros"))

    def test_pages_can_go_back_by_mail_and_to_github(self) -> None:
        self.batch(RULES)
        mail = self.rows("mail.csv")
        self.assertEqual(list(mail), ["s1", "s2", "s4"])
        self.assertEqual((mail["s2"]["email"], mail["s2"]["of"]), ("ben@uni.edu", "80"))
        page = Path(mail["s2"]["file"]).read_text()
        self.assertIn("C is right for 22 shapes", page)
        self.assertIn("reuse 28.4", page)
        self.assertIn("post s2\n", (self.place / "out/github.sh").read_text())
        self.assertIn("80 of 80", self.text("github/s2.md"))
        self.assertEqual([row["section"] for row in self.rows().values()], ["B1", "B2"] * 2)

    def test_a_dry_run_says_who_would_be_judged_again(self) -> None:
        self.batch(RULES)
        self.assertNotIn("judged again", self.batch(RULES, "--dry-run"))
        said = self.batch(RULES, "--dry-run", "--seed", "2")
        self.assertIn("4 students would be judged again in all labs: another --seed", said)
        said = self.batch(RULES + '[allow]\nheaders = ["cmath"]\n', "--dry-run")
        self.assertIn("[allow] has changed", said)

    def test_all_labs_cannot_be_dropped(self) -> None:
        said = self.batch(RULES + "drop_lowest = 2\n", want=2)
        self.assertIn("only 2 of the labs count, and one has to be left: at most 1", said)


def main(arguments: list[str]) -> Any:
    if arguments and os.access(arguments[0], os.X_OK) and os.path.isfile(arguments[0]):
        os.environ["GEMMLAB_CLI"] = os.path.abspath(sys.argv.pop(1))
    return unittest.main()


if __name__ == "__main__":
    main(sys.argv[1:])
