"""What the check of a hand-out finds."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from course.errors import MachineError, UsageError
from course.handout.check import check

LAB = "02_naive_kernel/kernel.cu"
SOLUTION = "// Step 2.1: store\n// >>> 2 lines\nc[row * n + col] = total;  // here\n}\n// <<<\n"
SKELETON = "// TODO(2.1): store\n// your code: about 2 lines\n}\n"


class Checked(unittest.TestCase):
    """A project with one lab, and a folder for its students."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.write(f"project/solutions/{LAB}", SOLUTION)
        self.write("project/grader/speed/race.cpp", "")
        self.write(f"class/labs/{LAB}", SKELETON)

    def write(self, file: str, text: str) -> None:
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_check(self, folder: str = "class") -> tuple[int, list[str]]:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = check(self.folder / "project", self.folder / folder, [LAB])
        return code, said.getvalue().splitlines()

    def assert_found(self, files: int, *found: str) -> None:
        """Each text of `found` is the beginning of what was found, in this order."""
        code, (*said, last) = self.run_check()
        self.assertEqual(code, 1 if found else 0, said)
        self.assertIn(f", {files} files: {'do not' if found else 'no line'}", last)
        begun = [text[: len(want)] for text, want in zip(said, found)]
        self.assertEqual((begun, len(said)), (list(found), len(found)))

    def test_skeletons_are_fine(self) -> None:
        self.assert_found(1)

    def test_a_line_of_a_solution_is_named_however_it_is_indented_or_commented(self) -> None:
        self.write("class/docs/page.md", "Hint\n    c[row  *  n + col] = total; // so\n")
        self.assert_found(2, "docs/page.md: line 2 is one of a solution: c[row * n + col] = total;")

    def test_a_line_that_is_public_elsewhere_tells_nothing(self) -> None:
        self.write("project/grader/speed/textbook_loop.cpp", "c[row * n + col] = total;\n")
        self.write("class/page.md", "c[row * n + col] = total;\n")
        self.assert_found(2)

    def test_test_kernels_and_what_is_not_looked_into_are_found(self) -> None:
        self.write("class/a.cu", "// verdict: RACE\n")
        self.write("class/.git/config", "c[row * n + col] = total;\n")
        (self.folder / "class/link").symlink_to("/etc")
        self.assert_found(2, ".git: a history", "a.cu: a test kernel", "link: a link")

    def test_a_solution_whose_gaps_cannot_be_told_stops_it(self) -> None:
        for broken in (SOLUTION.replace("// <<<", ""), SOLUTION.replace("// >>> 2 lines", "")):
            self.write(f"project/solutions/{LAB}", broken)
            with self.assertRaisesRegex(MachineError, rf"^\S+{LAB}: .* do not pair$"):
                self.run_check()

    def test_a_missing_solution_stops_it(self) -> None:
        (self.folder / "project/solutions" / LAB).unlink()
        with self.assertRaisesRegex(MachineError, rf"^cannot read \S+{LAB}: No such file"):
            self.run_check()

    def test_what_holds_no_files_is_not_fine(self) -> None:
        (self.folder / "empty").mkdir()
        code, said = self.run_check("empty")
        self.assertEqual(code, 1)
        self.assertIn("0 files: it holds no files.", said[-1])
        with self.assertRaisesRegex(UsageError, "is not a folder"):
            self.run_check("none")


if __name__ == "__main__":
    unittest.main()
