"""What the terminal shows while a class is graded."""

import time
from collections import Counter
from collections.abc import Sequence

from course.class_run import Event, Kind
from course.intake.hand_ins import SubmissionSource
from course.intake.names import shown_name
from course.progress import ProgressLine
from course.terminal import say


def duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def _called(source: SubmissionSource) -> str:
    """ "s1002 Ada Lovelace" """
    name = "" if source.who.name == source.student else source.who.name
    return " ".join(shown_name(each) for each in (source.student, name) if each)


class ClassProgress:
    """Progress with the time left, and the result of each submission."""

    def __init__(self, sources: Sequence[SubmissionSource]) -> None:
        self._names = {source.student: _called(source) for source in sources}
        self._submissions = len(sources)
        self._line = ProgressLine()
        self._counts: Counter[Kind] = Counter()
        self._at_work = ""
        self._start = time.monotonic()

    def __call__(self, event: Event) -> None:
        self._counts[event.kind] += 1
        if event.kind is Kind.BEGAN:
            self._at_work = event.student
        elif event.kind is not Kind.KNOWN:
            self._line.clear()
            failed = "not graded: " if event.kind is Kind.FAILED else ""
            name = self._names[event.student]
            say(f"[{self._done()}/{self._submissions}] {name}: {failed}{event.summary}", 2)
        self._show()

    def count(self, kind: Kind) -> int:
        return self._counts[kind]

    def clear(self) -> None:
        self._line.clear()

    def in_all(self, out: str) -> str:
        """ "38 graded, 2 already graded."; and where to read about failures on our side."""
        text = f"{self.count(Kind.GRADED)} graded"
        if self.count(Kind.KNOWN):
            text += f", {self.count(Kind.KNOWN)} already graded"
        if self.count(Kind.FAILED):
            text += (
                f", {self.count(Kind.FAILED)} not graded because of a problem with this machine: "
                f"see {out}/infrastructure.txt, then run the same command again"
            )
        return text + ".\n"

    def _done(self) -> int:
        return sum(self._counts[kind] for kind in (Kind.GRADED, Kind.KNOWN, Kind.FAILED))

    def _show(self) -> None:
        worked = self._done() - self.count(Kind.KNOWN)
        spent = time.monotonic() - self._start
        rest = self._submissions - self._done()
        left = f", about {duration(spent / worked * rest)} left" if worked else ""
        self._line(f"{self._done()} of {self._submissions} done{left}; {self._at_work}")
