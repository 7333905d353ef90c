"""Which hand-in of a person or team counts, if there are several, or only a draft."""

import hashlib
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from course.intake.decisions import Decisions, Drafts, rule_for
from course.intake.hand_ins import (
    LeftOut,
    LeftOutReason,
    OpenHandIn,
    SubmissionList,
    SubmissionSource,
)
from course.intake.names import quoted_path, shown_path
from course.intake.roster import Person, Roster

MAX_FILES, MAX_BYTES = 2000, 16 << 20  # of hand-ins that are compared
MAX_NAMED = 20  # drafts in a sentence


def entries_of(source: SubmissionSource) -> list[str]:
    return [part.path.name for part in source.parts]


def in_words(sources: Sequence[SubmissionSource]) -> str:
    return " and ".join(quoted_path(entries_of(source)[0]) for source in sources)


class Choice:
    """Of each person's hand-ins. Says in `hand_ins` what is open, and what does not count."""

    def __init__(self, hand_ins: SubmissionList, decisions: Decisions) -> None:
        self._hand_ins, self._decisions = hand_ins, decisions
        self._told: set[str] = set()  # of several people, what is open is said once
        self._drafts: list[SubmissionSource] = []
        self.used: set[str] = set()  # entries of which it mattered that the decisions name them

    def of_people(self, direct: Mapping[str, list[SubmissionSource]]) -> list[SubmissionSource]:
        """One source for each person of the roster with a hand-in. `direct`: by key."""
        chosen = []
        for person in self._hand_ins.roster.people:
            found = _of_team(person, self._hand_ins.roster, direct)
            if not found:
                continue
            own = direct.get(person.key, [])
            one = self.one_of(found, person.team or person.key)
            if one.problem and person.team and _are_alike(found):
                one = (own or found)[0]
            elif one.problem:
                self._say_open(found, person.team or person.key)
            one = replace(one, student=person.key, who=person, times={}, open=[])
            chosen.append(self._as_draft(one) if person.is_draft else one)
        self._say_drafts()
        return chosen

    def of_spellings(self, sources: Sequence[SubmissionSource]) -> SubmissionSource:
        """Of somebody that no roster has."""
        one = self.one_of(sources, sources[0].student)
        if one.problem:
            self._say_open(sources, sources[0].student)
        return one

    def one_of(self, found: Sequence[SubmissionSource], word: str) -> SubmissionSource:
        """With a problem, and all of their parts, if nobody has decided."""
        if len(found) == 1:
            return found[0]
        decided = [each for each in found if self._decisions.words_for(entries_of(each))]
        self.used.update(entry for each in decided for entry in entries_of(each))
        if len(decided) != 1:
            problem = "there is another hand-in for this student, and only one can count"
            parts = [part for source in found for part in source.parts]
            return replace(found[0], parts=parts, problem=problem)
        for source in found:
            if source is not decided[0]:
                self._leave(source, LeftOutReason.not_counted)
        return decided[0]

    def _say_open(self, found: Sequence[SubmissionSource], word: str) -> None:
        entries = in_words(found)
        if entries in self._told:
            return
        self._told.add(entries)
        self._hand_ins.open.append(
            OpenHandIn(
                f"{entries} are all of {quoted_path(word)}: which one counts? None is graded until "
                f"then. Remove the others, or {rule_for(word, entries_of(found[0])[0])}"
            )
        )

    def _leave(self, source: SubmissionSource, reason: LeftOutReason) -> None:
        for entry in entries_of(source):
            left = LeftOut(shown_path(entry), reason, 1)
            if left not in self._hand_ins.left_out:
                self._hand_ins.left_out.append(left)

    # ---- drafts ----

    def _as_draft(self, source: SubmissionSource) -> SubmissionSource:
        drafts, entries = self._decisions.drafts, entries_of(source)
        if source.problem or drafts is Drafts.COUNT:
            return source
        if self._decisions.words_for(entries):
            self.used.update(entries)
            return source
        if drafts is Drafts.NONE:
            self._leave(source, LeftOutReason.draft)
            return replace(source, parts=[])
        self._drafts.append(source)
        return replace(source, problem="it is a draft in Moodle, which was not submitted")

    def _say_drafts(self) -> None:
        if not self._drafts:
            return
        entries = list(dict.fromkeys(entries_of(source)[0] for source in self._drafts))
        first = self._drafts[0]
        names = ", ".join(map(quoted_path, entries[:MAX_NAMED]))
        if len(entries) > MAX_NAMED:
            names += f" and {len(entries) - MAX_NAMED} more"
        are = "are drafts" if len(entries) > 1 else "is a draft"
        self._hand_ins.open.append(
            OpenHandIn(
                f"{names} {are} in Moodle, saved, not submitted, and not graded until you decide: "
                'write `drafts = "count"` or `drafts = "none"` into [course] of course.toml, '
                f"or of one that counts {rule_for(first.student, entries[0])}",
                {source.student for source in self._drafts},
            )
        )


def _of_team(
    person: Person, roster: Roster, direct: Mapping[str, list[SubmissionSource]]
) -> list[SubmissionSource]:
    """Those of a person, and what the others of the team handed in for all."""
    found = list(direct.get(person.key, []))
    for mate in roster.people if person.team else ():
        if mate.team == person.team:
            for source in direct.get(mate.key, []):
                if not source.parts[0].is_shared and source not in found:
                    found.append(source)
    return sorted(found, key=entries_of)


# ---- one hand-in in several folders ----


def _are_alike(sources: Sequence[SubmissionSource]) -> bool:
    """Whether they have the same files: Moodle gives each of a team's people a folder."""
    digests = {_digest_of(source) for source in sources}
    return len(digests) == 1 and "" not in digests


def _digest_of(source: SubmissionSource) -> str:
    """Empty: it is too large to be compared, or cannot be read."""
    digest, files, size = hashlib.sha256(), 0, 0
    try:
        for part in source.parts:
            if part.problem:
                return ""
            for name, path in _files_in(part.path, part.file):
                status = path.lstat()
                files, size = files + 1, size + status.st_size
                if not stat.S_ISREG(status.st_mode) or files > MAX_FILES or size > MAX_BYTES:
                    return ""
                digest.update(f"{name}\0{status.st_size}\0".encode("utf-8", "surrogateescape"))
                digest.update(path.read_bytes())
    except OSError:
        return ""
    return digest.hexdigest()


def _files_in(path: Path, name: str) -> list[tuple[str, Path]]:
    if not path.is_dir():
        return [(name, path)]
    found = [Path(folder) / file for folder, _, files in os.walk(path) for file in files]
    return sorted((os.path.relpath(file, path), file) for file in found)
