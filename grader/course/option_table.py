"""The commands and their options, as grader/cli/options.table lists and explains them."""

import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "common" / "facts"))

from text_table import read_table  # type: ignore[import]  # noqa: E402

TABLE = "grader/cli/options.table"
COLUMNS = ("command", "option", "value", "rules", "help")
HELP = "-h", "--help"
HELP_COLUMN = 30  # where the explanations begin
FIELDS = {"DIR": "folder"}  # of names in capitals
FOOTERS = {"batch": "\nIts input, its output, and course.toml: docs/instructors.md\n"}


@dataclass(frozen=True)
class Option:
    """A row of the table."""

    name: str  # "--out"; in capitals: positional
    value: str
    rules: tuple[str, ...]
    help: str

    @property
    def field(self) -> str:
        """Of the dataclass: --canvas-column goes to canvas_column."""
        return FIELDS.get(self.name, self.name.removeprefix("--").replace("-", "_"))

    @property
    def is_positional(self) -> bool:
        return not self.name.startswith("-")

    @property
    def is_flag(self) -> bool:
        return self.value == "flag"

    def others(self, rule: str) -> tuple[str, ...]:
        """The options that a rule "not:--a,--b" or "with:--a" names."""
        found = [each.removeprefix(rule) for each in self.rules if each.startswith(rule)]
        return tuple(found[0].split(",")) if found else ()


@dataclass(frozen=True)
class Command:
    name: str
    help: str
    options: tuple[Option, ...]

    def excluded_by(self, option: Option) -> list[str]:
        """The options that may not be given with this one; the table names them only once."""
        return [
            other.name
            for other in self.options
            if other.name in option.others("not:") or option.name in other.others("not:")
        ]


def commands_of(table: str) -> dict[str, Command]:
    """All commands of the table, also those that are not a class's. Throws TableError."""
    commands: dict[str, Command] = {}
    first: dict[str, str] = {}  # help of each option
    for row in read_table(table, TABLE, COLUMNS):
        name, option, text = row["command"], row["option"], row["help"]
        if option == "-":
            commands[name] = Command(name, text, ())
            continue
        first.setdefault(option, text)
        rules = tuple(rule for rule in row["rules"].split("/") if rule != "-")
        new = Option(option, row["value"], rules, first[option] if text == '"' else text)
        commands[name] = Command(name, commands[name].help, (*commands[name].options, new))
    return commands


# --- help ---------------------------------------------------------------------------------------


def _line_of_help(command: Command, option: Option) -> str:
    left = option.name
    if option.value in ("word", "words"):
        left += " TEXT"
    elif not option.is_flag:
        left += f" {option.value}"
    left += " ..." * ("list" in option.rules) + " REQUIRED" * ("required" in option.rules)
    for title, others in (
        ("Needs", option.others("with:")),
        ("Excludes", command.excluded_by(option)),
    ):
        left += f" {title}: {' '.join(others)}" if others else ""
    return _row_of_help(left, option.help)


def _row_of_help(left: str, text: str) -> str:
    left = f"  {left}"
    if len(left) >= HELP_COLUMN:
        left += "\n" + " " * HELP_COLUMN
    return f"{left:{HELP_COLUMN}}{text}\n"


def help_of(command: Command) -> str:
    positional = [option for option in command.options if option.is_positional]
    text = f"{command.help}\nUsage: ./gemmlab {command.name} [OPTIONS]"
    text += "".join(f" {option.name}" for option in positional) + "\n\n"
    if positional:
        lines = (_line_of_help(command, option) for option in positional)
        text += "Positionals:\n" + "".join(lines) + "\n"
    text += "Options:\n" + _row_of_help(",".join(HELP), "Print this help message and exit")
    for option in command.options:
        text += "" if option.is_positional else _line_of_help(command, option)
    return text + FOOTERS.get(command.name, "\n")
