"""requests.csv: whom students ask to look at a lab again, and what they were answered."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from course.csv_table import CsvError, Row, read_csv
from course.dates import iso8601, parse_utc
from course.errors import UsageError
from course.intake.names import plain_name, quoted_path
from course.labs import Lab, find_lab
from course.rules.exceptions import Adjustment, Answer, Exceptions, Request
from course.text import printable

_TITLES = {
    "student": ("student", "id", "login", "email", "e-mail", "name"),
    "lab": ("lab",),
    "reason": ("reason",),
    "time": ("time", "timestamp", "date"),
}


def read_requests(
    file: Path, labs: Sequence[Lab], meant_by: Callable[[str], set[str]]
) -> dict[str, list[Request]]:
    """By student, in the order of the file: columns id, lab, reason and, optionally, time, named by
    its first row. Without a lab it is about all. Raises UsageError with file and line."""
    found: dict[str, list[Request]] = {}
    line = 1
    try:
        rows = read_csv(file.read_bytes())
        columns = _columns_of(rows)
        for row in rows[1:]:
            line = row.line
            cells = {field: plain_name(row.cell(at)).strip() for field, at in columns.items()}
            lab = find_lab(labs, cells["lab"])
            if cells["lab"] and lab is None:
                raise UsageError(f"there is no lab {quoted_path(cells['lab'])}")
            if not cells["reason"]:
                raise UsageError("the row needs a reason")
            request = Request(
                lab.id if lab else "", printable(cells["reason"]), _day_in(cells.get("time", ""))
            )
            for student in sorted(meant_by(cells["student"])):
                found.setdefault(student, []).append(request)
    except (UsageError, CsvError) as error:
        raise UsageError(f"{file}:{line}: {error}") from None
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    return found


def _columns_of(rows: list[Row]) -> dict[str, int]:
    titles = [title.strip().casefold() for title in rows[0].cells] if rows else []
    columns = {
        field: next(at for at, title in enumerate(titles) if title in names)
        for field, names in _TITLES.items()
        if set(titles) & set(names)
    }
    if not {"student", "lab", "reason"} <= set(columns):
        raise UsageError("the first line must be id,lab,reason or id,lab,reason,time")
    return columns


def _day_in(text: str) -> str:
    """The date of a time; empty if there is none."""
    time = parse_utc(text)
    if text and time is None:
        raise UsageError(f"{quoted_path(text)} is not a time; write 2026-12-01")
    return "" if time is None else iso8601(time)[:10]


# ---- answers ----


def answers_to(request: Request, own: Exceptions) -> list[Adjustment | Answer]:
    """What was said to it, with who and when: adjustments and checks of its lab, or of all, that
    are not older. None: it is not answered."""
    said = [own.adjustments.get(request.lab), own.checked.get(request.lab)]
    if request.lab:
        said.append(own.checked.get(""))
    return [
        answer for answer in said if answer is not None and answer.by and answer.on >= request.on
    ]


def answer_in_words(answer: Adjustment | Answer) -> str:
    """ "Ina, 2026-12-01: the race is real (points: +5)"."""
    points = f" (points: {answer.points:+.4g})" if isinstance(answer, Adjustment) else ""
    return f"{answer.by}, {answer.on}: {answer.reason}{points}"


def answers_json(own: Exceptions) -> dict[str, Any]:
    """What a person checked, and what students asked for."""
    return {
        "checked": sorted(own.checked),
        "answers": [
            {"lab": lab, **asdict(answer)} for lab, answer in sorted(own.checked.items())
            if answer.by
        ],
        "requests": [
            {
                "lab": request.lab, "reason": request.reason, "on": request.on,
                "answers": [answer_in_words(answer) for answer in answers_to(request, own)],
            }
            for request in own.requests
        ],
    }  # fmt: skip
