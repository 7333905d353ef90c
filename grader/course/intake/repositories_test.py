"""What repositories of GitHub are called in pages."""

import unittest

from course.intake.hand_ins import LeftOutReason
from course.intake.handed_out import HandedOut
from course.intake.kinds_test import CUDA
from course.intake.lab_finder_test import SKELETONS
from course.intake.submission_case import SubmissionCase

PLACE = "labs/02_naive_kernel/kernel.cu"


class Repositories(SubmissionCase):
    def setUp(self) -> None:
        super().setUp()
        self.skeletons = SKELETONS

    def clones(self, beginning: str) -> None:
        for login in ("ann", "ben"):
            self.write(f"{beginning}-{login}/.git/HEAD", "ref: refs/heads/main\n")

    def test_have_paths_as_their_students_know_them(self) -> None:
        self.clones("gpu-labs-fall")
        self.write(f"gpu-labs-fall-ann/{PLACE}", CUDA)
        self.write("gpu-labs-fall-ann/notes.txt")
        submission = self.read("gpu-labs-fall-ann")
        self.assertEqual(submission.files["02"].path, PLACE)
        self.assertEqual([left.path for left in submission.left_out], ["notes.txt", ".git"])

    def test_are_called_as_a_lab_where_nothing_else_says_it(self) -> None:
        self.clones("lab02")
        self.write("lab02-ann/kernel.cu", CUDA)
        self.assertEqual(self.read("lab02-ann").files["02"].path, "lab02/kernel.cu")

    def test_list_what_the_student_wrote_before_what_was_handed_out(self) -> None:
        self.clones("gpu-labs-fall")
        given = {"LICENSE": b"free", "a.build": b"project"}
        self.handed_out = HandedOut(given)
        for path in (*given, "docs/a.md", "z.txt"):
            self.write(f"gpu-labs-fall-ann/{path}", given.get(path, b"x").decode())
        self.write(f"gpu-labs-fall-ann/{PLACE}", CUDA)
        mine, tools, ours = self.read("gpu-labs-fall-ann").left_out
        self.assertEqual((mine.path, tools.path, ours.path), ("z.txt", ".git", "docs"))
        self.assertIs(ours.reason, LeftOutReason.projects_own)
        self.assertEqual(ours.count, 3)


if __name__ == "__main__":
    unittest.main()
