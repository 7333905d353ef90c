"""The files that cells of a Jupyter notebook write."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from course.intake.source_text import text_defines_matmul

MOST_BYTES = 4 << 20  # of a notebook: it holds what its cells printed, too

# "%%writefile [-a] NAME": blank lines may stand before it.
_WRITES = re.compile(
    r"\s*%%(?:writefile|file)[ \t]+(-a[ \t]+|--append[ \t]+)?([^\r\n]+)(?:\r?\n|\Z)"
)


@dataclass
class Notebook:
    # Name and text of each, in their order: of two with one name somebody decides which counts.
    files: list[tuple[str, bytes]] = field(default_factory=list)
    has_other_code: bool = False  # a cell that writes no file defines matmul


def is_notebook(path: str) -> bool:
    return path.lower().endswith(".ipynb")


def read_notebook(data: bytes) -> Notebook:
    """Nothing if it cannot be read as one."""
    found = Notebook()
    for cell in _cells_of(data):
        text = _source_of(cell)
        match = _WRITES.match(text)
        if match is None:
            found.has_other_code |= text_defines_matmul(text.encode("utf-8", "replace"))
            continue
        name = match[2].strip().strip("'\"")
        own = text[match.end() :].encode("utf-8", "replace")
        before = [i for i, (known, _) in enumerate(found.files) if known == name]
        if match[1] and before:
            found.files[before[-1]] = (name, found.files[before[-1]][1] + own)
        else:
            found.files.append((name, own))
    return found


def _cells_of(data: bytes) -> list[Any]:
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return []
    cells = told.get("cells") if isinstance(told, dict) else None
    return cells if isinstance(cells, list) else []


def _source_of(cell: Any) -> str:
    """Of a cell with code: a text, or a list of its lines."""
    if not isinstance(cell, dict) or cell.get("cell_type") != "code":
        return ""
    source = cell.get("source")
    lines = source if isinstance(source, list) else [source]
    return "".join(line for line in lines if isinstance(line, str))
