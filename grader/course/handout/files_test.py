"""Which files of the project a class gets, and what they are there."""

import tempfile
import unittest
from pathlib import Path

from course.handout.files import Audience, copy_files, is_copied

LAB = "02_naive_kernel/kernel.cu"
STUDENTS, AUTOGRADER = Audience.STUDENTS, Audience.AUTOGRADER


class Selected(unittest.TestCase):
    def assert_copied(self, audience: Audience, *files: str) -> None:
        self.assertEqual([file for file in files if not is_copied(file, audience)], [])

    def assert_withheld(self, audience: Audience, *files: str) -> None:
        self.assertEqual([file for file in files if is_copied(file, audience)], [])

    def test_files_build_the_tool_and_teach(self) -> None:
        self.assert_copied(
            STUDENTS,
            "gemmlab",
            "meson.build",
            "labs/labs.table",
            "common/simt/shim/cuda_runtime.h",
            "grader/speed/clock_probe.cu",
            "grader/tests/03_tiled_kernel_test.cpp",
            "docs/03_tiled_kernel.md",
            "grader/report/ci/annotate.py",
            "grader/report/junit.py",
            "common/simt/shim/compile_flags.txt",
        )

    def test_files_hold_no_kernel_that_a_solution_could_be_read_from(self) -> None:
        for audience in (STUDENTS, AUTOGRADER):
            self.assert_withheld(
                audience,
                "solutions/03_tiled_kernel/kernel.cu",
                "grader/mutants/03_tiled_kernel/tile_of_four.cu",
                "grader/tests/mistakes/03_tiled_kernel/b_times_a.cu",
                "common/simt/tests/ladder.cu",
                "docs/studies/toward-cublas/01_wide_copies.cu",
                "common/simt/translate/hard_cases.cu",
                "grader/cli/end_to_end_test.py",
                "grader/tests/mistake_tests.cpp",
                "docs/architecture.md",
                "docs/for_lecturers.md",
                "docs/examples/02_one_block.cu",
                "docs/instructors.md",
                "docs/threat_model.md",
                "grader/upkeep/sample_course.py",
            )

    def test_files_are_nobodys_own_work_nor_leftovers(self) -> None:
        self.assert_withheld(
            STUDENTS,
            "labs/03_tiled_kernel/kernel.cu",
            "build/build.ninja",
            ".gemmlab/journal",
            ".git/config",
            "grader/core/score.cpp.orig",
            "docs/notes.txt~",
            "grader/__pycache__/x.pyc",
            "common/module.so",
            "grader/.mypy_cache/3.10/x.json",
        )

    def test_the_room_for_classes_is_only_for_the_autograder(self) -> None:
        self.assert_withheld(STUDENTS, "grader/course/records.py")
        self.assert_copied(AUTOGRADER, "grader/course/records.py")


class Copied(unittest.TestCase):
    """A project with one lab."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root, self.to = Path(folder.name, "project"), Path(folder.name, "class")
        files: dict[str, str | bytes] = {
            "gemmlab": "#!/bin/sh\n",
            "README.md": "# x\n<!-- labs: -->\n",
            "common/a.h": b"\xff\r\n",
            "grader/report/ci/github.yml": "on: push\n",
            "docs/02_naive_kernel.md": (
                "## Hints\n- `c = x;`\n- [me](../labs/02_naive_kernel/kernel.cu)\n"
            ),
            "docs/other.md": "## Hints\n- `c = x;` [gone](architecture.md)\n",
        }
        for file, text in files.items():
            path = self.root / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def copy(self) -> None:
        copy_files(STUDENTS, self.root, self.to, [LAB])

    def text(self, file: str) -> str:
        return (self.to / file).read_text()

    def test_files_are_as_they_were_and_pages_without_answers(self) -> None:
        self.copy()
        self.assertEqual((self.to / "common/a.h").read_bytes(), b"\xff\r\n")
        self.assertEqual(
            self.text("docs/02_naive_kernel.md"),
            "## Hints\n- [me](../labs/02_naive_kernel/kernel.cu)\n",
        )
        self.assertEqual(self.text("docs/other.md"), "## Hints\n- `c = x;` gone\n")
        self.assertIn("Hand in the files", self.text("README.md"))

    def test_workflows_lie_where_a_forge_looks(self) -> None:
        self.copy()
        self.assertEqual(self.text(".github/workflows/grade.yml"), "on: push\n")
        self.assertFalse((self.to / "grader").exists())

    def test_everybody_reads_them_and_runs_the_launcher(self) -> None:
        self.copy()
        self.assertEqual((self.to / "gemmlab").stat().st_mode & 0o777, 0o755)
        self.assertEqual((self.to / "README.md").stat().st_mode & 0o777, 0o644)

    def test_links_are_not_followed(self) -> None:
        (self.root / "common/b.h").symlink_to("a.h")
        (self.root / "docs/all").symlink_to("..")
        self.copy()
        self.assertTrue((self.to / "common/a.h").exists())
        self.assertFalse((self.to / "common/b.h").exists())
        self.assertFalse((self.to / "docs/all").exists())

    def test_what_cannot_be_copied_is_named(self) -> None:
        self.to.write_text("a file")
        with self.assertRaises(OSError) as caught:
            self.copy()
        self.assertTrue(str(caught.exception.filename).startswith(str(self.to)))


if __name__ == "__main__":
    unittest.main()
