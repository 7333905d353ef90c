"""The entries of a tar: ustar, GNU's, PAX and older ones.

Not by tarfile: that of today's distributions takes a damaged header for the archive's end, and
loops for a negative size.
"""

import re
from collections.abc import Iterator

from course.intake.entries import FILE, FOLDER, Entry, broken, unusual
from course.intake.intake import Refused

_BLOCK = 512  # bytes
_MAX_EXTENSION = 1 << 20  # bytes, of what a header has in front

# Of headers.
_LONG_NAME, _SPARSE = b"L", b"S"  # GNU's
_PAX = (b"x", b"X")
_NOT_NEEDED = (b"A", b"K", b"V", b"g")  # rights, a link's target, a label, notes for all
_RECORD = re.compile(rb"([0-9]{1,7}) ([^=\n]*)=")
_WITHOUT_DATA = (b"1", b"2", b"3", b"4", b"5", b"6")
_KINDS = {
    b"1": "hard link",
    b"2": "symbolic link",
    b"3": "pipe, socket or device",
    b"4": "pipe, socket or device",
    b"5": FOLDER,
    b"6": "pipe, socket or device",
    b"D": FOLDER,  # with its names as data
}


def is_tar(data: bytes) -> bool:
    """By what it begins with."""
    return data.startswith(bytes(_BLOCK)) or _is_header(data[:_BLOCK])


def tar_entries(data: bytes) -> Iterator[Entry]:
    """Raises Refused."""
    at = 0
    extended: dict[str, bytes] = {}  # of the next entry
    while (header := data[at : at + _BLOCK]) != bytes(_BLOCK):
        if not header:
            raise _incomplete()
        if not _is_header(header):
            raise broken("a header is damaged or cut short")
        kind = header[156:157]
        is_entry = kind not in (*_NOT_NEEDED, _LONG_NAME, *_PAX)
        begin = _end_of_map(data, at) if kind == _SPARSE else at + _BLOCK
        size = 0 if kind in _WITHOUT_DATA else _number(header[124:136])
        if is_entry and size > 0 and "size" in extended:
            size = _decimal(extended["size"])
        end = begin + size
        if end > len(data):
            raise broken("it is cut short")
        at = begin + -(-size // _BLOCK) * _BLOCK
        if is_entry:
            yield _entry(header, extended, data, begin, end)
            extended = {}
        elif size > _MAX_EXTENSION:
            raise broken("a header is too long")
        elif kind == _LONG_NAME:
            extended["path"] = data[begin:end]
        elif kind in _PAX:
            extended |= _records(data[begin:end])
    # One that was cut between two entries looks valid except for the missing zeros at its end.
    if extended or not data.endswith(bytes(_BLOCK)):
        raise _incomplete()


def _entry(header: bytes, extended: dict[str, bytes], data: bytes, begin: int, end: int) -> Entry:
    kind = header[156:157]
    name = extended.get("GNU.sparse.name") or extended.get("path") or _name_in(header)
    path = name.split(b"\0")[0].decode("utf-8", "surrogateescape")
    is_sparse = kind == _SPARSE or any(key.startswith("GNU.sparse.") for key in extended)

    def text(most: int) -> bytes:
        if is_sparse:
            raise unusual(path)
        return data[begin : min(end, begin + most)]

    is_old_folder = path.endswith("/") and kind in (b"0", b"\0")
    return Entry(path, FOLDER if is_old_folder else _KINDS.get(kind, FILE), text)


def _is_header(block: bytes) -> bool:
    """By its sum, which some programs computed with signed bytes."""
    if len(block) < _BLOCK or not re.fullmatch(rb"[ \0]*[0-7]+[ \0]*", block[148:156]):
        return False
    rest = block[:148] + b" " * 8 + block[156:]
    stated = int(block[148:156].strip(b" \0"), 8)
    return stated in (sum(rest), sum(rest) - 256 * sum(byte >> 7 for byte in rest))


def _number(field: bytes) -> int:
    """In octal digits, or in bytes after a first one of 128."""
    if field[0] & 0x80:
        return int.from_bytes(bytes([field[0] & 0x7F]) + field[1:], "big")
    digits = field.split(b"\0")[0].strip(b" ")
    if not re.fullmatch(rb"[0-7]*", digits):
        raise broken("a size is no number")
    return int(digits or b"0", 8)


def _decimal(digits: bytes) -> int:
    if not re.fullmatch(rb"[0-9]{1,20}", digits):
        raise broken("a size is no number")
    return int(digits)


def _name_in(header: bytes) -> bytes:
    name = header[:100].split(b"\0")[0]
    prefix = header[345:500].split(b"\0")[0] if header[257:263] == b"ustar\0" else b""
    return prefix + b"/" + name if prefix else name


def _records(data: bytes) -> dict[str, bytes]:
    """PAX: each "LENGTH KEY=VALUE\n", with the length of all of it. Up to the first other text:
    some programs miscount, and then the header's own name counts."""
    records = {}
    at = 0
    while head := _RECORD.match(data, at):
        end = at + int(head[1])
        if end <= head.end() or data[end - 1 : end] != b"\n":
            break
        records[head[2].decode("utf-8", "replace")] = data[head.end() : end - 1]
        at = end
    return records


def _end_of_map(data: bytes, at: int) -> int:
    """The header of a file with holes may go on in further blocks."""
    end = at + _BLOCK
    more = data[at + 482 : at + 483]
    while more not in (b"", b"\0"):
        more = data[end + 504 : end + 505]
        end += _BLOCK
    return end


def _incomplete() -> Refused:
    return Refused("the archive is incomplete: its end is missing")
