#!/usr/bin/env python3
"""Foreign text, as tables show it."""

import sys
import unittest

sys.dont_write_bytecode = True
from words import printable  # noqa: E402


class Printable(unittest.TestCase):
    def test_moves_no_cursor_and_colours_nothing(self):
        for text in ("a\x1b[31mb", "a\x1b[2Jb", "a\x1b]0;title\x07b", "a\x1bP1\x1b\\b", "a\x1bcb", "a\x1b\x1b[1mb",
                     "a\rb", "a\x9b\x7f\x00b", "ab\x1b", "ab\x1b["):
            self.assertEqual(printable(text), "ab", ascii(text))
        self.assertEqual(printable("\x1b]no end\nnext line"), "\nnext line")

    def test_looks_like_what_it_is(self):
        for text in ("a\u202eb", "a\u200bb", "a\u2028b", "a\ufeffb", "a\xadb", "a\ufffeb", "a\ud800b"):
            self.assertEqual(printable(text), "ab", ascii(text))
        for text in ("a\xa0b", "a\u3164b", "a\u3000b"):
            self.assertEqual(printable(text), "a b", ascii(text))

    def test_keeps_what_people_write(self):
        for text in ("<b>&", "two\nlines", "Łukasz Żak", "e\u0301", "می\u200cخواهم", "\U0001f600"):
            self.assertEqual(printable(text), text)
        self.assertEqual(printable("a\tb\n\tc"), "a   b\n    c")

    def test_has_few_bytes_in_few_columns(self):
        for mark in ("\u0301", "\u200d"):
            self.assertEqual(printable("e" + mark * 9 + "f"), "e" + mark * 4 + "f")
        self.assertLess(len(printable("e" + "\u0301\u200d\u200b" * 9)), 6)


if __name__ == "__main__":
    unittest.main()
