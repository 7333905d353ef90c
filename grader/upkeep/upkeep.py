#!/usr/bin/env python3
"""Checks part by part that the course is well formed, and lists each problem with its fix.

Usage: upkeep.py FACTS [LAB...] [--only PART] [--write]     as ./gemmlab upkeep calls it
FACTS: a JSON file with what only the tool knows. Exit codes: 0 no problem, 1 some, 2 there is no such
lab, 3 something is missing or broken, 77 nothing could be checked here, 130 interrupted.
"""

import argparse
import functools
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import derived  # noqa: E402
import files  # noqa: E402
import judged  # noqa: E402
import pages  # noqa: E402
import parallel  # noqa: E402
import python_format  # noqa: E402
import result_schema  # noqa: E402
from course import HERE, Course, Facts, Stop, problem  # noqa: E402

ROOT = HERE.parents[1]
CHECKS = (files.check_files, files.check_root, files.check_strays, files.check_mutants,
          derived.check_skeletons, derived.check_gaps, pages.check_sections, pages.check_steps,
          derived.check_derived, pages.check_links, pages.check_commands, pages.check_editor)
CLANG_FORMAT = "14"  # other versions break lines differently
AT_ONCE = 100  # files per clang-format process
DONE, NOT_YET, STOPPED, SKIPPED, INTERRUPTED = 0, 1, 3, 77, 130


def check_course(course):
    """Each problem once: the steps of a staircase share files."""
    return list(dict.fromkeys(found for check in CHECKS for found in check(course)))


def git(*words):
    try:
        return subprocess.run(["git", "-C", ROOT, *words], stdin=subprocess.DEVNULL,
                              capture_output=True).returncode
    except FileNotFoundError:
        return 127


def is_somebodys_own(file):
    """A lab's file belongs to the project while git reports it as unchanged; a file in the root while
    git tracks it."""
    is_in_root, is_of_a_lab = len(file.parts) == 1, file.parts[0] == "labs"
    if not is_in_root and not is_of_a_lab:
        return False
    is_tracked = git("ls-files", "--error-unmatch", "--", file) == 0
    return not is_tracked or is_of_a_lab and git("diff", "--quiet", "HEAD", "--", file) != 0


def clang_format_version():
    if not parallel.has_program("clang-format"):
        return ""
    said = subprocess.run(["clang-format", "--version"], capture_output=True, text=True).stdout
    match = re.search(r"version (\d+)", said)
    return match[1] if match else ""


def unformatted(course, some):
    """One problem a file."""
    done = subprocess.run(["clang-format", "--dry-run", "-Werror", *(course.root / file for file in some)],
                          capture_output=True, text=True, errors="surrogateescape")
    lines = {}
    for file, line in re.findall(r"^(.*):(\d+):\d+: error: ", done.stderr, re.MULTILINE):
        lines.setdefault(Path(file).relative_to(course.root), line)
    return [problem(file, "unformatted", line, file) for file, line in lines.items()]


class Upkeep:
    def __init__(self, course, words, only):
        self.course, self.only, self.is_whole = course, only, not words
        self.programs = parallel.Programs()
        self.judge = judged.Judge(course.facts.build, self.programs.run)
        self.labs = [lab for lab in course.labs if self.is_whole or lab.is_meant(words)]
        self.unknown = [word for word in words if not any(lab.is_meant([word]) for lab in course.labs)]
        self.problems = self.done = 0

    def format_jobs(self):
        yield from self.cpp_format_jobs()
        yield from self.python_format_jobs() if self.is_whole else ()

    def python_format_jobs(self):
        """The course package is formatted by ruff, and keeps its rules."""
        if not (self.course.root / python_format.FOLDER).is_dir():
            return
        ruff = python_format.ruff_in(self.course.facts.build)
        if not ruff:
            print("skipped in format: ruff is not installed here; "
                  f"python3 grader/upkeep/python_format.py {self.course.facts.build} does that")
            return
        yield (f"checking the format of {python_format.FOLDER}",
               functools.partial(python_format.problems, self.course, ruff))

    def cpp_format_jobs(self):
        """Sources are formatted according to .clang-format; with named labs, only theirs."""
        if clang_format_version() != CLANG_FORMAT:
            print(f"skipped in format: clang-format {CLANG_FORMAT} is not installed here")
            return
        sources = [file for file in self.course.files(".cpp", ".h", ".cu")
                   if self.is_whole or any(f"/{lab.slug}" in str(file) for lab in self.labs)]
        for begin in range(0, len(sources), AT_ONCE):
            yield (f"checking the format of {sources[begin]} and others",
                   functools.partial(unformatted, self.course, sources[begin:begin + AT_ONCE]))

    def judging_jobs(self, part):
        """Of skeletons, solutions or mutants. Skips a lab without its files or its Spec: another part
        reports that."""
        for lab in self.labs:
            if not self.course.has(lab.solution) or lab.slug not in self.course.facts.specs:
                continue
            if part == "skeletons":
                yield f"grading the skeleton of {lab.slug}", functools.partial(
                    judged.judge_skeleton, self.course, lab, self.judge)
            elif part == "solutions":
                yield f"grading {lab.solution}", functools.partial(
                    judged.judge_solution, self.course, lab, self.judge)
            else:
                for mutant in judged.mutants_of(self.course, lab):
                    yield f"grading {mutant}", functools.partial(
                        judged.judge_mutant, self.course, lab, mutant, self.judge)

    def unregistered(self):
        """Labs whose Spec file does not register a Spec for them."""
        return [problem(lab.spec, "unregistered", lab.slug) for lab in self.labs
                if self.course.has(lab.spec) and lab.slug not in self.course.facts.specs]

    def write(self):
        for write in (derived.write_derived, derived.write_skeletons):
            for file in write(self.course):
                print("wrote", file, flush=True)
        for lab in [] if self.is_whole else self.labs:
            # A named lab is always written, even if its file is personal; that is kept as a backup.
            made = self.course.facts.solutions.get(lab.slug, {})
            if "skeleton" in made and self.course.has(lab.skeleton) and derived.differs(self.course, lab):
                code = subprocess.run([self.judge.cli, "reset", lab.id]).returncode
                if code != 0:
                    sys.exit(code)  # it has said why

    def list(self, problems):
        for each in problems:
            print(f"{each.file}: {each.rule}\n  fix: {each.cure}", flush=True)
            self.problems += 1

    def run_part(self, part):
        jobs = [parallel.Job(title, lambda find=find: list(find())) for title, find in
                (self.format_jobs() if part == "format" else self.judging_jobs(part))]
        for job, found in zip(jobs, parallel.run_jobs(part, jobs, self.programs)):
            if isinstance(found, judged.Unfinished):
                found = [problem(job.title, found.row, found, part)]
            elif isinstance(found, BaseException):
                raise found
            self.list(found)
        self.done += len(jobs)

    def run(self):
        for part in ("files", "format", "skeletons", "solutions", "mutants"):
            if self.only and part not in self.only:
                continue
            if part == "files":
                self.list(check_course(self.course))
                self.list(self.unregistered())
            else:
                self.run_part(part)
        count = len({lab.home for lab in self.labs})
        print(f"{count} lab{'s' * (count != 1)}, "
              f"{self.problems} problem{'s' * (self.problems != 1)}")
        is_done = not self.only or "files" in self.only or self.done > 0
        return NOT_YET if self.problems else DONE if is_done else SKIPPED


def upkeep(arguments):
    facts = Facts(**json.loads(arguments.facts.read_bytes()))
    course = Course(ROOT, facts, is_somebodys_own)
    work = Upkeep(course, arguments.labs, arguments.only)
    work.judge.wrong_in = result_schema.checker() or work.judge.wrong_in
    if work.unknown and not files.labs_without_row(course):
        # The tool says which labs there are.
        return subprocess.run([work.judge.cli, "grade", work.unknown[0]]).returncode
    if arguments.write:
        work.write()
    return work.run()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("facts", type=Path)
    parser.add_argument("labs", nargs="*")
    parser.add_argument("--only", action="append")
    parser.add_argument("--write", action="store_true")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="surrogateescape")
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, parallel.interrupt)
    try:
        return upkeep(parser.parse_args())
    except KeyboardInterrupt:
        print("gemmlab: interrupted", file=sys.stderr)
        return INTERRUPTED
    except (Stop, OSError, subprocess.SubprocessError) as error:
        print(f"gemmlab: {error}", file=sys.stderr)
        return STOPPED


if __name__ == "__main__":
    sys.exit(main())
