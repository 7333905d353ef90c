#!/usr/bin/env python3
"""The figures of the texts behind the labs: does what the model computes agree with what they state?

  figures.py FIGURES WIDTH   prints all of them in lines of at most WIDTH columns. FIGURES is the JSON file that
                             ./gemmlab model --check writes. Exit code 1 if one is not as documented

Needs only the standard library.
"""

import json
import sys
import textwrap
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

SLACK = 1 + 1e-9  # slightly more than half a unit, because floating point may move exact halves
MOST_ROUNDING = 0.02
RIGHT = 37  # columns reserved for the right side
LEAST = RIGHT + 21  # below that, the sides are printed one above the other


@dataclass(frozen=True)
class Figure:
    """As in figures.h, which explains the fields."""
    text: str
    what: str
    formula: str
    computed: float
    stated: str
    unit: str = ""
    expected: str = "agrees"
    right: str = ""
    note: str = ""

    @property
    def agreement(self):
        """"agrees", "rounded", "slips": as documented; or "DIFFERS": not as documented."""
        return self.expected if self.is_as_documented() else "DIFFERS"

    def is_as_documented(self):
        is_same = agrees(self.computed, self.stated)
        if self.expected == "agrees":
            return is_same
        if self.right:
            return not is_same and agrees(self.computed, self.right)
        return not is_same and self.expected == "rounded" and is_near(self.computed, self.stated)


def value_of(digits):
    """The number in "4,096"."""
    return float(digits.replace(",", ""))


def half_unit_of(digits):
    """Of its last digit: the tolerance for agreement."""
    return 0.5 * 10 ** -len(digits.partition(".")[2])


def is_near(value, digits):
    return abs(value - value_of(digits)) <= MOST_ROUNDING * value_of(digits)


def agrees(value, digits):
    """In all digits; a few digits, "2", would allow too much."""
    return abs(value - value_of(digits)) <= half_unit_of(digits) * SLACK and is_near(value, digits)


def shown(value):
    """At most four digits, but whole numbers completely: "37.5", "41250", "2.275"."""
    is_whole = abs(value - round(value)) < 1e-9 * max(1, abs(value))
    return f"{value:.0f}" if is_whole or abs(value) >= 1000 else f"{value:.4g}"


def figures_in(facts):
    return [Figure(**each) for each in facts["figures"]]


def in_markdown(facts):
    """The list as a table, for the docs page."""
    rows = ["| from | what | how | computed | stated | |", "|---|---|---|---|---|---|"]
    for each in figures_in(facts):
        agreement = f"{each.agreement}: {each.note}" if each.note else each.agreement
        rows.append(f"| {each.text} | {each.what} | {each.formula} | {shown(each.computed)} | "
                    f"{f'{each.stated} {each.unit}'.rstrip()} | {agreement} |")
    return "".join(f"{row}\n" for row in rows)


def wrap(text, width, indent):
    margin = " " * indent
    return textwrap.fill(text, width, initial_indent=margin, subsequent_indent=margin, break_long_words=False,
                         break_on_hyphens=False) + "\n"


def row(figure, width):
    left = f"{figure.text:<7} {figure.what}"
    right = f"{shown(figure.computed):>9} {figure.stated:>9} {figure.unit:<9} {figure.agreement}"
    left_width = width - RIGHT - 2
    if width >= LEAST and len(left) <= left_width:
        text = f"{left:<{left_width}}  {right}\n"
    else:
        text = wrap(left, width, 0) + " " * (left_width + 2 if width >= LEAST else 0) + right + "\n"
    text += wrap(f"= {figure.formula}", width, 8)
    slips = "The text is wrong: " if figure.expected == "slips" else ""
    return text + wrap(slips + figure.note, width, 8) if figure.note else text


def report(facts, width):
    """For people, and whether all are as documented."""
    figures = figures_in(facts)
    count = Counter(each.expected for each in figures)
    differing = sum(not each.is_as_documented() for each in figures)
    text = wrap("The figures of the texts behind the labs. Each is computed again from its inputs, the tables of GPUs "
                "and the kernels' descriptions.", width, 0)
    for each in facts["texts"]:
        text += wrap(f"{each['tag']:<7} {each['what']}", width, 2)
    text += "\n" + "".join(row(each, width) for each in figures) + "\n"
    ending = f"But {differing} DIFFERS from the documentation." if differing else "All are as documented."
    return text + wrap(f"{len(figures)} figures, as computed and as stated: {count['agrees']} agree, {count['rounded']} "
                       f"are rounded in the text, and {count['slips']} are wrong in the text. {ending}", width, 0), \
        differing == 0


def main():
    text, is_as_documented = report(json.loads(Path(sys.argv[1]).read_bytes()), int(sys.argv[2]))
    print(text, end="")
    return 0 if is_as_documented else 1


if __name__ == "__main__":
    sys.exit(main())
