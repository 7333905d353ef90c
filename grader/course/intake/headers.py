"""Handed-in headers in place of the lines that include them.

The judge takes one file, and refuses #line in it: with that a text could pass for another file. So
the lines behind an included text count on, and comments around it say which of the student's own
lines are where.
"""

import re
from dataclasses import dataclass

from course.intake.hand_ins import MAX_FILE_BYTES
from course.intake.names import shown_path
from course.intake.paths import joined, parts_of, plain, split, without_number

MOST_BYTES = 4 << 20  # of all files of a hand-in that may be included
MAX_DEPTH = 16  # of headers in headers

# Comments and literals are taken as a whole: what looks like a directive in them is none.
_PIECE = re.compile(
    rb"""
    ^ [ \t]* \# [ \t]* include [ \t]* " (?P<name> [^"\n\r]+ ) "
      [ \t]* (?: //[^\n]* | /\* (?: (?!\*/) [^\n] )* \*/ [ \t]* )? \r? $
    | ^ [ \t]* \# [ \t]* (?P<once> pragma [ \t]+ once ) [ \t]* \r? $
    | // [^\n]* | /\* .*? (?: \*/ | \Z )
    | " (?: [^"\\\n] | \\. )* "? | ' (?: [^'\\\n] | \\. )* '?
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Included:
    text: bytes
    paths: tuple[str, ...] = ()  # of the files whose texts are in it


class Headers:
    """What a hand-in has that may be included."""

    def __init__(self) -> None:
        self._texts: dict[str, bytes] = {}  # by path within the hand-in
        self._called: dict[tuple[str, str], list[str]] = {}  # their paths, by _name_of
        self._bytes = 0

    def add(self, path: str, text: bytes) -> None:
        """What is too much is as if it were not there."""
        self._bytes += len(text)
        if self._bytes <= MOST_BYTES:
            path = "/".join(parts_of(path))
            self._texts[path] = text
            self._called.setdefault(_name_of(path), []).append(path)

    def text(self, path: str) -> bytes:
        return self._texts[path]

    def included_in(self, path: str, text: bytes) -> Included:
        """The text of that file with its headers. As it was if one of them is too deep, or all of
        it too large."""
        if b"include" not in text:
            return Included(text)
        job = _Job(self)
        try:
            whole = job.whole(path, text)
        except _TooMuch:
            return Included(text)
        return Included(whole, tuple(job.paths))

    def find(self, name: str, path: str) -> str:
        """The path of the file that is meant where `path` includes `name`; empty: none, or one of
        several. It is looked for beside that file, then by the end of its path anywhere, then by
        its name as a platform may have changed it."""
        if name.startswith("gemmlab/"):  # ours
            return ""
        beside = joined(parts_of(path)[:-1], name)
        if beside in self._texts:
            return beside
        own = [part for part in parts_of(name) if part != ".."]
        others = [each for each in self._called.get(_name_of(name), []) if each != path]
        exact = [each for each in others if f"/{each}".endswith("/" + "/".join(own))]
        found = exact or others
        return found[0] if len({self._texts[each] for each in found}) == 1 else ""


def _name_of(path: str) -> tuple[str, str]:
    """Without folders, and without what systems add to a copy's name."""
    file = parts_of(path)[-1:]
    stem, extension = split(file[0]) if file else ("", "")
    return without_number(plain(stem)), plain(extension)


class _TooMuch(Exception):
    pass


class _Job:
    """One file with its headers."""

    def __init__(self, headers: Headers) -> None:
        self.headers = headers
        self.paths: list[str] = []
        self._once: set[str] = set()
        self._size = 0

    def whole(self, path: str, text: bytes, around: tuple[str, ...] = ()) -> bytes:
        """`around`: the files that include it, one the next."""
        if len(around) > MAX_DEPTH:
            raise _TooMuch
        path = "/".join(parts_of(path))
        inside = (*around, path)
        pieces: list[bytes] = []
        end = counted = line = 0
        for match in _PIECE.finditer(text):
            if match["name"] is not None:
                name = match["name"].decode("utf-8", "replace")
                line += text.count(b"\n", counted, match.end())
                counted = match.end()
                new = self._included(name, inside, line + 2)
            else:
                new = b"// " + match[0] if match["once"] and around else None
                if match["once"]:
                    self._once.add(path)
            if new is not None:
                pieces += [text[end : match.start()], new]
                end = match.end()
        pieces.append(text[end:])
        return self._measured(b"".join(pieces))

    def _included(self, name: str, inside: tuple[str, ...], next_line: int) -> bytes | None:
        """None: it stays as it is."""
        path = self.headers.find(name, inside[-1])
        if not path:
            return None
        said = f'"{_in_comment(path)}"'
        if path in self._once or path in inside:
            return f"// {said} is included before".encode()
        if path not in self.paths:
            self.paths.append(path)
        text = self.whole(path, self.headers.text(path), inside)
        begin = f"// {said}, which is included here, from its line 1:\n".encode()
        end = f"\n// end of {said}; line {next_line} of {_in_comment(inside[-1])} follows"
        return begin + text.rstrip(b"\r\n") + end.encode()

    def _measured(self, text: bytes) -> bytes:
        self._size += len(text)
        if len(text) > MAX_FILE_BYTES or self._size > MOST_BYTES:
            raise _TooMuch
        return text


def _in_comment(path: str) -> str:
    return shown_path(path).replace("\\", "/")
