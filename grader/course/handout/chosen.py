"""Which labs a class gets."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from course.course_labs import lab_meant
from course.errors import UsageError
from course.labs import Lab, read_rows
from course.text import printable

ROW = re.compile(r"([0-9]{2}|-)(?:\.[0-9]+)? +\S+ +\S+ +\S.*", re.ASCII)


@dataclass(frozen=True)
class Chosen:
    """The rows of the table that are handed out, and those that are not."""

    rows: list[Lab]
    others: list[Lab]

    @property
    def labs(self) -> list[Lab]:
        return [lab for lab in self.rows if lab.file != "-" and not lab.staircase]

    @property
    def steps(self) -> list[Lab]:
        return [lab for lab in self.rows if lab.staircase]

    @property
    def left_out(self) -> set[str]:
        """Names of files and folders, as 07_wide_copies."""
        return {lab.slug for lab in self.others if not lab.staircase}


def chosen_labs(root: Path, words: Sequence[str]) -> Chosen:
    """The labs that the words mean: names of labs, and ranges such as 01-06, which hold what lies
    between in teaching order, where 00 follows 01, and what lies between by number. A staircase
    comes with its steps. Without words the course's, and no lab beyond it: what those give comes
    close to answers of the labs before. Throws UsageError."""
    rows = read_rows(root)
    tops = [lab for lab in rows if not lab.staircase]
    taken: set[str] = set()
    for word in words:
        first, _, last = word.partition("-")
        begin, end = (tops.index(lab_meant(tops, each)) for each in (first, last or first))
        if begin > end:
            raise UsageError(f"--labs: {printable(word)} ends before it begins.")
        taken |= {lab.slug for lab in tops[begin : end + 1]}
        taken |= {lab.slug for lab in tops if tops[begin].id <= lab.id <= tops[end].id}
    if not words:
        taken = {lab.slug for lab in tops if not lab.block}
    kept = [lab for lab in rows if (lab.staircase or lab.slug) in taken]
    return Chosen(kept, [lab for lab in rows if lab not in kept])


def table_without(text: str, slugs: Collection[str]) -> str:
    """labs.table without these labs, and their steps: a heading stays where a row is below it."""
    ids = {slug[:2] for slug in slugs}
    kept: list[str] = []
    headings: list[str] = []
    for line in text.splitlines(keepends=True):
        row = ROW.fullmatch(line.rstrip("\n"))
        if row is None:
            kept.append(line)
        elif row[1] == "-":
            headings = [line]
        elif row[1] not in ids:
            kept += [*headings, line]
            headings = []
    return "".join(kept)
