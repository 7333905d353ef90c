"""A class's tables and pages in OUT, from grades which are all decided already."""

import time
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from zoneinfo import ZoneInfo

from course import own_files
from course.errors import MachineError
from course.gradebooks.base import Gradebook
from course.own_files import replace, write
from course.records import Record, json_text, kept_record
from course.tables.changes import changes
from course.tables.class_junit import write_junit
from course.tables.class_page import class_page
from course.tables.feedback_zips import MOODLE, GroupPages, no_group_pages, write_zips, zip_name
from course.tables.grade_sheet import grades_csv
from course.tables.kept_grades import read_grades
from course.tables.mailing import write_mailing
from course.tables.review import review
from course.tables.words import (
    Grades,
    Student,
    by_team,
    called,
    called_all,
    rules,
    times,
    to_check,
    without_effect,
    zeros_in_words,
)
from course.text import counted

# Of earlier runs, perhaps with another gradebook, or of other versions: nobody must upload them.
STALE = ("canvas.csv", "moodle.csv", "canvas.zip", "moodle.zip")
NAMED = ("undecided", "request")  # kinds of flags of which each is said on the terminal
MOST_NAMED = 20  # students of whom the others are
OURS = (
    "Problems of the grader or this machine; these labs have no grade yet (not 0).\n"
    "Next step: fix the problems below, then run the same command again: it grades only these.\n\n"
)


def how_many_to_check(grades: Grades) -> list[str]:
    """How many students wait for a decision or deserve a look, and who deserves one: sentences, if
    there are any."""
    waiting: set[str] = set()
    for each in grades["open"]:
        waiting.update(grades["waiting"] if each["students"] is None else each["students"])
    kinds = {
        student["student"]: {flag["kind"] for flag in to_check(student)}
        for student in grades["students"]
    }
    flagged = {student for student, own in kinds.items() if own} | waiting
    undecided = {student for student, own in kinds.items() if "undecided" in own} | waiting
    if not flagged:
        return []
    open_ = f"; {len(undecided)} of them without a grade until you decide" if undecided else ""
    said = [f"{counted(len(flagged), 'student')} to check by hand in class.html{open_}"]
    named = {student for student, own in kinds.items() if own & set(NAMED)} | waiting
    others = [each for each in grades["students"] if each["student"] in flagged - named]
    if others:
        who = "; ".join(map(called, others[:MOST_NAMED]))
        more = f"; and {len(others) - MOST_NAMED} more" if len(others) > MOST_NAMED else ""
        said.append(f"these have a grade, and class.html says what to look at: {who}{more}")
    return said


def infrastructure(grades: Grades) -> str:
    """Only failures on our side, with the next step; "none" if there are none."""
    failed = [
        f"{student['student']}: {' '.join(student['failure'].split())}\n"
        for student in grades["students"]
        if student["failure"]
    ]
    return OURS + "".join(failed) if failed else "none\n"


def _records(out: Path, grades: Grades) -> Iterator[Record]:
    """The students' in their order, one at a time: all together take too much memory."""
    for student in grades["students"]:
        record = kept_record(out, student["student"])
        if record is None:
            raise MachineError(f"cannot read the results of {student['student']}")
        yield record


def write_tables(
    out: Path,
    grades: Grades,
    book: Gradebook | None = None,
    zone: ZoneInfo | None = None,
    group_pages: GroupPages = no_group_pages,
) -> list[str]:
    """grades.csv, class.html, junit.xml, infrastructure.txt, archives of feedback/, what sends it
    by mail and to GitHub, and the gradebook with our columns filled in, unless `grades` says that
    there is none. At the end grades.json, and in changes.log how it differs from the last one.
    Returns what the instructor should know, one sentence each.
    """
    given = grades
    students = [
        student | {"review": review(record)}
        for student, record in zip(grades["students"], _records(out, grades))
    ]
    grades = grades | {"students": students}
    write(out / "grades.csv", grades_csv(grades))
    write(out / "class.html", class_page(grades, zone))
    write(out / "infrastructure.txt", infrastructure(grades))
    with replace(out / "junit.xml") as file:
        write_junit(file, _records(out, grades))
    notes = (
        _notes(grades, zone)
        + write_zips(out, students, grades["here"], grades["lab"], group_pages)
        + write_mailing(out, students)
    )
    notes += _pages_of_teams(out / zip_name(MOODLE, grades["lab"]), students)
    for name in STALE:
        (out / name).unlink(missing_ok=True)
    if book and grades["has_gradebook"]:
        book.own_labs = grades["here"]
        write(out / book.file, book.filled(students))
        notes += book.notes
    return notes + _write_grades(out, given)


def _pages_of_teams(file: Path, students: Sequence[Student]) -> list[str]:
    """That each person has a page where several handed in once: a sentence."""
    if not file.exists() or not any(student["team"] for student in students):
        return []
    with zipfile.ZipFile(file) as packed:
        count = len(packed.namelist())
    return [f"{file.name}: {counted(count, 'page')}, one for each person, also of a team"]


def _write_grades(out: Path, grades: Grades) -> list[str]:
    """First with what changes.log does not have yet: a run that is killed in between leaves it to
    the next one. So no change is lost, or logged twice. Returns notes.
    """
    file = out / "grades.json"
    notes = _unread(file)
    before = read_grades(file)
    _log(out, before["not_logged"] if before else [])
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    lines = [f"{now} {line}" for line in changes(before, grades)]
    if lines:
        write(file, json_text({**grades, "not_logged": lines}))
        _log(out, lines)
    write(file, json_text(grades))
    return notes


def _unread(file: Path) -> list[str]:
    if not file.exists() or read_grades(file) is not None:
        return []
    return [
        f"{file.name} of the last run is damaged or of another version: what has changed since is "
        "not known, and not in changes.log"
    ]


def _log(out: Path, lines: Sequence[str]) -> None:
    """Adds what is not there yet."""
    file = out / "changes.log"
    text = own_files.read(file) if file.exists() else b""
    known = set(text.split(b"\n"))
    new = [
        line for line in (line.encode("utf-8", "replace") for line in lines) if line not in known
    ]
    if new or not file.exists():
        whole = text + (b"" if text.endswith(b"\n") or not text else b"\n")
        with replace(file) as log:
            log.write(whole + b"".join(line + b"\n" for line in new))


def _notes(grades: Grades, zone: ZoneInfo | None) -> list[str]:
    students = grades["students"]
    undecided = [
        ((flag["lab"], flag["what"]), student)
        for student in students
        for flag in to_check(student)
        if flag["kind"] in NAMED
    ]
    applied = [(what, student) for student in students if (what := rules(student))]
    return [
        *filter(None, [times(grades, zone), zeros_in_words(grades["students"])]),
        *how_many_to_check(grades),
        *(
            f"{', '.join(filter(None, (called_all(team), lab)))}: {what}"
            for (lab, what), team in by_team(undecided)
        ),
        *(f"{called_all(team)}: {what}" for what, team in by_team(applied)),
    ]


def foretold(
    out: Path, grades: Grades, zone: ZoneInfo | None = None, is_all: bool = True
) -> list[str]:
    """What a run would change, and which adjustments have no effect: a sentence each. `is_all`:
    nothing is judged again.
    """
    lines = changes(read_grades(out / "grades.json"), grades)
    end = (
        f"{'These grades' if lines else 'No grade' if is_all else 'No other grade'} would change. "
        "Nothing was graded or written, and files that were handed in since the last run were not "
        "looked at."
    )
    idle = [
        f"{called(student)}: {each}"
        for student in grades["students"]
        for each in without_effect(student)
    ]
    return [*_unread(out / "grades.json"), *lines, *idle, end, *filter(None, [times(grades, zone)])]
