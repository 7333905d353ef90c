"""Moodle's grading worksheet of an assignment, in any language: which column is which.

Its titles follow the language of who downloads it, and some have changed over the years; the order
and the form of its columns have not.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from course.csv_table import Row

NONE = -1  # a column that there is not

_PERSON = re.compile(r"([^0-9]*[^0-9\s])\s*([0-9]+)")  # "Participant 12", "Teilnehmer/in12"
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)?")

# In English, German, French and Spanish.
_STATUS = ("status", "statut", "estado")
_GROUP = ("group", "gruppe", "groupe", "grupo")
_GRADE = ("grade", "bewertung", "note", "calificación")
_MOST = ("maximum grade",)
_SCALE = ("scale", "skala", "barème", "escala")
_CHANGEABLE = ("grade can be changed",)
_TIME = ("last modified (submission)",)
_DUE = ("due date",)
# How the states of a hand-in begin: what is saved, and not submitted; submitted; none.
_DRAFT = (
    "draft", "entwurf", "brouillon", "borrador", "reopened", "erneut", "wieder", "rouvert",
    "réouvert", "reabiert",
)  # fmt: skip
_SUBMITTED = (
    "submitted", "graded", "zur bewertung", "abgegeben", "eingereicht", "bewertet", "remis",
    "soumis", "noté", "enviad", "entregad", "calificad",
)  # fmt: skip
_NOTHING = (
    "no ", "keine", "nicht", "pas de", "non remis", "aucun", "rien", "sin entrega", "nada",
)  # fmt: skip
# What the first column's cells begin with in others.
_LANGUAGES = {
    "deelnemer": "Dutch", "deltagare": "Swedish", "deltager": "Danish", "deltaker": "Norwegian",
    "osallistuja": "Finnish", "partecipante": "Italian", "uczestnik": "Polish",
    "účastník": "Czech", "résztvevő": "Hungarian", "katılımcı": "Turkish", "участник": "Russian",
    "учасник": "Ukrainian", "συμμετέχων": "Greek", "参加者": "Japanese", "参与者": "Chinese",
}  # fmt: skip


@dataclass(frozen=True)
class Worksheet:
    """The places of its columns, or NONE."""

    grade: int
    most: int  # the maximum grade
    scale: int  # the words that a grade can be, in place of a maximum
    changeable: int  # whether Moodle takes a grade
    name: int
    email: int
    status: int
    due: int  # with the overrides of single people, and of groups
    group: int
    time: int  # of the hand-in
    language: str  # as people call it; empty if we cannot tell
    is_english: bool


def worksheet_in(rows: Sequence[Row]) -> Worksheet | None:
    """None: it is another table."""
    rows = [row for row in rows if any(row.cells)]
    if not rows:
        return None
    titles = [title.strip().casefold() for title in rows[0].cells]
    cells = [[row.cell(at).strip() for row in rows[1:]] for at in range(len(titles))]
    people = [_PERSON.fullmatch(cell) for cell in cells[0]] if cells else []
    kinds = {person[1].casefold() for person in people if person}
    is_english = titles[0] == "identifier"
    if not all(people) or len(kinds) > 1 or not (kinds or is_english):
        return None

    def titled(names: Sequence[str], least: int = 1) -> int:
        return next((at for at in range(least, len(titles)) if titles[at] in names), NONE)

    def shaped(places: range, *kinds: set[str]) -> int:
        """The first column whose cells are of these kinds."""
        forms = [{_form_of(cell) for cell in cells[at]} for at in range(len(titles))]
        return next((at for at in places if forms[at] and forms[at] in kinds), NONE)

    scale = titled(_SCALE)
    most = titled(_MOST)
    if most == NONE and scale == NONE:
        most = _place_of_most(cells)
    grade = max(most, scale) - 1 if max(most, scale) > 1 else titled(_GRADE)
    if grade < 1:
        return None
    status = titled(_STATUS)
    after = range(max(grade, most, scale) + 1, len(titles))
    dates = ({"date"}, {"date", "-"}, {"-"})
    time = titled(_TIME)
    if time == NONE and not is_english:
        time = shaped(after, *dates)
        if time == NONE:
            return None
    due = titled(_DUE)
    if due == NONE and status != NONE and not is_english:
        due = _place_of_due(cells[status + 1 : grade], status + 1)
    changeable = titled(_CHANGEABLE)
    if changeable == NONE and time - 1 > max(most, scale):
        changeable = time - 1
    kind = kinds.pop() if kinds else ""
    others = (name for beginning, name in _LANGUAGES.items() if kind.startswith(beginning))
    return Worksheet(
        grade, most, scale, changeable,
        name=1 if status != 1 and grade > 1 else NONE,
        email=shaped(range(1, grade), {"e-mail"}, {"e-mail", ""}),
        status=status,
        due=due,
        group=titled(_GROUP),
        time=time,
        language=next(others, ""),
        is_english=is_english,
    )  # fmt: skip


def _form_of(cell: str) -> str:
    """Of a cell in a column of dates or addresses."""
    if cell in ("", "-"):
        return cell
    if re.fullmatch(r"[^@\s]+@[^@\s]+", cell):
        return "e-mail"
    return "date" if is_like_a_date(cell) else "other"


def is_like_a_date(text: str) -> bool:
    """Also in a language of which we know no months: with a year and a time of day."""
    return re.search(r"\b\d{4}\b.*\b\d{1,2}:\d\d", text) is not None and len(text) < 80


def _place_of_most(cells: list[list[str]]) -> int:
    """Of the first column with one number, after one with numbers or nothing: the grades."""
    for at in range(2, len(cells)):
        own, grades = set(cells[at]), cells[at - 1]
        is_one = len(own) == 1 and _NUMBER.fullmatch(next(iter(own)))
        if is_one and all(not cell or _NUMBER.fullmatch(cell) for cell in grades):
            return at
    return NONE


def _place_of_due(columns: list[list[str]], first: int) -> int:
    """After the status come, with overrides, from when, until when, and until when at last."""
    if len(columns) < 3:
        return NONE
    forms = {_form_of(cell) for column in columns[:3] for cell in column}
    return first + 1 if "date" in forms and forms <= {"date", "", "-"} else NONE


# ---- what its cells say ----


def number_of(person: str) -> str:
    """Of "Participant 12"."""
    found = _PERSON.fullmatch(person.strip())
    return found[2] if found else ""


def is_draft(status: str) -> bool:
    """Saved, or opened again, and not submitted."""
    return status.casefold().startswith(_DRAFT)


def is_submitted(status: str) -> bool:
    return status.casefold().startswith(_SUBMITTED)


def is_known(status: str) -> bool:
    return status.casefold().startswith((*_DRAFT, *_SUBMITTED, *_NOTHING)) or not status


def extension_in(status: str) -> str:
    """Until when, as it is written there; empty: nothing is said of that."""
    until = status.rpartition(" - ")[2].rpartition(": ")[2].strip()
    return until if is_like_a_date(until) else ""


def is_locked(changeable: str) -> bool:
    """Whether Moodle takes no grade: "No", "Nein", "Non"."""
    return changeable.strip().casefold() in ("no", "nein", "non")
