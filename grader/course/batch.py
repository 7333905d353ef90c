"""The command batch: grades a whole class, and writes its tables."""

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from course.assignments import (
    add_people_of_others,
    is_only_of_others,
    labs_of_others,
    read_folders,
    require_labs_named,
    write_folders,
)
from course.class_files import ClassGrades, class_grades, write_class_files
from course.class_progress import ClassProgress
from course.class_run import Kind, class_run, run_class
from course.commands import BatchOptions
from course.course_labs import course_policy, labs_of_course
from course.course_secret import course_secret
from course.doors import show
from course.errors import UsageError
from course.facts import Facts, build_of, require_solutions, root_of
from course.foretelling import judged_again
from course.gradebooks.base import Gradebook
from course.gradebooks.opening import open_gradebook
from course.grading import ClassRun
from course.intake.class_folder import list_submissions
from course.intake.hand_ins import SubmissionList, SubmissionSource
from course.intake.platforms import examples_of_hand_ins
from course.intake.roster import Roster
from course.labs import Lab, read_labs
from course.own_files import require_own, write
from course.rules.exceptions import Exceptions
from course.rules.policy import CoursePolicy, decisions_of, with_names
from course.rules.requests import read_requests
from course.tables.class_tables import foretold
from course.tables.words import unjudged
from course.terminal import say, say_place, tell, warn
from course.text import lines_of

MOST_OPEN = 20  # hand-ins on the terminal
DONE, INFRASTRUCTURE = 0, 3  # exit codes


def batch(options: BatchOptions, facts: Facts) -> int:
    """Returns the exit code; throws UsageError and MachineError."""
    require_solutions(facts, "batch")
    labs = read_labs(root_of(facts))
    rules = _policy(options, labs)
    hand_ins = _hand_ins(options, labs, rules)
    out, folder = Path(options.out), hand_ins.folder
    require_own(out)
    wanted = {lab.id for lab in labs_of_course(labs, rules, options.labs)}
    if not options.labs:
        require_labs_named(out, folder, wanted)
    others = labs_of_others(out, folder, wanted)
    add_people_of_others(out, hand_ins, others)
    policy = with_names(rules, hand_ins.meant_by)
    _add_requests(policy, _requests_file(options), labs, hand_ins)
    course = labs_of_course(labs, policy)
    gradebook = _gradebook(options, hand_ins, course)
    (lab,) = wanted if options.labs and len(wanted) == 1 else ("",)
    if options.dry_run:
        return _foretell(options, facts, hand_ins, policy, course)
    run = _run(options, facts, hand_ins, policy, labs)
    run.out.mkdir(parents=True, exist_ok=True)
    shard = options.shard
    with _locked(run.out / f".lock-{shard.part}-of-{shard.of}", fcntl.LOCK_EX | fcntl.LOCK_NB):
        run = replace(run, secret=course_secret(run.out))
        with _locked(run.out / ".lock-tables", fcntl.LOCK_EX):  # other shards write them too
            write_folders(run.out, folder, run.wanted)
            _tell_left_out(options, hand_ins)
        progress = ClassProgress(run.sources)
        try:
            run_class(run, progress)
        except KeyboardInterrupt:
            progress.clear()
            warn("gemmlab: stopped. Finished grades are kept; run the same command to continue.")
            raise
        progress.clear()
        with _locked(run.out / ".lock-tables", fcntl.LOCK_EX):
            page = partial(show, build_of(facts))
            grades, notes = write_class_files(
                run.out, hand_ins, policy, course, page, gradebook, wanted, lab
            )
    say(progress.in_all(options.out))
    _tell_result(options, hand_ins, grades, notes)
    is_whole = progress.count(Kind.FAILED) == 0 and grades.has_gradebook
    return DONE if is_whole else INFRASTRUCTURE


# ---- what the command line names ----


def _policy(options: BatchOptions, labs: Sequence[Lab]) -> CoursePolicy:
    beside = Path(options.folder) / "course.toml"
    is_beside = not options.course and beside.exists()
    return course_policy(str(beside) if is_beside else options.course, labs)


def _hand_ins(options: BatchOptions, labs: Sequence[Lab], rules: CoursePolicy) -> SubmissionList:
    folder = Path(options.folder)
    if not folder.is_dir():
        raise UsageError(
            f"{options.folder} is not a folder. batch needs a folder with one folder or archive "
            "for each student."
        )
    if Path(options.out).resolve().is_relative_to(folder.resolve()):
        raise UsageError(
            f"--out {options.out} is inside {options.folder}, where its files would be taken for "
            "submissions. Name a folder beside it."
        )
    table = options.roster or options.groups
    own = (rules.labs[lab.id].due for lab in labs_of_course(labs, rules, options.labs))
    dues = {due for due in own if due is not None}
    roster = Roster(Path(table), rules.zone, dues) if table else None
    groups = Path(options.groups) if options.groups else None
    ours = [Path(file) for file in (options.roster, options.course, options.canvas) if file]
    ours.append(_requests_file(options))
    folders = tuple(set(read_folders(Path(options.out)).values()) - {str(folder.resolve())})
    decisions = replace(decisions_of(rules), folders=folders)
    return list_submissions(folder, labs, roster, ours, rules.zone, groups, decisions)


def _requests_file(options: BatchOptions) -> Path:
    """Beside the rules; there may be none."""
    folder = Path(options.course).parent if options.course else Path(options.folder)
    return folder / "requests.csv"


def _add_requests(
    policy: CoursePolicy, file: Path, labs: Sequence[Lab], hand_ins: SubmissionList
) -> None:
    if file.exists():
        for student, asked in read_requests(file, labs, hand_ins.meant_by).items():
            policy.exceptions.setdefault(student, Exceptions()).requests = asked


def _gradebook(
    options: BatchOptions, hand_ins: SubmissionList, course: Sequence[Lab]
) -> Gradebook | None:
    """The one to fill in, opened before anything is graded. Throws UsageError."""
    if options.canvas and not Path(options.canvas).is_file():
        raise UsageError(f"--canvas: cannot find the file {options.canvas}.")
    file = options.canvas or (options.roster if hand_ins.roster.is_worksheet else "")
    if not file:
        return None
    people = hand_ins.roster if file == options.roster else None
    return open_gradebook(Path(file), course, options.canvas_column, people)


def _chosen(options: BatchOptions, hand_ins: SubmissionList) -> list[SubmissionSource]:
    """Those of --only, which names them or, as @FILE, a file with a name per line; else all. Of
    these our shard.
    """
    wanted: set[str] = set()
    for word in options.only:
        text = word
        if word.startswith("@"):
            try:
                text = Path(word[1:]).read_text(encoding="utf-8", errors="replace")
            except OSError as error:
                raise UsageError(f"--only: cannot read {word[1:]}: {error.strerror}") from None
        for name in filter(None, lines_of(text)):
            try:
                wanted |= hand_ins.meant_by(name)
            except UsageError as error:
                raise UsageError(f"--only: {error}") from None
    return [
        replace(source, parts=[replace(part, path=part.path.absolute()) for part in source.parts])
        for i, source in enumerate(hand_ins.sources)
        if (not options.only or source.student in wanted)
        and not is_only_of_others(source)
        and i % options.shard.of == options.shard.part - 1
    ]


def _run(
    options: BatchOptions,
    facts: Facts,
    hand_ins: SubmissionList,
    policy: CoursePolicy,
    labs: Sequence[Lab],
) -> ClassRun:
    sources = _chosen(options, hand_ins)
    if not sources:
        raise UsageError(f"{options.folder} contains no folder and no archive to grade.")
    return class_run(
        facts, policy, labs_of_course(labs, policy), Path(options.out).absolute(),
        wanted=frozenset(lab.id for lab in labs_of_course(labs, policy, options.labs)),
        sources=sources,
        backend=options.backend,
        seed=options.seed,
        may_be_weak=options.sandbox == "weak",
        at_once=options.jobs or len(os.sched_getaffinity(0)),
    )  # fmt: skip


@contextmanager
def _locked(file: Path, operation: int) -> Iterator[None]:
    """Holds the lock that one process has while it works on a folder of results, or on a part of
    it. Throws UsageError if the folder is not writable, or another process has the lock.
    """
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except OSError:
        raise UsageError(f"{file.parent} is not writable.") from None
    try:
        try:
            fcntl.flock(descriptor, operation)
        except OSError:
            out = file.parent
            raise UsageError(f"Another gemmlab is already writing grades to {out}.") from None
        yield
    finally:
        os.close(descriptor)


# ---- what is said ----


def _foretell(
    options: BatchOptions,
    facts: Facts,
    hand_ins: SubmissionList,
    policy: CoursePolicy,
    course: Sequence[Lab],
) -> int:
    """Prints what a run would change in the grades, and judge again, from what is kept."""
    out = Path(options.out)
    wanted = labs_of_course(course, policy, options.labs)
    run = class_run(facts, policy, wanted, out, seed=options.seed)
    again = judged_again(run, hand_ins.sources)
    grades = class_grades(out, hand_ins, policy, course, wanted={lab.id for lab in wanted})
    _tell_open(hand_ins)
    tell("What would be judged:", again)
    tell("What would change:", foretold(out, grades.json, policy.zone, is_all=not again))
    tell("To look at:", hand_ins.notes)
    return DONE


def _tell_open(hand_ins: SubmissionList) -> None:
    """What comes first, because grades depend on it."""
    if hand_ins.summary:
        say(hand_ins.summary, 2)
    notes = [each.what for each in hand_ins.open[:MOST_OPEN]]
    if len(hand_ins.open) > MOST_OPEN:
        notes.append(f"and {len(hand_ins.open) - MOST_OPEN} more: see class.html")
    tell("Decide first whose these are. Until then, a missing file is not a 0:", notes)


def _tell_left_out(options: BatchOptions, hand_ins: SubmissionList) -> None:
    """What of the class's folder is of no student: on the terminal, and in a file."""
    text = "".join(f"{left.path}: {left.reason_in_words}\n" for left in hand_ins.left_out)
    if text:
        warn("gemmlab: left out, because it is no submission, or does not count:", 2)
        warn(text, 4)
        warn(f"The names that are taken: {options.out}/left_out.txt", 4)
    write(
        Path(options.out) / "left_out.txt",
        (text or "none\n") + "\nTaken are folders and archives named after their students "
        "(.zip .tar .tar.gz .tgz), and what platforms call\n" + examples_of_hand_ins(),
    )


def _tell_result(
    options: BatchOptions, hand_ins: SubmissionList, grades: ClassGrades, notes: Sequence[str]
) -> None:
    _tell_open(hand_ins)
    if not grades.has_gradebook:
        say(
            f"{grades.waiting} of {grades.people} people have no grade because something is open, "
            "more than half: no gradebook is written. Decide, then run the same command again.",
            2,
        )
    out = options.out
    say_place("Grades", f"{out}/grades.csv", 2)
    say_place("Whom to check by hand", f"{out}/class.html", 2)
    say_place("What goes back to each student", f"{out}/feedback", 2)
    if sentence := unjudged(grades.json):
        say(sentence, 2)
    tell("To check, and what rules changed:", notes)
    tell("To look at:", hand_ins.notes)
