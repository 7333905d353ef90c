"""Which of the files that may be for a lab counts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from course.intake.hand_ins import LeftOut, LeftOutReason
from course.intake.lab_finder import Find, LabFinder
from course.intake.names import HandIn, is_replaced, quoted_path, shown_path
from course.labs import Lab


@dataclass
class Candidate:
    """A file that may be a lab's."""

    path: str
    find: Find
    lab: Lab
    part: HandIn
    text: bytes
    is_idle_choice: bool = False  # course.toml says that it counts, and there is no other

    def notes(self) -> list[str]:
        """What of it somebody should know: sentences."""
        path, find, said = quoted_path(self.path), self.find, []
        if find.guess:
            said.append(
                f"{path} does not say which lab it is: taken for this one, because "
                f"{quoted_path(find.guess)} is in it. Rename it if it is another lab's, else there "
                "is nothing to do"
            )
        if find.is_by_text:
            said.append(
                f"{path} is not named as {quoted_path(self.lab.file)}, and taken because it "
                "defines what the lab asks for: there is nothing to do, unless it is not to count"
            )
        if find.other:
            word, other = find.other
            said.append(
                f"{path} is judged as lab {self.lab.id}, but {quoted_path(word)} in it is lab "
                f"{other.id}'s. Its points are those of lab {self.lab.id}'s tests, whatever it is "
                "called; look only if it may be the wrong file"
            )
        if self.is_idle_choice:
            said.append(
                f"[hand_ins] of course.toml names {path}, without effect: no other file may be for "
                "this lab"
            )
        return said


@dataclass
class Choice:
    """Of one lab."""

    chosen: Candidate | None  # None: several are left
    earlier: list[Candidate]  # attempts
    left_out: list[LeftOut]
    rivals: Sequence[Candidate] = ()  # those that are left, of which one can count


def _is_earlier(candidate: Candidate, parts: Sequence[HandIn]) -> bool:
    return any(is_replaced(candidate.part, part) for part in parts)


def choose(found: list[Candidate], labs: LabFinder) -> Choice:
    """`found`: all of one lab; at least one."""
    left_out: list[LeftOut] = []

    def without(reason: LeftOutReason, is_worse: Callable[[Candidate], bool]) -> None:
        """Leaves those out, unless it is all of them."""
        nonlocal found
        worse = [is_worse(each) for each in found]
        if all(worse):
            return
        for each, is_left in zip(found, worse):
            if is_left:
                left_out.append(LeftOut(shown_path(each.path), reason, len(found), each.lab.id))
        found = [each for each, is_left in zip(found, worse) if not is_left]

    without(LeftOutReason.not_counted, lambda each: not each.part.is_chosen)
    for each in found:
        each.is_idle_choice = each.part.is_chosen_alone and not left_out
    without(LeftOutReason.unchanged, lambda each: labs.is_unchanged(each.lab, each.text))
    found = sorted(found, key=lambda each: (each.part.time, each.part.version))
    parts = [each.part for each in found]
    earlier = [each for each in found if _is_earlier(each, parts)]
    without(LeftOutReason.earlier_attempt, lambda each: _is_earlier(each, parts))
    least = min(each.find.rank for each in found)
    without(LeftOutReason.beside_better, lambda each: each.find.rank > least)
    first = found[0]
    without(
        LeftOutReason.same_file,
        lambda each: each.text == first.text and each.path != first.path,
    )
    if len(found) == 1:
        return Choice(found[0], earlier, left_out)
    left_out += [
        LeftOut(shown_path(each.path), LeftOutReason.one_of_several, len(found), each.lab.id)
        for each in found
    ]
    return Choice(None, earlier, left_out, found)
