"""Whose texts are shown as alike, what the page does with hostile texts, what sim_c++ may do."""

import contextlib
import io
import os
import random
import tempfile
import time
import unittest
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

from course.commands import SimilarOptions
from course.errors import MachineError, UsageError
from course.facts import Facts
from course.records import Record, to_json
from course.similarity import page, sim, texts
from course.similarity.comparison import (
    USUAL,
    LabTexts,
    Likeness,
    Member,
    Row,
    suspects,
)
from course.similarity.sample_class import DISGUISES, LAB, ROOT, disguised, sample_class
from course.similarity.similar import similar

SKELETON = (ROOT / "labs" / LAB / "kernel.cu").read_text()
LONG = "".join(
    f"  x{i} = y[{i}] + (z - {i}) * w;\n" if i % 3 else f"  if (x{i} < y) w += f(z{i});\n"
    for i in range(20)
)


def can_compare() -> bool:
    try:
        sim.require_programs()
        sim.alike([["name"] * 40, ["name"] * 40], 50)
        return True
    except sim.CannotCompare:
        return False


def own_answers(count: int) -> list[tuple[str, str]]:
    """Of students, with nothing in common."""
    signs = "+-*/%&|^<>=!~?:;"
    return [
        (f"own{i}", "".join(f"x{random.Random(f'{i}.{k}').choice(signs)}" for k in range(80)))
        for i in range(count)
    ]


NEEDED = "needs sim_c++ (similarity-tester) and a sandbox (bubblewrap, root)"


class Tokens(unittest.TestCase):
    def kinds(self, text: str) -> list[str]:
        return [kind for _, kind in texts.tokens_of(text)]

    def test_are_of_a_closed_list(self) -> None:
        text = "#include <x>\nint ä1 = 0x1'0f; // c\n/* d */ s = \"a\\\"b\" + 'c';"
        self.assertEqual(
            self.kinds(text), ["int", "name", "=", "0", ";", "name", "=", '""', "+", '""', ";"]
        )
        self.assertEqual(self.kinds("a\u202e\0b\ud800"), ["name", "name"])

    def test_of_hostile_texts_take_linear_time(self) -> None:
        began = time.monotonic()
        for piece in ('\\"', "/*", "''", "((", "aa", '"\\'):
            self.kinds(piece * 100_000)
        self.assertLess(time.monotonic() - began, 20)

    def test_of_a_skeleton_are_nobodys_own(self) -> None:
        given = texts.runs_of(self.kinds(SKELETON), texts.GIVEN_RUN)
        self.assertEqual(texts.Text(SKELETON, given).kinds, [])
        changed = SKELETON.replace("  ", "\t").replace("a_device", "q")
        self.assertEqual(texts.Text(changed, given).kinds, [])
        own = texts.Text(SKELETON.replace("  // your code: about 9 lines\n", LONG), given)
        self.assertGreater(len(own.kinds), len(self.kinds(LONG)) - 2 * texts.GIVEN_RUN)

    def test_lines_say_whether_they_are_in_the_other_text(self) -> None:
        one = texts.Text(f"// mine\n{LONG}extra(1, 2, 3);\n", set())
        lines = [common for _, common in one.lines(texts.Text(LONG, set()))]
        self.assertEqual((lines[0], lines[-1]), (None, None))
        self.assertTrue(all(lines[1:21]))
        self.assertFalse(lines[21])


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.tags.add(tag)


class Page(unittest.TestCase):
    def test_shows_hostile_names_and_texts_as_text(self) -> None:
        hostile = "</pre><script>alert(1)</script><img src=x onerror=y>&amp;\u202e\x1b[31m\0"
        one = texts.Text(f"{hostile}\n{LONG}", set())
        members = [Member([hostile], one, one), Member(["bo"], one, one)]
        row = Row((hostile, "bo"), {"02": Likeness(97, members)}, {})
        text = page.page([row], 1, [], [hostile], 2, 96)
        self.assertEqual({"script", "img"} & Tags(text).tags, set())
        self.assertIn("&lt;script&gt;", text)
        self.assertFalse({"\u202e", "\x1b", "\0"} & set(text))
        self.assertIn("not a verdict", text)
        self.assertFalse({"\u202e", "\x1b", "\0"} & set(page.names([hostile])))


@unittest.skipUnless(can_compare(), NEEDED)
class Compared(unittest.TestCase):
    def lab(self, sources: Sequence[tuple[str, str]]) -> LabTexts:
        return LabTexts("02", SKELETON, sources).compare(96)

    def test_each_disguise_is_seen_through(self) -> None:
        honest = sample_class()["honest-001"]
        for how in DISGUISES:
            with self.subTest(how=how):
                copy = disguised(honest, how, random.Random(1))
                self.assertEqual(list(self.lab([("ann", honest), ("bo", copy)]).pairs), [(0, 1)])

    def test_the_same_file_is_one_group(self) -> None:
        some, other = sample_class()["honest-001"], sample_class()["honest-002"]
        rows = suspects([self.lab([("ann", some), ("bo", other), ("cy", some)])])
        self.assertEqual(
            [(row.students, row.found["02"].percent) for row in rows], [(("ann", "cy"), None)]
        )

    def test_who_is_alike_in_most_labs_comes_first(self) -> None:
        some, another = sample_class()["honest-001"], sample_class()["honest-002"]
        other = disguised(some, "renamed", random.Random(1))
        two = LabTexts("03", "", [("ann", some), ("bo", other)]).compare(96)
        one = self.lab([("ann", some), ("bo", other), ("al", another), ("al2", another)])
        self.assertEqual(
            [(row.students, sorted(row.found)) for row in suspects([one, two])],
            [(("ann", "bo"), ["02", "03"]), (("al", "al2"), ["02"])],
        )

    def test_what_many_have_written_says_nothing(self) -> None:
        some = sample_class()["honest-001"]
        usual = [(f"s{i}", f"// {i}\n{some}") for i in range(USUAL + 1)]
        lab = self.lab(usual + own_answers(2 * USUAL))
        self.assertEqual((lab.pairs, lab.usual), ({}, USUAL + 1))
        self.assertIn(f"{USUAL + 1} students with a usual answer", page.in_short(0, 31, 96, [lab]))

    def test_what_most_of_a_small_class_have_written_says_nothing(self) -> None:
        some = sample_class()["honest-001"]
        alike = [(f"s{i}", f"// {i}\n{some}") for i in range(6)]
        lab = self.lab(alike + own_answers(3))
        self.assertEqual((lab.pairs, lab.usual), ({}, 6))
        said = "6 of 9 students, most of the class, are alike, which tells nothing of anybody"
        self.assertIn(said, page.in_short(0, 9, 96, [lab]))
        self.assertEqual(len(self.lab(alike[:3] + own_answers(2)).pairs), 3, "a group of friends")
        self.assertEqual(len(self.lab(alike[:3] + own_answers(6)).pairs), 3)

    def test_groups_of_a_lab_do_not_overlap(self) -> None:
        chance = random.Random(1)
        some = sample_class()["honest-001"]
        other = disguised(some, "renamed", chance)
        three = [("ann", some), ("bo", other), ("cy", f"// mine\n{some}"), ("dee", some)]
        [row] = suspects([self.lab(three)])
        self.assertEqual(row.students, ("ann", "bo", "cy", "dee"))
        self.assertEqual(row.found["02"].percent, 100)
        self.assertEqual(
            [each.students for each in row.found["02"].members], [["ann", "dee"], ["bo"], ["cy"]]
        )
        another = LabTexts("03", "", three[:2]).compare(96)
        first, second = suspects([self.lab(three), another])
        self.assertEqual((first.students, sorted(first.found)), (("ann", "bo"), ["03"]))
        self.assertEqual(page.likeness(first), "02 among 4, 03 100 %")
        self.assertEqual(page.likeness(second), "02 100 %")

    def test_a_long_comment_is_no_way_out(self) -> None:
        some = sample_class()["honest-001"]
        for comment in (f"/*{'x' * 900_000}*/", "// a line\n" * 90_000, "\n" * 900_000):
            with self.subTest(comment[:9]):
                lab = self.lab([("ann", some), ("bo", comment + some)])
                self.assertEqual((lab.too_long, list(lab.pairs)), ([], [(0, 1)]))
                text = page.page(suspects([lab]), 1, [lab], [], 2, 96)
                self.assertEqual(text.count("naive_kernel&lt;&lt;&lt;"), 2)
                self.assertLess(len(text), 100_000)

    def test_too_long_and_too_short_files_are_left_out(self) -> None:
        lab = self.lab([("ann", SKELETON + "// mine"), ("bo", LONG * 400), ("cy", " " * 300_000)])
        self.assertEqual((lab.too_short, lab.too_long, lab.pairs), (["ann", "cy"], ["bo"], {}))

    def test_the_tool_sees_nothing_but_usr_and_the_texts(self) -> None:
        command = sim.enclosed("/var", "/usr/bin/find", "/", "-maxdepth", "1")
        seen = set(sim.output_of(command, b"").decode().split())
        self.assertLessEqual(seen, {"/", "/usr", "/texts", "/lib", "/lib64"})
        with self.assertRaisesRegex(sim.CannotCompare, "ended with"):
            sim.output_of(sim.enclosed("/var", "/usr/bin/touch", "/texts/x"), b"")

    def test_a_tool_that_prints_without_end_is_ended(self) -> None:
        with (
            mock.patch.object(sim, "OUTPUT", 1 << 20),
            self.assertRaisesRegex(sim.CannotCompare, "too much"),
        ):
            sim.output_of(sim.enclosed("/var", "/usr/bin/yes"), b"")


class Command(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "grades"
        self.facts: Facts = {
            "root": str(self.folder),
            "labs": [{"id": "02", "skeleton": SKELETON}],
        }

    def results(self, **texts_of: str) -> None:
        for student, text in texts_of.items():
            file = self.out / f"results/{student}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(to_json(Record(student, sources={"02": text})))

    def said(self) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertEqual(similar(SimilarOptions(str(self.out)), self.facts), 0)
        return out.getvalue()

    @unittest.skipUnless(can_compare(), NEEDED)
    def test_lists_pairs_and_writes_the_page(self) -> None:
        honest = sample_class()
        self.results(
            ann=honest["honest-001"],
            bo=honest["copy-01-renamed"],
            cy=honest["honest-002"],
            dan=SKELETON,
        )
        said = self.said()
        self.assertIn("  ann, bo: 02 100 %\n1 pair or group of 4 students", said)
        self.assertIn("not a verdict", said)
        text = (self.out / "similar.html").read_text()
        self.assertEqual((text.count("<figure>"), text.count("<figcaption>cy")), (2, 0))
        self.results(bo="int x;")
        self.assertIn("0 pairs or groups", self.said())

    @unittest.skipUnless(can_compare(), NEEDED)
    def test_without_results_says_what_to_name(self) -> None:
        with self.assertRaisesRegex(UsageError, "that ./gemmlab batch --out wrote"):
            self.said()

    @unittest.skipUnless(can_compare(), NEEDED)
    def test_a_result_that_is_damaged_stops_it(self) -> None:
        self.results(ann="int x;")
        (self.out / "results/bo.json").write_text("{")
        with self.assertRaisesRegex(MachineError, "results/bo.json is damaged: run batch again"):
            self.said()

    def test_without_the_tool_says_what_to_install(self) -> None:
        self.results(ann="x")
        with (
            mock.patch.dict(os.environ, PATH=str(self.folder)),
            self.assertRaisesRegex(MachineError, "apt-get install bubblewrap similarity-tester"),
        ):
            self.said()

    def test_a_hand_out_has_nothing_to_compare_with(self) -> None:
        (self.folder / "reference").mkdir()
        with self.assertRaisesRegex(UsageError, "does not hand out the solutions"):
            self.said()


if __name__ == "__main__":
    unittest.main()
