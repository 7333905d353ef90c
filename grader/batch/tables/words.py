"""Numbers and sentences about a student's grade, as all tables show them."""

import math
import re
import unicodedata

# A terminal's: with parameters; a string up to its end; of two characters.
ESCAPE = re.compile(r"\x1b(?:\[[ -?]*[@-~]?|[]PX^_][^\a\x1b\n]*(?:\a|\x1b[^\n]?)?|[ -~])?")
UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # categories of Unicode
KEPT = "\n\u200c\u200d"  # and what joins letters in some scripts
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and a symbol that look like one
MOST_MARKS = 4  # on a character: more than any script needs


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


def printable(text):
    """Nothing in it can move a cursor, colour a line, or look different from what it is. Keeps newlines; tabs become
    spaces. It is valid in UTF-8 and in XML.
    """
    if re.fullmatch(r"[ -~\n]*", text):
        return text  # nearly all is
    out, marks = [], 0
    for char in ESCAPE.sub("", text).expandtabs(4):
        category = unicodedata.category(char)
        if (category in UNSEEN and char not in KEPT) or ord(char) & 0xFFFE == 0xFFFE:
            continue
        marks = marks + 1 if category in ("Mn", "Me", "Cf") else 0
        if marks <= MOST_MARKS:
            out.append(" " if category == "Zs" or char in BLANKS else char)
    return "".join(out)
