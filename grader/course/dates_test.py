"""Times are read in the zone that they are of, and written as they are read."""

import os
import re
import time
import unittest
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from course.dates import iso8601, parse_utc, read_local, utc_of
from course.properties import given, needs_hypothesis, some

BERLIN = ZoneInfo("Europe/Berlin")


class Utc(unittest.TestCase):
    def test_is_read_with_an_offset_and_is_utc_without(self) -> None:
        self.assertEqual(parse_utc("1970-01-01"), 0)
        self.assertEqual(parse_utc("1970-01-02T00:00:01Z"), 86401)
        end_of_january = parse_utc("2026-01-31T23:59:00Z")
        for text in (
            "2026-01-31 23:59",
            "2026-02-01T00:59:00+01:00",
            "2026-01-31T18:29:00.5-0530",
            "2026-01-31t23:58:60z",
        ):
            self.assertEqual(parse_utc(text), end_of_january, text)

    def test_is_not_read_from_what_is_no_day_or_no_time(self) -> None:
        for text in (
            "",
            "tomorrow",
            "2026-02-30",
            "2026-13-01",
            "0000-01-01",
            "2026-01-01T24:00",
            "2026-01-01T12:60",
            "2026-01-01T12:00+24:00",
            "26-01-01",
            "2026-01-01T",
            "2026-01-01\n",
            "\u0662026-01-01",
        ):
            self.assertIsNone(parse_utc(text), text)

    def test_is_written_as_it_is_read(self) -> None:
        for text in ("1969-12-31T23:59:59Z", "2024-02-29T12:34:56Z", "9999-12-31T23:59:59Z"):
            self.assertEqual(iso8601(parse_utc(text) or 0), text)
        self.assertEqual(iso8601(0, 90), "1970-01-01T01:30:00+01:30")
        self.assertEqual(iso8601(0, -30), "1969-12-31T23:30:00-00:30")
        self.assertEqual(iso8601(2**63), "9999-12-31T23:59:59Z")
        self.assertEqual(iso8601(-(2**63)), "0001-01-01T00:00:00Z")


class LocalTimes(unittest.TestCase):
    def test_are_of_the_zone_that_is_named(self) -> None:
        self.assertEqual(
            read_local("2026-01-31-22-15", "%Y-%m-%d-%H-%M", BERLIN), "2026-01-31T21:15:00Z"
        )
        self.assertEqual(
            read_local("2026-07-31-22-15", "%Y-%m-%d-%H-%M", BERLIN), "2026-07-31T20:15:00Z"
        )
        self.assertEqual(read_local("yesterday", "%Y", BERLIN), "")
        self.assertEqual(read_local("0001", "%Y", BERLIN), "0001-01-01T00:00:00Z")

    def test_are_of_this_machines_zone_if_none_is(self) -> None:
        before = os.environ.get("TZ")
        try:
            os.environ["TZ"] = "America/New_York"
            time.tzset()
            self.assertEqual(utc_of(datetime(2026, 1, 31, 12), None), parse_utc("2026-01-31T17:00"))
        finally:
            del os.environ["TZ"]
            if before is not None:
                os.environ["TZ"] = before
            time.tzset()

    def test_of_the_hour_that_comes_twice_are_of_the_first(self) -> None:
        twice = datetime(2026, 10, 25, 2, 30)
        self.assertEqual(utc_of(twice, BERLIN), parse_utc("2026-10-25T02:30+02:00"))


@needs_hypothesis
class AnyTime(unittest.TestCase):
    def test_is_read_as_it_was_written(self) -> None:
        seconds_of_days = some.integers(-62135596800 + 86400, 253402300799 - 86400)

        @given(seconds_of_days, some.integers(-1439, 1439))
        def check(seconds: int, offset: int) -> None:
            self.assertEqual(parse_utc(iso8601(seconds, offset)), seconds)

        check()

    def test_agrees_with_pythons_own(self) -> None:
        @given(some.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30)))
        def check(moment: datetime) -> None:
            moment = moment.replace(microsecond=0, tzinfo=timezone.utc)
            seconds = (moment - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(seconds=1)
            self.assertEqual(parse_utc(moment.isoformat()), seconds)

        check()

    def test_is_none_or_a_time_whatever_the_text(self) -> None:
        form = r"\A\d{4}-[0-2]\d-[0-4]\d[T ][0-3]\d:\d\d(:\d\d)?([+-]\d\d:?\d\d)?\Z"

        @given(some.from_regex(re.compile(form, re.ASCII)))
        def check(text: str) -> None:
            seconds = parse_utc(text)
            if seconds is not None:
                self.assertRegex(iso8601(seconds), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")

        check()


if __name__ == "__main__":
    unittest.main()
