"""What a hand-in is made of: one file for each lab, and what is left out."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from course.intake.answers import Answers
from course.intake.candidates import Candidate, choose
from course.intake.documents import is_page, what_page_is, why_not_a_labs_file
from course.intake.hand_ins import MAX_DEPTH, MAX_FILE_BYTES, LeftOut, LeftOutReason
from course.intake.headers import Headers
from course.intake.lab_finder import LabFinder
from course.intake.names import (
    MAX_PATH_BYTES,
    HandIn,
    archive_ending,
    is_archive_name,
    is_junk,
    quoted_path,
    shown_path,
)
from course.intake.notebooks import MOST_BYTES as MOST_NOTEBOOK_BYTES
from course.intake.notebooks import is_notebook, read_notebook
from course.intake.paths import ROOMS_LIKE_LABS, parts_of, room_of
from course.intake.source_text import as_utf8, has_no_text
from course.intake.submission import Submission, TakenFile

MAX_TOTAL_BYTES = 16 << 20  # of all files that may be a lab's
MOST_RIVALS = 4  # files for one lab that are judged, so that somebody can choose
MAX_ENTRIES = 50_000  # in a submission, including folders

_LISTED_BYTES = 64 << 10  # of all left_out
_OF_NO_STUDENT = (LeftOutReason.projects_own, LeftOutReason.made_by_tools)
_NEVER_ALL = (LeftOutReason.made_by_tools, LeftOutReason.more, LeftOutReason.header)


class Refused(Exception):
    """The whole submission is refused. Its text is the reason, for people."""


def most_bytes(path: str) -> int:
    """That a file of that name may have."""
    return MOST_NOTEBOOK_BYTES if is_notebook(path) else MAX_FILE_BYTES


class Intake:
    """Accepts one file for each lab. Knows nothing of how they are packed."""

    def __init__(self, labs: LabFinder, wanted: AbstractSet[str]) -> None:
        """`wanted`: ids of the labs that are to be graded."""
        self._labs = labs
        self._wanted = wanted
        self._part: HandIn
        self.place = ""  # of what follows within the hand-in: a path with its slash, or empty
        self._candidates: dict[str, list[Candidate]] = {}  # by lab id
        self._answers = Answers(labs, wanted)
        self._headers = Headers()
        self._included: set[tuple[str, str]] = set()  # their paths, with the lab's id
        self._left_out: list[LeftOut] = []
        self._junk: Counter[str] = Counter()  # it has entries too
        self._rooms: Counter[str] = Counter()  # the project's own folders, and their files
        self._given: Counter[str] = Counter()  # what else was handed out
        self._bytes = 0
        self._entries = 0

    def begin(self, part: HandIn, is_alone: bool = True) -> None:
        """What follows is of that hand-in. `is_alone`: of no other part of it."""
        self._part = part
        ending = archive_ending(part.file)
        # What is before the login in a repository's name is no folder in it.
        says_lab = not is_alone or self._labs.called_as(f"{part.lab}/file")
        inner = (part.lab if says_lab else "") or (ending and part.file.removesuffix(ending))
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
            return parts_of(room)[-1] in ROOMS_LIKE_LABS and self._labs.is_named_as_code(path)
        if self._labs.may_find(self._whole(path)) or is_notebook(path) or is_page(path):
            return True
        if self._labs.handed_out.has_name(path):
            return True
        is_archive = is_archive_name(path)
        self.leave(path, LeftOutReason.archive if is_archive else why_not_a_labs_file(path))
        return False

    def take(self, path: str, data: bytes) -> None:
        """Leaves out what is no lab's file, or larger than it may be. Raises Refused if all are
        too large."""
        is_code = self._labs.is_named_as_code(self._whole(path))
        if room_of(self._whole(path)):
            self._answers.see_in_room(self._whole(path), as_utf8(data))
        elif self._labs.handed_out.has(path, data):
            self._given[shown_path(parts_of(path)[-1])] += 1
        elif len(data) > most_bytes(path):
            is_open = is_code or is_notebook(path)
            self.leave(path, LeftOutReason.large if is_open else why_not_a_labs_file(path))
        elif is_notebook(path):
            self._take_notebook(path, data)
        elif is_page(path):
            self.leave(path, what_page_is(as_utf8(data)))
        elif self._labs.may_find(self._whole(path)):
            self._take_text(path, as_utf8(data), is_code)
        else:
            self.leave(path, why_not_a_labs_file(path))

    def _take_text(self, path: str, text: bytes, is_code: bool) -> Candidate | None:
        whole = self._whole(path)
        self._headers.add(whole, text)
        find = self._labs.find(whole, text, self._wanted)
        if is_code and has_no_text(text):
            self.leave(path, LeftOutReason.no_bytes, find.lab.id if find.lab else "")
            return None
        if find.lab is None:
            nameless = LeftOutReason.unnamed_code
            self.leave(path, nameless if find.is_nameless else LeftOutReason.not_a_labs_file)
            return None
        self._bytes += len(text)
        if self._bytes > MAX_TOTAL_BYTES:
            raise Refused(
                f"its files for labs are larger than {MAX_TOTAL_BYTES >> 20} MiB; reading stopped "
                "there. They have only a few KB"
            )
        candidate = Candidate(whole, find, find.lab, self._part, text)
        self._candidates.setdefault(find.lab.id, []).append(candidate)
        return candidate

    def _take_notebook(self, path: str, data: bytes) -> None:
        """The files that its cells write. A later cell overwrites the file of an earlier one."""
        notebook = read_notebook(data)
        taken: dict[tuple[str, str], Candidate] = {}
        for name, text in notebook.files:
            inner = "/".join([path, *(part for part in parts_of(name) if part != "..")])
            if not self.enter(inner, False):
                continue
            is_code = self._labs.is_named_as_code(self._whole(inner))
            if len(text) > MAX_FILE_BYTES:
                self.leave(inner, LeftOutReason.large)
            elif candidate := self._take_text(inner, text, is_code):
                key = candidate.path, candidate.lab.id
                if key in taken:
                    self._candidates[candidate.lab.id].remove(taken[key])
                    self.leave(inner, LeftOutReason.earlier_attempt, candidate.lab.id)
                taken[key] = candidate
        if not taken and notebook.has_other_code:
            self.leave(path, LeftOutReason.code_in_notebook)
        elif not notebook.files:
            self.leave(path, LeftOutReason.document)

    def leave(self, path: str, reason: LeftOutReason, lab: str = "") -> None:
        self._left_out.append(LeftOut(shown_path(self._whole(path)), reason, lab=lab))

    def finish(self, times: Mapping[str, str]) -> Submission:
        """Everything except the student's name and the problem. `times`: of SubmissionSource."""
        submission = Submission()
        for lab_id, found in sorted(self._candidates.items()):
            choice = choose(found, self._labs)
            self._left_out += choice.left_out
            if choice.chosen:
                submission.files[lab_id] = self._taken(choice.chosen, times)
            if len(choice.rivals) <= MOST_RIVALS:
                rivals = [self._taken(each, times) for each in choice.rivals]
                submission.rivals |= {lab_id: rivals} if rivals else {}
            if choice.earlier:
                submission.earlier[lab_id] = [self._taken(each, times) for each in choice.earlier]
        self._list_headers()
        if self._junk:
            names = ", ".join(sorted(self._junk))
            made = LeftOut(names, LeftOutReason.made_by_tools, sum(self._junk.values()))
            self._left_out.append(made)
        if self._rooms or self._given:
            names = ", ".join(sorted(self._rooms or self._given))
            count = sum(self._rooms.values()) + sum(self._given.values())
            own = LeftOut(shown_path(names), LeftOutReason.projects_own, count)
            self._left_out.append(own)
        if any(not self._wanted or lab in self._wanted for lab in self._candidates):
            self._answers.open(submission, self._candidates, self._left_out)
        else:
            self._mark_all()
        self._left_out.sort(key=lambda left: (left.reason in _OF_NO_STUDENT, left.path))
        submission.left_out = _shortened(self._left_out)
        digest = hashlib.sha256()
        for lab_id, file in submission.files.items():
            digest.update(f"{lab_id}:{len(file.text)}:".encode() + file.text)
        submission.sha256 = digest.hexdigest()
        return submission

    def _mark_all(self) -> None:
        """No lab that is graded has a file, so all that there is may be it."""
        self._left_out += [
            LeftOut(shown_path(each.path), LeftOutReason.other_lab, lab=lab)
            for lab, found in self._candidates.items()
            for each in found
        ]
        for left in self._left_out:
            left.is_all = left.reason not in _NEVER_ALL

    def _taken(self, found: Candidate, times: Mapping[str, str]) -> TakenFile:
        included = self._headers.included_in(found.path, found.text)
        self._included.update((path, found.lab.id) for path in included.paths)
        time = found.part.time or times.get(found.lab.id, times.get("", ""))
        path, notes = shown_path(found.path), "; ".join(found.notes())
        return TakenFile(included.text, time, found.part.is_late, path, notes)

    def _list_headers(self) -> None:
        paths = {shown_path(path) for path, _ in self._included}
        self._left_out = [
            left
            for left in self._left_out
            if left.path not in paths or left.reason is not LeftOutReason.not_a_labs_file
        ]
        self._left_out += [
            LeftOut(shown_path(path), LeftOutReason.header, lab=lab)
            for path, lab in sorted(self._included)
        ]

    def _whole(self, path: str) -> str:
        """Many archives hold one folder with their own name."""
        return path if path.startswith(self.place) else self.place + path


def _require_inside(path: str, parts: list[str]) -> None:
    """Also checks Windows' separators and drives, because an archive can come from Windows."""
    has_drive = path[1:2] == ":" and path[2:3] in ("", "/", "\\")
    if path.startswith(("/", "\\")) or has_drive:
        raise Refused(f"it contains an absolute path, {quoted_path(path)}")
    if ".." in parts:
        raise Refused(f'it contains a path with "..", {quoted_path(path)}')


def _shortened(left_out: list[LeftOut]) -> list[LeftOut]:
    """Counts those whose paths are too long together. What somebody has to decide is listed first,
    at least one of each kind.
    """
    room = _LISTED_BYTES
    listed: set[int] = set()
    kinds: set[tuple[LeftOutReason, str]] = set()
    for i, left in sorted(enumerate(left_out), key=lambda each: _rank(each[1])):
        room -= len(left.path.encode()) + 64  # as a row of a table
        if room > 0 or (left.is_open and (left.reason, left.lab) not in kinds):
            listed.add(i)
            kinds.add((left.reason, left.lab))
    more = len(left_out) - len(listed)
    rest = [LeftOut("...", LeftOutReason.more, more)] if more else []
    return [left for i, left in enumerate(left_out) if i in listed] + rest


def _rank(left: LeftOut) -> int:
    if left.is_open_alone or left.reason in _OF_NO_STUDENT:
        return 0
    return 1 if left.is_open else 2
