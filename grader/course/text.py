"""Texts for people: what is not ours made fit to be shown, lines, numbers and nearest words."""

import math
import re
import unicodedata
from collections.abc import Iterable

REPLACEMENT = "\ufffd"  # of a byte that is not UTF-8

_TAB_WIDTH = 4
_MOST_MARKS = 4  # on a character: more than any script needs

# ECMA-48: CSI, strings, two characters.
_ESCAPE = re.compile(r"\x1b(?:\[[ -?]*[@-~]?|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b(?s:.)?)?|[ -~]?)")

# A byte that is not UTF-8, as Python decodes it with "surrogateescape".
STRAY_BYTE = re.compile("[\ud800-\udfff]")

# Also the two separators that some programs take for the end of a line, what XML forbids, and marks
# without a width: with them a line can look different from what it is.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\u034f\u17b4\u17b5\u180b-\u180f\u2060-\u206f"
    "\ufe00-\ufe0f\ufff0-\ufffb\U000e0000-\U000e0fff]"
)

# What Unicode has for formats only goes too, besides these, which join letters and are part of
# names in some scripts.
_JOINERS = "\u200c\u200d"

# Looks like a blank; nothing breaks a line there, or marks it in a quotation, unless it is one.
_BLANK = re.compile("[\u00a0\u115f\u1160\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]")


def valid_utf8(data: bytes) -> str:
    """The text, with U+FFFD for every byte that is not UTF-8."""
    return STRAY_BYTE.sub(REPLACEMENT, data.decode("utf-8", "surrogateescape"))


def printable(text: str) -> str:
    """Without control characters, terminal escapes and marks that reorder text: nothing in it can
    move a cursor or colour a line, and few columns have few bytes. Keeps newlines; tabs become
    spaces."""
    text = STRAY_BYTE.sub(REPLACEMENT, _ESCAPE.sub("", text))
    text = _BLANK.sub(" ", _UNSEEN.sub("", text))
    return "\n".join(map(_aligned, text.split("\n")))


def _aligned(line: str) -> str:
    """Without tabs and signs of formats, and with few marks on a character."""
    if line.isascii() and "\t" not in line:
        return line
    out: list[str] = []
    column = marks = 0
    for char in line:
        if unicodedata.category(char) == "Cf" and char not in _JOINERS:
            continue
        if char == "\t":
            blanks = _TAB_WIDTH - column % _TAB_WIDTH
            out.append(" " * blanks)
            column += blanks
            continue
        marks = marks + 1 if width_of(char) == 0 else 0
        if marks <= _MOST_MARKS:
            out.append(char)
            column += 1
    return "".join(out)


def quotable(text: str) -> str:
    """Text that is not ours, for a sentence of ours that puts it between quotation marks or after
    "| ": it can end neither."""
    return re.sub("['\"`]", "\u2019", text).replace("\n", "\n| ")


# ---- widths ----


def width_of(char: str) -> int:
    """Its columns on a terminal; 0: a mark on the character before it."""
    if " " <= char <= "~":
        return 1
    if unicodedata.category(char) in ("Mn", "Me", "Cf") or "\u1160" <= char <= "\u11ff":
        return 0
    is_wide = unicodedata.east_asian_width(char) in "WF" and unicodedata.category(char) != "Cn"
    return 2 if is_wide else 1


def display_width(text: str) -> int:
    return sum(map(width_of, text))


def clipped(line: str, width: int) -> str:
    """The first `width` columns of one line, of at most eight bytes each; "..." marks a cut."""
    if _beginning(line, width) == line:
        return line
    return _beginning(line, max(width - 3, 0)) + "..."


def _beginning(line: str, width: int) -> str:
    columns = size = 0
    for end, char in enumerate(line):
        columns += width_of(char)
        size += len(char.encode("utf-8", "surrogatepass"))
        if columns > width or size > 8 * width:
            return line[:end]
    return line


# ---- lines ----


def lines_of(text: str) -> list[str]:
    """Without their newlines; no empty line after a final newline."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def wrap(text: str, width: int, indent: int = 0) -> str:
    """Indents every line of the text, and breaks at blanks lines longer than `width` columns.
    Continuation lines keep their line's own indentation, and the mark of what is quoted: "| " and
    "3 | " of source, "| " after a compiler's message and in code between backticks. Splits only
    words of these. Ends with a newline."""
    return "".join(row + "\n" for line in lines_of(text) for row in _rows_of(line, width, indent))


def _rows_of(line: str, width: int, indent: int) -> list[str]:
    rest = line.lstrip(" ")
    if not rest:
        return [""]
    margin = " " * (indent + len(line) - len(rest))
    mark, further = _marks_of(rest)
    rest = rest[len(mark) :]
    rows: list[str] = []
    in_code = False
    while rest or not rows:
        # A compiler's message begins with a place, which editors and terminals open.
        is_place = not mark and bool(further)
        is_quoted = in_code or (bool(further) and not is_place) or rest.startswith("`")
        room = width - len(margin) - display_width(mark)
        end = _break_position(rest, room, is_quoted)
        if not is_quoted:
            end = _before_code(rest, end, room)
        row, rest = rest[:end], rest[end:]
        rows.append(margin + mark + row)
        in_code = _ends_in_code(row, rest, in_code)
        rest = rest.lstrip(" ")
        mark = further or ("| " if in_code else "")
    return rows


def _marks_of(line: str) -> tuple[str, str]:
    """What the first and the further rows begin with of a line that is not ours: of source after
    "3 | ", of a text after "| ", or of a compiler's message."""
    if bar := re.match(r"([0-9 ]*)\| ", line):
        return bar[0], " " * len(bar[1]) + "| "
    return "", "| " if re.search(": (error|warning|note): ", line) else ""


def _break_position(line: str, width: int, is_quoted: bool) -> int:
    """Where to break a line at `width` columns, after at least one word; its end if it fits. Only
    what is quoted is split within a word: its rest, broken by the terminal, could look like a line
    of ours."""
    first_word = len(line) - len(line.lstrip(" "))
    last_blank = full = columns = 0  # no line is broken at 0
    for at, char in enumerate(line):
        if char == " ":
            if columns > width:
                break
            last_blank = at if at > first_word else 0
        columns += width_of(char)
        full = at if columns > width and not full else full
    if columns <= width:
        return len(line)
    first_blank = line.find(" ")
    return (
        last_blank or (full if is_quoted else 0) or (len(line) if first_blank < 0 else first_blank)
    )


def _before_code(line: str, end: int, width: int) -> int:
    """An earlier break, where a row would end in code that fits into a row of its own."""
    is_open = line.count("`", 0, end) % 2 == 1
    first, last = line.rfind("`", 0, end), line.find("`", end)
    if is_open and first > 1 and line[first - 1] == " " and last >= 0:
        return first - 1 if display_width(line[first:last]) < width else end
    return end


def _ends_in_code(row: str, rest: str, in_code: bool) -> bool:
    """Whether code between backticks goes on after this row, which the rest follows."""
    for at, char in enumerate(row):
        if char == "`":
            in_code = not in_code and ("`" in row[at + 1 :] or "`" in rest)
    return in_code


# ---- numbers and words ----


def short_number(value: float) -> str:
    """At most two decimals, none for whole numbers; half a hundredth goes up: "12.5"."""
    hundredths = math.copysign(math.floor(abs(value) * 100 + 0.5), value)
    text = f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def counted(number: int, noun: str) -> str:
    """With the noun: "1 lab", "2 labs"; from 10 000 on in groups of three digits."""
    digits = str(number) if number < 10_000 else f"{number:,}".replace(",", "\u2009")
    return f"{digits} {noun}{'' if number == 1 else 's'}"


_MOST_COMPARED = 200  # letters: nobody misspells a longer word by a few


def edit_distance(one: str, other: str) -> int:
    """The number of insertions, deletions, replacements and swaps of neighbours that turn one word
    into the other (optimal string alignment)."""
    if max(len(one), len(other)) > _MOST_COMPARED:
        return _MOST_COMPARED
    table = [[i + j for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            is_other = one[i - 1] != other[j - 1]
            table[i][j] = min(
                table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + is_other
            )
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """For the end of a sentence: " Did you mean 'grade'?", or nothing if no name is close."""
    nearest = ""
    least = (len(word) + 2) // 3  # one error per three letters
    for name in names:
        distance = 0 if len(word) >= 3 and name.startswith(word) else edit_distance(word, name)
        # Exchanged letters are a likelier mistake than other ones.
        is_nearer = not nearest or sorted(name) == sorted(word)
        if distance < least or (distance == least and is_nearer):
            nearest, least = name, distance
    return f" Did you mean '{nearest}'?" if nearest else ""
