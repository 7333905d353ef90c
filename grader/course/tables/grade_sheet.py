"""grades.csv: a row for each student."""

import csv
import io
import re

from course.tables.words import Grades, days_late, deducted, number, rules

# What a spreadsheet would execute: at the beginning, and after what it takes for the end of a cell,
# as Excel a semicolon where numbers have commas. It sees no quotation marks in the middle of one.
_FORMULA = re.compile(r"(^|;)(?=[\s\"]*[=+\-@\uff1d\uff0b\uff0d\uff20])")


def cell(text: str) -> str:
    """Free text on one line, with a quote in front of what a spreadsheet would execute."""
    return _FORMULA.sub(r"\1'", " ".join(text.split("\n")))


def grades_csv(grades: Grades) -> str:
    """`deducted` are the points that the labs lost by lateness."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    labs = [lab["id"] for lab in grades["labs"]]
    table.writerow(
        ["student", "name", "email", "section", *labs, "total", "percent", "not_graded",
         "days_late", "deducted", "steps", "formula"]
    )  # fmt: skip
    for student in grades["students"]:
        has_total = student["total"] is not None
        table.writerow([
            *(cell(student[each]) for each in ("student", "name", "email", "section")),
            *(number(lab["points"]) for lab in student["labs"]),
            number(student["total"]),
            number(student["percent"]),
            number(student["not_graded"]) if has_total else "",
            days_late(student),
            number(deducted(student)),
            cell(rules(student)),
            student["formula"],
        ])  # fmt: skip
    return out.getvalue()
