"""The folder of a class: which of its entries are hand-ins, and whose."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import tzinfo
from pathlib import Path

from course.errors import MachineError
from course.intake.attribution import attribute, keep_open
from course.intake.decisions import NOTHING_DECIDED, Decisions
from course.intake.downloads import Download, read_download
from course.intake.groups import give_teams, open_canvas_names, read_groups
from course.intake.hand_ins import LeftOut, LeftOutReason, SubmissionList, SubmissionSource
from course.intake.names import (
    HandIn,
    is_archive_name,
    is_junk,
    plain_name,
    quoted_path,
    shown_path,
)
from course.intake.roster import Roster
from course.intake.times import add_times
from course.intake.too_deep import is_download, listed, only_download
from course.labs import Lab


def list_submissions(
    folder: Path,
    labs: Sequence[Lab],
    roster: Roster | None = None,
    known_files: Iterable[Path] = (),
    zone: tzinfo | None = None,
    groups: Path | None = None,
    decisions: Decisions = NOTHING_DECIDED,
) -> SubmissionList:
    """Whose the entries are: folders, archives (.zip .tar .tar.gz .tgz) and files that have a
    platform's form. A student is called as the roster says, else as the platform or the entry does,
    with the platform's id if two have one name, and with eight digits of SHA-256 if that cannot
    name a file as it is. Entries of one student, however it is spelled, have a problem, unless one
    platform gave them or `decisions` say which one counts. `known_files`: those in it that are the
    course's. `groups`: a list of the people of groups that handed in together.
    Raises MachineError if the folder cannot be read, and UsageError for a decision about what is
    not there, and naming file and line for an error in its times.csv (student,time[,lab])."""
    times = folder / "times.csv"
    known = (times, folder / "course.toml", *known_files, *filter(None, [groups]))
    ours = {_inode_of(file) for file in known} - {None}
    hand_ins = SubmissionList(roster=roster or Roster())
    try:
        entries = [entry for entry in listed(folder) if _inode_of(entry) not in ours]
        if inner := only_download(entries, hand_ins.roster):
            folder, entries = inner, listed(inner)
            hand_ins.notes.append(
                f"{quoted_path(inner.name)} is the one folder there, and holds the hand-ins"
            )
        download = read_download(folder, entries, hand_ins.roster, zone)
        parts = _parts_of(download, hand_ins, decisions)
    except OSError as error:
        why = f"{folder}: {error.strerror}"
        raise MachineError(f"cannot read the submissions in {why}") from None
    if groups:
        give_teams(read_groups(groups, hand_ins.roster), parts, hand_ins.roster)
    hand_ins.notes += download.notes
    hand_ins.open += download.open
    hand_ins.sources = _sources_of(parts)
    attribute(hand_ins, decisions)
    open_canvas_names(hand_ins, groups)
    keep_open(hand_ins)
    hand_ins.folder = str(folder.resolve())
    for source in hand_ins.sources:
        source.folder = hand_ins.folder
    if times.exists():
        add_times(times, labs, hand_ins, zone)
    return hand_ins


def _parts_of(download: Download, hand_ins: SubmissionList, decisions: Decisions) -> list[HandIn]:
    """Those that are hand-ins; the others are left out."""
    parts: list[HandIn] = []
    for entry, found in download.hand_ins.items():
        reason = LeftOutReason.no_hand_in
        if is_junk(entry.name) or entry in download.pages:
            reason = LeftOutReason.made_by_tools
        elif found[0].platform == "Canvas" and found[0].id in hand_ins.roster.test_students:
            reason = LeftOutReason.test_student
        elif _is_hand_in(found[0]) or decisions.words_for([entry.name]):
            file = "" if entry.is_dir() or is_archive_name(entry.name) else entry.name
            parts += [
                replace(part, problem=_problem_of(part, hand_ins.roster), file=part.file or file)
                for part in found
            ]
            continue
        hand_ins.left_out.append(LeftOut(shown_path(entry.name), reason, 1))
    return parts


def _inode_of(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _is_hand_in(part: HandIn) -> bool:
    """Whether an entry is a submission, valid or not."""
    entry = part.path
    return (
        entry.is_dir()
        or is_archive_name(entry.name)
        or (entry.is_symlink() and not entry.is_file())
        or part.platform != ""
    )


def _problem_of(part: HandIn, roster: Roster) -> str:
    """Why an entry must not be read; empty: it may."""
    entry = part.path
    if not part.platform and is_download(entry) and not roster.owners(part):
        return (
            f"{quoted_path(entry.name)} holds hand-ins of several people, as a platform calls "
            "them: grade it with a command of its own, or move what is in it one folder up"
        )
    if entry.is_symlink():
        return (
            f"{quoted_path(entry.name)} is a symbolic link, which is ignored; put the folder or "
            "archive itself there"
        )
    if not entry.is_dir() and not entry.is_file():
        return f"{quoted_path(entry.name)} is not a regular file"
    return ""


def _sources_of(parts: Iterable[HandIn]) -> list[SubmissionSource]:
    """By what entries have in common: a platform's by its names and numbers, others by their
    own."""
    found: dict[tuple[str, ...], list[HandIn]] = {}
    for part in parts:
        own = "" if part.platform else part.path.name
        found.setdefault((plain_name(part.student), part.platform, part.id, own), []).append(part)
    return [SubmissionSource("", shared) for _, shared in sorted(found.items())]
