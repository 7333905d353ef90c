"""What goes back to a student: OUT/feedback/STUDENT/feedback.html and .txt. Nothing in it is about
anybody else.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.feedback_rows import (
    COLUMNS,
    Rows,
    answers_of,
    has_no_grade,
    ignored_files,
    measured_in,
    points_by_shape,
    points_of,
    row_of,
)
from course.intake.hand_ins import SubmissionSource
from course.intake.names import NO_BREAK, quoted_path
from course.own_files import make_folder, write
from course.records import LabResult, Record, Result, changed_texts, is_undecided, kept_record
from course.repairs import without_repairs
from course.rules.exceptions import Exceptions
from course.rules.grade import LabGrade, StudentGrade
from course.rules.points import weighed
from course.rules.policy import CoursePolicy, ShowRule, Visibility, visibility_of
from course.text import printable, wrap
from course.unrun import without_unrun

Check = dict[str, Any]
Request = dict[str, Any]  # of one page, to the program that shows results
Answer = dict[str, Any]  # "html", and "labs": the text about each lab, by id
Show = Callable[[Iterable[Request]], Iterator[Answer]]  # an answer for each request, in order

# What a check has that was not graded, besides its name, kind and worth.
NO_GPU = {
    "status": "not_graded", "outcome": "not_graded", "reason": "no_gpu", "verdict": "NOT GRADED",
    "places": [], "hint": "", "diagnosis": "", "cause": None, "fact": None, "failed_call": None,
    "warnings": [], "changes": [],
}  # fmt: skip


@dataclass(frozen=True)
class Feedback:
    html: str
    text: str


# ---- what a student may see of the results ----


def shown_result(record: Record, grade: StudentGrade, policy: CoursePolicy, now: float) -> Result:
    """The record's result without labs that have no grade yet, and without the checks that the
    student must not see, or not yet. `now`: seconds since 1970.
    """
    paths = paths_shown(record)
    labs = [
        _shown_lab(weighed(lab, policy.points), graded, paths, policy.show, now)
        for lab in record.result["labs"]
        for graded in grade.labs
        if graded.id == lab["id"] and not (has_no_grade(graded) or is_undecided(record, graded.id))
    ]
    return {**record.result, "labs": labs}


def _shown_lab(
    lab: LabResult, graded: LabGrade, paths: Mapping[str, str], show: ShowRule, now: float
) -> LabResult:
    lab = dict(_with_path(lab, paths.get(lab["id"], "")))
    checks = [dict(check) for check in lab["checks"]]
    for check in checks:
        # What the course counts as not graded has not failed, if the file was not even run.
        if graded.not_graded > 0 and check["kind"] == "speed" and check["outcome"] == "not_run":
            lab["not_graded_points"] += check["max_points"]
            check.update(NO_GPU)
    is_due = graded.due is not None and graded.due > now

    def is_kept(who: Visibility) -> bool:
        return who is Visibility.HIDDEN or (who is Visibility.AFTER_DUE_DATE and is_due)

    def is_hidden(kind: str) -> bool:
        return is_kept(visibility_of(kind, show))

    if is_kept(show.repairs):
        checks = [without_repairs(check) for check in checks]
    lab["checks"] = without_unrun([check for check in checks if not is_hidden(check["kind"])])
    if len(lab["checks"]) == 1:  # of all that could be reached
        lab["checks"][0]["max_points"] = int(100 - graded.not_graded)
    if is_hidden("evidence"):
        lab["advice"] = []
    return lab


def paths_shown(record: Record) -> dict[str, str]:
    """By lab id: the student's own path, as which our copy of the file is shown. Files of two labs
    may have one, as each assignment's kernel.cu: they keep our paths, which are of a lab, since
    a page quotes lines by the path.
    """
    ours = {lab["source"]: lab["id"] for lab in record.result["labs"] if lab["source"]}
    times = Counter(record.paths.values())
    return {
        lab: path
        for lab, path in record.paths.items()
        if times[path] == 1 and ours.get(path, lab) == lab
    }


def _with_path(lab: LabResult, path: str) -> LabResult:
    """With the student's own path wherever our copy of the file is named."""
    ours = lab["source"]
    if not ours or not path:
        return lab
    named: LabResult = changed_texts(lab, lambda text: text.replace(ours, path))
    return named


# ---- pages ----


def request_for(
    record: Record, grade: StudentGrade, policy: CoursePolicy, now: float, name: str = ""
) -> Request:
    """For the page: the points with every step, and of each lab what `grade --html` shows, as far
    as the course's [show] lets students see it now. `name`: the heading, with the student's id.
    """
    result = shown_result(record, grade, policy, now)
    own = policy.exceptions.get(record.student, Exceptions())
    points = points_of(record, grade)
    name = printable(name)
    has_name = name not in ("", record.student)
    heading = f"{name} ({record.student})" if has_name else record.student
    lead = f"total: {points[len(grade.labs)][1]}"
    rows = points + measured_in(result) + answers_of(own)
    return _request(record, grade, policy, result, [heading, lead], rows, ignored_files(record))


def request_for_group(
    record: Record, grade: StudentGrade, policy: CoursePolicy, now: float, name: str
) -> Request:
    """For a page that all of a group read: only the labs of the grade, and nothing that is one
    person's. `record`: of anybody in it; `name`: the heading.
    """
    result = shown_result(record, grade, policy, now)
    rows = [row_of(lab, record) for lab in grade.labs]
    lead = "; ".join(f"{row[0]}: {row[1]}" for row in rows)
    is_here = not any(lab.id in record.kept for lab in grade.labs)
    ignored = ignored_files(record) if is_here else []
    rows += measured_in(result)
    return _request(record, grade, policy, result, [printable(name), lead], rows, ignored)


def _request(
    record: Record,
    grade: StudentGrade,
    policy: CoursePolicy,
    result: Result,
    titles: Sequence[str],
    rows: Rows,
    ignored: Rows,
) -> Request:
    heading, lead = titles
    return {
        "result": result,
        "sources": {
            lab["source"]: record.sources[lab["id"]]
            for lab in result["labs"]
            if lab["id"] in record.sources
        },
        "title": policy.title or "gemmlab",
        "heading": heading,
        "lead": lead,
        "table": [["lab", "points", "why", "your file"], *rows],
        "folded": ignored,
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
