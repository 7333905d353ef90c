"""What differs between the grades of two runs, and why: the lines of changes.log."""

from typing import Any

from course.tables.words import Grades, number

Lab = dict[str, Any]


def why(before: Lab, after: Lab) -> str:
    """What each was judged from, as far as it differs; else what follows from the verdicts."""
    if not before["basis"] or not after["basis"]:
        return "judged at last" if after["basis"] else "a problem of the grader"
    facts = [
        [each.removeprefix("file ") and each for each in lab["basis"]] for lab in (before, after)
    ]
    differing = [
        f"{was} -> {now}" if was and now else ("a new file" if now else "no file any more")
        for was, now in zip(*facts)
        if was != now
    ]
    is_same = before["verdict"] == after["verdict"]
    return ", ".join(differing) or ("rules" if is_same else "another hand-in, without a file")


def weights(before: list[Lab], after: list[Lab]) -> str:
    """ ", weight of 02: 1 -> 2": the course's, as far as they differ."""
    was = {lab["id"]: lab["weight"] for lab in before if "weight" in lab}
    return "".join(
        f", weight of {lab['id']}: {number(was[lab['id']])} -> {number(lab['weight'])}"
        for lab in after
        if was.get(lab["id"], lab["weight"]) != lab["weight"]
    )


def seen(lab: Lab) -> str:
    """ "80 PASSED, not counted"."""
    points = number(lab["points"], "none")
    return f"{points} {lab['verdict']}{'' if lab['counts'] else ', not counted'}"


def changes(before: Grades | None, after: Grades) -> list[str]:
    """A line for each lab and total whose points, verdict or part in the total differ, with why:
    "ann 03: 80 PASSED -> 64 PASSED, rules". New students and labs are no change. `before`: None if
    there is none.
    """
    if before is None:
        return []
    lines = []
    old_students = {student["student"]: student for student in before["students"]}
    for student in after["students"]:
        was, name = old_students.get(student["student"]), student["student"]
        if not was:
            continue
        old_labs = {lab["id"]: lab for lab in was["labs"]}
        for lab in student["labs"]:
            old = old_labs.get(lab["id"], lab)
            shown, shown_old = seen(lab), seen(old)
            if shown != shown_old:
                lines.append(f"{name} {lab['id']}: {shown_old} -> {shown}, {why(old, lab)}")
        total, old_total = (number(each["total"], "none") for each in (student, was))
        if total != old_total:
            of_labs = weights(before["labs"], after["labs"])
            lines.append(f"{name} total: {old_total} -> {total}{of_labs}")
    return lines
