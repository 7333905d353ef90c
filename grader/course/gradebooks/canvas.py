"""Canvas' export of an entire gradebook."""

import re
from collections.abc import Sequence

from course.errors import UsageError
from course.gradebooks.base import Gradebook, Row, Sheet, as_number
from course.labs import Lab
from course.tables.words import short_name

KEYS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Root Account", "Integration ID", "Section")


def is_canvas(sheet: Sheet) -> bool:
    return sheet.titles[0] == "Student"


class CanvasGradebook(Gradebook):
    """The key columns come back, and ours, for labs and the total."""

    file = "canvas.csv"

    def __init__(self, sheet: Sheet, labs: Sequence[Lab], column: str) -> None:
        """`column`: the title of that for the total; empty: found by their titles."""
        kept = [at for at, title in enumerate(sheet.titles) if title in KEYS]
        ours = {}
        for at, header in enumerate(sheet.titles):
            meant = _meant_by(header, labs, column)
            if meant is not None and at not in kept:
                ours[at] = meant
        if not ours:
            wanted = (
                f"'{column}'" if column else "for gemmlab: 'gemmlab', or 'gemmlab 02' for a lab"
            )
            raise UsageError(
                f"The gradebook has no column {wanted}. Its columns: {', '.join(sheet.titles)}. "
                "Create an assignment in Canvas, export the gradebook again, and name its column "
                "with --canvas-column."
            )
        super().__init__(sheet, kept, ours)

    def out_of(self, row: Row, at: int) -> float:
        points = [
            as_number(each[at])
            for each in self.sheet.rows.values()
            if self._is_points_row(each) and at < len(each)
        ]
        return next(filter(None, points), 100)

    def note_without_student(self, line: int, row: Row) -> list[str]:
        is_person = (
            line > min(self.sheet.rows)
            and not self._is_points_row(row)
            and row[0] != "Student, Test"
            and self.sheet.value(row, "ID")
        )
        name = short_name(row[0])
        note = f'{self.file}: "{name}" has no submission: the row is unchanged'
        return [note] if is_person else []

    def _is_points_row(self, row: Row) -> bool:
        """Canvas' own row, which has no ID, unlike a student of that name."""
        return not self.sheet.value(row, "ID") and row[0].strip() == "Points Possible"


def _meant_by(header: str, labs: Sequence[Lab], column: str) -> str | None:
    """The lab's id, or "" for the total; None: the column is not ours."""
    title = header.rpartition(" (")[0] if header.endswith(")") else header  # "gemmlab 02 (123)"
    if column:
        return "" if column in (title, header) else None
    for lab in labs:
        if re.match(rf"gemmlab {lab.id}( |$)", title) or lab.slug in title:
            return lab.id
    return "" if title == "gemmlab" else None
