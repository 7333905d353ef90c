"""How the gradebooks of Canvas and Moodle come back."""

import tempfile
import unittest
from pathlib import Path

from course.errors import UsageError
from course.gradebooks.base import Gradebook
from course.gradebooks.opening import open_gradebook
from course.sample_results import LABS
from course.tables.sample_grades import student

CANVAS = (
    "\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Essay (11),gemmlab 02 (12),gemmlab (13)\r\n"
    "    Points Possible,,,,,5,10,100\r\n"
    '"Lee, Ann",0071,S-1,ann,"A, ""one""",4,,\r\n'
    "=Ben,72,ben,b.smith@uni.edu,B,,3,1\r\n"
    '"Fay, Dee",74,,dee@uni.edu,B,,7,8\r\n'
    '"Student, Test",99,,test,B,,,\r\n'
)
MOODLE = (
    '\ufeffIdentifier,"Full name","ID number",Grade,"Maximum grade","Last modified (submission)"\n'
    '"Participant 1","Ann Lee",s1,,50.00,-\n'
    '"Participant 2","Bo, the\nsecond",s2,7.00,50.00,"Friday, 30 January 2026, 1:10 PM"\n'
    '"Participant 3",Cy,s3,,50.00,-\n'
)


class Gradebooks(unittest.TestCase):
    def book(self, text: str, column: str = "", encoding: str = "utf-8") -> Gradebook:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "book.csv"
            path.write_bytes(text.encode(encoding))
            return open_gradebook(path, LABS, column)

    def test_of_canvas_keep_their_keys_and_have_our_columns_filled_in(self) -> None:
        book = self.book(CANVAS)
        self.assertEqual(
            book.filled(
                [
                    student("ann", (80, 80), row=3),
                    student("ben", (55.5, 55.5), row=4),
                    student("eve"),
                ]
            ),
            "\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,gemmlab 02 (12),gemmlab (13)\r\n"
            "    Points Possible,,,,,10,100\r\n"
            '"Lee, Ann",0071,S-1,ann,"A, ""one""",8,80\r\n'
            "=Ben,72,ben,b.smith@uni.edu,B,5.55,55.5\r\n"
            '"Fay, Dee",74,,dee@uni.edu,B,7,8\r\n'
            '"Student, Test",99,,test,B,,\r\n',
        )
        self.assertEqual(book.file, "canvas.csv")
        self.assertEqual(
            book.notes[1],
            "canvas.csv replaces 2 earlier grades: ben in gemmlab 02 (12) 3 -> 5.55, ben in "
            "gemmlab (13) 1 -> 55.5",
        )
        self.assertEqual(len(book.notes), 3)
        self.assertIn('"Fay, Dee" has no submission', book.notes[0])
        self.assertIn("eve has no row", book.notes[2])

    def test_of_canvas_may_have_last_and_first_names(self) -> None:
        book = self.book(
            "LastName,FirstName,ID,SIS Login ID,Section,Lab 2 (7),Lab 2 quiz (8)\n"
            "    Points Possible,,,,,10,5\nLee,Ann,71,ann,A,,4\nKim,Bo,72,bo,A,,3\n"
            "Student,Test,99,0123,A,,\n"
        )
        self.assertEqual(
            book.filled([student("ann", row=3)]),
            "LastName,FirstName,ID,SIS Login ID,Section,Lab 2 (7)\n"
            "    Points Possible,,,,,10\nLee,Ann,71,ann,A,8\nKim,Bo,72,bo,A,\n"
            "Student,Test,99,0123,A,\n",
        )
        self.assertEqual(
            book.notes, ['canvas.csv: "Kim, Bo" has no submission: the row is unchanged']
        )

    def test_of_canvas_keep_who_is_excused_and_who_has_no_such_assignment(self) -> None:
        text = "Student,ID,Section,gemmlab (1)\nAnn,1,A,EX\nBo,2,A,N/A\nCy,3,A,4\n"
        book = self.book(text)
        people = [student(id_, row=row) for id_, row in (("ann", 2), ("bo", 3), ("cy", 4))]
        self.assertEqual(book.filled(people), text.replace("A,4", "A,50"))
        self.assertEqual(
            book.notes,
            [
                'canvas.csv: ann is "EX" in Canvas, which stays; the grade here is 50',
                'canvas.csv: bo is "N/A" in Canvas, which stays; the grade here is 50',
                "canvas.csv replaces 1 earlier grade: cy 4 -> 50",
            ],
        )

    def test_have_the_grade_of_one_lab_if_the_assignment_is_about_it(self) -> None:
        book = self.book(CANVAS, "Essay")
        book.own_labs = ["02"]
        text = book.filled([student("ann", (80, 20), row=3), student("ben", (None, 20), row=4)])
        self.assertIn('"A, ""one""",4\r\n', text)
        self.assertIn("b.smith@uni.edu,B,\r\n", text)
        self.assertEqual(
            book.notes[0],
            'canvas.csv: "Essay (11)" has the grade of lab 02 alone: the others are of other '
            "folders",
        )
        book = self.book(CANVAS, "Essay")
        book.own_labs = ["02", "03"]
        self.assertIn('"A, ""one""",3.13\r\n', book.filled([student("ann", (80, 20), row=3)]))

    def test_get_the_total_in_the_column_that_is_named(self) -> None:
        self.assertIn(
            '"A, ""one""",2.5\r\n', self.book(CANVAS, "Essay").filled([student("ann", row=3)])
        )

    def test_keep_a_cell_where_our_side_failed(self) -> None:
        text = self.book(CANVAS).filled([student("dee", (None, None), row=5)])
        self.assertIn('"Fay, Dee",74,,dee@uni.edu,B,7,8\r\n', text)

    def test_get_percents_of_what_could_be_judged(self) -> None:
        ann = student("ann", (80, 80), percent=100, row=3)
        self.assertIn(",8,100\r\n", self.book(CANVAS).filled([ann]))

    def test_of_moodle_come_back_whole_scaled_to_the_maximum_grade(self) -> None:
        book = self.book(MOODLE)
        text = book.filled(
            [
                student("s1", (60, 40), row=2),
                student("s2", (None, None), row=3),
                student("s3", (120, 100), row=5),
            ]
        )
        self.assertEqual(
            text,
            MOODLE.replace("s1,,", "s1,25,")
            .replace("s3,,", "s3,55,")
            .replace('"Participant 1","Ann Lee"', "Participant 1,Ann Lee")
            .replace('"Participant 2"', "Participant 2")
            .replace('"Participant 3"', "Participant 3")
            .replace('"Full name","ID number"', "Full name,ID number")
            .replace('"Maximum grade"', "Maximum grade")
            .replace('"Last modified (submission)"', "Last modified (submission)"),
        )
        self.assertEqual(book.file, "moodle.csv")
        self.assertEqual(
            book.notes,
            [
                "moodle.csv: s2 has no grade, and there still is 7.00: clear it in the platform",
                "moodle.csv: s3 has 55 of 50: the import may refuse more than the maximum",
            ],
        )

    def test_may_have_other_signs_and_encodings(self) -> None:
        for separator, encoding in ((";", "utf-8"), ("\t", "utf-16")):
            text = f"Student{separator}ID{separator}gemmlab (1)\nZoë{separator}1{separator}\n"
            filled = self.book(text, encoding=encoding).filled([student("zoe", row=2)])
            self.assertEqual(filled, text[:-1] + "50\n")

    def test_are_read_as_excel_saves_them_and_written_as_utf_8(self) -> None:
        for encoding in ("cp1252", "utf-8"):
            text = "Student,ID,gemmlab\nZoë,1,\n"
            filled = self.book(text, encoding=encoding).filled([student("zoe", row=2)])
            self.assertEqual(filled, "Student,ID,gemmlab\nZoë,1,50\n")

    def test_say_what_they_lack(self) -> None:
        for text, column, words in (
            ("", "", "neither Canvas"),
            ("Name,Grade\n", "", "neither Canvas"),
            (CANVAS, "Labs", "no column 'Labs'.*gemmlab 02 \\(12\\)"),
            ("Student,ID\n", "", "no column for gemmlab"),
            ('Student,ID,"gemmlab\n', "", "cannot be read: line 1: a quote is not closed"),
        ):
            with self.assertRaisesRegex(UsageError, words):
                self.book(text, column)
        with self.assertRaisesRegex(UsageError, "cannot be read: .*No such file"):
            open_gradebook(Path("/nowhere/book.csv"), LABS)


if __name__ == "__main__":
    unittest.main()
