"""The array script of a cluster, against a real slurmctld and slurmd on this machine.

Usage: slurm_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
Skips if Slurm is not installed or this is not root.
"""

import csv
import itertools
import json
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from course.slurm.slurm_case import SlurmCase

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = Path(__file__).with_name("gemmlab.sbatch")
TOOL = ROOT / "build/grader/cli/gemmlab-cli"
QUICK = ROOT / "grader/mutants/01_cpu_loop/subtracts.cpp"  # wrong, and therefore never timed
STUDENTS = [f"s{i}" for i in range(6)]
# Placed in the project's folder; notes its arguments.
NOTING = """#!/bin/sh
note() { echo "$SLURM_ARRAY_TASK_ID ${CUDA_VISIBLE_DEVICES-} $(date +%s%N)" >>seen; }
note
"$TOOL" "$@"
code=$?
note
exit $code
"""


class Cluster(SlurmCase):
    def setUp(self) -> None:
        self.daemon_ids = self.of_cluster()
        self.folder = Path(tempfile.mkdtemp(prefix="gemmlab-class-"))
        self.addCleanup(shutil.rmtree, self.folder)
        launcher = self.folder / "gemmlab"
        launcher.write_text(NOTING)
        launcher.chmod(0o755)
        self.env["TOOL"] = os.environ.get("GEMMLAB_CLI", str(TOOL))
        for student in STUDENTS:
            lab = self.folder / "class" / student / "01_cpu_loop"
            lab.mkdir(parents=True)
            shutil.copy(QUICK, lab / "kernel.cpp")

    def array(self, numbers: str, *options: str, want: int = 0) -> dict[str, str]:
        return self.submit(
            self.folder,
            *options,
            f"--array={numbers}",
            SCRIPT,
            "class",
            "out",
            "--backend",
            "sim",
            "--labs",
            "01",
            want=want,
        )

    def seen(self) -> dict[str, tuple[str, int, int]]:
        """Task id: (its GPU, start, end), for the runs since the last call."""
        lines = (self.folder / "seen").read_text().split("\n")[:-1]
        (self.folder / "seen").unlink()
        tasks: dict[str, list[tuple[str, int]]] = {}
        for task, gpu, when in (line.split(" ") for line in lines):
            tasks.setdefault(task, []).append((gpu, int(when)))
        return {task: (first[0], first[1], last[1]) for task, (first, last) in tasks.items()}

    def results(self) -> dict[str, tuple[int, dict[str, Any]]]:
        folder = self.folder / "out" / "results"
        return {
            path.stem: (path.stat().st_mtime_ns, json.loads(path.read_text()))
            for path in folder.glob("*.json")
        }

    def test_an_array_grades_the_class_and_again_only_what_is_missing(self) -> None:
        self.array("0-3", "--gres=gpu:1")
        tasks = self.seen()
        self.assertEqual(sorted(tasks), ["0", "1", "2", "3"])
        self.assertEqual({gpu for gpu, _, _ in tasks.values()}, {"0", "1"})
        for (gpu, start, end), (other, other_start, other_end) in itertools.combinations(
            tasks.values(), 2
        ):
            if start < other_end and other_start < end:
                self.assertNotEqual(gpu, other, "two tasks at once on one GPU")
        before = self.results()
        self.assertEqual(sorted(before), STUDENTS)
        for _, record in before.values():
            self.assertEqual([lab["verdict"] for lab in record["result"]["labs"]], ["WRONG"])

        (self.folder / "out/results/s3.json").unlink()
        said = self.array("1-2")
        after = self.results()
        self.assertEqual(sorted(after), STUDENTS)
        self.assertEqual([s for s in STUDENTS if after[s][0] != before[s][0]], ["s3"])
        self.assertTrue(any("already graded" in text for text in said.values()), said)

        self.array("7")  # one task represents all of them, and writes the tables
        self.assertEqual(
            {s: when for s, (when, _) in self.results().items()},
            {s: when for s, (when, _) in after.items()},
        )
        with open(self.folder / "out/grades.csv", newline="", encoding="utf-8") as file:
            self.assertEqual([row["student"] for row in csv.DictReader(file)], STUDENTS)

    def test_no_gpu_is_asked_for_unless_somebody_says_so_and_logs_lie_in_out(self) -> None:
        said = self.array("0-1")
        self.assertEqual({gpu for gpu, _, _ in self.seen().values()}, {""})
        self.assertEqual(sorted(name.rpartition("_")[2] for name in said), ["0", "1"])
        self.assertEqual(list(self.folder.glob("*.log")), [])
        self.assertEqual(sorted(self.results()), STUDENTS)

    def test_an_array_with_gaps_is_refused_since_its_shares_would_be_wrong(self) -> None:
        said = self.array("0,2", want=2)
        for text in said.values():
            self.assertIn("must be consecutive", text)
        self.assertFalse((self.folder / "out").exists())

    def test_without_the_tool_in_the_folder_it_says_where_to_submit(self) -> None:
        (self.folder / "gemmlab").unlink()
        for text in self.array("0", want=2).values():
            self.assertIn("cannot find ./gemmlab in", text)

    def tearDown(self) -> None:
        self.assertEqual(self.of_cluster(), self.daemon_ids, "a job has left processes")


if __name__ == "__main__":
    if len(sys.argv) > 1 and os.access(sys.argv[1], os.X_OK):
        os.environ["GEMMLAB_CLI"] = os.path.abspath(sys.argv.pop(1))
    unittest.main()
