"""Several downloads in one OUT, an assignment for each lab: which lab is of which folder.

OUT/folders.json has, for each lab, the class's folder from which it was graded last. A run for one
folder leaves the labs of the others as they are, in records and in tables.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Protocol

from course.dates import parse_utc
from course.errors import MachineError, UsageError
from course.intake.hand_ins import SubmissionList, SubmissionSource
from course.intake.roster import Person
from course.kept_labs import is_about
from course.own_files import read, write
from course.records import Record, json_text, kept_record, result_of
from course.rules.exceptions import Exceptions
from course.rules.policy import CoursePolicy
from course.tables.kept_grades import read_grades
from course.typed_json import read_json

FILE = "folders.json"
DAY = 24 * 60 * 60  # seconds


# ---- which lab is of which folder ----


def read_folders(out: Path) -> dict[str, str]:
    """By lab id. Raises MachineError if that is not known any more."""
    folders: dict[str, str] = {}
    try:
        folders = read_json(dict[str, str], read(out / FILE))
    except FileNotFoundError:
        return folders
    except ValueError:
        pass
    if not folders:  # as it never is written
        raise MachineError(
            f"{out / FILE} is damaged. It says which lab was graded from which folder, and nothing "
            "was graded. Bring it back from a backup. Without one, delete it, and say with --labs "
            "in the command of each folder which labs it is about"
        )
    return folders


def labs_of_others(out: Path, folder: str, wanted: AbstractSet[str] = frozenset()) -> set[str]:
    """The labs that came from another folder. `wanted`: what a run is about."""
    return {
        lab for lab, place in read_folders(out).items() if place != folder and lab not in wanted
    }


def write_folders(out: Path, folder: str, wanted: AbstractSet[str]) -> None:
    folders = read_folders(out) | dict.fromkeys(wanted, folder)
    write(out / FILE, json_text(dict(sorted(folders.items()))))


def require_labs_named(out: Path, folder: str, course: AbstractSet[str]) -> None:
    """For a run that does not say which labs it is about. Raises UsageError if OUT has some from
    another folder: their hand-ins would count as missing here."""
    folders = read_folders(out)
    others = sorted(labs_of_others(out, folder) & course)
    if others:
        own = ",".join(sorted(course - set(others))) or "03"
        raise UsageError(
            f"{out} has lab {', '.join(others)} of another folder, {folders[others[0]]}. Say with "
            f"--labs which labs {folder} is about, such as --labs {own}; the others then stay. If "
            "it has newer hand-ins for all of them, name them all."
        )


# ---- people and rules ----


def add_people_of_others(out: Path, hand_ins: SubmissionList, others: AbstractSet[str]) -> None:
    """Those who handed in labs of other folders, and are neither here nor in the roster: they keep
    their grades, and have none for the labs of this folder."""
    if not others:
        return
    here = {source.student for source in hand_ins.sources}
    known = _people_in(out)
    added = []
    unread = []
    for file in sorted((out / "results").glob("*.json")):
        record = kept_record(out, file.stem)
        if record is None:
            unread.append(file.stem)
        elif file.stem not in here and any(result_of(record, lab) for lab in others):
            added.append(SubmissionSource(file.stem, who=known.get(file.stem, Person())))
    labs = ", ".join(sorted(others))
    if unread:
        hand_ins.notes.append(
            f"{out}/results: what was known of {_names(unread)} cannot be read, being damaged or "
            f"of another version of gemmlab: lab {labs} has no grade for them until the command "
            "for its folder is repeated"
        )
    if added:
        hand_ins.notes.append(
            f"handed in lab {labs}, and are neither in this folder nor in a roster: "
            f"{_names([source.student for source in added])}. They have no grade for the labs of "
            "this folder"
        )
        hand_ins.sources = sorted([*hand_ins.sources, *added], key=lambda each: each.student)


def _names(students: Sequence[str]) -> str:
    """The first ones of them."""
    more = f" and {len(students) - 5} more" if len(students) > 5 else ""
    return ", ".join(students[:5]) + more


def _people_in(out: Path) -> dict[str, Person]:
    """What tables knew of them."""
    grades = read_grades(out / "grades.json") or {"students": []}
    return {
        each["student"]: Person(name=each["name"], email=each["email"])
        for each in grades["students"]
    }


def is_only_of_others(source: SubmissionSource) -> bool:
    """Whether nothing of it is to be graded here."""
    return not source.parts and not source.who.key


class OfRoster(Protocol):
    """What a roster says of somebody's due date: ISO 8601, or empty."""

    @property
    def extension(self) -> str: ...

    @property
    def earlier_due(self) -> str: ...


def extend(own: Exceptions, policy: CoursePolicy, said: OfRoster, lab: str) -> None:
    """Where course.toml says nothing about a student's lab, the roster's due date counts."""
    due = policy.labs[lab].due
    if due is None or "" in own.extra_days:
        return
    until = max(due, parse_utc(said.extension) or due)
    until = min(until, parse_utc(said.earlier_due) or until)
    if until != due:
        own.extra_days.setdefault(lab, (until - due) / DAY)


def extend_all(
    policy: CoursePolicy, record: Record, source: SubmissionSource, wanted: AbstractSet[str]
) -> None:
    """The labs that this run is about by its roster, the others as theirs said."""
    own = policy.exceptions.setdefault(record.student, Exceptions())
    for lab in policy.labs:
        kept: OfRoster = record.kept.get(lab) or record
        said = source.who if is_about(source, record, lab, wanted) else kept
        extend(own, policy, said, lab)
