#!/usr/bin/env python3
"""Each figure is what its script draws, is well-formed, and keeps its text inside its frame.

Usage: figures_test.py [--write]
--write draws all figures anew.
"""

import importlib
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree as tree
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
import drawing  # noqa: E402
import verdict  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
SCRIPTS = sorted(path for path in HERE.glob("*.py") if "\ndef draw():" in path.read_text())


def drawn(script):
    return importlib.import_module(script.stem).draw().svg()


def extent(text, size=None):
    """Left and right end of a text element."""
    classes = text.get("class", "").split()
    size = float(re.search(r"([\d.]+)px", text.get("style", "13px"))[1])
    width = drawing.text_width(text.text, size, "mono" in classes)
    width *= 1.06 if "bold" in classes else 1
    x = float(text.get("x"))
    left = x - width if "end" in classes else x - width / 2 if "mid" in classes else x
    return left, left + width


class Figures(unittest.TestCase):
    def each(self):
        self.assertGreaterEqual(len(SCRIPTS), 12)
        for script in SCRIPTS:
            yield script, script.with_suffix(".svg")

    def test_each_is_what_its_script_draws(self):
        for script, file in self.each():
            self.assertTrue(file.exists(), f"python3 docs/figures/{script.name} draws it")
            self.assertEqual(file.read_text(), drawn(script),
                             f"python3 docs/figures/{script.name} draws it anew")

    def test_each_has_a_script(self):
        self.assertEqual({file.stem for file in HERE.glob("*.svg")}, {s.stem for s in SCRIPTS})

    def test_each_says_what_it_shows(self):
        for _, file in self.each():
            root = tree.parse(file).getroot()
            self.assertGreater(len(root.findtext(f"{SVG}title")), 8)
            self.assertRegex(root.findtext(f"{SVG}desc"), r"\w{3,}.{40,}\.$")

    def test_text_stays_inside_the_frame(self):
        for _, file in self.each():
            root = tree.parse(file).getroot()
            _, _, width, height = map(float, root.get("viewBox").split())
            texts = [text for text in root.iter(f"{SVG}text") if not text.get("transform")]
            self.assertGreater(len(texts), 5)
            for text in texts:
                left, right = extent(text)
                self.assertGreaterEqual(left, 4, text.text)
                self.assertLessEqual(right, width - 2, text.text)
                self.assertTrue(10 <= float(text.get("y")) <= height - 4, text.text)

    def test_all_is_drawn_for_dark_screens_too(self):
        for _, file in self.each():
            light, _, dark = tree.parse(file).getroot().findtext(f"{SVG}style").partition("@media")
            self.assertIn("prefers-color-scheme:dark", dark)
            self.assertEqual(set(re.findall(r"\.([\w-]+)\{(?:fill|stroke):#", light)),
                             set(re.findall(r"\.([\w-]+)\{(?:fill|stroke):#", dark)))
            self.assertNotRegex(file.read_text(), r"\b(href|src)=|@import|<script|(?<!xmlns=.)http")


class PictureOfThePage(unittest.TestCase):
    def test_says_of_which_page_it_is_one(self):
        png = b"\x89PNG\r\n\x1a\n" + verdict.chunk(b"IHDR", bytes(13)) + verdict.chunk(b"IEND", b"")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "page.png")
            self.assertEqual(verdict.page_in(file), "")
            file.write_bytes(verdict.marked(png, b"a page"))
            self.assertEqual(verdict.page_in(file), verdict.digest(b"a page"))
            self.assertNotEqual(verdict.page_in(file), verdict.digest(b"another page"))

    def test_is_one_of_the_page_beside_it(self):
        self.assertEqual(verdict.page_in(verdict.SCREEN), verdict.digest(verdict.PAGE.read_bytes()),
                         f"{verdict.HOW} takes it anew")


class InkOfAVerdict(unittest.TestCase):
    def test_is_read_with_its_column(self):
        self.assertEqual(verdict.runs("  a b \x1b[1;31mRACE\x1b[0m  \x1b[2mno\x1b[0m"),
                         [(2, "a b", ""), (6, "RACE", "bold bad"), (12, "no", "dim")])


class TheTestItself(unittest.TestCase):
    def test_text_that_leaves_the_frame_is_seen(self):
        wide = tree.fromstring('<text class="bold" x="400">far too much text for this place</text>')
        self.assertGreater(extent(wide)[1], drawing.WIDTH)
        self.assertLess(extent(tree.fromstring('<text class="end" x="20">words</text>'))[0], 0)


def write():
    for script in SCRIPTS:
        script.with_suffix(".svg").write_text(drawn(script))


if __name__ == "__main__":
    write() if "--write" in sys.argv else unittest.main()
