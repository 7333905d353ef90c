"""The tree for a class: where it may be written, and the solutions that are compiled for it."""

import shutil
import stat
import tempfile
import unittest
from pathlib import Path

from course.commands import HandoutOptions
from course.errors import MachineError, UsageError
from course.facts import Facts
from course.handout.files import Audience
from course.handout.handout import handout, objection_to_folder, write_handout

SOLUTION = "// Step 1.1: add\n// >>> 1 line\nc[row * n + col] = total;\n// <<<\n"
# Stands in for a compiler: the last word is the module's file.
COMPILER = """#!/bin/sh
cd "$(dirname "$0")"
echo "$@" >>calls
for file; do :; done
printf module >"$file"
"""


class Tree(unittest.TestCase):
    """A project of two labs, one for the CPU and one for the GPU."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="gemmlab handout "))
        self.addCleanup(shutil.rmtree, self.folder)
        self.root, self.to = self.folder / "project", self.folder / "class"
        self.labs = ("01_one/kernel.cpp", "02_two/kernel.cu")
        for file, text in {
            "labs/labs.table": "id name file title\n01 one kernel.cpp One\n02 two kernel.cu Two\n",
            "gemmlab": "#!/bin/sh\n",
            "README.md": "# x\n",
            "common/include/gemmlab/matmul.h": "",
            "grader/worker/runtime_log.cpp": "",
            "grader/speed/race.cpp": "",
            **{f"solutions/{lab}": SOLUTION for lab in self.labs},
        }.items():
            self.write(file, text)
        self.compiler = self.folder / "compiler"
        self.set_compiler(COMPILER)
        command = {"path": str(self.compiler), "command": [str(self.compiler)], "stamp": "1"}
        self.facts: Facts = {
            "root": str(self.root),
            "build": str(self.folder / "build"),
            "labs": [
                {"id": "01", "skeleton": "// your code\n"},
                {"id": "02", "skeleton": "// TODO\n"},
            ],
            "handed_out": {"01_one": command, "02_two": {**command, "stamp": "2"}},
        }
        self.said: list[str] = []

    def write(self, file: str, text: str) -> None:
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def set_compiler(self, script: str) -> None:
        self.compiler.write_text(script)
        self.compiler.chmod(0o755)

    def calls(self) -> int:
        return len((self.folder / "calls").read_text().splitlines())

    def write_tree(self, audience: Audience = Audience.STUDENTS, name: str = "class") -> list[str]:
        return write_handout(self.facts, self.folder / name, audience, self.said.append)


class Written(Tree):
    def test_students_begin_with_skeletons_and_get_modules_beside_these(self) -> None:
        self.assertEqual(self.write_tree(), [])
        for lab, skeleton in zip(self.labs, ("// your code\n", "// TODO\n")):
            for room in ("labs", "reference"):
                self.assertEqual((self.to / room / lab).read_text(), skeleton)
        for module in ("01_one/cpu.so", "02_two/cuda.so"):
            self.assertEqual((self.to / "reference" / module).read_text(), "module")
        self.assertFalse((self.to / "solutions").exists())
        self.assertEqual(stat.S_IMODE(self.to.stat().st_mode), 0o755)
        self.assertEqual(self.said, ["compiling lab 01", "compiling lab 02"])

    def test_an_autograder_needs_nothing_for_a_gpu(self) -> None:
        self.facts["handed_out"]["02_two"] = None
        self.assertEqual(self.write_tree(Audience.AUTOGRADER), [])
        self.assertFalse((self.to / "reference/02_two/cuda.so").exists())

    def test_a_compiler_that_is_missing_is_told(self) -> None:
        self.facts["handed_out"]["02_two"] = None
        (said,) = self.write_tree()
        self.assertIn("nvcc is not installed here", said)
        self.assertTrue((self.to / "reference/01_one/cpu.so").exists())

    def test_a_solution_is_compiled_again_only_if_something_has_changed(self) -> None:
        self.write_tree()
        self.write_tree(name="again")
        self.assertEqual(self.calls(), 2)
        self.write(f"solutions/{self.labs[0]}", SOLUTION + "// new\n")
        self.write_tree(name="once more")
        self.assertEqual(self.calls(), 3)
        self.facts["handed_out"]["02_two"]["stamp"] = "another version"
        self.write_tree(name="at last")
        self.assertEqual(self.calls(), 4)

    def test_where_a_solution_lies_is_not_said_to_the_compiler(self) -> None:
        self.write_tree()
        self.assertNotIn("solutions", (self.folder / "calls").read_text())

    def test_a_failure_leaves_nothing_and_says_why(self) -> None:
        self.set_compiler("#!/bin/sh\nprintf 'no such \\033[31mflag'\nexit 1\n")
        with self.assertRaisesRegex(
            MachineError, "lab 01 .*nothing was handed out: no such flag\n"
        ):
            self.write_tree()
        self.set_compiler("#!/bin/sh\nexit 1\n")
        with self.assertRaisesRegex(MachineError, "it gave no reason"):
            self.write_tree()
        self.assertEqual(
            sorted(path.name for path in self.folder.iterdir()),
            ["build", "compiler", "project"],
        )
        self.assertEqual(list((self.folder / "build/modules").iterdir()), [])

    def test_a_place_that_cannot_be_written_to_is_named(self) -> None:
        (self.folder / "file").write_text("")
        with self.assertRaisesRegex(MachineError, r"^cannot copy .*file: "):
            self.write_tree(name="file/class")


class Place(Tree):
    def test_an_empty_folder_or_a_new_one_will_do(self) -> None:
        self.assertEqual(objection_to_folder(self.to, self.root), "")
        self.to.mkdir()
        self.assertEqual(objection_to_folder(self.to, self.root), "")

    def test_what_holds_something_stays(self) -> None:
        (self.folder / "file").write_text("")
        for taken in (self.folder, self.folder / "file"):
            self.assertIn("not an empty folder", objection_to_folder(taken, self.root))

    def test_no_place_is_inside_the_project_by_whatever_name(self) -> None:
        (self.folder / "link").symlink_to(self.root)
        for inside in ("project", "project/new", "new/../project/", "link/new"):
            why = objection_to_folder(self.folder / inside, self.root)
            self.assertIn("inside the project", why, inside)


class Command(Tree):
    def test_a_hand_out_gives_no_other_one(self) -> None:
        (self.root / "reference").mkdir()
        with self.assertRaisesRegex(UsageError, "does not hand out the solutions"):
            handout(HandoutOptions(str(self.to)), self.facts)

    def test_a_lab_whose_solution_gives_no_skeleton_stops_it(self) -> None:
        self.facts["labs"][1]["skeleton"] = None
        with self.assertRaisesRegex(MachineError, "lab 02 has no skeleton"):
            handout(HandoutOptions(str(self.to)), self.facts)
        self.assertFalse(self.to.exists())

    def test_a_tree_holds_the_rules_for_assistants_only_if_asked(self) -> None:
        handout(HandoutOptions(str(self.to)), self.facts)
        self.assertFalse((self.to / "AGENTS.md").exists())
        with_rules = self.folder / "with rules"
        self.assertEqual(handout(HandoutOptions(str(with_rules), ai="none"), self.facts), 0)
        self.assertIn("please decline", (with_rules / "AGENTS.md").read_text())

    def test_a_tree_is_examined_after_it_is_written(self) -> None:
        self.write("docs/page.md", "c[row * n + col] = total;\n")
        self.assertEqual(handout(HandoutOptions(str(self.to)), self.facts), 1)
        self.assertEqual(handout(HandoutOptions(str(self.to), check=True), self.facts), 1)
        (self.to / "docs/page.md").unlink()
        self.assertEqual(handout(HandoutOptions(str(self.to), check=True), self.facts), 0)


if __name__ == "__main__":
    unittest.main()
