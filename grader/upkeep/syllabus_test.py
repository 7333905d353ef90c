#!/usr/bin/env python3
"""Checks that docs/syllabus.md says where each fact is taught, run and tested.

Usage: syllabus_test.py ROOT GEMMLAB-CLI [--write]
--write makes the page of syllabus.table. Links to studies are left to the check of all links.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "common/facts"))
from text_table import read_table  # noqa: E402

TABLE, PAGE = "grader/upkeep/syllabus.table", "docs/syllabus.md"
COLUMNS = ("row", "page", "command", "fact")
HEAD = """\
# Where each fact is taught

**After this page you can** find, for each fact of the five texts behind these labs, the place that teaches it, a command that shows
it, and the test that keeps it true. **Time:** none; it is for looking up. It is written by
[syllabus_test.py](../grader/upkeep/syllabus_test.py) from a table.

Rows 00 to 09 belong to the labs, PM to the performance model, R4 to what is easily forgotten, S5 to slips of the texts, ST to
studies. A test's name is for `./gemmlab test NAME`.

| row | fact | page | command | test |
|---|---|---|---|---|
"""


def anchor(heading):
    """As GitHub names it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return "".join("-" if c == " " else c.lower() for c in text if c in " -_" or c.isalnum())


def headings(markdown):
    """{anchor: heading}; a second one with the same text gets -1."""
    found, in_code = {}, False
    for line in markdown.splitlines():
        in_code ^= line.startswith("```")
        heading = None if in_code else re.match(r"#+ (.*)", line)
        if heading:
            name = anchor(heading[1])
            before = sum(re.fullmatch(re.escape(name) + r"(-\d+)?", each) is not None for each in found)
            found[f"{name}-{before}" if before else name] = heading[1]
    return found


def test_of(command, slugs):
    """The test that runs what the command shows."""
    words = command.split()
    if words[0] in ("grade", "bench") and words[1:]:
        return ("mutants " if "docs/examples/" in command else "solution ") + slugs[words[1]]
    return {"model": "model", "study": "studies"}.get(words[0], "end_to_end")


class Row:
    def __init__(self, row):
        self.name, self.link, self.command, self.fact = row.values()
        self.page, _, self.anchor = self.link.partition("#")

    def problems(self, root, commands):
        file = root / "docs" / self.page
        if self.command.split()[0] not in commands:
            yield f"{self.name}: there is no command {self.command.split()[0]}"
        for named in re.findall(r"docs/\S+", self.command):
            if not (root / named).exists():
                yield f"{self.name}: there is no {named}"
        if self.page.startswith("studies/"):
            return
        if not file.exists():
            yield f"{self.name}: there is no docs/{self.page}"
        elif self.anchor not in headings(file.read_text()):
            yield f"{self.name}: docs/{self.page} has no #{self.anchor}"

    def text(self, root, slugs):
        file = root / "docs" / self.page
        title = self.page.split("/")[1] if self.page.startswith("studies/") else ""
        if not title:
            heads = headings(file.read_text())
            page, head = next(iter(heads.values())), heads[self.anchor]
            title = page if page == head else f"{page}: {head}"
        return (f"| {self.name} | {self.fact} | [{title}]({self.link}) | `./gemmlab {self.command}` "
                f"| {test_of(self.command, slugs)} |\n")


def rows_of(root):
    return [Row(row) for row in read_table((root / TABLE).read_text(), TABLE, COLUMNS)]


def slugs_of(root):
    rows = read_table((root / "labs/labs.table").read_text(), "labs/labs.table")
    return {row["id"]: f"{row['id']}_{row['name']}" for row in rows if row["id"] != "-"}


def problems(root, commands, write):
    rows = rows_of(root)
    names = [row.name for row in rows]
    found = [f"{TABLE}: two rows are called {name}" for name in set(names) if names.count(name) > 1]
    found += [f"{TABLE}: {problem}" for row in rows for problem in row.problems(root, commands)]
    if found:
        return found
    page = HEAD + "".join(row.text(root, slugs_of(root)) for row in rows)
    if write:
        (root / PAGE).write_text(page)
    is_current = (root / PAGE).exists() and (root / PAGE).read_text() == page
    return [] if is_current else [f"{PAGE} differs from {TABLE}: run {Path(__file__).name} --write"]


def try_the_rules():
    """A check that cannot fail would be useless."""
    page, right = "# P\n## A b?\n### A b\n", '01.1 p.md#a-b-1 "grade 01" f\n'
    wrong = (('01.1 p.md#gone "grade 01" f\n', "has no #gone"),
             ('01.1 q.md#a-b "grade 01" f\n', "no docs/q.md"),
             ('01.1 p.md#a-b "grad 01" f\n', "no command grad"),
             ('01.1 p.md#a-b "grade 01 --file docs/examples/x.cu" f\n', "no docs/examples/x.cu"),
             (right + right, "two rows"))

    def said(table, write=True):
        with tempfile.TemporaryDirectory() as root:
            files = {TABLE: " ".join(COLUMNS) + "\n" + table, "docs/p.md": page,
                     "labs/labs.table": "id name file title\n01 one kernel.cpp T\n"}
            for file, text in files.items():
                (Path(root) / file).parent.mkdir(parents=True, exist_ok=True)
                (Path(root) / file).write_text(text)
            found = problems(Path(root), {"grade"}, write)
            written = Path(root) / PAGE
            return found, written.read_text() if written.exists() else ""

    assert said(right)[0] == [], said(right)
    assert "| 01.1 | f | [P: A b](p.md#a-b-1) | `./gemmlab grade 01` | solution 01_one |" in said(right)[1]
    assert "differs" in said(right, write=False)[0][0]
    for table, part in wrong:
        assert any(part in problem for problem in said(table)[0]), (part, said(table)[0])


def main():
    try_the_rules()
    root, cli = Path(sys.argv[1]), sys.argv[2]
    listed = subprocess.run([cli, "--help"], capture_output=True, text=True, check=True).stdout
    commands = set(re.findall(r"^  ([a-z]+)  ", listed, re.MULTILINE))
    found = problems(root, commands, "--write" in sys.argv)
    print(*found, f"{len(rows_of(root))} rows, {len(found)} problems", sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
