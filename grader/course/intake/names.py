"""Names as people, platforms and systems write them, and what they say of a hand-in."""

import hashlib
import os
import re
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from unicodedata import normalize

from course.intake.platforms import PLATFORMS
from course.text import REPLACEMENT, STRAY_BYTE, clipped, printable, quotable

MAX_NAME_BYTES = 100  # of a student's
MAX_PATH_BYTES = 512  # within a submission
MOST_TURNED = 400  # letters of a person's name
NAME_COLUMNS = 48  # of a person's name on a terminal

# In a quoted path: no line is broken there, as the other half could look like a line of ours.
NO_BREAK = "\u2423"

# Files and folders that systems and tools make: they are counted, and not looked into.
NOT_NEEDED = frozenset(
    "__MACOSX .DS_Store Thumbs.db desktop.ini"  # systems
    " .git .gitignore .gitattributes .gitmodules .github .svn .hg"  # versions
    " .vscode .vs .idea .cache .ccls-cache .clangd .gemmlab"  # editors
    " build builddir cmake-build-debug cmake-build-release CMakeFiles node_modules"  # builds
    " __pycache__ .ipynb_checkpoints .venv venv".split()  # packages
)

_PACKED = re.compile(r"\.(zip|tar|tgz|gz|bz2|xz|zst|txz|tbz|rar|7z|jar|bundle)\Z", re.IGNORECASE)
_OPENED = re.compile(r"\.(tar\.gz|tgz|tar|zip)\Z", re.IGNORECASE)
_VERSION = re.compile(r"-([1-9]\d{0,5})(?=\.\w+\Z)", re.ASCII)
_SAFE = re.compile(
    r"(?:\w|[^\x00-\x7f\ud800-\udfff])(?:[^\x00-\x7f\ud800-\udfff]|[\w. \-'(),+@])*", re.ASCII
)
_UNSAFE = re.compile(r"[^\w. \-'(),+@\x80-\U0010ffff]|[\ud800-\udfff]", re.ASCII)
_NOT_FIRST = ".-+@'(), "
_DEVICE = re.compile(r"(?:aux|con|nul|prn|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE | re.ASCII)


# ---- one entry of a class's folder ----


@dataclass
class HandIn:
    """Whose it is, and from when."""

    path: Path
    platform: str = ""  # by whose rules it is named; empty: its name is the student's
    student: str = ""  # as written there
    id: str = ""  # the platform's number of the student
    is_in_rosters: bool = False  # the id: in those of the platform
    lab: str = ""  # as written before the student, "lab02"
    file: str = ""  # a single file or archive of a platform: the student's name of it
    time: str = ""  # ISO 8601, UTC
    version: int = 0  # how often a file of `counted` was handed in before
    counted: str = ""  # if it was: that name, without the number; another name is another file
    is_late: bool = False  # the platform says so
    problem: str = ""  # why it must not be read; else empty
    words: tuple[str, ...] = ()  # more that the platform says of the student: ids, an e-mail
    is_shared: bool = False  # others handed it in too, and have a HandIn of their own
    is_chosen: bool = False  # course.toml says that of the files for a lab this one counts
    is_chosen_alone: bool = False  # and naming it there can say nothing else


def hand_in_of(entry: Path, zone: tzinfo | None = None) -> HandIn:
    """By PLATFORMS. Times are of that zone, or of this machine's."""
    name = entry.name
    is_folder = entry.is_dir() and not entry.is_symlink()
    for platform in PLATFORMS:
        match = platform.match(entry)
        if not match:
            continue
        said = match.groupdict("")
        file = said.get("file", "" if is_folder else name) or said.get("typed", "")
        copy = _VERSION.search(file) if platform.has_versions else None
        read_time, time = platform.read_time, said.get("time", "")
        return HandIn(
            path=entry,
            platform=platform.name,
            student=said["student"],
            id=said.get("id", "") or said.get("number", ""),
            is_in_rosters="id" in said,
            lab=said.get("lab", ""),
            file=file,
            time=read_time(time, zone) if read_time else "",
            version=int(copy[1]) if copy else 0,
            counted=_VERSION.sub("", file) if copy else "",
            is_late=bool(said.get("late")),
        )
    ending = ""
    if not is_folder and is_archive_name(name):
        ending = archive_ending(name) or os.path.splitext(name)[1]
    return HandIn(path=entry, student=name.removesuffix(ending))


def is_replaced(one: HandIn, by: HandIn) -> bool:
    """Whether the platform says that the other one is a later attempt."""
    if one.time != by.time:
        return one.time < by.time
    is_first = by.counted == one.file
    return by.version > 0 and (is_first or (by.counted == one.counted and by.version > one.version))


def is_junk(name: str) -> bool:
    """Created by systems and tools."""
    return name.startswith("._") or name in NOT_NEEDED


def is_archive_name(name: str) -> bool:
    """By its name: .zip, .tar.gz and other packed formats."""
    return _PACKED.search(name) is not None


def archive_ending(name: str) -> str:
    """The ending, such as ".tar.gz", of an archive that is opened; empty for others."""
    match = _OPENED.search(name)
    return match[0] if match else ""


# ---- people's names ----

_BLANKS = re.compile("\r\n|[\t-\r\x85]")
# Also blanks of some scripts without a width, and what joins letters.
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u115f\u1160\u200c\u200d\u3164\uffa0]")
_WORD = re.compile(r"(?:[0-9A-Za-z]|[^\x00-\x7f])+")


def plain_name(name: str) -> str:
    """In composed form (NFC), without control characters and those that nobody sees; empty: not
    UTF-8."""
    if STRAY_BYTE.search(name):
        return ""
    text = _HIDDEN.sub("", _BLANKS.sub(" ", name))
    return normalize("NFC", printable(normalize("NFC", text)))


def has_hidden_characters(name: str) -> bool:
    return not STRAY_BYTE.search(name) and plain_name(name) != normalize("NFC", name)


def folded(text: str) -> str:
    """Equal for texts that differ only in case, composition and what nobody sees."""
    return normalize("NFC", normalize("NFD", plain_name(text)).casefold())


def is_safe_name(name: str) -> bool:
    """Whether it can name a student, in tables and as a file: letters of any script, digits, blanks
    and . _ - ' ( ) , + @, but no sign first, and no blank or dot last."""
    return (
        _SAFE.fullmatch(name) is not None
        and len(name.encode()) <= MAX_NAME_BYTES
        and name[-1] not in " ."
    )


def digits_of(text: str) -> str:
    """The first eight digits of its SHA-256: what names that are not unique get behind them."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:8]


def safe_name_for(plain: str) -> str:
    """The safe name of a student with that plain name: without dots and blanks at its end, and if
    it is too long its beginning with eight digits, which also follow what is no folder on Windows.
    Empty if signs in it forbid that."""
    name = plain.rstrip(" .")
    if _DEVICE.match(name):
        name = _with_digits(name.replace(".", "_"), plain)
    if len(name.encode()) > MAX_NAME_BYTES:
        name = _with_digits(name, plain)
    return name if is_safe_name(name) else ""


def made_name_for(text: str) -> str:
    """A safe name for any text: as above, else what is left of it without other signs, or
    "unnamed", with eight digits."""
    plain = plain_name(STRAY_BYTE.sub(REPLACEMENT, text))
    if safe := safe_name_for(plain) if not STRAY_BYTE.search(text) else "":
        return safe
    left = _UNSAFE.sub("_", plain.lstrip(_NOT_FIRST)).strip("_ .").lstrip(_NOT_FIRST)
    return _with_digits(left or "unnamed", text)


def _with_digits(name: str, text: str) -> str:
    """The name, of which as much is left as there is room for, with the text's digits."""
    room = MAX_NAME_BYTES - len(digits_of(text)) - 1
    return f"{name.encode()[:room].decode(errors='ignore')}-{digits_of(text)}"


def words_of(text: str) -> list[str]:
    """Without case, and without what stands between them."""
    return _WORD.findall(folded(text))


def turned(name: str) -> list[list[str]]:
    """Its words as they may be written, begun at each: "Lovelace, Ada" is "Ada Lovelace". What is
    longer than names are only as it is, or all of it would take its square."""
    words = words_of(name)
    begins = range(len(words)) if len(name) <= MOST_TURNED else range(1)
    return [words[i:] + words[:i] for i in begins if words]


def spelling_of(name: str) -> str:
    """Equal for spellings of one name: "Lovelace, Ada" and "ada lovelace"."""
    return " ".join(min(turned(name), default=[]))


# ---- for people to read ----


def shown_path(path: str) -> str:
    """On one line: control characters replaced."""
    return clipped(printable(re.sub(r"[\x00-\x1f\x7f]", "?", path[:MAX_PATH_BYTES])), 120)


def quoted_path(path: str) -> str:
    """The same for a sentence about it, between quotation marks that it cannot end."""
    return f'"{quotable(shown_path(path).replace(" ", NO_BREAK))}"'


def shown_name(name: str) -> str:
    """A person's name on a terminal: on one line, cut after so many columns. Without the brackets
    that our own lines begin with: no line that is broken in it looks like one."""
    line = printable(name).translate({ord("\n"): " ", ord("["): "(", ord("]"): ")"})
    return clipped(line, NAME_COLUMNS)
