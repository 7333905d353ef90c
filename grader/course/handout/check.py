"""What a folder that students get must not hold: lines of solutions, test kernels, and what cannot
be looked into (a history, links).
"""

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from course.errors import MachineError, UsageError

TELLING = 12  # bytes: shorter lines stand in any program
GAP = re.compile(rb"^ *// >>> .*?^ *// <<<$", re.MULTILINE | re.DOTALL)
MARK = re.compile(rb"^ *// (>>> |<<<)", re.MULTILINE)


class BadMarks(Exception):
    """A solution whose gaps cannot be told from the rest."""


def code_in(line: bytes) -> bytes:
    """A line's code: without its comment, with single blanks."""
    return b" ".join(line.split(b"//")[0].split())


def code_of(texts: Iterable[bytes]) -> set[bytes]:
    return {code_in(line) for text in texts for line in text.split(b"\n")}


def secret_lines(root: Path, labs: Iterable[str], steps: Iterable[str] = ()) -> set[bytes]:
    """The lines in the gaps of the solutions, as far as they tell something. Those of the programs
    that the students' are compared with are public, and so is what the steps of a staircase show.
    `labs`: as 02_naive_kernel/kernel.cu.
    """
    secret: set[bytes] = set()
    public: set[bytes] = set()
    for lab in labs:
        solution = root / "solutions" / lab
        text = solution.read_bytes()
        shown = GAP.sub(b"", text)
        if MARK.search(shown):
            raise BadMarks(f'{solution}: "// >>> N lines" and "// <<<" do not pair')
        secret |= code_of(GAP.findall(text))
        public |= code_of([shown])
    for step in steps:
        public |= code_of([GAP.sub(b"", (root / "solutions" / step).read_bytes())])
    for program in (root / "grader" / "speed").iterdir():
        if program.is_file():
            public |= code_of([program.read_bytes()])
    return {line for line in secret - public if len(line) > TELLING}


def objection_to(file: Path, secret: set[bytes]) -> str:
    text = file.read_bytes()
    if text.startswith(b"// verdict: "):
        return "a test kernel, with its verdict"
    for number, line in enumerate(text.split(b"\n"), 1):
        if code_in(line) in secret:
            code = code_in(line).decode(errors="replace")
            return f"line {number} is one of a solution: {code}"
    return ""


def look_through(folder: Path, secret: set[bytes]) -> tuple[int, list[str]]:
    """How many files were read, and what was found, sorted."""
    files, found, folders = 0, [], [folder]
    while folders:
        for path in folders.pop().iterdir():
            why = ""
            if path.name == ".git":
                why = "a history, which may hold what is no longer in the files"
            elif path.is_symlink() or not (path.is_dir() or path.is_file()):
                why = "a link or a special file, which leads elsewhere"
            elif path.is_dir():
                folders.append(path)
            else:
                files += 1
                why = objection_to(path, secret)
            if why:
                name = os.fsencode(path.relative_to(folder)).decode(errors="replace")
                found.append(f"{name}: {why}")
    return files, sorted(found)


def check(root: Path, folder: Path, labs: Sequence[str], steps: Sequence[str] = ()) -> int:
    """Prints "PATH: what students must not see there" for each finding, and what that means. Exit
    status 0 if there is none. Throws UsageError, and MachineError if it cannot tell.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder.")
    try:
        files, found = look_through(folder, secret_lines(root, labs, steps))
    except BadMarks as error:
        raise MachineError(str(error)) from None
    except OSError as error:
        raise MachineError(f"cannot read {error.filename}: {error.strerror}") from None
    sentence = "no line of a solution, no test kernel, no history"
    if files == 0:
        sentence = "it holds no files"
    elif found:
        sentence = "do not hand it out"
    print(*found, f"{folder}, {files} files: {sentence}.", sep="\n")
    return 0 if files and not found else 1
