"""Tables are read as spreadsheets write them."""

import csv
import io
import re
import unittest

from course.csv_table import CsvError, read_csv
from course.properties import given, needs_hypothesis, some


class Csv(unittest.TestCase):
    def test_is_read_with_quotes_line_ends_and_mark(self) -> None:
        rows = read_csv(b'\xef\xbb\xbfa,"b ""c"", d"\r\n\r\n"two\nlines",\r\nlast')
        self.assertEqual(
            [row.cells for row in rows], [["a", 'b "c", d'], ["two\nlines", ""], ["last"]]
        )
        self.assertEqual([row.line for row in rows], [1, 3, 5])
        self.assertEqual([rows[2].cell(0), rows[2].cell(1), rows[2].cell(-1)], ["last", "", ""])

    def test_is_read_with_other_separators_and_in_utf_16(self) -> None:
        self.assertEqual(read_csv(b'a;"b,c;d"\nx;y')[0].cells[1], "b,c;d")
        self.assertEqual(read_csv(b"a\tb\tc,d\n")[0].cells[2], "c,d")
        for encoding, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
            self.assertEqual(read_csv(mark + "Ł;b\n".encode(encoding))[0].cells, ["Ł", "b"])

    def test_keeps_bytes_that_are_no_text(self) -> None:
        self.assertEqual(read_csv(b"J\xf6rg\n")[0].cells, ["J\udcf6rg"])

    def test_says_where_a_quote_is_not_closed(self) -> None:
        with self.assertRaisesRegex(CsvError, "^line 2: a quote is not closed$"):
            read_csv(b'a,b\nc,"d\n')

    @needs_hypothesis
    def test_is_not_a_spreadsheets_own_file(self) -> None:
        for data in (b"PK\3\4\x14\0", b"\xd0\xcf\x11\xe0\xa1"):
            with self.assertRaisesRegex(CsvError, "line 1: it is a spreadsheet's own file"):
                read_csv(data)

    def test_is_read_as_it_was_written(self) -> None:
        cells = some.text(some.characters(blacklist_categories=["Cs"]))

        @given(some.lists(some.lists(cells, min_size=2), min_size=1), some.sampled_from(",;\t"))
        def check(rows: list[list[str]], separator: str) -> None:
            file = io.StringIO(newline="")
            table = csv.writer(file, delimiter=separator, quoting=csv.QUOTE_ALL)
            table.writerows([["id", "name"], *rows])
            read = read_csv(file.getvalue().encode())
            self.assertEqual([row.cells for row in read], [["id", "name"], *rows])
            lines = re.split("\r\n|\r|\n", file.getvalue())
            for row in read:
                self.assertTrue(lines[row.line - 1].startswith('"'))

        check()


if __name__ == "__main__":
    unittest.main()
