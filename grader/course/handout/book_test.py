"""The project's own pages, as each class gets them: they send nobody to what is not there."""

import json
import re
import unittest
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from course.handout.chosen import chosen_labs
from course.handout.files import Audience, handed_out, with_folders

ROOT = Path(__file__).resolve().parents[3]
CLASSES: dict[str, tuple[str, ...]] = {"the course": (), "all labs": ("01-10",), "two": ("02-03",)}
# What says that a command needs the solutions: require_solutions(facts, "batch").
REQUIRES = re.compile(r'require_solutions\(\w+, "([a-z]+(?: --\w+)?)', re.ASCII)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
CALL = re.compile(r"\./gemmlab ([a-z]+)([^`\n|#;]*)", re.ASCII)
FOR_LABS = re.compile(r"(?: \d\d(?:\.\d+)?\b)*", re.ASCII)  # at the beginning of its words
PATH = re.compile(
    r"(?<![\w./-])(?:\.ci|\.devcontainer|common|docs|grader|labs|solutions)(?:/[\w.-]+)+", re.ASCII
)
NAME = re.compile(r"(?<![\w./-])\w+\.(?:cu|cuh|cpp|h|py|md|table)\b", re.ASCII)
LINK = re.compile(r"\]\(([^)\s]*)#([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@cache
def handed(of: str) -> dict[str, bytes]:
    """All files of that hand-out which are not generated, and the labs' own."""
    chosen = chosen_labs(ROOT, CLASSES[of])
    paths = [lab.path for lab in [*chosen.labs, *chosen.steps]]
    files = dict(handed_out(Audience.STUDENTS, ROOT, paths, left_out=chosen.left_out))
    return files | {f"labs/{path}": b"" for path in paths}


def pages(of: str) -> Iterator[tuple[str, str]]:
    """Each with its text, also the cells of notebooks."""
    for file, content in handed(of).items():
        if file.endswith(".md"):
            yield file, COMMENT.sub("", content.decode())
        if file.endswith(".ipynb"):
            cells = json.loads(content)["cells"]
            yield file, "\n".join("".join(cell["source"]) for cell in cells)


def commands_that_need_solutions() -> set[str]:
    sources = [*ROOT.glob("grader/cli/**/*.cpp"), *ROOT.glob("grader/course/**/*.py")]
    found = {call for file in sources for call in REQUIRES.findall(file.read_text())}
    return {call.removesuffix(" --out") for call in found} | {"study", "solution", "test"}


def names_in(root: Path) -> set[str]:
    rooms = ("common", "docs", "grader", "labs", "solutions")
    return {file.name for room in rooms for file in (root / room).rglob("*") if file.is_file()}


def anchor(heading: str) -> str:
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return "".join(c for c in text if c.isalnum() or c in " -_").lower().replace(" ", "-")


class Pages(unittest.TestCase):
    def assert_none(self, found: list[str]) -> None:
        self.assertEqual(found, [])

    def test_name_no_command_that_needs_the_solutions(self) -> None:
        needing = commands_that_need_solutions()
        self.assertLessEqual({"study", "upkeep", "batch", "bench --verdicts"}, needing)
        self.assert_none(
            [
                f"{of}: {page}: {call[0]}"
                for of in CLASSES
                for page, text in pages(of)
                for call in CALL.finditer(text)
                for need in needing
                if need.split()[0] == call[1] and need.partition(" ")[2] in call[2]
            ]
        )

    def test_call_for_no_lab_that_is_not_there(self) -> None:
        for of in CLASSES:
            labs = {file[5:7] for file in handed(of) if re.match(r"labs/\d\d_", file)}
            self.assertGreaterEqual(len(labs), 2)
            self.assert_none(
                [
                    f"{of}: {page}: {call[0]}"
                    for page, text in pages(of)
                    for call in CALL.finditer(text)
                    if not {lab[:2] for lab in FOR_LABS.findall(call[2])[0].split()} <= labs
                ]
            )

    def test_name_no_file_that_is_not_there(self) -> None:
        known = names_in(ROOT)
        for of in CLASSES:
            there = with_folders(handed(of))
            names = {Path(file).name for file in there}
            found = []
            for page, text in pages(of):
                for path in PATH.findall(text):
                    path = path.rstrip(".")
                    if (ROOT / path).exists() and path not in there:
                        found.append(f"{of}: {page}: {path}")
                found += [
                    f"{of}: {page}: {name}"
                    for name in NAME.findall(text)
                    if name in known and name not in names
                ]
            self.assert_none(found)

    def test_send_nobody_to_a_study(self) -> None:
        self.assert_none(
            [
                f"{of}: {page}: {line}"
                for of in CLASSES
                for page, text in pages(of)
                for line in text.splitlines()
                if re.search(r"\bstud(y|ies)\b", line, re.IGNORECASE)
            ]
        )

    def test_link_to_headings_that_are_there(self) -> None:
        for of in CLASSES:
            texts = dict(pages(of))
            for page, text in texts.items():
                for link, fragment in LINK.findall(text):
                    target = page if not link else str((ROOT / page).parent / link)
                    name = str(Path(target).resolve().relative_to(ROOT)) if link else page
                    if name in texts:
                        anchors = {anchor(each) for each in HEADING.findall(texts[name])}
                        self.assertIn(
                            re.sub(r"-1$", "", fragment), anchors, f"{of}: {page}: {link}"
                        )


if __name__ == "__main__":
    unittest.main()
