"""A table of the class's people that the course keeps, or that a platform exports."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path

from course.csv_table import CsvError, Row, read_csv
from course.errors import UsageError
from course.intake.names import (
    HandIn,
    folded,
    made_name_for,
    plain_name,
    quoted_path,
    safe_name_for,
    shown_name,
)
from course.intake.roster_columns import (
    Cells,
    cells_of,
    fields_of,
    groups_in,
    is_address,
    is_test_student,
    letters_of,
    participant_word,
    who_in,
    words_in,
)
from course.intake.worksheet import NONE, Worksheet, number_of, worksheet_in
from course.intake.worksheet_rows import due_of, told_by, usual_due
from course.text import counted


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
    earlier_due: str = ""  # than that of the others, by an override
    participant: str = ""  # the number in the names of its folders
    is_handed_in: bool = False  # perhaps as a draft
    is_draft: bool = False  # saved, and not submitted
    line: int = 0  # in the file


class Roster:
    """`people`: one for each row that is somebody's. `notes`: of rows with something wrong in them,
    where, what, and how that person is called here. `is_worksheet`: it is Moodle's grading
    worksheet, which returns to Moodle with grades."""

    def __init__(
        self, file: Path | None = None, zone: tzinfo | None = None, dues: Collection[int] = ()
    ):
        """Columns as in roster_columns, in any order; its times are of that zone. `dues`: the
        course's, in seconds since 1970. Raises UsageError that names file and line: no column is
        known, no row can be used, two people have one id, a time is none."""
        self.people: list[Person] = []
        self.notes: list[str] = []
        self.is_worksheet = False
        self.test_students: set[str] = set()  # Canvas' IDs of those who are no people
        self._is_gradebook = False  # Canvas'
        self._sheet: Worksheet | None = None  # its columns
        self._due = ""  # of who has no override
        self._zone, self._dues = zone, dues
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
        new = {key: replace(self._by_key[folded(key)], team=team) for key, team in teams.items()}

        def renewed(people: list[Person]) -> list[Person]:
            return [new.get(each.key, each) for each in people]

        self.people = renewed(self.people)
        for table in (self._with, self._groups):
            for word in list(table):
                table[word] = renewed(table[word])
        for person in new.values():
            self._by_key[folded(person.key)] = person
            for word in {folded(person.team), letters_of(person.team)}:
                if person not in self._groups[word]:
                    self._groups[word].append(person)

    def people_sharing(self, word: str) -> list[Person]:
        """Those who have one id or name, if there are several: it means none of them."""
        return next((people for people in self._having(word) if len(people) > 1), [])

    def owners(self, hand_in: HandIn) -> list[Person]:
        """Whose it is; in a team the others have it too. In Moodle's worksheet and Canvas'
        gradebook the number is the key, and the name a label; but what a group handed in has the
        group's name and number in Moodle."""
        name, number = plain_name(hand_in.student), hand_in.id
        if hand_in.platform == "Moodle":
            number = participant_word(number)
            if self._sheet and (people := self._group_in_a_file(name)):
                return people
            if self._sheet and hand_in.id:
                people = self.called([number])
                is_persons = self._sheet.group == NONE or _is_in(people, letters_of(name))
                return people if is_persons else []
        elif not hand_in.is_in_rosters:
            number = ""
        elif self._is_gradebook and hand_in.platform == "Canvas":
            return self.called([*hand_in.words, number, name])
        by_name, by_number = self.called([*hand_in.words, name]), self.called([number])
        # Somebody may have another one's login for a name: then it is not certain whose it is.
        return by_name if by_number in ([], by_name) else by_number if not by_name else []

    def _group_in_a_file(self, name: str) -> list[Person]:
        """The people of a group whose name may have lost signs that a file cannot have."""
        spelled = [group for group in self._groups if letters_of(group) == letters_of(name)]
        group = folded(name) if folded(name) in spelled or len(spelled) != 1 else spelled[0]
        return list(self._groups.get(group, []))

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
        self._sheet = worksheet_in(rows)
        fields = fields_of(rows[0], self._sheet) if rows else []
        if not any(fields):
            raise _RowError(
                1, "the first line must name the columns: id, login, e-mail, name, section, team"
            )
        self.is_worksheet = "participant" in fields and "grade" in fields
        self._is_gradebook = bool({"Student", "LastName", "canvas_user_id"} & set(rows[0].cells))
        all_cells = [cells_of(row, fields) for row in rows[1:]]
        self._find_due(all_cells)
        for cells in all_cells:
            if self._is_gradebook and is_test_student(cells):
                self.test_students.add(cells.first("id"))
            else:
                self._add(cells)
        if self.people and self._bad_rows == len(self.people):
            raise _RowError(0, self.notes[0])  # not a row is wrong, but the table
        others = [cells for cells in all_cells if not cells.is_text]
        if others:
            self.notes.append(
                f"{others[0].line}: {counted(len(others), 'row')} from here on not UTF-8, and read "
                f"as Excel saves them, as {quoted_path(who_in(others[0]))}: if that is not a right "
                "name, save the table as UTF-8"
            )

    def _find_due(self, rows: list[Cells]) -> None:
        dates = []
        for row in rows:
            try:
                dates.append(due_of(row, self._sheet, self._zone))
            except UsageError as error:
                raise _RowError(row.line, str(error)) from None
        self._due = usual_due(dates, self._dues)

    def _add(self, row: Cells) -> None:
        if not self._sheet and not re.fullmatch(r"[^0-9]+ [0-9]+", row.first("participant")):
            row.texts["id"] = row.all("id") + row.texts.pop("participant", [])
        if not row.all("name"):
            row.texts["name"] = [f"{row.first('first')} {row.first('last')}".strip()]
        key = self._key_for(row)
        if not key or self._is_known(key, row):
            return
        try:
            told = told_by(row, self._sheet, self._zone)
        except UsageError as error:
            raise _RowError(row.line, str(error)) from None
        person = Person(
            key=key,
            name=row.first("name"),
            email=row.first("email") or next(filter(is_address, row.all("id")), ""),
            section=row.first("section"),
            team=row.first("team"),
            time=told.time,
            extension=told.extension or (told.due if told.due > self._due else ""),
            earlier_due=told.due if told.due < self._due and not told.extension else "",
            participant=number_of(row.first("participant")),
            is_handed_in=told.is_handed_in,
            is_draft=told.is_draft,
            line=row.line,
        )
        self.people.append(person)
        self._by_key[folded(key)] = person
        for word in words_in(row, key):
            if person not in self._with[word]:
                self._with[word].append(person)
        for word in groups_in(row):
            if person not in self._groups[word]:
                self._groups[word].append(person)

    def _key_for(self, row: Cells) -> str:
        """What the person of a row is called: the first of these that can name a file, else what is
        made of the first. Empty: the row is nobody's."""
        number = number_of(row.first("participant"))
        label = safe_name_for(row.first("participant")) or (number and f"Participant {number}")
        texts = [row.first(field) for field in ("id", "login", "email")]
        name = row.first("name")
        texts += [f"{name} ({label})" if name and label else name, label]
        first = next(filter(None, texts), "")
        if first in ("", "Points Possible"):  # an empty row, or Canvas' own
            return ""
        safe = safe_name_for(first)
        key = safe or next(filter(None, map(safe_name_for, texts)), "") or made_name_for(first)
        if not safe and self.with_key(key):
            key = made_name_for(first + "?")  # has digits of its own
        if not safe and first in texts[:3]:
            self._note_bad_row(
                f"{row.line}: {quoted_path(first)} cannot name a student: use letters, digits and "
                f". _ -; until then this person is called {key}"
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


def _is_in(people: list[Person], letters: str) -> bool:
    """Whether the names of these are: else a number is perhaps a group's."""
    return all(letters_of(person.name) in letters for person in people)


class _RowError(Exception):
    """What is wrong, after its line unless it is 0."""

    def __init__(self, line: int, what: str):
        super().__init__(f"{line}: {what}" if line else what)


def shown_people(people: Iterable[Person]) -> str:
    """Such as "k1 (ann@uni.edu), k2 (bo@uni.edu)"."""
    return ", ".join(
        each.key + (f" ({shown_name(each.email)})" if each.email else "") for each in people
    )
