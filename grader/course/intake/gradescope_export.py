"""What Gradescope says of an assignment's submissions: submission_metadata.yml in its export.

It is YAML as Ruby writes it, of which this reads the lines that it needs by how far they are
indented. All that students can write, such as the output of tests, is indented further.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from course.dates import iso8601, parse_utc
from course.errors import UsageError

FILE = "submission_metadata.yml"

_ENTRY = re.compile(r"(['\"]?)(submission_\w+)\1:\s*", re.ASCII)
_FIELD = re.compile(r"(?:  |    )(?P<item>- |  )?:(?P<name>\w+):(?: (?P<text>.*))?", re.ASCII)
_ANCHOR = re.compile(r"&(\w+) (.*)", re.ASCII)
_TIME = re.compile(r"(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)(?:\.\d+)? ?(Z|[+-]\d\d:\d\d)", re.ASCII)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "e": "\x1b", "0": "\0"}


@dataclass
class Submitter:
    name: str = ""
    sid: str = ""  # the student's number at the university
    email: str = ""


@dataclass
class ExportedSubmission:
    submitters: list[Submitter] = field(default_factory=list)
    time: str = ""  # ISO 8601, UTC; empty: unknown


def read_export(file: Path) -> dict[str, ExportedSubmission]:
    """By the name of the folder. Raises UsageError if it cannot be read, or names nobody."""
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {file}: {error}") from None
    found: dict[str, ExportedSubmission] = {}
    anchors: dict[str, str] = {}
    entry, part = ExportedSubmission(), ""  # `part`: which field of the entry goes on
    for line in lines:
        if line[:1].strip() and (head := _ENTRY.fullmatch(line)):
            entry, part = ExportedSubmission(), ""
            found[head[2]] = entry
            continue
        told = _FIELD.fullmatch(line)
        if not told:
            continue
        depth = len(line) - len(line.lstrip(" -"))
        name, text = told["name"], _scalar(told["text"] or "", anchors)
        if depth == 2 and not told["item"]:
            part = name
            if name == "created_at":
                entry.time = _time_of(text)
        elif part == "submitters" and name in ("name", "sid", "email"):
            if told["item"] == "- ":
                entry.submitters.append(Submitter())
            if entry.submitters:
                setattr(entry.submitters[-1], name, text)
    if not any(each.submitters for each in found.values()):
        raise UsageError(f"{file} names no submitters: download Gradescope's export again")
    return found


def _scalar(text: str, anchors: dict[str, str]) -> str:
    """A plain or quoted text; one that is used again has a name."""
    text = text.strip()
    if text.startswith("*"):
        return anchors.get(text[1:], "")
    if named := _ANCHOR.fullmatch(text):
        anchors[named[1]] = _scalar(named[2], anchors)
        return anchors[named[1]]
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        escape = r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))"
        return re.sub(escape, _unescaped, text[1:-1])
    return "" if text in ("~", "null") else text


def _unescaped(match: re.Match[str]) -> str:
    digits = match[1] or match[2] or match[3]
    if digits:
        return chr(min(int(digits, 16), 0x10FFFF))
    return _ESCAPES.get(match[4], match[4])


def _time_of(text: str) -> str:
    """Of "2026-01-31 22:15:00.123456000 Z"."""
    match = _TIME.match(text)
    seconds = parse_utc(match[1] + match[2]) if match else None
    return iso8601(seconds) if seconds is not None else ""
