"""What a class does not get, in the text of its pages: commands, examples and studies, with the
sentences that send a student there.
"""

import posixpath
import re
from collections.abc import Collection, Iterator

# What only the project's pages say: between two lines of their own.
MARKED = re.compile(
    r"<!-- not handed out -->\n.*?<!-- end of what is not handed out -->\n\n?", re.DOTALL
)
# A call of a command that needs the solutions, or a file that is not there.
WITHHELD_CALL = re.compile(
    r"\./gemmlab (test|upkeep|study|solution|batch|handout|gradescope|similar|"
    r"(?:grade|bench)[^`\n]*? (--solutions|--file docs/examples/\S+|--verdicts))\b",
    re.ASCII,
)
# A call for labs: `./gemmlab watch 07`.
CALL_FOR_LABS = re.compile(r"\./gemmlab \w+((?: \d\d(?:\.\d+)?)+)\b", re.ASCII)
LAB = re.compile(r"labs/(\d\d)_\w+", re.ASCII)
# `[text](link)`; the text may continue on the next line.
LINK = re.compile(r"\[([^\]\[]*)\]\(([^)\s]+)\)")
ASIDE_TARGET = re.compile(
    r"(^|/)(studies|examples)(/|$)|(^|/)\d\d_\w+\.md$|\.(cpp|cu|h|py|table)$", re.ASCII
)
# A file of the project, where code names it.
PATH = re.compile(r"(?<![\w./-])(?:\.ci|common|docs|grader|solutions)(?:/[\w.-]+)+", re.ASCII)
CODE_SPAN = re.compile(r"`[^`]+`")
# Only a link, as in "(study [launch limits](studies/launch-limits/README.md))".
ASIDE = re.compile(r"\s*\((?:[Ss]tudy\s+)?\[[^\]\[]*\]\(([^)\s]+)\)\.?\)")
AFTER_STUDY = re.compile(r"After (?:the|these) (?:study|studies)(?: \w+)?: (\w)")
EXAMPLE = re.compile(r"docs/examples/(\d\d)_\w+\.cu(?=\W)(.*)", re.ASCII)
# Text of a page that is no heading, row, tag or code: a paragraph, or an item of a list.
BEGINS_ITEM = re.compile(r" *(- |\d+\. )", re.ASCII)
NO_PROSE = ("#", "|", "<", "!", "    ")
PREFIX = re.compile(r" *(?:- |\d+\. )?(?:\*\*\d+\.\*\* )?", re.ASCII)
END_OF_SENTENCE = re.compile(r"(?<=[.?!])([)*_]*)(\s+)(?![a-z\s])")


def is_dead(link: str, page: str, there: Collection[str]) -> bool:
    if link.startswith(("#", "mailto:")) or "://" in link:
        return False
    target = posixpath.join(posixpath.dirname(page), link.split("#")[0])
    return posixpath.normpath(target) not in there


def is_aside(link: str) -> bool:
    """Whether a sentence with it is only about where it leads: a study, an example, another lab's
    page, or the project's code.
    """
    return ASIDE_TARGET.search(link.split("#")[0]) is not None


def labs_in(there: Collection[str]) -> dict[str, str]:
    """Their folders by their numbers."""
    return {found[1]: found[0] for path in there if (found := LAB.match(path))}


def calls_withheld(text: str, there: Collection[str]) -> bool:
    """Whether it calls a command that cannot work there: it needs what is not handed out."""
    asked = {lab[:2] for call in CALL_FOR_LABS.finditer(text) for lab in call[1].split()}
    labs = labs_in(there) if asked else {}
    return WITHHELD_CALL.search(text) is not None or (bool(labs) and not asked <= labs.keys())


def names_lost_file(code: str, there: Collection[str]) -> bool:
    return any(path.rstrip(".") not in there for path in PATH.findall(code))


def without_marked(text: str) -> str:
    return MARKED.sub("", text)


def as_of_a_lab(line: str, there: Collection[str]) -> str:
    """A line of shown output, which names the lab's file in place of an example's."""
    if EXAMPLE.search(line) is None:
        return line
    labs = labs_in(there)

    def renamed(example: re.Match[str]) -> str:
        name = labs.get(example[1], "labs/kernel") + "/kernel.cu"
        rest, longer = example[2], len(name) - len(example[0]) + len(example[2])
        gap = " " * max(longer, 0)
        return name + (rest.replace(gap, "", 1) if gap and "   " + gap in rest else rest)

    return EXAMPLE.sub(renamed, line)


def sentences(text: str) -> Iterator[str]:
    """Each with the blanks after it."""
    begin = 0
    for end in END_OF_SENTENCE.finditer(text):
        yield text[begin : end.end()]
        begin = end.end()
    yield text[begin:]


def without_lost_sentences(paragraph: str, page: str, there: Collection[str]) -> str:
    """A paragraph, which ends with a line break. Empty if no sentence is left."""

    def is_lost(sentence: str) -> bool:
        return (
            calls_withheld(sentence, there)
            or any(names_lost_file(code, there) for code in CODE_SPAN.findall(sentence))
            or any(
                is_aside(link) and is_dead(link, page, there) for _, link in LINK.findall(sentence)
            )
        )

    def aside(found: re.Match[str]) -> str:
        return "" if is_aside(found[1]) and is_dead(found[1], page, there) else found[0]

    text = ASIDE.sub(aside, paragraph)
    prefix = (PREFIX.match(text) or [""])[0]
    kept = "".join(each for each in sentences(text[len(prefix) :]) if not is_lost(each))
    return prefix + kept.rstrip() + "\n" if kept.strip() else ""


def paragraphs(text: str) -> Iterator[tuple[bool, str]]:
    """(whether it is prose, its lines): whole paragraphs and items of lists, else single lines."""
    prose, in_code = "", False
    for line in text.splitlines(keepends=True):
        is_fence = line.lstrip().startswith("```")
        no_prose = in_code or is_fence or line.startswith(NO_PROSE) or not line.strip()
        if prose and (no_prose or BEGINS_ITEM.match(line)):
            yield True, prose
            prose = ""
        in_code ^= is_fence
        if no_prose:
            yield False, line
        else:
            prose += line
    if prose:
        yield True, prose


def without_withheld(text: str, page: str, there: Collection[str]) -> str:
    """A page without the sentences and the lines of code that lead to what is not handed out."""
    kept = ""
    for is_prose, part in paragraphs(AFTER_STUDY.sub(r"Answer: \1", text)):
        if is_prose:
            kept += without_lost_sentences(part, page, there)
        else:
            line = as_of_a_lab(part, there)
            kept += "" if line.startswith("    ") and names_lost_file(line, there) else line
    return kept
