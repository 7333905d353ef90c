#!/usr/bin/env python3
"""What a folder that students get must not hold.

  check.py ROOT FOLDER LAB...   reads each file of FOLDER for lines of the solutions that ROOT has for
                                these LABs, such as 02_naive_kernel/kernel.cu, for test kernels, and for
                                what cannot be looked into (a history, links)

Prints "PATH: what students must not see there", sorted, and what that means. Exits 0 if there is nothing,
1 if there is, 2 if it is no folder, and 3 if it cannot tell.
"""

import os
import re
import sys
from pathlib import Path

TELLING = 12  # bytes: shorter lines stand in any program
GAP = re.compile(rb"^ *// >>> .*?^ *// <<<$", re.MULTILINE | re.DOTALL)
MARK = re.compile(rb"^ *// (>>> |<<<)", re.MULTILINE)


class BadMarks(Exception):
    """A solution whose gaps cannot be told from the rest."""


def code_in(line):
    """A line's code: without its comment, with single blanks."""
    return b" ".join(line.split(b"//")[0].split())


def code_of(*texts):
    return {code_in(line) for text in texts for line in text.split(b"\n")}


def secret_lines(root, labs):
    """The lines in the gaps of the solutions, as far as they tell something. Those of the programs that
    the students' are compared with are public."""
    secret, public = set(), set()
    for lab in labs:
        solution = root / "solutions" / lab
        text = solution.read_bytes()
        shown = GAP.sub(b"", text)
        if MARK.search(shown):
            raise BadMarks(f"{solution}: \"// >>> N lines\" and \"// <<<\" do not pair")
        secret |= code_of(*GAP.findall(text))
        public |= code_of(shown)
    for program in (root / "grader" / "speed").iterdir():
        if program.is_file():
            public |= code_of(program.read_bytes())
    return {line for line in secret - public if len(line) > TELLING}


def objection_to(file, secret):
    text = file.read_bytes()
    if text.startswith(b"// verdict: "):
        return "a test kernel, with its verdict"
    for number, line in enumerate(text.split(b"\n"), 1):
        if code_in(line) in secret:
            return f"line {number} is one of a solution: {code_in(line).decode(errors='replace')}"
    return ""


def check(folder, secret):
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


def main():
    root, folder, *labs = sys.argv[1:]
    if not Path(folder).is_dir():
        print(f"gemmlab: {folder} is not a folder.", file=sys.stderr)
        return 2
    try:
        files, found = check(Path(folder), secret_lines(Path(root), labs))
    except (BadMarks, OSError) as error:
        why = f"cannot read {error.filename}: {error.strerror}" if isinstance(error, OSError) else error
        print(f"gemmlab: {why}", file=sys.stderr)
        return 3
    sentence = ("it holds no files" if files == 0 else "do not hand it out" if found else
                "no line of a solution, no test kernel, no history")
    print(*found, f"{folder}, {files} files: {sentence}.", sep="\n")
    return 0 if files and not found else 1


if __name__ == "__main__":
    sys.exit(main())
