"""The class on one page."""

from collections import Counter
from pathlib import Path
from statistics import median
from urllib.parse import quote

from markup import Markup, document, element, text
from words import counted, days_late, number, rules, times, to_check

STYLE, SCRIPT = (Path(__file__).with_name(name) for name in ("class_page.css", "class_page.js"))
SHOWN = 6  # so many names of a list are not folded
# What an instructor has to decide comes first.
KINDS = ("undecided", "failure", "refused", "missing", "odd", "guessed", "ignored")
# What is counted, and where the bars begin.
DISTRIBUTIONS = (("student", (0, 10, 20, 30, 40, 50, 60, 70, 80, 90)), ("lab", (-30, -7, -3, -1, 0, 1, 2, 3, 7)),
                 ("lab", (0, 0.5, 0.75, 1, 1.25, 1.5, 2, 4, 8)))
DAY = 24 * 60 * 60  # seconds


def part(title, *content):
    return element("section", element("h2", title), *content, class_="part")


def table(heads, rows, class_="sortable"):
    """`rows` are lists of cells. It scrolls if it is too wide, by keyboard too."""
    head = element("tr", *(element("th", each, scope="col") for each in heads))
    body = (element("tr", *row) for row in rows)
    return element("div", element("table", head, *body, class_=class_), class_="scroll", tabindex="0")


def called(student):
    """How tables call a student: with the roster's name, and a link to the student's own page."""
    id_, name = student["student"], student["name"]
    link = element("a", id_, class_="mono", href=quote(f"feedback/{id_}/feedback.html"))
    return Markup(link + ("" if name in ("", id_) else text(" " + name)))


def names_cell(students):
    links = [called(student) for student in students]
    first, rest = Markup(", ".join(links[:SHOWN])), Markup(", ".join(links[SHOWN:]))
    more = element("details", element("summary", f"and {len(links) - SHOWN} more"), rest) if rest else ""
    return element("td", first, more, class_="what")


def shared(title, heads, found, least=0):
    """A row for what several students share: `found` has (cells, student), alike cells become one row; with None it is
    nobody's.
    """
    rows = {}
    for cells, student in found:
        rows.setdefault(cells, []).extend([student] if student else [])
    rows = {cells: students for cells, students in rows.items() if len(students) >= least}
    if not rows:
        return ""
    return part(title, table([*heads, "students", "who"], [
        [*(element("td", each, class_="what" if i else "") for i, each in enumerate(cells[:len(heads)])),
         element("td", len(students), class_="num"), names_cell(students)]
        for cells, students in rows.items()]))


def most_frequent_first(found):
    """By lab; what is of all labs comes last."""
    found = list(found)
    count = Counter(cells for cells, _ in found)
    return sorted(found, key=lambda each: (each[0][0], -count[each[0]]))


def causes(students):
    """Who has the same in each lab, as nothing at all, is in one row."""
    found = []
    for student in students:
        own = [(lab["id"], lab["cause"]) for lab in student["labs"]
               if lab["cause"] and lab["points"] is not None]
        if len(own) == len(student["labs"]) > 1 and len({cause for _, cause in own}) == 1:
            own = [("all", own[0][1])]
        found += [(each, student) for each in own]
    return most_frequent_first(found)


def identical_files(students):
    return most_frequent_first(((lab["id"], lab["file"]), student) for student in students
                               for lab in student["labs"] if lab["file"])


def checks(grades):
    """First the hand-ins that are open, with those who wait for them."""
    students = {student["student"]: student for student in grades["students"]}
    found = [(("", each["what"]), students.get(id_)) for each in grades["open"] for id_ in each["students"] or [""]]
    flags = [(flag, student) for student in students.values() for flag in to_check(student)]
    flags.sort(key=lambda each: KINDS.index(each[0]["kind"]))
    return found + [((flag["lab"], flag["what"]), student) for flag, student in flags]


def head_of(grades):
    students = grades["students"]
    percents = [student["percent"] for student in students if student["percent"] is not None]
    open_ = len(students) - len(percents)
    facts = []
    for what in ("machine", "sandbox"):
        values = [student[what] or "none" for student in students]
        for value in sorted(set(values)):
            facts += [element("dt", what),
                      element("dd", f"{value} ({counted(values.count(value), 'submission')})")]
    return element(
        "header", element("p", "gemmlab", class_="brand"), element("h1", grades["title"] or "The class"),
        element("p", counted(len(students), "student"),
                f", median {number(median(percents))} % of what was graded" if percents else "",
                f", {open_} without a total: see below" if open_ else "", class_="lead"),
        element("p", times(grades), class_="dim"), element("dl", *facts, class_="facts"))


def labs_of(grades):
    rows = []
    for at, lab in enumerate(grades["labs"]):
        judged = [student["labs"][at] for student in grades["students"]
                  if student["labs"][at]["points"] is not None]
        passed = sum(each["verdict"] == "PASSED" for each in judged)
        rows.append([element("td", f"{lab['id']} {lab['title']}"),
                     element("td", f"{passed} of {len(judged)}", class_="num"),
                     element("td", number(lab["weight"]), class_="num")])
    return part("Labs", table(["lab", "passed", "weight"], rows))


def lab_cell(lab):
    points = number(lab["points"], "–" if lab["counts"] else "excused")
    speed = f" {lab['speed']:.2f}×" if lab["speed"] else ""
    return element("td", points, element("small", f" {lab['verdict']}{speed}", class_="dim"), class_="num")


def every_student(grades):
    rows = []
    for student in grades["students"]:
        not_graded = student["not_graded"] if student["total"] is not None else None
        rows.append([element("td", called(student)), *map(lab_cell, student["labs"]),
                     *(element("td", each, class_="num") for each in (
                         number(student["total"], "–"), number(student["percent"], "–"),
                         number(not_graded, "–"), days_late(student))),
                     element("td", "; ".join(filter(None, (rules(student), student["formula"]))),
                             class_="what")])
    return part("Every student", table(
        ["student", *(lab["id"] for lab in grades["labs"]), "total", "percent", "not graded", "days late",
         "rules, and how the total comes about"], rows, "sortable filtered"))


def histogram(what, values, noun, begins):
    """A bar for each range that begins with a number of `begins`, the first also for what is below."""
    wide, high, foot, top = 68, 120, 20, 16
    names = [f"{number(low)} to {number(high)}" for low, high in zip(begins, begins[1:])]
    names = [f"below {number(begins[1])}", *names[1:], f"from {number(begins[-1])}"]
    counts = [0] * len(begins)
    for value in values:
        counts[max(sum(each <= value for each in begins), 1) - 1] += 1
    shapes = []
    for at, (name, count) in enumerate(zip(names, counts)):
        x, height = at * wide, high * count / max(counts)
        title = element("title", f"{name}: {counted(count, noun)}")
        shapes += [element("rect", title, class_="bars", x=x + 2, y=number(top + high - height),
                           width=wide - 4, height=number(height)),
                   element("text", count or "", class_="n", x=x + wide / 2,
                           y=number(top + high - height - 4)),
                   element("text", name, class_="n dim", x=x + wide / 2, y=top + high + 14)]
    width, height = wide * len(begins), top + high + foot
    picture = element("svg", *shapes, viewBox=f"0 0 {width} {height}", width=width, height=height, role="img",
                      aria_label=f"number of {noun}s by {what}")
    return element("h3", f"{noun}s by {what}") + element("div", picture, class_="scroll", tabindex="0")


def distributions(students):
    labs = [lab for student in students for lab in student["labs"]]
    known = {
        "percent of what was graded": [each["percent"] for each in students if each["percent"] is not None],
        "days after the due date": [
            (lab["submitted"] - lab["due"]) / DAY for lab in labs
            if lab["due"] is not None and lab["submitted"] is not None],
        "speed over the required kernel": [lab["speed"] for lab in labs if lab["speed"]]}
    drawn = (histogram(what, values, *shape)
             for (what, values), shape in zip(known.items(), DISTRIBUTIONS) if values)
    return part("Distributions", Markup("".join(drawn)))


def class_page(grades):
    students = grades["students"]
    main = element(
        "main", head_of(grades),
        shared("To check by hand", ["lab", "reason"], checks(grades)),
        labs_of(grades),
        shared("Causes", ["lab", "cause"], causes(students)),
        shared("Identical files", ["lab"], identical_files(students), least=2),
        every_student(grades), distributions(students), class_="class")
    return document("gemmlab: the class", main, *(path.read_text(encoding="utf-8") for path in (STYLE, SCRIPT)))
