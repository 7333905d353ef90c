"""The secret of a course is made once, kept, and read from nowhere else."""

import concurrent.futures
import os
import stat
import tempfile
import unittest
from pathlib import Path

from course.course_secret import course_secret, read_course_secret
from course.errors import MachineError


class CourseSecret(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name)
        self.file = self.out / "secret"

    def mode(self) -> int:
        return stat.S_IMODE(self.file.stat().st_mode)

    def test_is_made_once_for_its_owner_alone(self) -> None:
        secret = course_secret(self.out)
        self.assertRegex(secret, r"\A[0-9a-f]{64}\Z")
        self.assertEqual(self.mode(), 0o600)
        self.assertEqual(course_secret(self.out), secret)
        self.assertEqual(self.file.read_text(), secret + "\n")
        self.assertEqual(os.listdir(self.out), ["secret"])
        (self.out / "other").mkdir()
        self.assertNotEqual(course_secret(self.out / "other"), secret)

    def test_is_one_for_all_that_begin_at_once(self) -> None:
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            found = set(pool.map(course_secret, [self.out] * 8))
        self.assertEqual(len(found), 1)

    def test_is_read_from_a_copy_and_closed_again(self) -> None:
        self.file.write_text("a" * 64)
        self.file.chmod(0o644)
        self.assertEqual(course_secret(self.out), "a" * 64)
        self.assertEqual(self.mode(), 0o600)

    def test_is_never_replaced_if_it_is_damaged(self) -> None:
        letters = "a" * 62
        for text in ("", "\n", f"{letters}a\n", f"{letters}aaa", "A" * 64, "\0" * 64,
                     f"{letters}aa\nmore", f"{letters}aa\n\n"):  # fmt: skip
            self.file.write_text(text)
            with self.assertRaisesRegex(MachineError, "secret is damaged.*from a backup"):
                course_secret(self.out)
            self.assertEqual(self.file.read_text(), text)

    def test_is_not_followed_elsewhere(self) -> None:
        (self.out / "elsewhere").write_text("a" * 64)
        self.file.symlink_to("elsewhere")
        with self.assertRaisesRegex(MachineError, "cannot be read"):
            course_secret(self.out)
        self.file.unlink()
        self.file.mkdir()
        with self.assertRaisesRegex(MachineError, "is damaged"):
            course_secret(self.out)
        self.file.rmdir()
        self.file.symlink_to("nowhere")
        with self.assertRaises(MachineError):
            course_secret(self.out)
        self.assertFalse((self.out / "nowhere").exists())

    def test_that_is_not_there_is_made_for_no_submission(self) -> None:
        with self.assertRaisesRegex(MachineError, "secret cannot be read: No such file"):
            read_course_secret(self.file)
        with self.assertRaisesRegex(MachineError, "cannot make .*: No such file"):
            course_secret(self.out / "none")

    def test_that_waits_for_a_writer_does_not_stop_us(self) -> None:
        os.mkfifo(self.file)
        with self.assertRaisesRegex(MachineError, "is damaged"):
            course_secret(self.out)


if __name__ == "__main__":
    unittest.main()
