"""What was accepted of one submission, and what was not and why."""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from course.intake.hand_ins import MAX_DEPTH, MAX_FILE_BYTES, LeftOut, LeftOutReason
from course.intake.lab_finder import Find, LabFinder, parts_of, room_of
from course.intake.names import (
    MAX_PATH_BYTES,
    HandIn,
    archive_ending,
    is_archive_name,
    is_junk,
    quoted_path,
    shown_path,
)
from course.labs import Lab

MAX_TOTAL_BYTES = 16 << 20  # of all files that may be a lab's
MAX_ENTRIES = 50_000  # in a submission, including folders

_LISTED_BYTES = 64 << 10  # of all left_out
_LISTED_FILES = 5  # in a sentence


class Refused(Exception):
    """The whole submission is refused. Its text is the reason, for people."""


@dataclass(frozen=True)
class TakenFile:
    text: bytes
    submitted_at: str  # ISO 8601, UTC: as the platform says, else times.csv; empty: unknown
    is_late: bool  # the platform says so, perhaps without a time
    path: str  # in the submission, control characters replaced
    guess: str = ""  # why it is this lab's, if its name does not say so: a sentence


@dataclass
class Submission:
    student: str = ""
    is_handed_in: bool = True  # perhaps without a file
    files: dict[str, TakenFile] = field(default_factory=dict)  # by lab id: of the last attempt
    earlier: dict[str, list[TakenFile]] = field(default_factory=dict)  # of the attempts before
    left_out: list[LeftOut] = field(default_factory=list)  # the project's own, then by path
    problem: str = ""  # why nothing was accepted; else empty
    sha256: str = ""  # of the lab ids and texts that were accepted


# ---- words ----


def is_undecided(left_out: Sequence[LeftOut], lab: str = "") -> bool:
    """Whether somebody has to decide what counts for the lab if it has no file, or for some lab."""
    return any(left.is_open and (not lab or left.lab in ("", lab)) for left in left_out)


def why_open(left: LeftOut) -> str:
    """Why somebody has to decide: the reason, of a file if it is about one."""
    return (f"{quoted_path(left.path)}: " if left.path else "") + left.reason_in_words


def why_no_file(submission: Submission, lab: Lab) -> str:
    """Why no file counts for a lab that has none in `files`: a sentence."""
    if submission.problem:
        return f"submission not accepted: {submission.problem}"
    left_out = submission.left_out
    several = [
        left
        for left in left_out
        if left.reason is LeftOutReason.one_of_several and left.lab == lab.id
    ]
    for left in left_out:
        if left.is_open and not left.lab and not several:
            return why_open(left)
    names = [quoted_path(left.path) for left in several or left_out]
    files = ", ".join(names[:_LISTED_FILES] + ["..."] * (len(names) > _LISTED_FILES))
    if not submission.is_handed_in:
        return "nothing was handed in"
    if several:
        return (
            f"{len(names)} files may be for this lab, and your instructor decides which one "
            f"counts: {files}"
        )
    if submission.files or is_undecided(left_out):
        return f"nothing was handed in for this lab: cannot find {lab.path}"
    if not names:
        return "the hand-in is empty: there is no file in it"
    return f"the hand-in has no file of a lab, only {files}"


# ---- one submission ----


@dataclass
class _Candidate:
    path: str
    find: Find
    lab: Lab
    part: HandIn
    text: bytes

    @property
    def attempt(self) -> tuple[str, int]:
        return self.part.time, self.part.version


class Intake:
    """Accepts one file for each lab. Knows nothing of how they are packed."""

    def __init__(self, labs: LabFinder, wanted: AbstractSet[str]) -> None:
        """`wanted`: ids of the labs that are to be graded."""
        self._labs = labs
        self._wanted = wanted
        self._part: HandIn
        self.place = ""  # of what follows within the hand-in: a path with its slash, or empty
        self._candidates: dict[str, list[_Candidate]] = {}  # by lab id
        self._left_out: list[LeftOut] = []
        self._junk: Counter[str] = Counter()  # it has entries too
        self._rooms: Counter[str] = Counter()  # the project's own folders, and their files
        self._bytes = 0
        self._entries = 0

    def begin(self, part: HandIn) -> None:
        """What follows is of that hand-in."""
        self._part = part
        ending = archive_ending(part.file)
        inner = part.lab or (ending and part.file.removesuffix(ending))
        self.place = inner and inner + "/"

    def enter(self, path: str, is_folder: bool) -> bool:
        """Counts an entry, named by its path within the place. Returns whether its text is needed;
        if not, notes the reason. Raises Refused if the path leads out, or if there are too many
        entries."""
        parts = parts_of(path)
        _require_inside(path, parts)
        self._entries += 1
        if self._entries > MAX_ENTRIES:
            raise Refused(f"it contains more than {MAX_ENTRIES} files and folders")
        for part in parts:
            if is_junk(part):
                self._junk["._*" if part.startswith("._") else part] += 1
                return False
        if len(path.encode("utf-8", "surrogateescape")) > MAX_PATH_BYTES:
            self.leave(path, LeftOutReason.long_path)
            return False
        if len(parts) > MAX_DEPTH:
            self.leave(path, LeftOutReason.deep_path)
            return False
        if is_folder or not parts:
            return False
        if room := room_of(self._whole(path)):
            self._rooms[shown_path(room)] += 1
            return False
        if self._labs.may_find(self._whole(path)):
            return True
        is_archive = is_archive_name(path)
        self.leave(path, LeftOutReason.archive if is_archive else LeftOutReason.not_a_labs_file)
        return False

    def take(self, path: str, text: bytes) -> None:
        """Leaves out what is no lab's file, or larger than it may be. Raises Refused if all are
        too large."""
        if len(text) > MAX_FILE_BYTES:
            return self.leave(path, LeftOutReason.large)
        find = self._labs.find(self._whole(path), text, self._wanted)
        if find.lab is None:
            return self.leave(path, LeftOutReason.not_a_labs_file)
        self._bytes += len(text)
        if self._bytes > MAX_TOTAL_BYTES:
            raise Refused(
                f"its files for labs are larger than {MAX_TOTAL_BYTES >> 20} MiB; reading stopped "
                "there. They have only a few KB"
            )
        candidate = _Candidate(self._whole(path), find, find.lab, self._part, text)
        self._candidates.setdefault(find.lab.id, []).append(candidate)
        return None

    def leave(self, path: str, reason: LeftOutReason) -> None:
        self._left_out.append(LeftOut(shown_path(self._whole(path)), reason))

    def finish(self, times: Mapping[str, str]) -> Submission:
        """Everything except the student's name and the problem. `times`: of SubmissionSource."""
        submission = Submission()
        for lab_id, found in sorted(self._candidates.items()):
            self._choose(lab_id, found, times, submission)
        if self._junk:
            names = ", ".join(sorted(self._junk))
            made = LeftOut(names, LeftOutReason.made_by_tools, sum(self._junk.values()))
            self._left_out.append(made)
        if self._rooms:
            rooms = ", ".join(sorted(self._rooms))
            own = LeftOut(rooms, LeftOutReason.projects_own, sum(self._rooms.values()))
            self._left_out.append(own)
        self._left_out.sort(
            key=lambda left: (left.reason is not LeftOutReason.projects_own, left.path)
        )
        submission.left_out = _shortened(self._left_out)
        digest = hashlib.sha256()
        for lab_id, file in submission.files.items():
            digest.update(f"{lab_id}:{len(file.text)}:".encode() + file.text)
        submission.sha256 = digest.hexdigest()
        return submission

    def _choose(
        self,
        lab_id: str,
        found: list[_Candidate],
        times: Mapping[str, str],
        submission: Submission,
    ) -> None:
        """Which of the lab's files counts."""
        found = self._without(
            found,
            LeftOutReason.unchanged,
            lambda each: self._labs.is_unchanged(each.lab, each.text),
        )
        found.sort(key=lambda each: each.attempt)
        last = found[-1].attempt
        earlier = [_taken(each, times) for each in found if each.attempt != last]
        if earlier:
            submission.earlier[lab_id] = earlier
        found = self._without(
            found, LeftOutReason.earlier_attempt, lambda each: each.attempt != last
        )
        least = min(each.find.rank for each in found)
        found = self._without(
            found, LeftOutReason.beside_better, lambda each: each.find.rank > least
        )
        first = found[0]
        found = self._without(
            found,
            LeftOutReason.same_file,
            lambda each: each.text == first.text and each.path != first.path,
        )
        if len(found) == 1:
            submission.files[lab_id] = _taken(found[0], times)
            return
        for each in found:
            path = shown_path(each.path)
            self._left_out.append(LeftOut(path, LeftOutReason.one_of_several, len(found), lab_id))

    def _without(
        self,
        found: list[_Candidate],
        reason: LeftOutReason,
        is_worse: Callable[[_Candidate], bool],
    ) -> list[_Candidate]:
        """Leaves those out, unless it is all of them."""
        worse = [is_worse(each) for each in found]
        if all(worse):
            return found
        for each, is_left in zip(found, worse):
            if is_left:
                path = shown_path(each.path)
                self._left_out.append(LeftOut(path, reason, len(found), each.lab.id))
        return [each for each, is_left in zip(found, worse) if not is_left]

    def _whole(self, path: str) -> str:
        """Many archives hold one folder with their own name."""
        return path if path.startswith(self.place) else self.place + path


def _taken(found: _Candidate, times: Mapping[str, str]) -> TakenFile:
    guess = ""
    if found.find.guess:
        guess = (
            f"{quoted_path(found.path)} does not say which lab it is: taken for this one, because "
            f"{quoted_path(found.find.guess)} is in it"
        )
    time = found.part.time or times.get(found.lab.id, times.get("", ""))
    return TakenFile(found.text, time, found.part.is_late, shown_path(found.path), guess)


def _require_inside(path: str, parts: list[str]) -> None:
    """Also checks Windows' separators and drives, because an archive can come from Windows."""
    has_drive = path[1:2] == ":" and path[2:3] in ("", "/", "\\")
    if path.startswith(("/", "\\")) or has_drive:
        raise Refused(f"it contains an absolute path, {quoted_path(path)}")
    if ".." in parts:
        raise Refused(f'it contains a path with "..", {quoted_path(path)}')


def _shortened(left_out: list[LeftOut]) -> list[LeftOut]:
    """Counts those whose paths are too long together; never what somebody has to decide."""
    room = _LISTED_BYTES
    listed, more = [], 0
    for left in left_out:
        room -= len(left.path.encode()) + 64  # as a row of a table
        if room > 0 or left.is_open:
            listed.append(left)
        else:
            more += 1
    return [*listed, LeftOut("...", LeftOutReason.more, more)] if more else listed
