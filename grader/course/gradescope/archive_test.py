"""The archive that is uploaded to Gradescope."""

import os
import tempfile
import unittest
import zipfile
from pathlib import Path

from course.errors import MachineError
from course.gradescope.archive import HERE, write_archive

Entry = tuple[tuple[int, ...], int, bytes]  # time, permissions, contents


class GradescopeArchive(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        tree = self.folder / "tree"
        (tree / "below").mkdir(parents=True)
        (tree / "gemmlab").write_text("#!/bin/sh\n")
        (tree / "gemmlab").chmod(0o755)
        (tree / "below" / "file").write_text("text\n")
        (tree / "below" / "file").chmod(0o644)
        (tree / "link").symlink_to("/etc/passwd")

    def pack(self, name: str, course: str = "") -> None:
        rules = self.folder / course if course else None
        write_archive(self.folder / "tree", ["02", "03"], rules, self.folder / name)

    def test_is_the_same_for_the_same_files(self) -> None:
        self.pack("1.zip")
        os.utime(self.folder / "tree" / "gemmlab", (1_700_000_000, 1_700_000_000))
        self.pack("2.zip")
        first, second = (self.contents(name) for name in ("1.zip", "2.zip"))
        self.assertNotEqual(first.pop("course/secret"), second.pop("course/secret"))
        self.assertEqual(first, second)
        before = (self.folder / "1.zip").read_bytes()
        self.pack("1.zip")
        self.assertEqual((self.folder / "1.zip").read_bytes(), before)

    def contents(self, name: str) -> dict[str, Entry]:
        with zipfile.ZipFile(self.folder / name) as archive:
            return {
                entry.filename: (entry.date_time, entry.external_attr, archive.read(entry))
                for entry in archive.infolist()
            }

    def test_has_a_secret_that_only_its_owner_reads_and_a_new_archive_of_the_course_keeps(
        self,
    ) -> None:
        self.pack("1.zip")
        _, mode, secret = self.contents("1.zip")["course/secret"]
        self.assertEqual(mode >> 16 & 0o777, 0o600)
        self.assertRegex(secret, rb"\A[0-9a-f]{64}\n\Z")
        (self.folder / "tree" / "below" / "file").write_text("another text\n")
        self.pack("1.zip")
        self.assertEqual(self.contents("1.zip")["course/secret"][2], secret)
        self.assertEqual(self.contents("1.zip")["gemmlab/below/file"][2], b"another text\n")
        with zipfile.ZipFile(self.folder / "1.zip") as archive:
            self.assertIn(
                b' --secret "$place/source/course/secret" ', archive.read("run_autograder")
            )

    def test_never_takes_the_place_of_what_has_no_secret(self) -> None:
        for text in (b"", b"a diary", b"PK"):
            (self.folder / "1.zip").write_bytes(text)
            with self.assertRaisesRegex(MachineError, "Name another file, or remove it"):
                self.pack("1.zip")
            self.assertEqual((self.folder / "1.zip").read_bytes(), text)

    def test_has_the_scripts_and_the_tree_with_their_permissions_and_no_link(self) -> None:
        self.pack("1.zip")
        with zipfile.ZipFile(self.folder / "1.zip") as archive:
            self.assertEqual(
                {entry.filename: entry.external_attr >> 16 & 0o777 for entry in archive.infolist()},
                {
                    "course/secret": 0o600,
                    "gemmlab/below/file": 0o644,
                    "gemmlab/gemmlab": 0o755,
                    "run_autograder": 0o755,
                    "setup.sh": 0o755,
                },
            )
            self.assertEqual(archive.read("gemmlab/below/file"), b"text\n")
            self.assertEqual(archive.read("setup.sh"), (HERE / "setup.sh").read_bytes())

    def test_grades_the_labs_of_the_assignment_by_the_rules_of_the_course(self) -> None:
        self.pack("1.zip")
        with zipfile.ZipFile(self.folder / "1.zip") as archive:
            self.assertIn(b'/secret" --labs 02,03\n', archive.read("run_autograder"))
        (self.folder / "my rules.toml").write_text("[show]\n")
        self.pack("1.zip", "my rules.toml")
        with zipfile.ZipFile(self.folder / "1.zip") as archive:
            self.assertIn(
                b' --labs 02,03 --course "$place/source/course.toml"\n',
                archive.read("run_autograder"),
            )
            self.assertEqual(archive.getinfo("course.toml").external_attr >> 16 & 0o777, 0o644)
            self.assertEqual(archive.read("course.toml"), b"[show]\n")

    def test_appears_completely_or_not_at_all(self) -> None:
        (self.folder / "full.zip").mkdir()
        for name, course in (("full.zip", ""), ("2.zip", "none.toml")):
            with self.assertRaisesRegex(MachineError, "cannot write"):
                self.pack(name, course)
        self.pack("1.zip")
        self.assertEqual(sorted(os.listdir(self.folder)), ["1.zip", "full.zip", "tree"])


if __name__ == "__main__":
    unittest.main()
