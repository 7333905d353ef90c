"""Writes files that are either as before or completely new, never half written."""

import os
from contextlib import contextmanager


@contextmanager
def replace(path):
    """To write a file that is as before until it is complete. What is not a file, such as a pipe, is written to."""
    if path.exists() and not path.is_file():
        with open(path, "wb") as file:
            yield file
        return
    part = path.with_name(f".{path.name}.part")
    try:
        with open(part, "wb") as file:
            yield file
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def write(path, text):
    with replace(path) as file:
        file.write(text.encode("utf-8", "replace"))
