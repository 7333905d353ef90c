#!/usr/bin/env python3
"""notebook_test.py ROOT GEMMLAB-CLI: the notebooks open, hold no outputs, and call only what exists."""

import json
import re
import subprocess
import sys
from pathlib import Path


def problems(notebook, known):
    """known: {command: its help}"""
    if notebook.get("nbformat") != 4 or not notebook.get("cells"):
        yield "it is no notebook of format 4 with cells"
    calls = 0
    for cell in notebook.get("cells", []):
        if cell.get("outputs"):
            yield f"cell {cell['id']} has outputs: clear them"
        for call in re.findall(r"^!(?:\./)?gemmlab (.*)", "".join(cell["source"]), re.MULTILINE):
            calls += 1
            command, *words = call.split()
            if command not in known:
                yield f"there is no command {command}"
                continue
            options = set(re.findall(r"--[\w-]+", known[command]))
            yield from (f"{command} has no option {word}" for word in words
                        if word.startswith("--") and word not in options)
    if calls == 0:
        yield "it calls nothing"


def try_the_rules():
    """A check that cannot fail would be useless."""
    def said(source, **more):
        cell = {"id": "c", "source": source, **more}
        return list(problems({"nbformat": 4, "cells": [cell]}, {"grade": "--html F"}))

    assert said("!./gemmlab grade 02 --html page.html\n") == []
    assert said("!./gemmlab grad 02") == ["there is no command grad"]
    assert said("!./gemmlab grade --htm x") == ["grade has no option --htm"]
    assert said("print()") == ["it calls nothing"]
    assert "outputs" in said("!./gemmlab grade", outputs=["x"])[0]
    assert "no notebook" in next(problems({}, {}))


def main():
    try_the_rules()
    root, cli = Path(sys.argv[1]), sys.argv[2]

    def help_of(*words):
        return subprocess.run([cli, *words, "--help"], capture_output=True, text=True, check=True).stdout

    commands = re.findall(r"^  ([a-z]+)  ", help_of(), re.MULTILINE)
    failed = 0
    for file in ("docs/colab.ipynb", ".binder/first_steps.ipynb"):
        notebook = json.loads((root / file).read_text())
        called = set(re.findall(r"gemmlab ([a-z]+)", json.dumps(notebook))) & set(commands)
        found = list(problems(notebook, {command: help_of(command) for command in called}))
        failed += len(found)
        print(*found, f"{file}: {len(found)} problems", sep="\n")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
