"""What counts as the same source text."""

import time
import unittest

from course.intake.source_text import without_comments


class WithoutCommentsTest(unittest.TestCase):
    def test_ignores_comments_blank_lines_and_runs_of_blanks(self) -> None:
        self.assertEqual(
            without_comments(b"\n  int  x; // one\n\n/* two\n lines */ int\ty;  \n\n"),
            b"int x;\nint y;",
        )

    def test_sees_a_difference_in_code(self) -> None:
        self.assertNotEqual(without_comments(b"int x = 1;"), without_comments(b"int x = 2;"))
        self.assertNotEqual(without_comments(b"int x;"), without_comments(b"intx;"))

    def test_keeps_words_apart_that_only_a_comment_separates(self) -> None:
        self.assertEqual(without_comments(b"int/* here */x;"), b"int x;")

    def test_keeps_literals_as_they_are(self) -> None:
        for literal in (
            rb'"a  // b"',
            rb'"\"  /* x */"',
            rb"""'"'""",
            rb"'\''",
            b'R"x(  // " )\n y)x"',
            rb"1'000'000",
            rb"""case'\"'""",
        ):
            self.assertEqual(without_comments(literal + b"  // gone"), literal)

    def test_follows_a_line_comment_across_a_continued_line(self) -> None:
        self.assertEqual(without_comments(b"x // one \\\n still\ny"), b"x\ny")

    def test_survives_text_that_ends_inside(self) -> None:
        self.assertEqual(without_comments(b"x /* never"), b"x")
        for text in (b'"never', b'"never\\', b'R"never'):
            self.assertEqual(without_comments(text), text)

    def test_reads_each_text_once(self) -> None:
        for part in (b"1'", b'R"', b'"', b'R"((', b"/*", b"'", b"//\\\n", b"\\\n", b'"\\\n', b"x "):
            text = part * ((1 << 20) // len(part))
            began = time.process_time()
            self.assertTrue(without_comments(text) or part[:1] == b"/", part)
            self.assertLess(time.process_time() - began, 5, part)


if __name__ == "__main__":
    unittest.main()
