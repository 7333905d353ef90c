#!/usr/bin/env python3
"""Builds the site with ./gemmlab docs and reads it in Chromium: narrow and wide, light and dark, with
the keyboard alone, and without scripts.

Usage: site_test.py GEMMLAB_CLI
Exit code 77: there is no Chromium, or the packages cannot be installed.
"""

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
import packages  # noqa: E402

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
                None)
WIDTHS, SCHEMES = (400, 1400), ("light", "dark")
FEWEST_PAGES = 25
LEFT_BEHIND = "net::ERR_ABORTED"  # by going on to the next page


def skip(why):
    print(why)
    sys.exit(77)


def enter_environment(build):
    """Goes on in an interpreter that has the browser's packages."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        try:
            python = packages.ensure(build / "docs/browser", HERE / "requirements_test.txt",
                                     "what drives the browser")
        except packages.Missing as missing:
            skip(str(missing))
        os.execv(python, [str(python), *sys.argv])


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class SiteCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Quiet, directory=str(SITE)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.address = f"http://127.0.0.1:{server.server_port}/"
        playwright = sync_playwright().start()
        cls.addClassCleanup(playwright.stop)
        cls.browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        cls.addClassCleanup(cls.browser.close)
        cls.pages = sorted(path.parent.relative_to(SITE).as_posix().replace(".", "", 1)
                           if path.parent == SITE else path.parent.relative_to(SITE).as_posix() + "/"
                           for path in SITE.rglob("index.html"))
        cls.texts = [page for page in cls.pages if not page.startswith("source/")]

    def open(self, width=1400, scheme="light", **more):
        """A tab that notes what goes wrong in it."""
        context = self.browser.new_context(viewport={"width": width, "height": 900},
                                           color_scheme=scheme, **more)
        self.addCleanup(context.close)
        tab = context.new_page()
        tab.wrong = []
        tab.on("console", lambda said: said.type in ("error", "warning") and
               tab.wrong.append(f"console: {said.text}"))
        tab.on("pageerror", lambda error: tab.wrong.append(f"error: {error}"))
        tab.on("requestfailed", lambda request: request.failure == LEFT_BEHIND or
               tab.wrong.append(f"failed: {request.url}, {request.failure}"))
        tab.on("response", lambda answer: answer.status >= 400 and
               tab.wrong.append(f"{answer.status}: {answer.url}"))
        tab.on("request", lambda request: request.url.startswith((self.address, "data:", "blob:")) or
               tab.wrong.append(f"elsewhere: {request.url}"))
        return tab

    def go(self, tab, page):
        tab.goto(self.address + page)
        if tab.locator("[data-part]").count():
            tab.wait_for_selector("[data-part] .part")


class Build(unittest.TestCase):
    def test_finds_no_dead_link(self):
        self.assertEqual((built.returncode, built.stderr), (0, ""), built.stdout)
        self.assertRegex(built.stdout, r"\d+ pages in .*site\. To read them: \./gemmlab docs --open\n$")


class EachPage(SiteCase):
    def test_there_are_many(self):
        self.assertGreaterEqual(len(self.texts), FEWEST_PAGES)
        self.assertIn("", self.pages)
        self.assertTrue(any(page.startswith("try/") for page in self.texts))

    def barriers(self, tab):
        """What axe finds on an open page, with all that is folded."""
        tab.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        return [(each["id"], each["nodes"][0]["html"][:200])
                for each in Axe().run(tab).response["violations"]]

    def test_can_be_read_everywhere(self):
        for width in WIDTHS:
            for scheme in SCHEMES:
                tab = self.open(width, scheme)
                for page in self.texts:
                    with self.subTest(page=page, width=width, scheme=scheme):
                        tab.wrong.clear()
                        self.go(tab, page)
                        found = tab.evaluate("""() => ({
                          scroll: document.documentElement.scrollWidth, width: innerWidth,
                          words: document.querySelector('article').innerText.length,
                          slate: document.body.dataset.mdColorScheme === 'slate',
                          broken: [...document.images].filter(i => i.complete && !i.naturalWidth)
                                                      .map(i => i.src)})""")
                        self.assertEqual(tab.wrong, [])
                        self.assertLessEqual(found["scroll"], found["width"], "scrolls sideways")
                        self.assertGreater(found["words"], 200)
                        self.assertEqual(found["slate"], scheme == "dark")
                        self.assertEqual(found["broken"], [])
                        if width == max(WIDTHS):
                            self.assertEqual(self.barriers(tab), [])

    def test_of_a_source_is_as_right_as_the_others(self):
        """They are alike: some will do."""
        sources = sorted(set(self.pages) - set(self.texts))
        tab = self.open()
        for page in sources[::len(sources) // 10]:
            with self.subTest(page=page):
                tab.wrong.clear()
                self.go(tab, page)
                self.assertEqual(tab.wrong, [])

    def test_figures_follow_the_scheme_that_the_reader_chooses(self):
        """Also by the button of the page, against the system's."""
        tab = self.open(scheme="light")
        self.go(tab, "try/phases/")
        dark = "getComputedStyle(document.body).colorScheme"
        for _ in range(3):
            tab.locator("form[data-md-component=palette] label:visible").click()
            if tab.evaluate("document.body.dataset.mdColorScheme") == "slate":
                break
        self.assertEqual(tab.evaluate("document.body.dataset.mdColorScheme"), "slate")
        self.assertEqual(tab.evaluate(dark), "dark")

    def test_a_wide_table_says_that_it_goes_on(self):
        """Where it is cut, and only there; and names in it stay whole."""
        for width, is_cut in ((400, True), (1400, False)):
            tab = self.open(width)
            for page in ("cuda_cpp/", "roofline_and_occupancy/"):
                with self.subTest(page=page, width=width):
                    self.go(tab, page)
                    found = tab.evaluate("""() => [...document.querySelectorAll('.md-typeset__scrollwrap')]
                      .filter(each => each.offsetParent).map(each => ({
                        isCut: each.scrollWidth > each.clientWidth,
                        says: getComputedStyle(each, '::before').content.includes('scroll sideways')}))""")
                    self.assertEqual(any(each["isCut"] for each in found), is_cut)
                    for each in found:
                        self.assertEqual(each["says"], each["isCut"])
        tab = self.open(400)
        self.go(tab, "cuda_cpp/")
        lines = tab.locator("td code", has_text=re.compile("^__global__$")).first.evaluate("e => e.getClientRects().length")
        self.assertEqual(lines, 1)

    def test_the_first_shows_a_verdict_then_its_page_then_a_part_then_the_book(self):
        tab = self.open()
        self.go(tab, "")
        shown = tab.locator("article img, article .part, article table:not(.part table)").evaluate_all(
            "all => all.map(each => each.tagName === 'IMG' ? each.src.split('/').pop() : each.className || each.tagName)")
        self.assertEqual(shown[:4], ["verdict.svg", "page.png", "part", "TABLE"])
        tab.locator("article a:has(img)").click()
        self.assertEqual(tab.locator(".verdict").first.inner_text(), "RACE")
        self.assertEqual(tab.wrong, [])

    def test_next_goes_through_the_book(self):
        """At the foot of each page and in the sidebar, as the table of the first page has it."""
        tab = self.open()
        self.go(tab, "")
        links = "links => links.map(each => each.href).filter(href => !href.includes('#'))"
        book = tab.locator("article table:not(.part table)").first.locator("td:nth-child(2) a").evaluate_all(links)
        self.assertGreaterEqual(len(book), 12)
        sidebar = tab.locator(".md-nav--primary a.md-nav__link").evaluate_all(
            "links => links.map(each => each.href.split('#')[0])")
        listed = [link for link in dict.fromkeys(sidebar) if link in book]
        self.assertEqual(listed, book)
        followed = []
        for _ in book:
            tab.locator(".md-footer__link--next").click()
            followed.append(tab.url)
        self.assertEqual(followed, book)

    def test_search_works_without_a_network(self):
        tab = self.open()
        self.go(tab, "")
        tab.get_by_role("button", name="Search").first.click()
        tab.keyboard.type("wavefront")
        tab.get_by_text(re.compile(r"^\d+ results$")).wait_for(timeout=10000)
        self.assertGreater(tab.locator("a:visible", has_text="wavefront").count(), 2)
        self.assertEqual(tab.wrong, [])


class Parts(SiteCase):
    def said(self, tab):
        return tab.locator(".part .said").inner_text()

    def focus(self, tab, role, name):
        """Reaches an element by the Tab key alone."""
        wanted = tab.get_by_role(role, name=name, exact=True)
        for _ in range(200):
            tab.keyboard.press("Tab")
            if wanted.evaluate("element => element === document.activeElement"):
                return
        self.fail(f"Tab never reaches {name}")

    def test_phases_go_on_by_key(self):
        tab = self.open()
        self.go(tab, "try/phases/")
        self.assertRegex(self.said(tab), r"copies one element of A and one of B")
        self.assertIn("copy my element of A's tile", tab.locator(".part mark").first.inner_text())
        self.focus(tab, "button", "Next")
        tab.keyboard.press("Enter")
        self.assertRegex(self.said(tab), "first barrier")
        self.assertEqual(tab.locator(".part mark").all_inner_texts(), ["  wait until all have copied"])
        tab.keyboard.press("Tab")  # the slider
        tab.keyboard.press("End")
        self.assertRegex(self.said(tab), "stores its sum, once")
        tab.keyboard.press("ArrowRight")
        self.assertRegex(self.said(tab), "stores its sum, once")
        tab.keyboard.press("Home")
        self.assertRegex(self.said(tab), r"^Phase 0: thread")

    def test_phases_show_words_and_no_lines_of_the_solution(self):
        for width in WIDTHS:
            tab = self.open(width)
            self.go(tab, "try/phases/")
            lines = tab.locator(".part pre")
            self.assertNotRegex(lines.inner_text(), r"a_tile|b_tile|__syncthreads|k0|;")
            if width == max(WIDTHS):
                self.assertTrue(lines.evaluate("each => each.scrollWidth <= each.clientWidth"), "a line is cut")

    def test_an_index_costs_what_the_lectures_say(self):
        tab = self.open()
        self.go(tab, "try/sectors_and_banks/")
        example = tab.locator(".part").get_by_label("example")
        for name, said in (("lab 02, B", "2 sectors"), ("x and y swapped", "16 sectors"),
                           ("lab 03, A's tile", "4 sectors"), ("a_tile[ty][p]", "1 wavefront for"),
                           ("s[32][32]", "32 wavefronts"), ("s[32][33]", "1 wavefront for"),
                           ("neighbouring columns", "4 wavefronts"), ("16-byte", "4 wavefronts")):
            option = next(text for text in example.locator("option").all_inner_texts() if name in text)
            example.select_option(label=option)
            self.assertTrue(self.said(tab).startswith(said), (option, self.said(tab)))

    def test_an_index_is_typed_and_mistakes_are_named(self):
        tab = self.open(400)
        self.go(tab, "try/sectors_and_banks/")
        self.focus(tab, "textbox", "index")
        for typed, wrong in (("lane * 8", ""), ("tx *", "ends too early"), ("(tx", "not closed"),
                             ("tx)", "too many"), ("tx ty", "operator is missing before ty"),
                             ("alert(1)", "alert is not known here"), ("tx / (lane - lane)", "divides by zero"),
                             ("tx ** 2", "missing before"), ("tx; 1", "cannot contain ;"), ("", "ends too early"),
                             ("((((" * 20, "nested"), ("1 << 40", "shifts by"), ("9" * 30, "too large")):
            tab.keyboard.press("Control+a")
            tab.keyboard.press("Delete")
            tab.keyboard.type(typed)
            self.assertIn(wrong, tab.locator(".part [role=alert]").inner_text(), typed)
            if not wrong:
                self.assertTrue(self.said(tab).startswith("32 sectors"), self.said(tab))
            else:
                self.assertEqual((self.said(tab), tab.locator(".part .drawn svg").count()), ("", 0), typed)
        self.assertEqual(tab.wrong, [])

    def test_a_mistake_clears_the_old_answer(self):
        for part, label in (("occupancy", "threads a block"), ("roofline", "a thread's rows")):
            tab = self.open()
            self.go(tab, f"try/{part}/")
            self.assertNotEqual(self.said(tab), "")
            tab.locator(".part").get_by_label(label).fill("0")
            self.assertIn("must be a whole number", tab.locator(".part [role=alert]").inner_text())
            self.assertEqual((self.said(tab), tab.locator(".part svg").count()), ("", 0))
            tab.locator(".part").get_by_label(label).fill("8")
            self.assertNotEqual(self.said(tab), "")
            self.assertEqual(tab.locator(".part svg").count(), 1)

    @functools.cache
    def model(self, gpu):
        return subprocess.run([CLI, "model", "--gpu", gpu], capture_output=True, text=True,
                              check=True).stdout

    def gpus(self):
        gpus = json.loads((SITE / "assets/gpus.json").read_text())
        self.assertGreaterEqual(len(gpus), 20)
        return gpus

    def test_occupancy_is_that_of_the_model_on_every_gpu(self):
        tab = self.open()
        self.go(tab, "try/occupancy/")
        compared = 0
        for gpu in self.gpus():
            tab.locator(".part").get_by_label("GPU").select_option(gpu["id"])
            said = " ".join(self.model(gpu["id"]).split())
            for block in re.finditer(r"Blocks of (\d+) x (\d+) threads for .*? of C, (?:no|([\d.]+) KiB of) "
                                     r"shared memory\. (.*?)(?= At 2048|$)", said):
                x, y, kib, rest = block.groups()
                registers = re.search(r"a thread uses (\d+) registers", rest)
                tab.locator(".part").get_by_label("threads a block").fill(str(int(x) * int(y)))
                tab.locator(".part").get_by_label("shared bytes a block").fill(str(int(float(kib or 0) * 1024)))
                tab.locator(".part").get_by_label("registers a thread").fill(registers[1] if registers else "0")
                held = re.match(r"An SM holds \d+ at a time \(\d+ of \d+ warps", rest)
                mine = self.said(tab)
                if held:
                    self.assertTrue(mine.startswith(held[0]), (gpu["id"], rest[:90], mine))
                else:
                    self.assertIn("launch fails", mine, (gpu["id"], rest[:90]))
                compared += 1
        self.assertGreaterEqual(compared, 80)

    def test_limits_are_those_of_the_model_on_every_gpu(self):
        tab = self.open()
        self.go(tab, "try/roofline/")
        kernels = tab.locator(".part").get_by_label("kernel").locator("option").all_inner_texts()
        for gpu in self.gpus():
            tab.locator(".part").get_by_label("GPU").select_option(gpu["id"])
            for kernel in kernels:
                lab = re.search(r"\d\d", kernel)[0]
                tab.locator(".part").get_by_label("kernel").select_option(label=kernel)
                rates = [re.search(rf"{before}at most ([\d.]+) (.)FLOP/s", said, re.M).groups()
                         for before, said in ((rf"^{lab} \w+: ", self.model(gpu["id"])),
                                              (".*: ", self.said(tab)))]
                (theirs, unit), (mine, my_unit) = rates
                self.assertEqual(unit, my_unit, (gpu["id"], kernel))
                self.assertAlmostEqual(float(theirs), float(mine), delta=0.002 * float(mine),
                                       msg=(gpu["id"], kernel))  # the last digit may be rounded

    def test_still_figures_stay_without_scripts(self):
        tab = self.open(java_script_enabled=False)
        for part in ("phases", "sectors_and_banks", "occupancy", "roofline"):
            tab.goto(f"{self.address}try/{part}/")
            self.assertTrue(tab.locator("[data-part] img").first.is_visible())

    def test_parts_fit_and_follow_the_scheme(self):
        for scheme, ground in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(22, 27, 34)")):
            tab = self.open(400, scheme)
            for part in ("phases", "sectors_and_banks", "occupancy", "roofline"):
                self.go(tab, f"try/{part}/")
                self.assertEqual(tab.locator(".part").evaluate("e => getComputedStyle(e).backgroundColor"),
                                 ground)
                self.assertGreater(tab.locator(".part svg").first.bounding_box()["width"], 200)
                self.assertEqual(tab.wrong, [])


if __name__ == "__main__":
    CLI = str(Path(sys.argv[1]).resolve())
    BUILD = Path(CLI).parents[2]
    SITE = BUILD / "site"
    if not CHROMIUM:
        skip("There is no Chromium: sudo apt-get install chromium")
    enter_environment(BUILD)
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright
    built = subprocess.run([CLI, "docs"], capture_output=True, text=True)
    if built.returncode == 3:
        skip(built.stdout + built.stderr)
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
