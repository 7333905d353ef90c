"""The same tables as in text_table_test.cpp mean the same in Python."""

import unittest

from text_table import TableError, read_table

COLUMNS = ("id", "sms", "source")


class Table(unittest.TestCase):
    def rows(self, text):
        return [tuple(row.values()) for row in read_table(text, "t", COLUMNS)]

    def assert_fails(self, text, part):
        with self.assertRaisesRegex(TableError, part):
            read_table(text, "t", COLUMNS)

    def test_has_cells_by_column_and_the_rest_of_the_line_last(self):
        text = "# a comment\nid sms source\n\na  16  a brief, of 2006 \n"
        self.assertEqual(read_table(text, "t"), [{"id": "a", "sms": "16", "source": "a brief, of 2006"}])

    def test_has_blanks_in_a_cell_between_quotation_marks(self):
        self.assertEqual(self.rows('id sms source\n"a b" 16 a "brief"\n'), [("a b", "16", 'a "brief"')])

    def test_goes_on_in_indented_lines(self):
        self.assertEqual(self.rows("id sms source\na 1 one\n\n  two \n# no\n\tthree\nb 2 x\n"),
                         [("a", "1", "one two three"), ("b", "2", "x")])

    def test_names_the_line_of_what_is_wrong(self):
        self.assert_fails("id sms source\na 16\n", "^t:2: source is missing: a row has id, sms, source")
        self.assert_fails("id  lanes source\na 1 x\n", "^t:1: the columns must be id, sms")
        self.assert_fails("id sms source more\na 1 x\n", "^t:1: the columns must be")
        self.assert_fails("id sms source\n  a 1 x\n", "^t:2: an indented line")
        self.assert_fails('id sms source\na "1 x\n', "^t:2: a quotation mark")
        self.assert_fails("id sms source\n# nothing\n", "no row")
        self.assert_fails("", "no row")


if __name__ == "__main__":
    unittest.main()
