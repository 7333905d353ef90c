"""How platforms name what students hand in, in the folder of a class."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path

from course.dates import read_local
from course.intake.brightspace_dates import time_of_brightspace

# As Canvas writes names: lower case, without what stands between words, also in scripts whose marks
# are no letters for re.
_CANVAS_NAME = r"(?:[^_]+|(?:\w|[^\x00-\x7f])+?)"
# A file with its own number, or what was typed into the page.
_CANVAS_END = r"(?:\d+_(?P<file>.+)|(?P<typed>(?:text|link)\.html))"


def _time_of_blackboard(text: str, zone: tzinfo | None) -> str:
    return read_local(text, "%Y-%m-%d-%H-%M-%S", zone)


@dataclass(frozen=True)
class Platform:
    name: str
    kind: str  # "folder", "file", or "clone": a folder with .git
    example: str

    # Its groups:
    #   student       a name or a login
    #   id, number    the platform's number of the student, as in its rosters; another one
    #   late, time    of the hand-in
    #   lab
    #   file          the student's own name of a file
    #   typed         in place of a file: text, or a link
    # What follows a student's name may be the student's own words, so that a pattern takes the
    # first place that fits.
    pattern: re.Pattern[str]

    # ISO 8601, in UTC, of a time in the course's zone; empty for another text.
    read_time: Callable[[str, tzinfo | None], str] | None = None
    has_versions: bool = False  # kernel-2.cu is the third hand-in of kernel.cu

    def match(self, entry: Path) -> re.Match[str] | None:
        is_folder = entry.is_dir() and not entry.is_symlink()
        if is_folder == (self.kind == "file"):
            return None
        if self.kind == "clone" and not os.path.exists(entry / ".git"):
            return None
        return self.pattern.fullmatch(entry.name)


# The first one counts that fits.
PLATFORMS = (
    Platform(
        "Moodle",
        "folder",
        "Jo Lovelace_10001_assignsubmission_file_",
        # Who is in no group has no number where groups hand in.
        re.compile(r"(?P<student>[^_]+)(?:_(?P<number>\d+))?_assignsubmission_[a-z]+_?", re.ASCII),
    ),
    Platform(
        "Moodle",
        "file",
        "Jo Lovelace_10001_assignsubmission_file_kernel.cu",
        re.compile(
            r"(?P<student>[^_]+)(?:_(?P<number>\d+))?_assignsubmission_[a-z]+_(?P<file>.+)",
            re.ASCII,
        ),
    ),
    Platform(
        "Canvas",
        "file",
        "anon_x4Tb9_99_kernel.cu",
        re.compile(
            rf"(?P<late>LATE_)?(?P<student>anon_[1-9A-HJ-NP-Za-km-z]{{5}})_{_CANVAS_END}", re.ASCII
        ),
        has_versions=True,
    ),
    Platform(
        "Canvas",
        "file",
        "lovelacejo_LATE_4711_99_kernel-1.cu",
        re.compile(
            rf"(?P<student>{_CANVAS_NAME})_(?P<late>LATE_)?(?P<id>\d+)_{_CANVAS_END}", re.ASCII
        ),
        has_versions=True,
    ),
    Platform(
        "Blackboard",
        "file",
        "Lab 2_jlovelace_attempt_2026-01-31-22-15-00_kernel.cu",
        re.compile(
            r".+?_(?P<student>[^_]+)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_|(?=\.txt$))"
            r"(?P<file>.+)",
            re.ASCII,
        ),
        read_time=_time_of_blackboard,
    ),
    Platform(
        "Brightspace",
        "folder",
        "12345-67890 - Jo Lovelace - Jan 31, 2026 1015 PM",
        re.compile(
            r"(?P<number>\d+)-\d+\s-\s(?P<student>.+?)\s?-\s"
            r"(?P<time>\d{4}-\d\d-\d\d\s[^-]+|[^-]*\b20\d\d\b[^-]*)",
            re.ASCII,
        ),
        read_time=time_of_brightspace,
    ),
    Platform(
        "GitHub-Classroom",
        "clone",
        "lab02-jlovelace",
        re.compile(r"(?P<lab>(?:[Ll]ab-?)?\d\d?)-(?P<student>[A-Za-z0-9-]+)", re.ASCII),
    ),
)


def examples_of_hand_ins() -> str:
    """A name of each of them, one per line."""
    return "".join(
        f"{each.example}{'' if each.kind == 'file' else '/'} ({each.name})\n" for each in PLATFORMS
    )
