#!/usr/bin/env python3
"""transcripts_test.py ROOT GEMMLAB-CLI: the pages show what the tool prints.

A block with one command, followed by a block without a language, is a transcript: the lines of the
command's output, from the first to the last. A line "..." stands for any lines, "..." at the end of
a line for the rest of it, and a number at the end, after at least two blanks, for a remark of the page.
A verdict in a comment beside a command is the one that the example's file states. The verdict in the README's picture,
and the page of it that the site shows, are what the tool says now.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "docs/figures"))
sys.dont_write_bytecode = True
import verdict as verdict_figure  # noqa: E402

TRANSCRIPT = re.compile(r"```sh\n\./gemmlab ([^#\n]*)[^\n]*\n```\n\n```\n(.*?)```\n", re.DOTALL)
VERDICT = re.compile(r"--file (docs/examples/\S+)[^#\n]*# ([A-Z]{4,}(?: [A-Z]+)*)")
REMARK = re.compile(r"  +\d$")


def pattern_of(line):
    line = REMARK.sub("", line).rstrip()
    if line.strip() == "...":
        return r"(?:.*\n)*?"
    return re.escape(line.removesuffix("...")) + (".*" if line.endswith("...") else " *") + r"\n"


def first_difference(shown, printed):
    """The first line that does not come where it should; empty if all do."""
    patterns = [pattern_of(line) for line in shown.splitlines()]
    if re.fullmatch("".join(patterns), printed):
        return ""
    for count, line in enumerate(shown.splitlines(), 1):
        if not re.match("".join(patterns[:count]), printed):
            return line
    return "(the output goes on after the last line)"


def try_the_rules():
    """A check that cannot fail would be useless."""
    printed = "a\n  b c\nd\n\ne\n"
    assert first_difference("a\n  b c   1\nd\n\ne\n", printed) == ""
    assert first_difference("a\n  b ...\n...\ne\n", printed) == ""
    assert first_difference("...\nd\n    ...\n", printed) == ""
    assert first_difference("a\nd\n...\n", printed) == "d"
    assert first_difference("a\nb c\n...\n", printed) == "b c"
    assert first_difference("...\n\ne\nd\n", printed) == "d"
    assert first_difference("a\n", printed).startswith("(the output goes on")


def output(cli, root, command, state):
    words = command.split() + (["--backend", "sim"] if command.startswith("grade ") else [])
    environment = {**os.environ, "GEMMLAB_STATE": state, "COLUMNS": "80"}
    return subprocess.run([cli, *words], cwd=root, text=True, stdin=subprocess.DEVNULL,
                          capture_output=True, env=environment).stdout


def wrong_verdicts(root, text):
    return [f"{file}: {stated}" for file, stated in VERDICT.findall(text)
            if f"// verdict: {stated}\n" not in (root / file).read_text()]


def main():
    try_the_rules()
    root, cli = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    checked = failed = 0
    with tempfile.TemporaryDirectory() as state:
        for page in sorted((root / "docs").rglob("*.md")):
            text = page.read_text()
            for verdict in wrong_verdicts(root, text):
                failed += 1
                print(f"{page.relative_to(root)}: {verdict} is not what the file states")
            for command, shown in TRANSCRIPT.findall(text):
                wrong = first_difference(shown, output(cli, root, command, state))
                checked += 1
                failed += bool(wrong)
                print(f"{page.relative_to(root)}: ./gemmlab {command.strip()}:",
                      f"not printed there: {wrong}" if wrong else "as shown")
    for file in verdict_figure.outdated(cli):
        failed += 1
        print(f"{file}: not what the tool says now; {verdict_figure.HOW} makes it anew")
    assert checked >= 9, f"only {checked} transcripts were found"
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
