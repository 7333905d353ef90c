#!/usr/bin/env python3
"""Shows who of a class has handed in texts that are alike, for a person to look at.

Usage: similar.py TOOL OUT PERCENT     as ./gemmlab similar calls it
TOOL: gemmlab-cli, which knows the skeletons. OUT: what batch wrote; the page is OUT/similar.html.
Exit codes: 0 done, 2 no results in OUT, 3 something is missing or broken.
"""

import collections
import concurrent.futures
import hashlib
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import page  # noqa: E402
import sim  # noqa: E402
from texts import GIVEN_RUN, Text, runs_of, tokens_of  # noqa: E402

USUAL = 10  # so many others with such a text, and it says nothing
LEAST, MOST, LONGEST = 30, 5_000, 100_000  # own tokens; characters
ON_TERMINAL, ON_PAGE = 20, 200


class Lab:
    """The files of one lab that can be compared: each text once, with the students who handed it in."""

    def __init__(self, slug, skeleton, sources):
        self.slug, self.id = slug, slug.split("_")[0]
        given = runs_of([kind for _, kind in tokens_of(skeleton)], GIVEN_RUN)
        by_text, self.too_long, self.too_short = {}, [], []
        for student, text in sources:
            by_text.setdefault(hashlib.sha256(text.encode()).digest(), (text, []))[1].append(student)
        self.texts, self.students = [], []
        for text, students in by_text.values():
            each = Text(text if len(text) <= LONGEST else "", given)
            if len(text) > LONGEST or len(each.kinds) > MOST:
                self.too_long += students
            elif len(each.kinds) < LEAST:
                self.too_short += students
            else:
                self.texts.append(each)
                self.students.append(students)

    def compare(self, percent):
        """Finds pairs of texts, with their percents, and the students whose texts are usual."""
        first = {}
        which = [first.setdefault(tuple(text.kinds), len(first)) for text in self.texts]
        found = sim.alike(list(first), percent) if len(first) > 1 else {}
        members = collections.defaultdict(list)
        for i, stream in enumerate(which):
            members[stream].append(i)
        pairs = {(i, j): 100 for same in members.values() for i, j in itertools.combinations(same, 2)}
        for (one, other), share in found.items():
            pairs |= {tuple(sorted(pair)): share for pair in itertools.product(members[one], members[other])}
        company = collections.Counter()
        for i, j in pairs:
            company[i] += len(self.students[j])
            company[j] += len(self.students[i])
        usual = {i for i, others in company.items() if others >= USUAL}
        self.usual = sum(len(self.students[i]) for i in usual)
        self.pairs = {pair: share for pair, share in pairs.items() if not usual.issuperset(pair)}
        return self


def suspects(labs):
    """Rows (students, {lab: (percent, text, other text)}): most labs first, then the most alike. Students with
    one and the same file have no percent."""
    rows = collections.defaultdict(dict)
    for lab in labs:
        for i, students in enumerate(lab.students):
            if len(students) > 1:
                rows[tuple(sorted(students))][lab.id] = (None, lab.texts[i], None)
        for (i, j), share in lab.pairs.items():
            both = tuple(sorted(lab.students[i] + lab.students[j]))
            rows[both][lab.id] = (share, lab.texts[i], lab.texts[j], lab.students[i], lab.students[j])

    def rank(row):
        students, found = row
        return -len(found), -max(share[0] or 101 for share in found.values()), students

    return sorted(rows.items(), key=rank)


def read_class(out, skeletons):
    """Each lab with its students' files; and how many results there are."""
    sources = {slug: [] for slug in skeletons}
    by_id = {slug.split("_")[0]: slug for slug in skeletons}
    count = 0
    for file in sorted((out / "results").glob("*.json")):
        record = json.loads(file.read_bytes())
        count += 1
        for lab, text in record.get("sources", {}).items():
            if lab in by_id and text != skeletons[by_id[lab]]:
                sources[by_id[lab]].append((record["student"], text))
    return [Lab(slug, skeletons[slug], each) for slug, each in sorted(sources.items())], count


def compared(labs, percent):
    """The labs that could be compared, and sentences about the others."""
    done, failed = [], []
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for lab, future in [(lab, pool.submit(lab.compare, percent)) for lab in labs]:
            try:
                done.append(future.result())
            except sim.CannotCompare as error:
                failed.append(f"Lab {lab.id} was not compared: {error}")
    return done, failed


def skeletons_of(tool):
    facts = json.loads(subprocess.run([tool, "upkeep", "--json", "-"], stdout=subprocess.PIPE, check=True).stdout)
    return {slug: solution["skeleton"] for slug, solution in facts["solutions"].items()}


def main():
    tool, out, percent = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    try:
        sim.require_programs()
        labs, count = read_class(out, skeletons_of(tool))
        if count == 0:
            print(f"gemmlab: {out} holds no results: name the folder that ./gemmlab batch --out wrote.", file=sys.stderr)
            return 2
        labs, failed = compared(labs, percent)
        rows = suspects(labs)
        file = out / "similar.html"
        unfinished = out / ".similar.html"
        unfinished.write_text(page.page(rows[:ON_PAGE], len(rows), labs, failed, count, percent), encoding="utf-8")
        unfinished.replace(file)
    except PermissionError as error:
        print(f"gemmlab: {error.filename}: {error.strerror}. Run it as batch was run: sudo ./gemmlab similar {out}",
              file=sys.stderr)
        return 3
    except (OSError, ValueError, KeyError, subprocess.CalledProcessError, sim.CannotCompare) as error:
        print(f"gemmlab: {error}", file=sys.stderr)
        return 3
    for students, found in rows[:ON_TERMINAL]:
        print(f"  {page.names(students)}: {page.likeness(found)}")
    print(page.in_short(len(rows), count, percent, labs))
    print(f"  Both texts side by side: {file}. It is a hint where to look, not a verdict.")
    for why in failed:
        print(f"gemmlab: {why}", file=sys.stderr)
    return 3 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
