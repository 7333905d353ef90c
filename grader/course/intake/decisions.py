"""What course.toml decides about hand-ins."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from unicodedata import normalize

from course.rules.toml_document import key_in_toml
from course.text import printable


class Drafts(str, Enum):
    """What a draft in Moodle is, which was saved and never submitted."""

    OPEN = "open"  # somebody decides of each
    COUNT = "count"  # a hand-in
    NONE = "none"  # nothing that was handed in


@dataclass(frozen=True)
class Decisions:
    """`whose`: an entry of the class's folder, and by which names it is called whose it is, or
    counts alone."""

    whose: Mapping[str, list[str]] = field(default_factory=dict)
    drafts: Drafts = Drafts.OPEN
    folders: tuple[str, ...] = ()  # others of the class, in which an entry may be

    def words_for(self, entries: Iterable[str]) -> list[str]:
        """The names of those whose entry one of these is."""
        return [word for entry in entries for word in self.whose.get(same_name(entry), [])]


NOTHING_DECIDED = Decisions()


def same_name(entry: str) -> str:
    """Equal for an entry's name in a folder, and as course.toml has it."""
    return normalize("NFC", entry)


def rule_for(word: str, entry: str) -> str:
    """What to write into course.toml so that an entry counts for somebody: a sentence's end."""
    line = f"{key_in_toml(word)} = {json.dumps(entry, ensure_ascii=False)}"
    if printable(line) != line or "`" in line:  # it cannot be shown, or quoted, as it is
        line = f'{key_in_toml(word)} = "..."'
    return f"write `{line}` into [hand_ins] of course.toml"
