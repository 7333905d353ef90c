"""Archives: what is accepted, what is refused, and each limit just below and just above."""

import gzip
import unittest

from course.intake.hand_ins import MAX_DEPTH, MAX_FILE_BYTES, LeftOutReason
from course.intake.intake import MAX_ENTRIES, MAX_TOTAL_BYTES
from course.intake.names import MAX_PATH_BYTES
from course.intake.sample_archives import PACKINGS, Packed, packed
from course.intake.submission import Submission
from course.intake.submission_case import SubmissionCase, count_of, reasons


class ArchivesTest(SubmissionCase):
    def test_give_the_labs_files_with_their_times(self) -> None:
        for packing in PACKINGS:
            submission = self.taken(
                packing,
                Packed("labs/01_cpu_loop/kernel.cpp", b"loop"),
                Packed("labs/03_tiled_kernel/kernel.cu", b"tile"),
            )
            self.assertEqual((submission.problem, submission.student), ("", "ann"))
            texts = {lab: file.text for lab, file in submission.files.items()}
            self.assertEqual(texts, {"01": b"loop", "03": b"tile"})
            # A file's own time can be forged.
            self.assertEqual(submission.files["03"].submitted_at, "")
            self.assertEqual(submission.left_out, [])

    def test_may_have_names_that_are_not_ascii(self) -> None:
        for folder in ("\u00dcbung", "\u4f5c\u4e1a", "\udcdc-Latin-1"):
            entries = (Packed(f"{folder}/01_cpu_loop/kernel.cpp", b"x"), Packed(f"{folder}/notes"))
            for packing in PACKINGS:
                with self.subTest(packing + ascii(folder)):
                    submission = self.taken(packing, *entries)
                    self.assertEqual(submission.problem, "")
                    self.assertEqual(list(submission.files), ["01"])
                    self.assertEqual(len(submission.left_out), 1)

    def test_that_are_packed_more_than_once_are_refused(self) -> None:
        data = gzip.compress(packed("tar.gz", [Packed("02.cu", b"text")]))
        self.assert_refused(self.taken_bytes("tar.gz", data), "packed more than once")

    def test_may_have_parts_that_were_packed_one_by_one(self) -> None:
        data = packed("tar", [Packed("02.cu", b"text")])
        parts = b"".join(gzip.compress(data[i : i + 700]) for i in range(0, len(data), 700))
        for end in (b"", bytes(100), b"what some transfers append"):
            self.assertEqual(self.taken_bytes("tar.gz", parts + end).files["02"].text, b"text")

    def test_that_lead_out_of_themselves_are_refused_whole(self) -> None:
        for packing in PACKINGS:
            for path, words in (
                ("/etc/passwd", "an absolute path"),
                ("../02.cu", 'a path with ".."'),
                ("a/../../02.cu", 'a path with ".."'),
                ("a/..", 'a path with ".."'),
                ("..\\02.cu", 'a path with ".."'),
                ("C:\\02.cu", "an absolute path"),
            ):
                with self.subTest(packing + path):
                    submission = self.taken(packing, Packed("02.cu", b"text"), Packed(path))
                    self.assert_refused(submission, f"it contains {words}")
            sound = self.taken(packing, Packed("..02.cu", b"text"), Packed("02.cu", b"text"))
            self.assertEqual(sound.problem, "")

    def test_with_links_pipes_or_devices_are_refused_whole(self) -> None:
        for packing in PACKINGS:
            for kind, words in (
                ("l", "symbolic link"),
                ("h", "hard link"),
                ("p", "pipe, socket or device"),
                ("c", "pipe, socket or device"),
            ):
                if packing == "zip" and kind == "h":
                    continue  # it has none
                with self.subTest(packing + kind):
                    link = Packed("02.cu", kind=kind, target="/etc/passwd")
                    submission = self.taken(packing, Packed("03.cu", b"text"), link)
                    self.assert_refused(submission, f'it contains a {words}, "02.cu"')

    def test_that_contain_nothing_are_refused(self) -> None:
        """A second list of contents behind the first hides what a zip holds."""
        hidden = packed("zip", [Packed("02.cu", b"kernel")]) + b"PK\5\6" + bytes(18)
        self.assert_refused(self.taken_bytes("zip", hidden), "the archive contains nothing")
        for packing in PACKINGS:
            self.assert_refused(self.taken(packing), "the archive contains nothing")

    def test_that_are_none_are_refused_with_a_reason(self) -> None:
        for packing, data in (("zip", b"hello"), ("tar", b"hello" * 999), ("tar.gz", b"")):
            words = "this is not an archive, or it is broken or incomplete"
            self.assert_refused(self.taken_bytes(packing, data), words)

    def test_in_a_submission_are_left_closed(self) -> None:
        inner = packed("zip", [Packed("03.cu", b"text")])
        submission = self.taken("zip", Packed("02.cu", b"text"), Packed("more.zip", inner))
        self.assertEqual(list(submission.files), ["02"])
        self.assertIn("not opened", reasons(submission)["more.zip"])

    def test_may_have_files_of_one_mib(self) -> None:
        limit = b"x" * MAX_FILE_BYTES
        for packing in ("zip", "tar.gz"):
            self.assertEqual(self.taken(packing, Packed("02.cu", limit)).files["02"].text, limit)
            over = self.taken(packing, Packed("02.cu", limit + b"x"), Packed("03.cu", b"text"))
            self.assertEqual((over.problem, list(over.files)), ("", ["03"]))
            self.assertEqual(reasons(over), {"02.cu": "larger than 1 MiB"})

    def test_may_hold_sixteen_mib_of_files_for_labs(self) -> None:
        entries = [Packed("notes.pdf", b"x" * (MAX_TOTAL_BYTES + 1))]
        entries += [Packed(f"d{i}/kernel.cpp", b"x" * MAX_FILE_BYTES) for i in range(16)]
        for packing in ("zip", "tar.gz"):
            self.assertEqual(self.taken(packing, *entries).problem, "")
            over = self.taken(packing, *entries, Packed("kernel.cpp", b"x"))
            self.assert_refused(over, "its files for labs are larger than 16 MiB")

    def test_that_are_bombs_are_not_unpacked(self) -> None:
        much = bytes(64 << 20)
        bomb = self.taken("tar.gz", Packed("02.cu", much))
        self.assert_refused(bomb, "unpacked, it is larger than 48 MiB")
        submission = self.taken("zip", Packed("02.cu", much), Packed("notes", much))
        self.assertEqual(submission.files, {})
        self.assertEqual(reasons(submission)["02.cu"], "larger than 1 MiB")

    def test_may_be_a_repository_with_all_that_tools_made(self) -> None:
        entries = [Packed("work/.git/link", kind="l", target="/etc/passwd")]
        for i in range(2000):
            folders = (".git/objects", "build", "notes")
            entries += [Packed(f"work/{folder}/{i}") for folder in folders]
        entries.append(Packed("work/02.cu", b"text"))
        for packing in ("zip", "tar.gz"):
            submission = self.taken(packing, *entries)
            self.assertEqual(list(submission.files), ["02"])
            self.assertIn("tools", reasons(submission)[".git, build"])

    def test_may_have_fifty_thousand_entries(self) -> None:
        entries = [Packed(f".git/{i}") for i in range(MAX_ENTRIES + 1)]
        self.assertEqual(self.taken("zip", *entries[1:]).problem, "")
        over = self.taken("zip", *entries)
        self.assert_refused(over, "it contains more than 50000 files and folders")

    def test_with_names_that_take_no_columns_are_told_of_shortly(self) -> None:
        def size(submission: Submission) -> int:
            paths = [left.path for left in submission.left_out]
            return len("".join([submission.problem, *paths]).encode())

        marks = "\u0301" * 20_000
        entries = [Packed(f"{i}{marks}") for i in range(200)]
        self.assertLess(size(self.taken("tar", *entries)), 10_000)
        letters = "\u00e9" * ((MAX_PATH_BYTES - 10) // 2)  # as long as they may be
        many = self.taken("tar", *entries, *(Packed(f"{i}{letters}") for i in range(500)))
        self.assertLess(size(many), 70_000)
        self.assertIn("more, which are not listed", reasons(many)["..."])
        self.assertLess(size(self.taken("tar.gz", Packed(f"/{marks}"))), 1000)
        self.assertLess(size(self.taken("tar", Packed(f"a{marks}", b"", "l", "x"))), 1000)

    def test_may_have_long_and_deep_paths(self) -> None:
        deep = "d/" * (MAX_DEPTH - 1)
        half = "p" * (MAX_PATH_BYTES // 2 - 1)
        lengthy = f"{half}/{half}p"
        self.assertEqual(len(lengthy), MAX_PATH_BYTES)
        for packing in PACKINGS:
            paths = (deep + "under", deep + "d/over", lengthy, lengthy + "q")
            submission = self.taken(packing, *map(Packed, paths))
            self.assertEqual(submission.problem, "")
            self.assertEqual(count_of(submission, LeftOutReason.deep_path), 1)
            self.assertEqual(count_of(submission, LeftOutReason.long_path), 1)

    def test_with_strange_names_show_nothing_strange(self) -> None:
        for packing in PACKINGS:
            strange = (Packed("a\x1b[31m\nb", b"x"), Packed("\udcff\udcfe", b"y"))
            submission = self.taken(packing, *strange)
            self.assertEqual(len(submission.left_out), 2)
            for left in submission.left_out:
                self.assertTrue(left.path.isprintable())
                left.path.encode()


if __name__ == "__main__":
    unittest.main()
