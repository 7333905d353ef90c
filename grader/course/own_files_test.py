"""That nothing in OUT leads out of it, or is waited for."""

import os
import socket
import tempfile
import unittest
from collections.abc import Callable
from functools import partial
from pathlib import Path

from course.errors import MachineError
from course.own_files import make_folder, read, require_own, write


class OwnFiles(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.elsewhere = Path(folder.name) / "elsewhere"
        self.elsewhere.mkdir()
        (self.elsewhere / "file").write_text("of others")
        self.out = Path(folder.name) / "out"
        for name in ("results", "feedback/ann", "github", "logs"):
            (self.out / name).mkdir(parents=True)
        self.make: dict[str, Callable[[Path], object]] = {
            "a symbolic link": lambda path: path.symlink_to(self.elsewhere / "file"),
            "a pipe": os.mkfifo,
            "a socket": self.bind,
        }

    def bind(self, path: Path) -> None:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))

    def test_are_written_and_read(self) -> None:
        write(self.out / "file", "ą")
        self.assertEqual(read(self.out / "file").decode(), "ą")
        with self.assertRaises(FileNotFoundError):
            read(self.out / "none")
        self.assertTrue(make_folder(self.out / "new").is_dir())
        self.assertTrue(make_folder(self.out / "new").is_dir())
        require_own(self.out)
        require_own(self.out / "not there")

    def test_are_nothing_else_and_that_is_said_before_and_when_they_are_used(self) -> None:
        for name in ("class.html", "results/ann.json", "feedback/ann/feedback.html", ".lock"):
            for kind, make in self.make.items():
                path = self.out / name
                make(path)
                uses: list[Callable[[], object]] = [
                    partial(require_own, self.out),
                    partial(read, path),
                    partial(write, path, "ours"),
                    partial(make_folder, path),
                ]
                for use in uses:
                    with self.assertRaises(MachineError) as raised:
                        use()
                    said = str(raised.exception)
                    self.assertTrue(said.startswith(f"{path} is {kind}. "), said)
                    self.assertIn("Remove it, and run the same command again", said)
                path.unlink()
        self.assertEqual((self.elsewhere / "file").read_text(), "of others")

    def test_are_in_no_folder_elsewhere(self) -> None:
        for name in ("results", "feedback", "feedback/ben", "github"):
            path = self.out / name
            if path.exists():
                path.rename(self.out / "before")
            path.symlink_to(self.elsewhere)
            uses: list[Callable[[], object]] = [
                partial(require_own, self.out),
                partial(make_folder, path),
            ]
            for use in uses:
                with self.assertRaisesRegex(MachineError, f"{path} is a symbolic link"):
                    use()
            path.unlink()
            if (self.out / "before").exists():
                (self.out / "before").rename(path)
        self.assertEqual(os.listdir(self.elsewhere), ["file"])

    def test_can_be_beside_folders_of_others(self) -> None:
        (self.out / "logs").rmdir()
        (self.out / "logs").symlink_to(self.elsewhere)
        require_own(self.out)

    def test_never_follow_what_a_killed_run_or_somebody_left_for_a_part(self) -> None:
        (self.out / ".file.part").symlink_to(self.elsewhere / "file")
        write(self.out / "file", "ours")
        self.assertEqual((self.elsewhere / "file").read_text(), "of others")
        self.assertEqual((self.out / "file").read_text(), "ours")


if __name__ == "__main__":
    unittest.main()
