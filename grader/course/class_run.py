"""Grades the hand-ins of a class, as far as no record has it yet, several files at a time.

A record is complete or does not exist: after a kill, the next run continues.
"""

import os
import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from course.doors import Judge
from course.errors import MachineError
from course.facts import Facts, build_of, root_of, skeletons_of
from course.grading import ClassRun, Grading, Question, is_alike
from course.handout.ai_rules import files_with_any
from course.handout.files import Audience, handed_out
from course.intake.hand_ins import SubmissionSource
from course.intake.handed_out import HandedOut
from course.intake.lab_finder import LabFinder
from course.intake.names import HandIn
from course.intake.paths import ROOMS
from course.intake.reading import read_within_limits
from course.intake.submission import Submission, is_undecided, why_no_file
from course.labs import Lab, read_labs, read_steps
from course.own_files import make_folder, read, write
from course.records import (
    LabResult,
    Record,
    failure_of_ours,
    kept_record,
    record_file,
    summary_of,
    to_json,
    why_unread,
)
from course.rules.policy import CoursePolicy

AHEAD = 2  # questions for each sandbox, so that none is idle while submissions are read


class Kind(Enum):
    BEGAN = "began"
    GRADED = "graded"
    KNOWN = "known"
    FAILED = "failed"


@dataclass(frozen=True)
class Event:
    """What happened with one submission."""

    student: str
    kind: Kind
    summary: str = ""  # "5 of 6 passed, 03 RACE"; or the failure on our side


Report = Callable[[Event], None]


def class_run(
    facts: Facts, policy: CoursePolicy, labs: Sequence[Lab], out: Path, **more: Any
) -> ClassRun:
    """A run under the course's rules that requires all of `labs`. `more`: fields of ClassRun."""
    root = root_of(facts)
    all_labs = read_labs(root)
    paths = [lab.path for lab in all_labs]
    skeletons = skeletons_of(facts)
    given = dict(handed_out(Audience.STUDENTS, root, paths, but=ROOMS))
    steps = [step.path for step in read_steps(root)]
    finder = LabFinder(all_labs, skeletons, HandedOut(given, steps, files_with_any()))
    wanted = frozenset(lab.id for lab in labs)
    return replace(ClassRun(facts, out, [], labs, wanted, finder, policy), **more)


def run_class(run: ClassRun, report: Report) -> None:
    """Grades what no record has yet: labs that are missing, that failed on our side, or whose file
    has changed; and everything graded with other settings (version, backend, seed, sandbox, course
    rules). Throws MachineError, before any grading if the sandbox is not safe.
    """
    run.out.mkdir(parents=True, exist_ok=True)
    make_folder(run.out / "results")
    with Judge(build_of(run.facts), run.setup()) as judge:
        _Class(run, judge, report).grade_all()


@dataclass
class _Open:
    """A submission that is not graded yet."""

    grading: Grading
    summary: str  # what is added to it
    missing: int = 0  # answers


@dataclass
class _Asked:
    """A question that the judge has not answered."""

    question: Question
    waiting: list[_Open]  # who handed in that file; the first one's is judged
    file: int = -1  # in memory: nothing is left if this process is killed


class _Class:
    """A file that several students handed in is judged once in a run: it would get the same inputs
    again, and timing it again would give equal files other points by chance.
    """

    def __init__(self, run: ClassRun, judge: Judge, report: Report) -> None:
        self.run, self.judge, self.report = run, judge, report
        self.most_asked = AHEAD * run.jobs
        self.asked: dict[int, _Asked] = {}  # by the number of the request
        self.asked_files: dict[tuple[str, str], _Asked] = {}
        self.judged: dict[tuple[str, str], str] = {}  # in this run: whose record has the result
        self.questions: deque[tuple[_Open, Question]] = deque()  # not asked yet
        self.number = 0

    def grade_all(self) -> None:
        sources = iter(self.run.sources)
        is_more = True
        while is_more or self.questions or self.asked:
            if self.questions and len(self.asked) < self.most_asked:
                self._ask(*self.questions.popleft())
            elif is_more and not self.questions and len(self.asked) < self.most_asked:
                source = next(sources, None)
                is_more = source is not None
                if source is not None:
                    self._begin(source)
            else:
                self._take_answer()

    def _begin(self, source: SubmissionSource) -> None:
        self.report(Event(source.student, Kind.BEGAN))
        try:
            submission = read_within_limits(source, self.run.finder, self.run.wanted)
            kept = kept_record(self.run.out, source.student)
        except OSError as error:
            return self._keep_failure(source, _words_of(error))
        why = why_unread(self.run.out, source.student) if kept is None else ""
        added = f" (graded again: the old result {why})" if why else ""
        known = kept if kept and is_alike(kept, self.run, self.judge) else None
        open_ = _Open(Grading(self.run, submission, known, kept, source), added)
        questions = list(open_.grading.questions())
        open_.missing = len(questions)
        if known is not None and not questions:
            open_.grading.describe(known)
            self._write(source, known, Kind.KNOWN, "")
        elif not questions:
            self._finish(open_)
        self.questions.extend((open_, question) for question in questions)
        return None

    def _ask(self, open_: _Open, question: Question) -> None:
        shares = self.judge.has_namespaces and question.file is not None
        if shares:  # else a program may see more than its own file
            if question.key in self.asked_files:
                self.asked_files[question.key].waiting.append(open_)
                return
            if result := self._result_of_copy(question):
                self._take(open_, question, result, 0.0)
                return
        self.number += 1
        asked = _Asked(question, [open_])
        request = {"id": self.number, "lab": question.lab.id, "file": "", "no_file": "",
                   "is_open": False}  # fmt: skip
        if question.file is None:
            submission = open_.grading.submission
            request["no_file"] = why_no_file(submission, question.lab)
            request["is_open"] = is_undecided(submission.left_out, question.lab.id)
        else:
            asked.file = os.memfd_create("hand-in")
            with open(asked.file, "wb", closefd=False) as file:
                file.write(question.file.text)
            request["file"] = f"/proc/{os.getpid()}/fd/{asked.file}"
        self.asked[self.number] = asked
        if shares:
            self.asked_files[question.key] = asked
        self.judge.ask(request)

    def _take_answer(self) -> None:
        answer = self.judge.answer()
        asked = self.asked.pop(answer["id"])
        self.asked_files.pop(asked.question.key, None)
        if asked.file >= 0:
            os.close(asked.file)
        result: LabResult = answer["result"]["labs"][0]
        first, *others = asked.waiting
        self._take(first, asked.question, result, answer["result"]["seconds"])
        for open_ in others:
            if result["infrastructure"]:  # of this machine: the same file may have a result
                self.questions.appendleft((open_, asked.question))
            else:
                self._take(open_, asked.question, result, 0.0)

    def _take(self, open_: _Open, question: Question, result: LabResult, seconds: float) -> None:
        open_.grading.take(question, result, seconds)
        open_.missing -= 1
        if open_.missing == 0:
            self._finish(open_)

    def _finish(self, open_: _Open) -> None:
        record = open_.grading.record(self.judge)
        for lab in record.result["labs"]:
            if not lab["infrastructure"] and lab["source_sha256"]:
                self.judged.setdefault((lab["id"], lab["source_sha256"]), record.student)
        kind = Kind.FAILED if failure_of_ours(record) else Kind.GRADED
        self._write(open_.grading.source, record, kind, open_.summary)

    def _result_of_copy(self, question: Question) -> LabResult | None:
        """Of the same file of another student, judged in this run."""
        student = self.judged.get(question.key)
        record = kept_record(self.run.out, student) if student else None
        for lab in record.result["labs"] if record else []:
            if (lab["id"], lab["source_sha256"]) == question.key and not lab["infrastructure"]:
                return dict(lab)
        return None

    def _write(self, source: SubmissionSource, record: Record, kind: Kind, added: str) -> None:
        file = record_file(self.run.out, record.student)
        text = to_json(record)
        try:
            if not file.exists() or read(file) != text.encode("utf-8", "replace"):
                write(file, text)
        except OSError as error:
            return self._keep_failure(source, _words_of(error))
        said = failure_of_ours(record) if kind is Kind.FAILED else summary_of(record) + added
        return self.report(Event(record.student, kind, said))

    def _keep_failure(self, source: SubmissionSource, why: str) -> None:
        """A record of a submission that could not even be read."""
        before = kept_record(self.run.out, source.student)
        grading = Grading(self.run, Submission(source.student), None, before, source)
        record = grading.record(self.judge)
        record.infrastructure = why
        try:
            write(record_file(self.run.out, source.student), to_json(record))
        except OSError as error:
            raise MachineError(_words_of(error)) from None
        self.report(Event(source.student, Kind.FAILED, why))


def _words_of(error: OSError) -> str:
    place = os.fsencode(error.filename).decode("utf-8", "replace") if error.filename else ""
    return ": ".join(filter(None, [place, error.strerror or str(error)]))


def grade_one_submission(
    facts: Facts, folder: Path, policy: CoursePolicy, secret: str, labs: Sequence[Lab]
) -> tuple[Record | None, str]:
    """For Gradescope, where only Gradescope knows the student. Returns the record, and what failed
    on our side.
    """
    student = "submission"
    events: list[Event] = []
    with tempfile.TemporaryDirectory(prefix="gemmlab-one-") as out:
        run = class_run(
            facts, policy, labs, Path(out),
            sources=[SubmissionSource(student, [HandIn(folder)])],
            secret=secret, backend="sim",
            may_be_weak=True,  # containers cannot create namespaces
            judges_rivals=False,  # the student chooses, and hands in again
        )  # fmt: skip
        run_class(run, events.append)
        record = kept_record(Path(out), student)
    failed = [event.summary for event in events if event.kind is Kind.FAILED]
    return record, "".join(failed[-1:])
