"""Groups that handed in together: Canvas names a hand-in after the group and one of its people."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from unicodedata import category, normalize

from course.csv_table import CsvError, read_csv
from course.errors import UsageError
from course.intake.hand_ins import OpenHandIn, SubmissionList
from course.intake.names import HandIn, folded, quoted_path, shown_name, turned
from course.intake.roster import Person, Roster
from course.intake.roster_columns import cells_of, fields_of


def canvas_letters(text: str) -> str:
    """A name as Canvas writes it into a file's."""
    kept = (sign for sign in folded(text) if category(sign)[0] in "LMN" or sign == "_")
    return normalize("NFC", "".join(kept))


def read_groups(file: Path, roster: Roster) -> dict[str, list[Person]]:
    """The people of each group, from Canvas' list or any with a column group and one that says who
    somebody is. Adds to the roster's notes who is not in it. Raises UsageError."""
    try:
        rows = read_csv(file.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    except CsvError as error:
        raise UsageError(f"{file}:{error}") from None
    fields = fields_of(rows[0]) if rows else []
    if not {"group", "team"} & set(fields) or not {"id", "login", "email", "name"} & set(fields):
        raise UsageError(
            f"{file}:1: the first line must name a column group and one of id, login, e-mail, "
            "name: in Canvas, People, the tab of the groups, Download Course Roster CSV"
        )
    groups: dict[str, list[Person]] = {}
    for row in rows[1:]:
        cells = cells_of(row, fields)
        group = cells.first("group") or cells.first("team")
        words = [word for field in ("id", "login", "email", "name") for word in cells.all(field)]
        if not group or cells.first("id") in roster.test_students:
            continue
        people = roster.called(words)
        if len(people) == 1:
            groups.setdefault(group, []).append(people[0])
        else:
            who = quoted_path(words[-1] if words else "")
            roster.notes.append(f"{file.name}:{row.line}: {who} is not in the roster")
    return groups


def give_teams(groups: dict[str, list[Person]], parts: Iterable[HandIn], roster: Roster) -> None:
    """Makes a team of each group that something was handed in as: all its people get its grade."""
    handed_in = {canvas_letters(part.student) for part in parts}
    teams: dict[str, str] = {}
    for group, people in groups.items():
        if canvas_letters(group) not in handed_in:
            continue
        for person in people:
            before = teams.setdefault(person.key, group)
            if before != group:
                raise UsageError(
                    f"{quoted_path(person.key)} is in two groups that handed in, "
                    f"{quoted_path(before)} and {quoted_path(group)}: remove one from the list"
                )
    roster.set_teams(teams)


def open_canvas_names(hand_ins: SubmissionList, file: Path | None) -> None:
    """While nobody knows of whom a hand-in of Canvas is besides the one with its ID, a missing file
    is no 0; and of anonymous ones Canvas must tell. `file`: the list of the groups, if there is
    one."""
    anonymous: list[str] = []
    unlike: dict[str, Person] = {}  # whose the ID in that name is; a team's hand-in is here twice
    for source in hand_ins.sources:
        part = source.parts[0] if source.parts else None
        if part is None or part.platform != "Canvas":
            continue
        if part.student.startswith("anon_") and not part.id:
            if hand_ins.roster.people:
                anonymous.append(part.path.name)
            continue
        numbered = hand_ins.roster.called([part.id])
        who = numbered[0] if len(numbered) == 1 else source.who
        if source.who.key and _is_called_unlike(part, who):
            unlike[part.path.name] = who
    if anonymous:
        marks = {quoted_path(name) for name in anonymous}
        hand_ins.open = [each for each in hand_ins.open if each.what.split(" ")[0] not in marks]
        hand_ins.open.insert(0, OpenHandIn(_anonymous_in_words(anonymous)))
    if unlike:
        hand_ins.open.insert(0, OpenHandIn(_unlike_in_words(list(unlike.items()), file)))


def _is_called_unlike(part: HandIn, who: Person) -> bool:
    if not who.name or canvas_letters(part.student) == canvas_letters(who.team):
        return False
    own = {canvas_letters("".join(words)) for words in turned(who.name)}
    return canvas_letters(part.student) not in own


def _anonymous_in_words(names: Sequence[str]) -> str:
    return (
        f"{_such(names)}: anonymous. Canvas says whose they are after you have switched off "
        "Anonymous Grading in the assignment, or have posted its grades: download it again then, "
        "or grade without a roster"
    )


def _unlike_in_words(found: Sequence[tuple[str, Person]], file: Path | None) -> str:
    first = shown_name(found[0][1].name)
    ask = (
        f"{file.name} has no such group of theirs: complete it"
        if file
        else "name Canvas' list of the groups with --groups F (People, the tab of the groups, "
        "Download Course Roster CSV)"
    )
    return (
        f"{_such([name for name, _ in found])}: Canvas' number is {first}'s, and the name is "
        f"another one, probably their group's: {ask}. Until then the others of the "
        "group have no grade. If it is no group, call the file as the gradebook calls the person"
    )


def _such(names: Sequence[str]) -> str:
    return quoted_path(names[0]) + (f" and {len(names) - 1} more" if len(names) > 1 else "")
