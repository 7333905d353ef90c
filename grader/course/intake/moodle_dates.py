"""The dates in Moodle's grading worksheet, in four languages."""

import re
from datetime import datetime, tzinfo

from course.dates import iso8601, utc_of
from course.intake.brightspace_dates import month_in

# "Friday, 30 January 2026, 1:10 PM", "vendredi 30 janvier 2026, 13:10", and as in the United States
# "Friday, January 30, 2026, 1:10 PM". What is before is the day of the week.
_DAY = (
    r"(?:(?P<day>\d{1,2})\.? (?:de )?(?P<month>[^\W\d]+)\.?"
    r"|(?P<us_month>[^\W\d]+)\.? (?P<us_day>\d{1,2}),)"
)
_FORM = re.compile(
    r"(?:[^\d]*[ ,])?" + _DAY + r" (?:de )?(?P<year>\d{4}),? "
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d)\s?(?:(?P<half>[ap])\.?\s?m\.?)?",
    re.IGNORECASE,
)


def time_of_moodle(text: str, zone: tzinfo | None) -> str:
    """ISO 8601, in UTC, of a time of that zone; empty for another text."""
    found = _FORM.fullmatch(text)
    if not found:
        return ""
    hour, half = int(found["hour"]), (found["half"] or "").lower()
    if half:
        if not 1 <= hour <= 12:
            return ""
        hour = hour % 12 + (12 if half == "p" else 0)
    month = month_in(found["month"] or found["us_month"])
    day = int(found["day"] or found["us_day"])
    try:
        when = datetime(int(found["year"]), month, day, hour, int(found["minute"]))
        return iso8601(utc_of(when, zone))
    except (ValueError, OverflowError):
        return ""
