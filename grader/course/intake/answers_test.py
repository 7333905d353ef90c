"""What may be the answer to a lab that has no file, or only its skeleton, leaves the lab open."""

import unittest

from course.intake.class_case import LABS
from course.intake.hand_ins import LeftOutReason
from course.intake.handed_out import HandedOut
from course.intake.kinds_test import CUDA
from course.intake.lab_finder_test import SKELETONS
from course.intake.submission import Submission, is_undecided, why_no_file
from course.intake.submission_case import SubmissionCase

TWO, THREE = SKELETONS["02"], SKELETONS["03"]


class Answers(SubmissionCase):
    def setUp(self) -> None:
        super().setUp()
        self.skeletons = SKELETONS
        self.wanted = {"02", "03"}
        self.students = 0

    def of(self, **files: str) -> Submission:
        """Of a new student: lab02.cu, and these by their paths."""
        self.students += 1
        for path, text in {"lab02.cu": CUDA, **files}.items():
            self.write(f"s{self.students}/{path}", text)
        return self.read(f"s{self.students}")

    def assert_open(self, submission: Submission, words: str) -> None:
        self.assertEqual(list(submission.files), ["02"])
        self.assertTrue(is_undecided(submission.left_out, "03"))
        self.assertIn(words, why_no_file(submission, LABS[2]))

    def test_called_as_the_lab_and_no_code(self) -> None:
        own = "labs/03_tiled_kernel/kernel.cu"
        for path in (
            "labs/03_tiled_kernel/my answer.docx",
            "lab03.pdf",
            "lab3_lee.odt",
            "lee_lab03.docx",
            "Report Lab 2 and 3.pdf",
            "Lab 3/IMG_1.jpg",
        ):
            with self.subTest(path):
                self.assert_open(self.of(**{path: "x"}), "called as lab 03")
                for skeleton in (THREE, "// Ann\n" + THREE):
                    self.assert_open(self.of(**{path: "x", own: skeleton}), "called as lab 03")
                submission = self.of(**{path: "x", own: CUDA})
                self.assertEqual(list(submission.files), ["02", "03"])
                self.assertFalse(is_undecided(submission.left_out))
        for path in ("lab01.docx", "report_lab2.pdf", "labs/03_tiled_kernel/README.md"):
            submission = self.of(**{path: "x", own: THREE})
            self.assertEqual(list(submission.files), ["02", "03"], path)
            self.assertFalse(is_undecided(submission.left_out), path)

    def test_called_as_no_lab_or_as_several(self) -> None:
        own = "labs/03_tiled_kernel/kernel.cu"
        for path in (
            "answers.docx",
            "IMG_1.jpg",
            "notes.txt",
            "mine.py",
            "answer",
        ):
            with self.subTest(path):
                for text in ("", THREE, "// Ann\n" + THREE):
                    submission = self.of(**{path: "x", own if text else "README.md": text})
                    self.assert_open(submission, f'its answer may be in "{path}"')
                submission = self.of(**{path: "x", own: CUDA})
                self.assertFalse(is_undecided(submission.left_out))
        self.students += 1
        for path, text in {own: THREE, "answers.docx": "x"}.items():  # and no other file
            self.write(f"s{self.students}/{path}", text)
        submission = self.read(f"s{self.students}")
        self.assertEqual(submission.files, {})
        self.assertTrue(is_undecided(submission.left_out, "02"))
        self.assertTrue(is_undecided(submission.left_out, "03"))

    def test_steps_of_a_staircase_are_handed_out_whatever_is_in_them(self) -> None:
        handed_out = HandedOut({}, ["00_first_kernels/03_guard.cu"])
        for path in ("labs/00_first_kernels/03_guard.cu", "kim/00_first_kernels/03_guard.cu"):
            self.assertTrue(handed_out.has(path, b"__global__ void mine() {}"), path)
        for path in ("labs/02_naive_kernel/kernel.cu", "03_guard.cu", "02_x/03_guard.cu"):
            self.assertFalse(handed_out.has(path, b"__global__ void mine() {}"), path)

    def test_not_the_files_that_students_were_given(self) -> None:
        given = {"LICENSE": b"free", "README.md": b"read", "tool": b"#!", "labs/list": b"02\n"}
        own = {"labs/03_tiled_kernel/kernel.cu": THREE}
        files = {path: text.decode() for path, text in given.items()}
        self.handed_out = HandedOut(given)
        for folder in ("", "gpu-main/"):
            for name, text in (("", ""), ("tool", "#!/bin/sh"), ("README.md", "my name")):
                changed = {name: text} if name else {}
                mine = {folder + path: text for path, text in (files | changed | own).items()}
                submission = self.of(**mine)
                self.assertEqual(list(submission.files), ["02", "03"])
                self.assertFalse(is_undecided(submission.left_out), submission.left_out)
                ours = submission.left_out[-1]
                self.assertIs(ours.reason, LeftOutReason.projects_own)
                self.assertEqual(ours.count, len(given) - len(changed))
                paths = [left.path for left in submission.left_out[:-1]]
                self.assertEqual(paths, [folder + path for path in changed])
        submission = self.of(**files, **own, **{"labs/more/tool": "x"})
        self.assertTrue(is_undecided(submission.left_out, "03"))

    def test_with_the_kernels_of_two_labs(self) -> None:
        both = THREE + "__global__ void naive_kernel() {}\n"
        self.students += 1
        self.write(f"s{self.students}/all.cu", both + CUDA)
        submission = self.read(f"s{self.students}")
        (taken,) = submission.files
        (other,) = self.wanted - {taken}
        self.assertTrue(is_undecided(submission.left_out, other))
        self.assertFalse(is_undecided(submission.left_out, taken))
        said = why_no_file(submission, LABS[int(other) - 1])
        self.assertIn(f"it has lab {other}'s kernel, too", said)
        for name in ("lab02.cu", "lab03.cu"):  # a file for each lab, or one that says its lab
            self.write(f"s{self.students}/{name}", both + CUDA)
        self.assertFalse(is_undecided(self.read(f"s{self.students}").left_out))
        self.students += 1
        self.write(f"s{self.students}/lab03.cu", both + CUDA)
        submission = self.read(f"s{self.students}")
        self.assertFalse(is_undecided(submission.left_out), submission.left_out)

    def test_in_a_folder_of_the_project(self) -> None:
        own = {"labs/03_tiled_kernel/kernel.cu": THREE}
        for path in ("reference/03_tiled_kernel/kernel.cu", "gpu/solutions/lab03.cu"):
            self.assert_open(self.of(**{path: CUDA, **own}), "is in a folder of the project itself")
            for text in (THREE, "", "  // >>> 3 lines\n" + CUDA):  # the project's own
                submission = self.of(**{path: text, **own})
                self.assertEqual(list(submission.files), ["02", "03"], text)
                self.assertFalse(is_undecided(submission.left_out))
            submission = self.of(**{path: CUDA, "03.cu": CUDA})
            self.assertEqual(list(submission.files), ["02", "03"])
            self.assertFalse(is_undecided(submission.left_out))
        submission = self.of(**{"grader/mutants/03_tiled_kernel/kernel.cu": CUDA, **own})
        self.assertFalse(is_undecided(submission.left_out))


if __name__ == "__main__":
    unittest.main()
