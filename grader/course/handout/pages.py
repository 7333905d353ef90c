"""Pages as a class gets them: no answers, and nothing about what is withheld."""

import json
import re
from collections.abc import Collection
from typing import Any

from course.handout.withheld import LINK, calls_withheld, is_dead, without_marked, without_withheld

FOLD = "<details"
NO_COMMANDS = "```sh\n```\n"
HAND_IN = """\
This is your course's hand-out: labs, lectures and the grader. It contains the solutions only in
compiled form, so that your kernels can be timed against them. Hand in the files below
[labs/](labs/). If there is a file `AGENTS.md`, it says what AI assistants may do for you here.

"""

# A picture, which may be the text of a link, with its line.
PICTURE = re.compile(r"(?:!\[[^\]]*\]\(([^)\s]+)\)|\[!\[[^\]]*\]\(([^)\s]+)\)\]\([^)\s]+\))\n?")
# The number of a folded hint, and the headings between which they are counted.
HINT_NUMBER = re.compile(r"(?:^#.*$|(?<=<summary>Hint )\d+)", re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
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


def renumbered(text: str) -> str:
    """A page whose folded hints are counted from 1 below each heading, as `./gemmlab hint` does."""
    count = 0

    def number(found: re.Match[str]) -> str:
        nonlocal count
        count = 0 if found[0].startswith("#") else count + 1
        return str(count) if count else found[0]

    return HINT_NUMBER.sub(number, text)


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
    return renumbered(kept + ("" if gives_code(hint) else hint))


def anchors_of(text: str) -> set[str]:
    """Of its headings: #what-it-does."""
    headings: list[str] = HEADING.findall(text)
    words = ("".join(c for c in each if c.isalnum() or c in " -_") for each in headings)
    return {"#" + each.lower().replace(" ", "-") for each in words}


def without_lost_lines(text: str, page: str, there: Collection[str]) -> str:
    """Removes table rows with a dead link, rows and lines of code with a withheld command, and
    pictures that are not there.
    """
    kept, in_code, anchors = "", False, anchors_of(text)
    for line in lines_of(text):
        in_code ^= line.startswith("```")
        is_row = line.startswith("| ") and not in_code
        is_code = in_code or line.startswith("    ")
        calls = (is_row or is_code) and calls_withheld(line, there)
        links = [link for _, link in LINK.findall(line)] if is_row else []
        leads_nowhere = any(
            is_dead(link, page, there) or (link.startswith("#") and link not in anchors)
            for link in links
        )
        if not calls and not leads_nowhere:
            kept = (kept + line + "\n").removesuffix(NO_COMMANDS)
    return PICTURE.sub(lambda of: "" if is_dead(of[1] or of[2], page, there) else of[0], kept)


def handed_out_page(text: str, page: str, there: Collection[str]) -> str:
    """The text of `page`, a path like those in `there`. Dead links become plain text."""
    kept = EMPTY_SECTION.sub("", without_lost_lines(without_marked(text), page, there))
    kept = without_withheld(kept, page, there)
    return LINK.sub(lambda link: link[1] if is_dead(link[2], page, there) else link[0], kept)


def handed_out_notebook(text: str, notebook: str, there: Collection[str]) -> str:
    """A notebook without the cells that are about what is withheld."""
    content = json.loads(text)

    def is_kept(cell: dict[str, Any]) -> bool:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            return not calls_withheld(source, there)
        return without_withheld(source, notebook, there).strip() == source.strip()

    content["cells"] = [cell for cell in content["cells"] if is_kept(cell)]
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def handed_out_readme(text: str, there: Collection[str]) -> str:
    """The project's README, and which files to submit."""
    page = EMPTY_BLOCK.sub("", handed_out_page(text, "README.md", there))
    before, table, after = page.partition("<!-- labs:")
    return before + ("" if table else "\n") + HAND_IN + table + after
