"""Tables as in RFC 4180, or with ; or tabs, as spreadsheets write them."""

import re
from dataclasses import dataclass

SEPARATORS = ",;\t"


class UnclosedQuote(ValueError):
    """Says on which line the cell begins."""


@dataclass(frozen=True)
class CsvTable:
    rows: list[list[str]]  # without blank lines
    lines: list[int]  # start line of each row, from 1
    separator: str


def decoded(data: bytes, errors: str = "surrogateescape") -> str:
    """UTF-8, or UTF-16 with its mark; without the mark. `errors`: for bytes that are no UTF-8."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data[: len(data) // 2 * 2].decode("utf-16", "ignore")
    return data.decode("utf-8", errors).removeprefix("\ufeff")


def read_csv(text: str) -> CsvTable:
    """Raises UnclosedQuote."""
    separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    # What is in quotes, and what is not; quotes may begin anywhere.
    cell = re.compile(rf'(?:"[^"]*(?:"|\Z)|[^"{separator}\r\n])*')
    table = CsvTable([], [], separator)
    line, at = 1, 0
    while at < len(text):
        first_line, row = line, []
        while True:
            found = cell.match(text, at)
            assert found is not None  # it matches nothing, too
            if found[0].count('"') % 2:
                raise UnclosedQuote(f"line {line}: a quote is not closed")
            row.append(_without_quotes(found[0]))
            line += found[0].count("\n")
            at = found.end()
            if not text.startswith(separator, at):
                break
            at += 1
        at += text.startswith("\r", at)
        at += text.startswith("\n", at)
        line += 1
        if row != [""]:
            table.rows.append(row)
            table.lines.append(first_line)
    return table


def _without_quotes(cell: str) -> str:
    """A doubled quote stands for itself."""
    return re.sub(
        r'"([^"]*)"',
        lambda quoted: ('"' if cell[: quoted.start()].endswith('"') else "") + quoted[1],
        cell,
    )
