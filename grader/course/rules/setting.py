"""Reads course.toml value by value, and says of each mistake where it is."""

import calendar
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from enum import Enum
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from course.errors import UsageError
from course.labs import Lab, find_lab
from course.rules.toml_document import Document, TOMLDecodeError, TooMuch, key_in_toml, loads
from course.text import did_you_mean, printable

Choice = TypeVar("Choice", bound=Enum)


@dataclass(frozen=True)
class Place:
    document: Document
    path: tuple[str | int, ...] = ()  # numbers count the elements of a list

    @property
    def key(self) -> str:
        """As a table of that name is written: "labs.02.weight", 'excused."Bo Li"'."""
        return ".".join(key_in_toml(key) for key in self.path if isinstance(key, str))

    def __str__(self) -> str:
        """As in "course.toml:7: labs.02.weight"."""
        return printable(f"{self.document.name}:{self.document.line_of(self.path)}: {self.key}")

    def at(self, key: str | int) -> "Place":
        return Place(self.document, (*self.path, key))


@dataclass(frozen=True)
class Setting:
    """A value of the file. Each reader raises UsageError with file, line and key, and returns
    `otherwise` if the value is missing."""

    place: Place
    value: Any = None  # None: missing

    def fail(self, what: str) -> NoReturn:
        raise UsageError(f"{self.place}: {printable(what)}")

    def require(self, holds: bool, what: str) -> None:
        if not holds:
            self.fail(what)

    @property
    def is_missing(self) -> bool:
        return self.value is None

    @property
    def is_table(self) -> bool:
        return isinstance(self.value, dict)

    def table(self) -> dict[str, "Setting"]:
        """By name, in the order of names. Empty if missing."""
        self.require(self.is_missing or self.is_table, f"must be a table; write [{self.place.key}]")
        return {name: self.at(name) for name in sorted(self.value or {})}

    def at(self, name: str) -> "Setting":
        self.require(self.is_missing or self.is_table, f"must be a table; write [{self.place.key}]")
        return Setting(self.place.at(name), (self.value or {}).get(name))

    def require_keys(self, *known: str) -> None:
        for name, setting in self.table().items():
            setting.require(
                name in known,
                f"unknown key.{did_you_mean(name, known)} The keys here: {', '.join(known)}",
            )

    def text(self, otherwise: str = "") -> str:
        self.require(self.is_missing or isinstance(self.value, str), "must be text in quotes")
        return otherwise if self.is_missing else str(self.value)

    def number(self, otherwise: float, most: int, unit: str = "", least: int = 0) -> float:
        """`unit`: " of days", or nothing."""
        if self.is_missing:
            return otherwise
        self.require(
            type(self.value) in (int, float) and least <= self.value <= most,  # True is no number
            f"must be a number{unit} from {least} to {most}",
        )
        return float(self.value)

    def whole(self, most: int, unit: str, otherwise: int = 0) -> int:
        value = self.number(otherwise, most, unit)
        self.require(value == int(value), f"must be a whole number{unit} from 0 to {most}")
        return int(value)

    def words(self, form: str, what: str) -> list[str]:
        """All must match the regular expression `form`; `what` describes it to people."""
        self.require(
            self.is_missing or isinstance(self.value, list), f'must be a list of {what}: ["..."]'
        )
        words = [Setting(self.place.at(i), value) for i, value in enumerate(self.value or [])]
        for word in words:
            is_right = re.fullmatch(form, word.text()) is not None
            word.require(is_right, f"must be a list of {what}")
        return [word.text() for word in words]

    def lab(self, labs: Sequence[Lab], word: str) -> Lab:
        lab = find_lab(labs, word)
        if lab is None:
            slugs = [lab.slug for lab in labs]
            self.fail(
                f"there is no lab '{word}'.{did_you_mean(word, slugs)} The labs: {', '.join(slugs)}"
            )
        return lab

    def by_lab(
        self, labs: Sequence[Lab], ids: Collection[str], has_all: bool = False
    ) -> dict[str, "Setting"]:
        """The settings of this table by lab id, one of `ids`. "all", if it is allowed, stands for
        ""."""
        found: dict[str, Setting] = {}
        for word, setting in self.table().items():
            lab = "" if has_all and word == "all" else setting.lab(labs, word).id
            setting.require(
                lab == "" or lab in ids,
                "this lab is not in course.labs; add it there or remove this",
            )
            if lab in found:
                setting.fail(f"the lab already has {found[lab].place}")
            found[lab] = setting
        return dict(sorted(found.items()))

    def due(self, zone: tzinfo | None) -> tuple[int | None, int]:
        """Seconds since 1970, and the minutes of its offset; without one it is in the zone, else
        UTC."""
        if self.is_missing:
            return None, 0
        if not isinstance(self.value, datetime):
            self.fail(
                "must be a date and time without quotes, as in 2026-01-31T23:59:00+01:00 (without "
                "an offset: in course.timezone, else UTC)"
            )
        when = self.value if self.value.tzinfo is not None else self.value.replace(tzinfo=zone)
        offset = when.utcoffset() or timedelta()
        seconds = calendar.timegm(when.timetuple()) - int(offset.total_seconds())
        return seconds, offset // timedelta(minutes=1)

    def day(self) -> str:
        """ "2026-12-01"; empty if missing."""
        if self.is_missing:
            return ""
        self.require(isinstance(self.value, date), "must be a date without quotes: 2026-12-01")
        return str(self.value)[:10]  # of a time, too

    def one_of(self, otherwise: Choice) -> Choice:
        """A value of the same enumeration."""
        word = self.text(otherwise.value)
        names = [each.value for each in type(otherwise)]
        self.require(
            word in names, f"must be one of {', '.join(names)}.{did_you_mean(word, names)}"
        )
        return type(otherwise)(word)


# ---- the whole file ----


def read_settings(file: Path) -> Setting:
    """Raises UsageError if there is no such file, or if it is not TOML."""
    if not file.is_file():
        raise UsageError(f"{file}: there is no such file")
    try:
        text = file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise _syntax_error(file, line, "it is not UTF-8") from None
    document = Document(str(file), text.split("\n"))
    try:
        return Setting(Place(document), loads(text))
    except TooMuch as error:
        raise _syntax_error(file, document.line_too_much(), str(error)) from None
    except TOMLDecodeError as error:
        # As in "Expected '=' (at line 3, column 7)".
        found = re.fullmatch(
            r"(.*) \(at (?:line (\d+), .*|end of document)\)", str(error), re.DOTALL
        )
        what = found[1] if found else str(error)
        end = int(found[2]) if found and found[2] else len(document.lines)
        twin = _twin_of(end, document.lines) if what.startswith("Cannot ") else None
        also = "" if twin is None else f". It is in line {twin} too: keep one"
        if what.startswith(("Expected '=' after", "Invalid statement")):
            also = _advice_about_key(document.lines[end - 1])
        raise _syntax_error(file, document.begin_of(end), what + also) from None


def _syntax_error(file: Path, line: int, what: str) -> UsageError:
    return UsageError(printable(f"{file}:{line}: this is not valid TOML: {what}"))


def _advice_about_key(line: str) -> str:
    """How a key must be written that is no word, as a student's name; empty if it is not that."""
    key = line.partition("=")[0].strip()
    words = [key_in_toml(word.strip()) for word in key.split(".")]
    if '"' in key or "'" in key or not key or all(word[0] != '"' for word in words):
        return ""
    return f". A name with blanks or other signs needs quotes: {'.'.join(words)}"


def _twin_of(line: int, lines: list[str]) -> int | None:
    """The line without which that one is right."""
    for other in range(1, line):
        try:
            loads("\n".join([*lines[: other - 1], *lines[other:line]]))
            return other
        except ValueError:
            pass
    return None
