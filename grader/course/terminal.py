"""Text for people on the terminal, in lines that fit. Whatever is in it, only text comes out."""

import os
import shutil
import sys
from collections.abc import Sequence
from typing import TextIO

from course.text import display_width, printable, wrap

NARROWEST, WIDEST = 40, 100  # columns


def columns_of(stream: TextIO) -> int:
    """As COLUMNS says, else the terminal, else 80; from NARROWEST to WIDEST."""
    try:
        columns = int(os.environ.get("COLUMNS", ""))
    except ValueError:
        columns = 0
    if columns <= 0:
        try:
            columns = os.get_terminal_size(stream.fileno()).columns or 80
        except (OSError, ValueError):
            columns = shutil.get_terminal_size((80, 24)).columns
    return max(NARROWEST, min(columns, WIDEST))


def say(text: str, indent: int = 0) -> None:
    """Wraps it, and prints it at once: what else is printed comes after it."""
    print(wrap(printable(text), columns_of(sys.stdout), indent), end="", flush=True)


def warn(text: str, indent: int = 0) -> None:
    print(
        wrap(printable(text), columns_of(sys.stderr), indent), end="", file=sys.stderr, flush=True
    )


def say_place(what: str, path: str, indent: int = 0) -> None:
    """With the path in one piece, to be copied, on a line of its own if there is no room."""
    what, path, margin = printable(what), printable(path), " " * indent
    row = f"{margin}{what}: {path}"
    if display_width(row) > columns_of(sys.stdout):
        row = f"{margin}{what}:\n{path}"
    print(row, flush=True)


def tell(title: str, notes: Sequence[str]) -> None:
    """What the instructor should know, each note on lines of its own that no name in it breaks."""
    if notes:
        say(title, 2)
    for note in notes:
        say(note.replace("\n", " "), 4)
