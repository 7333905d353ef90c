"""What the entries of one download say together: some names mean nothing by themselves."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from pathlib import Path

from course.intake.gradescope_export import FILE as GRADESCOPES
from course.intake.gradescope_export import read_export
from course.intake.hand_ins import OpenHandIn
from course.intake.names import HandIn, hand_in_of, is_archive_name, quoted_path, shown_path
from course.intake.repositories import whose
from course.intake.roster import Roster

_BLACKBOARD = re.compile(r"(.+?)_attempt_\d{4}(?:-\d\d){5}", re.ASCII)
_NAME_LINE = re.compile(r"Name:.*\((\S+)\)\s*")
_CANVAS_ID = re.compile(r"_(?=(\d+)_\d+_)", re.ASCII)


@dataclass
class Download:
    hand_ins: dict[Path, list[HandIn]]  # by entry; of several people who handed it in together
    pages: set[Path] = field(default_factory=set)  # that the platform added
    notes: list[str] = field(default_factory=list)
    open: list[OpenHandIn] = field(default_factory=list)


def read_download(
    folder: Path, entries: Sequence[Path], roster: Roster, zone: tzinfo | None = None
) -> Download:
    """Raises UsageError if Gradescope's list in it cannot be read."""
    download = Download({entry: [hand_in_of(entry, zone)] for entry in entries})
    if folder / GRADESCOPES in download.hand_ins:
        _read_gradescopes(folder / GRADESCOPES, download, roster)
    found = [parts[0] for parts in download.hand_ins.values()]
    of = {
        name: [part for part in found if part.platform == name]
        for name in ("Blackboard", "Brightspace", "Canvas")
    }
    changed = [*_with_logins(of["Blackboard"], roster), *_with_known_ids(of["Canvas"], roster)]
    unnamed = [
        part.path for part in found
        if part.platform in ("", "GitHub-Classroom") and _may_be_repository(part.path)
    ]  # fmt: skip
    changed += _repositories(unnamed, download, roster)
    for part in changed:
        download.hand_ins[part.path] = [part]
    if of["Brightspace"] and folder / "index.html" in download.hand_ins:
        download.pages.add(folder / "index.html")
    for part in of["Brightspace"]:
        if not part.time:
            download.notes.append(
                f"{quoted_path(part.path.name)} has a date that cannot be read: its time is "
                "unknown, and counts as on time; times.csv can say it"
            )
    return download


def _read_gradescopes(file: Path, download: Download, roster: Roster) -> None:
    """Each of those who handed in together has all of it."""
    download.pages.add(file)
    for name, told in read_export(file).items():
        entry = file.parent / name
        if entry not in download.hand_ins:
            people = [roster.called([each.sid, each.email, each.name]) for each in told.submitters]
            who = ", ".join(each.name for each in told.submitters)
            what = (
                f"{quoted_path(file.name)} names {quoted_path(name)} of {shown_path(who)}, which "
                "is not in the folder: download Gradescope's export again"
            )
            keys = {each[0].key if len(each) == 1 else "" for each in people}
            download.open.append(OpenHandIn(what, set() if "" in keys else keys))
            continue
        download.hand_ins[entry] = [
            HandIn(
                entry,
                platform="Gradescope",
                student=each.name or each.email or each.sid,
                id=each.sid or each.email,
                is_in_rosters=True,
                time=told.time,
                words=tuple(filter(None, (each.sid, each.email))),
                is_shared=len(told.submitters) > 1,
            )
            for each in told.submitters
        ] or download.hand_ins[entry]


# ---- Blackboard ----


def _with_logins(parts: Sequence[HandIn], roster: Roster) -> Iterable[HandIn]:
    """A login may have a _ in it, and so may an assignment's name. What decides is the .txt that
    Blackboard adds to an attempt, else the roster, else that all are for one assignment."""
    texts = {part.path.name: part.path for part in parts}
    befores = {
        part.path: match[1] for part in parts if (match := _BLACKBOARD.match(part.path.name))
    }
    of_all = [
        {before[:at] for at in _places(before)} for before in befores.values() if "_" in before
    ]
    common = min(set.intersection(*of_all), key=len, default="") if of_all else ""
    for part in parts:
        if part.path not in befores:
            continue
        before = befores[part.path]
        attempt = _BLACKBOARD.match(part.path.name)
        page = texts.get(f"{attempt[0]}.txt") if attempt else None
        logins = [before[at + 1 :] for at in _places(before)]
        known = [login for login in logins if roster.with_word(login)]
        said = _login_in(page) if page else ""
        if said in logins:
            login = said
        elif len(known) == 1:
            login = known[0]
        elif common and len(set(befores.values())) > 1:
            login = before[len(common) + 1 :]
        else:
            login = part.student
        yield replace(part, student=login)


def _places(before: str) -> list[int]:
    return [match.start() for match in re.finditer("_", before) if match.start() > 0]


def _login_in(page: Path) -> str:
    """That of the first line, "Name: Jo Lovelace (jo_lovelace)"."""
    try:
        with page.open(encoding="utf-8", errors="replace") as file:
            match = _NAME_LINE.fullmatch(file.readline(1000).lstrip("\ufeff"))
    except OSError:
        return ""
    return match[1] if match else ""


# ---- Canvas ----


def _with_known_ids(parts: Sequence[HandIn], roster: Roster) -> Iterable[HandIn]:
    """A group may be called "group_7": then Canvas' ID is a later number."""
    for part in parts:
        if not part.id or roster.with_word(part.id):
            continue
        name = part.path.name
        for match in _CANVAS_ID.finditer(name):
            if roster.with_word(match[1]):
                student = name[: match.start()].removesuffix("_LATE")
                file = name[match.end(1) + 1 :].partition("_")[2]
                is_late = name[: match.start()] != student
                yield replace(part, student=student, id=match[1], file=file, is_late=is_late)
                break


# ---- repositories ----


def _may_be_repository(entry: Path) -> bool:
    return (entry.is_dir() and not entry.is_symlink()) or is_archive_name(entry.name)


def _repositories(entries: Sequence[Path], download: Download, roster: Roster) -> Iterable[HandIn]:
    for entry, (before, login) in whose(entries, roster).items():
        part = download.hand_ins[entry][0]
        if not part.platform or roster.with_word(login):
            lab = before if re.search("[0-9]", before) else ""
            yield replace(part, platform="GitHub-Classroom", student=login, lab=lab)
