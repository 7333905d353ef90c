"""The command lines of a class's commands, as grader/cli/options.table says."""

import argparse
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from course.errors import UsageError
from course.option_table import HELP, ROOT, TABLE, Command, Option, commands_of, help_of

MOST_SEED = 2**64 - 1


@dataclass(frozen=True)
class Shard:
    """Part `part` of `of` equal parts."""

    part: int = 1
    of: int = 1


# Empty texts and lists, and 0: not given.


@dataclass(frozen=True)
class BatchOptions:
    folder: str = ""  # one folder or archive per student
    out: str = ""  # a folder for results and tables
    labs: list[str] = field(default_factory=list)
    only: list[str] = field(default_factory=list)  # students, or @FILE with their names
    dry_run: bool = False  # only say what would change
    shard: Shard = Shard()  # grade only this part
    jobs: int = 0  # submissions at the same time; 0: one per core
    course: str = ""  # course.toml; empty: the one next to the submissions, if any
    roster: str = ""  # the class's people; empty: whoever handed in
    groups: str = ""  # who is in which group, of groups that hand in together
    canvas: str = ""  # a gradebook exported from Canvas
    canvas_column: str = ""  # its column for the total; empty: found by title
    backend: str = "auto"  # auto, sim or cuda
    sandbox: str = "full"  # full or weak
    seed: int = 1


@dataclass(frozen=True)
class GradescopeOptions:
    out: str = ""  # the archive to write; empty: grade
    labs: list[str] = field(default_factory=list)
    course: str = ""  # course.toml
    grade: str = ""  # the submission's folder
    results: str = ""  # the results.json to write
    secret: str = ""  # the course's


@dataclass(frozen=True)
class HandoutOptions:
    out: str = ""  # a folder
    labs: list[str] = field(default_factory=list)  # names, and ranges such as 01-06
    check: bool = False  # examine that folder instead
    with_binaries: bool = False  # this build's tool, too
    ai: str = ""  # tutor, open or none: rules for AI assistants; empty: no such file


@dataclass(frozen=True)
class OralOptions:
    folder: str = ""  # that batch wrote
    labs: list[str] = field(default_factory=list)  # passed or not; empty: those passed
    only: list[str] = field(default_factory=list)  # students
    jobs: int = 0  # students at the same time; 0: one
    sandbox: str = "full"  # full or weak
    seed: int = 1


@dataclass(frozen=True)
class SimilarOptions:
    folder: str = ""  # that batch wrote
    percent: int = 96  # what two texts have in common, at least


@dataclass(frozen=True)
class Help:
    """The answer to --help, and then nothing else."""

    text: str


Options = BatchOptions | GradescopeOptions | HandoutOptions | OralOptions | SimilarOptions
OPTIONS: dict[str, type[Options]] = {
    "batch": BatchOptions,
    "gradescope": GradescopeOptions,
    "handout": HandoutOptions,
    "oral": OralOptions,
    "similar": SimilarOptions,
}


# --- values -------------------------------------------------------------------------------------


def _wrong(option: Option, what: str) -> argparse.ArgumentError:
    return argparse.ArgumentError(None, f"{option.name}: {what}")


def _is_number(text: str) -> bool:
    return re.fullmatch(r"\d+", text, re.ASCII) is not None


def seed_of(text: str) -> int:
    if not _is_number(text) or int(text) > MOST_SEED:
        raise UsageError(f"--seed needs a whole number of at least 0, not '{text}'.")
    return int(text)


def shard_of(text: str) -> Shard:
    part, _, of = text.partition("/")
    if not _is_number(part) or not _is_number(of) or not 1 <= int(part) <= int(of):
        raise UsageError(
            "--shard needs I/N with I from 1 to N, such as 2/5 for the second of five parts; "
            f"not '{text}'."
        )
    return Shard(int(part), int(of))


READERS = {"--seed": seed_of, "--shard": shard_of}


def _value_of(option: Option, text: str) -> object:
    """The value by the rules for one: a|b, <=9."""
    for rule in option.rules:
        if rule.startswith("<="):
            most = int(rule.removeprefix("<="))
            if not _is_number(text) or not 1 <= int(text) <= most:
                raise _wrong(option, f"Value {text} not in range 1 to {most}")
            return int(text)
        if "|" in rule and text not in rule.split("|"):
            raise _wrong(option, f"{text} not in {{{rule.replace('|', ',')}}}")
    return READERS[option.name](text) if option.name in READERS else text


def _read(option: Option, texts: Sequence[str]) -> object:
    """What was given for an option, each time that it was."""
    if "list" in option.rules:
        words = [word for text in texts for word in text.split(",") if word]
        if not words:
            raise _wrong(option, f"1 required {option.value} missing")
        return words
    if len(texts) > 1:
        raise _wrong(option, f"At Most 1 required but received {len(texts)}")
    return _value_of(option, texts[0])


# --- the command line ---------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Parts options, their values, and the other words. What they mean is read afterwards."""

    def error(self, message: str) -> NoReturn:
        raise argparse.ArgumentError(None, message)


def _parser_of(command: Command) -> _Parser:
    parser = _Parser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument(*HELP, action="store_true")
    for option in command.options:
        if option.is_flag:
            parser.add_argument(option.name, dest=option.field, action="store_true", default=None)
        elif not option.is_positional:
            parser.add_argument(option.name, dest=option.field, action="append")
    return parser


def _check_company(command: Command, given: Iterable[str]) -> None:
    """Throws ArgumentError if an option is missing, lacks another one or excludes it."""
    fields = set(given)
    there = {option.name for option in command.options if option.field in fields}
    for option in command.options:
        if option.name not in there:
            if "required" in option.rules:
                raise argparse.ArgumentError(None, f"{option.name} is required")
            continue
        for other in option.others("with:"):
            if other not in there:
                raise argparse.ArgumentError(None, f"{option.name} requires {other}")
        for other in command.excluded_by(option):
            if other in there:
                raise argparse.ArgumentError(None, f"{option.name} excludes {other}")


def _values(command: Command, words: Sequence[str]) -> dict[str, Any] | None:
    """By field of the options; None: help was asked for. Throws ArgumentError and UsageError."""
    end = words.index("--") if "--" in words else len(words)
    found, rest = _parser_of(command).parse_known_args(words[:end])
    if found.help:
        return None
    unexpected = [word for word in rest if word.startswith("-") and word != "-"]
    plain = [word for word in rest if word not in unexpected] + [*words[end + 1 :]]
    values: dict[str, Any] = {}
    for option in command.options:
        if option.is_positional:
            if plain:
                values[option.field] = plain.pop(0)
        elif option.is_flag:
            if getattr(found, option.field):
                values[option.field] = True
        elif getattr(found, option.field) is not None:
            values[option.field] = _read(option, getattr(found, option.field))
    _check_company(command, values)
    if unexpected := unexpected + plain:
        what = "argument was" if len(unexpected) == 1 else "arguments were"
        said = f"The following {what} not expected: {' '.join(unexpected)}"
        raise argparse.ArgumentError(None, said)
    return values


def _said(error: argparse.ArgumentError, command: Command) -> str:
    names = {option.name: option.value for option in command.options}
    if error.argument_name in names and error.message == "expected one argument":
        return f"{error.argument_name}: 1 required {names[error.argument_name]} missing"
    return f"{error.argument_name}: {error.message}" if error.argument_name else error.message


def read_command_line(words: Sequence[str], table: str | None = None) -> Options | Help:
    """`words`: the command's name, and what follows it. Throws UsageError."""
    if table is None:
        table = (ROOT / TABLE).read_text("utf-8")
    name, *arguments = words or [""]
    if name == "help":
        name, arguments = (arguments or [""])[0], [*arguments[1:], "--help"]
    if name not in OPTIONS:
        raise UsageError(f"There is no command '{name}'.\nAll commands: ./gemmlab --help")
    command = commands_of(table)[name]
    try:
        values = _values(command, arguments)
    except argparse.ArgumentError as error:
        said = _said(error, command)
        raise UsageError(f"{said}\nAll options: ./gemmlab {name} --help") from None
    return Help(help_of(command)) if values is None else OPTIONS[name](**values)
