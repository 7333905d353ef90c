"""Which files must and must not exist."""

import os
import re
from pathlib import PurePath

from course import is_build, problem
from judged import not_a_verdict, stated

SLUG = re.compile(r"(\d\d_[a-z0-9_]+?)(_test\.cpp|\.md)?", re.ASCII)
ROOT = sorted(("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "README.md", "build", "common",
               "docs", "gemmlab", "grader", "labs", "meson.build", "solutions"))


def slug_in(name):
    """07_double_buffering of 07_double_buffering_test.cpp; empty if the name belongs to no lab."""
    match = SLUG.fullmatch(name)
    return match[1] if match else ""


def check_files(course):
    """Every lab has a skeleton, a solution, a docs page and a Spec."""
    for lab in course.labs:
        cures = {
            lab.solution: "write it first: the rest of the lab depends on it",
            lab.skeleton: "run ./gemmlab upkeep --write to create it",
            lab.spec: "write its Spec, based on the previous lab's",
            lab.page: "write it, based on the previous lab's",
        }
        for file, cure in cures.items():
            follows = file == lab.skeleton and not course.has(lab.solution)
            if not course.has(file) and not follows:
                yield problem(file, "missing_file", cure)


def check_root(course):
    """The root contains the required files, and apart from these only hidden and personal ones."""
    for name in sorted(os.listdir(course.root)):
        is_ours = not name.startswith(".") and not is_build(course.root / name)
        if is_ours and name not in ROOT and not course.is_own(PurePath(name)):
            yield problem(name, "stray_in_root", ", ".join(ROOT))


def labs_without_row(course):
    """Files and folders of labs that are not in the table, by slug."""
    slugs, found = {lab.home for lab in course.labs}, {}
    for room in ("labs", "solutions", "grader/tests", "grader/mutants", "docs"):
        for file in course.entries(room):
            slug = slug_in(file.name)
            if slug and slug not in slugs and not course.is_own(file):
                found.setdefault(slug, []).append(str(file))
    return found


def check_strays(course):
    """The lab folders contain the labs of the table, and apart from these only what students add."""
    for slug, files in sorted(labs_without_row(course).items()):
        yield problem("labs/labs.table", "lab_without_row", slug[:2], slug[3:], ", ".join(files))
    for room in ("labs", "solutions", "grader/mutants"):
        for file in course.entries(room):
            may_be = slug_in(file.name) or str(file) == "labs/labs.table"
            if not may_be and not course.is_own(file):
                yield problem(file, "stray", "only folders of labs")
    for lab in course.labs:
        for file in (lab.skeleton, lab.solution):
            beside = [file.parent / other.file for other in course.labs if other.home == lab.home]
            for found in course.entries(file.parent):
                if found not in beside and not course.is_own(found):
                    yield problem(found, "stray", "only " + ", ".join(each.name for each in beside))


def check_mutants(course):
    """Every lab has a wrong kernel and an unusual correct one, and each states what it is."""
    for lab in course.labs:
        wrong = right = 0
        for file in course.entries(lab.mutants):
            extension = PurePath(lab.file).suffix
            verdict = stated(course.root / file, "verdict")
            if file.suffix != extension:
                yield problem(file, "stray", f"only {extension}")
            elif verdict not in course.facts.verdicts:
                yield not_a_verdict(file, verdict)
            else:
                right += verdict == "PASSED"
                wrong += verdict != "PASSED"
        if wrong == 0:
            yield problem(lab.mutants, "too_few_mutants", "wrong kernel that is rejected",
                          "RACE, for example")
        if right == 0:
            yield problem(lab.mutants, "too_few_mutants",
                          "right but unusual kernel that passes", "PASSED")
