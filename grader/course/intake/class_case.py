"""A class's folder, created for a test and deleted after it."""

import os
import tempfile
import unittest
from collections.abc import Mapping
from pathlib import Path

from course.intake.class_folder import list_submissions
from course.intake.decisions import Decisions, Drafts
from course.intake.hand_ins import SubmissionList, SubmissionSource
from course.intake.roster import Roster
from course.labs import Lab

LABS = [
    Lab("01", "cpu_loop", "kernel.cpp", "The CPU loop"),
    Lab("02", "naive_kernel", "kernel.cu", "One thread, one output"),
    Lab("03", "tiled_kernel", "kernel.cu", "Share a tile"),
]


class ClassCase(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory(prefix="gemmlab-class-")
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)
        self.folder = self.place / "class"  # of the class; what else a test needs is beside it
        self.folder.mkdir()

    def write(self, path: str, text: str = "text") -> Path:
        """Beside the class if the path begins with ../"""
        file = Path(os.path.normpath(self.folder / path))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
        return file

    def roster(self, text: str) -> Roster:
        return Roster(self.write("../roster.csv", text))

    def hand_ins(
        self,
        roster: str = "",
        whose: Mapping[str, list[str]] | None = None,
        drafts: Drafts = Drafts.OPEN,
    ) -> SubmissionList:
        """`whose`, `drafts`: of Decisions."""
        people = self.roster(roster) if roster else None
        decisions = Decisions(whose or {}, drafts)
        return list_submissions(self.folder, LABS, people, decisions=decisions)

    def source(self, hand_ins: SubmissionList, student: str) -> SubmissionSource:
        (found,) = (each for each in hand_ins.sources if each.student == student)
        return found

    def is_open(self, hand_ins: SubmissionList, student: str) -> bool:
        """Whether a lab without a file is no 0."""
        return any(left.is_open for left in self.source(hand_ins, student).open)

    def is_read(self, hand_ins: SubmissionList, student: str) -> bool:
        source = self.source(hand_ins, student)
        return not source.problem and any(not part.problem for part in source.parts)
