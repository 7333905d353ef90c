#!/usr/bin/env python3
"""class_test.py GEMMLAB-CLI: the tree for a class works alone, and contains no solution.

Meson configures the hand-out in a separate folder. Objects are copied from this build, so that only
the differences are compiled.
"""

import contextlib
import csv
import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "grader"), str(ROOT / "grader" / "cli")]
from cli_case import COURSE, LABS, STEPS, CliCase, main, skeleton, tool  # noqa: E402
from project_copy import as_deep, copy_of_build  # noqa: E402
from stand_in_case import StandInCase  # noqa: E402

# Any program on matrices has these, and the baseline of lab 01 is public.
COMMON = {
    "for (int row = 0; row < m; ++row) {",
    "for (int col = 0; col < n; ++col) {",
    "c[row * n + col] = sum;",
}
SHORT = 12  # length of a line that may be in any program: `return;`
CPU_MODULE = f"{LABS['01'].parent}/cpu.so"
GIVEN = {lab: LABS[lab] for lab in COURSE}  # no lab beyond the course, unless somebody asks
SOLUTION = {lab: (ROOT / "solutions" / path).read_text() for lab, path in LABS.items()}


def code(line):
    return " ".join(line.split("//")[0].split())


def secret_lines():
    """The text in gaps that is in no skeleton."""
    shown = {code(line) for lab in [*LABS, *STEPS] for line in skeleton(lab).splitlines()}
    secret = set()
    for text in SOLUTION.values():
        for gap in re.findall(r"// >>> .*?\n(.*?)// <<<", text, re.DOTALL):
            secret |= {code(line) for line in gap.splitlines()}
    return {line for line in secret - shown if len(line) > SHORT}


def files_of(tree):
    return sorted(path for path in tree.rglob("*") if path.is_file())


def dead_links(tree):
    for page in tree.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#\s]+)[^)\s]*\)", page.read_text()):
            if "://" not in link and not (page.parent / link).exists():
                yield f"{page.relative_to(tree)}: {link}"


class HandedOut(CliCase):
    """The tree itself, with the compilers of this machine."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder_of_class = Path(tempfile.mkdtemp(prefix="gemmlab-class-"))
        cls.tree = cls.folder_of_class / "the class"
        cls.done = subprocess.run(
            [tool(), "handout", "--out", cls.tree], text=True, capture_output=True
        )

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder_of_class)

    def setUp(self):
        super().setUp()
        self.assertEqual(self.done.returncode, 0, self.done.stderr)

    def texts(self):
        return {path: path.read_text() for path in files_of(self.tree) if path.suffix != ".so"}

    def test_no_line_of_a_gap_is_anywhere(self):
        secret = secret_lines()
        self.assertGreater(len(secret), 30)
        found = [
            f"{path.relative_to(self.tree)}: {line.strip()}"
            for path, text in self.texts().items()
            for line in text.splitlines()
            if code(line) in secret and not (code(line) in COMMON and path.suffix == ".cpp")
        ]
        self.assertEqual(found, [])
        for path, text in self.texts().items():
            if path.suffix in (".cu", ".cpp") and path.parts[-3:-2] in (("labs",), ("reference",)):
                self.assertNotRegex(text, r"Step \d\.\d|// >>>")

    def test_students_begin_with_skeletons_whatever_lies_in_labs(self):
        for lab, path in {**GIVEN, **STEPS}.items():
            for room in ("labs", "reference"):
                self.assertEqual((self.tree / room / path).read_text(), skeleton(lab))
        self.assertEqual(
            sorted(os.listdir(self.tree / "labs")),
            sorted({str(path.parent) for path in {**GIVEN, **STEPS}.values()} | {"labs.table"}),
        )

    def test_each_step_still_has_a_hint(self):
        for lab, path in GIVEN.items():
            page = (self.tree / "docs" / f"{path.parent}.md").read_text()
            hints = page.split("\n## Hints\n")[1].split("\n## ")[0]
            steps = re.split(r"^### ", hints, flags=re.MULTILINE)[1:]
            self.assertEqual(len(steps), len(set(re.findall(r"Step (\d\.\d)", SOLUTION[lab]))))
            for step in steps:
                self.assertRegex(step, r"(?m)^- ", f"{lab}: {step}")

    def test_links_lead_somewhere(self):
        self.assertEqual(list(dead_links(self.tree)), [])

    def test_modules_show_the_contract_and_nothing_of_the_source(self):
        for module in self.tree.rglob("*.so"):
            with self.subTest(module=module.parent.name):
                self.assertNotRegex(self.readelf("-SW", module), r"\.(z?debug|symtab)")
                exported = {
                    line.split()[-1].split("@")[0]
                    for line in self.readelf("--dyn-syms", "-W", module).splitlines()
                    if re.search(r"(GLOBAL|WEAK) +DEFAULT +\d+ ", line)
                }
                self.assertIn("matmul", exported)
                self.assertLessEqual(exported, {"matmul", "matmul_host", "gemmlab_runtime_log"})
                content = module.read_bytes()
                for word in (b"solutions", b"kernel.c", bytes(ROOT)):
                    self.assertNotIn(word, content)

    def readelf(self, *words):
        return subprocess.run(
            ["readelf", *words], text=True, capture_output=True, check=True
        ).stdout

    def test_is_the_same_each_time(self):
        again = self.folder_of_class / "again"
        again.mkdir()  # an empty folder will do
        self.run_tool("handout", "--out", again, want=0)
        names = [path.relative_to(self.tree) for path in files_of(self.tree)]
        self.assertEqual(names, [path.relative_to(again) for path in files_of(again)])
        self.assertEqual(filecmp.cmpfiles(self.tree, again, names, shallow=False)[1:], ([], []))

    def test_is_graded_when_it_is_submitted_as_it_is(self):
        if os.geteuid() != 0 or not shutil.which("bwrap"):
            self.skipTest("the sandbox needs root and bubblewrap")
        place, out = self.folder_of_class / "submitted", self.folder_of_class / "grades"
        shutil.copytree(self.tree, place / "ann")
        (place / "ann/labs" / LABS["01"]).write_text(SOLUTION["01"])
        shutil.make_archive(place / "ben", "zip", place / "ann")
        shutil.make_archive(place / "cy", "gztar", place, "ann")
        self.folder_of_class.chmod(0o755)
        self.run_tool("batch", place, "--out", out, "--labs", "01", "--backend", "sim", want=0)
        with open(out / "grades.csv", newline="", encoding="utf-8") as table:
            points = [(row["student"], row["01"]) for row in csv.DictReader(table)]
        self.assertEqual(points, [("ann", "100"), ("ben", "100"), ("cy", "100")])

    def test_its_check_finds_what_somebody_added(self):
        self.assertIn(
            "no line of a solution", self.run_tool("handout", "--check", "--out", self.tree, want=0)
        )
        leaky = self.folder_of_class / "leaky"
        shutil.copytree(self.tree, leaky)
        (leaky / "labs" / LABS["03"]).write_text(SOLUTION["03"])
        said = self.run_tool("handout", "--check", "--out", leaky, want=1)
        self.assertRegex(said, rf"labs/{LABS['03']}: line \d+ is one of a solution")

    def test_takes_no_place_that_is_taken(self):
        (self.folder / "file").write_text("x")
        for taken in (self.tree, self.folder / "file"):
            self.assertIn("not an empty folder", self.run_tool("handout", "--out", taken, want=2))
        (self.folder / "link").symlink_to(ROOT)
        for inside in ("grader/class", f"../new/../{ROOT.name}", self.folder / "link/class"):
            self.assertIn(
                "inside the project", self.run_tool("handout", "--out", ROOT / inside, want=2)
            )
        self.assertEqual([path.name for path in self.folder_of_class.glob("scratch-*")], [])


class InTheClass(StandInCase):
    """A student's machine. Its GPU and nvcc are the stand-in's, like the instructor's."""

    backend = "sim"

    @classmethod
    def setUpClass(cls):
        cls.ours = Path(tempfile.mkdtemp(prefix="gemmlab class "))  # with spaces, on purpose
        case = StandInCase()
        case.setUp()
        cls.addClassCleanup(case.doCleanups)
        cls.addClassCleanup(shutil.rmtree, cls.ours)
        build = Path(tool()).parents[2]
        above = Path(os.path.commonpath([ROOT, build]))
        cls.tree = as_deep(cls.ours, above) / ROOT.relative_to(above)
        cls.build = as_deep(cls.ours, above) / build.relative_to(above)
        case.run_tool("handout", "--out", cls.tree, want=0)
        cls.take_over(build)
        cls.launcher_env = {
            "GEMMLAB_BUILD": str(cls.build),
            "GEMMLAB_STATE": str(cls.ours / "state"),
        }
        subprocess.run(
            ["meson", "setup", "--reconfigure", cls.build, cls.tree],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        done = subprocess.run(
            [cls.tree / "gemmlab", "list"],
            text=True,
            capture_output=True,
            env={**os.environ, **cls.launcher_env},
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == 0, done.stderr
        cls.cli = cls.build / "grader" / "cli" / "gemmlab-cli"

    @classmethod
    def take_over(cls, build):
        copy_of_build(build, cls.build, "*_test", "*_tests")
        for copy in files_of(cls.tree):
            original = ROOT / copy.relative_to(cls.tree)
            if original.is_file():
                shutil.copystat(original, copy)

    def setUp(self):
        super().setUp()
        outer = os.environ.get("GEMMLAB_CLI")
        os.environ["GEMMLAB_CLI"] = str(self.cli)
        self.addCleanup(os.environ.__setitem__, "GEMMLAB_CLI", outer)

    def test_kernels_are_judged_as_everywhere(self):
        for text, want, verdict in (
            (SOLUTION["03"], 0, "PASSED"),
            (skeleton("03"), 1, "NOT STARTED"),
            (
                re.sub(
                    r"\n *__syncthreads\(\);  // waits until all threads have read.*",
                    "",
                    SOLUTION["03"],
                ),
                1,
                "RACE",
            ),
        ):
            lab, said = self.grade_text("03", text, want=want)
            self.assertEqual(lab["verdict"], verdict, said)
        labs, _ = self.grade("02", want=1)
        self.assertEqual(labs["02"]["verdict"], "NOT STARTED")

    def test_lab_01_is_timed_beside_the_module(self):
        lab, said = self.grade_text("01", SOLUTION["01"], want=0)
        self.assertEqual((lab["verdict"], lab["speed"]["outcome"]), ("PASSED", "fast_enough"), said)

    @contextlib.contextmanager
    def instead_of(self, module, content=None):
        """Inside it a module is another file, or missing."""
        kept = self.tree / "reference" / module
        moved = kept.rename(kept.with_suffix(".kept"))
        try:
            if content is not None:
                kept.write_bytes(content)
            yield
        finally:
            moved.rename(kept)

    def test_a_module_that_cannot_be_loaded_costs_nobody_anything(self):
        for content in (None, b"\x7fELF of another machine"):
            with self.subTest(content=content), self.instead_of(CPU_MODULE, content):
                lab, said = self.grade_text("01", SOLUTION["01"], want=0)
                self.assertEqual(
                    (lab["verdict"], lab["speed"]["outcome"]), ("PASSED", "not_graded"), said
                )
                self.assertIn("reference program", lab["speed"]["reason"])

    def test_speed_on_a_gpu_is_told_without_sources(self):
        self.backend = "auto"
        lab, said = self.grade_text("03", SOLUTION["03"], want=0)
        self.assertEqual((lab["verdict"], lab["speed"]["outcome"]), ("PASSED", "fast_enough"), said)
        self.assertIn("Ready: ./gemmlab grade", " ".join(self.run_tool("device", want=0).split()))

    def test_a_gpu_without_modules_leaves_speed_ungraded(self):
        self.backend = "auto"
        with self.instead_of(f"{LABS['03'].parent}/cuda.so"):
            lab, _ = self.grade_text("03", SOLUTION["03"], want=0)
        self.assertEqual((lab["verdict"], lab["speed"]["outcome"]), ("PASSED", "not_graded"))
        self.assertIn("not in this hand-out", lab["speed"]["reason"])

    def test_what_needs_the_solutions_says_who_withholds_them(self):
        for words in (
            ("solution", "03"),
            ("solution", "03", "--spoil"),
            ("grade", "--solutions"),
            ("study",),
            ("upkeep",),
            ("test",),
            ("handout", "--out", "x"),
            ("similar", "x"),
            ("bench", "01", "--verdicts", "1"),
        ):
            with self.subTest(words=words):
                self.assertIn("does not hand out the solutions", self.run_tool(*words, want=2))

    def graded_by_a_push(self, commands, **env):
        """Runs a job's commands as a forge does, with a lab 03 that lacks a barrier."""
        race = re.sub(
            r"\n *__syncthreads\(\);  // waits until all threads have read.*", "", SOLUTION["03"]
        )
        place = self.folder / "pushed"
        shutil.copytree(self.tree, place)
        (place / "labs" / LABS["03"]).write_text(race)
        line = 1 + next(i for i, text in enumerate(race.splitlines()) if "a_tile[ty][tx] =" in text)
        # The launcher's own folder stays, since that is where the tool was built for.
        (place / "gemmlab").write_text(f'#!/bin/sh\nexec "{self.cli}" "$@" --tree labs\n')
        (place / "gemmlab").chmod(0o755)
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", "\n".join(commands)],
            cwd=place,
            text=True,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **self.launcher_env, "CI": "true", **env},
        )
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)  # not all labs pass
        return place, f"labs/{LABS['03']}", line, done.stdout

    def test_a_push_to_github_is_graded_with_annotations_at_lines(self):
        workflow = (self.tree / ".github/workflows/grade.yml").read_text()
        self.assertIn("permissions:\n  contents: read\n", workflow)
        self.assertNotIn("secrets", workflow)
        steps = re.findall(r"^ {8}run: \|\n((?: {10}.*\n)+)", workflow, re.MULTILINE)
        self.assertEqual(len(steps), 1)
        summary = self.folder / "summary.md"
        _, file, line, said = self.graded_by_a_push(
            steps, RUNNER_TEMP=self.folder, GITHUB_STEP_SUMMARY=summary
        )
        stop, go_on = re.search(
            r"^::stop-commands::(\w+)$.*^::(\1)::$", said, re.MULTILINE | re.DOTALL
        ).groups()
        self.assertEqual((stop, len(stop)), (go_on, 32))
        self.assertIn(
            f"::error file={file},line={line},title=03 RACE::", said.split(f"::{stop}::")[-1]
        )
        self.assertEqual(said.count("::error "), 1, said)  # nothing of labs that were not begun
        self.assertIn("| 03 Share a tile | RACE |", summary.read_text())

    def test_a_push_to_gitlab_is_graded_with_a_report_of_its_lines(self):
        job = (self.tree / ".gitlab-ci.yml").read_text()
        commands = re.findall(r"^    - (.*)$", job, re.MULTILINE)
        self.assertEqual(commands.pop(0), "./gemmlab list")
        place, file, line, _ = self.graded_by_a_push(commands)
        quality = json.loads((place / "quality.json").read_text())
        self.assertEqual(
            [(item["location"], item["check_name"]) for item in quality],
            [({"path": file, "lines": {"begin": line}}, "03 RACE")],
        )
        self.assertIn('name="03_tiled_kernel', (place / "result.xml").read_text())

    def test_the_rest_works(self):
        file = self.tree / "labs" / LABS["03"]
        file.write_text("// mine\n")
        self.run_tool("reset", "03", want=0)
        self.assertEqual(file.read_text(), skeleton("03"))
        for words in (("list",), ("hint", "03"), ("model", "03"), ("model", "--check"), ()):
            self.run_tool(*words, want=0)
        self.assertIn("01 cpu_loop", self.run_tool("bench", "01", "--sizes", "64", want=0))


if __name__ == "__main__":
    main()
