"""A class of attackers: each file of this folder as a student's submission, next to honest ones."""

import dataclasses
import os
import re
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FILES = {".cpp": "01_cpu_loop/kernel.cpp", ".cu": "02_naive_kernel/kernel.cu"}  # by extension
GROUPS = ("breaking", "escaping", "forging", "leaks")
RIGHT, WRONG = "static bool attack() { return true; }\n", "static bool attack() { return false; }\n"


@dataclasses.dataclass(frozen=True)
class Student:
    name: str
    verdicts: tuple  # any of these is right
    files: dict  # path in the submission: text, with places to fill in


def head(path, word):
    found = re.search(rf"^// {word}: (.*)$", path.read_text(), re.M)
    if not found:
        raise ValueError(f"{path} does not say '// {word}:'")
    return found[1]


def kernel(text, suffix):
    """A whole file: shared code, the attack, and a kernel that is right if the attack succeeds."""
    first, last = (HERE / "frame" / name for name in ("first.h", "last" + suffix))
    return first.read_text() + text + last.read_text()


def attacks():
    for path in sorted(HERE.glob("*/*.c*")):
        if path.parent.name in GROUPS:
            yield Student(
                f"{path.parent.name}-{path.stem}",
                tuple(head(path, "verdict").split(" or ")),
                {FILES[path.suffix]: kernel(path.read_text(), path.suffix)},
            )


def controls():
    """For each group an empty attack in the common frame: one right and one wrong kernel.

    Their names place them between the attacks, and they are graded together. Lab 02, which
    takes longer and has few attacks, has its two in one group.
    """
    for group in GROUPS:
        for name, text, verdict in (("right", RIGHT, "PASSED"), ("wrong", WRONG, "WRONG")):
            yield Student(
                f"{group}-{name}",
                (verdict,),
                {
                    file: kernel(text, suffix)
                    for suffix, file in FILES.items()
                    if suffix == ".cpp" or group == "leaks"
                },
            )


def limits():
    """Each limit twice: just below it, which must work, and just above it, which must fail."""
    for path in sorted(HERE.glob("limits/*.c*")):
        for side, verdict in (("under", "PASSED"), ("over", head(path, "verdict"))):
            text = f"#define AMOUNT {head(path, side)}\n" + path.read_text()
            yield Student(
                f"limit-{path.stem}-{side}",
                tuple(verdict.split(" or ")),
                {FILES[path.suffix]: kernel(text, path.suffix)},
            )


def places(folder, submissions):
    """What an attacker knows about the machine, with everything in one folder."""
    return {
        "SECRET": folder / "secret",
        "PUBLIC": folder / "public",
        "OUT": folder / "out",
        "GRADES": folder / "out/grades.csv",
        "COURSE_SECRET": folder / "out/secret",
        "SUBMISSIONS": submissions,
        "NEIGHBOUR": submissions / "leaks-right/01_cpu_loop/kernel.cpp",
        "TREE": ROOT,
        "SOLUTION": ROOT / "solutions/01_cpu_loop/kernel.cpp",
        "BUILD": Path(os.environ.get("GEMMLAB_BUILD", ROOT / "build")),
        "SOCKET": folder / "socket",
    }


def macros(places):
    return "".join(f'#define TARGET_{name} "{path}"\n' for name, path in places.items())


def write(students, folder, places):
    """One folder for each. Places are the attacker's knowledge: macros and their values."""
    for student in students:
        for file, text in student.files.items():
            path = folder / student.name / file
            path.parent.mkdir(parents=True)
            path.write_text(macros(places) + text)
