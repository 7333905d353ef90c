"""The columns of a roster, and what a row has in them."""

from collections import defaultdict
from dataclasses import dataclass

from course.csv_table import Row
from course.intake.names import plain_name, words_of
from course.text import valid_utf8

# Titles of the columns by field, as courses and platforms write them. Capitals and what is between
# the words do not count.
_TITLES = {
    "id": "id, canvas user id, id number, id nummer, org defined id, roster identifier, sis user id, "
    "student id, student number",
    "login": "github username, login, login id, sis login id, student repository name, user, "
    "user id, user name",
    "email": "e mail, e mail address, e mail adresse, email, email address, mail",
    "name": "full name, name, vollständiger name, student, student name",
    "first": "first, first name, given name, vorname",
    "last": "family name, last, last name, nachname, surname",
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


def fields_of(titles: Row) -> list[str]:
    """The field of each column; empty: unknown."""
    return [_FIELDS.get(letters_of(title), "") for title in titles.cells]


@dataclass
class Cells:
    """The texts of a row by field."""

    line: int
    texts: dict[str, list[str]]
    is_text: bool  # it is UTF-8

    def all(self, field: str) -> list[str]:
        return self.texts.get(field, [])

    def first(self, field: str) -> str:
        return self.all(field)[0] if self.all(field) else ""


def cells_of(row: Row, fields: list[str]) -> Cells:
    texts: defaultdict[str, list[str]] = defaultdict(list)
    is_text = True
    for column, field in enumerate(fields):
        data = row.cell(column).encode("utf-8", "surrogateescape")
        valid = valid_utf8(data)
        text = plain_name(valid).strip(" #")  # # is Brightspace's
        is_text = is_text and (valid == row.cell(column) or not field)
        if text:
            texts[field].append(text)
    return Cells(row.line, texts, is_text)
