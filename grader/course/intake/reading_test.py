"""Hand-ins of several parts and times, and the limits of the process that reads them."""

import os
import signal
import struct
import unittest
from unittest import mock

from course.intake import reading
from course.intake.class_case import LABS
from course.intake.hand_ins import SubmissionSource
from course.intake.lab_finder import LabFinder
from course.intake.names import HandIn
from course.intake.reading import READER_MIB, read_submission, read_within_limits
from course.intake.sample_archives import Packed, packed
from course.intake.submission import Submission, is_undecided, why_no_file
from course.intake.submission_case import SubmissionCase, reasons

FINDER = LabFinder(LABS)


class ReadingTest(SubmissionCase):
    def test_gives_one_sum_for_the_same_files_however_they_came(self) -> None:
        self.write("ann/02.cu", "text")
        self.write("ben/labs/02_naive_kernel/kernel.cu", "text")
        self.write("ben/notes", "mine")
        self.write("cy/02.cu", "other")
        self.write("dee/03.cu", "text")
        sums = {name: self.read(name).sha256 for name in ("ann", "ben", "cy", "dee")}
        self.assertEqual(sums["ann"], sums["ben"])
        self.assertEqual(len(set(sums.values())), 3)

    def test_gives_the_time_of_times_csv_rather_than_of_the_file(self) -> None:
        self.write("ann/02.cu")
        self.write("ann/03.cu")
        self.write("ben/02.cu")
        self.write(
            "times.csv", "student,time,lab\nann,2026-01-31T23:59:00+01:00,\nann,2026-02-01,3\n"
        )
        ann = self.read("ann")
        self.assertEqual(ann.files["02"].submitted_at, "2026-01-31T22:59:00Z")
        self.assertEqual(ann.files["03"].submitted_at, "2026-02-01T00:00:00Z")
        self.assertEqual(self.read("ben").files["02"].submitted_at, "")

    def test_takes_the_last_attempt_and_keeps_those_before(self) -> None:
        day = "L_jdoe_attempt_2026-01-3"
        self.write(f"{day}1-09-00-00_02.cu", "later")
        self.write(f"{day}0-00-00-00_02.cu", "earlier")
        inner = packed("zip", [Packed("kernel.cpp", b"a")])
        self.write(f"{day}0-00-00-00_lab1.zip", "").write_bytes(inner)
        for name in ("99_kernel-2", "98_kernel-1", "97_kernel"):
            self.write(f"kimlee_4711_{name}.cpp", name)
        jdoe, kim = (
            read_submission(self.source(self.hand_ins(), name), FINDER)
            for name in ("jdoe", "kimlee")
        )
        self.assertEqual(jdoe.files["02"].text, b"later")
        self.assertEqual([file.text for file in jdoe.earlier["02"]], [b"earlier"])
        self.assertLess(jdoe.earlier["02"][0].submitted_at, jdoe.files["02"].submitted_at)
        self.assertEqual(jdoe.files["01"].text, b"a")
        self.assertEqual(kim.files["01"].text, b"99_kernel-2")
        self.assertEqual(
            reasons(kim)["kernel.cpp"], "an earlier attempt at lab 01; the last one counts"
        )

    def test_keeps_those_of_which_somebody_has_to_choose(self) -> None:
        for name in ("02", "lab02_new"):
            self.write(f"ann/{name}.cu", name)
        source = self.source(self.hand_ins(), "ann")
        ann = read_within_limits(source, FINDER)
        self.assertEqual(ann.files, {})
        self.assertEqual(
            [(each.path, each.text) for each in ann.rivals["02"]],
            [("02.cu", b"02"), ("lab02_new.cu", b"lab02_new")],
        )

    def test_takes_for_a_later_attempt_in_canvas_only_what_has_its_name_counted_on(self) -> None:
        for names, chosen in (
            (("97_kernel.cpp", "98_lab01-5.cpp"), "98_lab01-5.cpp"),  # by its lab's name
            (("97_my_loop.cpp", "98_matmul-5.cpp"), ""),
            (("97_lab01.cpp", "98_lab1-3.cpp"), ""),
            (("97_lab01.cpp", "98_lab-01.cpp"), ""),
            (("97_lab01-1.cpp", "98_lab01-1-1.cpp"), "98_lab01-1-1.cpp"),
            (("98_lab01-1.cpp", "99_lab01-9.cpp", "97_lab01-10.cpp"), "97_lab01-10.cpp"),
            (("97_a.zip", "98_b-4.zip"), ""),
            (("97_a.zip", "98_a-1.zip"), "98_a-1.zip"),
        ):
            with self.subTest(names):
                for name in names:
                    text = f"// {name}\nvoid matmul() {{}}\n".encode()
                    file = self.write(f"kimlee_4711_{name}")
                    is_zip = name.endswith(".zip")
                    file.write_bytes(packed("zip", [Packed("01.cpp", text)]) if is_zip else text)
                kim = read_submission(self.source(self.hand_ins(), "kimlee"), FINDER)
                taken = kim.files["01"].text.decode().split()[1] if kim.files else ""
                self.assertEqual(taken, chosen, reasons(kim))
                self.assertEqual(is_undecided(kim.left_out, "01"), not chosen)
                for name in names:
                    (self.folder / f"kimlee_4711_{name}").unlink()

    def test_leaves_archives_of_other_kinds_closed(self) -> None:
        self.write("ann.7z")
        submission = self.read("ann.7z")
        self.assertIn("unpack it into a folder", reasons(submission)["ann.7z"])
        self.assertIn('"ann.7z": an archive', why_no_file(submission, LABS[0]))


class LimitsTest(SubmissionCase):
    def within_limits(self, name: str) -> Submission:
        return read_within_limits(self.source(self.hand_ins(), name), FINDER)

    def test_change_nothing_for_ordinary_hand_ins(self) -> None:
        self.write("ann/02.cu", "text\0\xff")
        self.write("ann/notes\udcff.txt")
        self.write("ann/old/02.cu", "other")
        self.write("ben.zip", "no archive")
        for name in ("ann", "ben"):
            source = self.source(self.hand_ins(), name)
            self.assertEqual(self.within_limits(name), read_submission(source, FINDER))

    def test_end_what_takes_too_much_memory(self) -> None:
        count = 900_000  # of names in 48 MiB
        name = b"PK\1\2" + bytes(24) + struct.pack("<H", 1) + bytes(16) + b"x"
        end = b"PK\5\6" + bytes(8) + struct.pack("<II", len(name) * count, 0) + bytes(2)
        (self.folder / "ann.zip").write_bytes(name * count + end)
        submission = self.within_limits("ann")
        self.assertEqual(
            submission.problem,
            f"reading it takes more than 10 seconds of a processor or {READER_MIB} MiB of memory: "
            "use an ordinary .zip or .tar.gz",
        )
        self.assertTrue(submission.sha256)
        self.assertIn("submission not accepted", why_no_file(submission, LABS[0]))

    def test_end_what_takes_too_long(self) -> None:
        def spin(*_: object) -> None:
            while True:
                pass

        self.write("ann/02.cu")
        with (
            mock.patch.object(reading, "_read_parts", spin),
            mock.patch.object(reading, "READER_SECONDS", 1),
        ):
            self.assertIn("takes more than 1 seconds", self.within_limits("ann").problem)

    def test_are_no_fault_of_the_student_if_this_machine_ends_the_process(self) -> None:
        def be_killed(*_: object) -> None:
            os.kill(os.getpid(), signal.SIGKILL)  # as a kernel without memory does

        self.write("ann/02.cu")
        with mock.patch.object(reading, "_read_parts", be_killed), self.assertRaises(OSError):
            self.within_limits("ann")

    def test_end_an_answer_without_end(self) -> None:
        self.write("ann/02.cu", "x" * 2000)
        with mock.patch.object(reading, "_MAX_ANSWER_BYTES", 1000):
            self.assertIn("takes more than", self.within_limits("ann").problem)

    def test_tell_what_this_machine_cannot_read(self) -> None:
        source = SubmissionSource("ann", [HandIn(self.folder / "ann")])
        with self.assertRaisesRegex(OSError, "cannot read .*ann: No such file or directory"):
            read_within_limits(source, FINDER)

    def test_leave_no_process_and_no_descriptor(self) -> None:
        self.write("ann/02.cu")
        before = os.listdir("/proc/self/fd")
        self.within_limits("ann")
        self.assertEqual(os.listdir("/proc/self/fd"), before)
        with self.assertRaises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)


if __name__ == "__main__":
    unittest.main()
