"""Packs the archive that an instructor uploads to Gradescope: setup.sh and run_autograder, and
below gemmlab/ the tree that grades there, which has no solutions, because students' programs run
next to it.

The secret of the course, from which shapes are drawn, is made with the archive and is the same for
all students. An archive that is there keeps its own, so that a new one of the course draws no
others.
"""

import re
import secrets
import stat
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from course.errors import MachineError
from course.packed import TIME
from course.whole_file import replace

HERE = Path(__file__).resolve().parent
SECRET = "course/secret"

Files = dict[str, tuple[int, bytes]]  # permissions and contents by name


def files_of(tree: Path) -> Files:
    """Links are left out."""
    return {
        f"gemmlab/{path.relative_to(tree).as_posix()}": (
            stat.S_IMODE(path.stat().st_mode),
            path.read_bytes(),
        )
        for path in tree.rglob("*")
        if path.is_file() and not path.is_symlink()
    }


def scripts(labs: Sequence[str], course: Path | None) -> Files:
    arguments = f" --labs {','.join(labs)}"
    files = {"setup.sh": (0o755, (HERE / "setup.sh").read_bytes())}
    if course is not None:
        arguments += ' --course "$place/source/course.toml"'
        files["course.toml"] = (0o644, course.read_bytes())
    run = (HERE / "run_autograder.sh").read_text("utf-8").replace(" @ARGUMENTS@", arguments)
    return {**files, "run_autograder": (0o755, run.encode())}


def secret_of(file: Path) -> bytes:
    """That of the archive, if there is one; else a new one. Throws MachineError."""
    if not file.is_file():
        return f"{secrets.token_hex(32)}\n".encode()
    try:
        with zipfile.ZipFile(file) as archive:
            text = archive.read(SECRET)
    except (KeyError, zipfile.BadZipFile):
        text = b""
    if not re.fullmatch(rb"[0-9a-f]{64}\n", text):
        raise MachineError(
            f"{file} is there, and holds no secret that its students' shapes are drawn from. Name "
            "another file, or remove it: a new secret is made then"
        )
    return text


def pack(files: Files, out: BinaryIO) -> None:
    with zipfile.ZipFile(out, "w") as archive:
        for name, (mode, content) in sorted(files.items()):
            entry = zipfile.ZipInfo(name, TIME)
            entry.create_system = 3  # Unix, whatever this is: its permissions hold
            entry.external_attr = (stat.S_IFREG | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def write_archive(tree: Path, labs: Sequence[str], course: Path | None, file: Path) -> None:
    """`labs`: ids of the assignment's; `course`: a course.toml, if any. The same files and secret
    give the same archive, which appears completely or not at all. Throws MachineError.
    """
    try:
        secret = {SECRET: (0o600, secret_of(file))}
        with replace(file) as out:
            pack({**files_of(tree), **scripts(labs, course), **secret}, out)
    except OSError as error:
        raise MachineError(f"cannot write {file}: {error.strerror}") from None
