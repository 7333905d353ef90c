"""A gradebook that a platform exported, returned with our columns filled in: Canvas' or Moodle's.

Which row is whose is decided already: a student's `row` is the line on which it begins. Points are percents
of what could be judged, scaled to what the column is out of. A cell without a grade stays as it was.
"""

import csv
import io
import re

from words import called, clipped, number

CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Root Account", "Integration ID", "Section")


class GradebookError(Exception):
    """Says in a sentence why the gradebook cannot be used."""


def as_number(text):
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return 0


class Gradebook:
    def __init__(self, path, labs, column=""):
        """`labs`: such as 02_naive_kernel. Raises GradebookError."""
        try:
            data = path.read_bytes()
            utf_16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
            text = data.decode("utf-16" if utf_16 else "utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise GradebookError(f"The gradebook cannot be read: {error}") from error
        self.mark = "\ufeff" if data.startswith(b"\xef\xbb\xbf") else ""
        first = text.partition("\n")[0]
        self.end = "\r\n" if first.endswith("\r") else "\n"
        self.separator = max(",;\t", key=first.count)
        self.rows = {}  # by the line on which each begins
        reader = csv.reader(io.StringIO(text, newline="\n"), delimiter=self.separator)
        line = 1
        for row in reader:
            if row:
                self.rows[line] = row
            line = reader.line_num + 1
        self.titles = next(iter(self.rows.values()), [""])
        self.notes = []
        is_moodle = self.titles[0] == "Identifier" and "Grade" in self.titles
        if not is_moodle and self.titles[0] != "Student":
            raise GradebookError(
                "This is neither Canvas' gradebook (its first column is not Student: export it with Grades, "
                "Export, Export Entire Gradebook) nor Moodle's grading worksheet, with Identifier and Grade.")
        self.file = "moodle.csv" if is_moodle else "canvas.csv"
        self.kept = range(len(self.titles)) if is_moodle else [
            at for at, title in enumerate(self.titles) if title in CANVAS]
        self.ours = {self.titles.index("Grade"): ""} if is_moodle else self.canvas_columns(labs, column)

    def canvas_columns(self, labs, column):
        """By their place: the lab's id, or "" for the total."""
        ours = {}
        for at, header in enumerate(self.titles):
            title = header.rpartition(" (")[0] if header.endswith(")") else header  # "gemmlab 02 (123)"
            if column:
                meant = [""] if column in (title, header) else []
            else:
                meant = [lab[:2] for lab in labs
                         if re.match(rf"gemmlab {lab[:2]}( |$)", title) or lab in title]
                meant += [""] if title == "gemmlab" else []
            if meant and at not in self.kept:
                ours[at] = meant[0]
        if not ours:
            wanted = f"'{column}'" if column else "for gemmlab: 'gemmlab', or 'gemmlab 02' for a lab"
            raise GradebookError(
                f"The gradebook has no column {wanted}. Its columns: {', '.join(self.titles)}. Create an "
                "assignment in Canvas, export the gradebook again, and name its column with --canvas-column.")
        return ours

    def value(self, row, title):
        at = self.titles.index(title) if title in self.titles else len(row)
        return row[at] if at < len(row) else ""

    def is_points_row(self, row):
        """Canvas' own row, which has no ID, unlike a student of that name."""
        return not self.value(row, "ID") and row[0].strip() == "Points Possible"

    def out_of(self, row, at):
        """What a row's cell in that column is out of."""
        if self.file == "moodle.csv":
            return as_number(self.value(row, "Maximum grade")) or 100
        points = [each[at] for each in self.rows.values() if self.is_points_row(each) and at < len(each)]
        return next(filter(None, map(as_number, points)), 100)

    def points(self, student, lab):
        """In percent; None: not judged."""
        percents = {each["id"]: each["percent"] for each in student["labs"]} | {"": student["percent"]}
        return percents.get(lab)

    def filled(self, students):
        """The table's text. Adds to `notes` who has no row, and which row has nobody."""
        whose = {student["row"]: student for student in students if student["row"]}
        out = io.StringIO()
        table = csv.writer(out, delimiter=self.separator, lineterminator=self.end)
        for line, row in self.rows.items():
            row = row + [""] * (len(self.titles) - len(row))
            student = whose.get(line)
            for at, lab in self.ours.items():
                percent = self.points(student, lab) if student else None
                if student and percent is None and re.search(r"\d", row[at]):
                    self.notes.append(f"{self.file}: {called(student)} has no grade, and there still is {row[at]}: "
                                      "clear it in the platform")
                row[at] = row[at] if percent is None else number(percent * self.out_of(row, at) / 100)
                if percent is not None and percent > 100:
                    self.notes.append(f"{self.file}: {student['student']} has {row[at]} of "
                                      f"{number(self.out_of(row, at))}: the import may refuse more than "
                                      "the maximum")
            table.writerow([row[at] for at in [*self.kept, *(at for at in self.ours if at not in self.kept)]])
            is_person = (line > min(self.rows) and not self.is_points_row(row) and row[0] != "Student, Test"
                         and self.value(row, "ID"))
            if is_person and not student and self.file == "canvas.csv":
                self.notes.append(f"{self.file}: \"{clipped(row[0])}\" has no submission: the row is unchanged")
        self.notes += [f"{self.file}: {student['student']} has no row in the gradebook"
                       for student in students if not student["row"]]
        return self.mark + out.getvalue()
