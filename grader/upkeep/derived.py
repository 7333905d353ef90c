"""What is computed from other data: skeletons from solutions, and text in pages.

Such text is between two marks:
    <!-- NAME: written by ./gemmlab upkeep --write -->
    <!-- end of NAME -->
"""

import re
import sys
from pathlib import PurePath

from course import HERE, Stop, lines_of, problem, write

sys.path.append(str(HERE.parents[1] / "common/model"))
import figures  # noqa: E402

COLUMNS = 100
GAP = re.compile(r" *// >>> (\d*)")


def check_skeletons(course):
    """Every skeleton is what the tool makes of its solution, unless a student has begun it."""
    for lab in course.labs:
        made = course.facts.solutions.get(lab.slug, {})
        if "error" in made:
            yield problem(lab.solution, "unpaired_marks", made["error"])
        elif made and course.has(lab.skeleton) and differs(course, lab) and not course.is_own(lab.skeleton):
            yield problem(lab.skeleton, "skeleton_differs")


def differs(course, lab):
    return course.text(lab.skeleton) != course.facts.solutions[lab.slug]["skeleton"]


def gaps_in(solution):
    """(line, stated length, actual length) of each gap."""
    gaps, inside = [], False
    for number, line in enumerate(lines_of(solution), 1):
        begin = GAP.match(line)
        if begin:
            gaps.append([number, int(begin[1] or 0), 0])
            inside = True
        elif line.lstrip(" ").startswith("// <<<"):
            inside = False
        elif inside:
            gaps[-1][2] += 1
    return gaps


def check_gaps(course):
    """A solution has 1 to 4 gaps of 3 to 15 lines, that of a step one of 1 to 3, and each states its
    length correctly."""
    for lab in course.labs:
        if not course.has(lab.solution):
            continue
        gaps = gaps_in(course.text(lab.solution))
        most, least_lines, most_lines = (1, 1, 3) if lab.staircase else (4, 3, 15)
        if not 1 <= len(gaps) <= most:
            yield problem(lab.solution, "number_of_gaps", most, len(gaps))
        for line, stated, actual in gaps:
            if not least_lines <= actual <= most_lines:
                yield problem(lab.solution, "size_of_gap", line, least_lines, most_lines, actual)
            if actual != stated:
                yield problem(lab.solution, "stated_size", line, stated, actual)


def write_skeletons(course):
    """Writes those that differ, except what a student has changed; yields their paths."""
    for lab in course.labs:
        made = course.facts.solutions.get(lab.slug)
        if not made or course.has(lab.skeleton) and course.is_own(lab.skeleton):
            continue
        if "error" in made:
            raise Stop(f"{lab.solution}, {made['error']}")
        if differs(course, lab):
            write(course.root / lab.skeleton, made["skeleton"])
            yield lab.skeleton


def table_of_labs(course):
    """One row a lab: its page, its title, its file. A table for each block, below its heading."""
    text, block = "| lab | | you edit |\n|---|---|---|\n", ""
    for lab in course.table:
        if lab.block != block:
            block = lab.block
            text += f"\n**{block}**\n\n| lab | | you edit |\n|---|---|---|\n"
        text += f"| [{lab.id}](docs/{lab.slug}.md) | {lab.title} | [labs/{lab.path}](labs/{lab.path}) |\n"
    return text


def packages_command(course):
    """The command that installs the packages in the launcher's table for Debian."""
    table = re.search(r"^requirements='\n(.*?)^'$", course.text("gemmlab"), re.MULTILINE | re.DOTALL)
    packages = dict.fromkeys(row.split()[1] for row in lines_of(table[1])) if table else {}
    if not packages:
        raise Stop("the launcher, gemmlab, has no table requirements='...'")
    rows = ["sudo apt-get install"]
    for package in packages:
        if len(rows[-1]) + len(package) + 3 > COLUMNS:
            rows.append(" ")
        rows[-1] += f" {package}"
    return "```sh\n" + " \\\n".join(rows) + "\n```\n"


BLOCKS = (
    (PurePath("README.md"), "labs", table_of_labs),
    (PurePath("README.md"), "packages", packages_command),
    (PurePath("docs/model.md"), "figures", lambda course: figures.in_markdown(course.facts.figures)),
)


def with_block(text, name, content):
    """The page in its correct form; empty if it lacks the marks."""
    begin, end = f"<!-- {name}: written by ./gemmlab upkeep --write -->\n", f"<!-- end of {name} -->\n"
    head, has_begin, rest = text.partition(begin)
    _, has_end, tail = rest.partition(end)
    return f"{head}{begin}\n{content}\n{end}{tail}" if has_begin and has_end else ""


def check_derived(course):
    """Such text in pages is up to date."""
    for page, name, content in BLOCKS:
        wanted = with_block(course.text(page), name, content(course))
        if not wanted:
            yield problem(page, "no_marks", name)
        elif course.text(page) != wanted:
            yield problem(page, "outdated", name)


def write_derived(course):
    """Writes what check_derived asks for; yields the pages that changed."""
    changed = []
    for page, name, content in BLOCKS:
        wanted = with_block(course.text(page), name, content(course))
        if not wanted:
            raise Stop(f"{page} has no marks for its {name}: see grader/upkeep/derived.py")
        if course.text(page) != wanted:
            write(course.root / page, wanted)
            changed.append(page)
    return list(dict.fromkeys(changed))
