"""Reads the files *.table: their grammar is in text_table.h, which is the same in C++."""

import re


class TableError(Exception):
    """The message is "gpus.table:12: " and the problem."""


def cells_of(line, most):
    cells, rest = [], line
    while rest and len(cells) + 1 != most:
        cell = re.match(r'"([^"]*)"|(?!")\S+', rest)
        if cell is None:
            raise ValueError("a quotation mark has no second one")
        cells.append(cell[0] if cell[1] is None else cell[1])
        rest = rest[cell.end():].lstrip()
    return cells + [rest] * bool(rest)


def read_table(text, name, columns=None):
    """The rows, each as {column: cell}, of a table with these columns, or with any. `name` is for
    messages."""
    rows = []
    names = None
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip()
        try:
            if not line or line.startswith("#"):
                continue
            if line[0].isspace():
                if not rows:
                    raise ValueError("an indented line belongs to the row above it, and there is none")
                rows[-1][names[-1]] += " " + line.lstrip()
            elif names is None:
                names = cells_of(line, 0)
                if columns is not None and names != list(columns):
                    raise ValueError(f"the columns must be {', '.join(columns)}, in this order")
            else:
                cells = cells_of(line, len(names))
                if len(cells) < len(names):
                    raise ValueError(f"{names[len(cells)]} is missing: a row has {', '.join(names)}")
                rows.append(dict(zip(names, cells)))
        except ValueError as error:
            raise TableError(f"{name}:{number}: {error}") from None
    if not rows:
        raise TableError(f"{name}: the table has no row")
    return rows
