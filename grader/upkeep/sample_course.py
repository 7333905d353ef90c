"""For tests: a well-formed course with one lab; each test breaks it in one place."""

import shutil
import tempfile
import unittest
from pathlib import Path

import derived
import upkeep
from course import Course, Facts

SOLUTION = """\
int f() {
  // Step 1.1: be right.
  // >>> 3 lines
  int x = 1;
  x += 1;
  return x;
  // <<<
}
"""
SKELETON = "int f() {\n  // TODO(1.1): be right.\n  // your code: about 3 lines\n}\n"
PAGE = """\
# Lab 01
## Goal
## Idea
## Steps
### 1.1 be right
```
# no heading
```
## Hints
### 1.1
- think

  ```
## no heading
  ```
## Measure
## Why
### 1.2 is no step here
"""
FILES = {
    "labs/labs.table": "id name file title\n01 one kernel.cpp The first\n",
    "solutions/01_one/kernel.cpp": SOLUTION,
    "labs/01_one/kernel.cpp": SKELETON,
    "docs/01_one.md": PAGE,
    "docs/model.md": "# Model\n<!-- figures: written by ./gemmlab upkeep --write -->\nold\n"
                     "<!-- end of figures -->\nafter\n",
    "README.md": "# All\n<!-- labs: written by ./gemmlab upkeep --write -->\n<!-- end of labs -->\n"
                 "<!-- packages: written by ./gemmlab upkeep --write -->\n<!-- end of packages -->\n",
    "gemmlab": "#!/bin/sh\nrequirements='\ncxx20  g++  gcc-c++\nmodule:x  libx-dev  x-devel\n'\n",
    "grader/tests/01_one_test.cpp": "spec",
    "grader/mutants/01_one/wrong.cpp": "// verdict: WRONG\n",
    "grader/mutants/01_one/right.cpp": "// verdict: PASSED\n",
}


class SampleCourse(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp(prefix="gemmlab-upkeep-"))
        self.addCleanup(shutil.rmtree, self.root)
        self.facts = Facts(
            solutions={"01_one": {"steps": ["1.1"], "skeleton": SKELETON}}, specs=["01_one"],
            figures={"texts": [], "figures": [{"text": "HPC", "what": "its bound", "formula": "150 / 4",
                                               "computed": 37.5, "stated": "37.5", "unit": "GFLOP/s"}]},
            verdicts=["RACE", "WRONG", "PASSED"])
        for file, text in FILES.items():
            self.write(file, text)
        derived.write_derived(self.course())

    def write(self, file, text):
        (self.root / file).parent.mkdir(parents=True, exist_ok=True)
        (self.root / file).write_text(text)

    def write_with(self, file, what, replacement):
        """The file's text with the first `what` replaced."""
        text = (self.root / file).read_text()
        self.assertIn(what, text)
        self.write(file, text.replace(what, replacement, 1))

    def text(self, file):
        return (self.root / file).read_text()

    def course(self, is_own=lambda file: False):
        return Course(self.root, self.facts, is_own)

    def problems(self, check=upkeep.check_course, **options):
        """As "file: rule"; each has a cure."""
        found = list(check(self.course(**options)))
        for each in found:
            self.assertNotEqual(each.cure, "")
        return [f"{each.file}: {each.rule}" for each in found]

    def assert_problems(self, *parts, **options):
        """These problems and no others, in this order; of each a part."""
        found = self.problems(**options)
        self.assertEqual(len(found), len(parts), found)
        for part, each in zip(parts, found):
            self.assertIn(part, each)
