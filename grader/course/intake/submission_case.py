"""Reads the submissions of a class that a test wrote."""

from dataclasses import replace

from course.intake.class_case import LABS, ClassCase
from course.intake.hand_ins import LeftOutReason
from course.intake.handed_out import NOTHING
from course.intake.lab_finder import LabFinder
from course.intake.reading import read_submission
from course.intake.sample_archives import Packed, packed
from course.intake.submission import Submission


class SubmissionCase(ClassCase):
    def setUp(self) -> None:
        super().setUp()
        self.skeletons: dict[str, str] = {}  # by lab id
        self.wanted: set[str] = set()  # the labs that are to be graded
        self.handed_out = NOTHING

    def read(self, name: str) -> Submission:
        """Of the entry with that name in the class's folder."""
        (source,) = (each for each in self.hand_ins().sources if each.parts[0].path.name == name)
        finder = LabFinder(LABS, self.skeletons, self.handed_out)
        return read_submission(source, finder, self.wanted)

    def taken_bytes(self, packing: str, data: bytes) -> Submission:
        """Of an archive that is one person's hand-in."""
        name = f"ann.{'tar' if packing == 'pax' else packing}"
        file = self.folder / name
        file.write_bytes(data)
        submission = self.read(name)
        file.unlink()
        return submission

    def assert_refused(self, submission: Submission, words: str) -> None:
        self.assertIn(words, submission.problem)
        self.assertEqual(submission.files, {})

    def taken(self, packing: str, *entries: Packed) -> Submission:
        return self.taken_bytes(packing, packed(packing, entries))


def reasons(submission: Submission) -> dict[str, str]:
    """Of what is left out, by path; without what is added if the hand-in has nothing else."""
    return {left.path: replace(left, is_all=False).reason_in_words for left in submission.left_out}


def count_of(submission: Submission, reason: LeftOutReason) -> int:
    return sum(left.reason is reason for left in submission.left_out)
