"""Reads submissions, which may be hostile, in a process with limits."""

import base64
import hashlib
import json
import os
import resource
import signal
import stat
from collections.abc import Set as AbstractSet
from dataclasses import asdict, replace
from typing import Any

from course.intake.archives import read_archive, read_folder, text_of_file
from course.intake.hand_ins import LeftOut, LeftOutReason, SubmissionSource
from course.intake.intake import Intake, Refused
from course.intake.lab_finder import LabFinder
from course.intake.names import HandIn, archive_ending, is_archive_name
from course.intake.submission import Submission, TakenFile
from course.opening import open_itself

READER_MIB = 256  # more than this process has
READER_SECONDS = 10  # of a processor

_MAX_ANSWER_BYTES = 64 << 20
_OUT_OF_MEMORY = 98  # exit status of the process that reads


def read_submission(
    source: SubmissionSource, labs: LabFinder, wanted: AbstractSet[str] = frozenset()
) -> Submission:
    """Accepts one file for each lab: see LabFinder. Refuses an archive as a whole if it has an
    absolute path, "..", a link, a device, encryption, too much content, an unreadable name or no
    proper end. Raises OSError if this machine cannot read it, which is not the student's fault."""
    submission = Submission()
    sound = [part for part in source.parts if not part.problem]
    problem = source.problem
    if not problem and source.parts and not sound:
        problem = source.parts[0].problem
    if not problem:
        try:
            submission = _read_parts(source, labs, wanted)
        except Refused as refused:
            problem = str(refused)
    if problem:
        submission.problem = problem
        submission.left_out.append(LeftOut("", LeftOutReason.refused))
        submission.sha256 = hashlib.sha256(f"refused: {problem}".encode()).hexdigest()
    submission.student = source.student
    submission.is_handed_in = bool(source.parts)
    if source.parts and not problem and _is_empty(submission):
        submission.left_out.append(LeftOut("", LeftOutReason.empty))
    submission.left_out += source.open
    return submission


def _read_parts(source: SubmissionSource, labs: LabFinder, wanted: AbstractSet[str]) -> Submission:
    intake = Intake(labs, wanted)
    for part in source.parts:
        if part.problem:
            intake.leave(part.path.name, LeftOutReason.archive)
        else:
            intake.begin(part, is_alone=len(source.parts) == 1)
            _read_part(part, intake)
    return intake.finish(source.times)


def _read_part(part: HandIn, intake: Intake) -> None:
    name = part.path.name
    if is_archive_name(name) and not archive_ending(name) and not part.path.is_dir():
        return intake.leave(part.file or name, LeftOutReason.archive)
    try:
        descriptor = open_itself(part.path)
    except OSError as error:
        raise OSError(f"cannot read {part.path}: {error.strerror}") from None
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            return read_folder(descriptor, intake)
        if not stat.S_ISREG(mode):
            raise Refused("it is neither a folder nor a regular file")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            if not part.file or archive_ending(part.file):
                read_archive(file, intake)
            elif intake.enter(part.file, False):
                intake.take(part.file, text_of_file(file, part.file))
    finally:
        os.close(descriptor)


def _is_empty(submission: Submission) -> bool:
    """Files were lost on the way: nobody hands in a folder without any."""
    return not submission.files and all(
        left.reason is LeftOutReason.made_by_tools for left in submission.left_out
    )


# ---- limits ----


def read_within_limits(
    source: SubmissionSource, labs: LabFinder, wanted: AbstractSet[str] = frozenset()
) -> Submission:
    """As read_submission, in a process that its limits may end: whatever in a submission takes
    that long to read, it is refused."""
    answers, to_parent = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(answers)
            with os.fdopen(to_parent, "wb") as pipe:
                pipe.write(_answer(source, labs, wanted))
            os._exit(0)
        except MemoryError:
            os._exit(_OUT_OF_MEMORY)
        finally:
            os._exit(1)  # never back into what the parent is doing
    os.close(to_parent)
    with os.fdopen(answers, "rb") as pipe:
        answer = pipe.read(_MAX_ANSWER_BYTES + 1)
    _, status = os.waitpid(child, 0)
    is_at_limit = (
        len(answer) > _MAX_ANSWER_BYTES
        or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU)
        or (os.WIFEXITED(status) and os.WEXITSTATUS(status) == _OUT_OF_MEMORY)
    )
    if status != 0 and not is_at_limit:  # as if the whole machine has no memory left
        ending = os.waitstatus_to_exitcode(status)
        raise OSError(0, f"the process that read the submission ended with {ending}")
    if is_at_limit:
        problem = (
            f"reading it takes more than {READER_SECONDS} seconds of a processor or {READER_MIB} "
            "MiB of memory: use an ordinary .zip or .tar.gz"
        )
        return read_submission(replace(source, problem=problem), labs, wanted)
    return _submission_of(json.loads(answer))


def _answer(source: SubmissionSource, labs: LabFinder, wanted: AbstractSet[str]) -> bytes:
    """In the child: the submission, or the error to raise, as JSON. Nothing else is believed of a
    process that has read hostile bytes."""
    page_bytes = os.sysconf("SC_PAGE_SIZE")
    with open("/proc/self/statm", encoding="ascii") as statm:
        used = int(statm.read().split()[0]) * page_bytes
    _limit(resource.RLIMIT_AS, used + (READER_MIB << 20))
    _limit(resource.RLIMIT_CPU, READER_SECONDS)
    _limit(resource.RLIMIT_CORE, 0)
    try:
        return json.dumps(asdict(read_submission(source, labs, wanted)), default=_text_of).encode()
    except OSError as error:
        return json.dumps({"errno": error.errno, "error": error.strerror or str(error)}).encode()


def _text_of(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _submission_of(answer: dict[str, Any]) -> Submission:
    if "error" in answer:
        raise OSError(answer["errno"] or 0, answer["error"])

    def file_of(told: dict[str, Any]) -> TakenFile:
        own: dict[str, Any] = told | {"text": base64.b64decode(told["text"])}
        return TakenFile(**own)

    left_out = [
        LeftOut(**told | {"reason": LeftOutReason(told["reason"])}) for told in answer["left_out"]
    ]
    files = {lab: file_of(told) for lab, told in answer["files"].items()}
    others = {
        name: {lab: [file_of(each) for each in told] for lab, told in answer[name].items()}
        for name in ("earlier", "rivals")
    }
    fields: dict[str, Any] = answer | {"files": files, "left_out": left_out, **others}
    return Submission(**fields)


def _limit(kind: int, most: int) -> None:
    """Never raises an existing limit."""
    hard = resource.getrlimit(kind)[1]
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    above = least + (kind == resource.RLIMIT_CPU)  # at the lower one the signal tells which limit
    resource.setrlimit(kind, (least, above if hard == resource.RLIM_INFINITY else min(above, hard)))
