"""Moodle's grading worksheet of an assignment."""

import re

from course.gradebooks.base import Gradebook, Row, Sheet, as_number
from course.intake.roster import Roster
from course.intake.worksheet import NONE, Worksheet, is_locked, worksheet_in


def is_moodles(sheet: Sheet) -> bool:
    return worksheet_in(sheet.table) is not None


class MoodleWorksheet(Gradebook):
    """All of it comes back, with the total."""

    file = "moodle.csv"

    def __init__(self, sheet: Sheet, people: Roster) -> None:
        columns = worksheet_in(sheet.table)
        assert columns is not None
        self._columns: Worksheet = columns
        rows = sheet.table[1:]
        has_points = any(as_number(row.cell(columns.most)) > 0 for row in rows)
        ours = {columns.grade: ""} if has_points else {}
        super().__init__(sheet, people, range(len(sheet.titles)), ours)
        if not has_points and rows:
            scale = " ".join(rows[0].cell(columns.scale).split("\n"))
            self.notes.append(
                "moodle.csv is the worksheet as it came: grades in this assignment are "
                + (f"words of a scale ({scale})" if scale else "no points")
                + ". Enter them by hand; or choose Point in its settings, under Grade, and "
                "download the worksheet again"
            )
        elif not columns.is_english and any(
            re.search(r"\d", row.cell(columns.grade)) for row in rows
        ):
            self.notes.append(
                "moodle.csv: there are earlier grades, and Moodle reads their times only in "
                "English. When you upload it, tick the box that allows updating records that have "
                "been modified more recently in Moodle, or these grades stay"
            )
        if sheet.separator != ",":
            self.notes.append(
                "moodle.csv has no commas between its columns, as the worksheet had none: another "
                "program has saved it. Choose that separator where you upload it, or download the "
                "worksheet again"
            )

    def out_of(self, row: Row, at: int) -> float:
        return as_number(row[self._columns.most]) or 100

    def is_locked(self, row: Row) -> bool:
        at = self._columns.changeable
        return at != NONE and is_locked(row[at])
