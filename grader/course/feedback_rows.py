"""The rows of a student's page: points with each step, what was measured, answers, other files."""

from collections.abc import Sequence

from course.intake.hand_ins import LeftOutReason
from course.intake.names import quoted_path
from course.measured import measured
from course.records import LabResult, Record, Result, is_undecided
from course.rules.exceptions import Exceptions
from course.rules.grade import LabGrade, StudentGrade, percent_of
from course.rules.requests import answer_in_words, answers_to
from course.rules.steps import Rule, Step
from course.text import quotable, short_number, wrap

Rows = list[list[str]]

COLUMNS = 80
MOST_IGNORED = 10  # files, in a list
OURS = "not judged: a problem of the grader, not of your work"
UNDECIDED = "your instructor decides what counts; ask if this stays so"


def has_no_grade(lab: LabGrade) -> bool:
    """Yet; not if it is excused."""
    return lab.points is None and lab.counts


def _is_open(lab: LabGrade, record: Record) -> bool:
    """Whether somebody has to decide about it, or has left it open."""
    return is_undecided(record, lab.id) or any(step.rule is Rule.OPEN for step in lab.steps)


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
    rows = [row_of(lab, record) for lab in grade.labs]
    total = _shown_points(grade.total, grade.not_graded)
    percent = percent_of(grade.total, grade.not_graded)
    if percent is None:
        is_open = any(has_no_grade(lab) and _is_open(lab, record) for lab in grade.labs)
        return [*rows, ["total", total, UNDECIDED if is_open else OURS, ""]]
    why = "; ".join(filter(None, [grade.formula, _why(None, grade.steps)]))
    rows.append(["total", f"{total} ({short_number(percent)} %)", why, ""])
    if grade.not_graded > 0:
        left_out = "cannot be judged on this machine, and is not in the total"
        rows.append(["not graded", f"{short_number(grade.not_graded)} of 100", left_out, ""])
    return rows


def row_of(lab: LabGrade, record: Record) -> list[str]:
    path = record.paths.get(lab.id)
    file = "" if path is None else quoted_path(path) + _with_headers(lab.id, record)
    why = _why(lab.points, lab.steps)
    if has_no_grade(lab):
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
