"""Canvas' export of an entire gradebook."""

import re
from collections.abc import Sequence

from course.errors import UsageError
from course.gradebooks.base import Gradebook, Row, Sheet, as_number
from course.intake.names import words_of
from course.intake.roster import Roster
from course.labs import Lab
from course.tables.words import Student, called, short_name

KEYS = (
    "Student",
    "LastName",
    "FirstName",
    "ID",
    "SIS User ID",
    "SIS Login ID",
    "Root Account",
    "Integration ID",
    "Section",
)


def is_canvas(sheet: Sheet) -> bool:
    return sheet.titles[0] == "Student" or sheet.titles[:2] == ["LastName", "FirstName"]


class CanvasGradebook(Gradebook):
    """The key columns come back, and ours, for labs and the total."""

    file = "canvas.csv"

    def __init__(self, sheet: Sheet, people: Roster, labs: Sequence[Lab], column: str) -> None:
        """`column`: the title of that for the total; empty: found by their titles."""
        kept = [at for at, title in enumerate(sheet.titles) if title in KEYS]
        ours = {}
        for at, header in enumerate(sheet.titles):
            meant = _meant_by(header, labs, column)
            if meant is not None and at not in kept:
                ours[at] = meant
        if not ours:
            wanted = (
                f"'{column}'"
                if column
                else "for gemmlab: 'gemmlab', or 'gemmlab 02' or 'Lab 02' for a lab"
            )
            raise UsageError(
                f"The gradebook has no column {wanted}. Its columns: {', '.join(sheet.titles)}. "
                "Create an assignment in Canvas, export the gradebook again, and name its column "
                "with --canvas-column."
            )
        super().__init__(sheet, people, kept, ours)

    def out_of(self, row: Row, at: int) -> float:
        points = [
            as_number(each[at])
            for each in self.sheet.rows.values()
            if self._is_points_row(each) and at < len(each)
        ]
        return next(filter(None, points), 100)

    def note_without_student(self, line: int, row: Row) -> list[str]:
        has_two = self.sheet.titles[0] == "LastName" and len(row) > 1
        name = f"{row[0]}, {row[1]}" if has_two else row[0]
        is_person = (
            line > min(self.sheet.rows)
            and not self._is_points_row(row)
            and name not in ("Student, Test", "Test Student")
            and self.sheet.value(row, "ID")
        )
        note = f'{self.file}: "{short_name(name)}" has no submission: the row is unchanged'
        return [note] if is_person else []

    def _fill(self, row: Row, student: Student) -> None:
        fixed = {at: row[at] for at in self.ours if row[at].strip().upper() in ("EX", "N/A")}
        super()._fill(row, student)
        for at, before in fixed.items():
            if row[at] != before:
                self.notes.append(
                    f'{self.file}: {called(student)} is "{before}" in Canvas, which stays; the '
                    f"grade here is {row[at]}"
                )
                row[at] = before

    def _is_points_row(self, row: Row) -> bool:
        """Canvas' own row, which has no ID, unlike a student of that name."""
        return not self.sheet.value(row, "ID") and row[0].strip() == "Points Possible"


def _meant_by(header: str, labs: Sequence[Lab], column: str) -> str | None:
    """The lab's id, or "" for the total; None: the column is not ours."""
    title = header.rpartition(" (")[0] if header.endswith(")") else header  # "gemmlab 02 (123)"
    if column:
        return "" if column in (title, header) else None
    for lab in labs:
        if re.match(rf"gemmlab {lab.id}( |$)", title) or lab.slug in title or _names(lab, title):
            return lab.id
    return "" if title == "gemmlab" else None


def _names(lab: Lab, title: str) -> bool:
    """Such as "Lab 2" or "Lab 02: naive kernel", and nothing that may be more, as "Lab 2 quiz"."""
    match = re.fullmatch(rf"lab[ _-]?0?{lab.id.lstrip('0') or '0'}\b(.*)", title.strip(), re.I)
    more = words_of(match[1]) if match else []
    return match is not None and (not more or more in (words_of(lab.name), words_of(lab.title)))
