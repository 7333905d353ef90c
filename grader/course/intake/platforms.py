"""How platforms name what students hand in, in the folder of a class."""

import os
import re
from dataclasses import dataclass
from pathlib import Path


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
    # What follows a student's name may be the student's own words, so that a pattern takes the
    # first place that fits.
    pattern: re.Pattern[str]

    time_form: str = ""  # as for strptime, in the course's time zone
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
        re.compile(r"(?P<student>[^_]+)_(?P<number>\d+)_assignsubmission_[a-z]+_?", re.ASCII),
    ),
    Platform(
        "Moodle",
        "file",
        "Jo Lovelace_10001_assignsubmission_file_kernel.cu",
        re.compile(
            r"(?P<student>[^_]+)_(?P<number>\d+)_assignsubmission_[a-z]+_(?P<file>.+)", re.ASCII
        ),
    ),
    Platform(
        "Canvas",
        "file",
        "lovelacejo_LATE_4711_99_kernel-1.cu",
        re.compile(r"(?P<student>[^_]+)_(?P<late>LATE_)?(?P<id>\d+)_\d+_(?P<file>.+)", re.ASCII),
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
        time_form="%Y-%m-%d-%H-%M-%S",
    ),
    Platform(
        "Brightspace",
        "folder",
        "12345-67890 - Jo Lovelace - Jan 31, 2026 1015 PM",
        re.compile(
            r"(?P<number>\d+)-\d+\s-\s(?P<student>.+)\s-\s"
            r"(?P<time>[A-Z][a-z]{2}\s\d\d?,\s\d{4}\s\d{3,4}\s[AP]M)",
            re.ASCII,
        ),
        time_form="%b %d, %Y %I%M %p",
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
