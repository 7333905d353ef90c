"""The columns of a roster, and what a row has in them."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from course.csv_table import Row
from course.intake.names import folded, plain_name, turned, words_of
from course.intake.worksheet import NONE, Worksheet
from course.text import STRAY_BYTE

# Titles of the columns by field, as courses and platforms write them. Capitals and what is between
# the words do not count.
_TITLES = {
    "id": "id, canvas user id, id number, id nummer, numéro d identification, número de id, "
    "org defined id, roster identifier, sis user id, student id, student number",
    "login": "github username, login, login id, sis login id, student repository name, user, "
    "user id, user name, anmeldename, nom d utilisateur, nombre de usuario",
    "email": "e mail, e mail address, e mail adresse, email, email address, mail",
    "name": "full name, name, vollständiger name, nom complet, nombre completo, student, "
    "student name",
    "first": "first, first name, given name, vorname, prénom",
    "last": "family name, last, last name, nachname, surname, apellidos",
    "group": "group, group name, groups, gruppen",
    "section": "section, sections",
    "team": "team",
    "participant": "identifier",
    "grade": "grade",
    "status": "status",
    "time": "last modified submission",
}


def letters_of(text: str) -> str:
    return "".join(words_of(text))


_FIELDS = {
    letters_of(title): field for field, titles in _TITLES.items() for title in titles.split(",")
}


def is_address(text: str) -> bool:
    """Of e-mail: a roster may identify people by theirs."""
    return re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text) is not None


def fields_of(titles: Row, sheet: Worksheet | None = None) -> list[str]:
    """The field of each column; empty: unknown. Of Moodle's worksheet also by its place."""
    fields = [_FIELDS.get(letters_of(title), "") for title in titles.cells]
    if sheet:
        fields[0] = "participant"
        for field in ("name", "email", "status", "due", "group", "time", "grade"):
            place = getattr(sheet, field)
            if place != NONE:
                fields[place] = field
    return fields


@dataclass
class Cells:
    """The texts of a row by field."""

    line: int
    texts: dict[str, list[str]]
    is_text: bool  # it is UTF-8; what is not is read as Excel saves it, in Windows-1252

    def all(self, field: str) -> list[str]:
        return self.texts.get(field, [])

    def first(self, field: str) -> str:
        return self.all(field)[0] if self.all(field) else ""


def cells_of(row: Row, fields: list[str]) -> Cells:
    texts: defaultdict[str, list[str]] = defaultdict(list)
    is_text = True
    for column, field in enumerate(fields):
        cell = row.cell(column)
        text = plain_name(repaired(cell)).strip(" #")  # # is Brightspace's
        is_text = is_text and not (field and STRAY_BYTE.search(cell))
        if text:
            texts[field].append(text)
    return Cells(row.line, texts, is_text)


def repaired(cell: str) -> str:
    """What is not UTF-8 is read as Windows-1252."""
    if not STRAY_BYTE.search(cell):
        return cell
    return cell.encode("utf-8", "surrogateescape").decode("cp1252", "replace")


# ---- what a row says of its person ----


def words_in(row: Cells, key: str) -> Iterable[str]:
    """By which a hand-in or an instructor may call somebody with that key."""
    yield folded(key)
    for field in ("id", "login", "email"):
        for text in row.all(field):
            yield folded(text)
            yield folded(text.partition("@")[0])
    if row.first("participant"):
        yield participant_word(row.first("participant"))
    for words in turned(row.first("name")):
        yield " " + "".join(words)


def participant_word(text: str) -> str:
    """Of Moodle's number at the end of "Participant 12", which its folders have too."""
    return "participant " + text[len(text.rstrip("0123456789")) :]


def groups_in(row: Cells) -> set[str]:
    """By which its teams and groups may be called."""
    names = row.all("team") + [each for text in row.all("group") for each in text.split(",")]
    return {folded(name.strip(" ")) for name in names if name.strip(" ")}


def who_in(row: Cells) -> str:
    """For a sentence about the row."""
    return row.first("name") or next((texts[0] for texts in row.texts.values()), "")


def is_test_student(row: Cells) -> bool:
    """Canvas adds one to each course that was looked at in its Student View."""
    names = row.all("name") or [f"{row.first('last')}, {row.first('first')}"]
    return names[0] in ("Student, Test", "Test Student")
