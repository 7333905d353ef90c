#!/usr/bin/env python3
"""Writes a class's tables and pages from NEW, a file of grades which are all decided already.

  tables.py OUT NEW [GRADEBOOK [COLUMN]]
      writes grades.csv, class.html, junit.xml, infrastructure.txt, archives of feedback/, and the gradebook
      with our columns filled in, unless NEW says that there is none; adds to changes.log how NEW differs from grades.json, and renames it to that, last;
      prints what the instructor should know
  tables.py --changes OUT NEW
      only prints how NEW differs, and which adjustments have no effect
  tables.py --check GRADEBOOK COLUMN LAB...
      only whether that can be filled in, for LABs such as 02_naive_kernel

COLUMN: the title of the gradebook's column for the total; empty: found by its title. Needs only the standard
library. Exits with 2 and says why if the gradebook cannot be used.
"""

import csv
import io
import json
import os
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
from changes import changes  # noqa: E402
from class_page import class_page  # noqa: E402
from class_junit import write_junit  # noqa: E402
from feedback_zips import write_zips  # noqa: E402
from gradebook import Gradebook, GradebookError  # noqa: E402
from review import review  # noqa: E402
from whole_file import replace, write  # noqa: E402
from words import (called, counted, days_late, deducted, number, rules, times, to_check,  # noqa: E402
                   without_effect)

OURS = ("Problems of the grader or this machine; these labs have no grade yet (not 0).\n"
        "Next step: fix the problems below, then run the same command again: it grades only these.\n\n")


def cell(text):
    """Free text on one line, with a quote in front if a spreadsheet would execute it."""
    text = " ".join(text.split("\n"))
    return "'" + text if text.lstrip()[:1] in tuple("=+-@") else text


def grades_csv(grades):
    """A row for each student. `deducted` are the points that the labs lost by lateness."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["student", "name", "email", *(lab["id"] for lab in grades["labs"]), "total", "percent",
                    "not_graded", "days_late", "deducted", "steps", "formula"])
    for student in grades["students"]:
        has_total = student["total"] is not None
        table.writerow([
            cell(student["student"]), cell(student["name"]), cell(student["email"]),
            *(number(lab["points"]) for lab in student["labs"]), number(student["total"]),
            number(student["percent"]), number(student["not_graded"]) if has_total else "",
            days_late(student), number(deducted(student)), cell(rules(student)), student["formula"]])
    return out.getvalue()


def how_many_to_check(grades):
    """How many students wait for a decision or deserve a look: a sentence, if there are any."""
    waiting = {student for each in grades["open"] for student in each["students"]}
    kinds = {student["student"]: {flag["kind"] for flag in to_check(student)} for student in grades["students"]}
    flagged = {student for student, own in kinds.items() if own} | waiting
    open_ = len(waiting | {student for student, own in kinds.items() if "undecided" in own})
    return [f"{counted(len(flagged), 'student')} to check by hand in class.html"
            + (f"; {open_} of them without a grade until you decide" if open_ else "")] if flagged else []


def infrastructure(grades):
    """Only failures on our side, with the next step; "none" if there are none."""
    failed = [f"{student['student']}: {' '.join(student['failure'].split())}\n"
              for student in grades["students"] if student["failure"]]
    return OURS + "".join(failed) if failed else "none\n"


def read_grades(path):
    """None if there is no such file yet, or one of another version."""
    try:
        grades = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return grades if grades.get("schema") == "gemmlab.grades/1" else None


def write_tables(out, new, gradebook=None, column=""):
    """Returns what the instructor should know, one sentence each."""
    grades = json.loads(new.read_text(encoding="utf-8"))
    for student in grades["students"]:
        record = json.loads((out / "results" / f"{student['student']}.json").read_text(encoding="utf-8"))
        student["review"] = review(record)
    notes = list(filter(None, [times(grades)])) + how_many_to_check(grades)
    notes += [f"{', '.join(filter(None, (called(student), flag['lab'])))}: {flag['what']}"
              for student in grades["students"] for flag in to_check(student) if flag["kind"] == "undecided"]
    notes += [f"{called(student)}: {rules(student)}" for student in grades["students"] if rules(student)]
    write(out / "grades.csv", grades_csv(grades))
    write(out / "class.html", class_page(grades))
    write(out / "infrastructure.txt", infrastructure(grades))
    with replace(out / "junit.xml") as file:
        write_junit(file, [out / "results" / f"{student['student']}.json" for student in grades["students"]])
    notes += write_zips(out, grades["students"], replace)
    if not grades["has_gradebook"]:
        for name in ("canvas.csv", "moodle.csv"):  # of an earlier run
            (out / name).unlink(missing_ok=True)
    elif gradebook:
        book = Gradebook(gradebook, [lab["slug"] for lab in grades["labs"]], column)
        write(out / book.file, book.filled(grades["students"]))
        notes += book.notes
    with open(out / "changes.log", "a", encoding="utf-8") as log:
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        log.writelines(f"{now} {line}\n" for line in changes(read_grades(out / "grades.json"), grades))
    os.replace(new, out / "grades.json")
    return notes


def foretold(out, new):
    """What a run would change, a sentence each."""
    grades = json.loads(new.read_text(encoding="utf-8"))
    lines = changes(read_grades(out / "grades.json"), grades)
    end = (f"{'These grades' if lines else 'No grade'} would change. Nothing was graded or written, and files "
           "that were handed in since the last run were not looked at.")
    idle = [f"{called(student)}: {each}" for student in grades["students"] for each in without_effect(student)]
    return [*lines, *idle, end, *filter(None, [times(grades)])]


def main(words):
    try:
        if words[0] == "--check":
            Gradebook(Path(words[1]), words[3:], words[2])
            return
        if words[0] == "--changes":
            lines = foretold(Path(words[1]), Path(words[2]))
        else:
            lines = write_tables(*map(Path, words[:3]), *words[3:])
        print(*lines, sep="\n", end="\n" if lines else "")
    except GradebookError as error:
        print(error)
        sys.exit(2)
    except OSError as error:
        sys.exit(f"cannot write the class's tables: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
