"""Whose each entry of a class's folder is, and what is open while that is not certain."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from course.errors import UsageError
from course.intake.hand_ins import (
    LeftOut,
    LeftOutReason,
    OpenHandIn,
    SubmissionList,
    SubmissionSource,
)
from course.intake.names import (
    MAX_NAME_BYTES,
    digits_of,
    has_hidden_characters,
    plain_name,
    quoted_path,
    safe_name_for,
    shown_name,
    spelling_of,
)
from course.intake.roster import Person, shown_people


def attribute(hand_ins: SubmissionList) -> None:
    """Calls each source as the roster does, else as its entry does, and adds the roster's people
    who handed in nothing. What is not for certain one person's becomes `open`. Raises UsageError
    for two hand-ins of one team."""
    hand_ins.notes += hand_ins.roster.notes
    handed_in = _find_owners(hand_ins)
    _add_absent(handed_in, hand_ins)
    _tell_apart(hand_ins)
    for source in hand_ins.sources:
        if source.parts and all(part.problem for part in source.parts):
            hand_ins.open.append(OpenHandIn(source.parts[0].problem))
        if source.who.time:
            source.times[""] = source.who.time
    for left in hand_ins.left_out:
        if left.reason == LeftOutReason.no_hand_in:
            hand_ins.open.append(
                OpenHandIn(
                    f"{quoted_path(left.path)} is left out, and may be somebody's hand-in: put it "
                    "into a folder called like its student, or move it out of the class's folder"
                )
            )
    hand_ins.sources.sort(key=lambda source: source.student)


def keep_open(hand_ins: SubmissionList) -> None:
    """The one place that decides whether a missing file is a 0: it is not, for nobody whose it can
    be, while a hand-in is open."""
    for source in hand_ins.sources:
        may_be_theirs = any(
            not each.may_be_of or source.student in each.may_be_of for each in hand_ins.open
        )
        if may_be_theirs and not source.open:
            source.open = [LeftOut("", LeftOutReason.unclear)]


def _entry_of(source: SubmissionSource) -> str:
    return source.parts[0].path.name


def _find_owners(hand_ins: SubmissionList) -> set[str]:
    """Makes a source for each of a team's people. Returns who handed in."""
    found: list[SubmissionSource] = []
    handed_in: dict[str, str] = {}  # by whom: which entry
    for source in hand_ins.sources:
        entry = quoted_path(_entry_of(source))
        owners = hand_ins.roster.owners(source.parts[0])
        for person in owners:
            if person.team and person.key in handed_in:
                raise UsageError(
                    f"{quoted_path(person.key)}: two hand-ins of the team "
                    f"{quoted_path(person.team)}, {handed_in[person.key]} and {entry}. A team "
                    "hands in once: remove one of them; or, if the column is not about teams, call "
                    "it section"
                )
            handed_in.setdefault(person.key, entry)
            found.append(replace(source, student=person.key, who=person, times={}, open=[]))
        if not owners:
            _call_by_entry(source, hand_ins)
            _leave_unlisted(source, hand_ins)
            found.append(source)
    hand_ins.sources = found
    return set(handed_in)


def _call_by_entry(source: SubmissionSource, hand_ins: SubmissionList) -> None:
    """Calls a source that nobody in the roster has as its entry does, if that can name a
    student."""
    part, entry = source.parts[0], _entry_of(source)
    plain = plain_name(part.student)
    source.student = safe_name_for(plain)
    if not source.student:
        source.student = "unnamed-" + digits_of(part.student)
        source.problem = (
            f"{quoted_path(entry)} is not a valid student name: use letters, digits, blanks and "
            f". _ -, at most {MAX_NAME_BYTES} bytes, and do not begin with - or .; rename it"
        )
        hand_ins.open.append(OpenHandIn(source.problem))
        return
    if part.platform or source.student != plain:
        source.who = Person(name=plain)
    if hand_ins.roster.with_key(source.student):  # who is somebody else
        source.student += "-" + digits_of(entry)
    if has_hidden_characters(part.student):
        hand_ins.notes.append(
            f"{quoted_path(entry)} has characters that cannot be seen; its student is called "
            f"{quoted_path(source.student)}"
        )


def _leave_unlisted(source: SubmissionSource, hand_ins: SubmissionList) -> None:
    """What is nobody's in the roster, or of one of several."""
    entry = quoted_path(_entry_of(source))
    same = hand_ins.roster.people_sharing(plain_name(source.parts[0].student))
    if same:
        what = (
            f"{entry} may be of several people in the roster: {shown_people(same)}. They have no "
            "grade until its name says whose it is: rename it to an id, or use Moodle's grading "
            "worksheet as the roster"
        )
        hand_ins.open.append(OpenHandIn(what, {person.key for person in same}))
    elif hand_ins.roster.people and not source.problem:
        hand_ins.open.append(
            OpenHandIn(
                f"{entry} is not in the roster: rename it to its student's id, add a row for the "
                "student, or move it out of the class's folder"
            )
        )


def _add_absent(handed_in: set[str], hand_ins: SubmissionList) -> None:
    # Who may have handed in what has their name.
    unclear = {student for each in hand_ins.open for student in each.may_be_of}
    for person in hand_ins.roster.people:
        if person.key not in handed_in:
            source = SubmissionSource(person.key, who=person)
            if person.key in unclear:
                source.open = [LeftOut("", LeftOutReason.shared_name)]
            elif person.is_handed_in:
                source.open = [LeftOut("", LeftOutReason.not_in_folder)]
            hand_ins.sources.append(source)
        if person.extension:
            hand_ins.notes.append(
                f"{person.key} {shown_name(person.name)} has an extension in the roster; it counts "
                "for labs without one in course.toml"
            )


def _tell_apart(hand_ins: SubmissionList) -> None:
    """Namesakes of a platform have its numbers behind their names; other sources of one person,
    however the name is spelled, a problem."""
    by_name: defaultdict[tuple[bool, str], list[SubmissionSource]] = defaultdict(list)
    for source in hand_ins.sources:
        if source.parts and not source.problem:
            is_listed = bool(source.who.key)
            name = source.student if is_listed else spelling_of(source.parts[0].student)
            by_name[is_listed, name].append(source)
    for (is_listed, _), shared in sorted(by_name.items(), key=lambda item: item[0]):
        if len(shared) == 1:
            continue
        ids = {source.parts[0].id for source in shared}
        if not is_listed and len(ids) == len(shared) and "" not in ids:
            for source in shared:
                source.student += f" ({source.parts[0].id})"
        else:
            _refuse_all(shared, hand_ins)


def _refuse_all(shared: Sequence[SubmissionSource], hand_ins: SubmissionList) -> None:
    for source in shared:
        source.problem = "there is another hand-in for this student, and only one can count"
    entries = " and ".join(quoted_path(_entry_of(source)) for source in shared)
    hand_ins.open.append(
        OpenHandIn(
            f"{entries} are all called {shared[0].student}, and none is graded: remove or rename"
        )
    )
