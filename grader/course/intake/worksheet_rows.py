"""What a row of Moodle's grading worksheet says of somebody's hand-in."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import tzinfo

from course.dates import parse_utc
from course.errors import UsageError
from course.intake.moodle_dates import time_of_moodle
from course.intake.names import quoted_path
from course.intake.roster_columns import Cells
from course.intake.worksheet import (
    Worksheet,
    extension_in,
    is_draft,
    is_known,
    is_like_a_date,
    is_submitted,
)


@dataclass(frozen=True)
class Told:
    """Times are ISO 8601; empty: unknown, or none."""

    time: str
    due: str  # with the overrides of single people, and of groups
    extension: str  # until when
    is_handed_in: bool  # perhaps as a draft
    is_draft: bool  # saved, or opened again, and not submitted


def told_by(row: Cells, sheet: Worksheet | None, zone: tzinfo | None) -> Told:
    """Raises UsageError for a time or a state that cannot be read."""
    status = row.first("status")
    if sheet and not sheet.is_english and not is_known(status):
        raise UsageError(f"{quoted_path(status)} is no state of a hand-in {_in_a_language(sheet)}")
    time = _time_in(row.first("time"), sheet, zone)
    return Told(
        time,
        due_of(row, sheet, zone),
        _time_in(extension_in(status), sheet, zone),
        is_handed_in=bool(time) or is_submitted(status) or is_draft(status),
        is_draft=is_draft(status),
    )


def due_of(row: Cells, sheet: Worksheet | None, zone: tzinfo | None) -> str:
    due = row.first("due")
    return _time_in(due, sheet, zone) if sheet or is_like_a_date(due) else ""


def usual_due(dates: Iterable[str], of_course: Collection[int]) -> str:
    """Until when who has no override may hand in. A worksheet does not say it: it is a date of the
    course's own (seconds since 1970; Moodle shows no seconds), else the earliest."""
    found = Counter(filter(None, dates))
    minutes = {due // 60 for due in of_course}
    ours = [date for date in found if (parse_utc(date) or 0) // 60 in minutes]
    if ours:
        return min(ours, key=lambda date: (-found[date], date))
    return min(found, default="")


def _time_in(text: str, sheet: Worksheet | None, zone: tzinfo | None) -> str:
    time = time_of_moodle(text, zone)
    if not time and any(map(str.isdigit, text)):
        raise UsageError(
            f"{quoted_path(text)} is not a time such as Friday, 30 January 2026, 1:10 PM, "
            f"{_in_a_language(sheet)}"
        )
    return time


def _in_a_language(sheet: Worksheet | None) -> str:
    seems = f"This one seems to be in {sheet.language}. " if sheet and sheet.language else ""
    return (
        f"in English, German, French or Spanish. {seems}Set your language in Moodle to one of "
        "these (the menu with your name, Language), and download the grading worksheet again; do "
        "not change its times"
    )
