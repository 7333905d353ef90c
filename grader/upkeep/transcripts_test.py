#!/usr/bin/env python3
"""transcripts_test.py ROOT GEMMLAB-CLI: the pages show what the tool prints.

A block with one command, followed by a block without a language, is a transcript. Each of its words
must come in the command's output, in this order; "..." stands for anything, and a number at the end
of a line, after at least two blanks, for a remark of the page.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGES = ("docs/for_lecturers.md", "docs/reading_a_verdict.md")
TRANSCRIPT = re.compile(r"```sh\n\./gemmlab ([^\n]*)\n```\n\n```\n(.*?)```\n", re.DOTALL)


def first_missing(shown, printed):
    """The first word that does not come, with the line; empty if all do."""
    coming = iter(printed.split())
    for line in shown.splitlines():
        for word in re.sub(r"  +\d$", "", line).replace("...", " ").split():
            if word not in coming:  # takes from `coming` until it is found
                return f"'{word}' of: {line.strip()}"
    return ""


def try_the_rules():
    """A check that cannot fail would be useless."""
    assert first_missing("a b   1\n  c ...\nf\n", "a\n b c d e f") == ""
    assert first_missing("a c b", "a b c") != ""
    assert first_missing("a x", "a b") == "'x' of: a x"
    assert first_missing("a", "ab") != ""


def main():
    try_the_rules()
    root, cli = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    checked = failed = 0
    with tempfile.TemporaryDirectory() as state:
        for page in PAGES:
            for command, shown in TRANSCRIPT.findall((root / page).read_text()):
                run = subprocess.run([cli, *command.split(), "--backend", "sim"], cwd=root, text=True,
                                     capture_output=True, env={**os.environ, "GEMMLAB_STATE": state})
                missing = first_missing(shown, run.stdout)
                checked += 1
                failed += bool(missing)
                print(f"{page}: ./gemmlab {command}: {'no ' + missing if missing else 'as shown'}")
    assert checked >= 5, f"only {checked} transcripts were found"
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
