"""Moodle's grading worksheet of an assignment."""

from course.gradebooks.base import Gradebook, Row, Sheet, as_number


def is_moodles(sheet: Sheet) -> bool:
    return sheet.titles[0] == "Identifier" and "Grade" in sheet.titles


class MoodleWorksheet(Gradebook):
    """All of it comes back, with the total."""

    file = "moodle.csv"

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, range(len(sheet.titles)), {sheet.titles.index("Grade"): ""})

    def out_of(self, row: Row, at: int) -> float:
        return as_number(self.sheet.value(row, "Maximum grade")) or 100
