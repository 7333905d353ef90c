"""What sends students' pages back where no platform does: a list for a mail merge, and files for
GitHub's own tool, gh."""

import csv
import io
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from course.own_files import make_folder, read, write
from course.tables.grade_sheet import cell
from course.tables.words import Student, number, reachable

MAIL, SCRIPT, PAGES = "mail.csv", "github.sh", "github"

# Posts a page only if it is not the one that was posted last.
HEAD = """#!/bin/sh
# Posts each student's page in the student's repository, with gh (https://cli.github.com): as an
# issue, and what changes later as a comment below it. Again, it posts only what has changed.
#   sh github.sh OWNER    OWNER: the organisation or user whom the repositories belong to
set -eu
owner=${1:?name the owner of the repositories: sh github.sh OWNER}
cd "$(dirname "$0")/github"
title='Feedback on your labs'

post() {
  ! cmp -s "$1.md" "$1.posted" || return 0
  number=$(gh issue list --repo "$owner/$1" --state all --limit 500 --json number,title \\
    --jq "map(select(.title == \\"$title\\"))[0].number // empty")
  if [ -n "$number" ]; then
    gh issue comment "$number" --repo "$owner/$1" --body-file "$1.md"
  else
    gh issue create --repo "$owner/$1" --title "$title" --body-file "$1.md"
  fi
  cp "$1.md" "$1.posted"
}

"""


def has_page(student: Student) -> bool:
    """Whether the page can go back: there is a total."""
    return student["total"] is not None


def has_part(student: Student) -> bool:
    """Whether some lab is decided: GitHub's page can follow what is decided later."""
    return any(lab["points"] is not None for lab in student["labs"])


def mail_csv(out: Path, students: Sequence[Student]) -> str:
    """A row for each student with an address and a total: `file` is the page to attach."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["email", "name", "student", "total", "of", "percent", "file"])
    for student in students:
        if has_page(student) and "@" in student["email"]:
            table.writerow([
                cell(student["email"]),
                cell(student["name"] or student["student"]),
                cell(student["student"]),
                number(student["total"]),
                number(reachable(student["not_graded"])),
                number(student["percent"]),
                (out / "feedback" / student["student"] / "feedback.html").absolute(),
            ])  # fmt: skip
    return text.getvalue()


def repositories(students: Sequence[Student]) -> Iterator[tuple[str, Student]]:
    """The last repository of each student who has one alone. A page is one student's, and is not
    for the others of a team."""
    owners = Counter(name for student in students for name in student["repositories"])
    for student in students:
        own = [name for name in student["repositories"] if owners[name] == 1]
        if own and has_part(student):
            yield max(own), student


def write_mailing(out: Path, students: Sequence[Student]) -> list[str]:
    """Both, if there is an address or a repository; what an earlier run wrote goes otherwise.
    Returns how many there are, a sentence each."""
    mail = mail_csv(out, students)
    in_mail = mail.count("\n") - 1
    found = dict(repositories(students))
    _write_or_remove(out / MAIL, mail if in_mail else "")
    calls = "".join(f"post {shlex.quote(name)}\n" for name in sorted(found))
    _write_or_remove(out / SCRIPT, HEAD + calls if found else "")
    for file in (out / PAGES).glob("*.md"):
        if file.stem not in found:
            file.unlink()
    for name, student in found.items():
        page = out / "feedback" / student["student"] / "feedback.txt"
        folder = make_folder(out / PAGES)
        write(folder / f"{name}.md", _as_markdown(read(page).decode("utf-8")))
    alone = len([student for student in students if student["repositories"] and has_part(student)])
    notes = []
    if waiting := [student["student"] for student in found.values() if not has_page(student)]:
        notes.append(
            f"{SCRIPT}: pages of {', '.join(waiting)} have what is decided so far; you may post "
            "them once more when the rest is"
        )
    if alone > len(found):
        notes.append(
            f"{SCRIPT}: {alone - len(found)} students share their repository, so that their pages "
            "are not posted there"
        )
    return notes


def _write_or_remove(file: Path, text: str) -> None:
    if text:
        write(file, text)
    else:
        file.unlink(missing_ok=True)


def _as_markdown(text: str) -> str:
    """As it is: nothing in a student's text becomes markup, a link or a name that is notified."""
    fence = "`" * 3
    while fence in text:
        fence += "`"
    return f"{fence}text\n{text.rstrip()}\n{fence}\n"
