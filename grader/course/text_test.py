"""What is not ours is made fit to be shown, and what is ours is broken into lines."""

import io
import os
import sys
import unicodedata
import unittest
from contextlib import redirect_stdout
from unittest import mock

from course.terminal import say_place
from course.text import (
    clipped,
    counted,
    did_you_mean,
    display_width,
    edit_distance,
    lines_of,
    printable,
    quotable,
    short_number,
    valid_utf8,
    wrap,
)


class ValidUtf8(unittest.TestCase):
    def test_keeps_what_is_valid(self) -> None:
        self.assertEqual(valid_utf8("aé€😀".encode()), "aé€😀")

    def test_replaces_stray_overlong_surrogate_and_cut_off_bytes(self) -> None:
        self.assertEqual(valid_utf8(b"a\xffz"), "a\ufffdz")
        self.assertEqual(valid_utf8(b"\xc0\xaf"), "\ufffd\ufffd")
        self.assertEqual(valid_utf8(b"\xed\xa0\x80"), "\ufffd\ufffd\ufffd")
        self.assertEqual(valid_utf8(b"\xe2\x82"), "\ufffd\ufffd")


class Printable(unittest.TestCase):
    def test_removes_terminal_escapes_whole(self) -> None:
        for text, shown in (
            ("\x1b[1;31mred\x1b[0m", "red"),
            ("\x1b]0;title\x07text", "text"),
            ("\x1b]8;;http://x\x1b\\link", "link"),
            ("\x1b7a\x1b8", "a"),
            ("\x1bP1\x1b\\text", "text"),
            ("\x1b]no end\nnext line", "\nnext line"),
            ("end\x1b", "end"),
            ("end\x1b[3", "end"),
            ("a\x1b[3\nb\x1b\nc", "a\nb\nc"),
        ):
            self.assertEqual(printable(text), shown)

    def test_removes_control_characters_but_newlines(self) -> None:
        self.assertEqual(printable("a\rb\bc\x7f\nd"), "abc\nd")
        self.assertEqual(printable("\x9b31m"), "31m")  # CSI as one 8-bit control character
        self.assertEqual(printable("a\u202eb"), "ab")  # right-to-left override
        self.assertEqual(printable("a\0b"), "ab")
        self.assertEqual(printable("a\u2028b\u2029c"), "abc")  # lines, for some programs
        self.assertEqual(printable("a\u200bb\u2060c\ufeffd\u00ade"), "abcde")  # of no width
        self.assertEqual(printable("a\ufffeb\uffffc"), "abc")  # not in XML

    def test_replaces_bytes_that_are_no_text(self) -> None:
        self.assertEqual(printable("na\udcffme"), "na\ufffdme")

    def test_keeps_only_a_few_marks_on_a_character(self) -> None:
        marks = "\u0301" * 1000
        self.assertEqual(printable("o\u0302\u0301"), "o\u0302\u0301")
        self.assertEqual(
            printable(f"a{marks}b{marks}"), printable("a" + marks) + printable("b" + marks)
        )
        self.assertLess(len(printable("a" + marks).encode()), 10)
        self.assertLess(len(printable(marks).encode()), 10)

    def test_removes_what_nobody_sees(self) -> None:
        for unseen in (
            "\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b\u202e\u2066\ufe00\ufe0f\ufeff\ufff9\ufffb"
            "\U0001d173\U0001d17a\U000e0000\U000e0041\U000e0fff"
        ):
            self.assertEqual(printable(f"a{unseen}b"), "ab", ascii(unseen))
        self.assertEqual(printable("\u0928\u200d\u0928"), "\u0928\u200d\u0928")  # joins letters

    def test_removes_all_that_is_only_of_formats(self) -> None:
        formats = [chr(i) for i in range(sys.maxunicode) if unicodedata.category(chr(i)) == "Cf"]
        self.assertIn("\U00013430", formats)
        kept = [char for char in formats if printable(f"a{char}b\n{char}") != "ab\n"]
        self.assertEqual(kept, ["\u200c", "\u200d"])

    def test_has_only_blanks_that_are_blanks(self) -> None:
        for blank in "\u00a0\u115f\u1680\u2003\u202f\u2800\u3000\u3164\uffa0":
            self.assertEqual(printable(f"a{blank}b"), "a b", ascii(blank))

    def test_keeps_what_people_write(self) -> None:
        for text in (
            "<b>&",
            "two\nlines",
            "Łukasz Żak",
            "e\u0301",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "😀",
        ):
            self.assertEqual(printable(text), text)

    def test_aligns_tabs(self) -> None:
        self.assertEqual(printable("\ta\tb\n\tc"), "    a   b\n    c")


class Quotable(unittest.TestCase):
    def test_ends_neither_a_quotation_nor_its_marked_lines(self) -> None:
        self.assertEqual(quotable("a'b\"c`\nd"), "a\u2019b\u2019c\u2019\n| d")


class Widths(unittest.TestCase):
    def test_are_those_of_letters_on_a_terminal(self) -> None:
        self.assertEqual(display_width("aéz"), 3)
        self.assertEqual(display_width("aＡ"), 3)  # a full-width A
        self.assertEqual(display_width("e\u0301"), 1)  # an accent of its own
        self.assertEqual(display_width("\u1112\u1161\u11ab"), 2)  # one syllable
        self.assertEqual(display_width("\u0378"), 1)  # of no letter yet

    def test_clipped_keeps_short_lines_and_marks_cut_ones(self) -> None:
        self.assertEqual(clipped("12345678", 8), "12345678")
        self.assertEqual(clipped("123456789", 8), "12345...")
        self.assertEqual(clipped("ééééé", 4), "é...")
        self.assertEqual(clipped("ＡＡＡ", 5), "Ａ...")

    def test_clipped_bounds_the_bytes_of_marks_without_a_width(self) -> None:
        line = "a" + "\u0301" * 100_000
        self.assertLess(len(clipped(line, 10).encode()), 100)
        self.assertTrue(clipped(line, 10).endswith("..."))


class Wrap(unittest.TestCase):
    def test_breaks_at_blanks_and_keeps_indentation(self) -> None:
        self.assertEqual(
            wrap("one two three\n  four five", 10, 2), "  one two\n  three\n    four\n    five\n"
        )

    def test_keeps_long_words_and_empty_lines(self) -> None:
        self.assertEqual(
            wrap("a\n\nincomprehensibilities b", 8, 0), "a\n\nincomprehensibilities\nb\n"
        )

    def test_marks_each_row_of_what_is_quoted(self) -> None:
        # A row that is not marked is ours: the end of what is quoted must not look like one.
        for text, width, indent, rows in (
            ("| one two three", 10, 0, "| one two\n| three\n"),
            ("  12 | one two", 12, 2, "    12 | one\n       | two\n"),
            ("k.cu:1: error: one two three", 20, 0, "k.cu:1: error: one\n| two three\n"),
            ("path/k.cu:1: error: one", 8, 0, "path/k.cu:1:\n| error:\n| one\n"),
            ("with `one two three` four", 12, 0, "with `one\n| two three`\nfour\n"),
            ("one `two three", 8, 0, "one `two\nthree\n"),
            ("| onetwothree", 7, 0, "| onetw\n| othre\n| e\n"),
            ("see `one two`", 10, 0, "see\n`one two`\n"),
        ):
            self.assertEqual(wrap(text, width, indent), rows)

    def test_fills_the_width_exactly(self) -> None:
        self.assertEqual(wrap("123 567 9", 7, 0), "123 567\n9\n")
        self.assertEqual(wrap("123 567", 7, 0), "123 567\n")

    def test_lines_of_a_text_end_with_its_last_newline(self) -> None:
        self.assertEqual(lines_of("a\n\nb\n"), ["a", "", "b"])
        self.assertEqual(lines_of("a\r\nb\u2028c"), ["a\r", "b\u2028c"])
        self.assertEqual(lines_of(""), [])


class Numbers(unittest.TestCase):
    def test_have_at_most_two_decimals(self) -> None:
        for value, text in (
            (12.5, "12.5"),
            (80, "80"),
            (100.0, "100"),
            (0, "0"),
            (-0.001, "0"),
            (0.125, "0.13"),
            (-0.125, "-0.13"),
            (2 / 3, "0.67"),
            (1e6, "1000000"),
        ):
            self.assertEqual(short_number(value), text)

    def test_say_whether_it_is_one(self) -> None:
        self.assertEqual(counted(1, "lab"), "1 lab")
        self.assertEqual(counted(0, "lab"), "0 labs")
        self.assertEqual(counted(9999, "file"), "9999 files")
        self.assertEqual(counted(1234567, "file"), "1\u2009234\u2009567 files")


class NearestWord(unittest.TestCase):
    def test_distance_counts_slips(self) -> None:
        self.assertEqual(edit_distance("grade", "grade"), 0)
        self.assertEqual(edit_distance("grade", "garde"), 1)
        self.assertEqual(edit_distance("grade", "grde"), 1)
        self.assertEqual(edit_distance("", "hint"), 4)
        self.assertEqual(edit_distance("hint", "list"), 2)

    def test_is_named_if_it_is_near(self) -> None:
        labs = ["naive_kernel", "tiled_kernel"]
        self.assertEqual(did_you_mean("tild_kernel", labs), " Did you mean 'tiled_kernel'?")
        self.assertEqual(did_you_mean("tiled", labs), " Did you mean 'tiled_kernel'?")
        students = ["s1001", "s1014", "s1042"]
        self.assertEqual(did_you_mean("s1041", students), " Did you mean 's1014'?")
        self.assertEqual(did_you_mean("99", labs), "")
        self.assertEqual(did_you_mean("x", [""]), "")


class Terminal(unittest.TestCase):
    def test_shows_a_path_in_one_piece(self) -> None:
        for columns, row in (("80", "  Grades: /a b/grades.csv\n"), ("40", None)):
            path = "/a b/" + ("" if row else "deep/" * 10) + "grades.csv"
            out = io.StringIO()
            with mock.patch.dict(os.environ, COLUMNS=columns), redirect_stdout(out):
                say_place("Grades", path, 2)
            self.assertEqual(out.getvalue(), row or f"  Grades:\n{path}\n")


if __name__ == "__main__":
    unittest.main()
