"""Tables as in RFC 4180, or with ; or tabs, as spreadsheets write them."""

import csv
import re
from dataclasses import dataclass

csv.field_size_limit(16 << 20)  # of a cell: worksheets may have whole texts

_BINARY = (b"PK\3\4", b"\xd0\xcf\x11\xe0")  # how .xlsx, .ods and .xls begin
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


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
    "surrogateescape" decodes them. Raises CsvError, as for a quote that is not closed, or a table
    that is not text."""
    if data.startswith(_BINARY):
        raise CsvError("line 1: it is a spreadsheet's own file: save it there as CSV")
    text = _decoded(data)
    first_line = text.partition("\n")[0]
    separator = max(",;\t", key=first_line.count)
    reader = csv.reader(_LINE.findall(text), delimiter=separator, strict=True)
    rows: list[Row] = []
    line = 1
    try:
        for cells in reader:
            if cells not in ([], [""]):
                rows.append(Row(line, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        is_open = "unexpected end" in str(error)
        raise CsvError(f"line {line}: {'a quote is not closed' if is_open else error}") from None
    return rows


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "ignore")
    return data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
