#!/usr/bin/env python3
"""A hand-out with the compiled tool: it grades at once, wherever it lies, and builds elsewhere.

Usage: binaries_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree as xml

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "grader" / "cli"))
import cli_case  # noqa: E402
from cli_case import COURSE, LABS, CliCase, tool  # noqa: E402

FOR_BUILDS = ("meson", "ninja", "pkg-config", "sudo", "apt-get")


class HandedOut(CliCase):
    @classmethod
    def setUpClass(cls):
        cls.ours = Path(tempfile.mkdtemp(prefix="gemmlab binaries "))  # with spaces, on purpose
        cls.addClassCleanup(shutil.rmtree, cls.ours)
        cls.packed = cls.ours / "packed"
        subprocess.run(
            [tool(), "handout", "--with-binaries", "--out", cls.packed],
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def setUp(self):
        super().setUp()
        self.tree = self.folder / "a class"
        shutil.copytree(self.packed, self.tree)
        commands = self.folder / "commands"
        commands.mkdir()
        for place in reversed(os.environ["PATH"].split(":")):
            for command in Path(place).iterdir() if Path(place).is_dir() else ():
                if command.name not in FOR_BUILDS:
                    (commands / command.name).unlink(missing_ok=True)
                    (commands / command.name).symlink_to(command)
        self.env = {
            name: value for name, value in self.env.items() if not name.startswith("GEMMLAB")
        }
        self.env["PATH"] = str(commands)

    def launch(self, *words, want):
        done = subprocess.run(
            [self.tree / "gemmlab", *words],
            text=True,
            capture_output=True,
            env=self.env,
            stdin=subprocess.DEVNULL,
        )
        self.assertEqual(done.returncode, want, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def verdicts(self, want):
        self.launch(
            "grade",
            "--backend",
            "sim",
            "--json",
            self.folder / "result.json",
            "--junit",
            self.folder / "result.xml",
            want=want,
        )
        self.assertEqual(
            [suite.get("name") for suite in xml.parse(self.folder / "result.xml").getroot()],
            [str(LABS[lab].parent) for lab in COURSE],
        )
        return {
            lab["id"]: lab["verdict"]
            for lab in json.loads((self.folder / "result.json").read_text())["labs"]
        }

    def test_grades_skeletons_and_solutions_without_a_build_also_where_it_is_moved(self):
        self.assertEqual(self.verdicts(1), dict.fromkeys(COURSE, "NOT STARTED"))
        self.tree = self.tree.rename(self.folder / "moved away")
        for path in map(LABS.get, COURSE):
            shutil.copyfile(ROOT / "solutions" / path, self.tree / "labs" / path)
        self.assertEqual(self.verdicts(0), dict.fromkeys(COURSE, "PASSED"))

    def test_a_folder_that_cannot_be_written_to_is_used_all_the_same(self):
        self.env["GEMMLAB_BUILD"] = str(self.folder / "else where")
        for path in (self.tree / "prebuilt").rglob("*.*"):
            path.chmod(0o444)
        (self.tree / "prebuilt/grader/cli/gemmlab-cli").chmod(0o444)
        self.assertIn("NOT STARTED", self.launch("grade", "02", want=1))
        self.assertFalse((self.tree / "build").exists())

    def test_a_new_version_replaces_the_old_one(self):
        self.launch("list", want=0)
        (self.tree / "prebuilt/grader/cli/gemmlab-cli").write_text("#!/bin/sh\necho new\n")
        machine = self.tree / "prebuilt/gemmlab.machine"
        machine.write_text(machine.read_text().splitlines()[0] + "\n2\n")
        self.assertEqual(self.launch("list", want=0), "new\n")

    def test_another_machine_says_so_and_builds(self):
        self.launch("list", want=0)
        machine = self.tree / "prebuilt/gemmlab.machine"
        machine.write_text("haiku 1 riscv64\n" + machine.read_text().splitlines()[1] + "\n")
        said = self.launch("list", want=3)
        self.assertIn("The tool in this folder is for haiku 1 riscv64. Here is ", said)
        self.assertIn("Ninja", said)  # what a build lacks here

    def test_a_tool_that_does_not_run_is_built(self):
        (self.tree / "prebuilt/grader/cli/gemmlab-cli").write_bytes(b"\x7fELF cut short")
        said = self.launch("list", want=3)
        self.assertIn("does not run here", said)
        self.assertIn("Ninja", said)

    def test_without_a_compiler_only_that_is_asked_for(self):
        for compiler in (self.folder / "commands").glob("*g++*"):
            compiler.unlink()
        for compiler in (
            "c++",
            *(each.name for each in (self.folder / "commands").glob("clang++*")),
        ):
            (self.folder / "commands" / compiler).unlink(missing_ok=True)
        said = self.launch("grade", "02", want=3)
        self.assertIn("sudo apt-get install g++\n", said)

    def test_its_programs_tell_nothing_of_the_place_where_they_were_built(self):
        files = [path for path in (self.tree / "prebuilt").rglob("*") if path.is_file()]
        self.assertGreater(len(files), 7)
        for path in files:
            self.assertNotIn(bytes(ROOT), path.read_bytes(), path)


if __name__ == "__main__":
    cli_case.main()
