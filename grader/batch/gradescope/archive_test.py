#!/usr/bin/env python3
"""The archive that is uploaded to Gradescope."""

import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path


class GradescopeArchive(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        tree = self.folder / "tree"
        (tree / "below").mkdir(parents=True)
        (tree / "setup.sh").write_text("#!/bin/sh\n")
        (tree / "setup.sh").chmod(0o755)
        (tree / "below" / "file").write_text("text\n")
        (tree / "below" / "file").chmod(0o644)
        (tree / "link").symlink_to("/etc/passwd")

    def pack(self, name):
        return subprocess.run([sys.executable, Path(__file__).with_name("archive.py"),
                               self.folder / "tree", self.folder / name], text=True, capture_output=True)

    def test_is_the_same_for_the_same_files(self):
        self.assertEqual(self.pack("1.zip").returncode, 0)
        os.utime(self.folder / "tree" / "setup.sh", (1_700_000_000, 1_700_000_000))
        self.assertEqual(self.pack("2.zip").returncode, 0)
        self.assertEqual((self.folder / "1.zip").read_bytes(), (self.folder / "2.zip").read_bytes())

    def test_has_the_files_with_their_permissions_and_no_link(self):
        self.pack("1.zip")
        with zipfile.ZipFile(self.folder / "1.zip") as archive:
            self.assertEqual({entry.filename: entry.external_attr >> 16 & 0o777
                              for entry in archive.infolist()}, {"below/file": 0o644, "setup.sh": 0o755})
            self.assertEqual(archive.read("below/file"), b"text\n")

    def test_appears_completely_or_not_at_all(self):
        (self.folder / "full.zip").mkdir()
        done = self.pack("full.zip")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write", done.stderr)
        self.pack("1.zip")
        self.assertEqual(sorted(os.listdir(self.folder)), ["1.zip", "full.zip", "tree"])


if __name__ == "__main__":
    unittest.main()
