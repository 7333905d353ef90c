#!/usr/bin/env python3
"""Files that are as before or completely new."""

import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
from whole_file import replace, write  # noqa: E402


class WholeFile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "file"

    def test_is_as_before_if_writing_fails(self):
        write(self.file, "before")
        with self.assertRaises(ValueError):
            with replace(self.file) as file:
                file.write(b"half")
                raise ValueError
        self.assertEqual(self.file.read_text(), "before")
        self.assertEqual(os.listdir(self.file.parent), ["file"])

    def test_is_valid_utf8_whatever_the_text(self):
        write(self.file, "ą\ud800")
        self.assertEqual(self.file.read_bytes(), "ą?".encode())

    def test_stays_a_pipe_if_it_is_one(self):
        os.mkfifo(self.file)
        reader = os.open(self.file, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        write(self.file, "text")
        self.assertEqual(os.read(reader, 10), b"text")
        self.assertTrue(self.file.is_fifo())


if __name__ == "__main__":
    unittest.main()
