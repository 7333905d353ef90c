"""Times in a grading worksheet are read in the languages of many courses, or not at all."""

import unittest
from zoneinfo import ZoneInfo

from course.intake.moodle_dates import time_of_moodle

BERLIN = ZoneInfo("Europe/Berlin")


class MoodlesDates(unittest.TestCase):
    def test_are_read_in_four_languages_and_as_in_the_united_states(self) -> None:
        for text in (
            "Friday, 30 January 2026, 1:10 PM",
            "30 January 2026, 13:10",
            "Fri, 30. Jan. 2026, 1:10PM",
            "Friday, January 30, 2026, 1:10 PM",
            "Freitag, 30. Januar 2026, 13:10",
            "vendredi 30 janvier 2026, 13:10",
            "viernes, 30 de enero de 2026, 13:10",
            "viernes, 30 de enero de 2026, 1:10 p. m.",
        ):
            self.assertEqual(time_of_moodle(text, BERLIN), "2026-01-30T12:10:00Z", text)
        for text in ("mardi 3 mars 2026, 00:05", "Tuesday, March 3, 2026, 12:05 AM"):
            self.assertEqual(time_of_moodle(text, BERLIN), "2026-03-02T23:05:00Z", text)
        for text, month in (
            ("Sonntag, 1. März 2026, 12:00", 3),
            ("dimanche 1 février 2026, 12:00", 2),
            ("samedi 1 août 2026, 12:00", 8),
            ("lunes, 1 de junio de 2026, 12:00", 6),
            ("mercredi 1 juillet 2026, 12:00", 7),
            ("Dienstag, 1. Dezember 2026, 12:00", 12),
        ):
            self.assertEqual(time_of_moodle(text, None)[:7], f"2026-{month:02}", text)

    def test_are_none_in_another_text(self) -> None:
        for text in (
            "",
            "-",
            "today",
            "30 February 2026, 1:10 PM",
            "30 January 2026, 13:10 PM",
            "1/30/2026, 13:10",
            "vrijdag, 30 prosinec 2026, 13:10",
            "30 January 2026",
        ):
            self.assertEqual(time_of_moodle(text, BERLIN), "", text)


if __name__ == "__main__":
    unittest.main()
