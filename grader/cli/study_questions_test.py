#!/usr/bin/env python3
"""study_questions_test.py CLI: each step of docs/studies asks before it runs, and no page answers before.

What is asked and said comes from the tables, and the numbers that come from the tables of the pages,
which studies_test.py compares with what the studies print. One study is run on a terminal.
"""

import re
import sys
import unittest
from functools import cache

from cli_case import ROOT, CliCase, main

sys.path.append(str(ROOT / "common/facts"))
from text_table import read_table

ROOM = ROOT / "docs" / "studies"
STUDIES = sorted(table.parent.name for table in ROOM.glob("*/study.table"))
FIRST_CELL = 39  # where numbers begin in a page's table
# For people who teach, or about measurements and figures by name.
LECTURERS = {"for_lecturers.md", "instructors.md", "measurements.md", "syllabus.md"}
OTHERS_NUMBERS = {  # and why a page may have it
    ("element-types", "03_int"): "lab 03 asks for it, and the step has the same bytes",
    ("strip-tiles", "02_depth_4"): "a block has at most so many threads",
}
PROMPT, PROMPT_END = "Your prediction", "ends the questions): "


def rows_of(study):
    return read_table((ROOM / study / "study.table").read_text(), f"{study}/study.table")


@cache
def questions_of(study):
    """By step, in order: column, question, why."""
    said = {}
    for row in rows_of(study):
        if row["word"] in ("predict", "why"):
            said.setdefault(row["step"], {})[row["word"]] = row["value"]
    steps = sorted(path.stem for path in ROOM.glob(f"{study}/[0-9][0-9]_*.c*") if path.suffix != ".cuh")
    return {step: (*said.get(step, {}).get("predict", ": ").split(": ", 1),
                   said.get(step, {}).get("why", "")) for step in steps}


@cache
def cells_of(study):
    """What comes at the last size, by step: the cell of the column that is asked for; numbers only."""
    tables = re.findall(r"```text\n(?:counted at.*\n)(step .*\n(?:.*\n)*?)```",
                        (ROOM / study / "README.md").read_text())
    columns = [row["value"] for row in rows_of(study) if row["word"] == "column"]
    cells = {}
    for line in tables[-1].splitlines() if tables else []:
        step = line[:20].strip().replace(" ", "_", 1)
        column = questions_of(study).get(step, ("",))[0]
        if column in columns:
            cells[step] = line[FIRST_CELL:].split()[columns.index(column)]
    return cells


def forms_of(cell):
    """How a text would write that number, if it could be nothing else."""
    if "." in cell:
        forms = {cell, cell.rstrip("0")} | {f"{float(cell):.{digits}f}" for digits in (2, 3)}
        return {form for form in forms if len(form.replace(".", "").strip("0")) > 1 and not form.endswith(".")
                and abs(float(form) / float(cell) - 1) <= 0.03}
    return {cell, f"{int(cell):,}"} if len(cell) > 3 else set()


def has_number(text, cell):
    return any(re.search(rf"(?<![\d.,]){re.escape(form)}(?!\d|[.,]\d)", text) for form in forms_of(cell))


def without_folds(page):
    """A page's text outside of folds that open after a study."""
    lines, folds = [], []
    for line in page.splitlines():
        if "<details" in line:
            folds.append(bool(re.search(r"<summary>After (the|these) (study|studies|labs)", line)))
        if not any(folds):
            lines.append(line)
        if "</details>" in line and folds:
            folds.pop()
    return "\n".join(lines)


class Questions(unittest.TestCase):
    def test_each_step_of_each_study_has_one_and_two_sentences_of_why(self):
        self.assertGreater(len(STUDIES), 10)
        for study in STUDIES:
            self.assertTrue(questions_of(study))
            for step, (column, question, why) in questions_of(study).items():
                with self.subTest(study=study, step=step):
                    self.assertTrue(column and question.endswith("?"), question)
                    # A sentence ends before a capital or a number, or the text.
                    sentences = re.split(r"(?<=[.])\s+(?=[A-Z0-9])", why)
                    self.assertEqual(len(sentences), 2, sentences)
                    self.assertTrue(why.endswith("."), why)
                    self.assertNotRegex(question + why, r"[^\x00-\x7f]", "not all terminals have it")

    def test_a_step_that_counts_something_is_known_by_its_page(self):
        for study in STUDIES:
            asked = {step for step, (column, *_) in questions_of(study).items()
                     if column not in ("verdict", "faster")}
            self.assertEqual(asked, set(cells_of(study)), study)

    def test_no_number_is_said_before_it_is_asked_for(self):
        for study in STUDIES:
            told, before = set(), ""
            for step, (column, question, why) in questions_of(study).items():
                with self.subTest(study=study, step=step):
                    cell = cells_of(study).get(step, "")
                    if cell and cell not in told:
                        self.assertFalse(has_number(before + question, cell), f"{cell} in: {question}")
                    told.add(cell)
                before += f"{question} {why} "

    def test_a_verdict_is_one_of_those_that_the_question_names(self):
        verdicts = {(row["step"]): row["value"] for study in STUDIES for row in rows_of(study)
                    if row["word"] == "verdict"}
        for study in STUDIES:
            for step, (column, question, _) in questions_of(study).items():
                if column == "verdict":
                    self.assertIn(verdicts.get(step, "right"), question)
                    self.assertRegex(question, r"\bor (WRONG|LAUNCH FAILED|BARRIER DIVERGENCE)\?$")

    def test_no_page_of_a_lab_gives_a_number_away(self):
        pages = [page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in LECTURERS]
        self.assertGreater(len(pages), 15)
        texts = {page.name: without_folds(page.read_text()) for page in pages}
        for study in STUDIES:
            for step, cell in cells_of(study).items():
                column = questions_of(study)[step][0]
                if (study, step) in OTHERS_NUMBERS:
                    continue
                for name, text in texts.items():
                    with self.subTest(study=study, step=step, page=name):
                        self.assertFalse(self.said_of(text, cell, column), f"{cell} {column}")

    def said_of(self, text, cell, column):
        """Whether a paragraph has the number and speaks of what the column counts."""
        word = {"sectors/request": "sector", "bytes/FLOP": "bytes per FLOP|B/FLOP", "loads/FMA": "loads",
                "wavefronts/FMA": "wavefront", "shared bytes": "shared memory"}.get(column, column)
        if len(cell.replace(".", "").strip("0")) < 3 and column != "sectors/request":
            return False  # 1.5 is a number of many things
        return any(has_number(part, cell) and re.search(word, part) for part in re.split(r"\n\n|\n[-|]", text))


class OnATerminal(CliCase):
    """A reader answers; the screen has 80 columns unless stated."""

    def screen(self, *words, answers, columns=80):
        said = self.on_terminal("study", *words, "--backend", "sim", answers=answers, prompt=PROMPT_END,
                                NO_COLOR="1", COLUMNS=str(columns))
        said = re.sub(r"[^\n]*\r(?!\n)", "", said.replace("\r\n", "\n"))  # lines that were written over
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said)

    def test_a_step_is_asked_for_answered_and_told_before_the_next(self):
        # Refused, right, skipped, off.
        said = self.screen("tile-width", answers=["twice", "100 %", "", "16 kB"])
        self.assertIn("'twice' is not what this asks for. Expected: a share, such as 75 % or 3/4.", said)
        self.assertEqual(said.count(PROMPT), 4)
        order = ["01 width_8: ", PROMPT, "right: it is 100.0 % occupancy.", "02 width_16, changed from 01",
                 "- tiled_matmul<8>(", "+ tiled_matmul<16>(", "03 width_32, changed from 02",
                 "off, twice too many: it is 8192 shared bytes.", "counted at", "1 right, 1 off; skipped 1"]
        places = [said.index(each) for each in order]
        self.assertEqual(places, sorted(places), said)
        self.assertIn("2 * 32 * 32 floats of 4 bytes are 8192.", said)

    def test_q_ends_the_questions_and_the_rest_runs(self):
        said = self.screen("tile-width", answers=["100", "q"])
        self.assertEqual(said.count(PROMPT), 2)
        self.assertRegex(said, r"\n03 width_32 +right +1024 +8192")
        self.assertIn("1 right; skipped 2", said)

    def test_who_skips_all_is_told_nothing_before_the_table(self):
        said = self.screen("coalescing", answers=["", "", ""])
        before = said[:said.index("counted at")]
        for cell in cells_of("coalescing").values():
            self.assertFalse(has_number(before, cell), cell)
        self.assertNotIn("skipped", said)

    def test_other_sizes_are_not_asked_for(self):
        said = self.screen("boundary-cost", "--sizes", "65", answers=[])
        self.assertNotIn(PROMPT, said)
        self.assertIn("Without --sizes it asks what you predict.", said)

    def test_tables_do_not_break(self):
        for study in ("copy-in-flight", "launch-limits"):
            for columns in (60, 80, 100):
                said = self.screen(study, answers=["q"], columns=columns)
                said = said[said.index("counted at"):]
                with self.subTest(study=study, columns=columns):
                    self.assertLessEqual(max(map(len, said.splitlines())), columns)
                    for column in (row["value"] for row in rows_of(study) if row["word"] == "column"):
                        self.assertIn(column, said)

    def test_without_a_terminal_nobody_is_asked(self):
        said = self.run_tool("study", "tile-width", "--backend", "sim", want=0)
        self.assertNotIn(PROMPT, said)
        self.assertNotIn("changed from", said)


if __name__ == "__main__":
    main()
