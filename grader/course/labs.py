"""The rows of labs/labs.table."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from course.errors import MachineError

sys.path.append(str(Path(__file__).resolve().parents[2] / "common" / "facts"))

from text_table import TableError, read_table  # type: ignore[import]


@dataclass(frozen=True)
class Lab:
    id: str  # "03"
    name: str  # "tiled_kernel"
    file: str  # "kernel.cu"
    title: str  # "Share a tile"
    staircase: str = ""  # of a step: the folder of its lab
    block: str = ""  # "Beyond the course": its heading in the table, "" if it has none

    @property
    def slug(self) -> str:
        return f"{self.id}_{self.name}"

    @property
    def path(self) -> str:
        """The path inside labs/, solutions/ or a tree with the same layout."""
        return f"{self.staircase or self.slug}/{self.file}"


def read_labs(root: Path) -> list[Lab]:
    """The labs, in teaching order, of the project in that folder: those that can give points, and
    so no staircase. Those of a block give points only if a course lists them."""
    return [lab for lab in read_rows(root) if lab.file != "-" and not lab.staircase]


def read_steps(root: Path) -> list[Lab]:
    """The steps of its staircases."""
    return [lab for lab in read_rows(root) if lab.staircase]


def read_rows(root: Path) -> list[Lab]:
    """All of the table. A staircase has the file -, its steps are below it."""
    table = root / "labs" / "labs.table"
    try:
        rows = read_table(table.read_text("utf-8"), str(table), ["id", "name", "file", "title"])
    except OSError:
        raise MachineError(f"cannot read the table of labs, {table}") from None
    except TableError as error:
        raise MachineError(str(error)) from None
    labs = []
    above = block = ""  # the last staircase, the last heading
    for row in rows:
        if row["id"] == "-":
            block = row["title"]
            continue
        lab = Lab(**row, staircase=above if "." in row["id"] else "", block=block)
        above = lab.slug if lab.file == "-" else above
        labs.append(lab)
    return labs


def find_lab(labs: Sequence[Lab], word: str) -> Lab | None:
    """The lab that a user means by "2", "02", "lab2", "naive_kernel", "02_naive_kernel" or a path
    that contains it, such as labs/02_naive_kernel/kernel.cu."""
    number = word[3:] if word.startswith("lab") else word
    for lab in labs:
        short_id = lab.id[1:] if len(lab.id) == 2 and lab.id[0] == "0" else lab.id
        if number in (lab.id, short_id) or word in (lab.name, lab.slug):
            return lab
    return _lab_of_path(labs, word) if "/" in word else None


def _lab_of_path(labs: Sequence[Lab], path: str) -> Lab | None:
    """The lab whose folder contains the path, or whose name its file has: docs/03_tiled_kernel.md.
    A path to a solution or a mutant means that file, not the lab."""
    room = ""
    for part in PurePath(path).parts:
        for lab in labs:
            if lab.slug in (part, PurePath(part).stem):
                return None if room in ("solutions", "mutants") else lab
        room = part
    return None
