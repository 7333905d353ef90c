"""Dates in Brightspace's names."""

import unittest
from zoneinfo import ZoneInfo

from course.intake.brightspace_dates import time_of_brightspace


class DatesOfBrightspace(unittest.TestCase):
    def test_are_read_in_each_form(self) -> None:
        for text, time in {
            "Jan 31, 2026 1015 PM": "2026-01-31T22:15:00Z",
            "Jan 31, 2026 105 AM": "2026-01-31T01:05:00Z",
            "Jan 31, 2026 1205 AM": "2026-01-31T00:05:00Z",
            "January 31, 2026 10 15 PM": "2026-01-31T22:15:00Z",
            "31 January, 2026 1015 p.m.": "2026-01-31T22:15:00Z",
            "Saturday, 31 Jan 2026 2215": "2026-01-31T22:15:00Z",
            "31 mars 2026 22 h 15": "2026-03-31T22:15:00Z",
            "31 juil. 2026 905": "2026-07-31T09:05:00Z",
            "15 de enero de 2026 22 15": "2026-01-15T22:15:00Z",
            "1. Dez. 2026 2215": "2026-12-01T22:15:00Z",
            "2026-01-31 2215": "2026-01-31T22:15:00Z",
        }.items():
            self.assertEqual(time_of_brightspace(text, ZoneInfo("UTC")), time, text)

    def test_are_of_the_courses_zone(self) -> None:
        time = time_of_brightspace("Jul 31, 2026 1015 PM", ZoneInfo("America/New_York"))
        self.assertEqual(time, "2026-08-01T02:15:00Z")

    def test_are_not_guessed(self) -> None:
        for text in (
            "1 2, 2026 1015 PM",
            "Foo 31, 2026 1015 PM",
            "Jan 31, 2026",
            "Jan 31, 2026 1315 PM",
            "Feb 31, 2026 1015 PM",
            "mar. 31 ene 2026 2215",  # a Tuesday, or March
            "",
        ):
            self.assertEqual(time_of_brightspace(text, ZoneInfo("UTC")), "", text)


if __name__ == "__main__":
    unittest.main()
