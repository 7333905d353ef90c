"""What sends students' pages back by mail and to GitHub."""

import csv
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from course.tables.mailing import write_mailing
from course.tables.sample_grades import student
from course.tables.words import Student

# Says what it was asked, and answers as gh does: 7 is the number of an issue that exists.
GH = """#!/bin/sh
echo "$@" | sed 's/ --json.*//' >>"$LOG"
[ "$1 $2" != "issue list" ] || printf '%s' "$ISSUE"
"""


class Mailing(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name, "grades")
        self.out.mkdir()

    def write(self, *students: Student) -> list[str]:
        for each in students:
            page = self.out / "feedback" / each["student"] / "feedback.txt"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(f"of {each['student']} @ann\n```\n", encoding="utf-8")
        return write_mailing(self.out, students)

    def names(self) -> list[str]:
        return sorted(path.name for path in self.out.iterdir() if path.name != "feedback")

    def test_lists_addresses_with_pages_and_points(self) -> None:
        self.write(
            student("s1", email="ann@uni.edu", name="Lee, Ann", percent=62.5),
            student("s2", (None, 20), email="ben@uni.edu"),  # has no total yet
            student("s3"),  # has no address
            student("s4", email="=cy@uni.edu"),
        )
        rows = list(csv.reader((self.out / "mail.csv").read_text(encoding="utf-8").splitlines()))
        self.assertEqual(rows[0], ["email", "name", "student", "total", "of", "percent", "file"])
        page = str(self.out.absolute() / "feedback/s1/feedback.html")
        self.assertEqual(rows[1], ["ann@uni.edu", "Lee, Ann", "s1", "50", "80", "62.5", page])
        self.assertEqual([row[0] for row in rows[2:]], ["'=cy@uni.edu"])

    def test_leaves_nothing_of_an_earlier_run(self) -> None:
        self.write(student("ann", email="ann@uni.edu", repositories=["lab02-ann"]))
        self.assertEqual(self.names(), ["github", "github.sh", "mail.csv"])
        self.write(student("ann"))
        self.assertEqual(self.names(), ["github"])
        self.assertEqual(list((self.out / "github").iterdir()), [])

    def test_has_a_page_for_each_students_last_repository(self) -> None:
        self.write(
            student("ann", repositories=["lab02-ann", "lab03-ann"]),
            student("ben", (None, None), repositories=["lab02-ben"]),
        )
        [page] = (self.out / "github").iterdir()
        self.assertEqual(page.name, "lab03-ann.md")
        self.assertEqual(
            page.read_text(encoding="utf-8"), "````text\nof ann @ann\n```\n````\n",
            "it is text, whatever is in it",
        )  # fmt: skip

    def test_has_a_page_of_what_is_decided_so_far(self) -> None:
        ann = student("ann", (50, None), repositories=["lab02-ann"], email="ann@uni.edu")
        ben = student("ben", (None, None), repositories=["lab02-ben"])
        self.assertEqual(
            self.write(ann, ben),
            ["github.sh: pages of ann have what is decided so far; you may post them once more "
             "when the rest is"],
        )  # fmt: skip
        self.assertEqual([page.name for page in (self.out / "github").iterdir()], ["lab02-ann.md"])
        self.assertNotIn("mail.csv", self.names())

    def test_shows_no_page_to_the_others_of_a_team(self) -> None:
        notes = self.write(*(student(name, repositories=["team-red"]) for name in ("ann", "ben")))
        self.assertEqual(
            notes,
            ["github.sh: 2 students share their repository, so that their pages are not posted "
             "there"],
        )  # fmt: skip
        self.assertEqual(self.names(), [])

    def posted(self, issue: str = "") -> list[str]:
        """What gh is asked for."""
        gh, log = self.out.parent / "gh", self.out.parent / "log"
        gh.write_text(GH)
        gh.chmod(0o755)
        log.write_text("")
        path = f"{gh.parent}:{os.environ['PATH']}"
        subprocess.run(
            ["sh", self.out / "github.sh", "uni"], check=True,
            env={"PATH": path, "LOG": str(log), "ISSUE": issue},
        )  # fmt: skip
        return log.read_text().splitlines()

    def test_posts_issues_and_later_comments_but_nothing_twice(self) -> None:
        ann, ben = (student(name, repositories=[f"lab02-{name}"]) for name in ("ann", "ben"))
        self.write(ann, ben)
        repo = "--repo uni/lab02-ann"
        asked = f"issue list {repo} --state all --limit 500"
        self.assertEqual(
            self.posted()[:2],
            [
                asked,
                f"issue create {repo} --title Feedback on your labs --body-file lab02-ann.md",
            ],
        )
        self.assertEqual(self.posted("7"), [])
        self.write(ann, ben)
        self.assertEqual(self.posted("7"), [], "the pages are the same")
        (self.out / "github/lab02-ann.md").write_text("changed")
        self.assertEqual(
            self.posted("7"), [asked, f"issue comment 7 {repo} --body-file lab02-ann.md"]
        )


if __name__ == "__main__":
    unittest.main()
