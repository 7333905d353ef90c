"""By which names, folders and texts a file is taken for a lab's."""

import shutil
import unittest

from course.intake.submission import is_undecided
from course.intake.submission_case import SubmissionCase, reasons

SKELETONS = {
    "02": "// Lab 02, a thread each\n__global__ void naive_kernel(int n) {}\n"
    "void matmul() { naive_kernel<<<1, 1>>>(kBlock); cudaMalloc(); }",
    "03": "// Lab 03, share a tile\n__global__ void tiled_kernel(int n) {}\n"
    "void matmul() { tiled_kernel<<<1, 1>>>(kTile); }",
}


class FilesTest(SubmissionCase):
    def remove(self, path: str) -> None:
        shutil.rmtree(self.folder / path)

    def test_are_taken_in_every_shape_that_is_told(self) -> None:
        for shape in (
            "02_naive_kernel/kernel.cu",
            "labs/02_naive_kernel/kernel.cu",
            "work/02_naive_kernel/kernel.cu",
            "gemmlab/labs/02_naive_kernel/kernel.cu",
            "a/b/c/d/02_naive_kernel/kernel.cu",
            "02_naive_kernel.cu",
            "02.cu",
            "2.CU",
            "lab02.cu",
            "Lab 2/kernel.cu",
            "lab-2/kernel (1).cu",
            "02_Naive_Kernel/kernel.cu",
            "02 - Naive Kernel (1)/kernel - Copy (2).cu",
            "naive-kernel/src/kernel-2.cu",
            "02_naive_kernel_kernel.cu",
            "02_naive_kernel_kernel-3.cu",
            "work/02.cu",
        ):
            with self.subTest(shape):
                self.write(f"ann/{shape}")
                submission = self.read("ann")
                self.assertEqual(list(submission.files), ["02"])
                self.assertEqual(submission.left_out, [])
                self.remove("ann")

    def test_are_taken_in_no_other_shape(self) -> None:
        for shape in (
            "02_naive_kernel/main.cu",
            "02_naive_kernel/kernel.cpp",
            "kernel.cu",
            "lab7/kernel.cu",
            "kernel2.cu",
            "02_naive_kernel/02.txt",
            "meson.build",
        ):
            with self.subTest(shape):
                self.write(f"ann/{shape}")
                submission = self.read("ann")
                self.assertEqual(submission.files, {})
                self.assertEqual(reasons(submission)[shape], "not a lab's file")
                self.remove("ann")

    def test_may_have_a_file_without_a_labs_name_if_one_lab_is_wanted(self) -> None:
        self.write("ann/kernel (1).cu")
        self.write("ben/my_gemm.cu", "void matmul() {}")
        self.write("cy/notes.cu")
        self.write("dee/03_tiled_kernel/kernel.cu")
        self.wanted = {"02"}
        self.assertEqual(self.read("ann").files["02"].guess, "")
        self.assertEqual(
            self.read("ben").files["02"].guess,
            '"my_gemm.cu" does not say which lab it is: taken for this one, because "matmul" is '
            "in it. Rename it if it is another lab's, else there is nothing to do",
        )
        self.assertEqual(self.read("cy").files, {})
        self.assertEqual(list(self.read("dee").files), ["03"])

    def test_have_files_recognised_by_what_the_skeletons_have(self) -> None:
        self.skeletons = SKELETONS
        for lab, text, word in (
            ("02", "void matmul() { naive_kernel<<<2, 2>>>(); }", "naive_kernel"),
            (
                "03",
                "void matmul() { cudaMalloc(); kBlock; tiled_kernel<<<2, 2>>>(); }",
                "tiled_kernel",
            ),
            ("03", "// Lab 03, share a tile\nvoid matmul() { mine<<<2, 2>>>(); }", "share"),
            ("02", "void matmul() { mine<<<kBlock, 2>>>(); }", "kBlock"),
        ):
            with self.subTest(text):
                self.write("ann/kernel.cu", text)
                self.assertIn(word, self.read("ann").files[lab].guess)
        for text in (
            "void matmul() { mine<<<2, 2>>>(); }",
            "void matmul() { naive_kernel(); tiled_kernel(); }",
        ):
            with self.subTest(text):
                self.write("ann/kernel.cu", text)
                self.assertEqual(self.read("ann").files, {})
        self.write("ann/kernel.cpp")  # the only lab with such a file
        self.assertEqual(self.read("ann").files["01"].guess, "")

    def test_count_identical_files_once_and_a_changed_one_before_a_skeleton(self) -> None:
        self.skeletons = {"02": "void matmul() {  // TODO\n}"}
        self.write("ann/02.cu", "one")
        self.write("ann/work/02_naive_kernel/kernel.cu", "one")
        self.write("ben/labs/02_naive_kernel/kernel.cu", "void matmul() {\n}")
        self.write("ben/02.cu", "mine")
        ann, ben = self.read("ann"), self.read("ben")
        self.assertEqual(ann.files["02"].text, b"one")
        self.assertEqual(
            reasons(ann)["work/02_naive_kernel/kernel.cu"], "the same as another file for lab 02"
        )
        self.assertEqual(ben.files["02"].text, b"mine")
        self.assertIn("no code was changed", reasons(ben)["labs/02_naive_kernel/kernel.cu"])

    def test_may_have_words_behind_a_labs_name(self) -> None:
        for file in (
            "lab02_final.cu",
            "Lab 2 - my solution.cu",
            "naive_kernel_v.cu",
            "02_naive_kernel_fixed.cu",
        ):
            with self.subTest(file):
                self.write(f"ann/{file}")
                self.assertEqual(self.read("ann").files["02"].guess, "")
                self.write("ann/02.cu", "perhaps better")
                self.assertTrue(is_undecided(self.read("ann").left_out, "02"))
                self.remove("ann")
        self.write("ann/lab02.cu.txt")
        self.assertIn("02", self.read("ann").files, "a mailer's .txt does not matter")
        self.remove("ann")
        for file in ("2_tiles.cu", "lab02_final.cpp", "lab02.txt"):
            with self.subTest(file):
                self.write(f"ann/{file}")
                self.assertEqual(self.read("ann").files, {})
                self.remove("ann")

    def test_have_a_skeleton_for_its_own_lab_whichever_is_wanted(self) -> None:
        self.skeletons = {"02": "void matmul() { naive(); }", "03": "void matmul() { tiled(); }"}
        self.wanted = {"02"}
        self.write("ann/kernel.cu", self.skeletons["02"])
        self.write("ann/kernel2.cu", self.skeletons["03"])
        texts = {lab: file.text.decode() for lab, file in self.read("ann").files.items()}
        self.assertEqual(texts, self.skeletons)

    def test_count_their_labs_folder_rather_than_what_lies_beside_it(self) -> None:
        for room in ("labs", "reference", "solutions", "old"):
            self.write(f"ann/{room}/02_naive_kernel/kernel.cu", room)
        self.write("ann/02.cu", "flat")
        self.write("ann/03.cu", "flat")
        self.write("ben/solutions/02_naive_kernel/kernel.cu", "leaked")
        ann = self.read("ann")
        self.assertEqual(ann.files["02"].text, b"labs")
        self.assertEqual(ann.files["03"].text, b"flat")
        better = "there is another file for lab 02 whose name or place is the lab's own"
        self.assertEqual(reasons(ann)["02.cu"], better)
        self.assertEqual(reasons(ann)["old/02_naive_kernel/kernel.cu"], better)
        self.assertEqual(len(ann.left_out), 3)
        self.assertEqual(ann.left_out[-1].path, "reference, solutions")
        self.assertEqual(self.read("ben").files, {})
        self.write("ann/gemmlab/labs/02.cu", "another")
        self.assertNotIn("02", self.read("ann").files)


if __name__ == "__main__":
    unittest.main()
