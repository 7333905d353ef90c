"""Tables as in RFC 4180, or with ; or tabs, as spreadsheets write them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    line: int  # on which it begins, from 1
    cells: list[str]

    def cell(self, column: int) -> str:
        """Empty if the row ends before it."""
        return self.cells[column] if 0 <= column < len(self.cells) else ""


class CsvError(Exception):
    """What is wrong, and on which line."""


def read_csv(data: bytes) -> list[Row]:
    """Without blank lines. Of UTF-8, or of UTF-16 with its mark; bytes that are neither are as
    "surrogateescape" decodes them. Raises CsvError for a quote that is not closed."""
    text = _decoded(data)
    first_line = text.partition("\n")[0]
    separator = max(",;\t", key=first_line.count)
    rows: list[Row] = []
    at = 0
    line = 1
    while at < len(text):
        row = Row(line, [])
        is_end = False
        while not is_end:
            cell, end = _cell_at(text, at, separator, line)
            row.cells.append(cell)
            line += cell.count("\n")
            is_end = not text.startswith(separator, end)
            at = end if is_end else end + 1
        for sign in "\r\n":
            at += text.startswith(sign, at)
        line += 1
        if row.cells != [""]:
            rows.append(row)
    return rows


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "ignore")
    return data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")


def _cell_at(text: str, at: int, separator: str, line: int) -> tuple[str, int]:
    """That cell, and where it ends."""
    cell: list[str] = []
    is_quoted = False
    start = at
    while at < len(text):
        char = text[at]
        if char == '"':
            if not is_quoted and at > start and text[at - 1] == '"':
                cell.append(char)  # a doubled quote stands for itself
            is_quoted = not is_quoted
        elif not is_quoted and char in (separator, "\n", "\r"):
            break
        else:
            cell.append(char)
        at += 1
    if is_quoted:
        raise CsvError(f"line {line}: a quote is not closed")
    return "".join(cell), at
