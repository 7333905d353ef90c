#!/usr/bin/env python3
"""Shows a result file (grade --json) where a forge shows what a push has done.

  annotate.py github RESULT          annotations at lines on standard output, and a summary of the job
                                     in the file that GITHUB_STEP_SUMMARY names, if it names one
  annotate.py gitlab RESULT REPORT   REPORT: a code quality report, whose lines a merge request shows

Exits 2 if RESULT cannot be read.
"""

import hashlib
import html
import json
import os
import re
import sys

MOST_ANNOTATIONS = 10  # GitHub shows no more for one step


def findings(result):
    """What the student has to look at: each failed check with a line, and alike ones once."""
    seen = set()
    for lab in result["labs"]:
        if lab["verdict"] in ("NOT STARTED", "PASSED"):
            continue
        for check in lab["checks"]:
            if check["outcome"] != "failed":
                continue
            file = check["source_file"] or lab["source"]
            finding = {"file": file, "line": check["line"] or 1, "title": f"{lab['id']} {check['verdict']}",
                       "message": check["message"].strip()}
            alike = (finding["file"], finding["line"], finding["title"])
            if alike not in seen:
                seen.add(alike)
                yield finding


def escaped(text, *more):
    """For a workflow command; a property's value must also not end it."""
    for character in ("%", "\r", "\n", *more):
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def annotations(result):
    for finding in list(findings(result))[:MOST_ANNOTATIONS]:
        places = ",".join(f"{key}={escaped(str(finding[key]), ':', ',')}" for key in ("file", "line", "title"))
        yield f"::error {places}::{escaped(finding['message'])}"
    for lab in result["labs"]:
        if lab["infrastructure"]:
            yield f"::warning::Lab {lab['id']} was not graded: a problem of this machine, not of the work."


def as_text(text):
    """Foreign text in a table or a paragraph of Markdown: no markup, and on one line."""
    return re.sub(r"([\\`*_\[\]|~#@])", r"\\\1", html.escape(" ".join(text.split()), quote=False))


def summary(result):
    lines = ["| lab | verdict | points | not graded |", "|---|---|---|---|"]
    for lab in result["labs"]:
        most = lab["max_score"] - lab["not_graded_points"]
        lines.append(f"| {lab['id']} {as_text(lab['title'])} | {lab['verdict']} | {lab['score']:g} of {most:g} "
                     f"| {lab['not_graded_points']:g} |")
    for finding in findings(result):
        lines += ["", f"**{finding['title']}**, {as_text(finding['file'])}:{finding['line']}: "
                  f"{as_text(finding['message'])}"]
    lines += ["", f"gemmlab {result['tool_version']}, {as_text(result['device'])}. Points for speed need a GPU."]
    return "\n".join(lines) + "\n"


def code_quality(result):
    return [{"description": f"{finding['title']}: {finding['message']}",
             "check_name": finding["title"],
             "severity": "major",
             "fingerprint": hashlib.sha256(repr(sorted(finding.items())).encode()).hexdigest(),
             "location": {"path": finding["file"], "lines": {"begin": finding["line"]}}}
            for finding in findings(result)]


def main():
    forge, path, *more = sys.argv[1:]
    try:
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
    except (OSError, ValueError) as error:
        print(f"annotate.py: cannot read the result {path}: {error}", file=sys.stderr)
        return 2
    if forge == "github":
        print(*annotations(result), sep="\n")
        if os.environ.get("GITHUB_STEP_SUMMARY"):
            with open(os.environ["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8") as file:
                file.write(summary(result))
    else:
        with open(more[0], "w", encoding="utf-8") as file:
            json.dump(code_quality(result), file, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
