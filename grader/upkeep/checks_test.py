#!/usr/bin/env python3
"""The rules for files and for what is derived, in small courses that break one of them each."""

import shutil
import subprocess
import sys
import unittest
import unittest.mock
from pathlib import PurePath

sys.dont_write_bytecode = True
import course  # noqa: E402
import derived  # noqa: E402
import files  # noqa: E402
import upkeep  # noqa: E402
from sample_course import SKELETON, SOLUTION, SampleCourse  # noqa: E402

LAB_FILE = "labs/01_one/kernel.cpp"


class Files(SampleCourse):
    def test_a_well_formed_course_has_no_problems(self):
        self.assert_problems()

    def test_the_root_is_closed(self):
        self.write("notes.md", "")
        self.assert_problems("notes.md: the root may contain only CHANGELOG.md, CITATION.cff")
        self.assert_problems(check=files.check_root, is_own=lambda file: str(file) == "notes.md")
        (self.root / "notes.md").unlink()
        self.write(".hidden/file", "")
        self.write("out/meson-private/file", "")
        self.assert_problems()

    def test_each_missing_file_of_a_lab_is_named(self):
        for file in ("docs/01_one.md", "grader/tests/01_one_test.cpp", LAB_FILE,
                     "solutions/01_one/kernel.cpp"):
            away = (self.root / file).rename(self.root / "away")
            self.assert_problems(f"{file}: every lab", check=files.check_files)
            away.rename(self.root / file)

    def test_a_lab_has_a_wrong_and_a_right_mutant(self):
        (self.root / "grader/mutants/01_one/wrong.cpp").unlink()
        self.assert_problems("at least one wrong kernel")
        self.write("grader/mutants/01_one/wrong.cpp", "// verdict: WRNOG\n")
        self.assert_problems("wrong.cpp: a kernel here must state its verdict, but 'WRNOG' is not a verdict",
                             "at least one wrong kernel")
        self.write("grader/mutants/01_one/wrong.cpp", "int x;\n")
        self.assert_problems("wrong.cpp: a kernel here must state its verdict, but this one does not",
                             "at least one wrong kernel")
        shutil.rmtree(self.root / "grader/mutants/01_one")
        self.assert_problems("at least one wrong kernel", "at least one right but unusual kernel")

    def test_a_mutant_is_a_file_of_the_labs_kind(self):
        self.write("grader/mutants/01_one/notes.txt", "")
        self.assert_problems("grader/mutants/01_one/notes.txt: only .cpp may be here")

    def test_a_lab_without_a_row_is_named_once(self):
        self.write("solutions/02_two/kernel.cpp", SOLUTION)
        self.write("docs/02_two.md", "# Two\n")
        self.write("grader/tests/02_two_test.cpp", "spec")
        self.assertEqual(self.problems(), [
            "labs/labs.table: every lab must have a row, but 02_two has none (there is "
            "solutions/02_two, grader/tests/02_two_test.cpp, docs/02_two.md)"])

    def test_stray_files_and_folders_are_found(self):
        self.write("labs/01_one/notes.txt", "")
        self.assert_problems("labs/01_one/notes.txt: only kernel.cpp may")
        (self.root / "labs/01_one/notes.txt").rename(self.root / "solutions/02_two")
        self.assert_problems("labs/labs.table: every lab must have a row, but 02_two")

    def test_students_keep_their_files(self):
        self.write(LAB_FILE, SOLUTION)
        self.write("labs/01_one/notes.txt", "")
        self.assert_problems(is_own=lambda file: file.parts[0] == "labs")

    def test_git_knows_whose_a_file_is(self):
        def git(*words):
            subprocess.run(["git", "-C", self.root, "-c", "user.name=a", "-c", "user.email=b", *words],
                           check=True, capture_output=True)
        if shutil.which("git") is None:
            self.skipTest("git is not installed")
        git("init")
        git("add", ".")
        git("commit", "-m", "all")
        self.write(LAB_FILE, SOLUTION)
        self.write("notes.md", "")
        with unittest.mock.patch.object(upkeep, "ROOT", self.root):
            is_own = {file: upkeep.is_somebodys_own(PurePath(file)) for file in
                      (LAB_FILE, "labs/labs.table", "notes.md", "README.md", "docs/new.md")}
        self.assertEqual([file for file, own in is_own.items() if own], [LAB_FILE, "notes.md"])

    def test_a_broken_row_of_labs_stops_it(self):
        self.write("labs/labs.table", "id name file title\n01 one kernel.cpp\n")
        self.assertRaisesRegex(course.Stop, "labs.table:2: title is missing", self.course)


class Derived(SampleCourse):
    def test_the_table_of_figures_is_the_models(self):
        self.assertIn("| 37.5 | 37.5 GFLOP/s | agrees |\n\n<!-- end", self.text("docs/model.md"))
        self.assertEqual(derived.write_derived(self.course()), [])  # already written
        self.write_with("docs/model.md", "| 37.5 GFLOP/s |", "| 36.5 GFLOP/s |")
        self.assert_problems("docs/model.md: its figures must match")
        self.assertEqual(derived.write_derived(self.course()), [PurePath("docs/model.md")])
        self.assert_problems()
        self.write("docs/model.md", "# Model\n")
        self.assert_problems("between two marks")
        self.assertRaises(course.Stop, derived.write_derived, self.course())

    def test_the_lists_of_the_readme_are_derived(self):
        readme = self.text("README.md")
        self.assertIn("| [01](docs/01_one.md) | The first | [labs/01_one/kernel.cpp](", readme)
        self.assertIn("\nsudo apt-get install g++ libx-dev\n", readme)
        self.write_with("README.md", "libx-dev", "liby-dev")
        self.assert_problems("README.md: its packages must match")
        self.write("gemmlab", "#!/bin/sh\n")
        self.assertRaises(course.Stop, derived.write_derived, self.course())

    def test_a_long_command_is_continued(self):
        packages = "".join(f"p{i} package-number-{i} x\n" for i in range(9))
        self.write("gemmlab", f"requirements='\n{packages}'\n")
        first, second = derived.packages_command(self.course()).splitlines()[1:-1]
        self.assertTrue(first.endswith("package-number-3 \\"), first)
        self.assertLessEqual(len(first), derived.COLUMNS)
        self.assertTrue(second.startswith("  package-number-4 "), second)

    def test_an_edited_skeleton_is_seen(self):
        self.write(LAB_FILE, SOLUTION)
        self.assert_problems(f"{LAB_FILE}: a skeleton must match")

    def test_marks_that_do_not_pair_are_seen(self):
        self.facts.solutions["01_one"] = {"steps": ["1.1"], "error": "line 3: it is never closed"}
        self.assert_problems("solutions/01_one/kernel.cpp: a solution's markers must form pairs, but line 3")
        with self.assertRaisesRegex(course.Stop, "solutions/01_one/kernel.cpp, line 3"):
            list(derived.write_skeletons(self.course()))

    def test_skeletons_that_differ_are_written_and_only_those(self):
        self.assertEqual(list(derived.write_skeletons(self.course())), [])
        shutil.rmtree(self.root / "labs/01_one")
        self.assertEqual(list(derived.write_skeletons(self.course())), [PurePath(LAB_FILE)])
        self.assertEqual(self.text(LAB_FILE), SKELETON)
        self.write(LAB_FILE, SOLUTION)
        self.assertEqual(list(derived.write_skeletons(self.course(lambda file: True))), [])
        self.assertEqual(self.text(LAB_FILE), SOLUTION)

    def test_the_lines_of_a_gap_are_counted(self):
        solution = "solutions/01_one/kernel.cpp"
        self.write_with(solution, ">>> 3 lines", ">>> 4 lines")
        self.assert_problems("line 3: a gap must state its length, but it states 4")
        self.write_with(solution, "  int x = 1;\n", "")
        self.write_with(solution, ">>> 4 lines", ">>> 2 lines")
        self.assert_problems("line 3: a gap must have 3 to 15 lines")

    def test_a_step_has_one_small_gap(self):
        self.write("labs/labs.table", "id name file title\n00 stairs - S\n00.1 low 01_low.cu L\n")
        gap = "// Step 0.1: do.\n// >>> 1 line\nint x;\n// <<<\n"
        for solution, said in ((gap, None), (gap * 2, "have 1 to 1 gaps, but this one has 2"),
                               (gap.replace("1 line", "4 lines").replace("int x;", "\n\n\n"),
                                "must have 1 to 3 lines, but this one has 4")):
            self.write("solutions/00_stairs/01_low.cu", solution)
            found = [each.rule for each in derived.check_gaps(self.course())]
            self.assertEqual(bool(found), bool(said), found)
            self.assertIn(said or "", "".join(found))

    def test_a_solution_has_a_gap(self):
        self.write("solutions/01_one/kernel.cpp", "int x;\n")
        self.assert_problems("this one has 0", check=derived.check_gaps)


if __name__ == "__main__":
    unittest.main()
