"""The hand-ins of a class: of whom each is, what is left out, and what somebody has to decide."""

from dataclasses import dataclass, field
from enum import Enum

from course.errors import UsageError
from course.intake.names import MAX_PATH_BYTES, HandIn, folded, quoted_path
from course.intake.roster import Person, Roster, shown_people
from course.text import did_you_mean

MAX_FILE_BYTES = 1 << 20  # of a lab's file
MAX_DEPTH = 16  # names in a path


class LeftOutReason(str, Enum):
    not_a_labs_file = "not_a_labs_file"
    projects_own = "projects_own"
    made_by_tools = "made_by_tools"
    archive = "archive"
    long_path = "long_path"
    deep_path = "deep_path"
    large = "large"
    not_regular = "not_regular"
    hard_link = "hard_link"
    symbolic_link = "symbolic_link"
    special = "special"
    one_of_several = "one_of_several"
    same_file = "same_file"
    unchanged = "unchanged"
    earlier_attempt = "earlier_attempt"
    beside_better = "beside_better"
    no_hand_in = "no_hand_in"
    more = "more"
    not_in_folder = "not_in_folder"
    shared_name = "shared_name"
    empty = "empty"
    unclear = "unclear"
    not_counted = "not_counted"
    draft = "draft"
    test_student = "test_student"
    no_bytes = "no_bytes"
    unnamed_code = "unnamed_code"
    code_in_page = "code_in_page"
    code_in_notebook = "code_in_notebook"
    page = "page"
    empty_page = "empty_page"
    document = "document"
    picture = "picture"
    shown_answer = "shown_answer"
    several_labs = "several_labs"
    in_a_room = "in_a_room"
    may_be_answer = "may_be_answer"
    header = "header"
    other_lab = "other_lab"
    refused = "refused"


_OPEN = (
    LeftOutReason.one_of_several,
    LeftOutReason.not_in_folder,
    LeftOutReason.shared_name,
    LeftOutReason.archive,
    LeftOutReason.empty,
    LeftOutReason.unclear,
    LeftOutReason.no_bytes,
    LeftOutReason.unnamed_code,
    LeftOutReason.code_in_page,
    LeftOutReason.code_in_notebook,
    LeftOutReason.shown_answer,
    LeftOutReason.several_labs,
    LeftOutReason.in_a_room,
    LeftOutReason.may_be_answer,
    LeftOutReason.large,
    LeftOutReason.refused,
)
_TO_ASK_FOR = (
    LeftOutReason.document,
    LeftOutReason.picture,
    LeftOutReason.page,
    LeftOutReason.empty_page,
    LeftOutReason.other_lab,
)
ASK_FOR_IT = "look at it and ask for the lab's file, or give points in [adjustments], also 0"
_NO_OTHER = "; and there is no lab's file in the hand-in: ask for it"
_NAME_IT = "called like its lab, such as lab02.cu"
_OF_MANY = (LeftOutReason.made_by_tools, LeftOutReason.projects_own, LeftOutReason.more)


@dataclass
class LeftOut:
    path: str  # in the submission, control characters replaced; empty: all of it
    reason: LeftOutReason = LeftOutReason.not_a_labs_file
    count: int = 0  # made_by_tools, projects_own, one_of_several, more: number of files
    lab: str = ""  # of those that may be a lab's: its id
    is_all: bool = False  # the hand-in has nothing that may be a lab's that is graded

    @property
    def is_open(self) -> bool:
        """Whether somebody has to decide before there is a grade: see `concerns`."""
        return self.is_all or self.is_open_alone

    @property
    def is_open_alone(self) -> bool:
        """Whether it is, whatever else is in the hand-in."""
        return self.reason in _OPEN

    def concerns(self, lab: str) -> bool:
        """Whether it is open, and what is decided about it may give that lab a file; or some lab,
        for ""."""
        return self.is_open and (not lab or self.is_all or self.lab in ("", lab))

    @property
    def files(self) -> int:
        return self.count if self.reason in _OF_MANY else 1

    @property
    def reason_in_words(self) -> str:
        says_what_to_do = self.is_open_alone or self.reason in _TO_ASK_FOR
        return self._words() + ("" if says_what_to_do or not self.is_all else _NO_OTHER)

    @property
    def reason_for_student(self) -> str:
        """Without what the instructor may do about it."""
        return self._words().partition(": ")[0]

    def _words(self) -> str:
        """What it is; and, after a colon, what to do."""
        return {
            "not_a_labs_file": "not a lab's file",
            "projects_own": f"the project's own, not of your labs ({self.count} files)",
            "made_by_tools": f"made by the system or by tools ({self.count} in all)",
            "archive": "an archive, which is not opened: unpack it into a folder, or ask for the "
            "labs' files alone",
            "long_path": f"its path is longer than {MAX_PATH_BYTES} bytes",
            "deep_path": f"it is more than {MAX_DEPTH} folders deep",
            "large": f"larger than {MAX_FILE_BYTES >> 20} MiB",
            "not_regular": "not a regular file",
            "hard_link": "a hard link: the file has another name elsewhere",
            "symbolic_link": "a symbolic link, which is ignored",
            "special": "a pipe, socket or device, which is not opened",
            "one_of_several": f"one of {self.count} files for lab {self.lab}, of which only one "
            "can count",
            "same_file": f"the same as another file for lab {self.lab}",
            "unchanged": "the skeleton, in which no code was changed"
            + (f"; there is another file for lab {self.lab}" if self.count else ""),
            "earlier_attempt": f"an earlier attempt at lab {self.lab}; the last one counts",
            "beside_better": f"there is another file for lab {self.lab} whose name or place is the "
            "lab's own",
            "no_hand_in": "neither a folder nor an archive, nor named as a platform names a "
            "student's file",
            "more": f"{self.count} more, which are not listed",
            "not_in_folder": "the roster says that something was handed in, but it is not in the "
            "class's folder",
            "shared_name": "something was handed in under this name, but several people in the "
            "roster have it",
            "empty": "the hand-in is empty: look at what the platform has",
            "no_bytes": "it has no text: look at what the platform has, or ask for the file again",
            "unnamed_code": "it may be a lab's, and neither name nor text say which: it has to be "
            + _NAME_IT,
            "code_in_page": "text of a page, in which code is changed: save it as a file, "
            + _NAME_IT,
            "code_in_notebook": "a notebook with code of a lab, but not in a cell that begins with "
            "%%writefile: save it as a file, " + _NAME_IT,
            "page": "a page, such as what was typed into a platform's box, or a link, which is not "
            "followed: ask for the lab's file itself",
            "empty_page": "a page without any text: look at what the platform has, and ask "
            "what was to be handed in",
            "document": "a document, from which no code is taken: ask for the lab's file itself",
            "picture": "a picture, from which no code is taken: ask for the lab's file itself",
            "shown_answer": f"called as lab {self.lab}, for which there is no file or only the "
            "skeleton, and no code is taken from it: ask for the lab's file itself",
            "several_labs": f"it has lab {self.lab}'s kernel, too, for which there is no other "
            "file: hand it in once more, " + _NAME_IT,
            "in_a_room": f"it may be lab {self.lab}'s, for which there is no file or only the "
            "skeleton, but is in a folder of the project itself: move it to labs/",
            "may_be_answer": "no lab's file, and may be the answer to a lab without one: "
            + ASK_FOR_IT,
            "header": f"a file for lab {self.lab} includes it, and has its text in that place",
            "other_lab": f"for lab {self.lab} by its name, which is not graded here: if it is for "
            "another lab, rename it",
            "refused": "nothing of the hand-in was accepted",
            "unclear": "a hand-in of the class is not yet known to be one person's, and this file "
            "may be in it",
            "not_counted": "course.toml says that another file or hand-in of this student counts",
            "draft": "a draft, which course.toml says is not handed in",
            "test_student": "of Canvas' Test Student",
        }[self.reason.value]


@dataclass
class SubmissionSource:
    student: str  # is_safe_name
    parts: list[HandIn] = field(default_factory=list)  # none: the student handed in nothing
    problem: str = ""  # why nothing must be read; else empty
    # Where the platform's names have none: lab id, or "" for all -> ISO 8601.
    times: dict[str, str] = field(default_factory=dict)
    # As the roster has it, else only what the platform calls the student.
    who: Person = field(default_factory=Person)
    # Why a lab without a file is no 0: it may be elsewhere.
    open: list[LeftOut] = field(default_factory=list)
    folder: str = ""  # of the class, in which it is or would be


@dataclass
class OpenHandIn:
    """An entry of the class's folder that is not, for certain, one person's hand-in: left out, not
    read, called as no student can be, one of two, or of nobody in the roster."""

    what: str  # which entry, why, and what to do: a sentence
    may_be_of: set[str] = field(default_factory=set)  # students; empty: of anybody


@dataclass
class SubmissionList:
    sources: list[SubmissionSource] = field(default_factory=list)  # by student
    roster: Roster = field(default_factory=Roster)
    # While there are any, a missing file is no 0: see attribution.keep_open.
    open: list[OpenHandIn] = field(default_factory=list)
    summary: str = ""  # if they may be of those who seem to have handed in nothing
    left_out: list[LeftOut] = field(default_factory=list)  # entries that are of no student
    notes: list[str] = field(default_factory=list)  # what the instructor should know about names
    folder: str = ""  # of the class
    times_file: str = ""  # with times that the platform does not give, if there is one

    @property
    def times_from(self) -> str:
        """The file that all times are from; empty if a platform says some."""
        said = [part.time for source in self.sources for part in source.parts]
        said += [source.who.time for source in self.sources]
        return "" if any(said) else self.times_file

    def meant_by(self, word: str) -> set[str]:
        """The students that a word of the instructor's means, as tables, the roster or the folder
        call them. Raises UsageError, with the nearest name, if it is nobody or somebody of
        several."""
        same = self.roster.people_sharing(word)
        in_folder: set[str] = set()
        for source in self.sources:
            if source.student == word and (not same or source.who.key == word):
                return {word}
            if source.parts and _may_mean(word, source.parts[0]):
                in_folder.add(source.student)
        people = self.roster.called([word, "participant " + word])
        if people:
            return {person.key for person in people}
        if not same and len(in_folder) == 1:
            return in_folder
        quoted = quoted_path(word)
        if same or in_folder:
            several = shown_people(same) if same else ", ".join(sorted(in_folder))
            raise UsageError(
                f"more than one in the class is called {quoted}: {several}. "
                "Write the id or the e-mail"
            )
        known = [name for source in self.sources for name in (source.student, source.who.name)]
        raise UsageError(f"nobody in the class is called {quoted}.{did_you_mean(word, known)}")


def _may_mean(word: str, part: HandIn) -> bool:
    names = (part.student, part.path.name)
    return folded(word) != "" and (part.id == word or folded(word) in map(folded, names))
