"""Files that are as before or completely new."""

import os
import tempfile
import unittest
from pathlib import Path

from course.whole_file import replace, write


class WholeFile(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "file"

    def test_is_as_before_if_writing_fails(self) -> None:
        write(self.file, "before")
        with self.assertRaises(ValueError), replace(self.file) as file:
            file.write(b"half")
            raise ValueError
        self.assertEqual(self.file.read_text(), "before")
        self.assertEqual(os.listdir(self.file.parent), ["file"])

    def test_is_valid_utf8_whatever_the_text(self) -> None:
        write(self.file, "ą\ud800")
        self.assertEqual(self.file.read_bytes(), "ą?".encode())

    def test_stays_a_pipe_if_it_is_one(self) -> None:
        os.mkfifo(self.file)
        reader = os.open(self.file, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        write(self.file, "text")
        self.assertEqual(os.read(reader, 10), b"text")
        self.assertTrue(self.file.is_fifo())


if __name__ == "__main__":
    unittest.main()
