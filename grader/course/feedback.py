"""What goes back to a student: OUT/feedback/STUDENT/feedback.html and .txt. Nothing in it is about
anybody else.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.intake.hand_ins import LeftOutReason, SubmissionSource
from course.intake.names import NO_BREAK, quoted_path
from course.measured import measured
from course.own_files import make_folder, write
from course.records import LabResult, Record, Result, changed_texts, is_undecided, kept_record
from course.rules.exceptions import Exceptions
from course.rules.grade import LabGrade, StudentGrade, percent_of
from course.rules.points import weighed
from course.rules.policy import CoursePolicy, ShowRule, Visibility, visibility_of
from course.rules.requests import answer_in_words, answers_to
from course.rules.steps import Rule, Step
from course.text import printable, quotable, short_number, wrap
from course.unrun import without_unrun

Check = dict[str, Any]
Rows = list[list[str]]
Request = dict[str, Any]  # of one page, to the program that shows results
Answer = dict[str, Any]  # "html", and "labs": the text about each lab, by id
Show = Callable[[Iterable[Request]], Iterator[Answer]]  # an answer for each request, in order

COLUMNS = 80
MOST_IGNORED = 10  # files, in a list
OURS = "not judged: a problem of the grader, not of your work"
# What a check has that was not graded, besides its name, kind and worth.
NO_GPU = {
    "status": "not_graded", "outcome": "not_graded", "reason": "no_gpu", "verdict": "NOT GRADED",
    "places": [], "hint": "", "diagnosis": "", "cause": None, "fact": None, "failed_call": None,
    "warnings": [], "changes": [],
}  # fmt: skip
UNDECIDED = "your instructor decides what counts; ask if this stays so"


@dataclass(frozen=True)
class Feedback:
    html: str
    text: str


# ---- what a student may see of the results ----


def shown_result(record: Record, grade: StudentGrade, policy: CoursePolicy, now: float) -> Result:
    """The record's result without labs that have no grade yet, and without the checks that the
    student must not see, or not yet. `now`: seconds since 1970.
    """
    labs = [
        _shown_lab(weighed(lab, policy.points), graded, record, policy.show, now)
        for lab in record.result["labs"]
        for graded in grade.labs
        if graded.id == lab["id"] and not (_has_no_grade(graded) or is_undecided(record, graded.id))
    ]
    return {**record.result, "labs": labs}


def _has_no_grade(lab: LabGrade) -> bool:
    """Yet; not if it is excused."""
    return lab.points is None and lab.counts


def _is_open(lab: LabGrade, record: Record) -> bool:
    """Whether somebody has to decide about it, or has left it open."""
    return is_undecided(record, lab.id) or any(step.rule is Rule.OPEN for step in lab.steps)


def _shown_lab(
    lab: LabResult, graded: LabGrade, record: Record, show: ShowRule, now: float
) -> LabResult:
    lab = dict(_with_path(lab, record.paths.get(lab["id"], "")))
    checks = [dict(check) for check in lab["checks"]]
    for check in checks:
        # What the course counts as not graded has not failed, if the file was not even run.
        if graded.not_graded > 0 and check["kind"] == "speed" and check["outcome"] == "not_run":
            lab["not_graded_points"] += check["max_points"]
            check.update(NO_GPU)
    is_due = graded.due is not None and graded.due > now

    def is_hidden(kind: str) -> bool:
        who = visibility_of(kind, show)
        return who is Visibility.HIDDEN or (who is Visibility.AFTER_DUE_DATE and is_due)

    lab["checks"] = without_unrun([check for check in checks if not is_hidden(check["kind"])])
    if len(lab["checks"]) == 1:  # of all that could be reached
        lab["checks"][0]["max_points"] = int(100 - graded.not_graded)
    if is_hidden("evidence"):
        lab["advice"] = []
    return lab


def _with_path(lab: LabResult, path: str) -> LabResult:
    """With the student's own path wherever our copy of the file is named."""
    ours = lab["source"]
    if not ours or not path:
        return lab
    named: LabResult = changed_texts(lab, lambda text: text.replace(ours, path))
    return named


# ---- points, and why ----


def _shown_points(points: float | None, not_graded: float) -> str:
    """ "64 of 80", which could be reached here; a dash if there are none."""
    if points is None:
        return "\u2013"
    return f"{short_number(points)} of {short_number(100 - not_graded)}"


def _why(points: float | None, steps: Sequence[Step]) -> str:
    """The steps, with what they began from."""
    text = "; ".join(step.why for step in steps)
    if points is None:
        return text
    first = points
    for step in steps:
        first -= step.points
    return text if first == points else f"{short_number(first)} before: {text}"


def points_of(record: Record, grade: StudentGrade) -> Rows:
    """Of each lab and in all: the points, why, and the student's file."""
    rows = [_row_of(lab, record) for lab in grade.labs]
    total = _shown_points(grade.total, grade.not_graded)
    percent = percent_of(grade.total, grade.not_graded)
    if percent is None:
        is_open = any(_has_no_grade(lab) and _is_open(lab, record) for lab in grade.labs)
        return [*rows, ["total", total, UNDECIDED if is_open else OURS, ""]]
    why = "; ".join(filter(None, [grade.formula, _why(None, grade.steps)]))
    rows.append(["total", f"{total} ({short_number(percent)} %)", why, ""])
    if grade.not_graded > 0:
        left_out = "cannot be judged on this machine, and is not in the total"
        rows.append(["not graded", f"{short_number(grade.not_graded)} of 100", left_out, ""])
    return rows


def _row_of(lab: LabGrade, record: Record) -> list[str]:
    path = record.paths.get(lab.id)
    file = "" if path is None else quoted_path(path) + _with_headers(lab.id, record)
    why = _why(lab.points, lab.steps)
    if _has_no_grade(lab):
        why = UNDECIDED if _is_open(lab, record) else OURS
    return [lab.id, _shown_points(lab.points, lab.not_graded), why, file]


def measured_in(shown: Result) -> Rows:
    """Of the labs that passed, as far as the student may see it."""
    said = [(lab["id"], measured(lab)) for lab in shown["labs"]]
    return [[f"measured {lab}", "", words, ""] for lab, words in said if words]


def answers_of(own: Exceptions) -> Rows:
    """What the student asked for, and what was answered; else what somebody checked."""
    rows, said = [], set()
    for request in own.requests:
        answers = [answer_in_words(answer) for answer in answers_to(request, own)]
        said.update(answers)
        state = "answered" if answers else "not answered yet"
        asked = f'you wrote: "{quotable(request.reason)}"'
        rows.append([_about("request", request.lab), state, "; ".join([asked, *answers]), ""])
    for lab, answer in own.checked.items():
        words = answer_in_words(answer)
        if answer.by and words not in said:
            rows.append([_about("checked", lab), "", words, ""])
    return rows


def _about(what: str, lab: str) -> str:
    return f"{what} {lab}".rstrip()


def _with_headers(lab: str, record: Record) -> str:
    headers = [
        quoted_path(left.path)
        for left in record.left_out
        if left.reason is LeftOutReason.header and left.lab == lab
    ]
    if not headers:
        return ""
    return f", with the text of {' and '.join(headers)} in place of the #include: lines count on"


def ignored_files(record: Record) -> Rows:
    """How many there are, and the first ten, after a row of titles; none if there are none."""
    files = [
        left for left in record.left_out if left.path and left.reason is not LeftOutReason.header
    ]
    count = sum(left.files for left in files)
    if count == 0:
        return []
    rows = [[left.path, left.reason_for_student] for left in files[:MOST_IGNORED]]
    more = sum(left.files for left in files[MOST_IGNORED:])
    titles = [f"{count} ignored file{'' if count == 1 else 's'}", "reason"]
    return [titles, *rows, *([["...", f"{more} more"]] if more > 0 else [])]


def points_by_shape(lab: LabResult) -> str:
    """ "2 of 9 shapes right: 7 + 7", if it is not all or nothing."""
    shapes = [check for check in lab["checks"] if check["shape"] and check["kind"] == "values"]
    points = [str(check["points"]) for check in shapes if check["status"] == "passed"]
    if not points or len(points) == len(shapes):
        return ""
    text = f"{len(points)} of {len(shapes)} shapes right: {' + '.join(points)}"
    return wrap(text, COLUMNS, 2)


# ---- pages ----


def request_for(
    record: Record, grade: StudentGrade, policy: CoursePolicy, now: float, name: str = ""
) -> Request:
    """For the page: the points with every step, and of each lab what `grade --html` shows, as far
    as the course's [show] lets students see it now. `name`: the heading, with the student's id.
    """
    result = shown_result(record, grade, policy, now)
    own = policy.exceptions.get(record.student, Exceptions())
    rows = points_of(record, grade) + measured_in(result) + answers_of(own)
    name = printable(name)
    has_name = name not in ("", record.student)
    return {
        "result": result,
        "sources": {
            lab["source"]: record.sources[lab["id"]]
            for lab in result["labs"]
            if lab["id"] in record.sources
        },
        "title": policy.title or "gemmlab",
        "heading": f"{name} ({record.student})" if has_name else record.student,
        "lead": f"total: {rows[len(grade.labs)][1]}",
        "table": [["lab", "points", "why", "your file"], *rows],
        "folded": ignored_files(record),
        "points": {
            lab.id: [lab.points or 0.0, 100 - lab.not_graded]
            for lab in grade.labs
            if lab.points is not None or lab.counts
        },
    }


def feedback_of(request: Request, answer: Answer) -> Feedback:
    """What was asked for, with the same as text."""
    parts = [f"{request['title']}: {request['heading']}\n\n"]
    for what, points, why, file in request["table"][1:]:
        parts.append(f"  {what:11} {points}".rstrip() + "\n")
        parts.append(wrap(why, COLUMNS, 6) if why else "")
        parts.append(wrap(f"your file: {file}", COLUMNS, 6) if file else "")
    for lab in request["result"]["labs"]:
        parts.append("\n" + answer["labs"][lab["id"]] + points_by_shape(lab))
    for path, reason in request["folded"][1:]:
        parts.append(wrap(f"ignored {quoted_path(path)}: {reason}", COLUMNS, 2))
    # Its lines are broken already.
    text = printable("".join(parts)).replace(NO_BREAK, " ")
    return Feedback(answer["html"].replace(NO_BREAK, " "), text)


def write_feedback(
    out: Path,
    sources: Iterable[SubmissionSource],
    grades: Sequence[StudentGrade],
    policy: CoursePolicy,
    show: Show,
) -> None:
    """All files from the records in `out`, which are read one at a time."""
    now = time.time()
    by_student = {source.student: source for source in sources}
    asked: deque[tuple[str, Request]] = deque()  # what `show` has not answered yet

    def requests() -> Iterator[Request]:
        for grade in grades:
            source = by_student[grade.student]
            record = kept_record(out, source)
            if record is not None:
                request = request_for(record, grade, policy, now, source.who.name)
                asked.append((grade.student, request))
                yield request

    for answer in show(requests()):
        student, request = asked.popleft()
        feedback = feedback_of(request, answer)
        folder = make_folder(make_folder(out / "feedback") / student)
        write(folder / "feedback.html", feedback.html)
        write(folder / "feedback.txt", feedback.text)
