#!/usr/bin/env python3
"""What the forge and others read of this project: workflows, forms for issues, the citation. They are YAML, and name
files, commands and a version that exist.
"""

import re
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import pages  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
try:
    import yaml
except ImportError:
    print("There is no PyYAML: sudo apt-get install python3-yaml")
    sys.exit(77)


def read(file):
    return yaml.safe_load((ROOT / file).read_text())


def scripts(workflow):
    return [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]


class Workflows(unittest.TestCase):
    def test_run_only_scripts_that_exist(self):
        found = 0
        for file in [*ROOT.glob(".github/workflows/*.yml"), ROOT / "grader/report/ci/github.yml"]:
            for script in scripts(read(file)):
                # An expression of the forge stands for what it gives, which may be nothing.
                for words in map(str.split, re.sub(r"\$\{\{.*?\}\}", "", script).splitlines()):
                    places = [word for word in words if re.match(r"(\./|\.ci/|docs/|grader/)", word)]
                    for place in places:
                        self.assertTrue((ROOT / place).is_file(), f"{file.name}: {place}")
                        found += 1
                    if words and words[0] == "./gemmlab":
                        self.assertEqual(pages.complaint_about(words[1:], pages.command_line()), "", file.name)
        self.assertGreaterEqual(found, 4)

    def test_the_long_tests_run_once_a_week_and_no_other_way(self):
        ci = read(".github/workflows/ci.yml")
        test, = [script for script in scripts(ci) if ".ci/run" in script]
        self.assertRegex(test, r"^\.ci/run \$\{\{ github\.event_name == 'schedule' && '--full' \|\| '' \}\}$")
        (schedule,) = ci[True]["schedule"]  # YAML reads `on` as a truth value
        self.assertRegex(schedule["cron"], r"^\d+ \d+ \* \* \d$")


class Forms(unittest.TestCase):
    def test_ask_for_the_file_and_the_command(self):
        contributing = (ROOT / "CONTRIBUTING.md").read_text().lower()
        forms = [read(file) for file in sorted(ROOT.glob(".github/ISSUE_TEMPLATE/*_*.yml"))]
        self.assertEqual([form["name"] for form in forms], ["A right kernel failed", "A wrong kernel passed"])
        for form in forms:
            asked = {each["id"]: each for each in form["body"] if "id" in each}
            for field in ("file", "command", "output"):
                self.assertTrue(asked[field]["validations"]["required"], (form["name"], field))
            words = asked["command"]["attributes"]["placeholder"].split()
            self.assertEqual(words[0], "./gemmlab")
            self.assertEqual(pages.complaint_about(words[1:], pages.command_line()), "")
            self.assertIn(form["name"].lower(), contributing)
            for each in form["body"]:
                self.assertIn(each["type"], {"markdown", "textarea", "input"})


class Citation(unittest.TestCase):
    def test_is_of_this_version_and_names_no_person(self):
        citation = read("CITATION.cff")
        self.assertLessEqual({"cff-version", "message", "title", "authors"}, set(citation))
        version = re.search(r"version: '([\d.]+)'", (ROOT / "meson.build").read_text())[1]
        self.assertEqual(str(citation["version"]), version)
        self.assertEqual([set(author) for author in citation["authors"]], [{"name"}])
        self.assertIn(f"{version}\n", (ROOT / "CHANGELOG.md").read_text())


if __name__ == "__main__":
    unittest.main()
