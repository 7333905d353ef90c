"""Moodle's group of all who are in none, which hands in once."""

from collections.abc import Sequence

from course.intake.decisions import rule_for
from course.intake.hand_ins import SubmissionList, SubmissionSource
from course.intake.names import folded, plain_name, quoted_path
from course.intake.roster import Person, shown_people

# As Moodle calls those who are in no group, in English, German, French and Spanish.
_DEFAULT_GROUPS = {
    folded(name)
    for name in ("Default group", "Standardgruppe", "Groupe par défaut", "Grupo por defecto")
}


def note_default_group(
    source: SubmissionSource, owners: Sequence[Person], hand_ins: SubmissionList
) -> None:
    """That a hand-in is of all who are in no group, though perhaps only one of them knows."""
    part = source.parts[0]
    if part.platform == "Moodle" and folded(plain_name(part.student)) in _DEFAULT_GROUPS:
        name = part.path.name
        alone = (
            "" if len(owners) == 1 else f"; if it is one person's, {rule_for('its student', name)}"
        )
        hand_ins.notes.append(
            f"{quoted_path(name)} counts for all who are in no group in Moodle: "
            f"{shown_people(owners)}{alone}"
        )
