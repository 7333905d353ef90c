"""Times as people, platforms and tables write them. Without an offset they are in the course's time
zone, or in this machine's if the course names none."""

import re
from contextlib import suppress
from datetime import date, datetime, timedelta, timezone, tzinfo

_EPOCH = datetime(1970, 1, 1)
_FIRST = -62135596800  # 0001-01-01T00:00:00Z
_LAST = 253402300799  # 9999-12-31T23:59:59Z

_ISO_8601 = re.compile(
    r"(\d{4}-\d\d-\d\d)"
    r"(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?)?",
    re.ASCII,
)


def has_offset(text: str) -> bool:
    """Whether it says how far from UTC it is."""
    match = _ISO_8601.fullmatch(text)
    return match is not None and (text[-1] in "Zz" or match[5] is not None)


def parse_utc(text: str, zone: tzinfo | None = timezone.utc) -> int | None:
    """Seconds since 1970-01-01 UTC. Accepts "2026-01-31T23:59:00Z", "2026-01-31 23:59+01:00" and
    "2026-01-31"; without an offset it is of that zone, without a time the first second of the day.
    None for any other text or an invalid date."""
    match = _ISO_8601.fullmatch(text)
    if not match:
        return None
    day, sign = match[1], match[5]
    hour, minute, second, offset_hours, offset_minutes = (
        int(digits or 0) for digits in match.group(2, 3, 4, 6, 7)
    )
    if hour > 23 or minute > 59 or second > 60 or offset_hours > 23 or offset_minutes > 59:
        return None
    try:
        days = (date.fromisoformat(day) - _EPOCH.date()).days
    except ValueError:
        return None
    offset = 60 * (60 * offset_hours + offset_minutes)
    utc = 86400 * days + 3600 * hour + 60 * minute + second
    if not has_offset(text):
        with suppress(OverflowError, ValueError):  # at the end of all calendars
            return utc_of(_EPOCH + timedelta(seconds=utc), zone)
    return utc + offset if sign == "-" else utc - offset


def iso8601(seconds: int, offset: int = 0) -> str:
    """Written as "2026-01-31T23:59:00Z", or with that offset in minutes as
    "2026-02-01T00:59:00+01:00". A year outside 1..9999 becomes the closest one."""
    local = min(max(seconds + 60 * offset, _FIRST), _LAST)
    text = (_EPOCH + timedelta(seconds=local)).isoformat()
    hours, minutes = divmod(abs(offset), 60)
    return text + (f"{'+' if offset > 0 else '-'}{hours:02}:{minutes:02}" if offset else "Z")


def utc_of(local: datetime, zone: tzinfo | None) -> int:
    """Seconds since 1970 of a date and time of that zone; None: of this machine's."""
    return int(local.replace(tzinfo=zone).timestamp())


def read_local(text: str, form: str, zone: tzinfo | None) -> str:
    """A time of that zone as ISO 8601 in UTC; empty for another text. `form`: as for strptime."""
    try:
        return iso8601(utc_of(datetime.strptime(text, form), zone))
    except (ValueError, OverflowError):
        return ""
