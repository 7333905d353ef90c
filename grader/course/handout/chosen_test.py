"""Which labs a class gets."""

import tempfile
import unittest
from pathlib import Path

from course.errors import UsageError
from course.handout.chosen import Chosen, chosen_labs, table_without

TABLE = """\
# All labs.
id   name   file      title
01   one    one.cpp   One
00   stairs -         Stairs
00.1 low    01_low.cu Low
02   two    two.cu    Two
-    beyond -         Beyond the course
07   seven  seven.cu  Seven
08   eight  eight.cu  Eight
"""


def chosen(*words: str) -> Chosen:
    with tempfile.TemporaryDirectory() as root:
        (Path(root) / "labs").mkdir()
        (Path(root) / "labs/labs.table").write_text(TABLE)
        return chosen_labs(Path(root), words)


class Labs(unittest.TestCase):
    def ids(self, *words: str) -> tuple[list[str], list[str]]:
        found = chosen(*words)
        return [lab.id for lab in found.labs], [lab.id for lab in found.steps]

    def test_are_those_of_the_course_without_words(self) -> None:
        self.assertEqual(self.ids(), (["01", "02"], ["00.1"]))
        self.assertEqual(chosen().left_out, {"07_seven", "08_eight"})
        self.assertEqual(chosen("01-08").left_out, set())

    def test_of_a_range_are_those_between_in_teaching_order(self) -> None:
        self.assertEqual(self.ids("01-02"), (["01", "02"], ["00.1"]))
        self.assertEqual(self.ids("02-07"), (["02", "07"], []))
        self.assertEqual(chosen("01-02").left_out, {"07_seven", "08_eight"})

    def test_of_a_range_are_those_between_by_number_too(self) -> None:
        self.assertEqual(self.ids("00-02"), (["01", "02"], ["00.1"]))

    def test_of_several_words_are_each_taken_once(self) -> None:
        self.assertEqual(self.ids("two", "8", "02"), (["02", "08"], []))

    def test_that_do_not_exist_are_refused(self) -> None:
        for words, part in (
            ("03", "no lab '03'"),
            ("01-9", "no lab '9'"),
            ("02-01", "ends before"),
        ):
            with self.subTest(words), self.assertRaisesRegex(UsageError, part):
                chosen(words)


class Table(unittest.TestCase):
    def test_loses_the_rows_of_labs_that_are_left_out(self) -> None:
        text = table_without(TABLE, {"00_stairs", "08_eight"})
        self.assertEqual(
            [line.split()[0] for line in text.splitlines()[1:]], ["id", "01", "02", "-", "07"]
        )

    def test_loses_a_heading_without_labs(self) -> None:
        text = table_without(TABLE, {"07_seven", "08_eight"})
        self.assertTrue(text.endswith("02   two    two.cu    Two\n"), text)


if __name__ == "__main__":
    unittest.main()
