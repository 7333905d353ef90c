"""Pages as a class gets them: no answers, and no links to or commands for what is withheld."""

import posixpath
import re
from collections.abc import Collection

FOLD = "<details"
NO_COMMANDS = "```sh\n```\n"
HAND_IN = """\
This is your course's hand-out: labs, lectures and the grader. It contains the solutions only in
compiled form, so that your kernels can be timed against them. Hand in the files below
[labs/](labs/). If there is a file `AGENTS.md`, it says what AI assistants may do for you here.

"""

# `[text](link)`; the text may continue on the next line.
LINK = re.compile(r"\[([^\]\[]*)\]\(([^)\s]+)\)")
# A picture, which may be the text of a link, with its line.
PICTURE = re.compile(r"(?:!\[[^\]]*\]\(([^)\s]+)\)|\[!\[[^\]]*\]\(([^)\s]+)\)\]\([^)\s]+\))\n?")
# A call of a command that needs the solutions.
WITHHELD_CALL = re.compile(
    r"\./gemmlab (test|upkeep|study|solution|batch|handout|gradescope|similar|"
    r"grade( \S+)? --solutions|"
    r"grade \S+ --file docs/examples/\S+|bench \S* ?--verdicts)\b",
    re.ASCII,
)
# The heading and the head of a table of labs whose rows are left out.
EMPTY_BLOCK = re.compile(r"\n\*\*[^\n]+\*\*\n\n\|[^\n]+\|\n\|[-|]+\|\n(?=\n)")
# The same as a section of its own, with what introduces it.
EMPTY_SECTION = re.compile(
    r"\n## [^\n]+\n(?:(?!## |\|)[^\n]*\n)+\|[^\n]+\|\n\|[-|]+\|\n(?=\n## |\Z)"
)
STATEMENT = re.compile(r"`[^`]* = [^`]*;`")
# A line of output with the student's source: "  25 |     sum += ...".
SOURCE = re.compile(r"( *\d+ \| +)\S.*", re.ASCII)


def lines_of(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def gives_code(hint: str) -> bool:
    """Whether it is code to copy: a code block, or a statement with an assignment."""
    return "```" in hint or STATEMENT.search(hint) is not None


def without_answers(text: str) -> str:
    """A lab's page: no hints that give code, and no lines of the student's code in shown output."""
    kept, hint, in_hints = "", "", False
    for line in lines_of(text):
        if line.startswith("## "):
            in_hints = line == "## Hints"
        is_folded = hint.startswith(FOLD) and not hint.endswith("</details>\n")
        goes_on = is_folded or (hint and line.startswith("  "))
        if not goes_on:
            kept, hint = kept + ("" if gives_code(hint) else hint), ""
        source = SOURCE.fullmatch(line)
        shown = (source[1] + "(a line of yours)" if source else line) + "\n"
        if goes_on or (in_hints and line.startswith(("- ", FOLD))):
            hint += shown
        else:
            kept += shown
    return kept + ("" if gives_code(hint) else hint)


def is_dead(link: str, page: str, there: Collection[str]) -> bool:
    if link.startswith(("#", "mailto:")) or "://" in link:
        return False
    target = posixpath.join(posixpath.dirname(page), link.split("#")[0])
    return posixpath.normpath(target) not in there


def without_lost_lines(text: str, page: str, there: Collection[str]) -> str:
    """Removes table rows with a dead link, rows and lines of code with a withheld command, and
    pictures that are not there.
    """
    kept, in_code = "", False
    for line in lines_of(text):
        in_code ^= line.startswith("```")
        is_row = line.startswith("| ") and not in_code
        calls = (is_row or in_code) and WITHHELD_CALL.search(line)
        leads_nowhere = is_row and any(is_dead(link, page, there) for _, link in LINK.findall(line))
        if not calls and not leads_nowhere:
            kept = (kept + line + "\n").removesuffix(NO_COMMANDS)
    return PICTURE.sub(lambda of: "" if is_dead(of[1] or of[2], page, there) else of[0], kept)


def handed_out_page(text: str, page: str, there: Collection[str]) -> str:
    """The text of `page`, a path like those in `there`. Dead links become plain text."""
    kept = EMPTY_SECTION.sub("", without_lost_lines(text, page, there))
    return LINK.sub(lambda link: link[1] if is_dead(link[2], page, there) else link[0], kept)


def handed_out_readme(text: str, there: Collection[str]) -> str:
    """The project's README, and which files to submit."""
    page = EMPTY_BLOCK.sub("", handed_out_page(text, "README.md", there))
    before, table, after = page.partition("<!-- labs:")
    return before + ("" if table else "\n") + HAND_IN + table + after
