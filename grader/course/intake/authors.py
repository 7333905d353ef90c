"""Who may have written a repository that is nobody's in the roster: hints, since whoever owns it
can write there anything. git itself is never run in it, because its settings name programs."""

import os
import re
import stat
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from course.intake.names import quoted_path, words_of
from course.intake.repositories import is_clone
from course.intake.roster import Person
from course.opening import open_itself

_MOST_BYTES = 8 << 20  # of an index
_MOST_OF_COMMIT = 64 << 10
_MOST_COMMITS, _MOST_PACKS, _MOST_FILES, _MOST_LINES = 8, 4, 20, 5
_MOST_HINTS = 3
_LEAST_LETTERS = 3  # of a word that is somebody's name
_COMMIT = 1  # kind of an object in a pack
_COMMENT = re.compile(r"\s*(?://+|/\*+|\*)\s*(.*?)\s*(?:\*/)?\s*")


def hints_in(repository: Path, people: Sequence[Person]) -> str:
    """What follows a sentence; empty if it is no clone or there are none. `people`: of the roster,
    whose names are looked for."""
    if not is_clone(repository):
        return ""
    names = [name.partition("@")[0] for own in people for name in (own.name, own.key, own.email)]
    words = {word for name in names for word in words_of(name)}
    found = [f"commits by {quoted_path(author)}" for author in _authors(repository / ".git")]
    told = set()
    for path, comment in _first_comments(repository / "labs"):
        if comment not in told and any(
            len(word) >= _LEAST_LETTERS and word in words for word in words_of(comment)
        ):
            told.add(comment)
            found.append(f"{quoted_path(comment)} at the top of {quoted_path(path)}")
    if not found:
        return ""
    return f". Hints, which can be forged: {'; '.join(found[:_MOST_HINTS])}"


def _bytes_at(path: Path, offset: int = 0, most: int = 4096) -> bytes:
    """Of a regular file; else none."""
    try:
        descriptor = open_itself(path)
    except OSError:
        return b""
    try:
        is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
        return os.pread(descriptor, most, offset) if is_file else b""
    except (OSError, OverflowError):
        return b""
    finally:
        os.close(descriptor)


def _first_comments(folder: Path) -> Iterator[tuple[str, str]]:
    """The first lines of its labs' files that are comments, with their paths in the repository."""
    if folder.is_symlink():
        return
    files = sorted([*folder.glob("*/*.cu"), *folder.glob("*/*.cpp")])
    for file in files[:_MOST_FILES]:
        text = _bytes_at(file).decode("utf-8", "replace")
        for line in text.split("\n")[:_MOST_LINES]:
            if comment := _COMMENT.fullmatch(line):
                yield file.relative_to(folder.parent).as_posix(), comment[1]


# ---- git's files ----


def _authors(git: Path) -> Iterator[str]:
    """Of the last commits, each once, besides those that machines made."""
    if git.is_symlink():
        return
    name, told = _tip(git), set()
    for _ in range(_MOST_COMMITS):
        commit = _commit(git, name).decode("utf-8", "replace")
        author = re.search(r"^author ([^\n]*>) ", commit, re.MULTILINE)
        if author and author[1] not in told and "[bot]" not in author[1]:
            told.add(author[1])
            yield author[1]
        parent = re.search(r"^parent ([0-9a-f]{40})$", commit, re.MULTILINE)
        if not parent:
            return
        name = parent[1]


def _tip(git: Path) -> str:
    """The name of the last commit, or empty."""
    head = _bytes_at(git / "HEAD").decode("utf-8", "replace").strip()
    ref = re.fullmatch(r"ref: (refs/(?:[\w-][\w.-]*/)*[\w-][\w.-]*)", head, re.ASCII)
    if ref:
        packed = _bytes_at(git / "packed-refs", most=_MOST_BYTES).decode("utf-8", "replace")
        line = re.search(rf"^(\S+) {re.escape(ref[1])}$", packed, re.MULTILINE)
        own = _bytes_at(git / ref[1]).decode("utf-8", "replace").strip()
        head = own or (line[1] if line else "")
    return head if re.fullmatch("[0-9a-f]{40}", head) else ""


def _commit(git: Path, name: str) -> bytes:
    """Its text, if it is kept whole; else empty."""
    if not name:
        return b""
    packed = _bytes_at(git / "objects" / name[:2] / name[2:], most=_MOST_OF_COMMIT)
    if not packed:
        indexes = sorted((git / "objects/pack").glob("*.idx"))[:_MOST_PACKS]
        places = ((index, _place_in(index, bytes.fromhex(name))) for index in indexes)
        packed = next((_in_pack(index, place) for index, place in places if place), b"")
    try:
        return zlib.decompressobj().decompress(packed, _MOST_OF_COMMIT)
    except zlib.error:
        return b""


def _place_in(index: Path, name: bytes) -> int:
    """Where in the pack it begins; 0: not there. As gitformat-pack has version 2."""
    data = _bytes_at(index, most=_MOST_BYTES)
    names = 8 + 256 * 4
    if len(data) < names or not data.startswith(b"\xfftOc\0\0\0\2"):
        return 0
    count = int.from_bytes(data[names - 4 : names], "big")
    low, high = 0, min(count, len(data) // 20)
    while low < high:
        middle = (low + high) // 2
        if data[names + 20 * middle : names + 20 * (middle + 1)] < name:
            low = middle + 1
        else:
            high = middle
    if data[names + 20 * low : names + 20 * (low + 1)] != name:
        return 0
    at = names + count * (20 + 4) + 4 * low
    return int.from_bytes(data[at : at + 4], "big")


def _in_pack(index: Path, place: int) -> bytes:
    """A commit as it is packed there; empty for what is kept as a difference."""
    data = _bytes_at(index.with_suffix(".pack"), place, _MOST_OF_COMMIT)
    if not data or data[0] >> 4 & 7 != _COMMIT:
        return b""
    begin = next((i for i, byte in enumerate(data) if byte < 0x80), len(data))
    return data[begin + 1 :]
