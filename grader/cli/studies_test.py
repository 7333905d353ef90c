#!/usr/bin/env python3
"""studies_test.py CLI [quick|long|NAME...] [--write]: every page of docs/studies shows what the study prints.

A page has the tables of `./gemmlab study NAME --backend sim`, as text that begins with "counted at"
or, where nothing is counted, with the heads of the columns. --write puts them there.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOM = ROOT / "docs" / "studies"
LONG = {"loop-order", "strip-tiles", "tensor-cores", "toward-cublas"}  # those that time loops, or have large tiles
BLOCK = re.compile(r"(?<=```text\n)(?:counted at|step ).*?(?=```)", re.S)
PARTS = ["predict", "H200", "## Question", "## Run", "## Why", "## Exercises", "<details>"]


def said_by(cli, *arguments):
    run = subprocess.run([cli, "study", *arguments], cwd=ROOT, capture_output=True, text=True)
    return run.returncode, re.sub(r" +$", "", run.stdout, flags=re.M), run.stderr


def tables_in(output):
    return [part + "\n" for part in output.split("\n\n") if re.match(r"\n?(counted at|step )", part)]


def problems_of(cli, name, write):
    code, output, errors = said_by(cli, name, "--backend", "sim")
    tables = [table.lstrip("\n") for table in tables_in(output)]
    if code != 0 or not tables:
        return [f"exit code {code}, {len(tables)} tables\n{errors}"]
    page = ROOM / name / "README.md"
    text = page.read_text()
    if write:
        rest = iter(tables)
        text = BLOCK.sub(lambda _: next(rest), text)
        page.write_text(text)
    problems = [f"its page has no '{part}'" for part in PARTS if part.lower() not in text.lower()]
    shown = BLOCK.findall(text)
    if shown != tables:
        problems.append("its page shows other counts than the study prints, which are:\n"
                        + "\n".join(tables) + "To put them there: studies_test.py CLI NAME --write")
    return problems


def main():
    cli, *words = [str(pathlib.Path(sys.argv[1]).resolve()), *sys.argv[2:]]
    write = "--write" in words
    wanted = {word for word in words if word != "--write"}
    every = sorted(table.parent.name for table in ROOM.glob("*/study.table"))
    groups = {"quick": set(every) - LONG, "long": LONG}
    chosen = set().union(*(groups.get(word, {word}) for word in wanted)) if wanted else set(every)
    failures = 0
    for name in sorted(chosen):
        problems = problems_of(cli, name, write)
        failures += bool(problems)
        print(f"{name}: {'; '.join(problems) or 'as its page says'}", flush=True)
    if not chosen:
        print("no study was looked at")
    sys.exit(failures > 0 or not chosen)


if __name__ == "__main__":
    main()
