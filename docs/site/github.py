"""Pages are written as GitHub reads Markdown. This writes them as the site's generator reads it.

The two differ in how far the parts of a list item are indented, in blank lines around lists and code,
in Markdown below HTML tags, and in the names of headings, which are given explicitly.
"""

import re

FENCE = re.compile(r"(`{3,}|~{3,})")
ITEM = re.compile(r"([-*+]|\d{1,9}[.)])( +)(?=\S)")
HEADING = re.compile(r"(#{1,6}) +(.*?)(?: +#+)?$")
LINK = re.compile(r"(?<=\]\()(?P<link>[^)\s]+)(?=\))|^(?P<head>\[[^\]^]+\]: +)(?P<ref>\S+)"
                  r"|(?<=src=\")(?P<src>[^\"]+)(?=\")")
CODE_SPAN = re.compile(r"(`+)(?:(?!\1).)+?\1(?!`)")
OPEN_TAG = re.compile(r"<(details|div|figure|section)(?=[ >])(?![^>]*markdown=)")


def anchor(heading):
    """As GitHub names it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return "".join("-" if c == " " else c.lower() for c in text if c in " -_" or c.isalnum())


class Anchors:
    """The names of a page's headings; a second one with the same text gets -1."""

    def __init__(self):
        self.seen = {}

    def of(self, heading):
        name = anchor(heading)
        before = self.seen.setdefault(name, 0)
        self.seen[name] += 1
        return name if before == 0 else f"{name}-{before}"


def marked(markdown):
    """(line, whether it is code) of each line; a fence is code too."""
    fence, may_indent = None, True
    for line in markdown.splitlines():
        stripped = line.lstrip()
        found = FENCE.match(stripped)
        is_code = fence is not None or found is not None
        if fence is None and found:
            fence = found[1]
        elif fence is not None and stripped.rstrip() == fence:
            fence = None
        is_indented = not is_code and may_indent and line.startswith("    ") and stripped != ""
        yield line, is_code or is_indented
        may_indent = stripped == "" or is_indented


def outside_code(line, change):
    """Applies `change` to the parts of a line that are not in `code`."""
    parts, at = [], 0
    for span in CODE_SPAN.finditer(line):
        parts += [change(line[at:span.start()]), span[0]]
        at = span.end()
    return "".join(parts) + change(line[at:])


def with_links(markdown, new_link):
    """Each link, image and reference replaced by new_link(it)."""
    def renamed(text):
        def one(found):
            for name in ("link", "ref", "src"):
                if found[name] is not None:
                    return (found["head"] or "") + new_link(found[name])
        return LINK.sub(one, text)
    return "\n".join(line if is_code else outside_code(line, renamed)
                     for line, is_code in marked(markdown)) + "\n"


def with_anchors(markdown):
    anchors = Anchors()
    lines = []
    for line, is_code in marked(markdown):
        found = None if is_code else HEADING.match(line)
        lines.append(f"{line} {{#{anchors.of(found[2])}}}" if found else line)
    return "\n".join(lines) + "\n"


class Lists:
    """Indents what belongs to a list item by 4 for each level, and sets blocks apart."""

    def __init__(self):
        self.lines, self.levels = [], []  # levels: columns at which the open items' text begins
        self.fence = None

    def blank(self):
        if self.lines and self.lines[-1].strip():
            self.lines.append("")

    def put(self, text):
        self.lines.append("    " * len(self.levels) + text)

    def take(self, line):
        indent = len(line) - len(line.lstrip())
        text = line.strip()
        if self.fence:
            self.put(line[min(indent, self.levels[-1] if self.levels else 0):])
            if text == self.fence:
                self.fence = None
                self.blank()
            return
        if not text:
            self.lines.append("")
            return
        if text.startswith("|"):  # the generator has no need for \| in code
            line = CODE_SPAN.sub(lambda span: span[0].replace("\\|", "|"), line)
        item, fence = ITEM.match(line[indent:]), FENCE.match(text)
        is_lazy = bool(self.lines and self.lines[-1].strip()) and not item and not fence and not text.startswith(("#", "|", "<", ">"))
        was_in_list = bool(self.levels)
        while self.levels and indent < self.levels[-1] and not is_lazy:
            self.levels.pop()
        # The first item after a paragraph needs a blank line; indented far, it is none.
        if item and indent < (self.levels[-1] if self.levels else 0) + 4:
            if not was_in_list:
                self.blank()
            self.put(f"{item[1]} " + " " * max(0, 3 - len(item[1])) + line[indent + item.end():].rstrip())
            self.levels.append(indent + item.end())
            return
        if fence:
            self.blank()
            self.fence = fence[1]
        self.put(line[self.levels[-1]:].rstrip() if self.levels and not is_lazy
                 else text if self.levels else line.rstrip())


def for_generator(markdown):
    lists = Lists()
    for line in with_anchors(markdown).splitlines():
        lists.take(line)
    return "\n".join(line if is_code else OPEN_TAG.sub(r'<\1 markdown="1"', line)
                     for line, is_code in marked("\n".join(lists.lines))) + "\n"
