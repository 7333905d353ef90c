"""One submission while it is graded: what is known of it, what has to be judged, its record."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from course.doors import Json, Judge
from course.facts import Facts, root_of
from course.intake.hand_ins import SubmissionSource
from course.intake.lab_finder import LabFinder
from course.intake.submission import Submission, TakenFile, why_no_file
from course.kept_labs import set_aside
from course.labs import Lab
from course.records import EarlierAttempt, LabResult, Record, SandboxLevel, kept_source, result_of
from course.rules.policy import CountedAttempt, CoursePolicy

_OF_ATTEMPT = ("kind", "verdict", "status", "outcome", "points", "max_points")  # of its checks


@dataclass(frozen=True)
class ClassRun:
    """What is graded, and how."""

    facts: Facts
    out: Path
    sources: Sequence[SubmissionSource]  # to grade, or known from earlier
    labs: Sequence[Lab]  # the course's
    wanted: frozenset[str]  # the ids of the labs to grade
    finder: LabFinder
    policy: CoursePolicy
    secret: str = ""  # of the course
    backend: str = "auto"
    seed: int = 1
    may_be_weak: bool = False  # the sandbox
    at_once: int = 1
    judges_rivals: bool = True  # files of which somebody has to choose one

    @property
    def best_counts(self) -> bool:
        """Of a student's attempts: the earlier ones are judged, too."""
        return self.policy.late.count is CountedAttempt.BEST

    @property
    def allowed(self) -> str:
        """The headers and functions that the course allows, as one text."""
        headers, symbols = sorted(set(self.policy.headers)), sorted(set(self.policy.symbols))
        return f"headers: {' '.join(headers)}; symbols: {' '.join(symbols)}"

    @property
    def jobs(self) -> int:
        """So many files are judged at the same time."""
        return max(1, min(self.at_once, len(self.sources) * len(self.wanted)))

    @cached_property
    def sums(self) -> dict[str, str]:
        """Of each lab, as `sum_of` has it: once a run, since it is the same for all students."""
        return {lab.id: sum_of(lab, root_of(self.facts)) for lab in self.labs}

    def setup(self) -> Json:
        """For the judge."""
        hidden = [self.out / "results", self.out / "secret"]
        for source in self.sources:  # what a link leads to is not of the class
            hidden += [part.path for part in source.parts if not part.path.is_symlink()]
        return {
            "jobs": self.jobs,
            "backend": self.backend,
            "seed": self.seed,
            "may_be_weak": self.may_be_weak,
            "has_kernels": any(lab.file.endswith(".cu") for lab in self.labs),
            "secret": self.secret,
            "headers": self.policy.headers,
            "symbols": self.policy.symbols,
            "invisible": [os.fsencode(path).decode("utf-8", "replace") for path in hidden],
        }


def sha256(text: bytes | str) -> str:
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


# ---- what is known already ----


def sum_of(lab: Lab, root: Path) -> str:
    """Of what decides about the lab besides the settings of a run, as far as this tree has it."""
    files = [root / f"grader/tests/{lab.slug}_test.cpp", root / "solutions" / lab.path]
    return sha256("".join(sha256(file.read_bytes()) if file.exists() else "-" for file in files))


def is_alike(record: Record, run: ClassRun, judge: Judge) -> bool:
    """Whether the record was made with the settings of this run."""
    same = ("tool_version", "seed", "backend")
    return (
        not record.infrastructure
        and record.sandbox.name == judge.sandbox["name"]
        and record.allowed == run.allowed
        and record.secret_sha256 == sha256(run.secret)
        and all(record.result[key] == judge.blank[key] for key in same)
    )


def known_result(
    known: Record | None, lab: Lab, submission: Submission, run: ClassRun
) -> LabResult | None:
    """A lab's known result, if judging the submission's file again would give the same."""
    result = result_of(known, lab.id) if known and _is_of_today(known, lab, run) else None
    if result is None or result["infrastructure"]:
        return None
    file = submission.files.get(lab.id)
    if file is None:
        fact = result["checks"][0]["fact"] if result["checks"] else None
        holds = fact is not None and fact.get("text") == why_no_file(submission, lab)
    else:
        holds = result["source_sha256"] == sha256(file.text)
    return result if holds else None


def _is_of_today(known: Record, lab: Lab, run: ClassRun) -> bool:
    """Whether the lab requires what it did when that was judged."""
    return known.labs.get(lab.id) == run.sums[lab.id]


def _known_attempt(
    known: Record | None, lab: Lab, file: TakenFile, run: ClassRun
) -> EarlierAttempt | None:
    if known is None or not _is_of_today(known, lab, run):
        return None
    for each in known.earlier:
        if (each.lab, each.source_sha256) == (
            lab.id,
            sha256(file.text),
        ) and each.points is not None:
            return each
    return None


# ---- one submission ----


@dataclass(frozen=True)
class Question:
    """What the judge is asked about a submission."""

    lab: Lab
    file: TakenFile | None
    is_earlier: bool = False  # an attempt that another one took the place of, or a rival

    @property
    def key(self) -> tuple[str, str]:
        """Equal for equal files, whoever handed them in."""
        return self.lab.id, sha256(self.file.text) if self.file else ""


@dataclass
class Grading:
    """A submission while its files are judged."""

    run: ClassRun
    submission: Submission
    known: Record | None  # if it was made with the settings of this run
    before: Record | None = None  # with any
    source: SubmissionSource = field(default_factory=lambda: SubmissionSource(""))
    results: dict[str, LabResult] = field(default_factory=dict)  # new ones, by lab id
    seconds: dict[str, float] = field(default_factory=dict)  # that they took
    attempts: dict[tuple[str, str], LabResult] = field(default_factory=dict)  # by Question.key

    def questions(self) -> Iterator[Question]:
        for lab in self.run.labs:
            if lab.id not in self.run.wanted:
                continue
            if known_result(self.known, lab, self.submission, self.run) is None:
                yield Question(lab, self.submission.files.get(lab.id))
            for file in self._earlier(lab):
                if _known_attempt(self.known, lab, file, self.run) is None:
                    yield Question(lab, file, is_earlier=True)

    def take(self, question: Question, result: LabResult, seconds: float) -> None:
        """The judge's answer."""
        if question.is_earlier:
            self.attempts[question.key] = result
        else:
            self.results[question.lab.id] = result
        self.seconds[question.lab.id] = self.seconds.get(question.lab.id, 0.0) + seconds

    def record(self, judge: Judge) -> Record:
        """When all questions are answered."""
        run = self.run
        record = Record(self.submission.student)
        record.sandbox = SandboxLevel(**judge.sandbox)
        record.allowed = run.allowed
        record.secret_sha256 = sha256(run.secret)
        record.seconds = sum(self.seconds.values())
        record.result = {**judge.blank, "labs": self._others(), "seconds": record.seconds}
        for lab in run.labs:
            if lab.id not in run.wanted:
                continue
            result = self.results.get(lab.id) or known_result(self.known, lab, self.submission, run)
            if result is not None:
                record.result["labs"].append(result)
                record.labs[lab.id] = run.sums[lab.id]
            record.earlier += [self._attempt(lab, file) for file in self._earlier(lab)]
        record.result["labs"].sort(key=lambda lab: lab["id"])
        ids = [lab["id"] for lab in record.result["labs"]]
        record.result["lab_seconds"] = [self.seconds.get(id_, 0.0) for id_ in ids]
        if self.before is not None:
            record.earlier += [each for each in self.before.earlier if each.lab not in run.wanted]
            # Without the sum of what it requires, a lab that was judged with other settings is
            # judged again as soon as it is wanted.
            sums = self.known.labs if self.known else {}
            record.labs |= {id_: sums.get(id_, "") for id_ in ids if id_ not in run.wanted}
        self.describe(record)
        return record

    def _others(self) -> list[LabResult]:
        """Results of labs that are not wanted, which stay."""
        labs = self.before.result["labs"] if self.before else []
        return [lab for lab in labs if lab["id"] not in self.run.wanted]

    def describe(self, record: Record) -> None:
        """All of a record that judging does not decide."""
        before = self.before and replace(self.before)
        describe(self.submission, record)
        who = self.source.who
        record.folder = self.source.folder
        record.extension, record.earlier_due = who.extension, who.earlier_due
        set_aside(record, before, self.run.wanted)

    def _earlier(self, lab: Lab) -> Sequence[TakenFile]:
        """What is judged besides the file that counts."""
        attempts = self.submission.earlier.get(lab.id, []) if self.run.best_counts else []
        return [*attempts, *self._rivals(lab)]

    def _rivals(self, lab: Lab) -> Sequence[TakenFile]:
        return self.submission.rivals.get(lab.id, []) if self.run.judges_rivals else []

    def _attempt(self, lab: Lab, file: TakenFile) -> EarlierAttempt:
        attempt = EarlierAttempt(lab.id, sha256(file.text), file.submitted_at, file.is_late)
        if file in self._rivals(lab):
            attempt.path = file.path
        before = _known_attempt(self.known, lab, file, self.run)
        result = self.attempts.get(Question(lab, file).key)
        if before is not None:
            attempt.points, attempt.verdict = before.points, before.verdict
            attempt.checks = before.checks
        elif result and not result["infrastructure"] and result["max_score"] > 0:
            attempt.points = 100.0 * result["score"] / result["max_score"]
            attempt.verdict = result["verdict"]
            attempt.checks = [
                {key: check[key] for key in _OF_ATTEMPT} for check in result["checks"]
            ]
        return attempt


def describe(submission: Submission, record: Record) -> None:
    """All that it says of the hand-in."""
    record.student = submission.student
    record.submission_sha256 = submission.sha256
    record.problem = submission.problem
    record.left_out = submission.left_out
    record.is_handed_in = submission.is_handed_in
    files = submission.files
    record.sources = {lab: kept_source(file.text) for lab, file in files.items()}
    record.paths = {lab: file.path for lab, file in files.items()}
    record.submitted_at = {
        lab: file.submitted_at for lab, file in files.items() if file.submitted_at
    }
    record.late = [lab for lab, file in files.items() if file.is_late]
    record.guesses = {lab: file.guess for lab, file in files.items() if file.guess}
    for attempt in record.earlier:
        own = submission.rivals if attempt.path else submission.earlier
        for file in own.get(attempt.lab, []):
            if sha256(file.text) == attempt.source_sha256:
                attempt.submitted_at, attempt.is_late = file.submitted_at, file.is_late
