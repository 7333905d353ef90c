"""Archives byte for byte: rare forms of zip and tar, and damaged and hostile ones."""

import io
import random
import struct
import tarfile
import time
import unittest
import zipfile
from pathlib import Path

from course.intake.archives import read_archive
from course.intake.class_case import LABS
from course.intake.intake import Intake, Refused
from course.intake.lab_finder import LabFinder
from course.intake.names import HandIn
from course.intake.sample_archives import PACKINGS, Packed, packed
from course.intake.submission_case import SubmissionCase


class ArchiveBytesTest(SubmissionCase):
    def test_may_call_their_names_utf_8_or_leave_them_in_code_page_437(self) -> None:
        for flag, name in ((0x800, "\u00dcbung".encode()), (0, "\u00dcbung".encode("cp437"))):
            data = packed("zip", [Packed("?" * len(name) + "/02.cu", b"text")])
            data = data.replace(b"?" * len(name), name)
            data = with_field(data, 6, 8, "<H", flag)
            path = self.taken_bytes("zip", data).files["02"].path
            self.assertEqual(path, "\u00dcbung/02.cu")

    def test_with_names_that_cannot_be_read_are_refused(self) -> None:
        data = packed("zip", [Packed("\udcdc/02.cu", b"text")])
        data = with_field(data, 6, 8, "<H", 0x800)
        self.assert_refused(self.taken_bytes("zip", data), "the name of a file in it cannot be")

    def test_that_are_packed_in_an_unusual_way_are_refused(self) -> None:
        data = packed("zip", [Packed("01_cpu_loop/kernel.cpp", b"loop")])
        self.assertEqual(self.taken_bytes("zip", data).problem, "")
        data = with_field(data, 8, 10, "<H", zipfile.ZIP_LZMA)
        self.assert_refused(self.taken_bytes("zip", data), "packed in an unusual way")

    def test_that_are_cut_short_anywhere_are_refused_whole(self) -> None:
        entries = [Packed("02.cu", b"x" * 700), Packed("03.cu", b"y" * 300)]
        for packing in PACKINGS:
            whole = packed(packing, entries)
            # A tar ends in zeros; a few of them may be missing.
            is_bare = packing in ("tar", "pax")
            end = whole.rindex(b"y") + 724 if is_bare else len(whole)
            for size in range(0, end, 256 if is_bare else 7):
                submission = self.taken_bytes(packing, whole[:size])
                self.assertNotEqual(submission.problem, "", f"{size} of {len(whole)}")
                self.assertEqual(submission.files, {})
            self.assertEqual(self.taken_bytes(packing, whole).problem, "")

    def test_with_changed_bytes_are_refused(self) -> None:
        text = random.Random(1).randbytes(5000) + b"kernel"
        for packing in ("zip", "tar.gz"):
            data = packed(packing, [Packed("02.cu", text)])
            for at in range(40, len(data) - 100, 97):
                changed = bytearray(data)
                changed[at] ^= 0x40
                submission = self.taken_bytes(packing, bytes(changed))
                is_same = submission.files and submission.files["02"].text == text
                self.assertTrue(submission.problem or is_same, at)

    def test_with_a_damaged_header_are_refused_rather_than_taken_to_end_there(self) -> None:
        data = bytearray(packed("tar", [Packed("02.cu", b"text"), Packed("03.cu", b"text")]))
        data[1024 + 10] ^= 1
        self.assert_refused(self.taken_bytes("tar", bytes(data)), "a header is damaged")

    def test_that_are_encrypted_are_refused_whole(self) -> None:
        data = packed("zip", [Packed("02.cu", b"text")])
        data = with_field(data, 6, 8, "<H", 1)
        self.assert_refused(self.taken_bytes("zip", data), 'it is encrypted ("02.cu")')

    def test_whose_two_names_of_a_file_differ_are_refused(self) -> None:
        data = packed("zip", [Packed("02.cu", b"text")]).replace(b"02.cu", b"03.cu", 1)
        self.assert_refused(self.taken_bytes("zip", data), "broken")

    def test_may_say_a_files_size_behind_it(self) -> None:
        class Stream(io.BytesIO):
            def seekable(self) -> bool:
                return False

            def tell(self) -> int:
                raise io.UnsupportedOperation

        stream = Stream()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("02.cu", "text")
        self.assertEqual(self.taken_bytes("zip", stream.getvalue()).files["02"].text, b"text")

    def test_may_be_a_zip_for_large_files(self) -> None:
        out = io.BytesIO()
        with (
            zipfile.ZipFile(out, "w") as archive,
            archive.open("02.cu", "w", force_zip64=True) as file,
        ):
            file.write(b"text")
        self.assertEqual(self.taken_bytes("zip", out.getvalue()).files["02"].text, b"text")

    def test_with_holes_are_read_around_them(self) -> None:
        """GNU's tar packs a file with holes as two: where it has data, and the data."""
        for path, files in (("disk.img", ["03"]), ("02.cu", [])):
            info = tarfile.TarInfo("GNUSparseFile.0/file")
            info.pax_headers = {
                "GNU.sparse.major": "1",
                "GNU.sparse.minor": "0",
                "GNU.sparse.name": path,
                "GNU.sparse.realsize": "1000000",
            }
            content = b"1\n0\n4\n".ljust(512, b"\0") + b"data"
            info.size = len(content)
            out = io.BytesIO()
            with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
                archive.addfile(info, io.BytesIO(content))
                text = tarfile.TarInfo("03.cu")
                text.size = 1
                archive.addfile(text, io.BytesIO(b"x"))
            self.assertEqual(list(self.taken_bytes("tar", out.getvalue()).files), files)

    def test_with_any_bytes_are_read_or_refused(self) -> None:
        """At random, and aimed at headers."""
        entries = [
            Packed("a", kind="d"),
            Packed("a/02.cu", b"kernel " * 9),
            Packed("\u00dcbung/" + "l" * 120 + "/01.cpp", b"loop"),
            Packed(".git/x", b"1"),
        ]
        samples = [packed(packing, entries) for packing in PACKINGS]
        rng = random.Random(1)
        verdicts = {"taken": 0, "refused": 0}
        began = time.process_time()
        while time.process_time() - began < 5:
            data = _mutated(rng, rng.choice(samples))
            intake = Intake(LabFinder(LABS), set())
            intake.begin(HandIn(Path("ann.zip")))
            try:
                read_archive(io.BytesIO(data), intake)
                intake.finish({})
                verdicts["taken"] += 1
            except Refused:
                verdicts["refused"] += 1
        self.assertGreater(min(verdicts.values()), 50, verdicts)


def with_field(data: bytes, local: int, central: int, form: str, value: int) -> bytes:
    """A zip of one entry, with that value in the entry's own header and in the directory's."""
    out = bytearray(data)
    struct.pack_into(form, out, local, value)
    struct.pack_into(form, out, data.index(b"PK\1\2") + central, value)
    return bytes(out)


_EXTREMES = (b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x80\0\0\0", b"-0000001", b"77777777", b"../x\0")


def _mutated(rng: random.Random, sample: bytes) -> bytes:
    data = bytearray(sample)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(data))
        if rng.random() < 0.6:
            starts = [i for i in range(len(data)) if data[i : i + 2] == b"PK" or i % 512 == 0]
            at = min(rng.choice(starts) + rng.choice((*range(46), 124, 130, 156)), len(data) - 1)
        extreme = rng.choice(_EXTREMES)
        change = rng.randrange(5)
        if change == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif change == 1:
            data[at : at + len(extreme)] = extreme
        elif change == 2:
            data[at:at] = data[at : at + rng.randrange(600)]
        elif change == 3:
            del data[at : at + rng.randrange(600)]
        else:
            data[at] = rng.choice(b"\0 017xgLKS")
        data = data or bytearray(1)
    if sample[257:262] == b"ustar" and rng.random() < 0.8:
        for at in range(0, len(data) - 511, 512):
            if data[at + 257 : at + 262] == b"ustar":
                data[at + 148 : at + 156] = b" " * 8
                data[at + 148 : at + 156] = b"%06o\0 " % sum(data[at : at + 512])
    return bytes(data)


if __name__ == "__main__":
    unittest.main()
