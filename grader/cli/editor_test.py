#!/usr/bin/env python3
"""How .vscode/tasks.json parses our reports: a place and a sentence for each finding."""

import json
import re
import unittest

from cli_case import INCLUDE, MATMUL, ROOT, CliCase, main


def task(label):
    text = (ROOT / ".vscode" / "tasks.json").read_text()
    text = "".join(line for line in text.splitlines(True) if not line.lstrip().startswith("//"))
    return next(t for t in json.loads(text)["tasks"] if t["label"].endswith(label))


class Editor(CliCase):
    def found(self, lab, file):
        """(file, line, severity, message) of each line that the task's matcher accepts."""
        pattern = task("grade this lab")["problemMatcher"]["pattern"]
        _, said = self.grade(lab, "--file", file, want=1)
        matches = (re.search(pattern["regexp"], line) for line in said.splitlines())
        return [tuple(match[pattern[key]] for key in ("file", "line", "severity", "message"))
                for match in matches if match]

    def test_a_finding_is_shown_at_its_line(self):
        mutant = ROOT / "grader/mutants/03_tiled_kernel/missing_second_barrier.cu"
        line = next(number for number, text in enumerate(mutant.read_text().splitlines(), 1)
                    if "a_tile[ty][tx] =" in text)
        found = self.found("03", mutant)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(str(mutant).endswith(found[0][0]), found)
        self.assertEqual(found[0][1:], (str(line), None, "RACE"))

    def test_what_the_compiler_says_is_shown_at_its_line(self):
        bad = self.file(f"{INCLUDE}{MATMUL} {{\n  int x = ;\n}}\n", "bad.cu")
        found = self.found("02", bad)
        self.assertIn((str(bad), "3", "error"), [place[:3] for place in found])

    def test_the_open_files_path_says_which_lab_is_meant(self):
        self.assertEqual(task("grade this lab")["args"], ["grade", "${relativeFile}"])
        labs, _ = self.grade("docs/04_boundary_handling.md", "--solutions", "--shape", "3,2,1", want=0)
        self.assertEqual(list(labs), ["04"])
        self.run_tool("grade", "grader/mutants/04_boundary_handling/early_return.cu", want=2)


if __name__ == "__main__":
    main()
