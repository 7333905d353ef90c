"""All students' feedback pages in one archive, as Moodle and Canvas read it back: by the names they
gave.
"""

import io
import re
import tarfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from course.intake.names import archive_ending
from course.intake.platforms import PLATFORMS
from course.own_files import read, replace
from course.tables.words import Student
from course.text import counted

MOODLE, CANVAS = "moodle_feedback.zip", "canvas_feedback.zip"
TIME = (2000, 1, 1, 12, 0, 0)  # the same pages give the same archive

# Canvas shows a page under the name of the file that the student handed in, so that it must be what
# such a name promises: a source text, a page or an archive. Nothing of ours is a .pdf.
TEXTS = ("", "c", "cc", "cpp", "cu", "cuh", "cxx", "h", "hpp", "md", "txt")

_OF_MOODLE = re.compile(r"[^/]*_[0-9]+_assignsubmission_(file|onlinetext)(_|$)")

Pages = Mapping[str, bytes]  # of a student: feedback.html and feedback.txt


def is_of_canvas(entry: str) -> bool:
    """Whether Canvas named it."""
    return any(each.name == "Canvas" and each.pattern.fullmatch(entry) for each in PLATFORMS)


def name_in(archive: str, entry: str) -> str:
    """A page's name for an entry of the class's folder with that name; empty if another platform
    named it, or it takes none back.
    """
    if "\ufffd" in entry:
        return ""
    of_moodle = _OF_MOODLE.match(entry)
    if archive == MOODLE:
        return of_moodle.group() + "/feedback.html" if of_moodle else ""
    is_typed = re.search(r"_[0-9A-Za-z]+_(text|link)\.html\Z", entry) is not None
    takes_page = not of_moodle and is_of_canvas(entry) and not is_typed
    return entry if takes_page and content_for(entry) else ""


def content_for(name: str) -> Callable[[Pages], bytes] | None:
    """What a file of that name holds; None: nothing of ours opens under it."""
    packing, ending = archive_ending(name).lower(), name.lower().rpartition(".")[2]
    if packing == ".zip":
        return _zipped
    if packing:
        return lambda pages: _in_tar(pages, "w:" if packing == ".tar" else "w:gz")
    if ending in ("htm", "html"):
        return lambda pages: pages["feedback.html"]
    return (lambda pages: pages["feedback.txt"]) if ending in TEXTS or "." not in name else None


def _zipped(pages: Pages) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, page in pages.items():
            packed.writestr(zipfile.ZipInfo(name, TIME), page, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _in_tar(pages: Pages, mode: str) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as packed:
        for name, page in pages.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(page)
            packed.addfile(entry, io.BytesIO(page))
    return out.getvalue()


def entries_of(student: Student) -> list[str]:
    """What a student handed in; with Moodle's number only what has it, or else what Moodle would
    call it: a group's entry has the group's number, which may be that of somebody else."""
    entries: list[str] = student["entries"]
    name, number = re.sub("[/_]", " ", student["name"]), student["participant"]
    if not number:
        return entries
    is_own = re.compile(rf"[^_]*_{number}_assignsubmission_")
    entries = [each for each in entries if is_own.match(each) or not name_in(MOODLE, each)]
    is_named = any(name_in(MOODLE, entry) for entry in entries)
    return entries + ([] if is_named else [f"{name}_{number}_assignsubmission_file_"])


def pages_in(archive: str, students: Sequence[Student]) -> dict[str, list[Student]]:
    """Name in the archive: the students whose entry it is of, by who they are."""
    pages: dict[str, list[Student]] = {}
    for student in students:
        for name in {name_in(archive, entry) for entry in entries_of(student)} - {""}:
            pages.setdefault(name, []).append(student)
    return pages


def write_zips(out: Path, students: Sequence[Student], labs: Sequence[str] = ()) -> list[str]:
    """Beside the folder of the pages, where no student's name can be an archive's. `labs`: those of
    the assignment to which they return; none: all. Returns a note on each hand-in of several
    students, who would all see what is packed for it, and on pages that a platform does not take.
    """
    notes = []
    for archive in (MOODLE, CANVAS):
        pages = pages_in(archive, students)
        notes += [
            f"{archive}: no page for {' and '.join(each['student'] for each in owners)}, whose "
            "hand-in is one: send them theirs"
            for owners in pages.values()
            if len(owners) > 1 and any(_is_graded(each, labs) for each in owners)
        ]
        single = {name: owners[0] for name, owners in sorted(pages.items()) if len(owners) == 1}
        own = {name: owner["student"] for name, owner in single.items() if _is_graded(owner, labs)}
        if len(own) < len(single):
            left = counted(len(single) - len(own), "page")
            notes.append(f"{archive}: {left} left out, without a total yet")
        if own:
            with replace(out / archive) as file, zipfile.ZipFile(file, "w") as packed:
                for name, student in own.items():
                    page = _page_for(archive, name, out / "feedback" / student)
                    packed.writestr(zipfile.ZipInfo(name, TIME), page, zipfile.ZIP_DEFLATED)
        else:
            (out / archive).unlink(missing_ok=True)  # an earlier run's
    return notes + _without_a_page(students)


def _is_graded(student: Student, labs: Sequence[str]) -> bool:
    of_labs = [lab["points"] for lab in student["labs"] if lab["id"] in labs and lab["counts"]]
    return None not in of_labs if labs else student["total"] is not None


def _page_for(archive: str, name: str, folder: Path) -> bytes:
    pages = {each: read(folder / each) for each in ("feedback.html", "feedback.txt")}
    content = content_for(name) if archive == CANVAS else None
    return content(pages) if content else pages["feedback.html"]


def _without_a_page(students: Sequence[Student]) -> list[str]:
    """Those whose files Canvas knows, and of which none can hold a page."""
    found = [
        student["student"] for student in students
        if any(map(is_of_canvas, student["entries"]))
        and not any(name_in(MOODLE, each) or name_in(CANVAS, each) for each in student["entries"])
    ]  # fmt: skip
    names = ", ".join(found[:5]) + (f" and {len(found) - 5} more" if len(found) > 5 else "")
    why = (
        "Canvas would call it like a file that cannot hold it, such as a .pdf, or takes none for "
        "typed text"
    )
    return [f"{CANVAS}: no page for {names}: {why}; send them theirs"] if found else []
