"""What may be the answer to a lab that has no file, or only its skeleton."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from course.intake.candidates import Candidate
from course.intake.documents import may_show_work
from course.intake.hand_ins import LeftOut, LeftOutReason
from course.intake.lab_finder import CONTRACT, LabFinder
from course.intake.names import shown_path
from course.intake.submission import Submission

_SHOWN = (
    LeftOutReason.document,
    LeftOutReason.picture,
    LeftOutReason.page,
    LeftOutReason.empty_page,
)
_ANSWERS = (LeftOutReason.shown_answer, LeftOutReason.several_labs, LeftOutReason.in_a_room)
_MOST_BESIDE = 10  # files that may be the answer to a lab without one: as many as anybody reads of
_OURS = b"// >>> "  # where a gap begins in the project's own solutions


def _may_be_work(left: LeftOut) -> bool:
    """Of a student who has no file for some lab: a 0 for it is only of what was judged."""
    is_none_of_ours = left.reason in (*_SHOWN, LeftOutReason.not_a_labs_file)
    is_none_of_ours &= left.reason is not LeftOutReason.empty_page
    return is_none_of_ours and may_show_work(left.path)


class Answers:
    def __init__(self, labs: LabFinder, wanted: AbstractSet[str]) -> None:
        """`wanted`: ids of the labs that are to be graded; empty: all."""
        self._labs = labs
        self._wanted = wanted
        self._in_rooms: dict[str, str] = {}  # paths by lab id

    def see_in_room(self, path: str, text: bytes) -> None:
        """In a folder of the project, where a student may have worked by mistake."""
        lab = self._labs.find(path, text, self._wanted).lab
        if lab and text.strip() and _OURS not in text and not self._labs.is_unchanged(lab, text):
            self._in_rooms.setdefault(lab.id, path)

    def open(
        self,
        submission: Submission,
        candidates: Mapping[str, Sequence[Candidate]],
        left_out: list[LeftOut],
    ) -> None:
        """Opens their labs, and leaves the skeletons out of the submission. `candidates`: by lab
        id, of those that were or could have been taken."""
        skeletons = {
            lab_id: file.path
            for lab_id, file in submission.files.items()
            if self._labs.is_unchanged(candidates[lab_id][0].lab, file.text)
        }

        def has_no_other(lab_id: str) -> bool:
            is_wanted = not self._wanted or lab_id in self._wanted
            return is_wanted and (lab_id not in candidates or lab_id in skeletons)

        for left in left_out:
            lab = self._labs.called_as(left.path) if left.reason in _SHOWN else None
            if lab and has_no_other(lab.id):
                left.reason, left.lab = LeftOutReason.shown_answer, lab.id
        left_out += [left for left in self._files(candidates) if has_no_other(left.lab)]
        opened = {left.lab for left in left_out if left.reason in _ANSWERS}
        for lab_id in sorted(opened & set(skeletons)):
            del submission.files[lab_id]
            left_out.append(LeftOut(skeletons[lab_id], LeftOutReason.unchanged, lab=lab_id))
        if not self._wanted or self._wanted - set(candidates):
            found = sorted(filter(_may_be_work, left_out), key=lambda left: left.path)
            for left in found[:_MOST_BESIDE]:
                left.reason = LeftOutReason.may_be_answer

    def _files(self, candidates: Mapping[str, Sequence[Candidate]]) -> Iterator[LeftOut]:
        """Files whose text says two labs, and those in the project's folders."""
        for each in (each for found in candidates.values() for each in found):
            if each.find.guess not in ("", CONTRACT):
                for lab in self._labs.with_kernel_in(each.text):
                    if lab.id not in candidates:
                        path = shown_path(each.path)
                        yield LeftOut(path, LeftOutReason.several_labs, lab=lab.id)
        for lab_id, path in sorted(self._in_rooms.items()):
            yield LeftOut(shown_path(path), LeftOutReason.in_a_room, lab=lab_id)
