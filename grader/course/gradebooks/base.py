"""A gradebook that a platform exported, returned with our columns filled in.

Which row is whose is decided already: a student's `row` is the line on which it begins. Points are
percents of what could be judged, scaled to what the column is out of. A cell without a grade stays
as it was.
"""

import csv
import io
import re
from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from course.csv_table import CsvError, read_csv
from course.csv_table import Row as CsvRow
from course.errors import UsageError
from course.intake.roster import Roster
from course.intake.roster_columns import repaired
from course.tables.words import Student, called, number
from course.text import counted

MOST_NAMED = 20  # of people in a note
Row = list[str]


def as_number(text: str) -> float:
    """0 for any other text, and for what no column can be out of."""
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        return 0
    return found if isfinite(found) and found > 0 else 0


class Sheet:
    """The file as it came."""

    def __init__(self, path: Path) -> None:
        """Raises UsageError if it cannot be read."""
        try:
            data = path.read_bytes()
            is_utf_16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
            text = data.decode("utf-16" if is_utf_16 else "utf-8", "replace")
            rows = read_csv(data)
        except (OSError, CsvError) as error:
            raise UsageError(f"The gradebook cannot be read: {error}") from error
        first_line = text.partition("\n")[0]
        rows = [CsvRow(row.line, [repaired(cell) for cell in row.cells]) for row in rows]
        self.table = rows
        self.mark = "\ufeff" if data.startswith(b"\xef\xbb\xbf") else ""
        self.end = "\r\n" if first_line.endswith("\r") else "\n"
        self.separator = max(",;\t", key=first_line.count)
        self.rows = {row.line: row.cells for row in rows}  # by the line on which each begins
        self.titles = rows[0].cells if rows else [""]

    def value(self, row: Row, title: str) -> str:
        at = self.titles.index(title) if title in self.titles else len(row)
        return row[at] if at < len(row) else ""


class Gradebook:
    """Of one platform, which says what the methods below leave open."""

    file = ""  # its name in OUT

    def __init__(
        self, sheet: Sheet, people: Roster, kept: Sequence[int], ours: dict[int, str]
    ) -> None:
        """Columns by their place: `kept` come back, `ours` are filled in with a lab's points, by
        the lab's id, or with the total, for "". `people`: who is in which row.
        """
        self.sheet, self.people, self.kept, self.ours = sheet, people, kept, ours
        self.notes: list[str] = []
        self._replaced: list[str] = []  # earlier grades, and by what
        self.own_labs: list[str] = []  # the total is of them alone; none: of the course

    def out_of(self, row: Row, at: int) -> float:
        """What a row's cell in that column is out of."""
        raise NotImplementedError

    def is_locked(self, row: Row) -> bool:
        """Whether the platform takes no grade for it."""
        return False

    def note_without_student(self, line: int, row: Row) -> list[str]:
        """What the instructor should know of a row that is of none of our students."""
        return []

    def filled(self, students: Sequence[Student]) -> str:
        """The table's text. Adds to `notes` who has no row, and which row has nobody."""
        whose = {student["row"]: student for student in students if student["row"]}
        if self.own_labs:
            titles = [self.sheet.titles[at] for at, lab in self.ours.items() if not lab]
            labs = f"lab{'s' if len(self.own_labs) > 1 else ''} {', '.join(self.own_labs)}"
            self.notes += [
                f'{self.file}: "{title}" has the grade of {labs} alone: the others are of other '
                "folders"
                for title in titles
            ]
        out = io.StringIO()
        table = csv.writer(out, delimiter=self.sheet.separator, lineterminator=self.sheet.end)
        columns = [*self.kept, *(at for at in self.ours if at not in self.kept)]
        for line, row in self.sheet.rows.items():
            row = row + [""] * (len(self.sheet.titles) - len(row))
            if line in whose:
                self._fill(row, whose[line])
            else:
                self.notes += self.note_without_student(line, row)
            table.writerow([row[at] for at in columns])
        self._note_replaced()
        self.notes += [
            f"{self.file}: {student['student']} has no row in the gradebook"
            for student in students
            if not student["row"]
        ]
        return self.sheet.mark + out.getvalue()

    def _note_replaced(self) -> None:
        if self._replaced:
            more = len(self._replaced) - MOST_NAMED
            names = ", ".join(self._replaced[:MOST_NAMED]) + (f" and {more} more" * (more > 0))
            grades = counted(len(self._replaced), "earlier grade")
            self.notes.append(f"{self.file} replaces {grades}: {names}")

    def _fill(self, row: Row, student: Student) -> None:
        percents = {lab["id"]: lab["percent"] for lab in student["labs"]}
        percents[""] = _percent_of(self.own_labs, student) if self.own_labs else student["percent"]
        for at, lab in self.ours.items():
            percent = percents.get(lab)
            if percent is None:  # not judged
                if re.search(r"\d", row[at]):
                    self.notes.append(
                        f"{self.file}: {called(student)} has no grade, and there still is "
                        f"{row[at]}: clear it in the platform"
                    )
                continue
            most = self.out_of(row, at)
            before, points = row[at], number(percent * most / 100)
            has_grade = re.search(r"\d", before) is not None
            is_same = has_grade and as_number(before) == as_number(points)
            if self.is_locked(row):
                if not is_same:
                    self.notes.append(
                        f"{self.file}: the grade of {called(student)} is locked in the platform's "
                        f'gradebook and stays "{before}", in place of {points}: unlock it there'
                    )
                continue
            if has_grade and not is_same:
                title = f" in {self.sheet.titles[at]}" if len(self.ours) > 1 else ""
                self._replaced.append(f"{called(student)}{title} {before} -> {points}")
            row[at] = points
            if percent > 100:
                self.notes.append(
                    f"{self.file}: {student['student']} has {row[at]} of {number(most)}: the "
                    "import may refuse more than the maximum"
                )


def _percent_of(labs: Sequence[str], student: Student) -> float | None:
    """Of those labs alone, by weight; without what is added to the total of the course."""
    own = [lab for lab in student["labs"] if lab["id"] in labs]
    if len(own) == 1:
        percent: float | None = own[0]["percent"]
        return percent
    weighty = [lab for lab in own if lab["weight"] > 0]
    most = sum(lab["weight"] * (100 - lab["not_graded"]) for lab in weighty)
    if most <= 0 or any(lab["points"] is None for lab in weighty):
        return None
    return 100 * float(sum(lab["weight"] * lab["points"] for lab in weighty)) / float(most)
