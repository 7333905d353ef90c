#!/usr/bin/env python3
"""Whose texts are shown as alike, what the page does with hostile texts, and what sim_c++ may do.

Usage: similar_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
"""

import json
import sys
import time
import unittest
from html.parser import HTMLParser
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "cli")]
sys.dont_write_bytecode = True
import cli_case  # noqa: E402
import page  # noqa: E402
import sim  # noqa: E402
import similar  # noqa: E402
import texts  # noqa: E402
from sample_class import DISGUISES, LAB, disguised, random, sample_class  # noqa: E402

SKELETON = cli_case.skeleton("02")
LONG = "".join(f"  x{i} = y[{i}] + (z - {i}) * w;\n" if i % 3 else f"  if (x{i} < y) w += f(z{i});\n" for i in range(20))


def can_compare():
    try:
        sim.require_programs()
        sim.alike([["name"] * 40, ["name"] * 40], 50)
        return True
    except sim.CannotCompare:
        return False


class Tokens(unittest.TestCase):
    def kinds(self, text):
        return [kind for _, kind in texts.tokens_of(text)]

    def test_are_of_a_closed_list(self):
        self.assertEqual(self.kinds("#include <x>\nint ä1 = 0x1'0f; // c\n/* d */ s = \"a\\\"b\" + 'c';"),
                         ["int", "name", "=", "0", ";", "name", "=", '""', "+", '""', ";"])
        self.assertEqual(self.kinds("a\u202e\0b\ud800"), ["name", "name"])

    def test_of_hostile_texts_take_linear_time(self):
        began = time.monotonic()
        for text in ('\\"' * 100_000, "/*" * 100_000, "'" * 200_000, "(" * 200_000, "a" * 200_000, '"\\' * 100_000):
            self.kinds(text)
        self.assertLess(time.monotonic() - began, 20)

    def test_of_a_skeleton_are_nobodys_own(self):
        given = texts.runs_of(self.kinds(SKELETON), texts.GIVEN_RUN)
        self.assertEqual(texts.Text(SKELETON, given).kinds, [])
        self.assertEqual(texts.Text(SKELETON.replace("  ", "\t").replace("a_device", "q"), given).kinds, [])
        own = texts.Text(SKELETON.replace("  // your code: about 9 lines\n", LONG), given)
        self.assertGreater(len(own.kinds), len(self.kinds(LONG)) - 2 * texts.GIVEN_RUN)

    def test_lines_say_whether_they_are_in_the_other_text(self):
        one, other = texts.Text(f"// mine\n{LONG}extra(1, 2, 3);\n", set()), texts.Text(LONG, set())
        lines = [common for _, common in one.lines(other)]
        self.assertEqual((lines[0], lines[-1]), (None, None))
        self.assertTrue(all(lines[1:21]))
        self.assertFalse(lines[21])


class Page(unittest.TestCase):
    def test_shows_hostile_names_and_texts_as_text(self):
        hostile = "</pre><script>alert(1)</script><img src=x onerror=y>&amp;\u202e\x1b[31m\0"
        one = texts.Text(f"{hostile}\n{LONG}", set())
        rows = [((hostile, "bo"), {"02": (97, one, one, [hostile], ["bo"])})]
        text = page.page(rows, 1, [], [hostile], 2, 96)
        tags = []
        parser = HTMLParser()
        parser.handle_starttag = lambda tag, attributes: tags.append(tag)
        parser.feed(text)
        self.assertEqual({"script", "img"} & set(tags), set())
        self.assertIn("&lt;script&gt;", text)
        self.assertFalse({"\u202e", "\x1b", "\0"} & set(text))
        self.assertIn("not a verdict", text)
        self.assertFalse({"\u202e", "\x1b", "\0"} & set(page.names([hostile])))


@unittest.skipUnless(can_compare(), "needs sim_c++ (similarity-tester) and a sandbox (bubblewrap, root)")
class Compared(unittest.TestCase):
    def lab(self, sources):
        return similar.Lab(LAB, SKELETON, sources).compare(96)

    def test_each_disguise_is_seen_through(self):
        honest = sample_class()["honest-001"]
        for how in DISGUISES:
            with self.subTest(how=how):
                lab = self.lab([("ann", honest), ("bo", disguised(honest, how, random.Random(1)))])
                self.assertEqual(list(lab.pairs), [(0, 1)])

    def test_the_same_file_is_one_group(self):
        some, other = sample_class()["honest-001"], sample_class()["honest-002"]
        rows = similar.suspects([self.lab([("ann", some), ("bo", other), ("cy", some)])])
        self.assertEqual([(students, found["02"][0]) for students, found in rows], [(("ann", "cy"), None)])

    def test_who_is_alike_in_most_labs_comes_first(self):
        some = sample_class()["honest-001"]
        other = disguised(some, "renamed", random.Random(1))
        two = similar.Lab("03_x", "", [("ann", some), ("bo", other)]).compare(96)
        rows = similar.suspects([self.lab([("ann", some), ("bo", other), ("al", sample_class()["honest-002"]),
                                           ("al2", sample_class()["honest-002"])]), two])
        self.assertEqual([(students, sorted(found)) for students, found in rows],
                         [(("ann", "bo"), ["02", "03"]), (("al", "al2"), ["02"])])

    def test_what_many_have_written_says_nothing(self):
        some = sample_class()["honest-001"]
        many = [(f"s{i}", f"// {i}\n{some}") for i in range(similar.USUAL + 1)]
        lab = self.lab(many)
        self.assertEqual((lab.pairs, lab.usual), ({}, similar.USUAL + 1))
        self.assertIn(f"{similar.USUAL + 1} students with a usual answer", page.in_short(0, 11, 96, [lab]))

    def test_too_long_and_too_short_files_are_left_out(self):
        lab = self.lab([("ann", SKELETON + "// mine"), ("bo", LONG * 400), ("cy", " " * 300_000)])
        self.assertEqual((lab.too_short, lab.too_long, lab.pairs), (["ann"], ["bo", "cy"], {}))

    def test_the_tool_sees_nothing_but_usr_and_the_texts(self):
        command = sim.enclosed("/var", "/usr/bin/find", "/", "-maxdepth", "1")
        seen = set(sim.output_of(command, b"").decode().split())
        self.assertLessEqual(seen, {"/", "/usr", "/texts", "/lib", "/lib64"})
        with self.assertRaisesRegex(sim.CannotCompare, "ended with"):
            sim.output_of(sim.enclosed("/var", "/usr/bin/touch", "/texts/x"), b"")

    def test_a_tool_that_prints_without_end_is_ended(self):
        before, sim.OUTPUT = sim.OUTPUT, 1 << 20
        self.addCleanup(setattr, sim, "OUTPUT", before)
        with self.assertRaisesRegex(sim.CannotCompare, "too much"):
            sim.output_of(sim.enclosed("/var", "/usr/bin/yes"), b"")


@unittest.skipUnless(can_compare(), "needs sim_c++ (similarity-tester) and a sandbox (bubblewrap, root)")
class Command(cli_case.CliCase):
    def results(self, **texts_of):
        for student, text in texts_of.items():
            file = self.folder / "grades/results" / f"{student}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps({"student": student, "sources": {"02": text}}))
        return self.folder / "grades"

    def test_lists_pairs_and_writes_the_page(self):
        honest = sample_class()
        out = self.results(ann=honest["honest-001"], bo=honest["copy-01-renamed"], cy=honest["honest-002"], dan=SKELETON)
        said = self.run_tool("similar", out, want=0)
        self.assertIn("  ann, bo: 02 100 %\n1 pair or group of 4 students", said)
        self.assertIn("not a verdict", said)
        text = (out / "similar.html").read_text()
        self.assertEqual((text.count("<figure>"), text.count("<figcaption>cy")), (2, 0))
        self.assertIn("0 pairs or groups", self.run_tool("similar", self.results(bo="int x;"), want=0))

    def test_without_results_says_what_to_name(self):
        self.assertIn("that ./gemmlab batch --out wrote", self.run_tool("similar", self.folder, want=2))

    def test_without_the_tool_says_what_to_install(self):
        (self.folder / "commands").mkdir()
        for name in ("python3", "bwrap"):
            (self.folder / "commands" / name).symlink_to(cli_case.shutil.which(name))
        self.env["PATH"] = str(self.folder / "commands")
        self.assertIn("apt-get install similarity-tester", self.run_tool("similar", self.results(ann="x"), want=3))


if __name__ == "__main__":
    cli_case.main()
