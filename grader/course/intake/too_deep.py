"""A platform's download that lies one folder deeper than the class's."""

import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from course.intake.gradescope_export import FILE as GRADESCOPES
from course.intake.names import HandIn, hand_in_of, is_junk
from course.intake.roster import Roster

MOST_LOOKED_AT = 2000  # entries of a folder


def listed(folder: Path) -> list[Path]:
    return sorted(folder.iterdir(), key=lambda entry: os.fsencode(entry.name))


def only_download(entries: Sequence[Path], roster: Roster) -> Path | None:
    """The only folder among them, if it is nobody's, and what is in it is people's."""
    real = [entry for entry in entries if not is_junk(entry.name)]
    if len(real) != 1 or not _is_plain_folder(real[0]):
        return None
    (outer,) = real
    part = hand_in_of(outer)
    if part.platform or roster.owners(part):
        return None
    inner = _hand_ins_in(outer)
    known = sum(bool(_is_named_by_platform(each) or roster.owners(each)) for each in inner)
    is_export = any(each.path.name == GRADESCOPES for each in inner)
    return outer if is_export or (known and 2 * known > len(inner)) else None


def is_download(entry: Path) -> bool:
    """Whether it holds hand-ins of several people, as a platform calls them."""
    if not _is_plain_folder(entry):
        return False
    inner = _hand_ins_in(entry)
    people = {(each.platform, each.student, each.id) for each in inner}
    return len(people) > 1 and all(map(_is_named_by_platform, inner))


def _is_named_by_platform(hand_in: HandIn) -> bool:
    """Not by a student, as tile_16_16_kernel.cu is, which looks like Canvas' with small numbers."""
    is_canvas = hand_in.platform == "Canvas"
    return hand_in.platform != "" and not (is_canvas and len(hand_in.id) in (1, 2))


def _is_plain_folder(entry: Path) -> bool:
    return entry.is_dir() and not entry.is_symlink() and not (entry / ".git").exists()


def _hand_ins_in(folder: Path) -> list[HandIn]:
    """Empty if it cannot be listed."""
    try:
        return [
            hand_in_of(entry)
            for entry in islice(folder.iterdir(), MOST_LOOKED_AT)
            if not is_junk(entry.name)
        ]
    except OSError:
        return []
