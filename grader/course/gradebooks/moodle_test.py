"""Moodle's grading worksheet comes back without a lost grade, or one replaced in silence."""

import tempfile
import unittest
from pathlib import Path

from course.gradebooks.base import Gradebook
from course.gradebooks.opening import open_gradebook
from course.sample_results import LABS
from course.tables.sample_grades import student

TITLES = (
    "Identifier,Full name,Status,Grade,Maximum grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade)\n"
)
TIME = '"Friday, 30 January 2026, 1:10 PM"'


class Moodle(unittest.TestCase):
    def book(self, text: str, encoding: str = "utf-8") -> Gradebook:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sheet.csv"
            path.write_bytes(text.encode(encoding))
            return open_gradebook(path, LABS)

    def test_names_earlier_grades_and_what_they_become(self) -> None:
        text = TITLES + "".join(
            f"Participant {i},P{i},Submitted for grading,{grade},50.00,Yes,{TIME},{TIME}\n"
            for i, grade in enumerate(("7.00", "25.00", "", "8.50"), 1)
        )
        book = self.book(text)
        filled = book.filled([
            student("s1", (100, 80), row=2), student("s2", (60, 40), row=3),
            student("s3", (60, 40), row=4), student("s4", (None, None), row=5),
        ])  # fmt: skip
        for row in ("P1,Submitted for grading,45,", "P2,Submitted for grading,25,"):
            self.assertIn(row, filled)
        self.assertEqual(
            book.notes,
            [
                "moodle.csv: s4 has no grade, and there still is 8.50: clear it in the platform",
                "moodle.csv replaces 1 earlier grade: s1 7.00 -> 45",
            ],
        )

    def test_keeps_locked_rows_and_says_which(self) -> None:
        text = TITLES + "".join(
            f"Participant {i},P{i},Submitted for grading,{grade},50.00,No,{TIME},-\n"
            for i, grade in enumerate(("7.00", "25.00", ""), 1)
        )
        book = self.book(text)
        people = [student(f"s{i}", (60, 40), row=i + 1) for i in (1, 2, 3)]
        self.assertEqual(book.filled(people), text.replace(TIME, TIME))
        locked = "is locked in the platform's gradebook and stays"
        self.assertEqual(
            book.notes,
            [
                f'moodle.csv: the grade of s1 {locked} "7.00", in place of 25: unlock it there',
                f'moodle.csv: the grade of s3 {locked} "", in place of 25: unlock it there',
            ],
        )

    def test_may_be_in_german_with_a_comma_and_without_an_upload_that_is_ignored(self) -> None:
        text = (
            "ID,Vollständiger Name,Status,Bewertung,Bestwertung,Bewertung kann geändert werden,"
            "Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung)\n"
            'Teilnehmer/in1,Jörg,Zur Bewertung abgegeben,,"50,00",Ja,-,-\n'
            'Teilnehmer/in2,Bo,Zur Bewertung abgegeben,"7,00","50,00",Nein,-,-\n'
        )
        people = [student(f"s{i}", (60, 40), row=i + 1) for i in (1, 2)]
        for encoding in ("utf-8", "cp1252"):
            book = self.book(text, encoding)
            self.assertEqual(book.filled(people), text.replace("abgegeben,,", "abgegeben,25,"))
            self.assertEqual(book.file, "moodle.csv")
            self.assertIn("Moodle reads their times only in English", book.notes[0])
            self.assertIn(
                's2 is locked in the platform\'s gradebook and stays "7,00"', book.notes[1]
            )
        first = text[: text.index("Teilnehmer/in2")]
        self.assertEqual(self.book(first).notes, [])

    def test_with_a_scale_or_without_points_comes_back_as_it_came(self) -> None:
        for titles, most, words in (
            ("Grade,Scale", "poor\ngood", "words of a scale (poor good)"),
            ("Grade,Maximum grade", "0.00", "no points"),
            ("Grade", "", "no points"),
        ):
            cell = f',"{most}"' if most else ""
            text = (
                f"Identifier,Full name,Status,{titles},Last modified (submission)\n"
                f"Participant 1,Ann,Submitted for grading,good{cell},-\n"
            )
            book = self.book(text)
            filled = book.filled([student("s1", (60, 40), row=2)])
            self.assertEqual(filled.replace('"', ""), text.replace('"', ""))
            self.assertIn(words, book.notes[0])

    def test_says_if_another_program_has_saved_it(self) -> None:
        text = TITLES.replace(",", ";") + f"Participant 1;P1;No submission;;50;Yes;{TIME};-\n"
        self.assertIn("Choose that separator", self.book(text).notes[0])


if __name__ == "__main__":
    unittest.main()
