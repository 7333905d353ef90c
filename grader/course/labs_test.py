"""The one list of labs, and what people call them."""

import tempfile
import unittest
from pathlib import Path

from course.errors import MachineError
from course.labs import Lab, find_lab, read_labs, read_steps


def labs_in(text: str) -> list[Lab]:
    with tempfile.TemporaryDirectory() as root:
        (Path(root) / "labs").mkdir()
        (Path(root) / "labs" / "labs.table").write_text(text)
        return read_labs(Path(root))


class Labs(unittest.TestCase):
    def test_reads_rows_and_skips_comments(self) -> None:
        labs = labs_in("# all\nid name file title\n\n01 one kernel.cpp The first one\n")
        self.assertEqual(labs, [Lab("01", "one", "kernel.cpp", "The first one")])
        self.assertEqual(labs[0].slug, "01_one")
        self.assertEqual(labs[0].path, "01_one/kernel.cpp")

    def test_reads_the_projects_own_table(self) -> None:
        labs = read_labs(Path(__file__).resolve().parents[2])
        self.assertEqual(labs[0], Lab("01", "cpu_loop", "kernel.cpp", "The CPU loop"))
        self.assertEqual(len({lab.id for lab in labs}), len(labs))

    def test_steps_of_a_staircase_are_no_labs(self) -> None:
        root = Path(__file__).resolve().parents[2]
        steps = read_steps(root)
        self.assertEqual(steps[2].path, "00_first_kernels/03_guard.cu")
        self.assertEqual({step.staircase for step in steps}, {"00_first_kernels"})
        ids = {lab.id for lab in read_labs(root)}
        self.assertTrue(ids.isdisjoint({"00", *(step.id for step in steps)}), ids)

    def test_those_below_a_heading_belong_to_its_block(self) -> None:
        labs = labs_in(
            "id name file title\n06 six kernel.cu A\n- beyond - Beyond it\n07 seven kernel.cu B\n"
        )
        self.assertEqual([(lab.id, lab.block) for lab in labs], [("06", ""), ("07", "Beyond it")])

    def test_names_the_line_of_an_incomplete_row(self) -> None:
        with self.assertRaisesRegex(MachineError, r"labs\.table:2: "):
            labs_in("id name file title\n02 two\n")

    def test_refuses_a_table_without_labs_and_no_table(self) -> None:
        with self.assertRaisesRegex(MachineError, "no row"):
            labs_in("# none\n")
        with self.assertRaisesRegex(MachineError, "cannot read the table of labs"):
            read_labs(Path("/nowhere"))

    def test_finds_a_lab_by_each_of_its_names(self) -> None:
        labs = labs_in("id name file title\n02 naive kernel.cu A\n12 naive_too kernel.cu B\n")
        words = ["2", "02", "lab2", "lab02", "naive", "02_naive"]
        paths = [
            "labs/02_naive/kernel.cu",
            "./02_naive/",
            "/a b/labs/02_naive",
            "docs/02_naive.md",
            "02_naive/kernel.cu",
        ]
        for word in words + paths:
            with self.subTest(word):
                self.assertEqual(find_lab(labs, word), labs[0])
        self.assertEqual(find_lab(labs, "12"), labs[1])

    def test_finds_none_by_other_words_and_in_solutions_and_mutants(self) -> None:
        labs = labs_in("id name file title\n02 naive kernel.cu A\n12 naive_too kernel.cu B\n")
        paths = [
            "solutions/02_naive/kernel.cu",
            "grader/mutants/02_naive/x.cu",
            "labs/03_naive/kernel.cu",
            "labs/",
            "/",
        ]
        for word in [*paths, "", "1", "3", "lab", "lab3", "nai", "002"]:
            with self.subTest(word):
                self.assertIsNone(find_lab(labs, word))


if __name__ == "__main__":
    unittest.main()
