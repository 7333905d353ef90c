"""Writes files that are either as before or completely new, never half written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replace(path: Path) -> Iterator[BinaryIO]:
    """To write a file that is as before until it is complete. What is not a file, such as a pipe,
    is written to.
    """
    if path.exists() and not path.is_file():
        with open(path, "wb") as file:
            yield file
        return
    part = path.with_name(f".{path.name}.part")  # one name: the next run takes what a kill left
    part.unlink(missing_ok=True)  # and never follows a link
    try:
        with open(part, "xb") as file:
            yield file
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def write(path: Path, text: str) -> None:
    with replace(path) as file:
        file.write(text.encode("utf-8", "replace"))
