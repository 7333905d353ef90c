"""What differs between the grades of two runs, and why: the lines of changes.log."""

from words import number


def why(before, after):
    """What each was judged from, as far as it differs; else what follows from the verdicts."""
    if not before["basis"] or not after["basis"]:
        return "judged at last" if after["basis"] else "a problem of the grader"
    differing = [f"{was} -> {now}" if was and now else ("a new file" if now else "no file any more")
                 for was, now in zip(*([each.removeprefix("file ") and each for each in lab["basis"]]
                                       for lab in (before, after))) if was != now]
    return ", ".join(differing) or (
        "rules" if before["verdict"] == after["verdict"] else "another hand-in, without a file")


def weights(before, after):
    """", weight of 02: 1 -> 2": the course's, as far as they differ."""
    was = {lab["id"]: lab["weight"] for lab in before if "weight" in lab}
    return "".join(f", weight of {lab['id']}: {number(was[lab['id']])} -> {number(lab['weight'])}"
                   for lab in after if was.get(lab["id"], lab["weight"]) != lab["weight"])


def seen(lab):
    """ "80 PASSED, not counted"."""
    return f"{number(lab['points'], 'none')} {lab['verdict']}{'' if lab['counts'] else ', not counted'}"


def changes(before, after):
    """A line for each lab and total whose points, verdict or part in the total differ, with why:
    "ann 03: 80 PASSED -> 64 PASSED, rules". New students and labs are no change. `before`: None if there
    is none.
    """
    lines = []
    old_students = {student["student"]: student for student in before["students"]} if before else {}
    for student in after["students"]:
        was, name = old_students.get(student["student"]), student["student"]
        if not was:
            continue
        old_labs = {lab["id"]: lab for lab in was["labs"]}
        for lab in student["labs"]:
            old = old_labs.get(lab["id"], lab)
            shown, shown_old = map(seen, (lab, old))
            if shown != shown_old:
                lines.append(f"{name} {lab['id']}: {shown_old} -> {shown}, {why(old, lab)}")
        total, old_total = (number(each["total"], "none") for each in (student, was))
        if total != old_total:
            lines.append(f"{name} total: {old_total} -> {total}{weights(before['labs'], after['labs'])}")
    return lines
