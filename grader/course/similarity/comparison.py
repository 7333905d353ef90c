"""The texts of a class compared, lab by lab: whose are alike."""

import collections
import concurrent.futures
import hashlib
import itertools
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from course.similarity import sim
from course.similarity.texts import GIVEN_RUN, Text, runs_of, tokens_of

USUAL = 10  # so many others with such a text, and it says nothing; so has half of a small class,
LEAST_USUAL = 3  # if it is so many
LEAST, MOST = 30, 5_000  # own tokens


class LabTexts:
    """The files of one lab that can be compared: each text once, with the students who handed it
    in.
    """

    def __init__(self, lab_id: str, skeleton: str, sources: Iterable[tuple[str, str]]) -> None:
        """`sources`: students, with the text of each."""
        self.id = lab_id
        given = runs_of([kind for _, kind in tokens_of(skeleton)], GIVEN_RUN)
        by_text: dict[bytes, tuple[str, list[str]]] = {}
        for student, text in sources:
            digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
            by_text.setdefault(digest, (text, []))[1].append(student)
        self.too_long: list[str] = []
        self.too_short: list[str] = []
        self.texts: list[Text] = []
        self.students: list[list[str]] = []
        self.pairs: dict[tuple[int, int], int] = {}  # of texts, with their percents
        self.usual = 0  # students whose texts are like those of many
        for text, students in by_text.values():
            each = Text(text, given)
            if len(each.kinds) > MOST:
                self.too_long += students
            elif len(each.kinds) < LEAST:
                self.too_short += students
            else:
                self.texts.append(each)
                self.students.append(students)

    @property
    def compared(self) -> int:
        """How many students' texts are."""
        return sum(map(len, self.students))

    def compare(self, percent: int) -> "LabTexts":
        """Finds the pairs. Throws CannotCompare."""
        first: dict[tuple[str, ...], int] = {}
        which = [first.setdefault(tuple(text.kinds), len(first)) for text in self.texts]
        found = sim.alike(list(first), percent) if len(first) > 1 else {}
        members: dict[int, list[int]] = collections.defaultdict(list)
        for i, stream in enumerate(which):
            members[stream].append(i)
        pairs = {pair: 100 for same in members.values() for pair in itertools.combinations(same, 2)}
        for (one, other), share in found.items():
            for i, j in itertools.product(members[one], members[other]):
                pairs[min(i, j), max(i, j)] = share
        company: collections.Counter[int] = collections.Counter()
        for i, j in pairs:
            company[i] += len(self.students[j])
            company[j] += len(self.students[i])
        half = (self.compared + 1) // 2
        least = min(USUAL, max(LEAST_USUAL, half))
        usual = {i for i, others in company.items() if others >= least}
        self.usual = sum(len(self.students[i]) for i in usual)
        self.pairs = {pair: share for pair, share in pairs.items() if not usual.issuperset(pair)}
        return self


@dataclass(frozen=True)
class Member:
    """A text of a group, and the one of the others that is most like it."""

    students: Sequence[str]
    text: Text
    other: Text


@dataclass(frozen=True)
class Likeness:
    """How alike the texts of some students are in one lab."""

    percent: int | None  # of the pair that is least alike among those found; None: the same file
    members: Sequence[Member]


@dataclass(frozen=True)
class Row:
    """Students whose texts are alike."""

    students: tuple[str, ...]
    found: dict[str, Likeness]  # by the lab's id
    among: dict[str, int]  # labs in which they are of a larger group, and how many are in it


def groups_in(lab: LabTexts) -> list[tuple[tuple[str, ...], Likeness]]:
    """Who is alike with somebody is in one group with all of these: nobody is in two."""
    nearest: dict[int, tuple[int, int]] = {}  # of a text: percent, and which
    group = list(range(len(lab.texts)))

    def root_of(i: int) -> int:
        while group[i] != i:
            group[i] = i = group[group[i]]
        return i

    for (i, j), share in lab.pairs.items():
        group[root_of(j)] = root_of(i)
        nearest[i] = max(nearest.get(i, (0, 0)), (share, j))
        nearest[j] = max(nearest.get(j, (0, 0)), (share, i))
    least: dict[int, int] = {}
    for (i, _), share in lab.pairs.items():
        least[root_of(i)] = min(least.get(root_of(i), 100), share)
    members: dict[int, list[int]] = collections.defaultdict(list)
    for i in range(len(lab.texts)):
        members[root_of(i)].append(i)
    found = []
    for root, texts in members.items():
        students = tuple(sorted(student for i in texts for student in lab.students[i]))
        if len(students) > 1:
            shown = [
                Member(lab.students[i], lab.texts[i], lab.texts[nearest.get(i, (0, i))[1]])
                for i in texts
            ]
            found.append((students, Likeness(least.get(root), shown)))
    return found


def suspects(labs: Iterable[LabTexts]) -> list[Row]:
    """Most labs first, then the most alike."""
    rows: dict[tuple[str, ...], dict[str, Likeness]] = collections.defaultdict(dict)
    for lab in labs:
        for students, likeness in groups_in(lab):
            rows[students][lab.id] = likeness
    larger: dict[str, list[tuple[str, set[str]]]] = collections.defaultdict(list)
    for students, found in rows.items():
        for student in students:
            larger[student] += [(lab, set(students)) for lab in found]
    whole = [
        Row(
            students,
            found,
            {lab: len(all_) for lab, all_ in larger[students[0]] if all_ > set(students)},
        )
        for students, found in rows.items()
    ]

    def rank(row: Row) -> tuple[int, int, tuple[str, ...]]:
        percents = [each.percent or 101 for each in row.found.values()]
        return -len(row.found) - len(row.among), -max(percents), row.students

    return sorted(whole, key=rank)


def compared(labs: Iterable[LabTexts], percent: int) -> tuple[list[LabTexts], list[str]]:
    """The labs that could be compared, and sentences about the others."""
    done, failed = [], []
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for lab, future in [(lab, pool.submit(lab.compare, percent)) for lab in labs]:
            try:
                done.append(future.result())
            except sim.CannotCompare as error:
                failed.append(f"Lab {lab.id} was not compared: {error}")
    return done, failed
