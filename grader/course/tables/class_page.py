"""The class on one page."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from course.tables.histograms import distributions
from course.tables.markup import Markup, document, element, text
from course.tables.words import (
    Grades,
    Student,
    by_team,
    days_late,
    number,
    reachable,
    rules,
    short_name,
    times,
    to_check,
    zeros,
    zeros_in_words,
)
from course.text import counted

Cells = tuple[str, str]  # a lab, and what there is to say
Found = list[tuple[Cells, Student]]
Owners = dict[Cells, Sequence[Student]]

STYLE, SCRIPT = (Path(__file__).with_name(name) for name in ("class_page.css", "class_page.js"))
SHOWN = 6  # so many names of a list are not folded
# What an instructor has to decide comes first.
KINDS = ("undecided", "request", "failure", "refused", "missing", "odd", "guessed", "ignored")


def part(title: str, *content: object) -> Markup:
    return element("section", element("h2", title), *content, class_="part")


def table(
    heads: Iterable[str], rows: Iterable[Sequence[Markup]], class_: str = "sortable"
) -> Markup:
    """`rows` are lists of cells. It scrolls if it is too wide, by keyboard too."""
    head = element("tr", *(element("th", each, scope="col") for each in heads))
    body = (element("tr", *row) for row in rows)
    return element(
        "div", element("table", head, *body, class_=class_), class_="scroll", tabindex="0"
    )


def count_cell(content: object) -> Markup:
    return element("td", content, class_="num")


def text_cell(content: object) -> Markup:
    return element("td", content, class_="what")


def called(student: Student) -> Markup:
    """How tables call a student: with the roster's name, and a link to the student's own page."""
    id_, name = student["student"], student["name"]
    link = element("a", id_, class_="mono", href=quote(f"feedback/{id_}/feedback.html"))
    return Markup(link + ("" if name in ("", id_) else text(" " + name)))


def names_cell(students: Sequence[Student]) -> Markup:
    links = []
    for _, team in by_team([("", student) for student in students]):
        own = [called(student) for student in team]
        if len(team) > 1:
            own[0] = Markup(text(f"{short_name(team[0]['team'])}: ") + own[0])
        links += own
    first, rest = Markup(", ".join(links[:SHOWN])), Markup(", ".join(links[SHOWN:]))
    if not rest:
        return text_cell(first)
    more = element("details", element("summary", f"and {len(links) - SHOWN} more"), rest)
    return text_cell(Markup(first + more))


def by_cells(found: Found) -> Owners:
    """Alike cells become one row."""
    owners: dict[Cells, list[Student]] = {}
    for cells, student in found:
        owners.setdefault(cells, []).append(student)
    return {**owners}


def shared(title: str, heads: Sequence[str], owners: Owners, least: int = 0) -> Markup | str:
    """A row for what several students share. Shows as many cells as there are heads. Of rows
    with one list, of all who wait, the first one has the names: there may be thousands.
    """
    rows = []
    named: Sequence[Student] = ()
    for cells, students in owners.items():
        if len(students) >= least:
            is_named = students is named and len(students) > SHOWN
            rows.append([
                *[element("td", cells[0]), text_cell(cells[1])][: len(heads)],
                count_cell(len(students)),
                text_cell("all who wait") if is_named else names_cell(students),
            ])  # fmt: skip
            named = students
    return part(title, table([*heads, "students", "who"], rows)) if rows else ""


def most_frequent_first(found: Found) -> Found:
    """By lab; what is of all labs comes last."""
    count = Counter(cells for cells, _ in found)
    return sorted(found, key=lambda each: (each[0][0], -count[each[0]]))


def causes(students: Sequence[Student]) -> Found:
    """Who has the same in each lab, as nothing at all, is in one row."""
    found: Found = []
    for student in students:
        own = [
            (lab["id"], lab["cause"])
            for lab in student["labs"]
            if lab["cause"] and lab["points"] is not None
        ]
        if len(own) == len(student["labs"]) > 1 and len({cause for _, cause in own}) == 1:
            own = [("all", own[0][1])]
        found += [(each, student) for each in own]
    return most_frequent_first(found)


def identical_files(students: Sequence[Student]) -> Owners:
    """Of several hand-ins: those of a team have one."""
    found = [
        ((lab["id"], lab["file"]), student)
        for student in students
        for lab in student["labs"]
        if lab["file"]
    ]
    owners = by_cells(most_frequent_first(found))
    return {
        cells: own
        for cells, own in owners.items()
        if len(by_team([("", student) for student in own])) > 1
    }


def checks(grades: Grades) -> Owners:
    """First the hand-ins that are open, with those who wait for them."""
    students = {student["student"]: student for student in grades["students"]}
    all_who_wait = [students[id_] for id_ in grades["waiting"]]
    open_ = {
        ("", each["what"]): all_who_wait
        if each["students"] is None
        else [students[id_] for id_ in each["students"]]
        for each in grades["open"]
    }
    flags = [(flag, student) for student in students.values() for flag in to_check(student)]
    flags.sort(key=lambda each: KINDS.index(each[0]["kind"]))
    return {**open_, **by_cells([((flag["lab"], flag["what"]), own) for flag, own in flags])}


def zeros_of(students: Sequence[Student]) -> Found:
    """Who has 0 points, and why: first of the total, then of labs whose total is not 0."""
    found: Found = []
    for student in students:
        own = zeros(student)
        is_all = bool(own) and own[0][0] == ""
        found += [((lab or "total", why), student) for lab, why in (own[:1] if is_all else own)]
    return sorted(found, key=lambda each: (each[0][0] != "total", each[0]))


def answered(students: Sequence[Student]) -> Found:
    """Who checked what and when, and what was answered to students."""
    found: Found = []
    for student in students:
        said = set()
        for request in student["requests"]:
            said.update(request["answers"])
            what = f"{request['reason']} \u2192 {'; '.join(request['answers']) or 'no answer yet'}"
            found.append(((request["lab"], what), student))
        for answer in student["answers"]:
            words = f"{answer['by']}, {answer['on']}: {answer['reason']}"
            if words not in said:
                found.append(((answer["lab"], words), student))
        named = {answer["lab"] for answer in student["answers"]}
        found += [
            ((lab, "checked; [checked] names nobody"), student)
            for lab in student["checked"]
            if lab not in named
        ]
    return sorted(found, key=lambda each: each[0][0])


def head_of(grades: Grades, zone: ZoneInfo | None) -> Markup:
    students = grades["students"]
    percents = [student["percent"] for student in students if student["percent"] is not None]
    open_ = len(students) - len(percents)
    facts: list[Markup] = []
    for what in ("machine", "sandbox"):
        values = [student[what] or "none" for student in students]
        for value in sorted(set(values)):
            facts += [
                element("dt", what),
                element("dd", f"{value} ({counted(values.count(value), 'submission')})"),
            ]
    return element(
        "header",
        element("p", "gemmlab", class_="brand"),
        element("h1", grades["title"] or "The class"),
        element(
            "p",
            counted(len(students), "student"),
            f", median {number(median(percents))} % of what was graded" if percents else "",
            f", {open_} without a total: see below" if open_ else "",
            class_="lead",
        ),
        element("p", zeros_in_words(students)),
        element("p", times(grades, zone), class_="dim"),
        element("dl", *facts, class_="facts"),
    )


def labs_of(grades: Grades) -> Markup:
    rows = []
    for at, lab in enumerate(grades["labs"]):
        judged = [
            student["labs"][at]
            for student in grades["students"]
            if student["labs"][at]["points"] is not None
        ]
        passed = sum(each["verdict"] == "PASSED" for each in judged)
        rows.append(
            [
                element("td", f"{lab['id']} {lab['title']}"),
                count_cell(f"{passed} of {len(judged)}"),
                count_cell(number(lab["weight"])),
            ]
        )
    return part("Labs", table(["lab", "passed", "weight"], rows))


def points_of(points: float | None, not_graded: float, none: str = "–") -> str:
    """ "64 of 80": beside what could be reached."""
    return none if points is None else f"{number(points)} of {number(reachable(not_graded))}"


def lab_cell(lab: dict[str, Any]) -> Markup:
    points = points_of(lab["points"], lab["not_graded"], "–" if lab["counts"] else "excused")
    speed = f" {lab['speed']:.2f}×" if lab["speed"] else ""
    verdict = element("small", f" {lab['verdict']}{speed}", class_="dim")
    return count_cell(Markup(text(points) + verdict))


def every_student(grades: Grades) -> Markup:
    labs = [lab["id"] for lab in grades["labs"]]
    numbers = ["total", "percent", "not graded", "days late"]
    has_sections = any(student["section"] for student in grades["students"])
    heads = ["student", *(["section"] if has_sections else []), *labs, *numbers]
    heads.append("rules, and how the total comes about")
    rows = []
    for student in grades["students"]:
        not_graded = student["not_graded"] if student["total"] is not None else None
        rows.append(
            [
                element("td", called(student)),
                *([element("td", student["section"])] if has_sections else []),
                *map(lab_cell, student["labs"]),
                count_cell(points_of(student["total"], student["not_graded"])),
                count_cell(number(student["percent"], "–")),
                count_cell(number(not_graded, "–")),
                count_cell(days_late(student)),
                text_cell("; ".join(filter(None, (rules(student), student["formula"])))),
            ]
        )
    return part("Every student", table(heads, rows, "sortable filtered"))


def class_page(grades: Grades, zone: ZoneInfo | None = None) -> str:
    students = grades["students"]
    main = element(
        "main",
        head_of(grades, zone),
        shared("To check by hand", ["lab", "reason"], checks(grades)),
        shared("Zeros", ["lab", "why"], by_cells(zeros_of(students))),
        shared("Checked and answered", ["lab", "what"], by_cells(answered(students))),
        labs_of(grades),
        shared("Causes", ["lab", "cause"], by_cells(causes(students))),
        shared("Identical files", ["lab"], identical_files(students)),
        every_student(grades),
        part("Distributions", distributions(students)),
        class_="class",
    )
    return document(
        "gemmlab: the class", main, *(path.read_text(encoding="utf-8") for path in (STYLE, SCRIPT))
    )
