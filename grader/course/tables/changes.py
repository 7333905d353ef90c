"""What differs between the grades of two runs, and why: the lines of changes.log, in words."""

from typing import Any

from course.tables.words import Grades, number

Lab = dict[str, Any]

# What a lab was judged from, by the first word of its basis: what to say if it differs.
CAUSES = {
    "file": "another file counts",
    "lab": "the lab requires something else",
    "gemmlab": "another version of gemmlab",
    "seed": "another --seed",
    "backend": "judged on another backend",
}


def why(before: Lab, after: Lab) -> str:
    """Why it has other points or another verdict: what it was judged from, as far as that differs,
    else the rules of the course that did not apply before.
    """
    if not before["basis"] or not after["basis"]:
        return "it could be judged now" if after["basis"] else "it could not be judged"
    causes = [_cause(was, now) for was, now in zip(before["basis"], after["basis"]) if was != now]
    if causes:
        return ", ".join(causes)
    if before["verdict"] != after["verdict"]:
        return "another hand-in, without a file"
    return rules(before, after)


def _cause(was: str, now: str) -> str:
    word = now.partition(" ")[0]
    if word == "file" and not now.removeprefix("file "):
        return "there is no file any more"
    if word == "file" and not was.removeprefix("file "):
        return "there is a file now"
    if word not in CAUSES:
        return "[allow] of course.toml is another"
    return f"{CAUSES[word]} ({was.partition(' ')[2]} before, {now.partition(' ')[2]} now)"


def rules(before: Lab, after: Lab) -> str:
    """The rules that are new, and those that are gone."""
    steps, steps_before = ([step["why"] for step in lab["steps"]] for lab in (after, before))
    added = [each for each in steps if each not in steps_before]
    gone = [each for each in steps_before if each not in steps]
    said = [f"now {each}" for each in added] + [f"no longer {each}" for each in gone]
    return "; ".join(said) or "other rules in course.toml"


def weights(before: list[Lab], after: list[Lab]) -> str:
    """ ", weight of 02: 2.5 instead of 1": the course's, as far as they differ."""
    was = {lab["id"]: lab["weight"] for lab in before if "weight" in lab}
    return "".join(
        f", weight of {lab['id']}: {number(lab['weight'])} instead of {number(was[lab['id']])}"
        for lab in after
        if was.get(lab["id"], lab["weight"]) != lab["weight"]
    )


def seen(lab: Lab) -> str:
    """ "80 (PASSED), not counted"."""
    points = number(lab["points"], "no points")
    return f"{points} ({lab['verdict']}){'' if lab['counts'] else ', not counted'}"


def changes(before: Grades | None, after: Grades) -> list[str]:
    """A line for each lab and total whose points, verdict or part in the total differ, with why:
    "ann, lab 03: 64 (PASSED) instead of 80 (PASSED), because: now 2 days late ...: -16". New
    students and labs are no change. `before`: None if there is none.
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
            now, then = seen(lab), seen(old)
            if now != then:
                lines.append(
                    f"{name}, lab {lab['id']}: {now} instead of {then}, because: {why(old, lab)}"
                )
        total, old_total = (number(each["total"], "none") for each in (student, was))
        if total != old_total:
            said = rules(was, student)
            of_total = f", because: {said}" if said.startswith(("now", "no longer")) else ""
            of_labs = weights(before["labs"], after["labs"])
            lines.append(f"{name}, total: {total} instead of {old_total}{of_labs}{of_total}")
    return lines
