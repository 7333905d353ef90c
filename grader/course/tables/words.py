"""Numbers and sentences about a student's grade, as all tables show them."""

import math
import os
import time
import unicodedata


def number(value, none=""):
    """At most two decimals: "64"; `none` if there is no value."""
    if value is None:
        return none
    rounded = math.copysign(math.floor(abs(value) * 100 + 0.5) / 100, value)
    return f"{rounded:.2f}".rstrip("0").rstrip(".").replace("-0", "0" if rounded == 0 else "-0")


def counted(count, noun):
    return f"{count} {noun}{'' if count == 1 else 's'}"


def clipped(name, most=48):
    """For a line of text: cut after so many characters, not between a letter and its marks."""
    end = most - 3
    while end > 0 and unicodedata.combining(name[end:end + 1] or " "):
        end -= 1
    return name if len(name) <= most else name[:end] + "..."


def called(student):
    """ "s1002 Ada Lovelace": the name only if it is another one."""
    id_, name = student["student"], student["name"]
    return id_ if name in ("", id_) else f"{id_} {clipped(name)}"


def rules(student):
    """Every rule that applied, once for labs of which it says the same: "02, 03: 2 days late, due ...: -7, -8;
    total: late oral: -5".
    """
    found = {}  # what is said: the labs, and by how much each changed
    for what, steps in [(lab["id"], lab["steps"]) for lab in student["labs"]] + [("total", student["steps"])]:
        for step in steps:
            by = f"{step['points']:+.4g}"
            said = step["why"].removesuffix(f": {by}")
            labs, changes = found.setdefault(said, ([], []))
            labs.append(what)
            changes.append("0" if said == step["why"] else by)
    return "; ".join(f"{', '.join(labs)}: {said}"
                     + (f": {', '.join(changes)}" if set(changes) != {"0"} else "")
                     for said, (labs, changes) in found.items())


def without_effect(student):
    """Adjustments that change nothing: "03: late oral (-5, without effect)"."""
    steps = [(lab["id"], step) for lab in student["labs"] for step in lab["steps"]]
    steps += [("total", step) for step in student["steps"]]
    return [f"{what}: {step['why']}" for what, step in steps
            if step["rule"] == "without_effect"]


def is_settled(student, flag):
    """Whether the instructor has dealt with it: by an adjustment or an excuse, or has checked what is no question of
    points; where nothing could count, also if there are points now.
    """
    if flag["kind"] not in ("undecided", "failure") and {"", flag["lab"]} & set(student["checked"]):
        return True
    def is_done(lab):
        return (any(step["rule"] in ("adjustment", "without_effect", "excused") for step in lab["steps"])
                or (flag["kind"] == "undecided" and lab["points"] is not None))
    labs = [lab for lab in student["labs"] if flag["lab"] in ("", lab["id"])]
    is_all_adjusted = not flag["lab"] and flag["kind"] != "undecided" and student["steps"]
    return flag["kind"] != "failure" and bool(is_all_adjusted or (labs and all(map(is_done, labs))))


def to_check(student):
    """What still has to be looked at by hand."""
    return [flag for flag in student["review"] if not is_settled(student, flag)]


def times(grades):
    """In which time zone times were read, with an example; empty if no lab is due."""
    labs = [lab for student in grades["students"] for lab in student["labs"] if lab["due"] is not None]
    if not labs:
        return ""
    at = next((lab["submitted"] for lab in labs if lab["submitted"] is not None), labs[0]["due"])
    here, utc = (time.strftime("%b %d %H:%M", of(at)) for of in (time.localtime, time.gmtime))
    unknown = sum(any(lab["file"] and lab["due"] is not None and lab["submitted"] is None
                      for lab in student["labs"]) for student in grades["students"])
    zone = os.environ.get("TZ") or time.localtime(at).tm_zone
    return (f"Time zone {zone}: what a platform or its worksheet calls {here} is taken as {utc} UTC"
            + (f"; the time of {counted(unknown, 'student')} is unknown and counts as on time" if unknown else ""))


def days_late(student):
    """Of all labs; those with one due date that were handed in together are late once."""
    days = {lab["id"] if lab["submitted"] is None else (lab["due"], lab["submitted"]): lab["days_late"]
            for lab in student["labs"]}
    return sum(days.values())


def deducted(student):
    """The points that its labs lost by lateness."""
    return sum(-step["points"] for lab in student["labs"] for step in lab["steps"]
               if step["rule"] in ("late", "too_late"))
