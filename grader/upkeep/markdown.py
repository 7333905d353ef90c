"""The structure of a Markdown page: its headings, links and code, as far as the course needs them."""

import re
from collections import Counter
from dataclasses import dataclass

from course import lines_of

CODE_SPAN = re.compile(r"`([^`]*)`")
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)")
LINKED_TEXT = re.compile(r"\[([^\]]*)\]\([^)]*\)")
OWN_ANCHOR = re.compile(r'<a id="([^"]+)">')


@dataclass
class Heading:
    level: int  # number of #
    text: str
    items: int = 0  # bullets ("- ...") at the left margin before the next heading


def lines_with_code_marked(markdown):
    """(number, line, whether it is code): fenced, or indented after a blank line or other code."""
    in_fence, may_indent = False, True
    for number, line in enumerate(lines_of(markdown), 1):
        text = line.lstrip(" ")
        is_fence = text.startswith("```")
        is_indented = not in_fence and may_indent and text != "" and len(line) - len(text) >= 4
        yield number, line, in_fence or is_fence or is_indented
        in_fence ^= is_fence
        may_indent = text == "" or is_indented


def headings(markdown):
    found = []
    for _, line, is_code in lines_with_code_marked(markdown):
        heading = None if is_code else re.match(r"(#+) (.*)", line)
        if heading:
            found.append(Heading(len(heading[1]), heading[2]))
        elif not is_code and line.startswith("- ") and found:
            found[-1].items += 1
    return found


def steps_below(section, all_headings):
    """The numbers at the start of the ### headings below that ## heading: "3.1"."""
    steps, inside = [], False
    for heading in all_headings:
        if heading.level <= 2:
            inside = heading.level == 2 and heading.text == section
        elif inside and heading.level == 3:
            steps.append(heading.text.split(" ")[0])
    return steps


def anchor(heading):
    """As GitHub names it: "What it `does`?" is what-it-does."""
    text = LINKED_TEXT.sub(r"\1", heading)
    kept = (c for c in text if c in " -_" or not c.isascii() or c.isalnum())
    return "".join("-" if c == " " else c.lower() if c.isascii() else c for c in kept)


def anchors(markdown):
    """The valid #fragments of links. A second heading of the same text gets -1."""
    seen, found = Counter(), set(OWN_ANCHOR.findall(markdown))
    for heading in headings(markdown):
        name = anchor(heading.text)
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return found


def links(markdown):
    """(line, target) of links and images outside of code."""
    return [(number, match[1] or match[2])
            for number, line, is_code in lines_with_code_marked(markdown) if not is_code
            for match in LINK.finditer(CODE_SPAN.sub("", line))]


def code(markdown):
    """(line, text) of what is between backquotes, and of each line of fenced or indented code."""
    return [(number, text) for number, line, is_code in lines_with_code_marked(markdown)
            for text in ([line] if is_code else CODE_SPAN.findall(line))]
