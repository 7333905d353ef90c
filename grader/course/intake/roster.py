"""A table of the class's people that the course keeps, or that a platform exports."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path

from course.csv_table import CsvError, Row, read_csv
from course.errors import UsageError
from course.intake.moodle_dates import time_of_moodle
from course.intake.names import (
    HandIn,
    digits_of,
    folded,
    plain_name,
    quoted_path,
    safe_name_for,
    shown_name,
    words_of,
)
from course.intake.roster_columns import Cells, cells_of, fields_of, letters_of


@dataclass(frozen=True)
class Person:
    key: str = ""  # what tables and files call the student: id, else login, e-mail or name
    name: str = ""  # if it is known
    email: str = ""
    section: str = ""  # for tables
    team: str = ""  # its people hand in once
    # As Moodle's grading worksheet says. Times are ISO 8601; empty: unknown, or none.
    time: str = ""  # of the hand-in
    extension: str = ""  # until when
    participant: str = ""  # the number in the names of its folders
    is_handed_in: bool = False
    line: int = 0  # in the file


class Roster:
    """`people`: one for each row that is somebody's. `notes`: of rows with something wrong in them,
    where, what, and how that person is called here. `is_worksheet`: it is Moodle's grading
    worksheet, which returns to Moodle with grades."""

    def __init__(self, file: Path | None = None, zone: tzinfo | None = None):
        """Columns as in roster_columns, in any order; its times are of that zone. Raises UsageError
        that names file and line: no column is known, no row can be used, two people have one id, a
        time is none."""
        self.people: list[Person] = []
        self.notes: list[str] = []
        self.is_worksheet = False
        self.test_students: set[str] = set()  # Canvas' IDs of those who are no people
        self._zone = zone
        self._bad_rows = 0
        self._by_key: dict[str, Person] = {}
        self._with: defaultdict[str, list[Person]] = defaultdict(list)  # who have a word
        self._groups: defaultdict[str, list[Person]] = defaultdict(list)
        if file is None:
            return
        try:
            self._read(read_csv(file.read_bytes()))
        except (CsvError, _RowError) as error:
            raise UsageError(f"{file}:{error}") from None
        except OSError as error:
            raise UsageError(f"cannot read {file}: {error.strerror}") from None
        self.notes = [f"{file.name}:{note}" for note in self.notes]

    # ---- who is who ----

    def with_key(self, key: str) -> Person | None:
        """Who is called so in tables."""
        return self._by_key.get(folded(key))

    def called(self, words: Iterable[str]) -> list[Person]:
        """Who is called by the first word that calls one person, or else a team or group. A word is
        an id, login, e-mail, their part before @, Moodle's "Participant 12", a name in any order,
        or a name after a group's, "Tutorial A-Jo Li"."""
        for word in words:
            group, dash, name = word.partition("-")
            people = self._people_with(word)
            if not people and dash and folded(group) in self._groups:
                people = self._people_with(name)
            if people:
                return people
        return []

    def with_word(self, word: str) -> list[Person]:
        """Who has that id, login, e-mail or its part before @; or the people of a team or group."""
        key = folded(word)
        return list(self._with.get(key, []) or self._groups.get(key, [])) if key.strip() else []

    def set_teams(self, teams: Mapping[str, str]) -> None:
        """By the keys of their people."""
        changed = {key: replace(self._by_key[folded(key)], team=team) for key, team in teams.items()}

        def renewed(people: list[Person]) -> list[Person]:
            return [changed.get(each.key, each) for each in people]

        self.people = renewed(self.people)
        for table in (self._with, self._groups):
            for word in list(table):
                table[word] = renewed(table[word])
        for person in changed.values():
            self._by_key[folded(person.key)] = person
            for word in {folded(person.team), letters_of(person.team)}:
                if person not in self._groups[word]:
                    self._groups[word].append(person)

    def people_sharing(self, word: str) -> list[Person]:
        """Those who have one id or name, if there are several: it means none of them."""
        return next((people for people in self._having(word) if len(people) > 1), [])

    def owners(self, hand_in: HandIn) -> list[Person]:
        """Whose it is: of the one who is called so, with the rest of the team."""
        number = hand_in.id if hand_in.is_in_rosters else _participant(hand_in.id)
        people = self.called([*hand_in.words, plain_name(hand_in.student), number])
        team = people[0].team if len(people) == 1 and not hand_in.is_shared else ""
        if team:
            people += [each for each in self.people if each.team == team and each != people[0]]
        return people

    def _people_with(self, word: str) -> list[Person]:
        for people in self._having(word):
            if len(people) == 1:
                return list(people)
        return list(self._groups.get(folded(word), []))

    def _having(self, word: str) -> list[list[Person]]:
        """Who have the word, and who have it as a name."""
        keys = [folded(word), " " + letters_of(word)]
        return [self._with.get(key, []) for key in keys if key.strip()]

    # ---- its rows ----

    def _read(self, rows: list[Row]) -> None:
        fields = fields_of(rows[0]) if rows else []
        if not any(fields):
            raise _RowError(
                1, "the first line must name the columns: id, login, e-mail, name, section, team"
            )
        self.is_worksheet = "participant" in fields and "grade" in fields
        is_canvas = bool({"Student", "LastName", "canvas_user_id"} & set(rows[0].cells))
        for row in rows[1:]:
            cells = cells_of(row, fields)
            if is_canvas and _is_test_student(cells):
                self.test_students.add(cells.first("id"))
            else:
                self._add(cells)
        if self.people and self._bad_rows == len(self.people):
            raise _RowError(0, self.notes[0])  # not a row is wrong, but the table

    def _add(self, row: Cells) -> None:
        if not re.fullmatch(r"[^0-9]+ [0-9]+", row.first("participant")):
            row.texts["id"] = row.all("id") + row.texts.pop("participant", [])
        if not row.all("name"):
            row.texts["name"] = [f"{row.first('first')} {row.first('last')}".strip()]
        key = self._key_for(row)
        if not key or self._is_known(key, row):
            return
        until = re.search(r"Extension granted until: ([^-]*\w)", row.first("status"), re.ASCII)
        time = self._time_in(row.first("time"), row.line)
        number = row.first("participant")
        person = Person(
            key=key,
            name=row.first("name"),
            email=row.first("email"),
            section=row.first("section"),
            team=row.first("team"),
            time=time,
            extension=self._time_in(until[1], row.line) if until else "",
            participant=_participant(number).removeprefix(_participant("")),
            is_handed_in=bool(time) or row.first("status").startswith("Submitted"),
            line=row.line,
        )
        self.people.append(person)
        self._by_key[folded(key)] = person
        for word in _words_of_person(person, row):
            if person not in self._with[word]:
                self._with[word].append(person)
        for group in row.all("team") + _split_at_commas(row.all("group")):
            if person not in self._groups[folded(group)]:
                self._groups[folded(group)].append(person)

    def _key_for(self, row: Cells) -> str:
        """What the person of a row is called: the first of these that can name a student. Empty:
        the row is nobody's."""
        texts = []
        for field in ("id", "login", "email", "name", "participant"):
            text = row.first(field)
            is_shared = field == "name" and row.first("participant")
            texts.append((text, f"{text} ({row.first('participant')})" if is_shared else text))
        first = next((text for text, _ in texts if text), "")
        if first in ("", "Points Possible"):  # an empty row, or Canvas' own
            return ""
        names = (safe_name_for(own) for text, own in texts if text)
        key = next(filter(None, names), "")
        is_bad = not safe_name_for(first)
        if not key or (is_bad and self.with_key(key)):
            key = "unnamed-" + digits_of(first)
        if is_bad:
            self._note_bad_row(
                f"{row.line}: {quoted_path(first)} cannot name a student: use letters, digits and "
                f". _ -; until then this person is called {key}"
            )
        elif not row.is_text:
            self._note_bad_row(
                f"{row.line}: this row is not UTF-8, so that a name in it may match no hand-in: "
                "export it as UTF-8"
            )
        return key

    def _note_bad_row(self, note: str) -> None:
        self._bad_rows += 1
        self.notes.append(note)

    def _is_known(self, key: str, row: Cells) -> bool:
        """Whether a row before has that person. Raises if it has another person of that key."""
        same = self.with_key(key)
        if same is None:
            return False
        text = f"{quoted_path(key)} is on line {same.line} too"
        for field, known in (("name", same.name), ("email", same.email), ("team", same.team)):
            own = row.first(field)
            if own and known and folded(own) != folded(known):
                raise _RowError(row.line, text + "; remove one")
        self.notes.append(f"{row.line}: {text}, and counts once")
        return True

    def _time_in(self, text: str, line: int) -> str:
        time = time_of_moodle(text, self._zone)
        if not time and re.search("[0-9]", text):
            raise _RowError(
                line,
                f"{quoted_path(text)} is not a time such as Friday, 30 January 2026, 1:10 PM: "
                "export it from Moodle in English",
            )
        return time


def _is_test_student(row: Cells) -> bool:
    """Canvas adds one to each course that was looked at in its Student View."""
    names = row.all("name") or [f"{row.first('last')}, {row.first('first')}"]
    return names[0] in ("Student, Test", "Test Student")


class _RowError(Exception):
    """What is wrong, after its line unless it is 0."""

    def __init__(self, line: int, what: str):
        super().__init__(f"{line}: {what}" if line else what)


def _words_of_person(person: Person, row: Cells) -> Iterable[str]:
    """By which a hand-in or an instructor may call somebody."""
    yield folded(person.key)
    for field in ("id", "login", "email"):
        for text in row.all(field):
            yield folded(text)
            yield folded(text.partition("@")[0])
    if row.first("participant"):
        yield _participant(row.first("participant"))
    words = words_of(person.name)
    for i in range(len(words)):
        yield " " + "".join(words[i:] + words[:i])


def _split_at_commas(texts: list[str]) -> list[str]:
    parts = (part.strip(" ") for text in texts for part in text.split(","))
    return [part for part in parts if part]


def _participant(text: str) -> str:
    """Moodle's number at the end of "Participant 12", which its folders have too."""
    return "participant " + text[len(text.rstrip("0123456789")) :]


def shown_people(people: Iterable[Person]) -> str:
    """Such as "k1 (ann@uni.edu), k2 (bo@uni.edu)"."""
    return ", ".join(
        each.key + (f" ({shown_name(each.email)})" if each.email else "") for each in people
    )
