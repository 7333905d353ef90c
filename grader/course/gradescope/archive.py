#!/usr/bin/env python3
"""Packs the archive that an instructor uploads to Gradescope: setup.sh and run_autograder, and below gemmlab/ the
tree that grades there.

  archive.py TREE LABS COURSE FILE

TREE has no solutions, because students' programs run next to it. LABS: ids of the assignment's labs, such as 02,03.
COURSE: course.toml; empty: none. The same files and secret give the same FILE, which appears completely or not at all. Exits
with 1 and says why if it cannot, or if FILE is there and holds no secret.

The secret of the course, from which shapes are drawn, is made with FILE and is the same for all students. A FILE that
is there keeps its own, so that a new archive of the course draws no others.
"""

import re
import secrets
import stat
import sys
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "tables"))
from whole_file import replace  # noqa: E402

SECRET = "course/secret"
NOON = (2000, 1, 1, 12, 0, 0)  # of files whose own time would make each archive another one


def files_of(tree):
    """Names in the archive with permissions and contents; links are left out."""
    return {f"gemmlab/{path.relative_to(tree).as_posix()}": (stat.S_IMODE(path.stat().st_mode), path.read_bytes())
            for path in tree.rglob("*") if path.is_file() and not path.is_symlink()}


def scripts(labs, course):
    arguments = f" --labs {labs}"
    files = {"setup.sh": (0o755, (HERE / "setup.sh").read_bytes())}
    if course:
        arguments += ' --course "$place/source/course.toml"'
        files["course.toml"] = (0o644, Path(course).read_bytes())
    run = (HERE / "run_autograder.sh").read_text(encoding="utf-8").replace(" @ARGUMENTS@", arguments)
    return {**files, "run_autograder": (0o755, run.encode())}


def secret_of(file):
    """That of the archive, if there is one; else a new one. Raises ValueError."""
    if not file.is_file():
        return secrets.token_hex(32).encode() + b"\n"
    try:
        with zipfile.ZipFile(file) as archive:
            text = archive.read(SECRET)
    except (KeyError, zipfile.BadZipFile):
        text = b""
    if not re.fullmatch(rb"[0-9a-f]{64}\n", text):
        raise ValueError(f"{file} is there, and holds no secret that its students' shapes are drawn from. Name another "
                         "file, or remove it: a new secret is made then")
    return text


def pack(files, out):
    with zipfile.ZipFile(out, "w") as archive:
        for name, (mode, content) in sorted(files.items()):
            entry = zipfile.ZipInfo(name, NOON)
            entry.create_system = 3  # Unix, whatever this is: its permissions hold
            entry.external_attr = (stat.S_IFREG | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def main():
    tree, labs, course, file = sys.argv[1:]
    try:
        secret = {SECRET: (0o600, secret_of(Path(file)))}
        with replace(Path(file)) as out:
            pack({**files_of(Path(tree)), **scripts(labs, course), **secret}, out)
    except ValueError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"cannot write {file}: {error.strerror}")


if __name__ == "__main__":
    main()
