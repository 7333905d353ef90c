"""Folders: what is accepted, and what is neither followed nor opened."""

import os
import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

from course.intake import archives
from course.intake.class_case import LABS
from course.intake.hand_ins import MAX_DEPTH, MAX_FILE_BYTES, LeftOutReason, SubmissionSource
from course.intake.lab_finder import LabFinder
from course.intake.names import HandIn
from course.intake.reading import read_submission
from course.intake.sample_archives import Packed, packed
from course.intake.submission import is_undecided, why_no_file
from course.intake.submission_case import SubmissionCase, count_of, reasons


class FoldersTest(SubmissionCase):
    def write_bytes(self, path: str, data: bytes) -> None:
        self.write(path, "").write_bytes(data)

    def test_have_the_archives_in_them_opened_once(self) -> None:
        inner = packed("zip", [Packed("03.cu", b"deep")])
        self.write_bytes(
            "ann/work.zip", packed("zip", [Packed("02.cu", b"text"), Packed("more.zip", inner)])
        )
        self.write_bytes("ann/lab1.tar.gz", packed("tar.gz", [Packed("kernel.cpp", b"loop")]))
        submission = self.read("ann")
        self.assertEqual(submission.files["02"].text, b"text")
        self.assertEqual(submission.files["01"].text, b"loop")
        self.assertNotIn("03", submission.files)
        self.assertIn("not opened", reasons(submission)["work/more.zip"])
        self.write_bytes("ben/work.zip", packed("zip", [Packed("/02.cu", b"text")]))
        self.assertIn("absolute", self.read("ben").problem)

    def test_with_two_files_for_one_lab_give_none_for_it(self) -> None:
        self.write("ann/02.cu", "one")
        self.write("ann/02_naive_kernel/kernel.cu", "other")
        self.write("ann/03.cu", "tile")
        submission = self.read("ann")
        self.assertEqual(list(submission.files), ["03"])
        for path in ("02.cu", "02_naive_kernel/kernel.cu"):
            self.assertEqual(
                reasons(submission)[path], "one of 2 files for lab 02, of which only one can count"
            )

    def test_say_for_each_lab_why_no_file_counts(self) -> None:
        self.write("ann/lab02_old.cu", "one")
        self.write("ann/lab02_final.cu", "other")
        self.write("ben/report.pdf")
        (self.folder / "cy").mkdir()
        self.write("dee/03.cu", "tile")
        naive, tiled = LABS[1], LABS[2]
        ann = self.read("ann")
        self.assertEqual(
            why_no_file(ann, naive),
            "2 files may be for this lab, and your instructor decides which one counts: "
            '"lab02_final.cu", "lab02_old.cu"',
        )
        self.assertTrue(is_undecided(ann.left_out, "02"))
        self.assertFalse(is_undecided(ann.left_out, "03"))
        self.assertIn("nothing was handed in for this lab", why_no_file(ann, tiled))
        for student, words in (
            ("ben", 'the hand-in has no file of a lab, only "report.pdf"'),
            (
                "cy",
                "the hand-in is empty: look at what the platform has",
            ),
            ("dee", "nothing was handed in for this lab"),
        ):
            self.assertEqual(why_no_file(self.read(student), naive), words)
        none = read_submission(SubmissionSource("eve"), LabFinder(LABS))
        self.assertEqual(why_no_file(none, naive), "nothing was handed in")
        (self.folder / "ann/lab02_old.cu").unlink()
        self.assertEqual(self.read("ann").files["02"].path, "lab02_final.cu")

    def test_have_each_folder_of_the_project_told_once(self) -> None:
        for i in range(300):
            self.write(f"ann/gemmlab/grader/judge/file{i}.cpp", "x")
        self.write("ann/gemmlab/docs/page.md", "x")
        self.write("ann/gemmlab/labs/02_naive_kernel/kernel.cu", "mine")
        submission = self.read("ann")
        self.assertEqual(list(submission.files), ["02"])
        self.assertEqual(
            reasons(submission),
            {"gemmlab/docs, gemmlab/grader": "the project's own, not of your labs (301 files)"},
        )

    def test_without_files_are_open(self) -> None:
        part = HandIn(self.folder / "ann")
        part.path.mkdir()
        (left,) = read_submission(SubmissionSource("ann", [part]), LabFinder(LABS)).left_out
        self.assertIs(left.reason, LeftOutReason.empty)

    def test_have_their_junk_counted_once(self) -> None:
        for path in (".DS_Store", ".git/config", "02/._kernel.cu", "__MACOSX/02.cu"):
            self.write(f"ann/{path}", "x")
        submission = self.read("ann")
        self.assertEqual(submission.files, {})
        self.assertEqual(
            reasons(submission),
            {
                ".DS_Store, ._*, .git, __MACOSX": "made by the system or by tools (4 in all)",
                "": "the hand-in is empty: look at what the platform has",
            },
        )

    def test_with_links_pipes_and_devices_have_none_of_them_opened(self) -> None:
        secret = self.write("../secret", "secret")
        elsewhere = self.write("../elsewhere/03_tiled_kernel/kernel.cu", "secret").parent
        ann = self.folder / "ann"
        ann.mkdir()
        (ann / "02.cu").symlink_to(secret)
        (ann / "03_tiled_kernel").symlink_to(elsewhere)
        os.mkfifo(ann / "01.cpp")  # opening it for reading would block forever
        submission = self.read("ann")
        self.assertEqual(submission.files, {})
        self.assertEqual(
            reasons(submission),
            {
                "01.cpp": "a pipe, socket or device, which is not opened",
                "02.cu": "a symbolic link, which is ignored",
                "03_tiled_kernel": "a symbolic link, which is ignored",
            },
        )

    def test_with_hard_links_have_them_refused(self) -> None:
        secret = self.write("../secret", "secret")
        self.write("ann/03.cu", "tile")
        os.link(secret, self.folder / "ann/02.cu")
        submission = self.read("ann")
        self.assertEqual(list(submission.files), ["03"])
        self.assertEqual(
            reasons(submission)["02.cu"], "a hard link: the file has another name elsewhere"
        )

    def test_whose_files_are_replaced_while_they_are_read_have_none_followed(self) -> None:
        secret = self.write("../secret", "secret")
        file = self.folder / "ann/02.cu"
        own = archives._open

        def read(replaced: Callable[[], None]) -> dict[str, str]:
            def opened(*arguments: Any) -> int:
                file.unlink()
                replaced()
                return own(*arguments)

            file.unlink(missing_ok=True)
            self.write("ann/02.cu")
            with mock.patch.object(archives, "_open", opened):
                submission = self.read("ann")
            self.assertEqual(submission.files, {})
            return reasons(submission)

        self.assertEqual(read(lambda: os.mkfifo(file)), {"02.cu": "not a regular file"})
        self.assertIn("a hard link", read(lambda: os.link(secret, file))["02.cu"])
        with self.assertRaisesRegex(OSError, 'cannot read "02.cu"'):
            read(lambda: os.symlink(secret, file))

    def test_may_have_files_of_one_mib(self) -> None:
        self.write("ann/02.cu", "x" * MAX_FILE_BYTES)
        self.write("ann/03.cu", "x" * (MAX_FILE_BYTES + 1))
        submission = self.read("ann")
        self.assertEqual(len(submission.files["02"].text), MAX_FILE_BYTES)
        self.assertEqual(reasons(submission), {"03.cu": "larger than 1 MiB"})

    def test_list_what_is_to_decide_however_much_is_left_out(self) -> None:
        for i in range(600):
            self.write(f"ann/{i:03}{'a' * 100}.txt", "")
        self.write("ann/lab02.cu", "one")
        self.write("ann/lab02_final.cu", "another")
        submission = self.read("ann")
        self.assertEqual(count_of(submission, LeftOutReason.one_of_several), 2)
        self.assertIs(submission.left_out[-1].reason, LeftOutReason.more)
        self.assertTrue(is_undecided(submission.left_out, "02"))

    def test_may_be_deep(self) -> None:
        deep = "ann/" + "d/" * (MAX_DEPTH - 1)
        self.write(deep + "under", "")
        self.write(deep + "d/over", "")
        over, under = self.read("ann").left_out
        self.assertIn("it is more than 16 folders deep", over.reason_in_words)
        self.assertIs(under.reason, LeftOutReason.not_a_labs_file)

    def test_that_are_empty_are_no_problem(self) -> None:
        (self.folder / "eve").mkdir()
        submission = self.read("eve")
        self.assertEqual((submission.problem, submission.files), ("", {}))

    def test_that_this_machine_cannot_read_are_not_the_students_fault(self) -> None:
        source = SubmissionSource("ann", [HandIn(self.folder / "ann")])
        with self.assertRaisesRegex(OSError, "cannot read .*ann: No such file or directory"):
            read_submission(source, LabFinder(LABS))


if __name__ == "__main__":
    unittest.main()
