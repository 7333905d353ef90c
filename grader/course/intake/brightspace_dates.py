"""The dates in Brightspace's names of folders, which follow the language of who downloads them."""

import re
from datetime import datetime, tzinfo
from unicodedata import normalize

from course.dates import iso8601, utc_of

_ISO_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)\s+(.+)", re.ASCII)
_WORDS = re.compile(r"(?P<day_and_month>.*?)\b(?P<year>20\d\d)\b\D*?(?P<time>\d.*)", re.ASCII)
# "1015 PM", "105 AM" (five past one), "22 15", "22h15"
_TIME = re.compile(r"(\d{1,2})\s?[h:.]?\s?(\d\d)\s*(?:([ap])\.?\s?m\.?)?", re.ASCII | re.IGNORECASE)

# How the months of English, German, French and Spanish begin, without accents.
_MONTHS = {
    beginning: month
    for month, beginnings in enumerate(
        ("jan ene", "feb fev", "mar mrz", "apr avr abr", "may mai", "jun juin", "jul juil",
         "aug aou ago", "sep", "oct okt", "nov", "dec dez dic"), 1
    )
    for beginning in beginnings.split()
}  # fmt: skip


def time_of_brightspace(text: str, zone: tzinfo | None) -> str:
    """ "Jan 31, 2026 1015 PM", "31 January, 2026 2215" or "2026-01-31 2215" of that zone as ISO
    8601 in UTC; empty for another text, also for a day and a month that are both numbers."""
    iso = _ISO_DAY.fullmatch(text)
    words = _WORDS.fullmatch(text)
    if iso:
        year, month, day = (int(digits) for digits in iso.groups()[:3])
    elif words:
        year, month = int(words["year"]), month_in(words["day_and_month"])
        days = re.findall(r"\d+", words["day_and_month"], re.ASCII)
        day = int(days[0]) if len(days) == 1 else 0
    else:
        return ""
    time = _TIME.fullmatch((iso[4] if iso else words["time"] if words else "").strip())
    if not time:
        return ""
    hour, half = int(time[1]), (time[3] or "").lower()
    if half:
        if not 1 <= hour <= 12:
            return ""
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        return iso8601(utc_of(datetime(year, month, day, hour, int(time[2])), zone))
    except (ValueError, OverflowError):
        return ""


def month_in(text: str) -> int:
    """0: none, or several."""
    plain = normalize("NFD", text.lower()).encode("ascii", "ignore").decode()
    words = re.findall("[a-z]{3,}", plain)
    found = {_MONTHS.get(word[:4]) or _MONTHS.get(word[:3]) for word in words} - {None}
    return found.pop() or 0 if len(found) == 1 else 0
