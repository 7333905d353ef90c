"""All students' feedback pages in one archive, as Moodle and Canvas read it back: by the names they
gave.
"""

import io
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from course.intake.names import archive_ending
from course.intake.platforms import PLATFORMS
from course.own_files import read, replace
from course.packed import add, zipped
from course.tables.docx import as_docx
from course.tables.words import Student
from course.text import counted

MOODLE, CANVAS = "moodle_feedback.zip", "canvas_feedback.zip"

# Canvas shows a page under the name of the file that the student handed in, so that it must be what
# such a name promises: a source text, a page or an archive. Nothing of ours is a .pdf.
TEXTS = ("", "c", "cc", "cpp", "cu", "cuh", "cxx", "h", "hpp", "md", "txt")

_NUMBERED = re.compile(r".+?_(?:[0-9]+_)+", re.ASCII)  # up to Canvas' number of the file
_OF_MOODLE = re.compile(r"[^/]*_[0-9]+_assignsubmission_(file|onlinetext)(_|$)")

Pages = Mapping[str, bytes]  # of a student: feedback.html and feedback.txt


def _in_canvas(entry: str) -> re.Match[str] | None:
    found = (each.pattern.fullmatch(entry) for each in PLATFORMS if each.name == "Canvas")
    return next(filter(None, found), None)


def is_of_canvas(entry: str) -> bool:
    """Whether Canvas named it."""
    return _in_canvas(entry) is not None


def _is_typed(entry: str) -> bool:
    """Into Canvas' page, and no file."""
    match = _in_canvas(entry)
    return match is not None and match["typed"] is not None


def name_in(archive: str, entry: str) -> str:
    """A page's name for an entry of the class's folder with that name; empty if another platform
    named it, or it takes none back.
    """
    if "\ufffd" in entry:
        return ""
    of_moodle = _OF_MOODLE.match(entry)
    if archive == MOODLE:
        return of_moodle.group() + "/feedback.html" if of_moodle else ""
    takes_page = not of_moodle and is_of_canvas(entry) and not _is_typed(entry)
    return entry if takes_page and content_for(entry) else ""


def is_code(name: str) -> bool:
    """As a person calls the text that is saved beside a document."""
    return name.lower().rpartition(".")[2] in TEXTS


def content_for(name: str) -> Callable[[Pages], bytes] | None:
    """What a file of that name holds; None: nothing of ours opens under it."""
    packing, ending = archive_ending(name).lower(), name.lower().rpartition(".")[2]
    if packing == ".zip":
        return zipped
    if packing:
        return lambda pages: _in_tar(pages, "w:" if packing == ".tar" else "w:gz")
    if ending == "docx":
        return lambda pages: as_docx(pages["feedback.txt"].decode("utf-8", "replace"))
    if ending in ("htm", "html"):
        return lambda pages: pages["feedback.html"]
    return (lambda pages: pages["feedback.txt"]) if ending in TEXTS or "." not in name else None


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


def all_of_canvas(entries: Sequence[str]) -> list[str]:
    """Those that Canvas itself gave. A person may have saved code beside a document, under its
    numbers, or beside typed text, of which Canvas takes back nothing."""
    is_typed = any(map(_is_typed, entries))
    numbers = {each: _NUMBERED.match(each) for each in entries}
    kept = []
    for entry in entries:
        own = numbers[entry]
        if own and is_of_canvas(entry):
            same = [each for each, found in numbers.items() if found and found[0] == own[0]]
            documents = [each for each in same if not is_code(each)]
            if is_typed or (documents and entry not in documents):
                continue
        kept.append(entry)
    return kept


def pages_in(archive: str, entries: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Name in the archive: the students whose entry it is of. `entries`: by student."""
    pages: dict[str, list[str]] = {}
    for student, own in entries.items():
        taken = all_of_canvas(own) if archive == CANVAS else own
        for name in {name_in(archive, entry) for entry in taken} - {""}:
            pages.setdefault(name, []).append(student)
    return pages


@dataclass(frozen=True)
class Group:
    """Of whom one hand-in is, and the labs that it is about."""

    students: tuple[str, ...]
    labs: tuple[str, ...]


GroupPages = Callable[[Sequence[Group]], Iterator[Pages]]  # of each, in order


def no_group_pages(groups: Sequence[Group]) -> Iterator[Pages]:
    return iter(())


def zip_name(archive: str, lab: str) -> str:
    """Of an assignment for a lab alone."""
    return archive.replace(".", f"_{lab}.") if lab else archive


def write_zips(
    out: Path,
    students: Sequence[Student],
    labs: Sequence[str] = (),
    lab: str = "",
    group_pages: GroupPages = no_group_pages,
) -> list[str]:
    """Beside the folder of the pages, where no student's name can be an archive's. `labs`: those of
    the assignment to which they return; none: all. `lab`: the only one, after which they are
    called; and those of other labs are written anew, since pages have changed. Returns a note on
    each hand-in of several students that has no page, and on pages that a platform does not take.
    """
    notes = []
    written = set()
    of_labs: dict[str, dict[str, list[str]]] = {lab: {}}
    for student in students:
        of_labs[lab][student["student"]] = entries_of(student)
        for other, entries in student.get("entries_by_lab", {}).items():
            if other != lab:
                of_labs.setdefault(other, {})[student["student"]] = entries
    for own, by_student in of_labs.items():
        for archive in (MOODLE, CANVAS):
            name = zip_name(archive, own)
            zipped = _Zip(archive, name, out, students, [own] if own else list(labs))
            if zipped.write(by_student, group_pages):
                written.add(name)
            if own == lab:
                notes += zipped.notes
    for archive in (MOODLE, CANVAS):  # of earlier runs
        for file in [out / archive, *out.glob(zip_name(archive, "[0-9]*"))]:
            if file.name not in written:
                file.unlink(missing_ok=True)
    return notes + _without_a_page(students, zip_name(CANVAS, lab))


class _Zip:
    """One archive. `labs`: those of its assignment; none: all."""

    def __init__(
        self, archive: str, name: str, out: Path, students: Sequence[Student], labs: list[str]
    ) -> None:
        self.archive, self.name, self.out, self.labs = archive, name, out, labs
        self.by_id = {student["student"]: student for student in students}
        self.notes: list[str] = []

    def write(self, entries: Mapping[str, Sequence[str]], group_pages: GroupPages) -> bool:
        """Returns whether there are any pages."""
        own: dict[str, str] = {}
        groups: dict[str, Group] = {}
        waiting = 0
        for name, owners in sorted(pages_in(self.archive, entries).items()):
            people = [self.by_id[owner] for owner in owners]
            group = _group_of(people, self.labs, [entries[owner] for owner in owners])
            if len(owners) == 1:
                if is_graded(people[0], self.labs):
                    own[name] = owners[0]
                else:
                    waiting += 1
            elif self.archive == CANVAS and group:
                if all(is_graded(each, group.labs) for each in people):
                    groups[name] = group
                else:
                    waiting += 1
            elif any(is_graded(each, self.labs) for each in people):
                why = (
                    "whose grades for their one hand-in differ"
                    if self.archive == CANVAS
                    else ("whose hand-in is one")
                )
                self.notes.append(
                    f"{self.name}: no page for {' and '.join(owners)}, {why}: send them theirs"
                )
        if waiting:
            self.notes.append(
                f"{self.name}: {counted(waiting, 'page')} left out, without a total yet"
            )
        pages = dict(zip(groups, group_pages(list(groups.values())) if groups else ()))
        if not own and not pages:
            return False
        with replace(self.out / self.name) as file, zipfile.ZipFile(file, "w") as packed:
            for name in sorted([*own, *pages]):
                found = pages.get(name) or _pages_of(self.out / "feedback" / own[name])
                page = _page_for(self.archive, name, found)
                add(packed, name, page)
        return True


def is_graded(student: Student, labs: Sequence[str]) -> bool:
    of_labs = [lab["points"] for lab in student["labs"] if lab["id"] in labs and lab["counts"]]
    return None not in of_labs if labs else student["total"] is not None


def _group_of(
    people: Sequence[Student], labs: Sequence[str], entries: Sequence[Sequence[str]]
) -> Group | None:
    """None if what one of them may see of it is not what all may see."""
    of_all = [{lab["id"]: lab for lab in student["labs"]} for student in people]
    first = of_all[0]
    wanted = list(labs) or list(first)
    if any(each != entries[0] for each in entries):  # one of them also hands in alone
        files = {id_: {each[id_]["file"] for each in of_all if id_ in each} for id_ in wanted}
        wanted = [id_ for id_, sums in files.items() if len(sums) == 1 and "" not in sums]
    for id_ in wanted:
        seen = [
            (each[id_]["points"], each[id_]["counts"], each[id_]["steps"])
            for each in of_all
            if id_ in each
        ]
        if len(seen) < len(people) or any(each != seen[0] for each in seen):
            return None
    return Group(tuple(student["student"] for student in people), tuple(wanted)) if wanted else None


def _pages_of(folder: Path) -> Pages:
    return {each: read(folder / each) for each in ("feedback.html", "feedback.txt")}


def _page_for(archive: str, name: str, pages: Pages) -> bytes:
    content = content_for(name) if archive == CANVAS else None
    return content(pages) if content else pages["feedback.html"]


def _without_a_page(students: Sequence[Student], archive: str) -> list[str]:
    """Those whose files Canvas knows, and of which none can hold a page."""
    found = [
        student["student"] for student in students
        if any(map(is_of_canvas, student["entries"]))
        and not any(
            name_in(MOODLE, each) or name_in(CANVAS, each)
            for each in all_of_canvas(student["entries"])
        )
    ]  # fmt: skip
    names = ", ".join(found[:5]) + (f" and {len(found) - 5} more" if len(found) > 5 else "")
    why = (
        "Canvas would call it like a file that cannot hold it, such as a .pdf, or takes none for "
        "typed text"
    )
    return [f"{archive}: no page for {names}: {why}; send them theirs"] if found else []
