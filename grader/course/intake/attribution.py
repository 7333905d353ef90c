"""Whose each entry of a class's folder is, and what is open while that is not certain."""

import os
from collections import defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from course.intake.authors import hints_in
from course.intake.choosing import Choice, entries_of
from course.intake.decisions import NOTHING_DECIDED, Decisions, Drafts, rule_for, same_name
from course.intake.default_group import note_default_group
from course.intake.hand_ins import (
    LeftOut,
    LeftOutReason,
    OpenHandIn,
    SubmissionList,
    SubmissionSource,
)
from course.intake.names import (
    digits_of,
    folded,
    has_hidden_characters,
    is_archive_name,
    made_name_for,
    plain_name,
    quoted_path,
    shown_name,
    spelling_of,
)
from course.intake.roster import Person, shown_people
from course.text import REPLACEMENT, STRAY_BYTE, did_you_mean

MAX_ID = 20  # letters of a number behind a name


def attribute(hand_ins: SubmissionList, decisions: Decisions = NOTHING_DECIDED) -> None:
    """Calls each source as the roster does, else as its entry does, and adds the roster's people
    who handed in nothing. What is not for certain one person's becomes `open`."""
    hand_ins.notes += hand_ins.roster.notes
    _note_unknown_entries(hand_ins, decisions)
    choice = Choice(hand_ins, decisions)
    listed, unlisted = _find_owners(hand_ins, decisions, choice.used)
    hand_ins.sources = choice.of_people(listed) + unlisted
    _add_absent(hand_ins, decisions)
    _tell_apart(hand_ins, choice)
    _tell_folders_apart(hand_ins)
    _note_idle_decisions(hand_ins, decisions, choice.used)
    for source in hand_ins.sources:
        if source.parts and not source.problem and all(part.problem for part in source.parts):
            hand_ins.open.append(OpenHandIn(source.parts[0].problem))
        if source.who.time:
            source.times[""] = source.who.time
    for left in hand_ins.left_out:
        if left.reason == LeftOutReason.no_hand_in:
            hand_ins.open.append(
                OpenHandIn(
                    f"{quoted_path(left.path)} is left out, and may be somebody's hand-in: put it "
                    "into a folder called like its student, "
                    f"{rule_for('its student', left.path)}, or move it out of the class's folder"
                )
            )
    hand_ins.sources.sort(key=lambda source: source.student)
    hand_ins.summary = _summary(hand_ins)


def keep_open(hand_ins: SubmissionList) -> None:
    """The one place that decides whether a missing file is a 0: it is not, for nobody whose it can
    be, while a hand-in is open."""
    for source in hand_ins.sources:
        may_be_theirs = any(
            not each.may_be_of or source.student in each.may_be_of for each in hand_ins.open
        )
        if may_be_theirs and not source.open:
            source.open = [LeftOut("", LeftOutReason.unclear)]


def _summary(hand_ins: SubmissionList) -> str:
    """If nobody's hand-ins may be those of people who seem to have none."""
    if not hand_ins.roster.people:
        return ""
    nobodys = sum(bool(source.parts) and not source.who.key for source in hand_ins.sources)
    nobodys += sum(left.reason == LeftOutReason.no_hand_in for left in hand_ins.left_out)
    without = sum(not source.parts for source in hand_ins.sources)
    if not nobodys or not without:
        return ""
    belong = "1 hand-in belongs" if nobodys == 1 else f"{nobodys} hand-ins belong"
    have = "1 person has" if without == 1 else f"{without} people have"
    return f"{belong} to nobody, {have} none: are they the same?"


def _note_unknown_entries(hand_ins: SubmissionList, decisions: Decisions) -> None:
    """Several folders, such as of an assignment for each lab, may have one course.toml."""
    known = [entry for source in hand_ins.sources for entry in entries_of(source)]
    for entry, words in decisions.whose.items():
        is_elsewhere = any(os.path.lexists(os.path.join(each, entry)) for each in decisions.folders)
        if not is_elsewhere and entry not in map(same_name, known):
            hand_ins.notes.append(
                f"this folder has no hand-in {quoted_path(entry)}, which is in [hand_ins] of "
                f"course.toml as {quoted_path(words[0])}'s.{did_you_mean(entry, known)}"
            )


def _note_idle_decisions(
    hand_ins: SubmissionList, decisions: Decisions, used: AbstractSet[str]
) -> None:
    """Of which nothing follows: what they say holds without them. Of several files in one hand-in
    each file is looked at first: see candidates.py."""
    told = set()
    for source in hand_ins.sources:
        for part in source.parts:
            entry = part.path.name
            words = decisions.words_for([entry])
            if words and not (entry in used or part.is_chosen or entry in told):
                told.add(entry)
                hand_ins.notes.append(
                    f"[hand_ins] of course.toml has no effect for {quoted_path(entry)}: it is "
                    f"{quoted_path(words[0])}'s without it, and counts"
                )


def _choose_files(source: SubmissionSource, decisions: Decisions, is_needed: bool) -> None:
    """Marks those of its files that the decisions name. `is_needed`: also to say whose it is."""
    if len(source.parts) > 1:
        named = [bool(decisions.words_for([part.path.name])) for part in source.parts]
        source.parts = [
            replace(part, is_chosen=is_named, is_chosen_alone=is_named and not is_needed)
            for part, is_named in zip(source.parts, named)
        ]


def _find_owners(
    hand_ins: SubmissionList, decisions: Decisions, used: set[str]
) -> tuple[dict[str, list[SubmissionSource]], list[SubmissionSource]]:
    """Those of each person of the roster, by the person's key, and those of others. Adds to `used`
    the entries of whom the decisions alone say whose they are."""
    direct: defaultdict[str, list[SubmissionSource]] = defaultdict(list)
    unlisted = []
    roster = hand_ins.roster
    for source in hand_ins.sources:
        words = decisions.words_for(entries_of(source))
        meant = [each for word in words for each in roster.called([word, f"participant {word}"])]
        owners = list({person.key: person for person in meant}.values())
        by_name = roster.owners(source.parts[0])
        is_needed = _is_needed(words, owners, by_name, source)
        if is_needed:
            used.update(entries_of(source))
        _choose_files(source, decisions, is_needed)
        if words and not roster.people:
            source.parts = [replace(part, student=words[0]) for part in source.parts]
        owners = owners or by_name
        for person in owners:
            direct[person.key].append(source)
        if owners:
            note_default_group(source, owners, hand_ins)
        if not owners:
            _call_by_entry(source, hand_ins)
            _leave_unlisted(source, hand_ins)
            unlisted.append(source)
    return direct, unlisted


def _is_needed(
    words: Sequence[str],
    decided: Sequence[Person],
    by_name: Sequence[Person],
    source: SubmissionSource,
) -> bool:
    """Whether it would be nobody's, or somebody else's, without the words."""
    part = source.parts[0]
    if not words or not (part.platform or part.path.is_dir() or is_archive_name(part.path.name)):
        return bool(words)
    if decided:
        return {each.key for each in decided} != {each.key for each in by_name}
    return spelling_of(words[0]) != spelling_of(part.student)


def _call_by_entry(source: SubmissionSource, hand_ins: SubmissionList) -> None:
    """Calls a source that nobody in the roster has as its entry does: a name is a label."""
    part = source.parts[0]
    plain = plain_name(STRAY_BYTE.sub(REPLACEMENT, part.student))
    source.student = made_name_for(part.student)
    if part.platform or source.student != plain:
        source.who = Person(name=plain)
    if hand_ins.roster.with_key(source.student):  # who is somebody else
        source.student += "-" + digits_of(part.path.name)
    if has_hidden_characters(part.student):
        hand_ins.notes.append(
            f"{quoted_path(part.path.name)} has characters that cannot be seen; its student is "
            f"called {quoted_path(source.student)}"
        )


def _leave_unlisted(source: SubmissionSource, hand_ins: SubmissionList) -> None:
    """What is nobody's in the roster, or of one of several."""
    part = source.parts[0]
    entry = quoted_path(part.path.name)
    its_rule = rule_for("its student", part.path.name)
    is_numbered = part.platform == "Moodle" and part.id and hand_ins.roster.is_worksheet
    same = [] if is_numbered else hand_ins.roster.people_sharing(plain_name(part.student))
    if same:
        what = (
            f"{entry} may be of several people in the roster: {shown_people(same)}. They have no "
            f"grade until you say whose it is: {its_rule}, with the id for its student, or use "
            "Moodle's grading worksheet as the roster"
        )
        hand_ins.open.append(OpenHandIn(what, {person.key for person in same}))
    elif hand_ins.roster.people and not all(each.problem for each in source.parts):
        why = _why_unlisted(part.id if is_numbered else "", its_rule)
        why += hints_in(part.path, hand_ins.roster.people)
        hand_ins.open.append(OpenHandIn(f"{entry} is not in the roster: {why}"))


def _why_unlisted(number: str, its_rule: str) -> str:
    """And what to do. `number`: Moodle's, which a worksheet has for its people."""
    if number:
        return (
            f"its number {number} is of nobody there, so that it or the roster is from another "
            f"assignment; if it is somebody's, {its_rule}"
        )
    return (
        f"{its_rule}, add a row for the student, or move it out of the class's folder; if it is "
        "all that the platform lets you download, unpack it there"
    )


def _add_absent(hand_ins: SubmissionList, decisions: Decisions) -> None:
    # Who may have handed in what has their name.
    unclear = {student for each in hand_ins.open for student in each.may_be_of}
    have_one = {source.student for source in hand_ins.sources}
    for person in hand_ins.roster.people:
        if person.key in have_one:
            continue
        source = SubmissionSource(person.key, who=person)
        if person.key in unclear:
            source.open = [LeftOut("", LeftOutReason.shared_name)]
        elif person.is_handed_in and not (person.is_draft and decisions.drafts is Drafts.NONE):
            source.open = [LeftOut("", LeftOutReason.not_in_folder)]
        hand_ins.sources.append(source)
    _note_dates([each for each in hand_ins.roster.people if each.extension], "extension", hand_ins)
    earlier = [each for each in hand_ins.roster.people if each.earlier_due]
    _note_dates(earlier, "earlier due date", hand_ins)


def _note_dates(people: Sequence[Person], what: str, hand_ins: SubmissionList) -> None:
    names = [f"{each.key} {shown_name(each.name)}".rstrip() for each in people]
    if names:
        have = f"has an {what}" if len(names) == 1 else f"have {what}s"
        hand_ins.notes.append(
            f"{', '.join(names)} {have} in the roster; it counts for labs without an extension in "
            "course.toml"
        )


def _tell_apart(hand_ins: SubmissionList, choice: Choice) -> None:
    """Namesakes of a platform have its numbers behind their names; other sources of one name,
    however it is spelled, are one person's."""
    by_name: defaultdict[str, list[SubmissionSource]] = defaultdict(list)
    for source in hand_ins.sources:
        if source.parts and not source.who.key:
            part = source.parts[0]
            by_name[spelling_of(part.student) or part.path.name].append(source)
    for _, shared in sorted(by_name.items()):
        if len(shared) == 1:
            continue
        ids = {source.parts[0].id for source in shared}
        if len(ids) == len(shared) and "" not in ids:
            for source in shared:
                id_ = source.parts[0].id
                source.student += f" ({id_ if len(id_) <= MAX_ID else digits_of(id_)})"
            continue
        one = choice.of_spellings(shared)
        hand_ins.sources = [each for each in hand_ins.sources if each not in shared] + [one]


def _tell_folders_apart(hand_ins: SubmissionList) -> None:
    """Each has a folder of its own, also where case or composition makes no difference."""
    by_folder: defaultdict[str, list[SubmissionSource]] = defaultdict(list)
    for source in hand_ins.sources:
        by_folder[folded(source.student)].append(source)
    for shared in by_folder.values():
        for source in shared:
            if len(shared) > 1 and source.parts and not source.who.key:
                source.student += "-" + digits_of(source.parts[0].path.name)
