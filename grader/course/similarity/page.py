"""Who is alike, on one page without scripts."""

from collections.abc import Sequence
from itertools import groupby

from course.similarity.comparison import LabTexts, Likeness, Member, Row
from course.similarity.texts import Text
from course.tables.markup import Markup, document, element
from course.text import counted

MOST_LINES = 600
MOST_COLUMNS = 400  # of a line
MOST_TEXTS = 12  # of a group
MOST_GIVEN = 20  # lines in a row that were given, or hold no code: the rest is folded
STYLE = """
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); gap: 16px;
  margin: 10px 0 24px; }
.two figure { min-width: 0; }
.two figcaption { overflow-wrap: anywhere; font-weight: 600; margin-bottom: 4px; }
.two pre { overflow-x: auto; background: var(--panel); padding: 8px 0; counter-reset: line; }
.two span { display: block; padding: 0 8px; min-height: 1.5em; tab-size: 4;
  counter-increment: line; }
.two span::before { content: counter(line); display: inline-block; width: 3em; color: var(--dim); }
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


def likeness(row: Row) -> str:
    labs = {lab: share_of(each) for lab, each in row.found.items()}
    labs |= {lab: f"among {count}" for lab, count in row.among.items()}
    return ", ".join(f"{lab} {what}" for lab, what in sorted(labs.items()))


def usual_in(lab: LabTexts) -> str:
    if 2 * lab.usual > lab.compared:
        alike = f"{lab.usual} of {counted(lab.compared, 'student')}"
        return f"{alike}, most of the class, are alike, which tells nothing of anybody"
    return f"{counted(lab.usual, 'student')} with a usual answer"


def in_short(rows: int, students: int, percent: int, labs: Sequence[LabTexts]) -> str:
    pairs = "1 pair or group" if rows == 1 else f"{rows} pairs or groups"
    said = (
        f"{pairs} of {counted(students, 'student')} with texts that are alike "
        f"({percent} % or more of each is in the other)."
    )
    for lab in labs:
        if lab.usual:
            said += f" {lab.id}: {usual_in(lab)}, shown only beside others."
        if lab.too_long:
            said += f" {lab.id}: too long to compare: {names(lab.too_long)}."
    return said


def clipped_line(line: str) -> str:
    more = len(line) - MOST_COLUMNS
    return line[:MOST_COLUMNS].expandtabs(4) + (f" ... {more} more signs" if more > 0 else "")


def spans_of(text: Text, other: Text) -> list[Markup]:
    """A line each. Of many in a row without own code there is one that says so, so that a long
    comment hides nothing."""
    spans: list[Markup] = []
    for is_given, group in groupby(text.lines(other), lambda line: line[1] is None):
        lines = list(group)
        hidden = len(lines) - MOST_GIVEN if is_given else 0
        for line, is_alike in lines[:MOST_GIVEN] if hidden > 0 else lines:
            class_ = "given" if is_alike is None else "alike" if is_alike else ""
            spans.append(element("span", shown(clipped_line(line)), class_=class_))
        if hidden > 0:
            style = f"counter-increment: line {hidden}"
            said = f"... {counted(hidden, 'line')} that were given, or hold no code"
            spans.append(element("span", said, class_="given", style=style))
    return spans


def figure(each: Member) -> Markup:
    spans = spans_of(each.text, each.other)
    more = len(spans) - MOST_LINES
    return element(
        "figure",
        element("figcaption", names(each.students)),
        element("pre", *spans[:MOST_LINES]),
        element("p", f"and {more} more lines") if more > 0 else "",
    )


def details(row: Row) -> Markup:
    out = [element("summary", f"{names(row.students)}: {likeness(row)}")]
    for lab, each in sorted(row.found.items()):
        shown_members = each.members[:MOST_TEXTS]
        more = len(each.members) - len(shown_members)
        out += [
            element("h3", f"{lab}: {share_of(each)}"),
            element("div", *map(figure, shown_members), class_="two"),
            *([element("p", f"and {counted(more, 'more text')}")] if more else []),
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
        *map(details, rows),
    )
    return document("Alike", main, STYLE)
