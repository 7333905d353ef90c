#!/usr/bin/env python3
"""The rules for pages and for the files of editors, in small courses that break one of them each."""

import sys
import unittest

sys.dont_write_bytecode = True
import pages  # noqa: E402
from sample_course import PAGE, SampleCourse  # noqa: E402


class Pages(SampleCourse):
    def test_links_lead_to_files_and_headings(self):
        self.write("docs/good.md",
                   "# A page\n[a](#a-page) [b](../README.md#all) [c](https://x.y/#z) `labs/`\n")
        self.assert_problems()
        self.write("docs/good.md", "# A page\n\n[a](#a-pag)\n[b](README.md)\n`grader/none.cpp`\n")
        self.assert_problems("line 3: a link must lead to a heading, but docs/good.md has no #a-pag",
                             "line 4: a link must lead to a file, but there is no docs/README.md",
                             "line 5: a page may only name existing files")

    def test_pages_name_commands_that_there_are(self):
        self.write("docs/good.md", "`./gemmlab` or `./gemmlab grade 01 --shape 1,2,3`\n\n"
                                   "    ./gemmlab test --any  # one -x\n")
        self.assert_problems()
        self.write("docs/good.md", "`./gemmlab gradd`\n```sh\n./gemmlab grade --shap 1; "
                                   "./gemmlab grade --help\n```\n")
        self.assert_problems("line 1: ./gemmlab: there is no command gradd",
                             "line 3: ./gemmlab: grade has no option --shap")

    def test_editors_get_json_with_comments(self):
        tasks = ".vscode/tasks.json"
        self.write(tasks, '// tasks\n{"tasks": [{"command": "./gemmlab", "args": ["grade"]}],\n'
                          '/* two\nlines */ "url": "http://x"}\n')
        self.assert_problems()
        self.write_with(tasks, "grade", "grad")
        self.assert_problems("a gemmlab command, but there is no command grad")
        self.write_with(tasks, '"http://x"}', '"http://x",}')
        self.assert_problems("it must be JSON with comments, but line 4:")
        self.write(tasks, '{"command": "./gemmlab", "args": "grade"}\n')
        self.assert_problems("it must be JSON with comments, but the args of ./gemmlab are not a list")

    def test_the_command_line_is_the_tools(self):
        commands = pages.command_line()
        self.assertLessEqual({"--only", "--write", "--help"}, commands["upkeep"])
        self.assertNotIn("command", commands)

    def test_the_sections_stand_in_order(self):
        self.write_with("docs/01_one.md", "## Idea\n", "")
        self.assert_problems("has Goal, Steps, Hints")
        self.write("docs/01_one.md", PAGE.replace("## Measure\n## Why\n", "## Why\n## Measure\n"))
        self.assert_problems("Hints, Why, Measure")

    def test_each_step_is_described_and_hinted(self):
        for what, replacement, part in (
                ("### 1.1 be right", "### 1.3 be right", "below Steps, each step"),
                ("### 1.1\n- think\n", "", "below Hints, each step"),
                ("- think", "think", "hint 1.1 must have bullets")):
            self.write("docs/01_one.md", PAGE)
            self.write_with("docs/01_one.md", what, replacement)
            self.assert_problems(part)


if __name__ == "__main__":
    unittest.main()
