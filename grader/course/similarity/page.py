"""Who is alike, on one page without scripts."""

from collections.abc import Mapping, Sequence

from course.similarity.comparison import LabTexts, Likeness, Row
from course.similarity.texts import Text
from course.tables.markup import Markup, document, element
from course.text import counted

MOST_LINES = 600
STYLE = """
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); gap: 16px;
  margin: 10px 0 24px; }
.two figure { min-width: 0; }
.two figcaption { overflow-wrap: anywhere; font-weight: 600; margin-bottom: 4px; }
.two pre { overflow-x: auto; background: var(--panel); padding: 8px 0; counter-reset: line; }
.two span { display: block; padding: 0 8px; min-height: 1.5em; tab-size: 4; }
.two span::before { counter-increment: line; content: counter(line); display: inline-block;
  width: 3em; color: var(--dim); }
.two .alike { background: var(--moved); } .two .given { color: var(--dim); }
main > details { border-top: 1px solid var(--line); padding: 8px 0; } section { margin-top: 24px; }
summary { width: auto; color: inherit; font-size: 16px; overflow-wrap: anywhere; }
"""
HINT = (
    "This is a hint where to look, not a verdict. A short lab leaves few ways to be right, and "
    "people who learn together write alike. Read both texts, and speak with both, before you "
    "conclude anything. What all were given is left out; comments, layout and the names of "
    "variables do not count."
)


def shown(text: str) -> str:
    """On one line, without characters that cannot be seen or that move others."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def names(students: Sequence[str]) -> str:
    more = len(students) - 6
    return ", ".join(map(shown, students[:6])) + (f" and {more} more" if more > 0 else "")


def share_of(each: Likeness) -> str:
    return "the same file" if each.percent is None else f"{each.percent} %"


def likeness(found: Mapping[str, Likeness]) -> str:
    return ", ".join(f"{lab} {share_of(each)}" for lab, each in sorted(found.items()))


def in_short(rows: int, students: int, percent: int, labs: Sequence[LabTexts]) -> str:
    pairs = "1 pair or group" if rows == 1 else f"{rows} pairs or groups"
    said = (
        f"{pairs} of {counted(students, 'student')} with texts that are alike "
        f"({percent} % or more of each is in the other)."
    )
    for lab in labs:
        if lab.usual:
            usual = counted(lab.usual, "student")
            said += f" {lab.id}: {usual} with a usual answer, shown only beside others."
        if lab.too_long:
            said += f" {lab.id}: too long to compare: {names(lab.too_long)}."
    return said


def figure(students: Sequence[str], text: Text, other: Text) -> Markup:
    lines = list(text.lines(other))
    spans = (
        element(
            "span",
            shown(line.expandtabs(4)),
            class_="given" if is_alike is None else "alike" if is_alike else "",
        )
        for line, is_alike in lines[:MOST_LINES]
    )
    more = len(lines) - MOST_LINES
    return element(
        "figure",
        element("figcaption", names(students)),
        element("pre", *spans),
        element("p", f"and {more} more lines") if more > 0 else "",
    )


def figures(students: Sequence[str], each: Likeness) -> list[Markup]:
    if each.other is None:
        return [figure(students, each.text, each.text)]
    first, second = each.whose
    return [figure(first, each.text, each.other), figure(second, each.other, each.text)]


def details(students: Sequence[str], found: Mapping[str, Likeness]) -> Markup:
    out = [element("summary", f"{names(students)}: {likeness(found)}")]
    for lab, each in sorted(found.items()):
        out += [
            element("h3", f"{lab}: {share_of(each)}"),
            element("div", *figures(students, each), class_="two"),
        ]
    return element("details", *out)


def page(
    rows: Sequence[Row],
    all_rows: int,
    labs: Sequence[LabTexts],
    failed: Sequence[str],
    students: int,
    percent: int,
) -> str:
    """`rows`: as suspects() says, the first of `all_rows`."""
    notes = [in_short(all_rows, students, percent, labs), *map(shown, failed)]
    if all_rows > len(rows):
        notes.append(f"These are the first {len(rows)}.")
    notes.append(
        "Coloured lines are in the other text, too. Lines in grey were given, or hold no code."
    )
    main = element(
        "main",
        element("p", "gemmlab", class_="brand"),
        element("h1", "Texts that are alike"),
        element("p", HINT, class_="lead"),
        *(element("p", note, class_="note") for note in notes),
        element("section"),
        *(details(*row) for row in rows),
    )
    return document("Alike", main, STYLE)
