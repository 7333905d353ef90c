"""How many disguised copies are found, at which threshold, and how many honest pairs are shown.

Usage: measured_test.py [SEEDS]   prints a table over so many sample classes; without it one, as a
test
"""

import sys
from collections.abc import Iterable

from course.similarity import sim
from course.similarity.comparison import LabTexts
from course.similarity.sample_class import DISGUISES, LAB, ROOT, sample_class

SKIPPED = 77


def measured(percent: int, seeds: Iterable[int]) -> tuple[dict[str, int], int]:
    """Copies found by disguise; pairs of honest students shown."""
    found, honest = dict.fromkeys(DISGUISES, 0), 0
    skeleton = (ROOT / "labs" / LAB / "kernel.cu").read_text()
    for seed in seeds:
        lab = LabTexts("02", skeleton, sample_class(seed=seed).items()).compare(percent)
        for i, j in lab.pairs:
            first, second = sorted((lab.students[i][0], lab.students[j][0]))
            if first.startswith("honest"):
                honest += 1
            elif second == f"honest-0{first.split('-')[1]}":
                found[first.split("-")[2]] += 1
    return found, honest


def main() -> int:
    if sys.argv[1:]:
        seeds = range(1, 1 + int(sys.argv[1]))
        print("| at least | found |", " | ".join(DISGUISES), "| honest pairs |")
        for percent in (100, 98, 96, 95, 94, 92, 90, 85):
            found, honest = measured(percent, seeds)
            by_disguise = " | ".join(map(str, found.values()))
            print(f"| {percent} % | {sum(found.values())} |", by_disguise, f"| {honest} |")
        return 0
    try:
        sim.require_programs()
        found, honest = measured(96, [1])
    except sim.CannotCompare as why:
        print(why)
        return SKIPPED
    print(found, honest)
    return 0 if sum(found.values()) >= 18 and honest <= 20 else 1


if __name__ == "__main__":
    sys.exit(main())
