"""The command oral: writes a page of questions for each student of a graded class, for an oral
check.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.commands import OralOptions
from course.doors import PROGRAM
from course.errors import MachineError, UsageError
from course.facts import Facts, build_of, require_solutions
from course.own_files import make_folder, require_own, write
from course.records import Record, kept_record, why_unread
from course.tables.markup import Markup, document, element
from course.text import counted, printable

FIRST_LAB = "02"  # the first about a kernel
SECONDS = 900  # of one lab's questions
USAGE = 2  # exit codes of the program
NONE = 1
STYLE = """
ol > li { margin: 0 0 14px; break-inside: avoid; } pre { margin: 4px 0; white-space: pre-wrap; }
p { margin: 2px 0; overflow-wrap: anywhere; } .answers { break-before: page; }
"""
Asked = dict[str, Any]  # what the program writes: lab, verdict, questions


@dataclass(frozen=True)
class Page:
    """Of one student."""

    student: str
    labs: list[Asked]
    problems: list[str]  # sentences about labs without questions


def questions_about(build: Path, lab: str, text: str, options: OralOptions) -> Asked:
    """Runs the file in a sandbox. Throws MachineError with the reason if there are none."""
    with tempfile.NamedTemporaryFile("w", suffix=".cu", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        command: list[str | Path] = [build / PROGRAM, "questions", lab, "--file", file.name]
        command += ["--json", "-", "--sandbox", options.sandbox, "--seed", str(options.seed)]
        try:
            done = subprocess.run(
                command, capture_output=True, check=False, encoding="utf-8", timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            raise MachineError(f"the runs took more than {SECONDS // 60} minutes") from None
        except OSError:
            raise MachineError(
                f"{build / PROGRAM} is not built yet: run the command as ./gemmlab"
            ) from None
    if done.returncode not in (0, NONE):
        said = done.stderr.strip().splitlines()
        raise MachineError(said[-1] if said else f"the program ended with {done.returncode}")
    asked: Asked = json.loads(done.stdout)
    if not asked["questions"]:
        raise MachineError("nothing of it could be run and counted")
    return asked


def labs_asked_about(record: Record, wanted: Sequence[str]) -> list[str]:
    """Labs that the student passed, or those that are wanted, passed or not."""
    verdicts = {lab["id"]: lab["verdict"] for lab in record.result["labs"]}
    return [
        lab
        for lab in sorted(record.sources)
        if lab in verdicts
        and lab >= FIRST_LAB
        and (lab in wanted if wanted else verdicts[lab] == "PASSED")
    ]


def page_of(build: Path, record: Record, options: OralOptions) -> Page:
    labs, problems = [], []
    for lab in labs_asked_about(record, options.labs):
        try:
            labs.append(questions_about(build, lab, record.sources[lab], options))
        except MachineError as error:
            problems.append(f"Lab {lab}: no questions, because {error}.")
    return Page(record.student, labs, problems)


# --- the page -----------------------------------------------------------------------------------


def _question(asked: dict[str, Any]) -> Markup:
    code = element("pre", f"{asked['line']:4} | {asked['code']}") if asked["code"] else Markup()
    return element("li", element("p", asked["question"]), code)


def _answer(asked: dict[str, Any]) -> Markup:
    return element("li", *(element("p", each) for each in asked["answer"]))


def _part(page: Page, title: str, each: Any, class_: str) -> Markup:
    parts = [element("h1", f"{title}: {page.student}")]
    for lab in page.labs:
        parts.append(element("h2", f"Lab {lab['lab']}, {lab['verdict']}"))
        parts.append(element("ol", *map(each, lab["questions"])))
    return element("section", *parts, class_=class_)


def html_of(page: Page) -> str:
    """Printed, the answers begin on a page of their own."""
    main = element(
        "main",
        _part(page, "Questions", _question, "questions"),
        *(element("p", problem) for problem in page.problems),
        _part(page, "Answers, for the examiner", _answer, "answers"),
    )
    return document(f"Questions for {page.student}", main, STYLE)


# --- the command --------------------------------------------------------------------------------


def records_of(out: Path, only: Sequence[str]) -> list[Record]:
    """Throws MachineError, and UsageError if a student is not there."""
    records = []
    for file in sorted((out / "results").glob("*.json")):
        if only and file.stem not in only:
            continue
        record = kept_record(out, file.stem)
        if record is None:
            raise MachineError(f"{file} {why_unread(out, file.stem)}: run batch again")
        records.append(record)
    if missing := set(only) - {record.student for record in records}:
        raise UsageError(f"{out} has no result of {', '.join(sorted(missing))}.")
    if not records:
        raise UsageError(
            f"{out} holds no results: name the folder that ./gemmlab batch --out wrote."
        )
    return records


def write_pages(out: Path, pages: Iterable[Page]) -> int:
    """Tells of each student; returns how many pages were written."""
    count = 0
    for page in pages:
        for problem in page.problems:
            print(printable(f"gemmlab: {page.student}: {problem}"), file=sys.stderr)
        if page.labs:
            write(out / "oral" / f"{page.student}.html", html_of(page))
            asked = sum(len(lab["questions"]) for lab in page.labs)
            labs = ", ".join(lab["lab"] for lab in page.labs)
            print(printable(f"  {page.student}: {counted(asked, 'question')} about {labs}"))
            count += 1
        else:
            print(printable(f"  {page.student}: no lab to ask about"))
    return count


def oral(options: OralOptions, facts: Facts) -> int:
    """Writes OUT/oral/STUDENT.html. Returns the exit status; throws UsageError, MachineError."""
    require_solutions(facts, "oral")
    out, build = Path(options.folder), build_of(facts)
    try:
        require_own(out)
        records = records_of(out, options.only)
        make_folder(out / "oral")
        with ThreadPoolExecutor(options.jobs or 1) as pool:
            pages = pool.map(lambda record: page_of(build, record, options), records)
            count = write_pages(out, pages)
    except PermissionError as error:
        raise MachineError(
            f"{error.filename}: {error.strerror}. Run it as batch was run: "
            f"sudo ./gemmlab oral {out}"
        ) from None
    print(f"{counted(count, 'page')} in {out / 'oral'}: questions first, then the answers.")
    return 0 if count else 1
