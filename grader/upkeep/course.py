"""The parts of a course, below the root of a project with this layout, and the problems found in it."""

import os
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Callable

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "common/facts"))
from text_table import TableError, read_table  # noqa: E402

OUR_HIDDEN_FOLDERS = {".ci", ".devcontainer", ".vscode"}


class Stop(Exception):
    """Why the command cannot go on."""


def read(path):
    """The text of a file, byte by byte if it is not UTF-8; empty if there is no such file."""
    return path.read_bytes().decode(errors="surrogateescape") if path.is_file() else ""


def write(path, text):
    """Leaves the old file or the whole new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_bytes(text.encode(errors="surrogateescape"))
    if path.exists():
        shutil.copymode(path, new)
    os.replace(new, path)


def lines_of(text):
    return text.split("\n")[:-1] if text.endswith("\n") else text.split("\n") if text else []


def table_rows(path, *columns):
    """The rows of a .table with these columns, as lists."""
    try:
        return [[row[column] for column in columns] for row in read_table(read(path), path, columns)]
    except TableError as error:
        raise Stop(error) from None


@dataclass(frozen=True)
class Lab:
    """A lab with its file, a staircase ("-"), or a step of one."""
    id: str
    name: str
    file: str
    title: str
    staircase: str = ""  # slug of a step's lab
    block: str = ""  # its heading in the table, "" if it has none

    @property
    def home(self):
        """The folder that its files are in, in each room."""
        return self.staircase or f"{self.id}_{self.name}"

    @property
    def slug(self):
        return f"{self.staircase}/{PurePath(self.file).stem}" if self.staircase else self.home

    @property
    def path(self):
        return PurePath(self.home) if self.file == "-" else PurePath(self.home, self.file)

    def is_meant(self, words):
        return self.id in words or self.id.partition(".")[0] in words

    # Relative to the root, as messages show them.
    skeleton = property(lambda self: PurePath("labs") / self.path)
    solution = property(lambda self: PurePath("solutions") / self.path)
    page = property(lambda self: PurePath(f"docs/{self.home}.md"))
    spec = property(lambda self: PurePath(f"grader/tests/{self.home}_test.cpp"))
    mutants = property(lambda self: PurePath(f"grader/mutants/{self.slug}"))


@dataclass
class Facts:
    """What only the tool knows, as `gemmlab upkeep` writes it."""
    build: str = ""
    # Of each lab that has one, by slug: its "steps", and "skeleton" or, if its marks are wrong, "error".
    solutions: dict = field(default_factory=dict)
    specs: list = field(default_factory=list)  # slugs
    figures: dict = field(default_factory=dict)  # the model's, as common/model/figures.py reads them
    verdicts: list = field(default_factory=list)
    diagnoses: list = field(default_factory=list)
    # For the course package, whose facts.py explains them.
    version: str = ""
    root: str = ""
    labs: list = field(default_factory=list)
    handed_out: dict = field(default_factory=dict)


@dataclass
class Course:
    root: Path
    facts: Facts
    # Whether a file is personal: a student's work below labs/, which need not be a skeleton, or a
    # file that a user left in the root.
    is_own: Callable = lambda file: False

    def __post_init__(self):
        self.table, self.labs = [], []  # of the table without its steps; of those that have a file
        block = ""
        for row in table_rows(self.root / "labs/labs.table", "id", "name", "file", "title"):
            if row[0] == "-":
                block = row[3]
                continue
            lab = Lab(*row, self.table[-1].slug if "." in row[0] else "", block)
            self.table += [] if lab.staircase else [lab]
            self.labs += [] if lab.file == "-" else [lab]

    def has(self, relative):
        return (self.root / relative).is_file()

    def text(self, relative):
        """Empty for a missing file: only files.check_files reports those."""
        return read(self.root / relative)

    def entries(self, folder):
        """The content of a folder, sorted; nothing if there is no such folder."""
        path = self.root / folder
        names = os.listdir(path) if path.is_dir() else []
        return sorted(PurePath(folder, name) for name in names)

    def files(self, *extensions):
        """The project's own files with one of these extensions (".md"), sorted: no build folders, no
        hidden ones but ours, and nothing below labs/, which belongs to the students."""
        found = []
        for folder, below, names in os.walk(self.root):
            folder = Path(folder)
            below[:] = [name for name in below if is_ours(folder / name)
                        and folder / name != self.root / "labs"]
            found += [PurePath(folder / name).relative_to(self.root) for name in names
                      if PurePath(name).suffix in extensions]
        return sorted(found)


def is_ours(folder):
    is_shown = not folder.name.startswith(".") or folder.name in OUR_HIDDEN_FOLDERS
    return is_shown and folder.name not in ("build", "__pycache__") and not is_build(folder)


def is_build(folder):
    return (folder / "meson-private").exists()


@dataclass(frozen=True)
class Problem:
    file: str  # relative to the root
    rule: str  # the rule, and what was found instead
    cure: str  # what to do


TEXTS = {(name, row): text.replace("\\n", "\n")
         for name, row, text in table_rows(HERE / "problems.table", "name", "row", "text")}


def problem(file, name, *arguments):
    """The problem of that name in problems.table, filled with the arguments."""
    return Problem(str(file), *(TEXTS[name, row].format(*arguments) for row in ("rule", "cure")))
