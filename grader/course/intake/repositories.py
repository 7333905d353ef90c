"""Whose a repository is, by what all names of repositories share, or by how each ends."""

import os
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from course.intake.names import archive_ending
from course.intake.roster import Roster

# What GitHub adds to the name of a branch's archive.
_BRANCH = re.compile(r"-(main|master)\Z")


def is_clone(entry: Path) -> bool:
    return os.path.exists(entry / ".git")


def whose(entries: Sequence[Path], roster: Roster) -> dict[Path, tuple[str, str]]:
    """What comes before the login in a repository's name, and the login. With a roster, of entries
    that nobody is called like, and that end in one person's login or a team's name, if two of them
    share what is before it or it is a clone. Without one, of clones that all share their
    beginning."""
    if not roster.people:
        return _by_common_beginning([entry for entry in entries if is_clone(entry)])
    splits = {entry: found for entry in entries if (found := _splits(entry, roster))}
    shared = Counter(before for found in splits.values() for before, _ in found)
    chosen: dict[Path, tuple[str, str]] = {}
    for entry, found in splits.items():
        before, login = max(found, key=lambda each: (shared[each[0]], -len(each[0])))
        if shared[before] > 1 or is_clone(entry):
            chosen[entry] = (before, login)
    return chosen


def _stem(entry: Path) -> str:
    stem = entry.name.removesuffix("" if entry.is_dir() else archive_ending(entry.name))
    return _BRANCH.sub("", stem)


def _splits(entry: Path, roster: Roster) -> list[tuple[str, str]]:
    stem = _stem(entry)
    if roster.called([stem]):
        return []
    places = [match.start() for match in re.finditer("-", stem)]
    pairs = [(stem[:at], stem[at + 1 :]) for at in places if at > 0]
    # A team called "Moon shot" has repositories that end in moon-shot.
    words = {(before, end.replace("-", blank)): None for before, end in pairs for blank in "- "}
    return [(before, word) for before, word in words if roster.with_word(word)]


def _by_common_beginning(clones: Sequence[Path]) -> dict[Path, tuple[str, str]]:
    words = {entry: _stem(entry).split("-") for entry in clones}
    common = 0
    for column in zip(*words.values()):
        if len(set(column)) > 1:
            break
        common += 1
    if len(words) < 2 or not common or any(len(each) == common for each in words.values()):
        return {}
    return {
        entry: ("-".join(each[:common]), "-".join(each[common:])) for entry, each in words.items()
    }
