"""How tables are read that spreadsheets and platforms write."""

import csv
import io
import unittest

from course.csv_tables import UnclosedQuote, decoded, read_csv

try:
    from hypothesis import given
    from hypothesis import strategies as st
except ModuleNotFoundError:  # the property below is then not tried
    st = None  # type: ignore[assignment]


class CsvTables(unittest.TestCase):
    def test_are_read_with_quotes_line_ends_and_mark(self) -> None:
        text = '\ufeffa,"b ""c"", d"\r\n\r\n"two\nlines",\r\nlast'
        table = read_csv(decoded(text.encode()))
        self.assertEqual(table.rows, [["a", 'b "c", d'], ["two\nlines", ""], ["last"]])
        self.assertEqual(table.lines, [1, 3, 5])

    def test_are_read_with_other_separators_and_in_utf_16(self) -> None:
        self.assertEqual(read_csv('a;"b,c;d"\nx;y').rows[0][1], "b,c;d")
        self.assertEqual(read_csv("a\tb\tc,d\n").rows[0][2], "c,d")
        for encoding in ("utf-16-le", "utf-16-be"):
            data = "\ufeff\u0141;b\n".encode(encoding)
            self.assertEqual(read_csv(decoded(data)).rows, [["\u0141", "b"]])
            self.assertEqual(read_csv(decoded(data + b"x")).rows, [["\u0141", "b"]], "cut")

    def test_keep_quotes_that_stand_for_themselves_alone(self) -> None:
        for cell, value in (('""', ""), ('""""', '"'), ('"a"b"c"', "abc"), ('a"b,c"', "ab,c")):
            self.assertEqual(read_csv(f"x,{cell},y").rows, [["x", value, "y"]])

    def test_say_where_a_quote_is_not_closed(self) -> None:
        for text, line in (('a,b\nc,"d\n', 2), ('"a\nb","c\nd', 2)):
            with self.assertRaisesRegex(UnclosedQuote, f"^line {line}: a quote is not closed$"):
                read_csv(text)

    def test_of_nothing_have_no_rows(self) -> None:
        for text in ("", "\n", "\r\n\r\n"):
            self.assertEqual(read_csv(text).rows, [])

    @unittest.skipIf(st is None, "needs hypothesis (python3-hypothesis)")
    def test_are_read_as_they_were_written(self) -> None:
        cells = st.text(st.characters(blacklist_categories=["Cs"]), min_size=1)

        @given(st.lists(st.lists(cells, min_size=1, max_size=4), max_size=5),
               st.sampled_from(["\n", "\r\n"]))  # fmt: skip
        def is_read_as_written(rows: list[list[str]], end: str) -> None:
            out = io.StringIO()
            out.write(f"a,b,c,d,e{end}")  # so that the separator is certain
            csv.writer(out, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
            self.assertEqual(read_csv(out.getvalue()).rows[1:], rows)

        is_read_as_written()


if __name__ == "__main__":
    unittest.main()
