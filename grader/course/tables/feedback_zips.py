"""All students' feedback pages in one archive, as Moodle and Canvas read it back: by the names they
gave.
"""

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

from course.tables.words import Student
from course.text import counted
from course.whole_file import replace

MOODLE = "moodle_feedback.zip"
# An archive: what an entry's name begins with if its platform gave it, and a page's after that.
NAMES = {
    MOODLE: (
        re.compile(r"[^/]*_[0-9]+_assignsubmission_(file|onlinetext)(_|$)"),
        "/feedback.html",
    ),
    "canvas_feedback.zip": (re.compile(r"[^_/]+(_LATE)?_[0-9]+_[0-9]+_"), "feedback.html"),
}
TIME = (2000, 1, 1, 12, 0, 0)  # the same pages give the same archive


def name_in(archive: str, entry: str) -> str:
    """A page's name for an entry of the class's folder with that name; empty if another platform
    named it.
    """
    form, page = NAMES[archive]
    match = form.match(entry)
    return match.group() + page if match and "\ufffd" not in entry else ""


def entries_of(student: Student) -> list[str]:
    """What a student handed in; also, with Moodle's number, what Moodle would call it."""
    entries: list[str] = student["entries"]
    name, number = re.sub("[/_]", " ", student["name"]), student["participant"]
    is_named = not number or any(name_in(MOODLE, entry) for entry in entries)
    return entries + ([] if is_named else [f"{name}_{number}_assignsubmission_file_"])


def pages_in(archive: str, students: Sequence[Student]) -> dict[str, list[Student]]:
    """Name in the archive: the students whose entry it is of, by who they are."""
    pages: dict[str, list[Student]] = {}
    for student in students:
        for name in {name_in(archive, entry) for entry in entries_of(student)} - {""}:
            pages.setdefault(name, []).append(student)
    return pages


def write_zips(out: Path, students: Sequence[Student]) -> list[str]:
    """Beside the folder of the pages, where no student's name can be an archive's. Returns a note
    on each hand-in of several students, who would all see what is packed for it.
    """
    notes = []
    for archive in NAMES:
        pages = pages_in(archive, students)
        notes += [
            f"{archive}: no page for {' and '.join(each['student'] for each in owners)}, whose "
            "hand-in is one: send them theirs"
            for owners in pages.values()
            if len(owners) > 1
        ]
        single = {name: owners[0] for name, owners in sorted(pages.items()) if len(owners) == 1}
        own = {
            name: owner["student"] for name, owner in single.items() if owner["total"] is not None
        }
        if len(own) < len(single):
            left = counted(len(single) - len(own), "page")
            notes.append(f"{archive}: {left} left out, without a total yet")
        if own:
            with replace(out / archive) as file, zipfile.ZipFile(file, "w") as packed:
                for name, student in own.items():
                    page = (out / "feedback" / student / "feedback.html").read_bytes()
                    packed.writestr(zipfile.ZipInfo(name, TIME), page, zipfile.ZIP_DEFLATED)
    return notes
