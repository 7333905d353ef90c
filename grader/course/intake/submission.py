"""What was accepted of one submission, and what was not and why."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from course.intake.hand_ins import ASK_FOR_IT, LeftOut, LeftOutReason
from course.intake.names import quoted_path
from course.labs import Lab

_LISTED_FILES = 5  # in a sentence


class Refused(Exception):
    """The whole submission is refused. Its text is the reason, for people."""


@dataclass(frozen=True)
class TakenFile:
    text: bytes
    submitted_at: str  # ISO 8601, UTC: as the platform says, else times.csv; empty: unknown
    is_late: bool  # the platform says so, perhaps without a time
    path: str  # in the submission, control characters replaced
    guess: str = ""  # what of it somebody should know, such as why it is this lab's: sentences


@dataclass
class Submission:
    student: str = ""
    is_handed_in: bool = True  # perhaps without a file
    files: dict[str, TakenFile] = field(default_factory=dict)  # by lab id: of the last attempt
    earlier: dict[str, list[TakenFile]] = field(default_factory=dict)  # of the attempts before
    rivals: dict[str, list[TakenFile]] = field(default_factory=dict)  # of which one can count
    left_out: list[LeftOut] = field(default_factory=list)  # by path, then what no student wrote
    problem: str = ""  # why nothing was accepted; else empty
    sha256: str = ""  # of the lab ids and texts that were accepted


# ---- words ----


def is_undecided(left_out: Sequence[LeftOut], lab: str = "") -> bool:
    """Whether somebody has to decide what counts for the lab if it has no file, or for some lab."""
    return any(left.concerns(lab) for left in left_out)


def why_open(left: LeftOut) -> str:
    """Why somebody has to decide: the reason, of a file if it is about one."""
    return (f"{quoted_path(left.path)}: " if left.path else "") + left.reason_in_words


def _named(left: LeftOut) -> str:
    is_others = left.reason is LeftOutReason.other_lab
    return quoted_path(left.path) + (
        f" (lab {left.lab}'s, by its name: if it is this lab's, rename it)" if is_others else ""
    )


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
        is_of_it = left.lab == lab.id or not (left.lab or several)
        is_beside = left.reason is LeftOutReason.may_be_answer
        if left.is_open_alone and is_of_it and left not in several and not is_beside:
            return why_open(left)
    beside = [left for left in left_out if left.reason is LeftOutReason.may_be_answer]
    names = [_named(left) for left in several or beside or left_out]
    files = ", ".join(names[:_LISTED_FILES] + ["..."] * (len(names) > _LISTED_FILES))
    if not submission.is_handed_in:
        return "nothing was handed in"
    if several:
        return (
            f"{len(names)} files may be for this lab, and your instructor decides which one "
            f"counts: {files}"
        )
    if beside:
        return f"there is no file for this lab, and its answer may be in {files}: {ASK_FOR_IT}"
    if any(left.is_all for left in left_out):
        of = "this" if submission.files else "a"
        return f"the hand-in has no file of {of} lab, only {files}"
    return "nothing was handed in for this lab"
