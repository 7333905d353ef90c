"""Who is alike, on one page without scripts."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tables"))
from markup import document, element  # noqa: E402
from words import counted  # noqa: E402

MOST_LINES = 600
STYLE = """
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); gap: 16px; margin: 10px 0 24px; }
.two figure { min-width: 0; } .two figcaption { overflow-wrap: anywhere; font-weight: 600; margin-bottom: 4px; }
.two pre { overflow-x: auto; background: var(--panel); padding: 8px 0; counter-reset: line; }
.two span { display: block; padding: 0 8px; min-height: 1.5em; tab-size: 4; }
.two span::before { counter-increment: line; content: counter(line); display: inline-block;
  width: 3em; color: var(--dim); }
.two .alike { background: var(--moved); } .two .given { color: var(--dim); }
main > details { border-top: 1px solid var(--line); padding: 8px 0; } section { margin-top: 24px; }
summary { width: auto; color: inherit; font-size: 16px; overflow-wrap: anywhere; }
"""
HINT = """This is a hint where to look, not a verdict. A short lab leaves few ways to be right, and people who learn
together write alike. Read both texts, and speak with both, before you conclude anything. What all were given is left
out; comments, layout and the names of variables do not count."""


def shown(text):
    """On one line, without characters that cannot be seen or that move others."""
    return "".join(each if each.isprintable() else "�" for each in text)


def names(students):
    more = len(students) - 6
    return ", ".join(map(shown, students[:6])) + (f" and {more} more" if more > 0 else "")


def likeness(found):
    return ", ".join(f"{lab} " + ("the same file" if share is None else f"{share} %")
                     for lab, (share, *_) in sorted(found.items()))


def in_short(rows, students, percent, labs):
    said = (f"{counted(rows, 'pair or group')} of {counted(students, 'student')} with texts that are alike "
            f"({percent} % or more of each is in the other).").replace("pair or groups", "pairs or groups")
    for lab in labs:
        if lab.usual:
            said += f" {lab.id}: {counted(lab.usual, 'student')} with a usual answer, shown only beside others."
        if lab.too_long:
            said += f" {lab.id}: too long to compare: {names(lab.too_long)}."
    return said


def figure(students, text, other):
    lines = list(text.lines(other))
    spans = (element("span", shown(line.expandtabs(4)),
                     class_="given" if is_alike is None else "alike" if is_alike else "")
             for line, is_alike in lines[:MOST_LINES])
    more = len(lines) - MOST_LINES
    return element("figure", element("figcaption", names(students)), element("pre", *spans),
                   element("p", f"and {more} more lines") if more > 0 else "")


def row(students, found):
    out = [element("summary", f"{names(students)}: {likeness(found)}")]
    for lab, (share, text, other, *whose) in sorted(found.items()):
        figures = ([figure(students, text, text)] if other is None else
                   [figure(whose[0], text, other), figure(whose[1], other, text)])
        out += [element("h3", f"{lab}: {'the same file' if share is None else f'{share} %'}"),
                element("div", *figures, class_="two")]
    return element("details", *out)


def page(rows, all_rows, labs, failed, students, percent):
    """`rows`: as suspects() says, the first of `all_rows`."""
    notes = [in_short(all_rows, students, percent, labs), *map(shown, failed)]
    if all_rows > len(rows):
        notes.append(f"These are the first {len(rows)}.")
    notes.append("Coloured lines are in the other text, too. Lines in grey were given, or hold no code.")
    return document("Alike", element(
        "main", element("p", "gemmlab", class_="brand"), element("h1", "Texts that are alike"),
        element("p", HINT, class_="lead"), *(element("p", note, class_="note") for note in notes),
        element("section"), *(row(*each) for each in rows)), STYLE)
