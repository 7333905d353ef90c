"""What we keep in OUT: plain files in plain folders. Nothing is read or written through a link, and
nothing is waited for.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from course import whole_file
from course.errors import MachineError
from course.opening import open_itself

FOLDERS = ("feedback", "github", "oral", "results")  # OUT may have others, which are not ours

Kind = Callable[[int], bool]  # by a file's mode

_KINDS = {
    "a symbolic link": stat.S_ISLNK,
    "a pipe": stat.S_ISFIFO,
    "a socket": stat.S_ISSOCK,
    "a folder": stat.S_ISDIR,
    "a file": stat.S_ISREG,
}


def read(file: Path) -> bytes:
    """Raises OSError, and MachineError if it is no file."""
    _require(file, stat.S_ISREG)
    # It may have become something else since.
    with open(open_itself(file), "rb") as opened:
        return opened.read()


@contextmanager
def replace(file: Path) -> Iterator[BinaryIO]:
    """As whole_file has it. Raises MachineError if there is no file, but something else."""
    _require(file, stat.S_ISREG)
    with whole_file.replace(file) as opened:
        yield opened


def write(file: Path, text: str) -> None:
    with replace(file) as opened:
        opened.write(text.encode("utf-8", "replace"))


def make_folder(folder: Path) -> Path:
    """If it is not there yet. Raises as above."""
    _require(folder, stat.S_ISDIR)
    folder.mkdir(exist_ok=True)
    return folder


def require_own(out: Path) -> None:
    """Raises MachineError for a link, a pipe or a device in OUT: before anything is graded."""
    folders = [out / name for name in FOLDERS]
    if (out / "feedback").is_dir():
        folders += map(Path, _entries(out / "feedback"))
    for entry in _entries(out):
        if entry.name in FOLDERS or not entry.is_dir():
            _require(Path(entry), stat.S_ISREG, stat.S_ISDIR)
    for folder in folders:
        for entry in _entries(folder):
            _require(Path(entry), stat.S_ISREG, stat.S_ISDIR)


def _entries(folder: Path) -> "list[os.DirEntry[str]]":
    """None if it is no folder."""
    try:
        return sorted(os.scandir(folder), key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return []


def _require(path: Path, *kinds: Kind) -> None:
    """What is there must be of these, if there is anything."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return
    if not any(is_kind(mode) for is_kind in kinds):
        what = next((words for words, is_kind in _KINDS.items() if is_kind(mode)), "a device")
        raise MachineError(
            f"{path} is {what}. gemmlab keeps a {'file' if stat.S_ISREG in kinds else 'folder'} of "
            "its own there, and reads and writes nothing else. Remove it, and run the same command "
            "again"
        )
