"""Numbers and sentences about a student's grade, as all tables show them."""

import math


def number(value, none=""):
    """At most two decimals: "64"; `none` if there is no value."""
    if value is None:
        return none
    rounded = math.copysign(math.floor(abs(value) * 100 + 0.5) / 100, value)
    return f"{rounded:.2f}".rstrip("0").rstrip(".").replace("-0", "0" if rounded == 0 else "-0")


def counted(count, noun):
    return f"{count} {noun}{'' if count == 1 else 's'}"


def called(student):
    """ "s1002 Ada Lovelace": the name only if it is another one."""
    id_, name = student["student"], student["name"]
    return id_ if name in ("", id_) else f"{id_} {name}"


def rules(student):
    """Every rule that applied, after its lab: "03: extension of 3 days, due ...; total: late oral: -5"."""
    steps = [(lab["id"], lab["steps"]) for lab in student["labs"]] + [("total", student["steps"])]
    return "; ".join(f"{what}: {step['why']}" for what, each in steps for step in each)


def days_late(student):
    """Of all labs; those with one due date that were handed in together are late once."""
    days = {lab["id"] if lab["submitted"] is None else (lab["due"], lab["submitted"]): lab["days_late"]
            for lab in student["labs"]}
    return sum(days.values())


def deducted(student):
    """The points that its labs lost by lateness."""
    return sum(-step["points"] for lab in student["labs"] for step in lab["steps"]
               if step["rule"] in ("late", "too_late"))
