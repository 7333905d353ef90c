#!/usr/bin/env python3
"""mutants_test.py GEMMLAB-CLI [--backend sim|cuda] [--suite usual|full] LAB...

The corpus of grader/mutants: each file gets the verdict stated in its first lines, in a result that is
as in docs/result.schema.json; a line of TAP for each. Those that take long, or show what others of the
lab show, say "// suite: full", and are tests of that suite. Without --suite: all.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import judged  # noqa: E402
import parallel  # noqa: E402
import result_schema  # noqa: E402
from course import HERE, Course, Facts, problem  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli", type=Path)
    parser.add_argument("--backend", choices=("sim", "cuda"), default="sim")
    parser.add_argument("--suite", choices=("usual", "full"))
    parser.add_argument("labs", nargs="+")
    asked = parser.parse_args()
    facts = subprocess.run([asked.cli, "upkeep", "--json", "-"], stdout=subprocess.PIPE, check=True)
    course = Course(HERE.parents[1], Facts(**json.loads(facts.stdout)))
    wrong_in = result_schema.checker()
    if not wrong_in:
        print(f"# {result_schema.NOT_CHECKED}")
    judge = judged.Judge(course.facts.build, parallel.Programs().run, wrong_in or (lambda result: ""))
    found = [(lab, file) for lab in course.labs if lab.is_meant(asked.labs)
             for file in judged.mutants_of(course, lab)
             if asked.suite in (None, judged.stated(course.root / file, "suite") or "usual")]
    if not found:
        sys.exit("no mutants: a test that examines nothing fails")
    print(f"1..{len(found)}")
    failed = 0
    for number, (lab, file) in enumerate(found, 1):
        try:
            problems = list(judged.judge_mutant(course, lab, file, judge, asked.backend))
        except judged.Unfinished as ending:
            problems = [problem(file, ending.row, ending, "mutants")]
        print(f"{'not ' * bool(problems)}ok {number} - {lab.id} {file.stem}", flush=True)
        for each in problems:
            print(*(f"# {line}" for line in f"{each.rule}\nfix: {each.cure}".split("\n")), sep="\n")
        failed += bool(problems)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
