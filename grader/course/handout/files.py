"""Selects the project's files for a class, and adapts its pages: no solution, no test kernel.
Skeletons and modules are generated, not copied.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path, PurePosixPath
from typing import NoReturn

from course.handout.chosen import table_without
from course.handout.pages import (
    handed_out_notebook,
    handed_out_page,
    handed_out_readme,
    without_answers,
)


class Audience(Enum):
    """The purpose of a tree."""

    STUDENTS = "students"
    AUTOGRADER = "autograder"  # grades where students' code runs: no solutions, but grader/course


ROOT_FILES = {
    ".binder/Dockerfile",
    ".binder/first_steps.ipynb",
    ".binder/start",
    ".clang-format",
    ".clangd",
    ".editorconfig",
    ".gitattributes",
    ".gitignore",
    "LICENSE",
    "README.md",
    "docs/colab.ipynb",
    "gemmlab",
    "labs/labs.table",
    "meson.build",
}
EXECUTABLE = {".binder/start", "gemmlab"}
ROOMS = (".devcontainer", ".vscode", "common", "docs", "grader")
# In any room: test kernels, and files that only tests use.
WITHHELD_FOLDERS = {
    "attacks",
    "examples",
    "fuzz",
    "mistakes",
    "mutants",
    "slurm",
    "stand_in",
    "studies",
    "tests",
    "upkeep",
}
# For people who teach or maintain the course.
WITHHELD_FILES = {
    "docs/adding_a_lab.md",
    "docs/ai_help.md",
    "docs/architecture.md",
    "docs/figures/verdict.py",
    "docs/figures/verdict.svg",  # shows lines of lab 03
    "docs/figures/verdict.txt",
    "docs/for_lecturers.md",
    "docs/in_a_browser.md",
    "docs/instructors.md",
    "docs/one_gpu.md",
    "docs/oral_checks.md",
    "docs/similarity.md",
    "docs/syllabus.md",
    "docs/threat_model.md",
}
# Only kernels that the tool runs next to the student's are public.
PUBLIC_KERNELS = {"grader/speed"}
# Whole classes are graded elsewhere.
CLASS_ROOMS = ("grader/course", "grader/doors", "grader/oral")
# Leftovers of builds, editors or people have others.
EXTENSIONS = {
    ".build",
    ".cpp",
    ".css",
    ".cu",
    ".h",
    ".in",
    ".inc",
    ".js",
    ".json",
    ".map",
    ".md",
    ".py",
    ".s",
    ".sh",
    ".svg",
    ".table",
    ".toml",
    ".txt",
    ".yml",
}
SPEC = re.compile(r"grader/tests/\d\d_\w+_test\.cpp", re.ASCII)
# Tests, their helpers and samples.
FOR_TESTS = re.compile(
    r".*_(test|tests|case|benchmark)\.\w+|sample(_\w+)?\.(cpp|h|py|txt)|project_copy\.py|"
    r"student_session\.txt",
    re.ASCII,
)
# A forge looks for its workflow at one place only.
MOVED = {
    "grader/report/ci/github.yml": ".github/workflows/grade.yml",
    "grader/report/ci/gitlab.yml": ".gitlab-ci.yml",
}


def is_copied(file: str, audience: Audience) -> bool:
    """Whether a project file, given by its path below the root, is copied into the tree."""
    path = PurePosixPath(file)
    if file in ROOT_FILES or SPEC.fullmatch(file):
        return True
    is_for_classes = any(path.is_relative_to(room) for room in CLASS_ROOMS)
    is_withheld = file in WITHHELD_FILES or not WITHHELD_FOLDERS.isdisjoint(path.parts)
    is_hidden = any(part.startswith(".") for part in path.parts[1:])  # caches of tools
    is_withheld_kernel = path.suffix == ".cu" and str(path.parent) not in PUBLIC_KERNELS
    return (
        path.parts[0] in ROOMS
        and (audience is Audience.AUTOGRADER or not is_for_classes)
        and not is_hidden
        and not is_withheld
        and not is_withheld_kernel
        and path.suffix in EXTENSIONS
        and not FOR_TESTS.fullmatch(path.name)
    )


def fail(error: OSError) -> NoReturn:
    raise error


def copied_files(root: Path, audience: Audience) -> list[str]:
    """The files below `root` that are copied, sorted. Ignores links."""
    found = [root / file for file in ROOT_FILES]
    for room in ROOMS:
        if (root / room).is_dir():
            found += [
                Path(folder, name)
                for folder, _, names in os.walk(root / room, onerror=fail)
                for name in names
            ]
    files = (
        path.relative_to(root).as_posix()
        for path in found
        if path.is_file() and not path.is_symlink()
    )
    return sorted(file for file in files if is_copied(file, audience))


def with_folders(files: Iterable[str]) -> set[str]:
    """The files, and the folders above them."""
    paths = [PurePosixPath(file) for file in files]
    return {str(path) for file in paths for path in (file, *file.parents)} - {"."}


def is_of(file: str, slugs: Collection[str]) -> bool:
    """Whether it is a page or a Spec of these labs, as docs/07_wide_copies.md."""
    path = PurePosixPath(file)
    is_spec = SPEC.fullmatch(file) is not None
    return (is_spec or str(path.parent) == "docs") and path.stem.removesuffix("_test") in slugs


def handed_out(
    audience: Audience,
    root: Path,
    labs: Sequence[str],
    but: Collection[str] = (),
    left_out: Collection[str] = (),
) -> Iterator[tuple[str, bytes]]:
    """The files of the tree that are copied, by their paths there, in a course of these labs, as
    02_naive_kernel/kernel.cu; without those in the rooms `but`, and without those of the labs
    `left_out`, as 07_wide_copies. Throws OSError.
    """
    files = [file for file in copied_files(root, audience) if not is_of(file, left_out)]
    there = with_folders([*files, *(f"labs/{lab}" for lab in labs)])
    pages_of_labs = {f"docs/{PurePosixPath(lab).parent}.md" for lab in labs}
    for file in files:
        if PurePosixPath(file).parts[0] in but and file not in MOVED:
            continue
        content = (root / file).read_bytes()
        if file == "labs/labs.table" and left_out:
            content = table_without(content.decode(), left_out).encode()
        if file.endswith(".md"):
            text = content.decode(errors="surrogateescape")
            text = without_answers(text) if file in pages_of_labs else text
            text = (
                handed_out_readme(text, there)
                if file == "README.md"
                else handed_out_page(text, file, there)
            )
            content = text.encode(errors="surrogateescape")
        elif file.endswith(".ipynb"):
            content = handed_out_notebook(content.decode(), file, there).encode()
        yield MOVED.get(file, file), content


def copy_files(
    audience: Audience,
    root: Path,
    to: Path,
    labs: Sequence[str],
    left_out: Collection[str] = (),
) -> None:
    """Throws OSError."""
    for file, content in handed_out(audience, root, labs, left_out=left_out):
        place = to / file
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        place.chmod(0o755 if file in EXECUTABLE else 0o644)
