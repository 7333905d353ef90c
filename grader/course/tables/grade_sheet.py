"""grades.csv: a row for each student."""

import csv
import io

from course.tables.words import Grades, days_late, deducted, number, rules


def cell(text: str) -> str:
    """Free text on one line, with a quote in front if a spreadsheet would execute it."""
    text = " ".join(text.split("\n"))
    return "'" + text if text.lstrip()[:1] in tuple("=+-@") else text


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
