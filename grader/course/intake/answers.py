"""What may be the answer to a lab that has no file, or only its skeleton."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from course.intake.candidates import Candidate
from course.intake.documents import may_show_work
from course.intake.hand_ins import LeftOut, LeftOutReason
from course.intake.lab_finder import CONTRACT, LabFinder
from course.intake.names import shown_path
from course.intake.submission import Submission

# Of files that are looked at no further, and that no file of a lab explains.
_SHOWN = (
    LeftOutReason.document,
    LeftOutReason.picture,
    LeftOutReason.page,
    LeftOutReason.empty_page,
    LeftOutReason.not_a_labs_file,
)
_UNSEEN = (
    LeftOutReason.long_path,
    LeftOutReason.deep_path,
    LeftOutReason.not_regular,
    LeftOutReason.hard_link,
    LeftOutReason.symbolic_link,
)
_MOST_BESIDE = 10  # files that may be the answer to a lab without one: as many as anybody reads of
_OURS = b"// >>> "  # where a gap begins in the project's own solutions


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

        labs = self._wanted or {lab.id for lab in self._labs.all_labs}
        without = {lab for lab in labs if lab not in candidates or lab in skeletons}
        opened = set()
        beside = 0
        for left in sorted(left_out, key=lambda each: each.path) if without else ():
            if not self._may_be_an_answer(left):
                continue
            called = {lab.id for lab in self._labs.called_as(left.path)}
            may_be = called & without if called else without
            if called and len(may_be) == 1 and left.reason in _SHOWN:
                left.reason, left.lab = LeftOutReason.shown_answer, *may_be
                opened |= may_be
            elif may_be and left.reason in _UNSEEN:
                left.is_all = True
                opened |= without
            elif may_be and beside < _MOST_BESIDE and left.reason is not LeftOutReason.empty_page:
                left.reason = LeftOutReason.may_be_answer
                opened |= without
                beside += 1
        found = [left for left in self._files(candidates) if left.lab in without]
        left_out += found
        opened |= {left.lab for left in found}
        for lab_id in sorted(opened & set(skeletons)):
            del submission.files[lab_id]
            left_out.append(LeftOut(skeletons[lab_id], LeftOutReason.unchanged, lab=lab_id))

    def _may_be_an_answer(self, left: LeftOut) -> bool:
        """A lab has a final 0 only for what was judged, or if nothing came. So all that the student
        added counts that nobody has looked at."""
        is_given = self._labs.handed_out.is_at_its_place(left.path)
        return left.reason in (*_SHOWN, *_UNSEEN) and not is_given and may_show_work(left.path)

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
